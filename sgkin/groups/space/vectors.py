"""Vectors of links: dimensions of a mechanism, from which the geometry of elements is made."""

from __future__ import annotations

from typing import NamedTuple

from sgkin.mathematics import sqrt

Vector = tuple[float, float, float]


class Triad(NamedTuple):
    """Three directions square to each other, the axes of a frame."""

    x: Vector
    y: Vector
    z: Vector

    @property
    def numbers(self) -> tuple[float, ...]:
        """As the rows of a frame."""
        return *self.x, *self.y, *self.z


STANDARD = Triad((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""The axes of a link in its own frame."""


def plus(a: Vector, b: Vector) -> Vector:
    """a + b"""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vector, b: Vector) -> Vector:
    """a − b"""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def scaled(factor: float, a: Vector) -> Vector:
    """A multiple of a."""
    return factor * a[0], factor * a[1], factor * a[2]


def dot(a: Vector, b: Vector) -> float:
    """a·b"""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """a × b"""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def square(a: Vector) -> float:
    """Of the length of a."""
    return dot(a, a)


def unit(a: Vector) -> Vector:
    """The direction of a."""
    return scaled(1.0 / sqrt(square(a)), a)


def triad(a: Vector, b: Vector) -> Triad:
    """x along a, z square to a and b, as `sgkin.kernels.space.frame_of_vectors` has it."""
    x, z = unit(a), unit(cross(a, b))
    return Triad(x, cross(z, x), z)


def turn_between(one: Triad, other: Triad) -> Triad:
    """The constant frame that turns the axes of `other` into those of `one`."""
    return Triad(*(turned((other.x[k], other.y[k], other.z[k]), one) for k in range(3)))


def turned(a: Vector, frame: Triad) -> Vector:
    """A vector with components a in a frame."""
    return plus(plus(scaled(a[0], frame.x), scaled(a[1], frame.y)), scaled(a[2], frame.z))
