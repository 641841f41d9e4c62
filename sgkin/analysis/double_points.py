"""Where a path crosses itself: by halving its arcs until each pair of them can be decided.

With M a bound of |p″|, an arc of half width r about its middle m has |p′ − p′(m)| ≤ M r and
|p − p(m) − (u − m) p′(m)| ≤ M r²/2. So it lies in a box, and its tangents in a cone. Arcs whose boxes are apart do not
meet. An arc whose cone is narrower than half a turn does not meet itself, nor does it meet its neighbour if both cones
together are. Two arcs whose cones have no line in common meet at most once: there, if at all, Newton's method goes.
Others are halved.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from sgkin.analysis.interpolant import Interpolant
from sgkin.arrays import Booleans, Floats, Integers

PARTS = 4
"""Arcs of each piece at first."""
NARROW = 0.3
"""Half angle of cones, in radians, from which on Newton's method is sure of its way."""
SHORTEST = 2e-6
"""Half width of arcs that are not halved any more, as a part of the whole."""
MOST_PAIRS = 20_000
"""More pairs that cannot be decided are two parts of the path that lie on each other."""
SAME = 1e-7
"""Crossings nearer to each other than this, as a part of the whole, are one."""
TIP = 5e-3
"""Both sides of a tip lie too near to each other so far from it, as a part of the whole, for the shortest arcs."""
TOUCHING = 1e-9
"""A gap that counts as none, as a part of the path's size."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Two places u at which a path is in the same point."""

    places: tuple[float, float]
    touches: bool


class Arcs:
    """Arcs of a path with their middles and half widths (n,), boxes and cones."""

    def __init__(self, path: Interpolant, low: Floats, high: Floats) -> None:
        self.path, self.low, self.high = path, low, high
        self.middle, self.half = 0.5 * (low + high), 0.5 * (high - low)
        values = path(self.middle)
        piece = np.clip(np.searchsorted(path.breaks, self.middle, side="right") - 1, 0, len(path.terms) - 1)
        jerk = np.linalg.norm(path.derivative.size[piece, 4:], axis=1)
        bound = np.linalg.norm(values[:, 4:], axis=1) + jerk * self.half
        self.place, velocity = values[:, :2], values[:, 2:4]
        self.box = np.abs(velocity) * self.half[:, None] + 0.5 * (bound * self.half**2)[:, None]
        ratio = bound * self.half / np.maximum(np.linalg.norm(velocity, axis=1), 1e-300)
        self.cone = np.where(ratio < 1.0, np.arcsin(np.minimum(ratio, 1.0)), np.inf)
        self.heading = np.arctan2(velocity[:, 1], velocity[:, 0])

    def halved(self, chosen: Integers) -> Arcs:
        """Both halves of chosen arcs, one after the other."""
        low, middle, high = self.low[chosen], self.middle[chosen], self.high[chosen]
        return Arcs(self.path, np.stack([low, middle], 1).ravel(), np.stack([middle, high], 1).ravel())


def find_crossings(path: Interpolant, closed: bool, tips: Floats) -> tuple[tuple[Crossing, ...], bool]:
    """All crossings of a path (k = 6: p, p′, p″), and whether parts of it lie on each other.

    tips: where p′ is zero; there a path comes back to itself, which is no crossing.
    """
    edges = path.breaks[:-1, None] + np.diff(path.breaks)[:, None] * np.arange(PARTS) / PARTS
    edges = np.append(edges.ravel(), path.breaks[-1])
    arcs = Arcs(path, edges[:-1], edges[1:])
    first, second = np.triu_indices(len(arcs.middle))
    span, found, overlap = float(np.ptp(path.breaks)), [], False
    while len(first):
        first, second = _undecided(arcs, first, second, closed)
        sure = _meet_once(arcs, first, second, closed)
        found += _newton(arcs, first[sure], second[sure])
        first, second = first[~sure], second[~sure]
        ended = np.maximum(arcs.half[first], arcs.half[second]) <= SHORTEST * span
        found += _touching(arcs, first[ended], second[ended], closed, tips, span)
        first, second = first[~ended], second[~ended]
        if len(first) > MOST_PAIRS:
            overlap = True
            break
        arcs, first, second = _halve(arcs, first, second)
    if overlap:
        return (), True
    return _distinct(found, path, closed), False


def _neighbours(arcs: Arcs, first: Integers, second: Integers, closed: bool) -> Booleans:
    """Whether pairs share an end."""
    begin, end = arcs.path.breaks[0], arcs.path.breaks[-1]
    shared = (arcs.high[first] == arcs.low[second]) | (arcs.high[second] == arcs.low[first])
    if closed:
        shared |= (arcs.low[first] == begin) & (arcs.high[second] == end)
        shared |= (arcs.low[second] == begin) & (arcs.high[first] == end)
    return np.asarray(shared)


def _angle_between(arcs: Arcs, first: Integers, second: Integers) -> Floats:
    turn = np.abs(arcs.heading[first] - arcs.heading[second]) % (2.0 * pi)
    return np.asarray(np.minimum(turn, 2.0 * pi - turn))


def _undecided(arcs: Arcs, first: Integers, second: Integers, closed: bool) -> tuple[Integers, Integers]:
    """The pairs that may meet."""
    apart = (np.abs(arcs.place[first] - arcs.place[second]) > arcs.box[first] + arcs.box[second]).any(axis=1)
    cones = arcs.cone[first] + arcs.cone[second]
    onward = np.where(first == second, arcs.cone[first] < 0.5 * pi, False)
    onward |= _neighbours(arcs, first, second, closed) & (_angle_between(arcs, first, second) + cones < pi)
    left = ~(apart & (first != second)) & ~onward
    return first[left], second[left]


def _meet_once(arcs: Arcs, first: Integers, second: Integers, closed: bool) -> Booleans:
    """The pairs whose cones are narrow and have no line in common."""
    turn = _angle_between(arcs, first, second)
    cones = arcs.cone[first] + arcs.cone[second]
    narrow = np.maximum(arcs.cone[first], arcs.cone[second]) < NARROW
    clear = np.minimum(turn, pi - turn) > cones
    return np.asarray(narrow & clear & (first != second) & ~_neighbours(arcs, first, second, closed))


def _newton(arcs: Arcs, first: Integers, second: Integers) -> list[Crossing]:
    """Crossings of pairs that meet at most once."""
    if not len(first):
        return []
    u = np.stack([arcs.middle[first], arcs.middle[second]], axis=1)
    low, high = arcs.path.breaks[0], arcs.path.breaks[-1]
    for _ in range(8):
        one, other = (arcs.path(np.clip(u[:, side], low, high)) for side in (0, 1))
        gap = one[:, :2] - other[:, :2]
        matrix = np.stack([one[:, 2:4], -other[:, 2:4]], axis=2)
        u = np.clip(u - np.linalg.solve(matrix, gap[:, :, None])[:, :, 0], low, high)
    slack = 1.0 + 1e-9
    inside = np.abs(u[:, 0] - arcs.middle[first]) <= slack * arcs.half[first]
    inside &= np.abs(u[:, 1] - arcs.middle[second]) <= slack * arcs.half[second]
    return [Crossing((min(pair), max(pair)), False) for pair in u[inside].tolist()]


def _touching(arcs: Arcs, first: Integers, second: Integers, closed: bool, tips: Floats, span: float) -> list[Crossing]:
    """What is left of arcs that cannot be told apart: where they touch, tangents are parallel and the gap is none."""
    beside = (first == second) | _neighbours(arcs, first, second, closed)
    for tip in tips:
        beside |= np.maximum(np.abs(arcs.middle[first] - tip), np.abs(arcs.middle[second] - tip)) < TIP * span
    s, t = arcs.middle[first[~beside]], arcs.middle[second[~beside]]
    low, high = arcs.path.breaks[0], arcs.path.breaks[-1]
    for _ in range(6 if len(s) else 0):
        one, other = arcs.path(s), arcs.path(t)
        gap, (v, w), (a, b) = one[:, :2] - other[:, :2], (one[:, 2:4], other[:, 2:4]), (one[:, 4:], other[:, 4:])
        wrong = np.stack([_cross(v, w), _dot(gap, v)], axis=1)
        rows = [[_cross(a, w), _cross(v, b)], [_dot(v, v) + _dot(gap, a), -_dot(v, w)]]
        matrix = np.moveaxis(np.array(rows), -1, 0)
        regular = np.abs(np.linalg.det(matrix)) > 0.0
        matrix[~regular] = np.eye(2)
        step = np.linalg.solve(matrix, wrong[:, :, None])[:, :, 0]
        step = np.where(regular[:, None], np.clip(step, -100.0 * SHORTEST * span, 100.0 * SHORTEST * span), 0.0)
        s, t = np.clip(s - step[:, 0], low, high), np.clip(t - step[:, 1], low, high)
    size = float(np.linalg.norm(arcs.path.size[:, :2].max(axis=0)))
    none = np.linalg.norm(arcs.path(s)[:, :2] - arcs.path(t)[:, :2], axis=1) <= TOUCHING * size
    return [Crossing((min(pair), max(pair)), True) for pair in np.stack([s, t], axis=1)[none].tolist()]


def _cross(one: Floats, other: Floats) -> Floats:
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("ni,ni->n", one, other))


def _halve(arcs: Arcs, first: Integers, second: Integers) -> tuple[Arcs, Integers, Integers]:
    """Halved arcs, and the pairs of halves."""
    used, places = np.unique(np.concatenate([first, second]), return_inverse=True)
    one, other = 2 * places[: len(first)], 2 * places[len(first) :]
    firsts = np.concatenate([one, one, one + 1, one + 1])
    seconds = np.concatenate([other, other + 1, other, other + 1])
    ordered = firsts <= seconds
    pairs = np.unique(np.stack([firsts[ordered], seconds[ordered]], axis=1), axis=0)
    return arcs.halved(used), pairs[:, 0], pairs[:, 1]


def _distinct(found: list[Crossing], path: Interpolant, closed: bool) -> tuple[Crossing, ...]:
    """Each crossing once; on a closed path its end is its beginning."""
    begin, span = path.breaks[0], float(np.ptp(path.breaks))
    kept: list[Crossing] = []
    for each in sorted(found, key=lambda crossing: (crossing.touches, crossing.places)):
        places = [u - span if closed and u > begin + (1.0 - SAME) * span else u for u in each.places]
        low, high = min(places), max(places)
        near = 1e3 * SAME * span if each.touches else SAME * span
        if high - low > SAME * span and not any(
            max(abs(low - other.places[0]), abs(high - other.places[1])) <= near for other in kept
        ):
            kept.append(Crossing((max(low, begin), high), each.touches))
    return tuple(kept)
