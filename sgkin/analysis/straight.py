"""Straight intervals: how far a path stays within a tolerance of a straight line.

The width w(s, t) of the path from s to t is that of the narrowest strip that holds it; it grows with the interval. A
strip is narrowest where it has two contacts with the path on one side and between them one on the other; contacts are ends
of the path, or places at which it is parallel to the strip. From a beginning s the path can be followed to t(s), where
w = 2 × the tolerance; intervals of which t(s) − s is largest beside their neighbours are the straight ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from scipy.optimize import brentq

from sgkin.analysis.interpolant import Interpolant
from sgkin.analysis.motion_line import MotionLine
from sgkin.arrays import Floats

SAMPLES = 65
"""Places at which contacts are looked for first."""
EXCHANGES = 12
DIRECTIONS = 48
ANGLES = np.arange(DIRECTIONS) * pi / DIRECTIONS
NORMALS = np.stack([-np.sin(ANGLES), np.cos(ANGLES)])
STARTS, TABLE = 240, 2400
"""Beginnings from which intervals are tried first, and places of the path from which these are judged."""
FEW = 8
"""Fewer samples in an interval say too little about it."""
GOLDEN = 0.5 * (3.0 - 5.0**0.5)
FINEST = 1e-12
"""How precisely ends are found, as a part of the whole."""


@dataclass(frozen=True, slots=True)
class StraightInterval:
    """From `begin` to `end` of the input the point stays within `deviation`, in metres, of a straight line.

    The line goes through `point` in the `direction` of a unit vector; `distance`: how far apart, in metres, the ends are.
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

    def __init__(self, path: Interpolant, line: MotionLine, closed: bool) -> None:
        self.path, self.line, self.closed = path, line, closed
        self.last = line.end + (line.span if closed else 0.0)

    def values(self, u: Floats) -> Floats:
        """p, p′ and p″; a closed path goes on."""
        low, high = self.line.limits()
        return self.path(low + (u - low) % (high - low) if self.closed else np.clip(u, low, high))

    def strip(self, begin: float, end: float) -> Strip:
        """The narrowest strip from a begin to an end of the input.

        By exchange, as Remez fits polynomials: the narrowest strip of samples, then with the places at which the path is
        parallel to it, until it stays.
        """
        u = np.linspace(self.back(begin), self.back(end), SAMPLES)
        values = self.values(u)
        samples, turns, width = values[:, :2], np.zeros(0, dtype=np.int64), 0.0
        places = samples
        for _ in range(EXCHANGES):
            (top, bottom), angle = narrowest(places)
            normal, before = np.array([-sin(angle), cos(angle)]), width
            width = float((places[top] - places[bottom]) @ normal)
            if abs(width - before) <= 1e-15 * before:
                break
            heights = samples @ normal
            now = 1 + np.flatnonzero((heights[1:-1] - heights[:-2]) * (heights[1:-1] - heights[2:]) >= 0.0)
            if not np.array_equal(now, turns):
                turns, at, there = now, u[now], values[now]
            for _ in range(2):
                slope, bend = there[:, 2:4] @ normal, there[:, 4:] @ normal
                moved = at - slope / np.where(bend == 0.0, np.inf, bend)
                at = np.clip(moved, u[turns - 1], u[turns + 1])
                there = self.values(at)
            places = np.concatenate([samples, there[:, :2]])
        middle, along = 0.5 * float((places[top] + places[bottom]) @ normal), np.array([cos(angle), sin(angle)])
        return Strip(width, middle * normal + along * float(samples.mean(axis=0) @ along), along)

    def width(self, begin: float, end: float) -> float:
        return self.strip(begin, end).width

    def back(self, s: float) -> float:
        """u at a value of the input."""
        turns = self.line.span if self.closed and s > self.line.end else 0.0
        return float(self.line.back(np.array(s - turns))) + turns

    def furthest(self, begin: float) -> float:
        """Where an interval ends at last: with the path, or after a whole round."""
        return begin + self.line.span if self.closed else self.line.end

    def reach(self, begin: float, limit: float, guess: float) -> float:
        """How far from a begin the path stays in a strip of a width; a guess saves work."""
        most = self.furthest(begin) - begin
        length, short, far = min(max(guess - begin, FINEST * self.line.span), most), 0.0, np.inf
        while short == 0.0 or far == np.inf:
            width = self.width(begin, begin + length)
            if width <= limit:
                if length == most:
                    return begin + most
                short = length
            else:
                far = length
            # on an arc the width grows with the square of the length; a little more, so that the end comes to lie between
            grown = (limit / max(width, 1e-300)) ** 0.5 * (1.001 if width <= limit else 0.999)
            length = min(length * min(max(grown, 0.2), 5.0), most)
        return begin + float(brentq(lambda t: self.width(begin, begin + t) - limit, short, far, xtol=1e-15 * self.line.span))


def find_straight_intervals(
    path: Interpolant, line: MotionLine, closed: bool, inflections: tuple[float, ...], tolerance: float, most: int
) -> tuple[StraightInterval, ...]:
    """The longest straight intervals that do not overlap, the longest first."""
    straight, limit = Straightness(path, line, closed), 2.0 * tolerance
    if straight.width(line.begin, line.end) <= limit:
        return (_interval(straight, line.begin, line.end),)
    found: list[tuple[float, float]] = []
    period = line.span if closed else 0.0
    for candidate in _candidates(straight, inflections, limit):
        if len(found) < most and not _overlaps(*candidate[:2], found, period):
            longest = _longest(straight, limit, *candidate)
            if longest is not None and not _overlaps(*longest, found, period):
                found.append(longest)
    found.sort(key=lambda ends: ends[0] - ends[1])
    return tuple(_interval(straight, *ends) for ends in found)


def _candidates(straight: Straightness, inflections: tuple[float, ...], limit: float) -> list[tuple[float, float, float]]:
    """Intervals that are longer than their neighbours, and how far away those are, the longest first."""
    line = straight.line
    begins = np.linspace(line.begin, line.end, STARTS, endpoint=False)
    ends, aside = _rough_ends(straight, limit), line.span / STARTS
    lengths = ends - begins
    before, after = np.roll(lengths, 1), np.roll(lengths, -1)
    if not straight.closed:
        before[0] = after[-1] = 0.0
    peaks = np.flatnonzero((lengths >= before) & (lengths > after))
    found = [(float(begins[k]), float(ends[k]), aside) for k in peaks]
    for centre in inflections:
        half = _symmetric(straight, centre, limit)
        if half < aside:
            found.append((max(centre - half, line.begin), min(centre + half, straight.last), half))
    return sorted(found, key=lambda each: each[0] - each[1])


def _rough_ends(straight: Straightness, limit: float) -> Floats:
    """How far the path stays in a strip from each of the first beginnings (STARTS,): by samples, where there are enough."""
    line, every = straight.line, TABLE // STARTS
    s = line.begin + line.span / TABLE * np.arange(2 * TABLE + 1 if straight.closed else TABLE + 1)
    places = straight.values(np.array([straight.back(each) for each in s.tolist()]))[:, :2]
    ends, guess = np.empty(STARTS), 1
    for number, first in enumerate(range(0, TABLE, every)):
        rest = places[first : first + TABLE + 1]
        short = _samples_within(rest, limit, guess)
        guess = max(short, 1)
        if short < FEW:
            before = ends[number - 1] - s[first - every] if number else line.span / TABLE
            ends[number] = straight.reach(float(s[first]), limit, float(s[first] + before))
        elif short == len(rest) - 1:
            ends[number] = s[first + short]
        else:
            widths = [_sampled_width(_some(rest, count)) for count in (short, short + 1)]
            part = (limit - widths[0]) / (widths[1] - widths[0])
            ends[number] = s[first + short] + part * line.span / TABLE
    return ends


def _samples_within(places: Floats, limit: float, guess: int) -> int:
    """How many steps from the first place others stay in a strip of a width."""
    most = len(places) - 1
    short, far = 0, min(guess, most)
    while _sampled_width(_some(places, far)) <= limit:
        if far == most:
            return most
        short, far = far, min(2 * far, most)
    while far - short > 1:
        middle = (short + far) // 2
        short, far = (middle, far) if _sampled_width(_some(places, middle)) <= limit else (short, middle)
    return short


def _some(places: Floats, count: int) -> Floats:
    """The first so many steps of places, not too densely, with the last."""
    return np.append(places[: count : max(count // SAMPLES, 1)], places[count : count + 1], axis=0)


def _symmetric(straight: Straightness, centre: float, limit: float) -> float:
    """How far to both sides of a place the path stays in a strip of a width."""
    half = 1e-9 * straight.line.span
    while half < 0.25 * straight.line.span:
        if straight.width(max(centre - half, straight.line.begin), min(centre + half, straight.last)) > limit:
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
    line, span = straight.line, straight.line.span
    low, high = begin - aside, begin + aside
    if not straight.closed:
        low, high = max(low, line.begin), min(high, line.end)
    bounds = [each for each in (low, high) if straight.closed or line.begin < each < line.end]
    end = straight.reach(begin, limit, end)
    flat = 0
    while high - low > FINEST * span and flat < 4:
        right = high - begin > begin - low
        tried = begin + GOLDEN * (high - begin) if right else begin - GOLDEN * (begin - low)
        there = straight.reach(tried, limit, end)
        gain = (there - tried) - (end - begin)
        flat = flat + 1 if abs(gain) <= 1e-13 * span else 0
        if gain > 0.0:
            low, high = (begin, high) if right else (low, begin)
            begin, end = tried, there
        else:
            low, high = (low, tried) if right else (tried, high)
    if any(abs(begin - each) < 1e-3 * aside for each in bounds):
        return None  # a neighbour is longer still
    if straight.closed and begin < line.begin:
        begin, end = begin + span, end + span
    return begin, end


def _overlaps(begin: float, end: float, found: list[tuple[float, float]], period: float) -> bool:
    shifts = (-period, 0.0, period) if period else (0.0,)
    return any(begin + shift < high and end + shift > low for low, high in found for shift in shifts)


def _interval(straight: Straightness, begin: float, end: float) -> StraightInterval:
    strip = straight.strip(begin, end)
    ends = straight.values(np.array([straight.back(begin), straight.back(end)]))[:, :2]
    distance = float(np.hypot(*(ends[1] - ends[0])))
    return StraightInterval(begin, end, 0.5 * strip.width, strip.point, strip.direction, distance)


def _sampled_width(places: Floats) -> float:
    """The width of the narrowest strip that holds places."""
    (top, bottom), angle = narrowest(places)
    return float((places[top] - places[bottom]) @ np.array([-sin(angle), cos(angle)]))


def narrowest(places: Floats) -> tuple[tuple[int, int], float]:
    """The contacts, left and right, of the narrowest strip that holds places, and its angle.

    The width of a strip that turns falls on one side of the narrowest and grows on the other; the next angle is that at
    which the strips of both sides are equally wide.
    """
    angle = float(ANGLES[np.ptp(places @ NORMALS, axis=0).argmin()])
    low, high = angle - pi / DIRECTIONS, angle + pi / DIRECTIONS
    one, other = _contacts(places, low), _contacts(places, high)
    for _ in range(60):
        along = (places[one[0]] - places[one[1]]) - (places[other[0]] - places[other[1]])
        if not along.any():
            break
        angle = low + (np.arctan2(along[1], along[0]) - low) % pi
        is_between = low < angle < high
        if not is_between:
            angle = 0.5 * (low + high)
        here = _contacts(places, angle)
        if is_between and here in (one, other):
            break
        falls = (places[here[0]] - places[here[1]]) @ np.array([-cos(angle), -sin(angle)]) < 0.0
        low, one = (angle, here) if falls else (low, one)
        high, other = (high, other) if falls else (angle, here)
    return _contacts(places, angle), float(angle)


def _contacts(places: Floats, angle: float) -> tuple[int, int]:
    heights = places @ np.array([-sin(angle), cos(angle)])
    return int(heights.argmax()), int(heights.argmin())
