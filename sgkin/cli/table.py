"""A motion as a table for the eye: a few rows, in the mechanism's own units."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10
from shutil import get_terminal_size

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats, Integers
from sgkin.motion import Motion

INTERVALS = 20
"""A table has about one row more than this."""
DIGITS = 6
"""Significant digits of the largest number in a unit; all numbers in that unit get the same decimals."""
GAP = "  "


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, a unit, and numbers in that unit, or whole numbers without one."""

    name: str
    unit: str
    values: Floats | Integers


def motion_table(motion: Motion) -> str:
    """Time, inputs and the positions of all outputs; columns that find no place continue below."""
    return columns_table(_columns(motion))


def columns_table(columns: list[Column]) -> str:
    """Columns side by side; those that find no place continue below."""
    decimals = {unit: _decimals(columns, unit) for unit in {column.unit for column in columns}}
    cells = [_cells(column, decimals[column.unit]) for column in columns]
    return "\n\n".join(_lines(part) for part in _parts(cells, get_terminal_size((120, 24)).columns))


def chosen_rows(steps: int) -> NDArray[np.int64]:
    """A few of the steps, the first and the last among them, equally far apart where that can be.

    >>> chosen_rows(361).tolist()[:4], len(chosen_rows(361)), len(chosen_rows(5))
    ([0, 18, 36, 54], 21, 5)
    """
    if steps <= INTERVALS + 1:
        return np.arange(steps)
    even = (count for count in range(INTERVALS, INTERVALS // 2, -1) if (steps - 1) % count == 0)
    return np.round(np.linspace(0, steps - 1, next(even, INTERVALS) + 1)).astype(np.int64)


def _columns(motion: Motion) -> list[Column]:
    units, rows = motion.mechanism.units, chosen_rows(motion.steps)
    columns = [] if motion.times is None else [Column("time", "s", motion.times[rows])]
    for number, name in enumerate(motion.mechanism.input_names):
        kind = motion.mechanism.input_quantity(name)
        columns.append(Column(name, getattr(units, kind), motion.inputs[rows, number] / units.factor(kind)))
    for output in motion.outputs:
        position = motion.position(output)[rows]
        for part, kind, values in zip(("x", "y", "theta"), ("length", "length", "angle"), position.T, strict=False):
            columns.append(Column(f"{output}.{part}", getattr(units, kind), values / units.factor(kind)))
    return columns


def _decimals(columns: list[Column], unit: str) -> int:
    if not unit:
        return 0
    largest = max(float(np.abs(column.values).max()) for column in columns if column.unit == unit)
    return max(DIGITS - 1 - floor(log10(largest)), 0) if largest > 0.0 else 1


def _cells(column: Column, decimals: int) -> list[str]:
    """Heading, unit and numbers, all of one width."""
    rounded = np.round(column.values, decimals) + 0.0  # no negative zero
    texts = [column.name, column.unit, *(f"{value:.{decimals}f}" for value in rounded.tolist())]
    width = max(map(len, texts))
    return [text.rjust(width) for text in texts]


def _parts(cells: list[list[str]], width: int) -> list[list[list[str]]]:
    """The columns in parts that are not wider than they may be; each begins with the first column."""
    parts = [cells[:1]]
    for column in cells[1:]:
        taken = sum(len(GAP) + len(other[0]) for other in parts[-1])
        if taken + len(column[0]) > width and len(parts[-1]) > 1:
            parts.append(cells[:1])
        parts[-1].append(column)
    return parts


def _lines(columns: list[list[str]]) -> str:
    return "\n".join(GAP.join(line) for line in zip(*columns, strict=True))
