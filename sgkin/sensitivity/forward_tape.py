"""The derivative of a tape along one parameter after the other.

What is computed anew of the lanes stands at the beginning, and is the same for all parameters; behind it stand the
derivatives of all calls. For a parameter only those are run that depend on it, and rates of rows that do not are zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Integers
from sgkin.kernels.derived import FORWARD, Derived
from sgkin.plan.tape import Tape
from sgkin.sensitivity.derivative_writer import DerivativeWriter, OwnMemory
from sgkin.sensitivity.differentiated_calls import DifferentiatedCalls

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ForwardTape:
    """`values`: how many operations compute what is needed of the lanes; `outputs`: work rows of the wanted rates.

    For each parameter, from place `first[p]` on: the `operations` that are run and, from `row_start` on, their `rows`;
    `moved` (outputs, p): whether an output depends on it.
    """

    tape: Tape
    memory: OwnMemory
    values: int
    outputs: Integers
    moved: Flags
    first: Integers
    operations: Integers
    rows: Integers
    row_start: Integers


class ForwardWriter(DerivativeWriter):
    """Writes the derivatives of calls along parameters, for wanted rows.

    `varies`: for the places of the geometry that vary, on which parameters they depend (p,).
    """

    def __init__(self, base: DifferentiatedCalls, outputs: Sequence[int], varies: Mapping[int, Flags]) -> None:
        super().__init__(base)
        self.outputs, self.varies = outputs, varies
        self._none = np.zeros(len(next(iter(varies.values()), ())), dtype=bool)
        self._rates: dict[int, int] = {}
        self._moved: dict[int, Flags] = {}

    def write(self) -> ForwardTape:
        """Write all, and finish."""
        chosen = self._chosen()
        for number, derived in chosen:
            self._values_for(self.base.calls[number], derived)
        values, lasting = self.length, list(self._values.values())
        for number, derived in chosen:
            self._differentiate(number, derived)
        rates = [self._rates.get(row, self.zero) for row in self.outputs]
        tape, place = self._finish(list(self.given.values()), [*lasting, *rates])
        moved = np.array([self._moved.get(row, self._none) for row in rates], dtype=bool).reshape(-1, len(self._none))
        return ForwardTape(tape, self._memory(), values, place[rates], moved, *self._by_parameter(tape, place, values))

    def _chosen(self) -> list[tuple[int, Derived]]:
        """The calls on which the outputs depend, with their derivatives, in order."""
        _, active = self.base.active
        needed, chosen = set(self.outputs), []
        for number in range(len(self.base.calls) - 1, -1, -1):
            rows = self.base.calls[number].rows
            wanted = [place for place, row in enumerate(rows) if row in needed and row in self.base.found[number]]
            if number in active and wanted:
                derived = self.base.derived(number, FORWARD, wanted)
                chosen.append((number, derived))
                needed.update(rows[place] for place in derived.reads)
        return chosen[::-1]

    def _differentiate(self, number: int, derived: Derived) -> None:
        call = self.base.calls[number]
        places = [call.geometry + place for place in range(derived.numbers)]
        read = [self._rates.get(call.rows[place], self.zero) for place in derived.reads]
        moved = [self._moved[rate] for rate in read if rate in self._moved]
        moved += [self.varies[place] for place in places if place in self.varies]
        found = self._rows(len(derived.writes))
        self._rates |= {call.rows[place]: rate for place, rate in zip(derived.writes, found, strict=True)}
        for rate in found:
            self._moved[rate] = np.any(moved, axis=0)
        rows = [*self._values_for(call, derived), *read, *found]
        self._append(derived.operation, rows, call.geometry, self._own_memory(call, derived))

    def _by_parameter(self, tape: Tape, place: Integers, values: int) -> tuple[Integers, ...]:
        """What is run for each parameter, on which rows."""
        start = tape.row_start[values]
        length = np.diff(tape.row_start[values:])
        rows, virtual = tape.rows[start:], self._rows_read[start:]
        always = np.ones(len(self._none), dtype=bool)
        counts = np.array([self._moved.get(row, always) for row in virtual], dtype=bool).reshape(len(rows), -1)
        last = (tape.row_start[values + 1 :] - 1 - start).tolist()
        runs = counts[last]  # the last row of a call is one that it finds
        zero = place[self.zero]
        operations = [np.flatnonzero(runs[:, p]) for p in range(len(always))]
        read = [np.where(counts[:, p], rows, zero)[np.repeat(runs[:, p], length)] for p in range(len(always))]
        chosen = np.concatenate([*operations, np.array([], dtype=np.int64)]).astype(np.int64)
        return (
            np.cumsum([0, *map(len, operations)]),
            chosen + values,
            np.concatenate([*read, np.array([], dtype=np.int64)]).astype(np.int64),
            np.cumsum([0, *length[chosen]]),
        )
