"""A straight line in the space of the inputs; the one that a user means, and how long it is by default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, pi
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.model.form import real_numbers
from sgkin.plan.plan import Plan

CUT = 0.4567
"""Where a whole turn is cut open, away from the initial value: a place at which seldom anything happens."""
GEARED_TURNS = 1.0
"""Turns to either side that are looked at where gears or screws keep a mechanism from being the same after one."""


@dataclass(frozen=True, slots=True)
class InputLine:
    """Inputs z(s) = `origin` + s `direction` (f,) of a plan, for places s between `low` and `high`.

    `turn`: after how much of s the input has gone round, 0 if it is no angle; `period`: after how much the mechanism is
    the same again, 0 if it never is.
    """

    plan: Plan
    origin: Floats
    direction: Floats
    low: float
    high: float
    turn: float = 0.0
    period: float = 0.0

    @classmethod
    def along_input(
        cls, plan: Plan, number: int, low: float, high: float, turn: float = 0.0, period: float = 0.0
    ) -> InputLine:
        """The line on which one input is s, and the others stay as they are initially."""
        origin, direction = plan.initial_inputs, np.zeros(len(plan.input_names))
        origin[number], direction[number] = 0.0, 1.0
        return cls(plan, origin, direction, low, high, turn, period)

    def inputs(self, places: Floats) -> Floats:
        """Inputs (…, f) at places (…)."""
        return np.asarray(self.origin + places[..., None] * self.direction)

    def __call__(self, places: Floats) -> tuple[Floats, Floats, Floats]:
        """Inputs, and their first and second derivatives by s (n, f), at places (n,): the path of a course."""
        rates = np.tile(self.direction, (len(places), 1))
        return self.inputs(places), rates, np.zeros_like(rates)

    def place(self, inputs: Floats) -> float:
        """The place that is nearest to inputs (f,)."""
        return float((inputs - self.origin) @ self.direction / (self.direction @ self.direction))

    def turned(self, length: float) -> float:
        """How far links turn, in radians, where the place changes by this much."""
        return float(np.abs(length * self.direction) @ self.plan.input_turns)


def input_line(
    plan: Plan, input: str | None, along: Mapping[str, float] | None, between: tuple[float, float] | None
) -> InputLine:
    """The line along one input, or along several at once, see `motion_range`."""
    if not plan.input_names:
        raise InputError(f"{plan.mechanism.name} has no input; add a driver")
    if along is not None:
        if input is not None:
            raise InputError("give either an input or a line along several; not both")
        return _several(plan, along, between)
    number = _number(plan, input)
    start = float(plan.initial_inputs[number])
    freedom = plan.mechanism.input_freedom(plan.input_names[number])
    turn = 2.0 * pi if freedom == "angle" else 0.0
    if between is not None:
        return InputLine.along_input(plan, number, *_interval(between), turn)
    if freedom != "angle":
        reach = _reach(plan)
        return InputLine.along_input(plan, number, 0.0 if freedom == "distance" else start - reach, start + reach)
    if has_gears(plan):
        return InputLine.along_input(plan, number, start - GEARED_TURNS * turn, start + GEARED_TURNS * turn, turn)
    low = start + CUT - turn
    return InputLine.along_input(plan, number, low, low + turn, turn, period=turn)


def has_gears(plan: Plan) -> bool:
    """Whether whole turns make a difference to the mechanism."""
    return any(joint.letter in ("G", "H") for joint in plan.mechanism.joints)


def _number(plan: Plan, input: str | None) -> int:
    names = plan.input_names
    if input is None:
        if len(names) > 1:
            raise InputError(f"there are several inputs; say which is meant: {', '.join(names)}")
        return 0
    if input not in names:
        raise UnknownNameError("motion_range", "input", input, names)
    return names.index(input)


def _several(plan: Plan, along: Any, between: tuple[float, float] | None) -> InputLine:
    if not isinstance(along, Mapping):
        raise InputError(f"along is {brief(along)}; give how much each input changes, as {{name: number}}")
    direction = np.zeros(len(plan.input_names))
    for name, rate in along.items():
        if name not in plan.input_names:
            raise UnknownNameError("motion_range: along", "input", name, plan.input_names)
        direction[plan.input_names.index(name)] = _number_of(rate, f"along: {name}")
    if not direction.any():
        raise InputError("along moves no input; give at least one number that is not zero")
    if between is None:
        length = min(2.0 * pi if angle else _reach(plan) for angle in plan.angles[direction != 0.0])
        reach = length / float(np.abs(direction).max())
        between = (-reach, reach)
    return InputLine(plan, plan.initial_inputs, direction, *_interval(between))


def _interval(between: Any) -> tuple[float, float]:
    values = real_numbers(between, "between")
    if values.shape != (2,) or not np.isfinite(values).all():
        raise InputError(f"between is {brief(between)}; give two numbers, from and to")
    low, high = values.tolist()
    if not low < high:
        raise InputError(f"between is {brief(between)}, which is empty; the first number must be less than the second")
    return low, high


def _number_of(value: Any, name: str) -> float:
    values = real_numbers(value, name)
    if values.shape or not np.isfinite(values):
        raise InputError(f"{name} is {brief(value)}; give a number")
    return float(values)


def _reach(plan: Plan) -> float:
    """A length that no stroke or distance exceeds, unless links run away: all links stretched out in line."""
    spans = [2.0 * max((hypot(*place) for place in link.points.values()), default=0.0) for link in plan.mechanism.links]
    return 2.0 * sum(spans) or plan.unit_length
