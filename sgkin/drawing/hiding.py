"""What hides what in a picture from one side: solids in an order in which nearer ones are painted over others.

Two solids that overlap in the picture are compared where they do: bars and balls at the nearest places of their axes,
flat faces at corners and at bars that lie over each other. What does not overlap goes by the depth of its middle. Where
solids hide each other in a ring, as three bars can, no order is right; then the solid goes first that is in front of
others by least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations, pairwise
from math import inf
from typing import NamedTuple

from sgkin.drawing.shapes import Shape

Seen = tuple[float, float, float]
"""A place in a picture: to the right, up, and towards the eye."""
SAMPLES = 9
"""Places along a bar at which it is compared with a face."""
EQUAL = 1e-9
"""A difference in depth, by the larger of two depths, that is none."""


class Near(NamedTuple):
    """A solid as it is seen: the depth of its middle, and its shapes in painting order.

    `axis` and `radius`: of a bar, or twice the middle of a ball; `face`: the corners of a flat one. Lines have neither.
    """

    depth: float
    shapes: tuple[Shape, ...]
    axis: tuple[Seen, Seen] | None = None
    radius: float = 0.0
    face: tuple[Seen, ...] = ()


def in_painting_order(solids: Sequence[Near]) -> list[Near]:
    """All solids, those that are hidden first."""
    boxes = [_box(each) for each in solids]
    above: list[dict[int, float]] = [{} for _ in solids]
    below: list[dict[int, float]] = [{} for _ in solids]
    for one, other in combinations(range(len(solids)), 2):
        nearer = how_much_nearer(solids[one], solids[other]) if _overlap(boxes[one], boxes[other]) else 0.0
        if nearer:
            low, high = (other, one) if nearer > 0.0 else (one, other)
            above[low][high] = below[high][low] = abs(nearer)
    return [solids[number] for number in _sorted(solids, above, below)]


def _sorted(
    solids: Sequence[Near], above: Sequence[dict[int, float]], below: Sequence[dict[int, float]]
) -> Iterator[int]:
    """Solids by their numbers: of those with none below them that is left, the one that is farthest away."""
    free = [(solids[number].depth, number) for number, each in enumerate(below) if not each]
    heapify(free)
    left = {number for number, each in enumerate(below) if each}
    while free or left:
        if free:
            _, number = heappop(free)
        else:
            number = min(left, key=lambda each: (sum(below[each].values()), solids[each].depth, each))
            left.remove(number)
        yield number
        for other in above[number]:
            below[other].pop(number, None)
            if not below[other] and other in left:
                left.remove(other)
                heappush(free, (solids[other].depth, other))


def how_much_nearer(one: Near, other: Near) -> float:
    """By how much a solid is nearer to the eye than another where both are seen; 0 where they are not."""
    if one.axis is not None and other.axis is not None:
        found = _between_bars(one, other)
    elif one.face and other.face:
        found = _above_face(one.face, other.face) - _above_face(other.face, one.face)
    elif one.axis is not None and other.face:
        found = _above_face(_along(one.axis), other.face)
    elif other.axis is not None and one.face:
        found = -_above_face(_along(other.axis), one.face)
    else:
        found = 0.0
    return 0.0 if abs(found) <= EQUAL * max(abs(one.depth), abs(other.depth)) else found


def _box(solid: Near) -> tuple[float, ...]:
    """Left, bottom, right and top of a solid; of a line nothing, which overlaps nothing."""
    places = solid.axis or solid.face
    if not places:
        return inf, inf, -inf, -inf
    x, y, _ = zip(*places, strict=True)
    r = solid.radius
    return min(x) - r, min(y) - r, max(x) + r, max(y) + r


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _between_bars(one: Near, other: Near) -> float:
    """At the places of two axes that are nearest to each other in the picture, if they are nearer than both radii."""
    assert one.axis is not None
    assert other.axis is not None
    (a, b), (c, d) = one.axis, other.axis
    s, t = _nearest(a, b, c, d)
    p, q = (_at(a, b, s), _at(c, d, t))
    reach = one.radius + other.radius
    return p[2] - q[2] if (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 < reach * reach else 0.0


def _at(start: Seen, end: Seen, part: float) -> Seen:
    x, y, z = (a + part * (b - a) for a, b in zip(start, end, strict=True))
    return x, y, z


def _nearest(a: Seen, b: Seen, c: Seen, d: Seen) -> tuple[float, float]:
    """Where, from 0 to 1, two lines in the picture are nearest to each other; a line may be a place."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    wx, wy = a[0] - c[0], a[1] - c[1]
    uu, vv, uv = ux * ux + uy * uy, vx * vx + vy * vy, ux * vx + uy * vy
    uw, vw = ux * wx + uy * wy, vx * wx + vy * wy
    apart = uu * vv - uv * uv
    s = _clipped((uv * vw - vv * uw) / apart) if apart > 1e-12 * uu * vv else 0.5
    t = _clipped((uv * s + vw) / vv) if vv else 0.0
    s = _clipped((uv * t - uw) / uu) if uu else 0.0
    return s, t


def _clipped(part: float) -> float:
    return min(max(part, 0.0), 1.0)


def _along(axis: tuple[Seen, Seen]) -> tuple[Seen, ...]:
    """Places along a bar."""
    start, end = axis
    if start == end:
        return (start,)
    return tuple(_at(start, end, (number + 0.5) / SAMPLES) for number in range(SAMPLES))


def _above_face(places: Sequence[Seen], face: Sequence[Seen]) -> float:
    """By how much places are nearer than a face that they lie over, on average; 0 where none does."""
    plane = _plane(face)
    if plane is None:
        return 0.0
    (x0, y0, z0), p, q = plane
    gaps = [z - (z0 + p * (x - x0) + q * (y - y0)) for x, y, z in places if _is_inside((x, y), face)]
    return sum(gaps) / len(gaps) if gaps else 0.0


def _plane(face: Sequence[Seen]) -> tuple[Seen, float, float] | None:
    """A place of a face, and how its depth grows to the right and up; None of one that is seen as a line."""
    first, n = face[0], [0.0, 0.0, 0.0]
    for one, other in pairwise(face[1:]):
        u, v = ([each[k] - first[k] for k in range(3)] for each in (one, other))
        n = [n[k] + u[k - 2] * v[k - 1] - u[k - 1] * v[k - 2] for k in range(3)]
    size = max(map(abs, n))
    if abs(n[2]) <= 1e-3 * size:
        return None
    return first, -n[0] / n[2], -n[1] / n[2]


def _is_inside(place: tuple[float, float], face: Sequence[Seen]) -> bool:
    """Whether a line to the right crosses the outline an odd number of times."""
    x, y = place
    inside = False
    for number, (bx, by, _) in enumerate(face):
        ax, ay, _ = face[number - 1]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside
