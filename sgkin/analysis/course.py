"""A motion between its steps: the same path of the inputs, solved wherever it is asked for, and extremes along it.

What is asked for is a smooth function of the place s on the path. It is interpolated to rounding from values that the
kernels give; between the zeros of its derivative it rises or falls, so that no extreme is missed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import pi

import numpy as np
from numpy.typing import NDArray

from sgkin.analysis.interpolant import interpolate
from sgkin.arrays import Floats
from sgkin.errors import InputError
from sgkin.kinematic_plan import KinematicPlan
from sgkin.motion import Motion
from sgkin.solving import make_plan, motion_laws, solve

WANTED = 1e-14
"""Accuracy of the interpolation, as a part of the largest value."""
LEVEL = 1e-12
"""Values that differ by less, as a part of the largest, are equal: none of them is an extreme beside the other."""
CLOSED = 1e-9
"""By how much, in parts of the mechanism's size and in radians, a closed path may miss its beginning."""

Path = Callable[[Floats], tuple[Floats, Floats, Floats]]
"""Inputs, and their first and second derivatives by s (n, f), at places s (n,)."""
Reading = Callable[[Motion], Floats]
"""A number (n,) that is read of a motion."""
Truths = NDArray[np.bool_]


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


@dataclass(frozen=True)
class Course:
    """A path of the inputs from s = low to s = high that can be solved anywhere.

    With one input, s is its value; with several, the time, or the number of the step. `closed`: whether the mechanism
    ends as it begins. `corners`: places at which the path is not smooth; then extremes are looked for beside those of
    the values at the corners.
    """

    plan: KinematicPlan
    path: Path
    low: float
    high: float
    closed: bool = False
    corners: Floats = field(default_factory=lambda: np.zeros(0))

    def motion(self, places: Floats) -> Motion:
        """The motion through ascending places (n,), with derivatives by s as its velocities."""
        z, rates, accelerations = self.path(places)
        return solve(self.plan, inputs=z, input_rates=rates, input_accelerations=accelerations)

    def place(self, inputs: Floats, step: int, motion: Motion) -> float:
        """The place of an event on the way to a step of the motion whose course it is; with several inputs, how far it
        is from step to step, and the last step where the motion ends."""
        if len(inputs) == 1:
            return float(inputs[0])
        places = np.arange(motion.steps, dtype=np.float64) if motion.times is None else motion.times
        if not 0 < step < motion.steps:
            return float(places[min(step, motion.steps - 1)])
        way = motion.inputs[step] - motion.inputs[step - 1]
        part = float((inputs - motion.inputs[step - 1]) @ way / max(float(way @ way), 1e-300))
        return float(places[step - 1] + part * (places[step] - places[step - 1]))

    def extremes(self, smooth: Reading, value: Reading | None = None) -> tuple[ExtremeValue, ...]:
        """All extremes of what is read of it, ascending in s, with the ends of a path that is not closed.

        smooth: a smooth function; value: what is meant, which grows with it, if that is not the same.
        """
        places, is_zero = self._candidates(smooth)
        motion = self.motion(places)
        grown, values = smooth(motion), (value or smooth)(motion)
        level = LEVEL * float(np.abs(grown).max())
        levels = _levels(grown, level, self.closed)
        found = []
        for number, (before, after) in enumerate(self._neighbours(len(levels))):
            here = next((place for place in levels[number] if is_zero[place]), levels[number][0])
            others = [levels[other][0] for other in (before, after) if other is not None]
            kind = _kind([grown[here] - grown[other] for other in others], level)
            if kind:
                is_end = not self.closed and bool({0, len(places) - 1}.intersection(levels[number]))
                at = self._within(float(places[here]))
                found.append(ExtremeValue(float(values[here]), at, self.path(np.array([at]))[0][0], kind, is_end))
        if not found:
            found = [ExtremeValue(float(values[0]), float(places[0]), motion.inputs[0].copy(), "constant")]
        return tuple(sorted(found, key=lambda each: each.at))

    def _candidates(self, smooth: Reading) -> tuple[Floats, Truths]:
        """Ascending places between which a function rises or falls, and which of them are zeros of its derivative."""
        if not self.high > self.low:
            return np.array([self.low]), np.array([False])
        stretches = [(self.low, self.high)]
        if len(self.corners):
            rises = np.diff(smooth(self.motion(self.corners)))
            turns = np.flatnonzero(rises[:-1] * rises[1:] <= 0.0).tolist()
            beside = sorted({0, len(rises) - 1, *turns, *(corner + 1 for corner in turns)})
            stretches = [(float(self.corners[part]), float(self.corners[part + 1])) for part in beside]
        found = [self._turning(smooth, *stretch) for stretch in stretches]
        zeros = np.concatenate([turning for turning, _ in found])
        others = np.concatenate([[self.low, self.high], self.corners, *(breaks for _, breaks in found)])
        places = np.unique(np.concatenate([zeros, others]))
        if self.closed:
            places = places[places < self.high]
        return places, np.isin(places, zeros)

    def _turning(self, smooth: Reading, low: float, high: float) -> tuple[Floats, Floats]:
        """Where the derivative of a function vanishes between two places, and where its interpolant has breaks."""
        found = interpolate(
            lambda places: smooth(self.motion(places))[:, None],
            low,
            high,
            lambda seen: np.maximum(np.abs(seen).max(axis=0), 1e-300),
            np.array([WANTED]),
        )
        scale = float(found.size.max()) * 2.0 / (high - low)
        return found.derivative.roots(lambda values: values[:, 0], scale, degree=1), found.breaks[1:-1]

    def _within(self, place: float) -> float:
        """A place of a closed path, at its beginning rather than just before its end."""
        span = self.high - self.low
        return place - span if self.closed and self.high - place <= CLOSED * span else place

    def _neighbours(self, count: int) -> list[tuple[int | None, int | None]]:
        if self.closed:
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


def least(extremes: tuple[ExtremeValue, ...]) -> ExtremeValue:
    """The extreme of the least value, the first if there are several."""
    return min(extremes, key=lambda each: each.value)


def greatest(extremes: tuple[ExtremeValue, ...]) -> ExtremeValue:
    """The extreme of the greatest value, the first if there are several."""
    return max(extremes, key=lambda each: each.value)


def course_of(motion: Motion) -> Course:
    """The course that a motion has taken, as far as it was reached."""
    if not motion.steps:
        raise InputError(f"the motion of {motion.mechanism.name} ended before its first step; there is nothing to read")
    plan = make_plan(motion.mechanism)
    if motion.inputs.shape[1] == 1:
        low, high = float(motion.inputs.min()), float(motion.inputs.max())
        return _closed(Course(plan, along_input(motion.inputs[0], 0), low, high))
    if motion.times is not None:
        ordered = np.sort(motion.times)
        return _closed(Course(plan, lambda s: motion_laws(motion.mechanism, s), float(ordered[0]), float(ordered[-1])))
    steps = np.arange(motion.steps, dtype=np.float64)
    return Course(plan, _through_steps(motion.inputs), 0.0, steps[-1], corners=steps)


def along_input(origin: Floats, number: int) -> Path:
    """The path on which one input is s, and the others are those of the origin (f,)."""

    def path(s: Floats) -> tuple[Floats, Floats, Floats]:
        z, rates = np.tile(origin, (len(s), 1)), np.zeros((len(s), len(origin)))
        z[:, number], rates[:, number] = s, 1.0
        return z, rates, np.zeros_like(rates)

    return path


def _through_steps(inputs: Floats) -> Path:
    """The path that goes straight from step to step."""

    def path(s: Floats) -> tuple[Floats, Floats, Floats]:
        step = np.clip(s.astype(np.int64), 0, max(len(inputs) - 2, 0))
        ahead = np.minimum(step + 1, len(inputs) - 1)
        rates = inputs[ahead] - inputs[step]
        return inputs[step] + (s - step)[:, None] * rates, rates, np.zeros_like(rates)

    return path


def _closed(course: Course) -> Course:
    """The same course, closed if its ends are one configuration that is left as it was entered."""
    if not course.high > course.low:
        return course
    places = np.array([course.low, course.high])
    _, rates, _ = course.path(places)
    if not np.allclose(rates[0], rates[1], rtol=CLOSED, atol=0.0) or not rates.any():
        return course
    return replace(course, closed=returns(course, *places.tolist()))


def returns(course: Course, begin: float, end: float) -> bool:
    """Whether a mechanism is at the end where it was at the beginning."""
    motion = course.motion(np.array([begin, end]))
    for link in motion.mechanism.moving_links:
        x, y, turn = np.abs(np.diff(motion.pose(link), axis=0)[0])
        if max(x, y) > CLOSED * course.plan.unit_length or abs(turn - 2.0 * pi * round(turn / (2.0 * pi))) > CLOSED:
            return False
    return True
