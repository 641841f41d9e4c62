"""Looking for the modes of a group that is solved by Newton iteration: from many starts.

With the angles of its links given, most conditions of a group are linear in their places. So only the angles are
strewn, evenly and always in the same way; the places follow from them. Levenberg and Marquardt's method leads from
there to a solution, or nowhere. That no further mode exists is not proved by it.
"""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.kernels import newton
from sgkin.kernels.limits import CLOSED
from sgkin.modes.refinement import distinct, wrapped

STARTS = 60
"""Starts for each link of the group."""
MOST_STEPS = 60


class NewtonGroup:
    """The conditions of a group, at the configuration of the earlier groups that a state holds."""

    def __init__(self, state: Floats, rows: Integers, geometry: Floats, memory: Floats) -> None:
        self.G, self.M = geometry, memory
        self.sizes, self.places, self.jacobian, _ = newton.layout(geometry, memory)
        known, self.unknown, inputs, _, height, n = self.sizes
        frames, values, _, _, right, _, self.trial, _ = self.places
        self.solution, self.sign, self.size = slice(0, n), n, float(geometry[6])
        self.derivatives, self.right = slice(self.jacobian, self.jacobian + height * n), slice(right, right + height)
        newton.load_known(state, rows, geometry, memory, 0, known, int(geometry[5]), inputs, frames, values)

    def at(self, poses: Floats) -> tuple[Floats, Floats]:
        """Residuals and Jacobian at poses (n,), lengths in parts of the group's size."""
        n = len(poses)
        self.M[self.trial : self.trial + n] = poses
        newton.evaluate(self.G, self.M, self.sizes, self.places, self.jacobian, self.trial, self.size)
        return self.M[self.right] / self.size, self.M[self.derivatives].reshape(-1, n).copy()

    def start(self, angles: Floats) -> Floats:
        """Poses with the given angles, and with places at which what is linear in them holds."""
        poses = np.zeros((self.unknown, 3))
        poses[:, 2] = angles
        residual, jacobian = self.at(poses.ravel())
        places = np.arange(3 * self.unknown).reshape(-1, 3)[:, :2].ravel()
        step = np.linalg.lstsq(jacobian[:, places], residual, rcond=1e-10)[0]
        poses[:, :2] = -step.reshape(-1, 2) * self.size
        return poses.ravel()

    def close(self, poses: Floats) -> Floats | None:
        """The solution near poses; None if there is none."""
        scales = np.tile([self.size, self.size, 1.0], self.unknown)
        damping = 1e-3
        residual, jacobian = self.at(poses)
        error = float(residual @ residual)
        for _ in range(MOST_STEPS):
            normal = jacobian.T @ jacobian + damping * np.eye(len(poses))
            trial = poses - np.linalg.solve(normal, jacobian.T @ residual) * scales
            found, slopes = self.at(trial)
            square = float(found @ found)
            if square < error:
                poses, residual, jacobian, damping = trial, found, slopes, max(damping * 0.1, 1e-16)
                if square < CLOSED**2 and square > 0.01 * error:
                    break
                error = square
            elif error < CLOSED**2 or damping > 1e3:
                break
            else:
                damping *= 10.0
        return poses if error < CLOSED**2 else None


def strewn_angles(count: int, dimensions: int) -> Floats:
    """Evenly strewn angles (count, dimensions) between −π and π: multiples of powers of a generalised golden ratio.

    Martin Roberts, The unreasonable effectiveness of quasirandom sequences, 2018.
    """
    ratio = 2.0
    for _ in range(50):
        ratio = (1.0 + ratio) ** (1.0 / (dimensions + 1.0))
    steps = ratio ** -np.arange(1.0, dimensions + 1.0)
    return np.remainder(np.outer(np.arange(1.0, count + 1.0), steps), 1.0) * (2.0 * np.pi) - np.pi


def search_modes(group: NewtonGroup) -> list[Floats]:
    """Poses (links, 3) of the modes that are found, that of the last solution among them, ordered by their angles."""
    present = group.M[group.solution].copy()
    starts = [present, *map(group.start, strewn_angles(STARTS * group.unknown, group.unknown) + present[2::3])]
    found = [poses for start in starts if (poses := group.close(start)) is not None]
    unit = np.tile([group.size, group.size, 1.0], group.unknown)
    kept = distinct([poses / unit for poses in found], [False, False, True] * group.unknown)
    kept.sort(key=lambda poses: np.round(wrapped(poses[2::3]), 6).tolist())
    return [(poses * unit).reshape(-1, 3) for poses in kept]
