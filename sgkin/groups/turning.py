"""Continuous angles of links as scalars, where gears and racks need whole turns."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, pi

from sgkin.groups.carrying import ANGLE, LATER, ROTATE, SUM, TURN
from sgkin.groups.element import Entity, Pose
from sgkin.groups.site import Site


def angle_of(site: Site, direction: Entity) -> Entity:
    """The angle of a direction: exactly, where it follows from the inputs; else continuous from lane to lane."""
    if direction.values:
        return Entity("scalar", direction.link, values=(atan2(direction.values[1], direction.values[0]),))
    maker = site.makers[direction]
    output = Entity("scalar", direction.link)
    if maker.kernel is ROTATE:
        site.add(SUM, [angle_of(site, maker.inputs[0]), maker.inputs[1]], [output], maker.geometry)
    elif maker.kernel is TURN:
        turn = atan2(maker.geometry[1], maker.geometry[0])
        site.add(LATER, [angle_of(site, maker.inputs[0])], [output], [turn])
    else:
        element = site.add(ANGLE, [direction], [output], [0.0])
        link, inclination = direction.link, direction.local[0]
        element.begin, element.remembered = (lambda poses: [(0, poses[link][2] + inclination)]), (link,)
    return output


def initial_angle(site: Site, angle: Entity, poses: Mapping[str, Pose]) -> float:
    """What an angle is in the initial configuration."""
    if angle.values:
        return angle.values[0]
    maker = site.makers[angle]
    if maker.kernel is SUM:
        base, z = maker.inputs
        name = site.mechanism.input_names[z.input]
        sign, shift = maker.geometry
        return initial_angle(site, base, poses) + sign * site.mechanism.initial_inputs[name] + shift
    if maker.kernel is LATER:
        return initial_angle(site, maker.inputs[0], poses) + maker.geometry[0]
    assert maker.begin is not None
    return maker.begin(poses)[0][1]


def whole_turns(angle: float) -> float:
    """The whole turns nearest to an angle."""
    return 2.0 * pi * round(angle / (2.0 * pi))
