"""Drawing a mechanism as engineers draw it, from the model alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import Any

import numpy as np

from sgkin.drawing import symbols
from sgkin.drawing.drawing import Drawing, limits
from sgkin.drawing.driving import draw_driver
from sgkin.drawing.loading import draw_force, draw_gravity, draw_masses
from sgkin.drawing.reach import Configurations, pin_radius, point_ways, points_extent, world
from sgkin.drawing.rolling import draw_contact, draw_gears, draw_rack
from sgkin.drawing.shapes import Circle, Rounded, Shape, hull
from sgkin.drawing.sheet import Sheet, ahead
from sgkin.drawing.sliding import draw_circular_slot, draw_slide, draw_slot
from sgkin.drawing.style import IN_FRONT
from sgkin.drawing.symbols import REACTION
from sgkin.mathematics import Place
from sgkin.model.joint import Joint, Prismatic, Revolute, Weld
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Structure

PAINTING_ORDER = (
    *("gear", "hatch", "support", "ground", "pitch", "body", "slot", "guide", "rack", "barrel", "rod", "block"),
    *("contact", "spring", "mass", "quarter", "arrow", "arrowhead", "force", "forcehead", *REACTION, *IN_FRONT),
)
BODY, SLOTTED = 1.5, 2.5
"""Half the width of a bar, and of one with a slot, in radii of a pin."""


def draw_mechanism(
    mechanism: Mechanism,
    configurations: Configurations | None = None,
    structure: Structure | None = None,
    size: float | None = None,
) -> Drawing:
    """The drawing of a mechanism: its links, joints, drivers, masses and forces as shapes in the frames of the links.

    configurations: poses (n, 3) by link over which guides, slots and racks are to reach, by default the initial
    configuration alone; `Motion` has them. structure: where given, frames know the group they belong to. size: the
    radius of a pin, by default one that fits the picture.

    >>> from sgkin import load_mechanism
    >>> drawing = draw_mechanism(load_mechanism("four_bar_crank_rocker"))
    >>> [shape.frame for shape in drawing.shapes if shape.role == "body"]
    ['coupler', 'rocker', 'crank']
    """
    if configurations is None:
        configurations = initial_configuration(mechanism)
    if size is None:
        size = _fitting_size(mechanism, configurations)
    return _finished(_draw_all(mechanism, configurations, size), structure)


def _fitting_size(mechanism: Mechanism, configurations: Configurations) -> float:
    extent = points_extent(mechanism, configurations)
    first = {link: (float(x), float(y), float(t)) for link, ((x, y, t), *_) in configurations.items()}
    draft = _finished(_draw_all(mechanism, configurations, pin_radius(mechanism, extent)), None)
    sides = [high - low for low, high in limits(draft.placed(first))]  # wheels and guides reach further than points
    return pin_radius(mechanism, max(extent, *sides))


def initial_configuration(mechanism: Mechanism) -> Configurations:
    """The poses (1, 3) of the links at the initial configuration, with the joints closed where they can be."""
    from sgkin.structure.decomposition import examine

    return {link: np.array([pose]) for link, pose in examine(mechanism)[1].poses.items()}


def _draw_all(mechanism: Mechanism, configurations: Configurations, size: float) -> Sheet:
    sheet = Sheet(mechanism, configurations, size)
    for joint in mechanism.joints:
        _draw_joint(sheet, joint)
    for driver in mechanism.drivers:
        draw_driver(sheet, driver)
    for force in mechanism.forces:
        draw_force(sheet, force)
    for link in mechanism.links:
        _draw_body(sheet, link.name)
    draw_masses(sheet)
    draw_gravity(sheet, *_corner(sheet))
    return sheet


def _corner(sheet: Sheet) -> tuple[float, float]:
    """The lowest x and the highest y of what is on a sheet at first, and of all points over all configurations."""
    first = {link: (float(x), float(y), float(t)) for link, ((x, y, t), *_) in sheet.configurations.items()}
    (left, _), (_, top) = limits(_finished(sheet, None).placed(first))
    x, y = np.concatenate(point_ways(sheet.mechanism, sheet.configurations)).T
    return min(left, float(x.min())), max(top, float(y.max()))


def _finished(sheet: Sheet, structure: Structure | None) -> Drawing:
    groups: dict[str, int] = {}
    for number, group in enumerate(structure.groups if structure else ()):
        groups |= {str(link): number for link in group.links}
        groups |= {frame: number for frame, name in sheet.owned.items() if name in group.inputs}
    return Drawing(
        name=sheet.mechanism.name,
        ground=sheet.ground,
        size=sheet.size,
        shapes=_painted(sheet.shapes),
        labels=tuple(sheet.labels),
        aims=tuple(sheet.aims),
        groups=groups,
        titles=tuple(group.label for group in structure.groups) if structure else (),
    )


def _draw_joint(sheet: Sheet, joint: Joint) -> None:
    for reference in joint.points:
        link, _, point = reference.partition(".")
        sheet.jointed.add((link, point))
    SYMBOLS[joint.kind](sheet, joint)


def _draw_weld(sheet: Sheet, joint: Weld) -> None:
    sheet.add(symbols.diamond(joint.links[0], sheet.place(joint.points[0]), 1.9 * sheet.size))


def _draw_pin(sheet: Sheet, joint: Revolute) -> None:
    link = sheet.ground if sheet.ground in joint.links else joint.links[0]
    place = sheet.pin_of(joint, link)
    if link == sheet.ground:
        sheet.add(*symbols.support(link, place, _free_side(sheet, joint, place), sheet.size))
    if len(joint.links) > 2:
        sheet.add(Circle(link, "pin", place, 1.5 * sheet.size))
    sheet.add(Circle(link, "pin", place, sheet.size))
    sheet.label(link, "joint", place, joint.name)


def _free_side(sheet: Sheet, joint: Revolute, place: Place) -> float:
    """The direction in which a support hides least behind the links at its pin: below, if that is as good or driven."""
    if any(driver.at_joint == joint.name for driver in sheet.mechanism.drivers):
        return -pi / 2  # the arrow is above
    directions = [
        np.arctan2(*(world(sheet.configurations, *end) - place).T[::-1])
        for link in joint.links
        if link != sheet.ground
        for end in _ends(sheet, link)
        if end[0] in sheet.configurations and np.hypot(*(world(sheet.configurations, *end)[0] - place)) > sheet.size
    ]
    taken = np.concatenate([np.zeros(0), *directions])

    def hidden(side: float) -> float:
        return float(np.maximum(np.cos(taken - side) - 0.3, 0.0).sum())

    sides = (-pi / 2, pi / 2, pi, 0.0)
    best = min(sides, key=lambda side: round(hidden(side), 6))
    return best if hidden(best) < 0.5 * hidden(sides[0]) else sides[0]


def _ends(sheet: Sheet, link: str) -> list[tuple[str, Place]]:
    """The points of a link, and where those slide that slide on it."""
    ends = [(link, place) for place in sheet.mechanism.link(link).points.values()]
    slides = [each for each in sheet.mechanism.joints if isinstance(each, Prismatic) and link in each.links]
    return ends + [sheet.mechanism.point(reference) for each in slides for reference in each.points]


def _draw_body(sheet: Sheet, link: str) -> None:
    """The body of a link round all its points, and a dot at those that are no joints."""
    for point, place in sheet.mechanism.link(link).points.items():
        if (link, point) not in sheet.jointed:
            sheet.add(Circle(link, "point", place, 0.5 * sheet.size))
            sheet.label(link, "point", place, point)
    corners = hull(sheet.corners[link])
    is_alone = not any(shape.frame == link for shape in sheet.shapes)
    if link == sheet.ground or not corners or (len(corners) == 1 and not is_alone):
        return
    body = Rounded(link, "body", corners, (SLOTTED if link in sheet.slotted else BODY) * sheet.size)
    sheet.add(body)
    if not any(label.frame == link and label.role == "link" for label in sheet.labels):  # gears have theirs
        first, *others = _free_places(sheet, body)
        sheet.label(link, "link", first, link, tuple(others))


def _free_places(sheet: Sheet, body: Rounded) -> list[Place]:
    """Places on a body, the best first: of a plate its middle and half the way to its corners; of a bar the middle of
    its longest part between points, then beside that, then the middles of the other parts."""
    x, y = body.middle
    if len(body.corners) != 2:
        return [(x, y), *((0.5 * (x + corner[0]), 0.5 * (y + corner[1])) for corner in body.corners)]
    (x, y), (to_x, to_y) = body.corners
    length = hypot(to_x - x, to_y - y)
    heading = atan2(to_y - y, to_x - x)
    points = sheet.mechanism.link(body.frame).points.values()
    along = sorted({0.0, length, *((px - x) * cos(heading) + (py - y) * sin(heading) for px, py in points)})
    parts = sorted(((after - before, before) for before, after in pairwise(along)), reverse=True)
    longest, start = parts[0]
    places = [start + part * longest for part in (0.5, 0.38, 0.62, 0.26, 0.74)]
    places += [before + 0.5 * gap for gap, before in parts[1:]]
    return [ahead((x, y), heading, place) for place in places]


def _painted(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """In painting order: what comes early is covered by what follows. Large bodies, each with its slots, come first."""
    every = list(shapes)
    areas = {shape.frame: _area(shape) for shape in every if isinstance(shape, Rounded) and shape.role == "body"}

    def rank(shape: Shape) -> tuple[int, float, str]:
        if shape.role in ("body", "slot"):
            return PAINTING_ORDER.index("body"), -areas.get(shape.frame, 0.0), shape.role
        return PAINTING_ORDER.index(shape.role), -shape.radius if isinstance(shape, Circle) else 0.0, ""

    return tuple(sorted(every, key=rank))


def _area(body: Rounded) -> float:
    sides = list(zip(body.corners, (*body.corners[1:], body.corners[0]), strict=True))
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in sides)
    return 0.5 * sum(a[0] * b[1] - b[0] * a[1] for a, b in sides) + length * body.radius


SYMBOLS: dict[str, Callable[[Sheet, Any], None]] = {
    "revolute": _draw_pin,
    "prismatic": draw_slide,
    "pin-in-slot": draw_slot,
    "pin-in-circular-slot": draw_circular_slot,
    "gear": draw_gears,
    "rack-and-pinion": draw_rack,
    "higher-pair": draw_contact,
    "weld": _draw_weld,
}
"""How each kind of joint is drawn."""
