"""Running designs: in blocks, by as many threads as there are processors, without Python between designs of a block.

What compiled code leaves in doubt is settled design by design, with the tracker that follows single motions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any, NamedTuple, TypeVar

import numpy as np

from sgkin.arrays import Floats
from sgkin.designs.block import Block, Fates
from sgkin.designs.doubts import nearest_plan, plan_in_doubt, settle
from sgkin.designs.programs import ThreadPrograms
from sgkin.designs.stretches import stretches
from sgkin.designs.study import Kept, Study
from sgkin.kernels import design_runs
from sgkin.motion import Driven

DESIGNS = 256
"""Designs of a block."""

Found = TypeVar("Found")


class Starts(NamedTuple):
    """Memories (n, g) of designs at the initial inputs; `changes`: groups and steps of the change points that some of
    them pass or touch."""

    memory: Floats
    changes: dict[int, list[tuple[int, int]]]


class Runner:
    """Runs designs of a study over the steps of a motion, by any number of threads.

    `nearest`: whether each design begins in the mode nearest to what the mechanism says of its initial configuration.
    """

    def __init__(self, study: Study, kept: Kept, drive: Driven, nearest: bool) -> None:
        self.study, self.kept, self.drive, self.nearest = study, kept, drive, nearest
        self.prepared = study.prepared(kept)
        self.outputs = self.prepared.outputs
        self._first = self.outputs.features.first_angles(study.plan)
        self._initial = study.initial_inputs
        self._own = local()

    def __reduce__(self) -> tuple[Any, ...]:
        return Runner, (self.study, self.kept, self.drive, self.nearest)

    def room(self, designs: int) -> Block:
        """For what is kept of designs."""
        return Block.empty(designs, len(self.outputs.rows), len(self._first), len(self.drive.inputs))

    def spare_room(self, designs: int) -> Block:
        """For what is looked at once: the same room whenever this thread asks. New memory for each block would cost as
        much as the sweep where it is given back to the system at once, which workers of a cluster do."""
        found: Block | None = getattr(self._own, "room", None)
        if found is None or len(found.found) < designs:
            found = self._own.room = self.room(max(designs, DESIGNS))
        return found.part(0, designs)

    def run(self, parameters: Floats, block: Block, fates: Fates) -> Starts:
        """Run designs (n, p), and settle what is in doubt."""
        study, programs, headings = self.study, self._programs(), len(self._first)
        memory = len(study.traced.start)
        starts = np.empty((len(parameters), memory + headings))
        initials = np.repeat(self._initial[None], len(parameters), axis=0)
        if self.nearest:
            for design, row in enumerate(parameters):
                plan = nearest_plan(study, row)
                fates.status[design] = design_runs.SOLVED if plan is not None else design_runs.NOT_ASSEMBLED
                starts[design, :memory] = study.plan.start if plan is None else plan.start
                initials[design] = self._initial if plan is None else plan.initial_inputs
        design_runs.run_designs(
            programs.main,
            programs.check,
            programs.checked,
            programs.laws,
            programs.graph,
            parameters,
            study.nominal,
            np.empty_like(study.nominal),
            study.traced.start,
            initials,
            programs.inputs,
            programs.block,
            self.nearest,
            self._first,
            np.zeros(headings),
            np.empty((headings, len(self.drive.inputs))),
            self.outputs.places(programs.layout.offset),
            *block,
            starts,
            *fates,
        )
        changes: dict[int, list[tuple[int, int]]] = {}
        for design in np.flatnonzero(fates.status == design_runs.UNDECIDED).tolist():
            plan = plan_in_doubt(study, parameters[design], fates.ended_at[design], starts[design, :memory])
            alone, its = block.part(design, design + 1), fates.part(design, design + 1)
            settled = settle(study, self.outputs, self.kept, study.drive(parameters[design], self.drive), plan, alone)
            its.copy_from(settled.fates)
            changes[design] = settled.changes
            if plan is not None:
                starts[design, :memory] = plan.start
        return Starts(starts[:, :memory], changes)

    def _programs(self) -> ThreadPrograms:
        """Those of this thread."""
        found: ThreadPrograms | None = getattr(self._own, "programs", None)
        if found is None:
            found = self._own.programs = ThreadPrograms(self.prepared.tapes, self.prepared.graph, self.drive)
        return found


def over_blocks(designs: int, work: Callable[[int, int], Found], threads: int | None = None) -> Iterator[Found]:
    """What some work gives for every block of designs, in their order; by several threads."""
    parts = stretches(designs, DESIGNS)
    count = min(threads or os.cpu_count() or 1, len(parts))
    if count <= 1:
        yield from (work(*part) for part in parts)
        return
    with ThreadPoolExecutor(count, thread_name_prefix="sgkin designs") as pool:
        yield from pool.map(lambda part: work(*part), parts)
