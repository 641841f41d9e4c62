"""The links as parts to be cut: outlines with holes at the pins, slots, and the lines on which others slide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

from sgkin.drawing.drawing import limits, place_shape
from sgkin.drawing.motion_drawing import Scene, make_scene
from sgkin.drawing.shapes import Circle, Path, Rounded, Shape, hull
from sgkin.errors import InputError
from sgkin.mathematics import Place
from sgkin.model.driver import DistanceDriver
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Motion


@dataclass(frozen=True, slots=True)
class Part:
    """A link to be cut, in metres on the sheet: its outline, what is cut out of it, and what is only marked on it."""

    link: str
    outline: Rounded
    holes: tuple[Circle, ...]
    slots: tuple[Rounded, ...]
    marks: tuple[Path, ...]


@planar_only("links are laid out to be cut")
def make_parts(thing: Mechanism | Motion, hole: float | None = None, width: float | None = None) -> list[Part]:
    """The links of a mechanism, ground among them, laid out side by side as parts to be cut.

    hole: the diameter of the holes, width: that of a bar, both in metres; by default holes are as large as pins in the
    picture and bars twice as wide. Slots and guides reach as far as the motion goes, or a little if only the mechanism
    is given. A gear is the disc of its pitch circle, without teeth.
    """
    scene = make_scene(thing)
    hole = 2.0 * scene.drawing.size if hole is None else hole
    width = 2.0 * hole if width is None else width
    if not 0.0 < hole < width:
        sizes = f"the hole is {1000 * hole:g} mm and the bar {1000 * width:g} mm wide"
        raise InputError(f"{sizes}; a hole is above 0 and smaller than the bar")
    parts = [_part(scene, link.name, hole, width) for link in scene.mechanism.links]
    return _laid_out([part for part in parts if part is not None], width)


def _part(scene: Scene, link: str, hole: float, width: float) -> Part | None:
    """A link in its own frame; None of one that has no points and carries nothing."""
    mechanism = scene.mechanism
    own = [shape for shape in scene.drawing.shapes if shape.frame == link]
    slots = tuple(
        replace(shape, radius=0.5 * hole) for shape in own if isinstance(shape, Rounded) and shape.role == "slot"
    )
    guides = tuple(shape for shape in own if isinstance(shape, Path) and shape.role == "guide")
    holes = dict.fromkeys(Circle(link, "pin", place, 0.5 * hole) for place in _pins(mechanism, link))
    places = list(mechanism.link(link).points.values())
    for shape in own:
        if isinstance(shape, Rounded):
            places += shape.corners
        elif shape.role == "guide" and isinstance(shape, Path):
            places += shape.points
    if not places:
        return None
    outline = _blank(own, places) or Rounded(link, "body", hull(places), 0.5 * width)
    marks = guides + tuple(_cross(link, place, 0.25 * hole) for place in mechanism.link(link).points.values())
    return Part(link, outline, tuple(holes), slots, tuple(dict.fromkeys(marks)))


def _blank(own: Sequence[Shape], places: Sequence[Place]) -> Rounded | None:
    """The disc from which a gear is cut, of its pitch circle; None where a link has no gear, or is more than that."""
    gears = [shape for shape in own if isinstance(shape, Circle) and shape.role == "gear"]
    largest = max(gears, key=lambda gear: gear.radius, default=None)
    if largest is None or any(dist(largest.centre, place) > largest.radius * (1.0 + 1e-9) for place in places):
        return None
    return Rounded(largest.frame, "body", (largest.centre,), largest.radius)


def _pins(mechanism: Mechanism, link: str) -> list[Place]:
    """Where a link has a pin, of whatever joint or cylinder."""
    references = [
        reference
        for joint in mechanism.joints
        if joint.letter in ("R", "HP") and joint.is_described
        for reference in (joint.points[:1] if joint.letter == "HP" else joint.points)  # the other has the slot
    ]
    references += [
        point for driver in mechanism.drivers if isinstance(driver, DistanceDriver) for point in driver.points
    ]
    return [place for name, place in map(mechanism.point, references) if name == link]


def _cross(link: str, place: Place, size: float) -> Path:
    """A cross in one stroke, which marks a point."""
    x, y = place
    return Path(link, "mark", ((x - size, y), (x + size, y), (x, y), (x, y + size), (x, y - size)))


def _laid_out(parts: Sequence[Part], gap: float) -> list[Part]:
    """The parts in rows, from left to right, none on another."""
    boxes = [limits([part.outline]) for part in parts]
    widths = [right - left for (left, right), _ in boxes]
    row_width = max(max(widths, default=0.0), (sum(widths) * max((h[1] - h[0] for _, h in boxes), default=0.0)) ** 0.5)
    laid, x, y, deepest = [], 0.0, 0.0, 0.0
    for part, ((left, right), (low, high)) in zip(parts, boxes, strict=True):
        if x > 0.0 and x + right - left > row_width:
            x, y, deepest = 0.0, y - deepest - gap, 0.0
        laid.append(_moved(part, x - left, y - high))
        x, deepest = x + right - left + gap, max(deepest, high - low)
    return laid


def _moved(part: Part, x: float, y: float) -> Part:
    pose = (x, y, 0.0)
    return Part(
        part.link,
        place_shape(part.outline, pose),
        tuple(place_shape(hole, pose) for hole in part.holes),
        tuple(place_shape(slot, pose) for slot in part.slots),
        tuple(place_shape(mark, pose) for mark in part.marks),
    )
