"""All assembly modes of a class III group.

At a given angle θ of the platform every leg holds its origin on a circle or a line whose numbers are trigonometric
polynomials of degree one in θ (a leg PP fixes θ instead). What is left of the three by elimination, see
`sgkin.kernels.class_iii_elimination`, is a trigonometric polynomial in θ alone. All its roots are found, and each is
refined by Newton's method on the three conditions themselves.
"""

from __future__ import annotations

from math import atan2, cos, sin, sqrt

import numpy as np

from sgkin.arrays import Floats
from sgkin.groups.declaration import Modes, Values
from sgkin.kernels.class_iii import LEG, LENGTH, MEMORY, PP, RR, SCALE, TERM, TERMS
from sgkin.kernels.class_iii_elimination import MOST_STARTS, close_pose, eliminated, leg_errors, starting_poses
from sgkin.modes.refinement import distinct, isolated, refine, wrapped
from sgkin.modes.trigonometric import real_roots, sample_angles

TURNING = (False, False, True)


def class_iii_modes(inputs: Values, geometry: list[float]) -> Modes:
    """Origin and direction of the platform in every mode, by ascending angle."""
    platform = _Platform(inputs, geometry)
    angles = platform.angles()
    if angles is None:
        return Modes([], loose=True)
    found = [pose for start in platform.starts(angles) if (pose := refine(platform, start)) is not None]
    for pose in found:
        pose[2] = wrapped(pose[2])
    modes = distinct(found, TURNING)
    modes.sort(key=lambda pose: (pose[2], pose[0], pose[1]))
    single = isolated(platform, modes)
    return Modes([platform.outputs(pose) for pose in single], loose=len(single) < len(modes))


class _Platform:
    """A group seen from the joint of its first leg, with lengths measured in its reach."""

    def __init__(self, inputs: Values, geometry: list[float]) -> None:
        numbers = np.array(geometry[: 3 * LEG]).reshape(3, LEG)
        self.ground, self.joint = np.array(inputs[0]), numbers[0, 1:3].copy()
        feet = np.array([inputs[2 * leg] for leg in range(3)]) - self.ground
        joints = numbers[:, 1:3] - self.joint
        lengths = [sqrt(each[7]) if each[0] == RR else abs(each[7]) for each in numbers]
        self.reach = max([*np.hypot(*feet.T), *np.hypot(*joints.T), *lengths]) or 1.0
        numbers[:, 1:3] = joints / self.reach
        numbers[:, 7] = [each[7] / self.reach ** (2 if each[0] == RR else 1) for each in numbers]
        self.codes = numbers[:, 0].astype(int).tolist()
        self.G, self.M = np.ones(max(LENGTH, SCALE) + 1), np.zeros(MEMORY)
        self.G[: 3 * LEG] = numbers.ravel()
        directions = [inputs[2 * leg + 1] for leg in range(3)]
        self.S = np.concatenate([[*foot, *v] for foot, v in zip(feet / self.reach, directions, strict=True)])
        self.R = np.arange(len(self.S))

    def angles(self) -> Floats | None:
        """The angles that the platform may have."""
        if PP in self.codes:
            leg = self.codes.index(PP)
            (vc, vs), (_, _, _, pc, ps, tc, ts, _) = self.S[4 * leg + 2 : 4 * leg + 4], self.G[LEG * leg :][:LEG]
            return np.array([atan2(vs, vc) + atan2(ts, tc) - atan2(ps, pc)])
        samples = sample_angles()
        values = np.empty(len(samples))
        return real_roots(values, eliminated(self.S, self.R, self.G, samples, values))

    def starts(self, angles: Floats) -> Floats:
        """Poses (n, 3) in which two legs close and the others nearly do."""
        starts = np.empty((MOST_STARTS * len(angles), 3))
        return starts[: starting_poses(self.S, self.R, self.G, angles, starts)]

    def at(self, place: Floats) -> tuple[Floats, Floats]:
        """Residuals and Jacobian at (x, y, θ)."""
        leg_errors(self.S, self.R, self.G, self.M, place)
        terms = self.M[TERMS : TERMS + 3 * TERM].reshape(3, TERM).copy()
        return terms[:, 0], terms[:, 1:4]

    def close(self, place: Floats) -> bool:
        """Lead a pose (3,) to where the platform closes, by few plain steps of Newton's method."""
        return bool(close_pose(self.S, self.R, self.G, self.M, place))

    def outputs(self, pose: Floats) -> Values:
        """Origin and direction, as the mechanism sees them."""
        x, y, angle = pose.tolist()
        c, s = cos(angle), sin(angle)
        jx, jy = self.joint.tolist()
        place = self.reach * x + float(self.ground[0]) - c * jx + s * jy
        return (place, self.reach * y + float(self.ground[1]) - s * jx - c * jy), (c, s)
