"""Drawing a mechanism in space, from the model alone: bodies, joints with their axes, rods, and what is driven."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import cos, pi, sin

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.hiding import in_painting_order
from sgkin.drawing.shapes import Shape
from sgkin.drawing.solids import Ball, Frames, Solid, Surface, Tube, direction, from_middle, placed, ring
from sgkin.drawing.view import View
from sgkin.model.design_position import design_distance, design_pose
from sgkin.model.driver import CoordinateDriver, DistanceDriver, JointDriver
from sgkin.model.joint import GearPair, Joint
from sgkin.model.marker import Marker, crossed_axes, gear_axes, markers
from sgkin.model.mechanism import Mechanism
from sgkin.space import Vector, added, cross, dot, perpendicular, scaled, unit, without
from sgkin.structure.structure import Structure

PART = 0.014
"""The radius of a bar, in parts of the extent of the mechanism."""
FOOT, HATCHES = 2.6, 10
"""The radius of the foot of a joint of ground, in radii of a bar, and its hatches."""
CYLINDER = 0.6
"""How far the barrel of a driven distance reaches, by the distance in the design position."""
FLAT = 1e-6
"""How far points of a plate may lie beside its plane, by its size."""


@dataclass(frozen=True, slots=True)
class SolidLabel:
    """A name at a place of a link."""

    frame: str
    place: Vector
    text: str


@dataclass(frozen=True, slots=True)
class SolidDrawing:
    """What is drawn of a mechanism in space, whatever its configuration.

    `size`: the radius of a bar, the measure of all signs; `groups`: the number of the group of each link; `titles`:
    what groups are called.
    """

    name: str
    ground: str
    size: float
    solids: tuple[Solid, ...]
    labels: tuple[SolidLabel, ...]
    groups: Mapping[str, int]
    titles: tuple[str, ...]

    def seen(self, frames: Frames, view: View) -> list[Shape]:
        """All flat shapes as they appear, from back to front."""
        found = [each for solid in self.solids for each in solid.seen(frames, view)]
        return [shape for near in in_painting_order(found) for shape in near.shapes]

    def seen_labels(self, frames: Frames, view: View) -> list[tuple[float, float, str]]:
        """Names, and where they appear."""
        found = []
        for label in self.labels:
            x, y, _ = view.seen(placed(frames[label.frame], (label.place,)))[0].tolist()
            found.append((x, y, label.text))
        return found


@dataclass(slots=True)
class Sheet:
    """What has been drawn so far."""

    mechanism: Mechanism
    size: float
    solids: list[Solid] = field(default_factory=list)
    labels: list[SolidLabel] = field(default_factory=list)

    def tube(self, link: str, role: str, start: Vector, end: Vector, radius: float, lift: float = 0.0) -> None:
        """Add a round bar of a link."""
        self.solids.append(Tube(link, role, start, end, radius * self.size, "", lift * self.size))

    def sleeve(self, at: Marker, role: str, half: float, radius: float, lift: float = 2.0) -> None:
        """Add a sleeve about the axis of a joint."""
        start, end = (from_middle(at.point, at.axis, sign * half * self.size) for sign in (-1.0, 1.0))
        self.tube(at.link, role, start, end, radius, lift)

    def ball(self, at: Marker, role: str, radius: float, lift: float = 3.0) -> None:
        """Add a ball."""
        self.solids.append(Ball(at.link, role, at.point, radius * self.size, lift * self.size))

    def plate(self, at: Marker, role: str, half: float, lift: float = 0.0) -> None:
        """Add a square across the axis of a joint."""
        corners = [
            added(at.point, added(scaled(i * half * self.size, at.x), scaled(j * half * self.size, at.y)))
            for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        ]
        self.solids.append(Surface(at.link, role, tuple(corners), True, lift * self.size))


def draw_solid(mechanism: Mechanism, frames: Frames, structure: Structure | None = None) -> SolidDrawing:
    """The drawing of a mechanism in space; `frames`: where its links are, so that signs fit its size."""
    places = np.concatenate(
        [placed(frames[link.name], tuple(link.points.values())) for link in mechanism.links if link.points]
    )
    extent = float(np.linalg.norm(np.ptp(places, axis=0))) or 1.0
    sheet = Sheet(mechanism, PART * extent)
    for link in mechanism.links:
        _draw_body(sheet, link.name)
    for joint in mechanism.joints:
        found = markers(mechanism, joint)
        SIGNS[joint.kind](sheet, joint, found)
        if joint.sites and joint.letter != "SS":
            at = next(_bearings(sheet, joint, found))[0] if joint.letter == "R" else found[0]
            sheet.labels.append(SolidLabel(at.link, at.point, joint.name))
    for driver in mechanism.drivers:
        _draw_driver(sheet, driver)
    groups = {
        str(link): number for number, group in enumerate(structure.groups if structure else ()) for link in group.links
    }
    titles = tuple(group.label for group in structure.groups) if structure else ()
    return SolidDrawing(
        mechanism.name, mechanism.ground, sheet.size, tuple(sheet.solids), tuple(sheet.labels), groups, titles
    )


def _draw_body(sheet: Sheet, name: str) -> None:
    """A bar between two points, a plate for points of a plane, a body for others; ground is told by its joints."""
    link = sheet.mechanism.link(name)
    points = list(dict.fromkeys(link.points.values()))
    if name == sheet.mechanism.ground or len(points) < 2:
        return
    if len(points) == 2:
        sheet.tube(name, "body", points[0], points[1], 1.0)
        return
    for face in _faces(np.array(points)):
        corners = tuple(points[number] for number in face)
        if len(corners) == 2:
            sheet.tube(name, "body", corners[0], corners[1], 1.0)
        else:
            sheet.solids.append(Surface(name, "body", corners))


def _faces(points: Floats) -> list[list[int]]:
    """The faces of the convex hull of points, by their numbers: one if they lie in a plane, a bar if on a line."""
    from scipy.spatial import ConvexHull

    middle = points.mean(axis=0)
    _, sizes, axes = np.linalg.svd(points - middle)
    if sizes[1] < FLAT * sizes[0]:
        along = (points - middle) @ axes[0]
        return [[int(along.argmin()), int(along.argmax())]]
    if len(sizes) < 3 or sizes[2] < FLAT * sizes[0]:
        flat = (points - middle) @ axes[:2].T
        return [ConvexHull(flat).vertices.tolist()]
    return [list(face) for face in ConvexHull(points).simplices.tolist()]


def _stand(sheet: Sheet, at: Marker, below: float) -> None:
    """A foot of ground, so far down an axis: a disc across it, with hatches."""
    if at.link != sheet.mechanism.ground:
        return
    size = sheet.size
    foot = from_middle(at.point, at.axis, -below * size)
    sheet.solids.append(ring(at.link, "support", foot, at.axis, FOOT * size, -2.0 * size))
    for number in range(HATCHES):
        angle = 2.0 * pi * number / HATCHES
        arm = added(scaled(cos(angle), at.x), scaled(sin(angle), at.y))
        edge = added(foot, scaled(FOOT * size, arm))
        end = from_middle(added(edge, scaled(-0.8 * size, arm)), at.axis, -1.3 * size)
        sheet.solids.append(Surface(at.link, "hatch", (edge, end), False, -2.1 * size))


def _bearings(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> Iterator[tuple[Marker, ...]]:
    """Where the bearings of a pin are: at the points through which its axis is given, if it is given so, but for one in
    which all axes of the link meet; otherwise where the joint sits."""
    first, given = found[0], getattr(joint, "axis", ())
    points = sheet.mechanism.link(first.link).points
    if not given or not all(isinstance(each, str) for each in given):
        yield found
        return
    shared = [
        place
        for other in sheet.mechanism.joints
        if other.name != joint.name and other.letter == "R"
        for link, point in other.sites
        if link == first.link
        for place in [points[point]]
    ]
    places = [points[name] for name in given]
    for place in [each for each in places if each not in shared] or places:
        along = dot(without(place, first.point), first.axis)
        yield tuple(at._replace(point=from_middle(at.point, at.axis, along)) for at in found)


def _draw_revolute(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    for bearing in _bearings(sheet, joint, found):
        for at in bearing:
            _stand(sheet, at, 2.6)
        sheet.sleeve(bearing[0], "pin", 2.4, 1.7)
        for at in bearing[1:]:
            sheet.sleeve(at, "block", 1.2, 2.0, 2.5)


def _draw_prismatic(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    first, second = found
    _stand(sheet, first, 14.0)
    _stand(sheet, second, 2.6)
    sheet.sleeve(first, "guide", 14.0, 0.7, 0.5)
    sheet.plate(second, "block", 1.8, 1.0)
    sheet.sleeve(second, "block", 2.6, 1.8, 2.0)


def _draw_cylindrical(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    first, second = found
    _stand(sheet, first, 7.0)
    _stand(sheet, second, 2.8)
    sheet.sleeve(first, "rod", 7.0, 0.8, 0.5)
    sheet.sleeve(second, "pin", 2.8, 1.8, 2.0)


def _draw_screw(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    first, second = found
    _stand(sheet, first, 8.0)
    _stand(sheet, second, 2.0)
    sheet.sleeve(first, "rod", 8.0, 0.9, 0.5)
    turns = [2.0 * pi * number / 16 for number in range(16 * 6 + 1)]
    y = first.y
    thread = tuple(
        added(
            from_middle(first.point, first.axis, (-6.0 + 12.0 * number / (len(turns) - 1)) * sheet.size),
            added(scaled(1.2 * sheet.size * cos(a), first.x), scaled(1.2 * sheet.size * sin(a), y)),
        )
        for number, a in enumerate(turns)
    )
    sheet.solids.append(Surface(first.link, "hatch", thread, False, 1.5 * sheet.size))
    sheet.sleeve(second, "pin", 2.0, 2.2, 2.0)


def _draw_ball(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    for number, at in enumerate(found):
        sheet.ball(at, "pin" if number else "block", 1.9 - 0.5 * number, 3.0 + number)


def _draw_cross(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    for at, axis in zip(found, crossed_axes(sheet.mechanism, joint), strict=True):
        sheet.sleeve(at._replace(axis=axis), "pin", 2.6, 0.8, 2.0)
    sheet.ball(found[0], "block", 1.2)


def _draw_plane(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    sheet.plate(found[0], "ground", 7.0, -1.0)
    sheet.plate(found[1], "block", 3.0, 1.0)


def _draw_line(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    sheet.sleeve(found[1], "guide", 10.0, 0.7, 0.5)
    sheet.ball(found[0], "pin", 1.4)


def _draw_flat(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    point, plane = found
    reach = dot(without(point.point, plane.point), without(point.point, plane.point)) ** 0.5 / sheet.size + 2.0
    if point.link == sheet.mechanism.ground or plane.link == sheet.mechanism.ground:
        reach = 4.0
    disc = ring(plane.link, "gear", plane.point, plane.axis, reach * sheet.size, -1.0 * sheet.size)
    if disc not in sheet.solids:
        sheet.solids.append(disc)
    sheet.ball(point, "pin", 1.4)


def _draw_weld(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    sheet.ball(found[0], "weld", 1.3)


def _draw_rod(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    first, second = found
    sheet.solids.append(Tube(first.link, "barrel", first.point, second.point, 0.7 * sheet.size, second.link))
    _draw_ends(sheet, (first.link, first.point), (second.link, second.point), 1.3)


def _draw_ends(sheet: Sheet, one: tuple[str, Vector], other: tuple[str, Vector], radius: float) -> None:
    """The balls at both ends of a rod or a cylinder; one of ground has a foot behind it."""
    places = [design_pose(sheet.mechanism, link).moved(place) for link, place in (one, other)]
    for (link, place), own, far in zip((one, other), places, places[::-1], strict=True):
        sheet.ball(Marker(link, place), "pin", radius, 2.0)
        axis = direction(own, far)
        _stand(sheet, Marker(link, place, axis, perpendicular(axis)), 1.9)


def _draw_gears(sheet: Sheet, joint: Joint, found: tuple[Marker, ...]) -> None:
    if not isinstance(joint, GearPair):
        raise TypeError(f"{type(joint).__name__} is drawn as gears")
    pairs = gear_axes(sheet.mechanism, joint)
    radii = [9.0 * sheet.size * teeth / max(joint.teeth) for teeth in joint.teeth]
    is_crossed = any(cross(pairs[0][0].axis, pairs[1][0].axis))
    for (_, gear), own, other in zip(pairs, radii, radii[::-1], strict=True):
        middle = from_middle(gear.point, gear.axis, other) if is_crossed else gear.point
        sheet.solids.append(ring(gear.link, "gear", middle, gear.axis, own, -1.0 * sheet.size))


def _draw_driver(sheet: Sheet, driver: object) -> None:
    """An arrow round the axis, along the guide or along a coordinate; a cylinder for a distance."""
    mechanism, size = sheet.mechanism, sheet.size
    match driver:
        case JointDriver():
            joint = mechanism.joint(driver.joint)
            found = markers(mechanism, joint)
            found = next(_bearings(sheet, joint, found)) if joint.letter == "R" else found
            at = next(m for m in found if m.link == driver.driven_links(mechanism)[0])
            if driver.freedoms(mechanism)[0] == "angle":
                _turning_arrow(sheet, at)
            else:
                start = added(at.point, scaled(3.0 * size, at.x))
                _straight_arrow(sheet, at.link, start, at.axis)
        case DistanceDriver():
            (first, start), (second, end) = (mechanism.point(point) for point in driver.points)
            barrel = CYLINDER * design_distance(mechanism, *driver.points)
            sheet.solids.append(Tube(first, "rod", start, end, 0.5 * size, second))
            sheet.solids.append(Tube(first, "barrel", start, end, 1.1 * size, second, 0.2 * size, barrel))
            _draw_ends(sheet, (first, start), (second, end), 1.5)
        case CoordinateDriver():
            link, place = mechanism.point(driver.point)
            axis = tuple(float(driver.axis == name) for name in "xyz")
            sheet.ball(Marker(link, place), "point", 1.0)
            _straight_arrow(sheet, link, place, (axis[0], axis[1], axis[2]))


def _turning_arrow(sheet: Sheet, at: Marker) -> None:
    radius, middle = 4.2 * sheet.size, from_middle(at.point, at.axis, 2.6 * sheet.size)
    angles = np.linspace(-0.3 * pi, 1.1 * pi, 24)
    way = [added(middle, added(scaled(radius * cos(a), at.x), scaled(radius * sin(a), at.y))) for a in angles.tolist()]
    sheet.solids.append(Surface(at.link, "arrow", tuple(way), False, 4.0 * sheet.size))
    _head(sheet, at.link, way[-1], direction(way[-2], way[-1]), at.axis)


def _straight_arrow(sheet: Sheet, link: str, start: Vector, axis: Vector) -> None:
    end = from_middle(start, axis, 7.0 * sheet.size)
    sheet.solids.append(Surface(link, "arrow", (start, end), False, 4.0 * sheet.size))
    aside = unit(cross(axis, (0.3, 0.5, 0.8)))
    _head(sheet, link, end, axis, aside)


def _head(sheet: Sheet, link: str, tip: Vector, along: Vector, normal: Vector) -> None:
    side, size = cross(normal, along), sheet.size
    corners = [
        from_middle(tip, along, 1.6 * size),
        *(added(tip, scaled(sign * 1.0 * size, side)) for sign in (-1, 1)),
    ]
    sheet.solids.append(Surface(link, "arrowhead", tuple(corners), True, 4.5 * size))


SIGNS: dict[str, Callable[[Sheet, Joint, tuple[Marker, ...]], None]] = {
    "revolute": _draw_revolute,
    "prismatic": _draw_prismatic,
    "cylindrical": _draw_cylindrical,
    "screw": _draw_screw,
    "universal": _draw_cross,
    "spherical": _draw_ball,
    "planar": _draw_plane,
    "weld": _draw_weld,
    "gear": _draw_gears,
    "point-on-line": _draw_line,
    "point-on-plane": _draw_flat,
    "rod": _draw_rod,
}
"""How each kind of joint in space is drawn."""
