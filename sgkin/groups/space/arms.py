"""Arms and sliders with a ball that a rod holds: the rocker of RSSR, an arm of a double wishbone.

`base` is a joint on an earlier link, `own` the same joint on the link of the group. Each function adds the element that
solves the group, under the group's number, places the link, and returns that element.
"""

from __future__ import annotations

from sgkin.groups.element import Element
from sgkin.groups.space.builder import Axis, SpatialBuilder
from sgkin.groups.space.frames import place_on_arm
from sgkin.groups.space.points import Circle, Line, Sphere, find_point
from sgkin.groups.space.vectors import Vector, cross, dot, minus, plus, square, turn_between, turned


def circle_of(builder: SpatialBuilder, base: Axis, own: Axis, ball: Vector) -> Circle:
    """What a ball of a link on a revolute joint moves on."""
    arm = minus(ball, own.point)
    height = dot(own.axis, arm)
    return Circle(builder.foot(base), builder.along(base), height, square(cross(own.axis, arm)))


def line_of(builder: SpatialBuilder, base: Axis, own: Axis, ball: Vector) -> Line:
    """What a ball of a link on a prismatic joint moves on."""
    arm = turned(minus(ball, own.point), turn_between(base.triad, own.triad))
    return Line(builder.point(base.link, plus(base.point, arm)), builder.along(base))


def build_arm(builder: SpatialBuilder, base: Axis, own: Axis, ball: Vector, rod: Sphere, group: int) -> Element:
    """A link on a revolute joint, with a ball that a rod holds."""
    element = find_point(builder, [circle_of(builder, base, own, ball), rod], own.link, ball, group)
    place_on_arm(builder, base, own, (element.outputs[0], ball))
    return element


def build_slider(builder: SpatialBuilder, base: Axis, own: Axis, ball: Vector, rod: Sphere, group: int) -> Element:
    """A link on a prismatic joint, with a ball that a rod holds."""
    element = find_point(builder, [line_of(builder, base, own, ball), rod], own.link, ball, group)
    frame = builder.rest(builder.frame(base.link), base, own)
    builder.place(own.link, [(element.outputs[0], ball)], frame)
    return element
