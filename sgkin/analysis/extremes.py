"""Extremes of what is read of a motion, located between its steps.

What is asked for is a smooth function of the place s on a course. It is interpolated to rounding from values that the
kernels give; between the zeros of its derivative it rises or falls, so that no extreme is missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sgkin.analysis.course import CLOSED, Course, Reading
from sgkin.analysis.interpolant import interpolate
from sgkin.arrays import Booleans, Floats

WANTED = 1e-14
"""Accuracy of the interpolation, as a part of the largest value."""
LEVEL = 1e-12
"""Values that differ by less, as a part of the largest, are equal: none of them is an extreme beside the other."""


@dataclass(frozen=True, slots=True)
class ExtremeValue:
    """A `maximum` or `minimum` of a quantity beside its neighbours, located between the steps; of a quantity that does
    not change, a `constant`.

    `at`: the input there; with several inputs the time, or without times the number of the step. `inputs` (f,): all of
    them; `is_end`: the motion begins or ends there.
    """

    value: float
    at: float
    inputs: Floats
    kind: str
    is_end: bool = False


def least(extremes: tuple[ExtremeValue, ...]) -> ExtremeValue:
    """The extreme of the least value, the first if there are several."""
    return min(extremes, key=lambda each: each.value)


def greatest(extremes: tuple[ExtremeValue, ...]) -> ExtremeValue:
    """The extreme of the greatest value, the first if there are several."""
    return max(extremes, key=lambda each: each.value)


def find_extremes(course: Course, smooth: Reading, value: Reading | None = None) -> tuple[ExtremeValue, ...]:
    """All extremes of what is read of a course, ascending in s, with the ends of one that is not closed.

    smooth: a smooth function; value: what is meant, which grows with it, if that is not the same.
    """
    places, is_zero = _candidates(course, smooth)
    grown = course.read(smooth, places)
    values = grown if value is None else course.read(value, places)
    level = LEVEL * float(np.abs(grown).max())
    levels = _levels(grown, level, course.closed)
    found = []
    for number, (before, after) in enumerate(_neighbours(len(levels), course.closed)):
        here = next((place for place in levels[number] if is_zero[place]), levels[number][0])
        others = [levels[other][0] for other in (before, after) if other is not None]
        kind = _kind([grown[here] - grown[other] for other in others], level)
        if kind:
            is_end = not course.closed and bool({0, len(places) - 1}.intersection(levels[number]))
            at = _within(course, float(places[here]))
            found.append(ExtremeValue(float(values[here]), at, course.inputs(np.array([at]))[0], kind, is_end))
    if not found:
        found = [ExtremeValue(float(values[0]), float(places[0]), course.inputs(places[:1])[0], "constant")]
    return tuple(sorted(found, key=lambda each: each.at))


def _candidates(course: Course, smooth: Reading) -> tuple[Floats, Booleans]:
    """Ascending places between which a function rises or falls, and which of them are zeros of its derivative."""
    if not course.high > course.low:
        return np.array([course.low]), np.array([False])
    stretches = [(course.low, course.high)]
    if len(course.corners):
        rises = np.diff(course.read(smooth, course.corners))
        turns = np.flatnonzero(rises[:-1] * rises[1:] <= 0.0).tolist()
        beside = sorted({0, len(rises) - 1, *turns, *(corner + 1 for corner in turns)})
        stretches = [(float(course.corners[part]), float(course.corners[part + 1])) for part in beside]
    found = [_turning(course, smooth, *stretch) for stretch in stretches]
    zeros = np.concatenate([turning for turning, _ in found])
    others = np.concatenate([[course.low, course.high], course.corners, *(breaks for _, breaks in found)])
    places = np.unique(np.concatenate([zeros, others]))
    if course.closed:
        places = places[places < course.high]
    return places, np.isin(places, zeros)


def _turning(course: Course, smooth: Reading, low: float, high: float) -> tuple[Floats, Floats]:
    """Where the derivative of a function vanishes between two places, and where its interpolant has breaks."""
    found = interpolate(
        lambda places: course.read(smooth, places)[:, None],
        low,
        high,
        lambda seen: np.maximum(np.abs(seen).max(axis=0), 1e-300),
        np.array([WANTED]),
    )
    scale = float(found.size.max()) * 2.0 / (high - low)
    return found.derivative.roots(lambda values: values[:, 0], scale, degree=1), found.breaks[1:-1]


def _within(course: Course, place: float) -> float:
    """A place of a closed course, at its beginning rather than just before its end."""
    return place - course.span if course.closed and course.high - place <= CLOSED * course.span else place


def _neighbours(count: int, closed: bool) -> list[tuple[int | None, int | None]]:
    if closed:
        return [((number - 1) % count, (number + 1) % count) for number in range(count)]
    chain = [None, *range(count), None]
    return [(before, after) for (before, _), (_, after) in pairwise(pairwise(chain))]


def _levels(values: Floats, level: float, closed: bool) -> list[list[int]]:
    """Numbers of neighbouring values that are equal, together."""
    found = [[0]]
    for number in range(1, len(values)):
        if abs(values[number] - values[found[-1][0]]) > level:
            found.append([])
        found[-1].append(number)
    if closed and len(found) > 1 and abs(values[0] - values[found[-1][0]]) <= level:
        found[0] = found.pop() + found[0]
    return found


def _kind(rises: list[float], level: float) -> str:
    """What a value is that is so much greater than its neighbours; nothing, if it is no extreme."""
    if rises and all(rise > level for rise in rises):
        return "maximum"
    return "minimum" if rises and all(rise < -level for rise in rises) else ""
