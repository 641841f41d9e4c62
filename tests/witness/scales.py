"""Between the numbers of a mechanism and those of its conditions.

Lengths are in sizes of the mechanism and places are counted from one of its points, so that units and a place far from
the origin cost no digits. The place of a link is that of the middle of its points.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.model.driver import CoordinateDriver, PoseDriver
from sgkin.model.mechanism import Mechanism

Array = NDArray[np.float64]


class Scales:
    """Between the numbers of a mechanism and those of its conditions."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.links = mechanism.moving_links
        self.number = {name: number for number, name in enumerate(self.links)} | {mechanism.ground: -1}
        points = {link.name: np.array(list(link.points.values()) or [(0.0, 0.0)]) for link in mechanism.links}
        self.size = max(float(np.hypot(*np.ptp(places, axis=0))) for places in points.values()) or 1.0
        self.middle = {name: places.mean(axis=0) for name, places in points.items()}
        self.base = points[mechanism.ground][0]
        self.middle[mechanism.ground] = self.base
        self.middles = np.array([self.middle[name] for name in self.links]) / self.size
        self.far = float(np.abs(self.base).max()) / self.size

    @cached_property
    def input_scale(self) -> Array:
        """What is one for each input (f,)."""
        lengths = [self.mechanism.input_quantity(name) == "length" for name in self.mechanism.input_names]
        return np.where(lengths, self.size, 1.0)

    @cached_property
    def input_offset(self) -> Array:
        """What is zero for each input (f,): driven coordinates count from the base."""
        offsets: list[float] = []
        for driver in self.mechanism.drivers:
            match driver:
                case CoordinateDriver():
                    offsets.append(self.base["xy".index(driver.axis)])
                case PoseDriver():
                    offsets += [*self.base, 0.0]
                case _:
                    offsets.append(0.0)
        return np.array(offsets)

    def inputs(self, z: ArrayLike) -> Array:
        """Inputs (…, f) of the conditions."""
        return np.asarray((np.asarray(z, dtype=float) - self.input_offset) / self.input_scale)

    def given_inputs(self, z: Array) -> Array:
        """Inputs (…, f) of the mechanism from those of the conditions."""
        return np.asarray(z * self.input_scale + self.input_offset)

    def coordinates(self, poses: ArrayLike) -> Array:
        """Coordinates (…, 3n) of the conditions from the poses (…, n, 3) of the links."""
        poses = np.asarray(poses, dtype=float)
        place = (poses[..., :2] - self.base) / self.size + turned(self.middles, poses[..., 2])
        joined = np.concatenate([place, poses[..., 2:]], axis=-1)
        return joined.reshape(*joined.shape[:-2], -1)

    def poses(self, q: Array) -> Array:
        """Poses (…, n, 3) of the links from the coordinates (…, 3n)."""
        parts = q.reshape(*q.shape[:-1], -1, 3)
        place = (parts[..., :2] - turned(self.middles, parts[..., 2])) * self.size + self.base
        return np.concatenate([place, parts[..., 2:]], axis=-1)

    def derivatives(self, q: Array, first: Array, second: Array) -> tuple[Array, Array]:
        """K (n, 3, f) and L (n, 3, f, f) of the links' frames, from those of the coordinates (3n, f), (3n, f, f)."""
        f = first.shape[1]
        K, L = first.reshape(-1, 3, f).copy(), second.reshape(-1, 3, f, f).copy()
        arm = turned(self.middles, q.reshape(-1, 3)[:, 2])
        left = np.stack([-arm[:, 1], arm[:, 0]], axis=1)
        turn = K[:, 2]
        K[:, :2] -= left[:, :, None] * turn[:, None]
        L[:, :2] -= left[:, :, None, None] * L[:, None, 2]
        L[:, :2] += arm[:, :, None, None] * (turn[:, :, None] * turn[:, None, :])[:, None]
        K[:, :2] *= self.size
        L[:, :2] *= self.size
        K /= self.input_scale
        L /= self.input_scale[:, None] * self.input_scale
        return K, L


def turned(vectors: Array, angle: Array) -> Array:
    """Vectors (n, 2) turned by angles (…, n)."""
    cosine, sine = np.cos(angle), np.sin(angle)
    x, y = vectors[:, 0], vectors[:, 1]
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)
