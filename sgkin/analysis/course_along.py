"""From what a user says to the course along an input, or along a line of several: from where to where, and how far."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from sgkin.analysis.course import AT_END, Course
from sgkin.analysis.input_line import InputLine
from sgkin.arrays import Floats
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.model.form import real_numbers
from sgkin.model.mechanism import Mechanism
from sgkin.solving import make_plan, motion_laws, one_cycle, solve

if TYPE_CHECKING:
    from sgkin.kinematic_plan import KinematicPlan

SEARCH_STEPS = 64
"""Steps in which the motion is followed to its ends; dead points between them are found."""


def course_along(
    mechanism: Mechanism | KinematicPlan, between: ArrayLike | None, input: str | None, on_failure: str, who: str
) -> Course:
    """The course that is meant: over a cycle of the only input, from a value to another, or between two sets of inputs.

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
        return _to_dead_points(plan, _between(plan, ends, input), 0.0, on_failure)
    if input is None and len(names) > 1:
        raise InputError(
            f"{plan.mechanism.name} has the inputs {', '.join(names)}; say with `input` which one moves, or give as "
            f"`between` two sets of {len(names)} inputs"
        )
    name = input or names[0]
    line = _of_one(plan, name, ends)
    anchor = min(max(float(plan.initial_inputs[names.index(name)]), line.low), line.high)
    found = _to_dead_points(plan, line, anchor, on_failure)
    is_turn = plan.mechanism.input_quantity(name) == "angle" and abs(line.high - line.low - 2.0 * pi) < 1e-9
    if ends is None and is_turn and found.high < line.high and found.low == anchor:  # the other end lies behind
        return _to_dead_points(plan, replace(line, low=line.high - 4.0 * pi), anchor, on_failure)
    return found


def _to_dead_points(plan: KinematicPlan, line: InputLine, anchor: float, on_failure: str) -> Course:
    """The course along a line; where the motion ends before it does, up to there, or the error of that end."""
    low, locks_low = _reached(plan, line, anchor, line.low, on_failure)
    high, locks_high = _reached(plan, line, anchor, line.high, on_failure)
    return Course(plan, line, low, high, anchor, locks=(locks_low, locks_high))


def _reached(plan: KinematicPlan, line: InputLine, anchor: float, goal: float, on_failure: str) -> tuple[float, bool]:
    """How far towards an end the motion goes, and whether it locks there."""
    if goal == anchor:
        return goal, False
    path = line.inputs(np.linspace(anchor, goal, SEARCH_STEPS + 1))
    motion = solve(plan, inputs=path, outputs=[plan.links[0]], on_failure="return")
    last = motion.events[-1] if motion.events else None
    if last is None:
        return goal, False
    stopped = line.place(last.inputs)
    near = abs(stopped - goal) <= AT_END * (line.high - line.low)
    if motion.is_complete or near:
        return (goal if motion.is_complete else stopped), near
    if on_failure == "raise" or motion.steps == 0:
        solve(plan, inputs=path, outputs=[plan.links[0]])
    return stopped, True


def _ends(between: ArrayLike, count: int) -> Floats:
    ends = real_numbers(between, "between")
    if ends.shape not in ((2,), (2, count)) or not np.isfinite(ends).all():
        lines = f" or two sets of {count} inputs" if count > 1 else ""
        raise InputError(f"between is {brief(between)}; give two values of an input{lines}")
    return ends[:, 0] if ends.ndim == 2 and count == 1 else ends


def _between(plan: KinematicPlan, ends: Floats, input: str | None) -> InputLine:
    if input is not None:
        raise InputError("between gives all inputs; leave `input` out")
    if (ends[0] == ends[1]).all():
        raise InputError("between is empty: both sets of inputs are the same; give two that differ")
    return InputLine(plan, ends[0], ends[1] - ends[0], 0.0, 1.0)


def _of_one(plan: KinematicPlan, name: str, ends: Floats | None) -> InputLine:
    begin, end = one_cycle_of(plan.mechanism, name) if ends is None else ends.tolist()
    if not begin < end:
        raise InputError(f"the interval of {name} from {begin:g} to {end:g} is empty; give the smaller value first")
    return InputLine.along_input(plan, plan.input_names.index(name), begin, end)


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
