"""The signs of engineering drawing, in the size of a pin: supports, blocks, racks, arrows, springs, dampers, masses."""

from __future__ import annotations

from math import atan2, ceil, cos, hypot, pi, sin

from sgkin.drawing.shapes import Circle, Path, Shape, arc
from sgkin.mathematics import Place, moved


def hatched_line(frame: str, start: Place, end: Place, size: float) -> list[Path]:
    """A surface of ground: a line, hatched on its right."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    pose = (*start, atan2(end[1] - start[1], end[0] - start[0]))
    count = max(2, ceil(length / (1.1 * size)))
    feet = [length * (number + 0.5) / count for number in range(count)]
    lines = [((x + 0.4 * size, 0.0), (x - 0.5 * size, -size)) for x in feet]
    return [
        Path(frame, "ground", (start, end)),
        *(Path(frame, "hatch", tuple(moved(pose, place) for place in line)) for line in lines),
    ]


def support(frame: str, place: Place, side: float, size: float) -> list[Path]:
    """The support of a pivot: a triangle on hatched ground, which lies in the direction `side`."""
    pose = (*place, side)
    feet = (moved(pose, (3.0 * size, -1.7 * size)), moved(pose, (3.0 * size, 1.7 * size)))
    ends = (moved(pose, (3.0 * size, -2.6 * size)), moved(pose, (3.0 * size, 2.6 * size)))
    return [Path(frame, "support", (place, *feet), closed=True), *hatched_line(frame, *ends, size)]


def rectangle(frame: str, role: str, pose: tuple[float, float, float], x: Place, y: Place) -> Path:
    """A rectangle between two limits along and two across the axis of a pose."""
    corners = ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]))
    return Path(frame, role, tuple(moved(pose, corner) for corner in corners), closed=True)


def turning_arrow(
    frame: str, centre: Place, radius: float, turn: float, size: float, roles: tuple[str, str] = ("arrow", "arrowhead")
) -> list[Path]:
    """An arrow round a point, counter-clockwise where `turn` is positive; `roles` of its line and its head."""
    sign = 1.0 if turn >= 0.0 else -1.0
    first, last = (pi / 2 - sign * 0.35 * pi, pi / 2 + sign * 0.35 * pi)
    line = arc(centre, radius, first, last - sign * 0.8 * size / radius, 48)
    tip = (centre[0] + radius * cos(last), centre[1] + radius * sin(last))
    return [
        Path(frame, roles[0], tuple(line)),
        _head(frame, tip, last + sign * pi / 2 - sign * 0.45 * size / radius, size, roles[1]),
    ]


def straight_arrow(
    frame: str,
    pose: tuple[float, float, float],
    length: float,
    size: float,
    roles: tuple[str, str] = ("arrow", "arrowhead"),
) -> list[Path]:
    """An arrow from the origin of a pose along its axis; backwards where the length is negative."""
    tip = moved(pose, (length, 0.0))
    back = moved(pose, (length - (size if length > 0.0 else -size), 0.0))
    direction = pose[2] if length > 0.0 else pose[2] + pi
    return [Path(frame, roles[0], (pose[:2], back)), _head(frame, tip, direction, size, roles[1])]


def _head(frame: str, tip: Place, direction: float, size: float, role: str = "arrowhead") -> Path:
    pose = (*tip, direction)
    corners = ((0.0, 0.0), (-1.5 * size, 0.6 * size), (-1.5 * size, -0.6 * size))
    return Path(frame, role, tuple(moved(pose, corner) for corner in corners), closed=True)


def toothed_line(frame: str, pose: tuple[float, float, float], limits: Place, size: float) -> Path:
    """A rack: teeth about the axis of a pose, and the bar below them."""
    count = max(3, ceil((limits[1] - limits[0]) / (2.2 * size)))
    pitch = (limits[1] - limits[0]) / count
    points = [(limits[0], -1.7 * size)]
    for number in range(count):
        x = limits[0] + number * pitch
        shape = ((0.0, -0.6), (0.2, 0.6), (0.5, 0.6), (0.7, -0.6), (1.0, -0.6))
        points += [(x + along * pitch, across * size) for along, across in shape]
    points.append((limits[1], -1.7 * size))
    return Path(frame, "rack", tuple(moved(pose, place) for place in points), closed=True)


def rim(frame: str, centre: Place, inner: float, outer: float) -> Path:
    """The rim of a gear with teeth inside: round outside, back inside, with its seam in the direction of its angle."""
    outside = arc(centre, outer, 0.0, 2.0 * pi, 72)
    inside = arc(centre, inner, 2.0 * pi, 0.0, 72)
    return Path(frame, "gear", (*outside, *inside), closed=True)


def profiles(
    frames: tuple[str, str], places: tuple[Place, Place], normals: tuple[float, float], size: float
) -> list[Path]:
    """Two profiles that touch: a round one and a flat one, with their common normal at an angle in each frame."""
    radius = 9.0 * size
    x, y = places[0]
    centre = (x - radius * cos(normals[0]), y - radius * sin(normals[0]))
    flat = (*places[1], normals[1] + pi / 2)
    return [
        Path(frames[0], "contact", tuple(arc(centre, radius, normals[0] - 0.75, normals[0] + 0.75, 64))),
        Path(frames[1], "contact", (moved(flat, (-6.0 * size, 0.0)), moved(flat, (6.0 * size, 0.0)))),
    ]


def diamond(frame: str, place: Place, size: float) -> Path:
    """The sign of a weld."""
    x, y = place
    corners = ((x + size, y), (x, y + size), (x - size, y), (x, y - size))
    return Path(frame, "weld", corners, closed=True)


def across(angle: float) -> float:
    """Which side of a guide is below it on the page: −1 for its right, +1 for its left."""
    return 1.0 if cos(angle) < -1e-9 or (abs(cos(angle)) <= 1e-9 and sin(angle) < 0.0) else -1.0


FORCE, REACTION = ("force", "forcehead"), ("reaction", "reactionhead")


def force_arrow(frame: str, pose: tuple[float, float, float], length: float, gap: float, size: float) -> list[Path]:
    """A hollow arrow that points at the origin of a pose along its axis, and ends at a distance from it."""
    tail, neck = moved(pose, (-gap - length, 0.0)), moved(pose, (-gap - 1.5 * size, 0.0))
    return [
        Path(frame, "force", (tail, neck)),
        _head(frame, moved(pose, (-gap, 0.0)), pose[2], 1.2 * size, "forcehead"),
    ]


def torque_arrow(frame: str, radius: float, turn: float, size: float) -> list[Path]:
    """A hollow arrow round the origin of a frame, counter-clockwise where `turn` is positive."""
    return turning_arrow(frame, (0.0, 0.0), radius, turn, 1.2 * size, FORCE)


def spring(frame: str, beside: float, size: float) -> Path:
    """A zigzag from 0 to 1 along the x axis of a frame that stretches, drawn beside the axis."""
    low, high, teeth = 0.26, 0.74, 12
    width = (high - low) / teeth
    zigzag = [(low + (number + 0.5) * width, beside + (1.3 if number % 2 else -1.3) * size) for number in range(teeth)]
    return Path(frame, "spring", tuple(_between(beside, [(low, beside), *zigzag, (high, beside)])))


def damper(frame: str, beside: float, size: float) -> list[Path]:
    """A piston in a cup, from 0 to 1 along the x axis of a frame that stretches, drawn beside the axis."""
    cup = (
        (0.66, beside + 1.2 * size),
        (0.4, beside + 1.2 * size),
        (0.4, beside - 1.2 * size),
        (0.66, beside - 1.2 * size),
    )
    plate = ((0.55, beside - 0.9 * size), (0.55, beside + 0.9 * size))
    ends = _between(beside, [(0.4, beside), (0.55, beside)])
    half = len(ends) // 2
    return [Path(frame, "spring", line) for line in (cup, plate, tuple(ends[:half]), tuple(ends[half:]))]


def _between(beside: float, places: list[Place]) -> list[Place]:
    """The way from 0 to 1 along an axis, through places beside it."""
    if beside == 0.0:
        return [(0.0, 0.0), *places, (1.0, 0.0)]
    return [(0.0, 0.0), (0.2, 0.0), (0.2, beside), *places, (0.8, beside), (0.8, 0.0), (1.0, 0.0)]


def spiral(frame: str, centre: Place, size: float) -> Path:
    """A spiral spring round a pin."""
    turns, count, inner, outer = 2.25, 72, 1.5 * size, 3.4 * size
    radii = (inner + (outer - inner) * number / count for number in range(count + 1))
    angles = (-pi / 2 + 2.0 * pi * turns * number / count for number in range(count + 1))
    places = [(centre[0] + r * cos(a), centre[1] + r * sin(a)) for r, a in zip(radii, angles, strict=True)]
    return Path(frame, "spring", (*places, (places[-1][0] + size, places[-1][1])))


def turning_damper(frame: str, centre: Place, size: float) -> list[Path]:
    """A damper round a pin: a vane in a round cup."""
    inner, middle, outer = 1.9 * size, 2.6 * size, 3.3 * size
    first, last = -0.75 * pi, -0.3 * pi
    cup = (*arc(centre, outer, last, first, 48), *arc(centre, inner, first, last, 48))
    vane = [
        (centre[0] + r * cos(-pi / 2), centre[1] + r * sin(-pi / 2)) for r in (inner + 0.2 * size, outer - 0.2 * size)
    ]
    return [
        Path(frame, "spring", cup),
        Path(frame, "spring", tuple(vane)),
        Path(frame, "spring", tuple(arc(centre, middle, -pi / 2, 0.1 * pi, 48))),
    ]


def small_damper(frame: str, pose: tuple[float, float, float], beside: float, size: float) -> list[Path]:
    """A piston in a cup of a fixed length, beside the axis of a pose."""
    cup = ((1.6, 0.8), (-0.8, 0.8), (-0.8, -0.8), (1.6, -0.8))
    lines = (cup, ((0.6, -0.5), (0.6, 0.5)), ((-0.8, 0.0), (-2.8, 0.0)), ((0.6, 0.0), (2.8, 0.0)))
    return [Path(frame, "spring", tuple(moved(pose, (x * size, beside + y * size)) for x, y in line)) for line in lines]


def shoe(frame: str, pose: tuple[float, float, float], beside: float, size: float) -> list[Path]:
    """What rubs on a block: a line beside the axis of a pose, hatched on its far side."""
    away = size if beside > 0.0 else -size
    lines = [((-2.2 * size, beside + 0.35 * away), (2.2 * size, beside + 0.35 * away))]
    feet = (size * (number - 2.0) for number in range(5))
    lines += [((x - 0.3 * size, beside + 0.35 * away), (x + 0.3 * size, beside + 1.15 * away)) for x in feet]
    return [Path(frame, "spring", tuple(moved(pose, place) for place in line)) for line in lines]


def round_shoe(frame: str, centre: Place, size: float) -> list[Path]:
    """What rubs on a pin: an arc beside it, hatched on its far side."""
    inner, outer, first, last = 1.45 * size, 2.25 * size, 0.06 * pi, 0.5 * pi
    feet = [first + (last - first) * (number + 0.5) / 4.0 for number in range(4)]
    strokes = [
        tuple((centre[0] + r * cos(a), centre[1] + r * sin(a)) for r, a in ((inner, foot - 0.14), (outer, foot + 0.14)))
        for foot in feet
    ]
    return [Path(frame, "spring", line) for line in (tuple(arc(centre, inner, first, last, 64)), *strokes)]


def mass_centre(frame: str, place: Place, radius: float) -> list[Shape]:
    """The sign of a centre of mass: a circle with two black quarters."""
    quarters = ((place, *arc(place, radius, first, first + pi / 2, 48)) for first in (0.0, pi))
    return [
        Circle(frame, "mass", place, radius),
        *(Path(frame, "quarter", quarter, closed=True) for quarter in quarters),
    ]
