"""Running tapes of derivatives on the solved lanes of a design."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.kernels.derivative_runs import run_lanes, run_parameters
from sgkin.plan.tape import Layout, Tape
from sgkin.sensitivity.adjoint_tape import AdjointTape
from sgkin.sensitivity.derivative_writer import OwnMemory
from sgkin.sensitivity.forward_tape import ForwardTape

LEAST_LANES, MOST_LANES = 32, 512
"""In a block."""
MOST_NUMBERS = 32_768
"""In the work area, so that it stays near the processor."""


class SolvedLanes(NamedTuple):
    """A design that is solved: `rows` (r, m) that are given to the tapes, its geometry, and its branches (g,)."""

    rows: Floats
    geometry: Floats
    memory: Floats


class DerivativeState:
    """A state for a tape of derivatives."""

    def __init__(self, tape: Tape, memory: OwnMemory, lanes: int) -> None:
        self.tape, self.own, self.lanes = tape, memory, lanes
        self.block = int(np.clip(MOST_NUMBERS // max(tape.work, 1), LEAST_LANES, MOST_LANES))
        self.layout = Layout(tape, lanes, self.block)
        self.addresses = tape.addresses

    def taken(self, solved: SolvedLanes) -> Floats:
        """Take over a design; a memory for it."""
        self.layout.kept[: len(solved.rows)] = solved.rows
        memory = np.concatenate([solved.memory, np.zeros(self.own.size)])
        memory[self.own.branches[:, 0]] = memory[self.own.branches[:, 1]]
        return memory

    def tables(self, solved: SolvedLanes, memory: Floats) -> tuple[Any, ...]:
        """As compiled code takes them."""
        tape, layout = self.tape, self.layout
        rows = (layout.rows, layout.advance, layout.here, tape.row_start)
        numbers = (solved.geometry, tape.geometry_start, memory, tape.memory_start)
        return (self.addresses, *rows, *numbers, layout.state, self.lanes, self.block)


class AdjointRun(DerivativeState):
    """Runs an adjoint tape."""

    def __init__(self, adjoint: AdjointTape, lanes: int) -> None:
        super().__init__(adjoint.tape, adjoint.memory, lanes)

    def run(self, solved: SolvedLanes, bars: Floats) -> Floats:
        """Derivatives (n,) by the numbers of the geometry that vary, from those by the outputs (r, m)."""
        memory = self.taken(solved)
        self.layout.kept[len(solved.rows) :] = bars
        run_lanes(*self.tables(solved, memory))
        return memory[self.own.numbers[:, 0]]


class ForwardRun(DerivativeState):
    """Runs a forward tape."""

    def __init__(self, forward: ForwardTape, lanes: int) -> None:
        super().__init__(forward.tape, forward.memory, lanes)
        self.forward = forward
        self.rows, self.advance = self.layout.offset[forward.rows], (forward.rows < forward.tape.kept).astype(np.int64)
        width = int(np.diff(forward.row_start).max(initial=0))
        if width > len(self.layout.here):
            self.layout.here = np.zeros(width, dtype=np.int64)

    def run(self, solved: SolvedLanes, rates: Floats) -> Floats:
        """Derivatives (p, r, m) of the outputs, from those of the geometry (p, n)."""
        forward = self.forward
        found = np.empty((len(rates), len(forward.outputs), self.lanes))
        own = (forward.values, forward.first, forward.operations, self.rows, self.advance, forward.row_start)
        outputs = (self.layout.offset[forward.outputs], forward.moved, found)
        numbers = np.ascontiguousarray(self.own.numbers[:, 0])
        arguments = (*self.tables(solved, self.taken(solved)), *own, numbers, rates, *outputs)
        run_parameters(*arguments)
        return found
