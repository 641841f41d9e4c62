"""A motion as a table for the eye: a few rows, in the mechanism's own units."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.model.quantity import Units
from sgkin.motion import Motion
from sgkin.text_table import Column, columns_table, without_rounding

INTERVALS = 20
"""A table has about one row more than this."""


def motion_table(motion: Motion, more: Mapping[str, Floats]) -> str:
    """Time, inputs, the positions of all outputs, and further columns (n,) by name, in the file's units; columns that
    find no place continue below."""
    units, rows = motion.mechanism.units, chosen_rows(motion.steps)
    columns = [Column(name, _unit(name, units), values[rows]) for name, values in more.items()]
    return columns_table(_columns(motion) + columns)


def _unit(name: str, units: Units) -> str:
    """The unit of a further column: of an angle, or of a speed or an acceleration of a point."""
    if name.endswith("angle") or name.endswith("links"):
        return units.angle
    return units.length + ("/s" if name.endswith(".speed") else "/s²")


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
        for part, kind, values in motion.parts(output):
            shown = without_rounding(values[rows], motion.mechanism.size if kind == "length" else 1.0)
            columns.append(Column(f"{output}.{part}", getattr(units, kind), shown / units.factor(kind)))
    return columns
