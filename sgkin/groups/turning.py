"""Continuous angles of links: what of them follows exactly, whole turns included, and what must be counted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sgkin.groups.element import Entity, Pose
from sgkin.groups.site import Site
from sgkin.kernels.frames import ANGLE, LATER, ROTATE, SUM, TURN
from sgkin.mathematics import atan2, pi

NOTHING = Entity("scalar", values=(0.0,))


def turning(site: Site, direction: Entity) -> tuple[Entity | None, Entity]:
    """What the angle of a direction is made of.

    A direction whose angle must be counted along the motion, if there is one, and a scalar to be added to it. The
    scalar follows from the inputs, or was found together with the direction by a group with gears.
    """
    if direction not in site.turnings:
        site.turnings[direction] = _turning(site, direction)
    return site.turnings[direction]


def _turning(site: Site, direction: Entity) -> tuple[Entity | None, Entity]:
    if direction.values:
        return None, Entity("scalar", direction.link, values=(atan2(direction.values[1], direction.values[0]),))
    if direction in site.angles:
        return None, site.angles[direction]
    maker = site.makers[direction]
    if maker.kernel not in (ROTATE, TURN):
        return direction, NOTHING
    counted, before = turning(site, maker.inputs[0])
    output = Entity("scalar", direction.link)
    if maker.kernel == ROTATE:
        site.add(SUM, [before, maker.inputs[1]], [output], list(maker.geometry))
        return counted, output
    turn = atan2(maker.geometry[1], maker.geometry[0])
    if before.values:
        return counted, Entity("scalar", direction.link, values=(before.values[0] + turn,))
    site.add(LATER, [before], [output], [turn])
    return counted, output


def angle_of(site: Site, direction: Entity) -> Entity:
    """The angle of a direction as a scalar; what must be counted is continuous from lane to lane."""
    counted, more = turning(site, direction)
    if counted is None:
        return more
    output = Entity("scalar", counted.link)
    element = site.add(ANGLE, [counted], [output], [], room=1)
    link, inclination = counted.link, counted.local[0]
    element.begin, element.remembered = partial(_begin, link, inclination), (link,)
    if more is NOTHING:
        return output
    both = Entity("scalar", direction.link)
    site.add(SUM, [output, more], [both], [1.0, 0.0])
    return both


def _begin(link: str, inclination: float, poses: Mapping[str, Pose]) -> list[tuple[int, float]]:
    """Go on from the angle of a direction that is inclined to a link."""
    return [(0, poses[link][2] + inclination)]


def take_turnings(site: Site) -> None:
    """Add what the angles of links follow from."""
    for frame in list(site.frames.values()):
        if frame.direction is not None:
            turning(site, frame.direction)


def initial_angle(site: Site, angle: Entity, poses: Mapping[str, Pose]) -> float:
    """What such a scalar is in the initial configuration."""
    if angle.values:
        return angle.values[0]
    if angle.input >= 0:
        return site.mechanism.initial_inputs[site.mechanism.input_names[angle.input]]
    maker = site.makers[angle]
    if maker.kernel == SUM:
        before, more = (initial_angle(site, entity, poses) for entity in maker.inputs)
        sign, shift = maker.geometry
        return before + sign * more + shift
    if maker.kernel == LATER:
        return initial_angle(site, maker.inputs[0], poses) + maker.geometry[0]
    return poses[angle.link][2] + (maker.inputs[0].local[0] if maker.kernel == ANGLE else 0.0)


def whole_turns(angle: float) -> float:
    """The whole turns nearest to an angle."""
    return 2.0 * pi * round(angle / (2.0 * pi))
