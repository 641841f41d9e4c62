"""Vectors, rotations and poses in space, of numbers that may be traced.

A rotation is its three columns: where the axes of a frame point. Angles of Bryant turn about x, then about the new y,
then about the new z: R = Rx(α) Ry(β) Rz(γ).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sgkin.mathematics import atan2, cos, hypot, is_zero, pi, sin, sqrt

Vector = tuple[float, float, float]
Rotation = tuple[Vector, Vector, Vector]

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
UPRIGHT: Rotation = (X, Y, Z)


class SpacePose(NamedTuple):
    """Where a link is: its origin, and where its axes point."""

    place: Vector
    turn: Rotation = UPRIGHT

    def moved(self, local: Sequence[float]) -> Vector:
        """A place of the link, seen from the frame in which it has this pose."""
        return added(self.place, turned(self.turn, local))

    def local(self, place: Sequence[float]) -> Vector:
        """The same backwards: a place of that frame in the link's own."""
        return turned_back(self.turn, without(place, self.place))

    def behind(self, other: SpacePose) -> SpacePose:
        """A pose that is given in the frame of this one."""
        return SpacePose(self.moved(other.place), after(self.turn, other.turn))

    @property
    def inverse(self) -> SpacePose:
        """The pose of the outer frame, seen from the link."""
        back = transposed(self.turn)
        return SpacePose(scaled(-1.0, turned(back, self.place)), back)


AT_REST = SpacePose((0.0, 0.0, 0.0))


def added(one: Sequence[float], other: Sequence[float]) -> Vector:
    """The sum of two vectors."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def without(one: Sequence[float], other: Sequence[float]) -> Vector:
    """The difference of two vectors."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def scaled(factor: float, vector: Sequence[float]) -> Vector:
    """So many times a vector."""
    return factor * vector[0], factor * vector[1], factor * vector[2]


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    """The product of two vectors that is a number."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def cross(one: Sequence[float], other: Sequence[float]) -> Vector:
    """The product of two vectors that is a vector."""
    (a, b, c), (x, y, z) = one, other
    return b * z - c * y, c * x - a * z, a * y - b * x


def length(vector: Sequence[float]) -> float:
    """√(x² + y² + z²)."""
    return sqrt(dot(vector, vector))


def unit(vector: Sequence[float]) -> Vector:
    """A vector of length one along another, which is not zero."""
    return scaled(1.0 / length(vector), vector)


def across(axis: Sequence[float], vector: Sequence[float]) -> Vector:
    """The direction of the part of a vector that is at right angles to an axis of length one."""
    return unit(without(vector, scaled(dot(axis, vector), axis)))


def perpendicular(axis: Sequence[float]) -> Vector:
    """A direction at right angles to an axis of length one: the part across of the coordinate axis farthest from it."""
    sizes = [abs(part) for part in axis]
    return across(axis, UPRIGHT[sizes.index(min(sizes))])


def turned(rotation: Rotation, vector: Sequence[float]) -> Vector:
    """A vector of a frame, seen from outside."""
    (a, b, c), (x, y, z) = rotation, (vector[0], vector[1], vector[2])
    return (
        a[0] * x + b[0] * y + c[0] * z,
        a[1] * x + b[1] * y + c[1] * z,
        a[2] * x + b[2] * y + c[2] * z,
    )


def turned_back(rotation: Rotation, vector: Sequence[float]) -> Vector:
    """A vector from outside, seen from a frame."""
    return dot(rotation[0], vector), dot(rotation[1], vector), dot(rotation[2], vector)


def after(one: Rotation, other: Rotation) -> Rotation:
    """The rotation that is another in the frame of one."""
    return turned(one, other[0]), turned(one, other[1]), turned(one, other[2])


def transposed(rotation: Rotation) -> Rotation:
    """The inverse of a rotation."""
    a, b, c = rotation
    return (a[0], b[0], c[0]), (a[1], b[1], c[1]), (a[2], b[2], c[2])


def about(axis: Sequence[float], angle: float) -> Rotation:
    """The rotation about an axis of length one."""
    if is_zero(angle):
        return UPRIGHT
    c, s = cos(angle), sin(angle)

    def column(part: int) -> Vector:
        own, side = scaled((1.0 - c) * axis[part], axis), scaled(s, cross(axis, UPRIGHT[part]))
        return added(added(scaled(c, UPRIGHT[part]), side), own)

    return column(0), column(1), column(2)


def of_bryant(alpha: float, beta: float, gamma: float) -> Rotation:
    """The rotation of three angles of Bryant."""
    return after(about(X, alpha), after(about(Y, beta), about(Z, gamma)))


def bryant(rotation: Rotation) -> Vector:
    """The angles of Bryant of a rotation, β within a quarter turn; where that is a quarter turn, γ is 0."""
    a, b, c = rotation
    across_x = hypot(a[0], b[0])
    beta = atan2(c[0], across_x)
    if across_x < 1e-12:
        return atan2(b[2], b[1]), beta, 0.0
    return atan2(-c[1], c[2]), beta, atan2(-b[0], a[0])


def axis_and_angle(rotation: Rotation) -> tuple[Vector, float]:
    """The axis and the angle, from 0 to half a turn, of a rotation; z where it does not turn."""
    a, b, c = rotation
    spin = (b[2] - c[1], c[0] - a[2], a[1] - b[0])
    size, trace = length(spin), a[0] + b[1] + c[2]
    angle = atan2(size, trace - 1.0)
    if size > 1e-8:
        return scaled(1.0 / size, spin), angle
    if trace > 0.0:
        return Z, 0.0
    diagonal = [(rotation[part][part] + 1.0) / 2.0 for part in range(3)]
    largest = diagonal.index(max(diagonal))
    return unit(added(rotation[largest], UPRIGHT[largest])), pi


def angle_between(one: Sequence[float], other: Sequence[float]) -> float:
    """The angle between two directions, 0 to half a turn."""
    return atan2(length(cross(one, other)), dot(one, other))


__all__ = [
    "AT_REST", "UPRIGHT", "Rotation", "SpacePose", "Vector", "X", "Y", "Z", "about", "across", "added",
    "after", "angle_between", "axis_and_angle", "bryant", "cross", "dot", "length", "of_bryant", "perpendicular",
    "scaled", "transposed", "turned", "turned_back", "unit", "without",
]  # fmt: skip
