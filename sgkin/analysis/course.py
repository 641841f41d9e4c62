"""A path of the inputs along which a mechanism can be solved anywhere: between the steps of a motion, or over a line.

A path z(s) goes from s = low to s = high; with one moving input s is its value. Where the motion ends at a dead point,
it goes like the square root of the distance to it. There s = s(u) with ds/du = 0 at that end, so that the motion is
analytic in u; everywhere else u is s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import pi
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from sgkin.analysis.input_line import InputLine
from sgkin.arrays import Floats, Integers
from sgkin.coefficients import Coefficients
from sgkin.errors import InputError, brief
from sgkin.model.form import real_numbers
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.solving import make_plan, motion_laws, solve

if TYPE_CHECKING:
    from sgkin.kinematic_plan import KinematicPlan

CLOSED = 1e-9
"""By how much, in parts of the mechanism's size and in radians, a closed path may miss its beginning."""
AT_END = 1e-9
"""A place this near to an end of the path, as a part of it, is the end."""

Path = Callable[[Floats], tuple[Floats, Floats, Floats]]
"""Inputs, and their first and second derivatives by s (n, f), at places s (n,)."""
Reading = Callable[[Motion], Floats]
"""What is read of a motion at each of its steps (n, …)."""


@dataclass(frozen=True)
class Course:
    """A path of the inputs from s = low to s = high, and the motion along it, followed from s = anchor to both sides.

    `closed`: whether the mechanism ends as it begins; `locks`: whether there is a dead point at the begin and at the
    end. `corners`: places at which the path is not smooth.
    """

    plan: KinematicPlan
    path: Path
    low: float
    high: float
    anchor: float
    closed: bool = False
    locks: tuple[bool, bool] = (False, False)
    corners: Floats = field(default_factory=lambda: np.zeros(0))

    @property
    def span(self) -> float:
        """How long it is, in s."""
        return self.high - self.low

    @property
    def direction(self) -> Floats:
        """How fast each input (f,) changes with s where it begins; on a straight line, everywhere."""
        return np.asarray(self.path(np.array([self.low]))[1][0])

    def inputs(self, s: Floats) -> Floats:
        """The inputs (n, f) at places s (n,)."""
        return self.path(s)[0]

    def taken(self, at: ArrayLike) -> Floats:
        """Places s (n,) as they are given, if they lie on the path; a little beyond its ends they are those."""
        s = np.atleast_1d(real_numbers(at, "at"))
        slack = AT_END * self.span
        if s.ndim != 1 or not ((s >= self.low - slack) & (s <= self.high + slack)).all():
            raise InputError(f"at is {brief(at)}; give inputs from {self.low:.6g} to {self.high:.6g}")
        return np.clip(s, self.low, self.high)

    def limits(self) -> tuple[float, float]:
        """From where to where u goes."""
        return (0.0, 1.0) if any(self.locks) else (self.low, self.high)

    def along(self, u: Floats) -> tuple[Floats, Floats, Floats]:
        """s(u) with its first and second derivative."""
        a, b = self.low, self.high
        if self.locks == (True, True):
            turn = pi * u
            return (
                a + (b - a) * np.sin(0.5 * turn) ** 2,
                0.5 * (b - a) * pi * np.sin(turn),
                0.5 * (b - a) * pi**2 * np.cos(turn),
            )
        if self.locks[0]:
            return a + (b - a) * u**2, 2.0 * (b - a) * u, np.full_like(u, 2.0 * (b - a))
        if self.locks[1]:
            return b - (b - a) * (1.0 - u) ** 2, 2.0 * (b - a) * (1.0 - u), np.full_like(u, 2.0 * (a - b))
        return u, np.ones_like(u), np.zeros_like(u)

    def back(self, s: Floats) -> Floats:
        """u at values of s."""
        part = np.clip((s - self.low) / self.span, 0.0, 1.0)
        if self.locks == (True, True):
            return np.asarray(2.0 / pi * np.arcsin(np.sqrt(part)))
        if self.locks[0]:
            return np.sqrt(part)
        return 1.0 - np.sqrt(1.0 - part) if self.locks[1] else s

    def motions(self, u: Floats, outputs: Sequence[str] | None = None) -> list[tuple[Integers, Motion]]:
        """Motions through u (n,) whose velocities are derivatives by u, and which of the u each goes through.

        One goes from the anchor on, one back; the first step of each is the anchor itself.
        """
        s, slope, bend = self.along(u)
        return [(chosen, self._motion(s[chosen], slope[chosen], bend[chosen], outputs)) for chosen in self._ways(s)]

    def read(self, reading: Reading, u: Floats, outputs: Sequence[str] | None = None) -> Floats:
        """What is read of the motion at u (n,), in their order."""
        parts = [(chosen, reading(motion)[1:]) for chosen, motion in self.motions(u, outputs)]
        back = np.argsort(np.concatenate([chosen for chosen, _ in parts]))
        return np.asarray(np.concatenate([values for _, values in parts])[back])

    def coefficients(self, s: Floats) -> Coefficients:
        """Coefficients of all links at places s (n,), in their order."""
        parts, ways = [], self._ways(s)
        for chosen in ways:
            still = np.zeros(len(chosen))
            parts.append(self._motion(s[chosen], still + 1.0, still, self.plan.links, True).coefficients())
        back = np.argsort(np.concatenate(ways))
        q, K, L = (np.concatenate([part[1:] for part in numbers])[back] for numbers in zip(*parts, strict=True))
        return replace(parts[0], q=q, K=K, L=L, input_rates=None)

    def _ways(self, s: Floats) -> list[Integers]:
        """Which places lie ahead of the anchor and which behind it, each by their distance from it."""
        order = np.argsort(s, kind="stable")
        ahead = s[order] >= self.anchor
        return [chosen for chosen in (order[ahead], order[~ahead][::-1]) if len(chosen)]

    def _motion(
        self, s: Floats, slope: Floats, bend: Floats, outputs: Sequence[str] | None, coefficients: bool = False
    ) -> Motion:
        """From the anchor through places s (n,) that are passed with s′ = slope and s″ = bend."""
        z, rates, curving = self.path(np.append(self.anchor, s))
        slope, bend = np.append(1.0, slope)[:, None], np.append(0.0, bend)[:, None]
        return solve(
            self.plan,
            inputs=z,
            input_rates=slope * rates,
            input_accelerations=slope**2 * curving + bend * rates,
            outputs=outputs,
            coefficients=coefficients,
        )

    def returns(self) -> bool:
        """Whether the mechanism is at the end where it was at the beginning."""
        links = self.plan.links
        first, last = self.read(
            lambda motion: np.stack([motion.pose(link) for link in links], axis=1), np.array(self.limits())
        )
        apart = np.abs(last - first)
        turned = np.abs(apart[:, 2] - 2.0 * pi * np.round(apart[:, 2] / (2.0 * pi)))
        return bool(apart[:, :2].max() <= CLOSED * self.plan.unit_length and turned.max() <= CLOSED)

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


class AlongCourse:
    """Something that was found along a path of inputs."""

    course: Course

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that moves."""
        return self.course.plan.mechanism

    @property
    def begin(self) -> float:
        """The input at which it begins."""
        return self.course.low

    @property
    def end(self) -> float:
        """The input at which it ends."""
        return self.course.high


def course_of(motion: Motion) -> Course:
    """The course that a motion has taken, as far as it was reached.

    With one input, s is its value; with several, the time, or without times the number of the step.
    """
    if not motion.steps:
        raise InputError(f"the motion of {motion.mechanism.name} ended before its first step; there is nothing to read")
    plan = make_plan(motion.mechanism)
    if motion.inputs.shape[1] == 1:
        low, high = float(motion.inputs.min()), float(motion.inputs.max())
        return _closed(Course(plan, InputLine.along_input(plan, 0, low, high), low, high, low))
    if motion.times is not None:
        low, high = float(motion.times.min()), float(motion.times.max())
        return _closed(Course(plan, lambda s: motion_laws(motion.mechanism, s), low, high, low))
    steps = np.arange(motion.steps, dtype=np.float64)
    return Course(plan, _through_steps(motion.inputs), 0.0, steps[-1], 0.0, corners=steps)


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
    rates = course.path(np.array([course.low, course.high]))[1]
    if not np.allclose(rates[0], rates[1], rtol=CLOSED, atol=0.0) or not rates.any():
        return course
    return replace(course, closed=course.returns())
