"""The rows of a tape anywhere along a mode whose change points are known.

Between two change points the branches are the same. Close to one, where rows are lost in rounding, they are
interpolated between the places from which equations of motion interpolate theirs.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.dynamics.change_points import ChangePoints, branch_table, node_weights
from sgkin.dynamics.interpolation_reach import best_reaches
from sgkin.kernels.limits import SMALLEST_MARGIN
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Layout, Tape


class Near(NamedTuple):
    """Lanes (k,) close to a change point: how many others lie below that (k,), see `ChangePoints.numbered`, and how far
    the lanes are from it (k,), in reaches."""

    lanes: Integers
    passed: Integers
    away: Floats


class ModeRows:
    """The kept rows of a tape that gives a motion, along the only input of a plan.

    All groups are in closed form, so that rows depend on the input alone. Up to `reaches` (n,) from change points they
    are interpolated between `stored` ones (n, nodes, rows) with a rate of one.
    """

    def __init__(self, plan: KinematicPlan, tape: Tape, changes: ChangePoints) -> None:
        self.plan, self.tape, self.changes = plan, tape, changes
        self.branches = branch_table(plan, changes)
        self.reaches, self.stored = best_reaches(plan, tape, changes, self.branches)

    def run(
        self, inputs: Floats, rates: Floats | float = 0.0, accelerations: Floats | float = 0.0
    ) -> tuple[Layout, Near]:
        """The rows at inputs (n,), with their rates and accelerations, and where they are interpolated."""
        layout = self.branches.layout(self.plan, self.tape, len(inputs))
        rows = (*self.tape.input_rows, *self.tape.rate_rows, *self.tape.acceleration_rows)
        for row, values in zip(rows, (inputs, rates, accelerations), strict=True):
            layout.row(row)[:] = values
        self.branches.run(self.plan, layout, self.changes.cells(self.changes.passed(inputs)))
        near = self._near(inputs)
        if len(near.lanes):
            self._interpolate(layout, near)
        return layout, near

    def _near(self, inputs: Floats) -> Near:
        """Which of inputs (n,) are close to a change point."""
        if not len(self.changes.places):
            return Near(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0))
        behind = self.changes.passed(inputs)
        both = np.stack([behind - 1, behind])  # the change points before and behind each input
        numbers, places = self.changes.numbered(both)
        away = (inputs - places) / self.reaches[numbers]
        side, lanes = np.nonzero(np.abs(away) < 1.0)
        return Near(lanes, both[side, lanes], away[side, lanes])

    def fails(self, layout: Layout, near: Near) -> bool:
        """Whether a group cannot be assembled somewhere else than close to a change point."""
        is_near = np.zeros(layout.lanes, dtype=bool)
        is_near[near.lanes] = True
        margins = (layout.kept[row] for row in self.tape.margins.values())
        return not all(((margin > SMALLEST_MARGIN) | is_near).all() for margin in margins)

    @cached_property
    def _places(self) -> tuple[Integers, Integers, Integers]:
        """Rows of positions, and in pairs those of first and second derivatives.

        Scalars are angles that follow from the input in proportion: nothing is lost of them.
        """
        known = [rows for feature, rows in self.tape.features.items() if feature.kind != "scalar"]
        positions = [row for rows in known for row in rows.position if row < self.tape.kept]
        pairs = [pair for rows in known if rows.first for pair in zip(rows.first[0], rows.second[0, 0], strict=True)]
        kept = [pair for pair in pairs if max(pair) < self.tape.kept]  # others are zero
        first, second = np.array(kept, dtype=np.int64).reshape(-1, 2).T
        return np.array(positions, dtype=np.int64), first, second

    def _interpolate(self, layout: Layout, near: Near) -> None:
        """Put rows close to change points in their places: x, ẋ = K ż and ẍ = K z̈ + L ż², of which x, K and L are
        smooth along the input."""
        positions, first, second = self._places
        (rate,), (acceleration,), kept = self.tape.rate_rows, self.tape.acceleration_rows, layout.kept
        numbers, weights = self.changes.numbered(near.passed)[0], node_weights(near.away)
        for number in np.unique(numbers).tolist():
            here = numbers == number
            lanes, found = near.lanes[here], (weights[here] @ self.stored[number]).T
            zd, zdd = kept[rate, lanes], kept[acceleration, lanes]
            kept[np.ix_(positions, lanes)] = found[positions]
            kept[np.ix_(first, lanes)] = found[first] * zd
            kept[np.ix_(second, lanes)] = found[second] * zd**2 + found[first] * zdd
