"""Running the lanes of a large sweep on all cores.

Possible where no group goes on from lane to lane: then every lane depends on its inputs alone, as long as branches stay
as they are. Each thread runs a part of the lanes in a work area of its own; where a margin becomes doubtful it stops,
and what comes after the first doubtful lane of all is left to be run in order.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numba
import numpy as np

from sgkin.arrays import Floats
from sgkin.kernels.executor import advance_rows, run_tape
from sgkin.plan.plan import Plan
from sgkin.plan.tape import Layout, Tape

LEAST_WORK = 4_000_000
"""Operations times lanes from which threads are worth while."""
OVERLAP = 2
"""Lanes that a thread runs before its own, so that the margins around its first lane are seen."""


def usable_cores() -> int:
    """The cores that this process may use, or as many as numba is told to use (`NUMBA_NUM_THREADS`) if these are less.

    Who solves on threads of their own tells it to use one.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, int(numba.config.NUMBA_NUM_THREADS))  # type: ignore[attr-defined]


def useful_threads(plan: Plan, tape: Tape, lanes: int, block: int) -> int:
    """How many threads are worth while for a sweep; 1 where its lanes must be run in order."""
    if len(tape.operations) * lanes < LEAST_WORK:
        return 1
    if any(element.remembered for element in plan.site.elements):
        return 1
    return max(1, min(usable_cores(), lanes // (2 * block)))


def run_ahead(plan: Plan, tape: Tape, layout: Layout, memory: Floats, threads: int) -> int:
    """Run all lanes with the branches of `memory`, in as many parts as threads; the first lane that is in doubt."""
    tape.addresses  # noqa: B018 — compiled before threads begin
    edges = np.linspace(0, layout.lanes, threads + 1).astype(int).tolist()
    doubt = Event()
    with ThreadPoolExecutor(threads) as pool:
        parts = [
            pool.submit(_run_part, plan, tape, layout, memory.copy(), number, edges[number], edges[number + 1], doubt)
            for number in range(threads)
        ]
        reached = [part.result() for part in parts]
    for stop, edge in zip(reached, edges[1:], strict=True):
        if stop < edge:
            return stop
    return layout.lanes


def _run_part(
    plan: Plan, tape: Tape, layout: Layout, memory: Floats, area: int, start: int, stop: int, doubt: Event
) -> int:
    """Run the lanes from start to stop in a work area; the first lane that was not run, or is in doubt.

    A part that comes after another which is in doubt will be run again, and is given up.
    """
    shift = area * layout.area_size
    rows = layout.rows + np.where(layout.advance == 0, shift, 0)
    here = rows.copy()
    alarm = int(layout.offset[tape.alarm]) + shift
    lane = max(start - OVERLAP, 0)
    while lane < stop:
        if area and doubt.is_set():
            return max(lane, start)
        count = min(layout.block, stop - lane)
        advance_rows(rows, layout.advance, here, lane)
        layout.state[alarm : alarm + 3] = (count, -1.0, lane)
        run_tape(
            tape.addresses,
            here,
            tape.row_start,
            tape.geometry,
            tape.geometry_start,
            memory,
            tape.memory_start,
            layout.state,
            count,
        )
        found = int(layout.state[alarm])
        if found < count:
            doubt.set()
            return max(lane + found, start)
        lane += count
    return stop
