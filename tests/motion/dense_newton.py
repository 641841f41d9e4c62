"""A second answer: Newton's method on the whole mechanism at once, in x, y and θ of every moving link.

Written from the conditions that the witness states, and from nothing else. All conditions are analytic functions of the
coordinates q (3 for each moving link) and the inputs z, so their derivatives are taken by complex steps:
F_q dq + F_z dz = 0 for first derivatives, and F_q q̈ + F_z z̈ + D²F[(q̇, ż), (q̇, ż)] = 0 for second ones.
Redundant conditions do no harm: every linear system is solved by least squares.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin import Mechanism
from tests.witness.conditions import DISTANCE, LINEAR, Condition, Conditions, Place
from tests.witness.scales import Scales

Array = NDArray[Any]

TINY = 1e-30
"""A complex step; no digits are lost, however small it is."""
STENCIL = (np.array([-4, -3, -2, -1, 1, 2, 3, 4]), np.array([3, -32, 168, -672, 672, -168, 32, -3]) / 840.0)
"""Places and weights of a central difference of eighth order."""


class DenseMechanism:
    """All conditions of a mechanism as one function of q (3n, …) and z (f, …); lengths are divided by `size`."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.links = mechanism.moving_links
        self._scales = Scales(mechanism)
        self._rows = Conditions(mechanism, self._scales).all
        self.size = self._scales.size

    def conditions(self, q: ArrayLike, z: ArrayLike) -> Array:
        """All conditions (m, …); they are zero where the mechanism is closed and follows its inputs."""
        q, z = np.asarray(q), np.asarray(z)
        offset, scale = (
            part.reshape(-1, *[1] * (z.ndim - 1)) for part in (self._scales.input_offset, self._scales.input_scale)
        )
        inputs = (z - offset) / scale
        return np.stack(np.broadcast_arrays(*(self._row(row, q, inputs) for row in self._rows)))

    def _row(self, row: Condition, q: Array, z: Array) -> Array:
        """One condition; whole turns of angles do not matter, but for wheels that roll."""
        along = self._point(row.second, q) - self._point(row.first, q)
        if row.kind == DISTANCE:
            length = row.constant + (z[row.input] if row.input >= 0 else 0.0)
            return np.asarray(along[0] ** 2 + along[1] ** 2 - length**2) / 2.0
        value = row.constant + sum(factor * self._pose(link, q)[2] for link, factor in row.turns.items())
        if row.input >= 0:
            value = value - z[row.input]
        if row.kind == LINEAR:
            return np.asarray(value if row.rolling else np.sin(value))
        angle = self._pose(row.guide, q)[2] + row.inclination
        return np.asarray(value + np.cos(angle) * along[0] + np.sin(angle) * along[1])

    def _pose(self, link: int, q: Array) -> Array:
        return np.zeros(3) if link < 0 else q[3 * link : 3 * link + 3]

    def _point(self, place: Place, q: Array) -> Array:
        """A point in sizes, from the base on."""
        link, px, py = place
        if link < 0:
            return np.array([px, py]).reshape(2, *[1] * (q.ndim - 1))
        (x, y, theta), (mx, my), (bx, by) = self._pose(link, q), self._scales.middles[link], self._scales.base
        c, s, px, py = np.cos(theta), np.sin(theta), px + mx, py + my
        return np.stack([(x - bx) / self.size + c * px - s * py, (y - by) / self.size + s * px + c * py])

    def jacobians(self, q: Array, z: Array) -> tuple[Array, Array]:
        """F_q (m, 3n) and F_z (m, f)."""
        steps = np.eye(len(q) + len(z)) * (TINY * 1j)
        change = self.conditions(q[:, None] + steps[: len(q)], z[:, None] + steps[len(q) :]).imag / TINY
        return change[:, : len(q)], change[:, len(q) :]

    def close(self, q: ArrayLike, z: ArrayLike, most: int = 50) -> Array:
        """The closed configuration near q at the inputs z."""
        q, z = np.array(q, dtype=float), np.asarray(z, dtype=float)
        for _ in range(most):
            step = solved(self.jacobians(q, z)[0], self.conditions(q, z))
            q -= step
            if np.abs(step / self.scales).max() < 1e-10:  # the next would be the square of it
                break
        assert np.abs(self.conditions(q, z)).max() < 1e-12, "the dense iteration did not converge"
        return q

    @property
    def scales(self) -> Array:
        """What is one for every coordinate: the size of the mechanism, or a radian."""
        return np.tile([self.size, self.size, 1.0], len(self.links))

    def rates(self, q: Array, z: Array, zd: Array, zdd: Array) -> tuple[Array, Array]:
        """q̇ and q̈ of a closed configuration."""
        by_q, by_z = self.jacobians(q, z)
        qd = solved(by_q, -by_z @ zd)
        return qd, solved(by_q, -by_z @ zdd - self._bend(q, z, qd, zd))

    def follow(self, q: ArrayLike, inputs: Array) -> Array:
        """Closed configurations (steps, 3n) along inputs (steps, f), each found from the one before."""
        q = self.close(q, inputs[0])
        found = [q]
        for before, after in pairwise(inputs):
            by_q, by_z = self.jacobians(q, before)
            q = self.close(q + solved(by_q, -by_z @ (after - before)), after)
            found.append(q)
        return np.array(found)

    def _bend(self, q: Array, z: Array, qd: Array, zd: Array) -> Array:
        """D²F along (q̇, ż): the change along it of the first derivative along it."""
        fastest = max(float(np.abs(qd / self.scales).max()), float(np.abs(zd).max()), 1e-300)
        places, weights = STENCIL
        h = 0.02 / fastest
        times = places * h + TINY / fastest * 1j
        first = self.conditions(q[:, None] + qd[:, None] * times, z[:, None] + zd[:, None] * times).imag
        return np.asarray(first @ weights / h * (fastest / TINY))


def solved(matrix: Array, right: Array) -> Array:
    """The solution of a regular system that may have redundant rows."""
    return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0])
