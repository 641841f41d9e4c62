"""Straight intervals: how far a path stays within a tolerance of a straight line.

The width w(s, t) of the path from s to t is that of the narrowest strip that holds it; it grows with the interval. A
strip is narrowest where it has two contacts with the path on one side and between them one on the other; contacts are
ends of the path, or places at which it is parallel to the strip. From a beginning s the path can be followed to t(s),
where w = 2 × the tolerance; intervals of which t(s) − s is largest beside their neighbours are the straight ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from sgkin.analysis.course import Course
from sgkin.analysis.interpolant import Interpolant
from sgkin.arrays import Floats, Integers

SAMPLES = 65
"""Places at which contacts are looked for first."""
EXCHANGES, MOST_STEPS = 12, 60
DIRECTIONS = 48
ANGLES = np.arange(DIRECTIONS) * pi / DIRECTIONS
NORMALS = np.stack([-np.sin(ANGLES), np.cos(ANGLES)])
STARTS, ROUGH_SAMPLES, ROUGH_STEPS = 240, 65, 36
"""Beginnings from which intervals are tried first, by so many samples in so many steps."""
GOLDEN = 0.5 * (3.0 - 5.0**0.5)
FINEST = 1e-13
"""How precisely ends are found, as a part of the whole."""


@dataclass(frozen=True, slots=True)
class StraightInterval:
    """From `begin` to `end` of the input the point stays within `deviation`, in metres, of a straight line.

    The line goes through `point` in the `direction` of a unit vector; `distance`: how far the ends are apart, in m.
    On a closed path `end` may lie beyond that of the path, which goes on from its beginning.
    """

    begin: float
    end: float
    deviation: float
    point: Floats
    direction: Floats
    distance: float


@dataclass(frozen=True, slots=True)
class Strip:
    """The narrowest strip: its width, its middle line by a point and a unit vector along it."""

    width: float
    point: Floats
    direction: Floats


class Straightness:
    """A path by its input, and the strips of its intervals."""

    def __init__(self, path: Interpolant, course: Course, closed: bool) -> None:
        self.path, self.course, self.closed = path, course, closed
        self.last = course.high + (course.span if closed else 0.0)
        self.rounding = 2e-15 * float(path.size[:, :2].max())

    def values(self, u: Floats) -> Floats:
        """p, p′ and p″; a closed path goes on."""
        low, high = self.course.limits()
        return self.path(low + (u - low) % (high - low) if self.closed else np.clip(u, low, high))

    def strip(self, begin: float, end: float) -> Strip:
        """The narrowest strip from a begin to an end of the input.

        By exchange, as Remez fits polynomials: the narrowest strip of samples, then with the places at which the path
        is parallel to it, until it stays.
        """
        low, high = self.back(np.array([begin, end])).tolist()
        u = np.linspace(low, high, SAMPLES)
        values = self.values(u)
        samples, turns, width = values[:, :2], np.zeros(0, dtype=np.int64), 0.0
        places = samples
        for _ in range(EXCHANGES):
            (top,), (bottom,), (angle,) = narrowest(places[None])
            normal, before = np.array([-sin(angle), cos(angle)]), width
            width = float((places[top] - places[bottom]) @ normal)
            if abs(width - before) <= 0.5 * self.rounding:
                break
            heights = samples @ normal
            now = 1 + np.flatnonzero((heights[1:-1] - heights[:-2]) * (heights[1:-1] - heights[2:]) >= 0.0)
            if not np.array_equal(now, turns):
                turns, at, there = now, u[now], values[now]
            slope, bend = there[:, 2:4] @ normal, there[:, 4:] @ normal
            moved = at - slope / np.where(bend == 0.0, np.inf, bend)
            at = np.clip(moved, u[turns - 1], u[turns + 1])
            there = self.values(at)
            places = np.concatenate([samples, there[:, :2]])
        middle, along = 0.5 * float((places[top] + places[bottom]) @ normal), np.array([cos(angle), sin(angle)])
        return Strip(width, middle * normal + along * float(samples.mean(axis=0) @ along), along)

    def width(self, begin: float, end: float) -> float:
        return self.strip(begin, end).width

    def back(self, s: Floats) -> Floats:
        """u at values of the input."""
        turns = np.where(self.closed & (s > self.course.high), self.course.span, 0.0)
        return np.asarray(self.course.back(s - turns) + turns)

    def furthest(self, begin: float) -> float:
        """Where an interval ends at last: with the path, or after a whole round."""
        return begin + self.course.span if self.closed else self.course.high

    def reach(self, begin: float, limit: float, guess: float) -> float:
        """How far from a begin the path stays in a strip of a width; a guess saves work.

        On an arc the width grows with the square of the length: its root is taken to be linear between a length that
        fits and one that does not, and where that gains little they are halved.
        """
        most = self.furthest(begin) - begin
        length = min(max(guess - begin, FINEST * self.course.span), most)
        short, far, below, above = 0.0, np.inf, -(limit**0.5), np.inf
        for step in range(MOST_STEPS):
            width = self.width(begin, begin + length)
            excess = width**0.5 - limit**0.5
            if width <= limit and length == most:
                return begin + most
            if abs(width - limit) <= self.rounding or far - short <= FINEST * self.course.span:
                break
            short, below = (length, excess) if width <= limit else (short, below)
            far, above = (far, above) if width <= limit else (length, excess)
            if far == np.inf:
                length = min(length * min((limit / max(width, 1e-300)) ** 0.5 + 1e-3 * 4.0**step, 5.0), most)
            elif step % 3 == 2:
                length = 0.5 * (short + far)
            else:
                length = short - below * (far - short) / (above - below)
        return begin + length


def find_straight_intervals(
    path: Interpolant, course: Course, closed: bool, inflections: tuple[float, ...], tolerance: float, most: int
) -> tuple[StraightInterval, ...]:
    """The longest straight intervals that do not overlap, the longest first."""
    straight, limit = Straightness(path, course, closed), 2.0 * tolerance
    if straight.width(course.low, course.high) <= limit:
        return (_interval(straight, course.low, course.high),)
    found: list[tuple[float, float]] = []
    period = course.span if closed else 0.0
    for candidate in _candidates(straight, inflections, limit):
        if len(found) < most and not _overlaps(*candidate[:2], found, period):
            longest = _longest(straight, limit, *candidate)
            if longest is not None and not _overlaps(*longest, found, period):
                found.append(longest)
    found.sort(key=lambda ends: ends[0] - ends[1])
    return tuple(_interval(straight, *ends) for ends in found)


def _candidates(
    straight: Straightness, inflections: tuple[float, ...], limit: float
) -> list[tuple[float, float, float]]:
    """Intervals that are longer than their neighbours, and how far away those are, the longest first."""
    course = straight.course
    begins = np.linspace(course.low, course.high, STARTS, endpoint=False)
    ends, aside = _rough_ends(straight, begins, limit), course.span / STARTS
    lengths = ends - begins
    before, after = np.roll(lengths, 1), np.roll(lengths, -1)
    if not straight.closed:
        before[0] = after[-1] = 0.0
    peaks = np.flatnonzero((lengths >= before) & (lengths > after))
    found = [(float(begins[k]), float(ends[k]), aside) for k in peaks]
    for centre in inflections:
        half = _symmetric(straight, centre, limit)
        if half < aside:
            found.append((max(centre - half, course.low), min(centre + half, straight.last), half))
    return sorted(found, key=lambda each: each[0] - each[1])


def _rough_ends(straight: Straightness, begins: Floats, limit: float) -> Floats:
    """How far the path stays in a strip from each of many beginnings, by samples alone, all at once."""
    most = np.array([straight.furthest(begin) for begin in begins.tolist()]) - begins
    length, short, far = 0.01 * most, np.zeros(len(begins)), most.copy()
    for step in range(ROUGH_STEPS):
        s = begins[:, None] + length[:, None] * np.linspace(0.0, 1.0, ROUGH_SAMPLES)
        places = straight.values(straight.back(s.ravel()))[:, :2].reshape(*s.shape, 2)
        top, bottom, angle = narrowest(places)
        rows = np.arange(len(s))
        gap, normal = places[rows, top] - places[rows, bottom], np.stack([-np.sin(angle), np.cos(angle)], axis=1)
        width = np.maximum(np.einsum("ni,ni->n", gap, normal), 1e-300)
        fits = width <= limit
        short, far = np.where(fits, length, short), np.where(fits, far, length)
        grown = length * np.clip((limit / width) ** 0.5, 0.2, 5.0)  # on an arc the width grows with the length's square
        is_between = (grown > short) & (grown < far) & (step % 3 < 2)
        length = np.where(is_between, grown, 0.5 * (short + far))
    return np.asarray(begins + length)


def _symmetric(straight: Straightness, centre: float, limit: float) -> float:
    """How far to both sides of a place the path stays in a strip of a width."""
    half = 1e-9 * straight.course.span
    while half < 0.25 * straight.course.span:
        if straight.width(max(centre - half, straight.course.low), min(centre + half, straight.last)) > limit:
            return half
        half *= 1.5
    return half


def _longest(
    straight: Straightness, limit: float, begin: float, end: float, aside: float
) -> tuple[float, float] | None:
    """The interval that is longest near one, by golden section around the best beginning so far; None if there is none.

    The longest may lie where t(s) is smooth, or where it jumps since a bump just fits into the strip: so the best is
    always kept, and only what lies beyond a worse one is left out.
    """
    course, span, flat = straight.course, straight.course.span, 0
    around = begin + aside * np.arange(-2.0, 3.0)
    if not straight.closed:
        around = np.unique(np.clip(around, course.low, course.high))
    bounds = [each for each in around[[0, -1]].tolist() if straight.closed or course.low < each < course.high]
    ends = np.array([straight.reach(each, limit, end) for each in around.tolist()])
    best = int((ends - around).argmax())
    begin, end = float(around[best]), float(ends[best])
    low, high = float(around[max(best - 1, 0)]), float(around[min(best + 1, len(around) - 1)])
    while high - low > 10.0 * FINEST * span and flat < 4:
        right = high - begin > begin - low
        tried = begin + GOLDEN * (high - begin) if right else begin - GOLDEN * (begin - low)
        there = straight.reach(tried, limit, end)
        gain = (there - tried) - (end - begin)
        flat = flat + 1 if abs(gain) <= FINEST * span else 0
        if gain > 0.0:
            low, high = (begin, high) if right else (low, begin)
            begin, end = tried, there
        else:
            low, high = (low, tried) if right else (tried, high)
    if any(abs(begin - each) < 1e-3 * aside for each in bounds):
        return None  # a neighbour is longer still
    if straight.closed and begin < course.low:
        begin, end = begin + span, end + span
    return begin, end


def _overlaps(begin: float, end: float, found: list[tuple[float, float]], period: float) -> bool:
    shifts = (-period, 0.0, period) if period else (0.0,)
    return any(begin + shift < high and end + shift > low for low, high in found for shift in shifts)


def _interval(straight: Straightness, begin: float, end: float) -> StraightInterval:
    strip = straight.strip(begin, end)
    ends = straight.values(straight.back(np.array([begin, end])))[:, :2]
    distance = float(np.hypot(*(ends[1] - ends[0])))
    return StraightInterval(begin, end, 0.5 * strip.width, strip.point, strip.direction, distance)


def narrowest(places: Floats) -> tuple[Integers, Integers, Floats]:
    """The contacts, left and right (m,), of the narrowest strips that hold rows of places (m, n, 2), and their angles.

    The width of a strip that turns falls on one side of the narrowest and grows on the other; the next angle is that at
    which the strips of both sides are equally wide.
    """
    rows = np.arange(len(places))
    angle = ANGLES[np.ptp(places @ NORMALS, axis=1).argmin(axis=1)]
    low, high = angle - pi / DIRECTIONS, angle + pi / DIRECTIONS
    one, other = _contacts(places, low), _contacts(places, high)
    here, open_ = _contacts(places, angle), np.ones(len(places), dtype=bool)
    for _ in range(60):
        along = _gap(places, rows, one) - _gap(places, rows, other)
        middle = 0.5 * (low + high)
        aside = (np.arctan2(along[:, 1], along[:, 0]) - middle + 0.5 * pi) % pi - 0.5 * pi
        is_between = (np.abs(aside) <= 0.5 * (high - low) + 1e-14) & along.any(axis=1)
        angle = np.where(open_, middle + np.where(is_between, aside, 0.0), angle)
        here = _contacts(places, angle)
        known = (here == one).all(axis=0) | (here == other).all(axis=0)
        open_ &= ~(is_between & known) & along.any(axis=1)
        if not open_.any():
            break
        gap = _gap(places, rows, here)
        falls = -gap[:, 0] * np.cos(angle) - gap[:, 1] * np.sin(angle) < 0.0
        low, one = np.where(open_ & falls, angle, low), np.where(open_ & falls, here, one)
        high, other = np.where(open_ & ~falls, angle, high), np.where(open_ & ~falls, here, other)
    return here[0], here[1], angle


def _contacts(places: Floats, angle: Floats) -> Integers:
    """The numbers (2, m) of the places farthest to the left and to the right of directions (m,)."""
    heights = places[:, :, 1] * np.cos(angle)[:, None] - places[:, :, 0] * np.sin(angle)[:, None]
    return np.stack([heights.argmax(axis=1), heights.argmin(axis=1)])


def _gap(places: Floats, rows: Integers, contacts: Integers) -> Floats:
    return np.asarray(places[rows, contacts[0]] - places[rows, contacts[1]])
