"""From what a user says to a line in the space of the inputs, and how long it is by default."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, pi
from typing import Any

import numpy as np

from sgkin.analysis.pieces import InputLine
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.model.form import real_numbers
from sgkin.plan.plan import Plan

CUT = 0.4567
"""Where a whole turn is cut open, away from the initial value: a place at which seldom anything happens."""
GEARED_TURNS = 1.0
"""Turns to either side that are looked at where gears keep a mechanism from being the same after one."""


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
    origin, direction = plan.initial_inputs, np.zeros(len(plan.input_names))
    start, origin[number], direction[number] = float(origin[number]), 0.0, 1.0
    freedom = plan.mechanism.input_freedom(plan.input_names[number])
    turn = 2.0 * pi if freedom == "angle" else 0.0
    if between is not None:
        return InputLine(plan, origin, direction, *_interval(between), turn)
    if freedom != "angle":
        reach = _reach(plan)
        return InputLine(plan, origin, direction, 0.0 if freedom == "distance" else start - reach, start + reach)
    if has_gears(plan):
        return InputLine(plan, origin, direction, start - GEARED_TURNS * turn, start + GEARED_TURNS * turn, turn)
    low = start + CUT - turn
    return InputLine(plan, origin, direction, low, low + turn, turn, period=turn)


def has_gears(plan: Plan) -> bool:
    """Whether whole turns make a difference to the mechanism."""
    return any(joint.letter == "G" for joint in plan.mechanism.joints)


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
    spans = [2.0 * max((hypot(x, y) for x, y in link.points.values()), default=0.0) for link in plan.mechanism.links]
    return 2.0 * sum(spans) or plan.unit_length
