"""The shapes a mechanism in space is drawn with. Each is rigid with a link and given in its frame, in metres.

Seen from somewhere, each becomes flat shapes: polygons, lines and circles with the roles of `sgkin.drawing.shapes`,
and how near they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.hiding import Near, Seen
from sgkin.drawing.shapes import Circle, Path, hull
from sgkin.drawing.view import View
from sgkin.space import Vector, cross, perpendicular, scaled, unit, without

ROUND = 20
"""Corners of what stands for a circle."""
Frames = Mapping[str, Floats]
"""Where links are: arrays (3, 4), the columns where their axes point, and last the place of their origin."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A flat polygon, or an open line; `lift`: how much nearer it is painted than it is."""

    frame: str
    role: str
    points: tuple[Vector, ...]
    closed: bool = True
    lift: float = 0.0

    @property
    def ends(self) -> tuple[tuple[str, Vector], ...]:
        """Places of links that it reaches."""
        return tuple((self.frame, point) for point in self.points)

    def seen(self, frames: Frames, view: View) -> list[Near]:
        """As it appears."""
        places = view.seen(placed(frames[self.frame], self.points))
        face = tuple(_lifted(place, self.lift) for place in places) if self.closed else ()
        shape = _path(self.frame, self.role, places, self.closed)
        return [Near(float(places[:, 2].mean()) + self.lift, (shape,), face=face)]


@dataclass(frozen=True, slots=True)
class Ball:
    """A ball."""

    frame: str
    role: str
    centre: Vector
    radius: float
    lift: float = 0.0

    @property
    def ends(self) -> tuple[tuple[str, Vector], ...]:
        """Places of links that it reaches, but for its radius."""
        return ((self.frame, self.centre),)

    def seen(self, frames: Frames, view: View) -> list[Near]:
        """As it appears: a circle."""
        at = _lifted(view.seen(placed(frames[self.frame], (self.centre,)))[0], self.lift)
        return [Near(at[2], (Circle(self.frame, self.role, at[:2], self.radius),), (at, at), self.radius)]


@dataclass(frozen=True, slots=True)
class Tube:
    """A round bar from a place of one link to a place of the same or of another; `reach`: how far it goes on the way
    there, 0 for all of it."""

    frame: str
    role: str
    start: Vector
    end: Vector
    radius: float
    other: str = ""
    lift: float = 0.0
    reach: float = 0.0

    @property
    def ends(self) -> tuple[tuple[str, Vector], ...]:
        """Places of links that it reaches, but for its radius."""
        return ((self.frame, self.start), (self.other or self.frame, self.end))

    def seen(self, frames: Frames, view: View) -> list[Near]:
        """As it appears: its outline, and the end that is turned to the eye."""
        first = view.seen(placed(frames[self.frame], (self.start,)))[0]
        last = view.seen(placed(frames[self.other or self.frame], (self.end,)))[0]
        axis = last - first
        size = float(np.linalg.norm(axis))
        if size == 0.0:
            return []
        if 0.0 < self.reach < size:
            last = first + self.reach / size * axis
        near = first if first[2] > last[2] else last
        direction = (float(axis[0]) / size, float(axis[1]) / size, float(axis[2]) / size)
        rim = self.radius * _circle(direction)
        both = np.concatenate([first + rim, last + rim])
        corners = hull([(float(x), float(y)) for x, y in both[:, :2]])
        depth = 0.5 * float(first[2] + last[2]) + self.lift
        outline, end = Path(self.frame, self.role, corners, True), _path(self.frame, self.role, near + rim, True)
        shapes = (outline,) if abs(direction[2]) < 0.02 else (outline, end)  # an end may be seen as a line
        if np.hypot(*axis[:2]) < self.radius:  # seen from its end, it is where its middle is
            first = last = 0.5 * (first + last)
        return [Near(depth, shapes, (_lifted(first, self.lift), _lifted(last, self.lift)), self.radius)]


Solid = Surface | Ball | Tube


def _circle(axis: Vector) -> Floats:
    """Points (ROUND, 3) of a circle of radius one about the origin, across an axis."""
    x = perpendicular(axis)
    y = cross(axis, x)
    angles = np.linspace(0.0, 2.0 * pi, ROUND, endpoint=False)
    return np.outer(np.cos(angles), x) + np.outer(np.sin(angles), y)


def ring(frame: str, role: str, centre: Vector, axis: Vector, radius: float, lift: float = 0.0) -> Surface:
    """A disc across an axis."""
    points = np.array(centre) + radius * _circle(axis)
    return Surface(frame, role, tuple((x, y, z) for x, y, z in points.tolist()), True, lift)


def placed(frame: Floats, points: tuple[Vector, ...]) -> Floats:
    """Places (n, 3) of a link in ground."""
    return np.asarray(np.array(points) @ frame[:, :3].T + frame[:, 3])


def _lifted(place: Floats, lift: float) -> Seen:
    x, y, z = place.tolist()
    return x, y, z + lift


def _path(frame: str, role: str, places: Floats, closed: bool) -> Path:
    return Path(frame, role, tuple((float(x), float(y)) for x, y in places[:, :2]), closed)


def direction(start: Vector, end: Vector) -> Vector:
    """The direction from one place to another; z where they are one."""
    between = without(end, start)
    return unit(between) if any(between) else (0.0, 0.0, 1.0)


def from_middle(middle: Vector, axis: Vector, along: float) -> Vector:
    """The place so far along an axis from a middle."""
    step = scaled(along, axis)
    return middle[0] + step[0], middle[1] + step[1], middle[2] + step[2]
