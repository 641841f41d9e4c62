"""Smooth functions of two parameters with their derivatives, by textbook formulas: numbers, points, frames, directions.

A frame is a product of turns about fixed axes. Its ωᵢ is found as a sum of the axes, and ∂ⱼωᵢ by the product rule:
nothing here uses what the kernels use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

PARAMETERS = 2


class Jet(NamedTuple):
    """Values (n,), first derivatives (2, n) and second ones (2, 2, n); of a frame ω instead, and ∂ⱼωᵢ [i, j]."""

    value: Array
    first: Array
    second: Array


Path = Callable[[Array], Jet]
"""A jet at every place of the parameters (2,)."""


def smooth(random: Any, size: float = 1.0, count: int = 1) -> Path:
    """Numbers that vary as sums of waves."""
    offset = random.uniform(-size, size, count)
    rates, phases = random.uniform(-1.0, 1.0, (3, count, PARAMETERS)), random.uniform(0.0, 6.0, (3, count))
    weights = size * random.uniform(0.1, 0.3, (3, count))

    def jet(z: Array) -> Jet:
        angle = rates @ z + phases
        value = offset + (weights * np.sin(angle)).sum(axis=0)
        first = np.einsum("wn,wni->in", weights * np.cos(angle), rates)
        second = -np.einsum("wn,wni,wnj->ijn", weights * np.sin(angle), rates, rates)
        return Jet(value, first, second)

    return jet


def unit(random: Any) -> Array:
    """A random direction."""
    vector = random.normal(size=3)
    return np.asarray(vector / np.linalg.norm(vector))


def rotation(axis: Array, angle: float) -> Array:
    """The matrix of a turn."""
    x, y, z = axis
    hat = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + np.sin(angle) * hat + (1.0 - np.cos(angle)) * hat @ hat


def random_rotation(random: Any) -> Array:
    return rotation(unit(random), random.uniform(-3.0, 3.0))


class Turns:
    """A frame: turns about fixed axes (k, 3) by smooth angles, one after the other, then a constant frame."""

    def __init__(self, axes: Any, angles: Path, rest: Array) -> None:
        self.axes, self.angles, self.rest = np.asarray(axes), angles, rest

    def __call__(self, z: Array) -> Jet:
        angles = self.angles(z)
        turned, here = [], np.eye(3)
        for axis, angle in zip(self.axes, angles.value, strict=True):
            turned.append(here @ axis)
            here = here @ rotation(axis, angle)
        omega = np.einsum("ik,kn->in", angles.first, np.array(turned))
        second = np.einsum("ijk,kn->ijn", angles.second, np.array(turned))
        before = np.zeros((PARAMETERS, 3))
        for number, axis in enumerate(turned):
            for i in range(PARAMETERS):
                for j in range(PARAMETERS):
                    second[i, j] += angles.first[i, number] * np.cross(before[j], axis)
            before = before + np.outer(angles.first[:, number], axis)
        return Jet((here @ self.rest).T.ravel(), omega, second)

    def carried(self, vector: Any, origin: Path | None = None) -> Path:
        """A vector of the frame, or a point that it carries."""

        def jet(z: Array) -> Jet:
            frame = self(z)
            b = matrix(frame.value) @ np.asarray(vector)
            first = np.cross(frame.first, b)
            second = np.cross(frame.second, b) + np.cross(frame.first[:, None], first[None, :])
            if origin is None:
                return Jet(b, first, second)
            at = origin(z)
            return Jet(at.value + b, at.first + first, at.second + second)

        return jet


def frame(random: Any) -> Turns:
    """A frame that turns any way."""
    return Turns([unit(random) for _ in range(3)], smooth(random, 1.5, 3), random_rotation(random))


def direction(random: Any) -> Path:
    """A direction that turns any way."""
    return frame(random).carried(unit(random))


def matrix(columns: Any) -> Array:
    """The matrix of a frame that is given by its axes, one after the other."""
    return np.asarray(columns).reshape(3, 3).T
