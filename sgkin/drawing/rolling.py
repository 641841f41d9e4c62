"""Drawing what rolls and touches: gears, racks and contacts."""

from __future__ import annotations

from math import pi

import numpy as np

from sgkin.drawing import symbols
from sgkin.drawing.reach import travel, world
from sgkin.drawing.shapes import Circle, Path
from sgkin.drawing.sheet import Sheet, ahead, left_of
from sgkin.mathematics import Place
from sgkin.model.joint import GearPair, HigherPair, RackAndPinion, Revolute

RIM = 3.0
"""How thick the rim of a gear with teeth inside is, in radii of a pin."""


def draw_gears(sheet: Sheet, joint: GearPair) -> None:
    """The pitch circles of two gears: their radii follow from the numbers of teeth and the distance of the centres."""
    if any(link not in sheet.configurations for link in joint.all_links):
        return
    centres = [_gear_centre(sheet, link, joint.carrier) for link in joint.links]
    first, second = (world(sheet.configurations, *pair)[0] for pair in zip(joint.links, centres, strict=True))
    distance = float(np.hypot(*(second - first)))
    whole = sum(joint.teeth) if joint.mesh == "external" else abs(joint.teeth[0] - joint.teeth[1])
    if distance == 0.0 or whole == 0.0:  # gears on one axis have no pitch point in the plane
        return
    for link, centre, teeth in zip(joint.links, centres, joint.teeth, strict=True):
        is_ring = joint.mesh == "internal" and teeth == max(joint.teeth)
        _draw_wheel(sheet, link, centre, distance * teeth / whole, is_ring)


def _gear_centre(sheet: Sheet, gear: str, carrier: str) -> Place:
    """The pin of a gear that it shares with the carrier, or that lies on one of the carrier; else its origin."""
    pins = [joint for joint in sheet.mechanism.joints if isinstance(joint, Revolute)]
    mine = [(joint, sheet.pin_of(joint, gear)) for joint in pins if gear in joint.links]
    shared = [place for joint, place in mine if carrier in joint.links]
    axes = [
        world(sheet.configurations, carrier, sheet.pin_of(joint, carrier))[0]
        for joint in pins
        if carrier in joint.links
    ]
    on_axis = [
        place
        for _, place in mine
        for axis in axes
        if np.hypot(*(world(sheet.configurations, gear, place)[0] - axis)) < 1e-6 * sheet.size
    ]
    return next(iter(shared + on_axis), (0.0, 0.0))


def _draw_wheel(sheet: Sheet, link: str, centre: Place, radius: float, is_ring: bool = False) -> None:
    """A gear, its pitch circle and a radius that shows its angle; a rim with teeth inside. A fixed one is hatched."""
    rim = radius + RIM * sheet.size
    sheet.add(symbols.rim(link, centre, radius, rim) if is_ring else Circle(link, "gear", centre, radius))
    sheet.add(Circle(link, "pitch", centre, radius))
    outside = rim if is_ring else radius
    if link == sheet.ground:
        for angle in (pi / 18 * number for number in range(36)):
            outer = ahead(centre, angle + 0.8 * sheet.size / outside, outside + 1.2 * sheet.size)
            sheet.add(Path(link, "hatch", (ahead(centre, angle, outside), outer)))
        return
    sheet.add(Path(link, "pitch", (ahead(centre, 0.0, radius) if is_ring else centre, ahead(centre, 0.0, outside))))
    middle = 0.5 * (radius + rim) if is_ring else 0.6 * radius
    first, *others = (ahead(centre, angle * pi / 4, middle) for angle in (5, 3, 6, 2, 7, 1, 4))
    sheet.label(link, "link", first, link, tuple(others))


def draw_rack(sheet: Sheet, joint: RackAndPinion) -> None:
    """A rack that reaches as far as its pinion rolls."""
    pinion, rack = joint.links
    centre, origin = (sheet.place(reference) for reference in joint.points)
    low, high = travel(sheet.configurations, rack, origin, joint.angle, pinion, centre)
    spare = joint.radius + 2.0 * sheet.size
    sheet.add(symbols.toothed_line(rack, (*origin, joint.angle), (low - spare, high + spare), sheet.size))
    along = (low - spare + part * (high - low + 2.0 * spare) for part in (0.25, 0.75, 0.4, 0.6))
    first, *others = (left_of(ahead(origin, joint.angle, each), joint.angle, -sheet.size) for each in along)
    sheet.label(rack, "link", first, rack, tuple(others))
    _draw_wheel(sheet, pinion, centre, joint.radius)


def draw_contact(sheet: Sheet, joint: HigherPair) -> None:
    """Two profiles that touch; what is not described of them is left out."""
    first, second = joint.links
    normal = joint.angle
    if first in sheet.configurations and second in sheet.configurations:
        normal += float(sheet.configurations[first][0, 2] - sheet.configurations[second][0, 2])
    places = (sheet.place(joint.points[0]), sheet.place(joint.points[1]))
    sheet.add(*symbols.profiles((first, second), places, (joint.angle, normal), sheet.size))
    sheet.label(first, "joint", places[0], joint.name)
