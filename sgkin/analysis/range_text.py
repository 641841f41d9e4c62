"""A motion range in words and as plain data, in the units of the mechanism's file."""

from __future__ import annotations

from typing import Any

from sgkin.analysis.motion_range import Limit, ModeRange, MotionRange
from sgkin.text_table import aligned, count, shortened

MOST_LINES = 60
UNDECIDED = "modes meet there to within rounding; with slightly other lengths they pass each other, or end"


def range_text(found: MotionRange) -> str:
    """A row for each mode, and a line for each limit."""
    modes, circuits = len(found), len(found.circuits)
    head = f"{found.mechanism.name}: {count(modes, 'assembly mode')} along {found.input}, {count(circuits, 'circuit')}"
    rows: list[tuple[str, ...]] = [("mode", "circuit", "from", "to", "")]
    rows += [_row(found, number, mode) for number, mode in enumerate(found)]
    limits = sorted({_told(found, limit) for mode in found for limit in mode.limits})
    lines = [head, "", *shortened(aligned(rows), "modes", MOST_LINES)]
    if limits:
        lines += ["", *shortened(aligned([row[1:] for row in limits]), "limits", MOST_LINES)]
    if found.undecided:
        values = ", ".join(value_text(found, limit.value) for limit in found.undecided)
        lines += ["", f"! undecided at {values}: {UNDECIDED}"]
    if found.remark:
        lines += ["", f"! {found.remark}"]
    return "\n".join(lines)


def _row(found: MotionRange, number: int, mode: ModeRange) -> tuple[str, ...]:
    note = "initial configuration" if number == found.present else ""
    if mode.low is None or mode.high is None:
        turns = "full turn" if mode.turns == 1 else f"full turn, the same after {mode.turns}"
        return str(number + 1), str(mode.circuit + 1), turns, "", note
    ends = (value_text(found, mode.low.value), value_text(found, mode.high.value))
    return str(number + 1), str(mode.circuit + 1), *ends, note


def _told(found: MotionRange, limit: Limit) -> tuple[Any, ...]:
    groups = ", ".join(group.label for group in limit.groups)
    return round(limit.value, 9), value_text(found, limit.value), limit.kind + (f" of {groups}" if groups else "")


def value_text(found: MotionRange, value: float) -> str:
    """A value of the input with its unit; plain along several inputs."""
    if found.input not in found.mechanism.input_names:
        return f"{value:.6g}"
    units, kind = found.mechanism.units, found.mechanism.input_quantity(found.input)
    return f"{value / units.factor(kind):.6g} {units.angle if kind == 'angle' else units.length}"


def range_as_json(found: MotionRange) -> dict[str, Any]:
    """The same as plain data."""
    names, units = found.mechanism.input_names, found.mechanism.units
    factor = units.factor(found.mechanism.input_quantity(found.input)) if found.input in names else 1.0

    def limit_data(limit: Limit | None) -> dict[str, Any] | None:
        if limit is None:
            return None
        groups = [group.label for group in limit.groups]
        return {"value": limit.value / factor, "kind": limit.kind, "groups": groups, "decided": limit.decided}

    modes = [
        {
            "circuit": mode.circuit + 1,
            "full_turn": mode.full_turn,
            "low": limit_data(mode.low),
            "high": limit_data(mode.high),
            "change_points": [limit_data(each) for each in mode.change_points],
            "branches": mode.branches,
        }
        for mode in found
    ]
    return {
        "name": found.mechanism.name,
        "units": {"length": units.length, "angle": units.angle},
        "input": found.input,
        "between": [value / factor for value in found.between],
        "present": None if found.present is None else found.present + 1,
        "complete": found.complete,
        "remark": found.remark,
        "circuits": [[mode + 1 for mode in circuit] for circuit in found.circuits],
        "modes": modes,
    }
