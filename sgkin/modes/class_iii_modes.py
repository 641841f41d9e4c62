"""All assembly modes of a class III group.

At a given angle θ of the platform every leg holds its origin on a circle or a line,
κ (x² + y²) + a x + b y + c = 0, whose numbers are trigonometric polynomials of degree one in θ (a leg PP fixes θ
instead). The difference of two circles is a line; two lines meet in (X, Y)/W, and the condition that is left,

    κ (X² + Y²) + W (a X + b Y) + W² c = 0,

is a trigonometric polynomial in θ alone. All its roots are found, and each is refined by Newton's method on the three
conditions themselves.
"""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, hypot, sin, sqrt

import numpy as np

from sgkin.arrays import Floats
from sgkin.groups.declaration import Modes, Values
from sgkin.kernels.class_iii import LEG, LENGTH, MEMORY, PP, RR, SCALE, TERM, TERMS, evaluate_legs, leg_condition
from sgkin.mathematics import Place
from sgkin.modes.intersection import Curve, meeting_points, radical_line
from sgkin.modes.refinement import distinct, is_isolated, refine, wrapped
from sgkin.modes.trigonometric import real_roots, sample_angles

TURNING = (False, False, True)
SAME_START = 1e-9
"""Meeting points of different legs that are this near are one place to start from."""
CANDIDATE = 0.05
"""How far a meeting point of two legs may be from the third, in parts of the group's reach, to be looked at."""


def class_iii_modes(inputs: Values, geometry: list[float]) -> Modes:
    """Origin and direction of the platform in every mode, by ascending angle."""
    platform = _Platform(inputs, geometry)
    angles = platform.angles()
    if angles is None:
        return Modes([], loose=True)
    starts = [np.array([x, y, angle]) for angle in angles for x, y in platform.places(angle)]
    found = [pose for start in starts if (pose := refine(platform.system, start)) is not None]
    modes = distinct([np.where(TURNING, wrapped(pose), pose) for pose in found], TURNING)
    modes.sort(key=lambda pose: (pose[2], pose[0], pose[1]))
    single = [pose for pose in modes if is_isolated(platform.system, pose)]
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

    def curves(self, angle: float) -> list[Curve]:
        """The circles and lines of the legs that hold the origin, at an angle of the platform."""
        curves = []
        for leg, code in enumerate(self.codes):
            if code != PP:
                ax, ay, vc, vs = self.S[4 * leg : 4 * leg + 4].tolist()
                u = (cos(angle), sin(angle))
                c, gx, gy, _ = leg_condition(self.G, leg, (ax, ay), (vc, vs), (0.0, 0.0), u, 1.0, 1.0)
                curves.append((0.5 if code == RR else 0.0, gx, gy, c))
        return sorted(curves, key=lambda curve: -curve[0])

    def angles(self) -> Floats | None:
        """The angles that the platform may have."""
        if PP in self.codes:
            leg = self.codes.index(PP)
            (vc, vs), (_, _, _, pc, ps, tc, ts, _) = self.S[4 * leg + 2 : 4 * leg + 4], self.G[LEG * leg :][:LEG]
            return np.array([atan2(vs, vc) + atan2(ts, tc) - atan2(ps, pc)])
        values, sizes = zip(*(_eliminated(self.curves(angle)) for angle in sample_angles()), strict=True)
        return real_roots(np.array(values), max(sizes))

    def places(self, angle: float) -> list[Place]:
        """Where two legs put the origin and the others nearly agree."""
        curves = self.curves(angle)
        places: list[Place] = []
        for one, other in combinations(curves, 2):
            for x, y in meeting_points(one, other):
                if all(hypot(x - a, y - b) > SAME_START for a, b in places):
                    places.append((x, y))
        return [place for place in places if all(_misses(curve, place) < CANDIDATE for curve in curves)]

    def system(self, pose: Floats) -> tuple[Floats, Floats]:
        """Residuals and Jacobian at (x, y, θ)."""
        x, y, angle = pose.tolist()
        evaluate_legs(self.S, self.R, self.G, self.M, 0, (x, y), (cos(angle), sin(angle)), 1.0)
        terms = self.M[TERMS : TERMS + 3 * TERM].reshape(3, TERM)
        units = np.array([1.0 if code == PP else 1.0 + hypot(x, y) for code in self.codes])
        return terms[:, 0] / units, terms[:, 1:4] / units[:, None]

    def outputs(self, pose: Floats) -> Values:
        """Origin and direction, as the mechanism sees them."""
        x, y, angle = pose.tolist()
        c, s = cos(angle), sin(angle)
        jx, jy = self.joint.tolist()
        place = self.reach * x + float(self.ground[0]) - c * jx + s * jy
        return (place, self.reach * y + float(self.ground[1]) - s * jx - c * jy), (c, s)


def _eliminated(curves: list[Curve]) -> tuple[float, float]:
    """The condition that is left when two of three curves are used up, circles first; and the size of its terms."""
    last, *others = curves
    (_, a1, b1, c1), (_, a2, b2, c2) = (radical_line(last, curve) for curve in others)
    x, y, w = b1 * c2 - b2 * c1, c1 * a2 - c2 * a1, a1 * b2 - a2 * b1
    k, a, b, c = last
    if not k:  # three lines: their determinant
        return a * x + b * y + c * w, abs(a * x) + abs(b * y) + abs(c * w)
    terms = (k * x * x, k * y * y, w * a * x, w * b * y, w * w * c)
    return sum(terms), sum(map(abs, terms))


def _misses(curve: Curve, place: Place) -> float:
    """How far a curve passes a place, roughly."""
    k, a, b, c = curve
    x, y = place
    away = abs(k * (x * x + y * y) + a * x + b * y + c)
    return away / (1.0 + hypot(x, y))
