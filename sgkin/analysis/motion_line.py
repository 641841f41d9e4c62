"""A line in the space of inputs, and motions along it: what curves of points and poles are read from.

A line is z(s) = origin + s direction, from s = begin to s = end; with one moving input s is its value. Where the motion
ends at a dead point, it goes like the square root of the distance to it. There s = s(u) with ds/du = 0 at that end, so
that the motion is analytic in u; everywhere else u is s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import pi
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats, Integers
from sgkin.coefficients import Coefficients
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.model.form import real_numbers
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.solving import make_plan, motion_laws, one_cycle, solve

if TYPE_CHECKING:
    from sgkin.kinematic_plan import KinematicPlan

SEARCH_STEPS = 64
"""Steps in which the motion is followed to its ends; dead points between them are found."""
AT_END = 1e-9
"""A dead point this near to an end of the line, as a part of it, is the end."""


@dataclass(frozen=True, slots=True)
class MotionLine:
    """z(s) = origin + s direction for s from begin to end; the motion is followed from s = anchor to both.

    `locks`: whether there is a dead point at the begin and at the end.
    """

    plan: KinematicPlan
    origin: Floats
    direction: Floats
    begin: float
    end: float
    anchor: float
    locks: tuple[bool, bool] = (False, False)

    @property
    def span(self) -> float:
        """How long it is, in s."""
        return self.end - self.begin

    def inputs(self, s: ArrayLike) -> Floats:
        """The inputs (n, f) at values of s (n,)."""
        return self.origin + np.atleast_1d(np.asarray(s, dtype=np.float64))[:, None] * self.direction

    def taken(self, at: ArrayLike) -> Floats:
        """Values of s (n,) as they are given, if they lie on the line; a little beyond its ends they are those."""
        s = np.atleast_1d(real_numbers(at, "at"))
        slack = AT_END * self.span
        if s.ndim != 1 or not ((s >= self.begin - slack) & (s <= self.end + slack)).all():
            raise InputError(f"at is {brief(at)}; give inputs from {self.begin:.6g} to {self.end:.6g}")
        return np.clip(s, self.begin, self.end)

    def limits(self) -> tuple[float, float]:
        """From where to where u goes."""
        return (0.0, 1.0) if any(self.locks) else (self.begin, self.end)

    def along(self, u: Floats) -> tuple[Floats, Floats, Floats]:
        """s(u) with its first and second derivative."""
        a, b = self.begin, self.end
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
        part = np.clip((s - self.begin) / self.span, 0.0, 1.0)
        if self.locks == (True, True):
            return np.asarray(2.0 / pi * np.arcsin(np.sqrt(part)))
        if self.locks[0]:
            return np.sqrt(part)
        return 1.0 - np.sqrt(1.0 - part) if self.locks[1] else s

    def motions(self, u: Floats, outputs: Sequence[str]) -> list[tuple[Integers, Motion]]:
        """Motions through u (n,) whose velocities are derivatives by u, and which of the u each goes through.

        One goes from the anchor on, one back; the first step of each is the anchor itself.
        """
        s, slope, bend = self.along(u)
        return [(chosen, self._motion(s[chosen], slope[chosen], bend[chosen], outputs)) for chosen in self._ways(s)]

    def coefficients(self, s: Floats) -> Coefficients:
        """Coefficients of all links at values of s (n,), in their order."""
        parts, ways = [], self._ways(s)
        for chosen in ways:
            still = np.zeros(len(chosen))
            parts.append(self._motion(s[chosen], still + 1.0, still, self.plan.links, True).coefficients())
        back = np.argsort(np.concatenate(ways))
        q, K, L = (np.concatenate([part[1:] for part in numbers])[back] for numbers in zip(*parts, strict=True))
        return replace(parts[0], q=q, K=K, L=L, input_rates=None)

    def _ways(self, s: Floats) -> list[Integers]:
        """Which values of s lie ahead of the anchor and which behind it, each by their distance from it."""
        order = np.argsort(s, kind="stable")
        ahead = s[order] >= self.anchor
        return [chosen for chosen in (order[ahead], order[~ahead][::-1]) if len(chosen)]

    def _motion(
        self, s: Floats, slope: Floats, bend: Floats, outputs: Sequence[str], coefficients: bool = False
    ) -> Motion:
        """From the anchor through values of s (n,), with rates and accelerations along the line."""
        return solve(
            self.plan,
            inputs=self.inputs(np.append(self.anchor, s)),
            input_rates=np.append(1.0, slope)[:, None] * self.direction,
            input_accelerations=np.append(0.0, bend)[:, None] * self.direction,
            outputs=outputs,
            coefficients=coefficients,
        )

    def to_dead_points(self, on_failure: str) -> MotionLine:
        """The same line; where the motion ends before it does, up to there, or the error of that end."""
        begin, locks_begin = self._reached(self.begin, on_failure)
        end, locks_end = self._reached(self.end, on_failure)
        return replace(self, begin=begin, end=end, locks=(locks_begin, locks_end))

    def _reached(self, goal: float, on_failure: str) -> tuple[float, bool]:
        """How far towards an end the motion goes, and whether it locks there."""
        if goal == self.anchor:
            return goal, False
        path = self.inputs(np.linspace(self.anchor, goal, SEARCH_STEPS + 1))
        motion = solve(self.plan, inputs=path, outputs=[self.plan.links[0]], on_failure="return")
        last = motion.events[-1] if motion.events else None
        if last is None:
            return goal, False
        stopped = float((last.inputs - self.origin) @ self.direction / (self.direction @ self.direction))
        near = abs(stopped - goal) <= AT_END * self.span
        if motion.is_complete or near:
            return (goal if motion.is_complete else stopped), near
        if on_failure == "raise" or motion.steps == 0:
            solve(self.plan, inputs=path, outputs=[self.plan.links[0]])
        return stopped, True


class AlongLine:
    """Something that was found along a line of inputs."""

    line: MotionLine

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that moves."""
        return self.line.plan.mechanism

    @property
    def begin(self) -> float:
        """The input at which it begins."""
        return self.line.begin

    @property
    def end(self) -> float:
        """The input at which it ends."""
        return self.line.end


def motion_line(
    mechanism: Mechanism | KinematicPlan, between: ArrayLike | None, input: str | None, on_failure: str, who: str
) -> MotionLine:
    """The line that is meant: over one cycle of the only input, from a value to another, or between two sets of inputs.

    input: the one that moves, where there are several; the others stay as they are in the initial configuration.
    """
    from sgkin.kinematic_plan import KinematicPlan

    if not isinstance(mechanism, Mechanism | KinematicPlan):
        raise InputError(f"{who} needs a mechanism or a plan, found {brief(mechanism)}; use load_mechanism(name) first")
    if on_failure not in ("raise", "return"):
        raise InputError(f"on_failure is {brief(on_failure)}; use 'raise' or 'return'")
    plan = mechanism if isinstance(mechanism, KinematicPlan) else make_plan(mechanism)
    names = plan.input_names
    if input is not None and input not in names:
        raise UnknownNameError(who, "input", input, names)
    if not names:
        raise InputError(f"{plan.mechanism.name} has no input that could move it; add a driver")
    ends = None if between is None else _ends(between, len(names))
    if ends is not None and ends.ndim == 2:
        return _between(plan, ends, input).to_dead_points(on_failure)
    if input is None and len(names) > 1:
        raise InputError(
            f"{plan.mechanism.name} has the inputs {', '.join(names)}; say with `input` which one moves, or give as "
            f"`between` two sets of {len(names)} inputs"
        )
    name = input or names[0]
    line = _of_one(plan, name, ends)
    found = line.to_dead_points(on_failure)
    is_turn = plan.mechanism.input_quantity(name) == "angle" and abs(line.span - 2.0 * pi) < 1e-9
    if ends is None and is_turn and found.end < line.end and found.begin == line.anchor:  # the other end lies behind
        return replace(line, begin=line.end - 4.0 * pi).to_dead_points(on_failure)
    return found


def _ends(between: ArrayLike, count: int) -> Floats:
    ends = real_numbers(between, "between")
    if ends.shape not in ((2,), (2, count)) or not np.isfinite(ends).all():
        lines = f" or two sets of {count} inputs" if count > 1 else ""
        raise InputError(f"between is {brief(between)}; give two values of an input{lines}")
    return ends[:, 0] if ends.ndim == 2 and count == 1 else ends


def _between(plan: KinematicPlan, ends: Floats, input: str | None) -> MotionLine:
    if input is not None:
        raise InputError("between gives all inputs; leave `input` out")
    if (ends[0] == ends[1]).all():
        raise InputError("between is empty: both sets of inputs are the same; give two that differ")
    return MotionLine(plan, ends[0], ends[1] - ends[0], 0.0, 1.0, 0.0)


def _of_one(plan: KinematicPlan, name: str, ends: Floats | None) -> MotionLine:
    mechanism, number = plan.mechanism, plan.input_names.index(name)
    begin, end = one_cycle_of(mechanism, name) if ends is None else ends.tolist()
    if not begin < end:
        raise InputError(f"the interval of {name} from {begin:g} to {end:g} is empty; give the smaller value first")
    origin, direction = plan.initial_inputs.copy(), np.zeros(len(plan.input_names))
    anchor, origin[number], direction[number] = float(origin[number]), 0.0, 1.0
    return MotionLine(plan, origin, direction, begin, end, min(max(anchor, begin), end))


def one_cycle_of(mechanism: Mechanism, name: str) -> tuple[float, float]:
    """From where to where an input goes in one cycle: the range of the file, a turn, or what its law covers."""
    if name in mechanism.expected.range:
        low, high = sorted(mechanism.expected.range[name])
        return low, high
    values = motion_laws(mechanism, one_cycle(mechanism))[0][:, mechanism.input_names.index(name)]
    if mechanism.expected.full_turn or np.ptp(values) >= 2.0 * pi - 1e-9 or _stands(mechanism, name, values):
        start = mechanism.initial_inputs[name]
        return start, start + 2.0 * pi
    return float(values.min()), float(values.max())


def _stands(mechanism: Mechanism, name: str, values: Floats) -> bool:
    """Whether a law leaves an angle where it is; a length that stands still has no cycle."""
    if np.ptp(values) > 0.0:
        return False
    if mechanism.input_quantity(name) == "length":
        raise InputError(f"the motion law of {name} stands still; give the values between which it goes as `between`")
    return True
