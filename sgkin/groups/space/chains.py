"""Groups in space by the joints of their links in a row: three cylindrical joints, three axes through one point, a
link on a pin and a universal joint."""

from __future__ import annotations

from sgkin.groups.declaration import GroupTask
from sgkin.groups.element import Feature
from sgkin.groups.space.builder import Axis
from sgkin.groups.space.concurrent import CONES, build_spherical
from sgkin.groups.space.conditions import Holds
from sgkin.groups.space.cylinders import build_cylinders
from sgkin.groups.space.driven_links import earlier_link
from sgkin.groups.space.frames import frame_of_directions
from sgkin.groups.space.links_by_points import NoClosedFormError, build_by_points, cosine_of
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.vectors import Vector, cross, dot, minus, plus, scaled, square
from sgkin.kernels.space.two_cones import TWO_CONES
from sgkin.model.design_position import design_pose
from sgkin.model.joint import Joint
from sgkin.model.marker import markers
from sgkin.space import turned

ALIKE = 1e-6
"""Sines of angles, and distances by the size of the mechanism, up to which axes are parallel or meet."""

Pair = tuple[Axis, Axis]
Line = tuple[Vector, Vector]
"""A point and a direction, in ground."""


def chain(task: GroupTask, builder: SpatialPlanBuilder) -> tuple[Pair, Pair, Pair]:
    """Of two links in a row, their outer joints on the earlier links and on their own, and the inner one on both."""
    (joint1, first), (joint2, second) = task.outer
    (inner,) = task.inner
    bases = [builder.axis(joint, earlier_link(joint, task.links, builder)) for joint in (joint1, joint2)]
    owns = builder.axis(joint1, first), builder.axis(joint2, second)
    return (bases[0], bases[1]), owns, (builder.axis(inner, first), builder.axis(inner, second))


def build_three_cylinders(task: GroupTask, builder: SpatialPlanBuilder) -> None:
    """CCC: two links on three cylindrical joints."""
    build_cylinders(builder, *chain(task, builder), builder.next_step)


def build_three_pins(task: GroupTask, builder: SpatialPlanBuilder) -> None:
    """RRR: two links on three pins, whose axes meet in one point or are parallel; no others move."""
    lines = [design_line(builder, joint) for joint in dict.fromkeys((*task.inner, *(each for each, _ in task.outer)))]
    if are_parallel(lines):
        build_by_points(task, builder)
    elif are_concurrent(lines, builder.mechanism.size):
        build_spherical(builder, *chain(task, builder), builder.next_step)
    else:
        raise NoClosedFormError


def build_on_cross(task: GroupTask, builder: SpatialPlanBuilder) -> None:
    """R-U: a link on a pin, driven through a universal joint whose centre lies on the axis of the pin."""
    (link,) = task.links
    holds = Holds(task, builder)
    ((pin, base, own),) = holds.hanging(link, "R")
    ((cross_joint, foot, _),) = holds.hanging(link, "U")
    (foot_of_pin, axis), centre = design_line(builder, pin), design_line(builder, cross_joint)[0]
    if not square(cross(minus(centre, foot_of_pin), axis)) <= (ALIKE * builder.mechanism.size) ** 2:
        raise NoClosedFormError
    first, second = builder.cross_axis(cross_joint, foot.link), builder.cross_axis(cross_joint, link)
    u, v = builder.along(first), builder.along(base)
    w = Feature("direction3", link, place=second.axis)
    cosines = [cosine_of(cross_joint, builder), dot(own.axis, second.axis)]
    element = builder.add(TWO_CONES, [u, v], [w], cosines, builder.next_step)
    element.declaration = CONES
    frame = frame_of_directions(builder, link, (v, own.axis), (w, second.axis))
    builder.place(link, [(builder.foot(base), own.point)], frame)


def design_line(builder: SpatialPlanBuilder, joint: Joint) -> Line:
    """The axis of a joint in the design position."""
    first = markers(builder.mechanism, joint)[0]
    pose = design_pose(builder.mechanism, first.link)
    return pose.moved(first.point), turned(pose.turn, first.axis)


def are_parallel(lines: list[Line]) -> bool:
    """Whether lines have one direction."""
    return all(square(cross(lines[0][1], axis)) <= ALIKE * ALIKE for _, axis in lines[1:])


def are_concurrent(lines: list[Line], size: float) -> bool:
    """Whether lines meet in one point, or come as near to it as rounded numbers do."""
    (p, u), *others = lines
    for q, v in others:
        normal = cross(u, v)
        if square(normal) > ALIKE * ALIKE:
            along = dot(cross(minus(q, p), v), normal) / square(normal)
            point = plus(p, scaled(along, u))
            return all(square(cross(minus(point, foot), axis)) <= (ALIKE * size) ** 2 for foot, axis in lines)
    return are_parallel(lines) and all(square(cross(minus(q, p), u)) <= (ALIKE * size) ** 2 for q, _ in others)
