"""Groups in space whose links are found one after the other: balls by what holds them, links by their balls.

In every round one ball is found that three conditions hold, or a link is placed of which enough is known: a link on a
pin or on a guide by a ball, any link by three points, a leg on a universal joint by its ball; else a link on six
conditions at its balls. Every ball found, every leg and every such link is a step of the group; balls and legs have a
branch of their own.
"""

from __future__ import annotations

from sgkin.groups.declaration import GroupTask
from sgkin.groups.space.balls import Ball, spread
from sgkin.groups.space.builder import Axis
from sgkin.groups.space.conditions import Holds, chosen, is_planar
from sgkin.groups.space.frames import place_on_arm, place_on_points
from sgkin.groups.space.in_plane import build_in_plane
from sgkin.groups.space.legs import build_leg
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.platform import place_platform
from sgkin.groups.space.points import find_point
from sgkin.groups.space.vectors import cross, dot, minus, square
from sgkin.model.joint import Joint
from sgkin.model.marker import crossed_axes
from sgkin.space import turned

IN_LINE = 1e-9
"""Sine of the angle between an axis and the way to a point up to which the point lies on it."""


class NoClosedFormError(Exception):
    """Raised where what is left of a group is found by no closed form: it is then iterated as a whole."""


def build_by_points(task: GroupTask, builder: SpatialPlanBuilder) -> None:
    """Place all links of a group; raises where what is left of it is found by no closed form."""
    if task.group.redundant and is_planar(task, builder) and not _has_balls_enough(task):
        if not build_in_plane(task, builder):
            raise NoClosedFormError
        return
    holds = Holds(task, builder)
    while left := [link for link in task.links if not builder.is_placed(link)]:
        if any(_place(link, holds, builder) for link in left):
            continue
        if _find_ball(left, holds, builder) or any(_place_leg(link, holds, builder) for link in left):
            continue
        if place_platform(left, holds, builder):
            continue
        raise NoClosedFormError


def _has_balls_enough(task: GroupTask) -> bool:
    """Whether a planar group is a single link, or two links on a pin, of which the pin is found as a ball."""
    return not task.group.inputs and (
        len(task.links) == 1 or (len(task.links) == 2 and [joint.letter for joint in task.inner] == ["R"])
    )


def _place(link: str, holds: Holds, builder: SpatialPlanBuilder) -> bool:
    """Place a link of which enough is known; whether it could be done."""
    known = holds.balls.known_of(link)
    for _, base, own in holds.hanging(link, "R"):
        off = [(point, place) for point, place in known if not _is_on(own, place)]
        if off:
            place_on_arm(builder, base, own, off[0])
            return True
    for _, base, own in holds.hanging(link, "P"):
        if known:
            builder.place(link, known[:1], builder.rest(builder.frame(base.link), base, own))
            return True
    three = spread(known)
    if len(three) == 3:
        place_on_points(builder, link, three)
        return True
    return False


def _is_on(axis: Axis, place: tuple[float, float, float]) -> bool:
    arm = minus(place, axis.point)
    return square(cross(axis.axis, arm)) <= IN_LINE * IN_LINE * square(arm)


def _find_ball(left: list[str], holds: Holds, builder: SpatialPlanBuilder) -> bool:
    """Find a ball that is not known yet; whether there is one that a closed form finds."""
    for ball in holds.balls.all:
        if holds.balls.feature(ball) is None:
            conditions = chosen(holds.conditions(ball), builder)
            if conditions:
                link, place = _owner(ball, left)
                ball.found = find_point(builder, conditions, link, place, builder.next_step).outputs[0]
                return True
    return False


def _owner(ball: Ball, left: list[str]) -> tuple[str, tuple[float, float, float]]:
    return next(spot for spot in ball.spots if spot[0] in left)


def _place_leg(link: str, holds: Holds, builder: SpatialPlanBuilder) -> bool:
    """Place a leg between a universal joint of a placed link and a ball that is known; whether it could be done."""
    for joint, base, own in holds.hanging(link, "U"):
        ends = [(point, place) for point, place in holds.balls.known_of(link) if square(minus(place, own.point)) > 0.0]
        if ends:
            point, place = ends[0]
            first, second = builder.cross_axis(joint, base.link), builder.cross_axis(joint, link)
            build_leg(builder, first, second, place, point, builder.next_step, cosine_of(joint, builder))
            return True
    return False


def cosine_of(joint: Joint, builder: SpatialPlanBuilder) -> float:
    """Of the angle between the two axes of a universal joint, which stays."""
    poses = builder.design_turns
    axes = zip(joint.links, crossed_axes(builder.mechanism, joint), strict=True)
    one, other = (turned(poses[link], axis) for link, axis in axes)
    return dot(one, other)
