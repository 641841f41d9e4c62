"""Tapes of derivatives: what they share.

A tape of derivatives works on lanes that are solved. Rows of its state are those that the solving tape has left (the
`given` ones), what is computed of them anew, and derivatives. Its operations have the geometry of the solving tape, and
a memory of their own: the branch, if there is one, and a number for each number of the geometry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Integers
from sgkin.kernels.call import Call
from sgkin.kernels.derived import Derived
from sgkin.plan.call_writer import CallWriter
from sgkin.plan.tape import Tape
from sgkin.sensitivity.differentiated_calls import DifferentiatedCalls


class OwnMemory(NamedTuple):
    """The memory of derivatives behind that of the plan.

    `branches` (b, 2): places in both, of what is taken over; `numbers` (n, 2): places of numbers that vary, in this
    memory and in the geometry.
    """

    size: int
    branches: Integers
    numbers: Integers


class DerivativeWriter(CallWriter):
    """Writes what is computed anew, and whatever else; see `AdjointWriter` and `ForwardWriter`."""

    def __init__(self, base: DifferentiatedCalls) -> None:
        super().__init__()
        self.base = base
        self.zero = self._constant(0.0)
        self.given = {row: self._row() for row in base.given}
        self._values = dict(self.given)
        self._size, self._branches, self._numbers = 0, list[tuple[int, int]](), list[tuple[int, int]]()

    def value(self, row: int) -> int:
        """Where the value of a row of the solving tape is; it is computed where it is first asked for."""
        row = self.base.held.get(row, row)
        if row not in self._values:
            if row in self.base.writer.constants:
                self._values[row] = self._constant(self.base.writer.constants[row])
            else:
                self._compute(self.base.maker[row])
        return self._values[row]

    def _compute(self, number: int) -> None:
        """Call again what has found a row."""
        call, found = self.base.calls[number], set(self.base.found[number])
        rows = [self._row() if row in found else self.value(row) for row in call.rows]
        for row, mine in zip(call.rows, rows, strict=True):
            if row in found:
                self._values.setdefault(row, mine)
        self._call(call.kernel, call.stage, rows, call.geometry, call.memory)

    def _values_for(self, call: Call, derived: Derived) -> list[int]:
        """The rows of a call, as far as their values are needed."""
        return [self.value(row) if place in derived.needs else self.zero for place, row in enumerate(call.rows)]

    def _own_memory(self, call: Call, derived: Derived) -> int:
        """Room for the branch and for the numbers of a derivative; where it begins."""
        start = self.base.writer.memory + self._size
        self._size += derived.room + derived.numbers
        self._branches += [(start + place, call.memory + place) for place in range(derived.branch)]
        varied = (place for place in range(derived.numbers) if call.geometry + place in self.base.writer.varied)
        self._numbers += [(start + derived.room + place, call.geometry + place) for place in varied]
        return start

    def _memory(self) -> OwnMemory:
        tables = (np.array(each, dtype=np.int64).reshape(-1, 2) for each in (self._branches, self._numbers))
        return OwnMemory(self._size, *tables)

    def _finish(self, kept: Sequence[int], lasting: Iterable[int] = ()) -> tuple[Tape, Integers]:
        """The tape, and the place of every virtual row; `lasting`: work rows that are read when all is over."""
        shared, fixed = [-1] * self._count, [*dict.fromkeys([*kept, *self._constants, *lasting])]
        for number, row in enumerate(fixed):
            shared[row] = number
        work = self._share_rows(shared, len(fixed)) - len(kept)
        place, read = np.array(shared, dtype=np.int64), np.array(self._rows_read, dtype=np.int64)
        none = np.array([], dtype=np.int64)
        return Tape(
            operations=tuple(self._operations),
            rows=place[read],
            row_start=np.array(self._row_start, dtype=np.int64),
            geometry=np.array(self.base.writer.geometry),
            geometry_start=np.array(self._geometry_start, dtype=np.int64),
            memory_start=np.array(self._memory_start, dtype=np.int64),
            kept=len(kept),
            work=work,
            tangents=0,
            constants=tuple((int(place[row]), value) for row, value in self._constants.items()),
            time_row=-1,
            input_rows=(),
            rate_rows=(),
            acceleration_rows=(),
            features={},
            margins={},
            alarm=-1,
            spacing=-1,
            solving={},
            watched=none.astype(np.float64),
            watches={},
            counted=(),
            varied=dict(self.base.writer.varied),
        ), place
