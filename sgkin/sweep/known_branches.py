"""Lanes whose branches are known beforehand: from change point to change point they are run as they come."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.kernels.executor import run_cells
from sgkin.plan.plan import Plan
from sgkin.plan.tape import Layout, Tape
from sgkin.sweep.parallel import useful_threads
from sgkin.sweep.sweep import block_of


class KnownBranches(NamedTuple):
    """Where branches stand in the memory of a plan (b,), and what they are in each of the cells (c, b) into which
    change points divide the inputs. No group goes on from lane to lane."""

    at: Integers
    table: Floats

    def layout(self, plan: Plan, tape: Tape, lanes: int) -> Layout:
        """A state in which lanes can be run."""
        block = block_of(tape)
        return Layout(tape, lanes, block, areas=useful_threads(plan, tape, lanes, block))

    def run(self, plan: Plan, layout: Layout, cells: Integers) -> None:
        """Run the lanes of a layout, each of which lies in a cell (n,)."""
        layout.tape.addresses  # noqa: B018 — compiled before threads begin
        run = partial(self._run_part, plan, layout, cells)
        if layout.areas == 1:
            run(0, 0, layout.lanes)
            return
        ends = np.linspace(0, layout.lanes, layout.areas + 1).astype(int).tolist()
        with ThreadPoolExecutor(layout.areas) as pool:
            list(pool.map(run, range(layout.areas), ends[:-1], ends[1:]))

    def _run_part(self, plan: Plan, layout: Layout, cells: Integers, area: int, start: int, stop: int) -> None:
        """Run lanes from start to stop in a work area."""
        tape, rows = layout.tape, layout.rows + np.where(layout.advance == 0, area * layout.area_size, 0)
        inner = np.flatnonzero(np.diff(cells[start:stop])) + 1 + start
        edges = np.concatenate([[start], inner, [stop]]) if stop > start else np.array([start])
        run_cells(
            tape.addresses,
            rows,
            layout.advance,
            rows.copy(),
            tape.row_start,
            tape.geometry,
            tape.geometry_start,
            plan.start.copy(),
            tape.memory_start,
            layout.state,
            layout.block,
            edges,
            cells[edges[:-1]],
            self.at,
            self.table,
        )
