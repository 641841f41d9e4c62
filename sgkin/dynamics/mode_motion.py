"""The motion of a mechanism over values of its only input, along a mode whose change points are known.

It is that of a sweep over the same values, without looking for what happens between them.
"""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.change_points import ChangePoints
from sgkin.dynamics.mode_rows import ModeRows, Near
from sgkin.dynamics.mode_turns import TurnTable, turn_table
from sgkin.dynamics.passages import Passages, Touch
from sgkin.kernels.limits import CHANGE_POINT
from sgkin.kinematic_plan import ALONG, KinematicPlan
from sgkin.motion import Driven, Motion
from sgkin.plan.tape import Layout
from sgkin.results.kept_rows import KeptRows, Turning
from sgkin.sweep.divided_sweep import kept_data
from sgkin.sweep.sweep_motion import named_motion


class ModeMotion:
    """Motions of a plan along a mode, of some of its links and points."""

    def __init__(self, plan: KinematicPlan, outputs: tuple[str, ...], changes: ChangePoints) -> None:
        self.plan, self.changes, self.selection = plan, changes, plan.selection(outputs)
        self.rows = ModeRows(plan, self.selection.tape(ALONG, watch=False), changes)
        self._table: TurnTable | None = None  # of a period

    def motion(self, inputs: Floats, rates: Floats, accelerations: Floats) -> Motion | None:
        """The motion at inputs with their rates and accelerations (n, 1); None where the mode does not go there."""
        layout, near = self.rows.run(inputs[:, 0], rates[:, 0], accelerations[:, 0])
        way = np.concatenate([self.plan.initial_inputs, inputs[:, 0]])
        turning = self._turning(way)
        if turning is None or self.rows.fails(layout, near):
            return None
        table, data = self.selection.table(self.rows.tape), kept_data(layout)
        results = KeptRows(table, data, layout.stride, len(inputs), turning, False, inputs, rates, accelerations)
        passages = Passages(self.changes, way, self._touched(layout, near))
        driven = Driven(None, inputs, rates, accelerations)
        return named_motion(self.selection, driven, passages.outcomes(self.plan.start_branches), results)

    def _turning(self, way: Floats) -> Turning | None:
        """How far headings turn on long steps of a way (n + 1,); None where that is not known."""
        low, high = float(way.min()), float(way.max())
        if low == high or not self.selection.counted:
            return Turning(np.zeros(0, dtype=np.int64), np.zeros((0, len(self.selection.counted))))
        table = self._table or turn_table(self.rows, low, high)
        if table is not None and table.period:
            self._table = table
        return None if table is None else table.turning(way)

    def _touched(self, layout: Layout, near: Near) -> dict[int, Touch]:
        """Steps that lie on change points, with the groups whose margins are zero there."""
        margins, found = self.rows.tape.margins, dict[int, Touch]()
        zero = ~(layout.kept[np.array(list(margins.values()), dtype=np.int64)[:, None], near.lanes] > CHANGE_POINT)
        numbers = self.changes.numbered(near.passed)[0] if len(near.lanes) else near.passed
        for place in np.flatnonzero(zero.any(axis=0)).tolist():
            changing = self.changes.groups[int(numbers[place])]
            on = tuple(group for row, group in enumerate(margins) if zero[row, place] and group in changing)
            if on:
                found[int(near.lanes[place])] = Touch(int(near.passed[place]), on)
        return found
