"""Continuous angles of links: what of them follows exactly, whole turns included, and what must be counted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sgkin.groups.element import Feature
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.kernels.frames import ANGLE, LATER, ROTATE, SUM, TURN
from sgkin.mathematics import Pose, atan2

NOTHING = Feature("scalar", values=(0.0,))


def turning(builder: PlanBuilder, direction: Feature) -> tuple[Feature | None, Feature]:
    """What the angle of a direction is made of.

    A direction whose angle must be counted along the motion, if there is one, and a scalar to be added to it. The
    scalar follows from the inputs, or was found together with the direction by a group with gears.
    """
    if direction not in builder.turnings:
        builder.turnings[direction] = _turning(builder, direction)
    return builder.turnings[direction]


def _turning(builder: PlanBuilder, direction: Feature) -> tuple[Feature | None, Feature]:
    if direction.values:
        return None, Feature("scalar", direction.link, values=(atan2(direction.values[1], direction.values[0]),))
    if direction in builder.angles:
        return None, builder.angles[direction]
    maker = builder.makers[direction]
    if maker.kernel not in (ROTATE, TURN):
        return direction, NOTHING
    counted, before = turning(builder, maker.inputs[0])
    output = Feature("scalar", direction.link)
    if maker.kernel == ROTATE:
        builder.add(SUM, [before, maker.inputs[1]], [output], list(maker.geometry))
        return counted, output
    turn = atan2(maker.geometry[1], maker.geometry[0])
    if before.values:
        return counted, Feature("scalar", direction.link, values=(before.values[0] + turn,))
    builder.add(LATER, [before], [output], [turn])
    return counted, output


def angle_of(builder: PlanBuilder, direction: Feature) -> Feature:
    """The angle of a direction as a scalar; what must be counted is continuous from lane to lane."""
    counted, more = turning(builder, direction)
    if counted is None:
        return more
    output = Feature("scalar", counted.link)
    element = builder.add(ANGLE, [counted], [output], [], room=1)
    link, inclination = counted.link, counted.local[0]
    element.begin, element.remembered = partial(_begin, link, inclination), (link,)
    if more is NOTHING:
        return output
    both = Feature("scalar", direction.link)
    builder.add(SUM, [output, more], [both], [1.0, 0.0])
    return both


def _begin(link: str, inclination: float, poses: Mapping[str, Pose]) -> list[tuple[int, float]]:
    """Go on from the angle of a direction that is inclined to a link."""
    return [(0, poses[link][2] + inclination)]


def add_link_angles(builder: PlanBuilder) -> None:
    """Add what the angles of links follow from."""
    for frame in list(builder.frames.values()):
        if frame.direction is not None:
            turning(builder, frame.direction)


def initial_angle(builder: PlanBuilder, angle: Feature, poses: Mapping[str, Pose]) -> float:
    """What such a scalar is in the initial configuration."""
    if angle.values:
        return angle.values[0]
    if angle.input >= 0:
        return builder.mechanism.initial_inputs[builder.mechanism.input_names[angle.input]]
    maker = builder.makers[angle]
    if maker.kernel == SUM:
        before, more = (initial_angle(builder, feature, poses) for feature in maker.inputs)
        sign, shift = maker.geometry
        return before + sign * more + shift
    if maker.kernel == LATER:
        return initial_angle(builder, maker.inputs[0], poses) + maker.geometry[0]
    return poses[angle.link][2] + (maker.inputs[0].local[0] if maker.kernel == ANGLE else 0.0)
