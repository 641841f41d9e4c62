"""A leg between a universal joint of an earlier link and a ball that is found already, of constant or of any length."""

from __future__ import annotations

from sgkin.groups.element import Element, Feature
from sgkin.groups.space.builder import Axis, SpatialBuilder
from sgkin.groups.space.concurrent import CONES
from sgkin.groups.space.frames import frame_of_directions
from sgkin.groups.space.vectors import Vector, dot, minus, unit
from sgkin.kernels.space.leg import LEG
from sgkin.kernels.space.two_cones import TWO_CONES


def build_leg(
    builder: SpatialBuilder, base: Axis, own: Axis, ball: Vector, end: Feature, group: int, cosine: float = 0.0
) -> Element:
    """Places the leg and returns the element that finds the second axis of its universal joint.

    `base`: the first axis of the universal joint; `own`: its second one, on the leg; `cosine`: of the angle between
    them; `ball`: a place of the leg on the line from its joint to the ball.
    """
    foot = builder.foot(base)
    towards, length = Feature("direction3", own.link, place=unit(minus(ball, own.point))), Feature("scalar")
    builder.add(LEG, [foot, end], [towards, length], [])
    second = Feature("direction3", own.link, place=own.axis)
    cosines = [cosine, dot(own.axis, towards.place)]
    element = builder.add(TWO_CONES, [builder.along(base), towards], [second], cosines, group)
    element.declaration = CONES
    frame = frame_of_directions(builder, own.link, (towards, towards.place), (second, own.axis))
    builder.place(own.link, [(foot, own.point)], frame)
    return element
