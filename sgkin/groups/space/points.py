"""A point by conditions that earlier links put on it: which closed form finds it, its branches and its gap.

Spheres are rods and links between two balls; a circle is a link on a revolute joint, a line one on a prismatic joint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from sgkin.groups.declaration import ClosedForm, Values
from sgkin.groups.element import Element, Feature
from sgkin.groups.rrr import UNLIKE, geometry_of
from sgkin.groups.space.builder import SpatialBuilder
from sgkin.groups.space.vectors import Vector, cross, dot, minus, scaled, square
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.space.circle_sphere import CIRCLE_SPHERE
from sgkin.kernels.space.driven_spheres import CIRCLE_DRIVEN_SPHERE, LINE_DRIVEN_SPHERE, THREE_DRIVEN_SPHERES
from sgkin.kernels.space.line_sphere import LINE_SPHERE
from sgkin.kernels.space.three_planes import THREE_PLANES
from sgkin.kernels.space.three_spheres import THREE_SPHERES
from sgkin.mathematics import hypot, inf, larger, smaller, sqrt


class Sphere(NamedTuple):
    """About a point; square: of its radius."""

    centre: Feature
    square: float


class DrivenSphere(NamedTuple):
    """About a point; length: a scalar, its radius; nominal: what that is in the design position."""

    centre: Feature
    length: Feature
    nominal: float

    @property
    def square(self) -> float:
        """Of the nominal radius."""
        return self.nominal * self.nominal


class Plane(NamedTuple):
    """At a height over a point, along its normal."""

    point: Feature
    normal: Feature
    height: float


class Circle(NamedTuple):
    """About an axis through a point, at a height over it; square: of its radius."""

    point: Feature
    axis: Feature
    height: float
    square: float


class Line(NamedTuple):
    """Through a point, along a direction."""

    point: Feature
    direction: Feature


Condition = Sphere | DrivenSphere | Plane | Circle | Line


def find_point(
    builder: SpatialBuilder, conditions: Sequence[Condition], link: str, place: Vector, group: int
) -> Element:
    """The element that finds a point of a link, by conditions in any order; its first output is the point."""
    match sorted(conditions, key=lambda condition: type(condition).__name__):
        case [Circle(q, n, height, s), Sphere(p, l2)]:
            kernel, inputs, geometry = CIRCLE_SPHERE, [q, n, p], [height, *geometry_of(s, l2)]
        case [Line(q, n), Sphere(p, l2)]:
            kernel, inputs, geometry = LINE_SPHERE, [q, n, p], [l2]
        case [Sphere(a, a2), Sphere(b, b2), Sphere(d, d2)]:
            kernel, inputs, geometry = THREE_SPHERES, [a, b, d], [a2, b2, d2, spheres_scale(a2, b2, d2)]
        case [Circle(q, n, height, s), DrivenSphere(p, length) as driven]:
            scale = geometry_of(s, driven.square)[-1]
            kernel, inputs, geometry = CIRCLE_DRIVEN_SPHERE, [q, n, p, length], [height, s, scale]
        case [DrivenSphere(p, length) as driven, Line(q, n)]:
            kernel, inputs, geometry = LINE_DRIVEN_SPHERE, [q, n, p, length], [1.0 / driven.square]
        case [DrivenSphere(), *_] as spheres if not {type(each) for each in spheres} - {Sphere, DrivenSphere}:
            found = [cast(Sphere | DrivenSphere, each) for each in spheres]
            kernel, geometry = THREE_DRIVEN_SPHERES, [spheres_scale(*(each.square for each in found))]
            inputs = [*(each.centre for each in found), *(_radius(each) for each in found)]
        case [Plane(), Plane(), Plane()] as planes:
            kernel = THREE_PLANES
            inputs = [feature for plane in planes for feature in cast(Plane, plane)[:2]]
            geometry = [cast(Plane, plane).height for plane in planes]
        case others:
            kinds = ", ".join(type(condition).__name__ for condition in others)
            raise TypeError(f"no closed form finds a point by these conditions: {kinds}")
    element = builder.add(kernel, inputs, [Feature("point3", link, place=place)], geometry, group)
    element.declaration = CLOSED_FORMS[kernel]
    return element


def _radius(sphere: Sphere | DrivenSphere) -> Feature:
    """The radius of a sphere as a scalar."""
    if isinstance(sphere, DrivenSphere):
        return sphere.length
    return Feature("scalar", values=(sqrt(sphere.square),))


def spheres_scale(a2: float, b2: float, d2: float) -> float:
    """By what the square of the determinant of three spheres is multiplied to have no unit."""
    together = a2 + b2 + d2
    return 1.0 / smaller(together * together * together, UNLIKE * UNLIKE * a2 * b2 * d2 or inf)


def _sign(number: float) -> int:
    return 1 if number >= 0.0 else -1


def _vectors(values: Values) -> list[Vector]:
    return [cast(Vector, value) for value in values]


def circle_branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """+1 where C lies left of the line from the circle's centre to P, looked at with its axis towards the eye."""
    q, n, p, c = _vectors((*inputs, *outputs))
    return _sign(dot(cross(n, minus(p, q)), minus(c, q)))


def spheres_branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """+1 where C lies on the side from which the centres are seen anticlockwise."""
    a, b, d, c = _vectors((*inputs, *outputs))
    return _sign(dot(cross(minus(b, a), minus(d, a)), minus(c, a)))


def line_branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """+1 where C lies ahead of the foot of P on the line."""
    _, n, p, c = _vectors((*inputs, *outputs))
    return _sign(dot(n, minus(c, p)))


def circle_gap(inputs: Values, geometry: list[float]) -> float:
    """Between the rod and what it would have to be at the nearest or farthest point of the circle."""
    q, n, p = _vectors(inputs)
    height, s, l2, _ = geometry
    return _reach(minus(minus(p, q), scaled(height, n)), n, s, l2)


def _reach(d: Vector, n: Vector, s: float, l2: float) -> float:
    """By how much a length misses a circle about the direction n, from a point at d from its centre."""
    along, radius, length = dot(n, d), sqrt(s), sqrt(l2)
    across = sqrt(square(minus(d, scaled(along, n))))
    return larger(hypot(along, across - radius) - length, length - hypot(along, across + radius))


def spheres_gap(inputs: Values, geometry: list[float]) -> float:
    """Between the first two spheres, if they do not meet; else between their circle and the third."""
    a, b, d = _vectors(inputs)
    a2, b2, d2, _ = geometry
    u = minus(b, a)
    u2, one, other = square(u), sqrt(a2), sqrt(b2)
    apart = larger(sqrt(u2) - (one + other), abs(one - other) - sqrt(u2))
    if apart >= 0.0:
        return apart
    share = 0.5 * (a2 - b2 + u2) / u2
    to_centre = minus(minus(d, a), scaled(share, u))
    return larger(apart, _reach(to_centre, scaled(1.0 / sqrt(u2), u), a2 - share * share * u2, d2))


def line_gap(inputs: Values, geometry: list[float]) -> float:
    """Between the rod and the distance of P from the line."""
    q, n, p = _vectors(inputs)
    d = minus(p, q)
    return sqrt(square(minus(d, scaled(dot(n, d), n)))) - sqrt(geometry[0])


def driven_circle_branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """As `circle_branch`."""
    return circle_branch(inputs[:3], outputs, geometry)


def driven_spheres_branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """As `spheres_branch`."""
    return spheres_branch(inputs[:3], outputs, geometry)


def driven_line_branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """As `line_branch`."""
    return line_branch(inputs[:3], outputs, geometry)


def driven_circle_gap(inputs: Values, geometry: list[float]) -> float:
    """As `circle_gap`."""
    height, s, scale = geometry
    return circle_gap(inputs[:3], [height, s, inputs[3][0] ** 2, scale])


def driven_spheres_gap(inputs: Values, geometry: list[float]) -> float:
    """As `spheres_gap`."""
    return spheres_gap(inputs[:3], [*(length * length for (length,) in inputs[3:]), 0.0])


def driven_line_gap(inputs: Values, geometry: list[float]) -> float:
    """As `line_gap`."""
    return line_gap(inputs[:3], [inputs[3][0] ** 2])


ROD_AND_ARM = "the rod lies in a plane with the axis of the arm"
THREE_RODS = "the point lies in a plane with the three others"
ROD_AND_GUIDE = "the rod is square to the guide"
CLOSED_FORMS: dict[Kernel, ClosedForm] = {
    CIRCLE_SPHERE: ClosedForm(
        branches=(1, -1),
        branch=circle_branch,
        gap=circle_gap,
        singular_when=ROD_AND_ARM,
    ),
    THREE_SPHERES: ClosedForm(
        branches=(1, -1),
        branch=spheres_branch,
        gap=spheres_gap,
        singular_when=THREE_RODS,
    ),
    LINE_SPHERE: ClosedForm(branches=(1, -1), branch=line_branch, gap=line_gap, singular_when=ROD_AND_GUIDE),
    CIRCLE_DRIVEN_SPHERE: ClosedForm(
        branches=(1, -1), branch=driven_circle_branch, gap=driven_circle_gap, singular_when=ROD_AND_ARM
    ),
    THREE_DRIVEN_SPHERES: ClosedForm(
        branches=(1, -1), branch=driven_spheres_branch, gap=driven_spheres_gap, singular_when=THREE_RODS
    ),
    LINE_DRIVEN_SPHERE: ClosedForm(
        branches=(1, -1), branch=driven_line_branch, gap=driven_line_gap, singular_when=ROD_AND_GUIDE
    ),
    THREE_PLANES: ClosedForm(singular_when="the three planes have a direction in common"),
}
"""What is known of the points that kernels find."""
