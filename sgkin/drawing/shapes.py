"""The shapes a mechanism is drawn with. Each is rigid with a frame and given in that frame, in metres.

A shape has a `role`, which says what it stands for; `sgkin.drawing.style` says how each role is painted:

| role | shape | what it is |
|---|---|---|
| `body` | Rounded | the body of a link: a bar between two points, a plate round three or more |
| `block` | Path | the sliding block of a prismatic joint |
| `guide` | Path | the centre line on which a block slides |
| `slot` | Rounded, Bent | a slot in a body, for a pin |
| `pin` | Circle | a pin; one more ring round it where it joins three or more links |
| `point` | Circle | a named point that is no joint |
| `support` | Path | the triangle under a pivot on ground |
| `ground` | Path | the surface on which a support stands or a block slides |
| `hatch` | Path | the short strokes that say that something is fixed |
| `gear` | Circle, Path | the disc of a gear or pinion, or the rim of one with teeth inside |
| `pitch` | Circle, Path | the pitch circle of a gear or pinion, and a radius that shows its angle |
| `rack` | Path | the toothed line of a rack |
| `barrel`, `rod` | Path | a cylinder that is extended by a driver |
| `contact` | Path | the profiles where two links touch |
| `weld` | Path | where two links are one |
| `arrow`, `arrowhead` | Path | what a driver moves, and which way |
| `spring` | Path | springs, dampers and friction |
| `force`, `forcehead` | Path | a force or torque, and which way it acts |
| `reaction`, `reactionhead` | Path | the force or moment of a joint or a drive on a link |
| `mass`, `quarter` | Circle, Path | a centre of mass, and the black quarters of its sign |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin

from sgkin.mathematics import Place

FULL = 2.0 * pi


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    frame: str
    role: str
    centre: Place
    radius: float


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point, closed or open."""

    frame: str
    role: str
    points: tuple[Place, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Rounded:
    """All that is not further than `radius` from the convex hull of some points: a disc, a bar or a plate.

    `corners` are the corners of the hull, counter-clockwise, as `hull` gives them.
    """

    frame: str
    role: str
    corners: tuple[Place, ...]
    radius: float

    def arcs(self) -> list[tuple[Place, float, float]]:
        """Centre, first angle and last angle of the arcs of the outline, counter-clockwise, joined by straight lines.

        >>> [round(first, 2) for _, first, _ in Rounded("bar", "body", ((0, 0), (3, 0)), 1.0).arcs()]
        [1.57, -1.57]
        """
        corners = self.corners
        if len(corners) == 1:
            return [(corners[0], 0.0, FULL)]
        arcs = []
        for number, corner in enumerate(corners):
            before, after = corners[number - 1], corners[(number + 1) % len(corners)]
            first = atan2(corner[1] - before[1], corner[0] - before[0]) - pi / 2
            turn = (atan2(after[1] - corner[1], after[0] - corner[0]) - pi / 2 - first) % FULL
            arcs.append((corner, first, first + turn))
        return arcs

    def outline(self, segments: int = 32) -> tuple[Place, ...]:
        """The outline as points, counter-clockwise; a full turn is divided into so many segments."""
        points: list[Place] = []
        for centre, first, last in self.arcs():
            points += arc(centre, self.radius, first, last, segments)
        return tuple(points[:-1] if len(self.corners) == 1 else points)

    @property
    def middle(self) -> Place:
        """The mean of the corners."""
        count = len(self.corners)
        return sum(x for x, _ in self.corners) / count, sum(y for _, y in self.corners) / count


@dataclass(frozen=True, slots=True)
class Bent(Rounded):
    """All that is not further than `radius` from a line that bends little from corner to corner, such as an arc."""

    def arcs(self) -> list[tuple[Place, float, float]]:
        """Round both ends, and at the corners between them, where they are only points."""
        steps = [atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(self.corners)]
        turns = [(after - before + pi) % FULL - pi for before, after in pairwise(steps)]
        between = [
            (corner, before + 0.5 * turn)
            for corner, before, turn in zip(self.corners[1:-1], steps[:-1], turns, strict=True)
        ]
        right = [(corner, heading - pi / 2, heading - pi / 2) for corner, heading in between]
        left = [(corner, heading + pi / 2, heading + pi / 2) for corner, heading in reversed(between)]
        end = (self.corners[-1], steps[-1] - pi / 2, steps[-1] + pi / 2)
        start = (self.corners[0], steps[0] + pi / 2, steps[0] + 1.5 * pi)
        return [*right, end, *left, start]


@dataclass(frozen=True, slots=True)
class Label:
    """A text; `role` says what it names: a `joint` or a `point` at the place, or a `link` on which the place lies.

    `others`: more places on a link, where its label may stand as well.
    """

    frame: str
    role: str
    place: Place
    text: str
    others: tuple[Place, ...] = ()


Shape = Circle | Path | Rounded


@dataclass(frozen=True, slots=True)
class Aim:
    """A frame that is fixed to no link: its origin is a point of one, and its x axis points to a point of another.

    With `towards` None its axes stay parallel to those of ground, or of the link `axes`. The two parts of a cylinder
    whose length is driven have such frames. Where it `stretches`, x counts in parts of the distance to that point, as
    springs need it.
    """

    name: str
    link: str
    place: Place
    towards: tuple[str, Place] | None = None
    axes: str = ""
    stretches: bool = False


def arc(centre: Place, radius: float, first: float, last: float, segments: int = 32) -> list[Place]:
    """Points on an arc from one angle to another, both ends among them; a full turn has so many segments."""
    count = max(1, ceil(abs(last - first) / FULL * segments - 1e-9))
    angles = (first + (last - first) * number / count for number in range(count + 1))
    return [(centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles]


def hull(points: Iterable[Place]) -> tuple[Place, ...]:
    """The corners of the convex hull, counter-clockwise; two where all lie on a line, one where all coincide.

    >>> hull([(0, 0), (1, 0), (2, 0), (1, 1), (1, 0.2)])
    ((0, 0), (2, 0), (1, 1))
    """
    ordered = sorted(set(points), key=lambda place: (float(place[0]), float(place[1])))
    size = max((hypot(x - ordered[0][0], y - ordered[0][1]) for x, y in ordered), default=0.0)
    distinct: list[Place] = []
    for place in ordered:
        if all(hypot(place[0] - x, place[1] - y) > 1e-9 * size for x, y in distinct):
            distinct.append(place)
    if len(distinct) < 3:
        return tuple(distinct)
    return (*_chain(distinct, size), *_chain(distinct[::-1], size))


def _chain(points: Sequence[Place], size: float) -> list[Place]:
    """The corners on the right of the way from the first point to the last, without the last."""
    chain: list[Place] = []
    for x, y in points:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9 * size**2:
                break
            chain.pop()
        chain.append((x, y))
    return chain[:-1]
