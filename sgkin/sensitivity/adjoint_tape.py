"""The adjoint of a tape: from derivatives of something by what the tape finds to those by its geometry.

Calls are gone through backwards. The derivative of something by a row, its bar, is the sum of what all calls that read
the row contribute; it is complete when the call that finds the row has its turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sgkin.kernels.derived import ADJOINT
from sgkin.kernels.frames import BOTH
from sgkin.plan.tape import Tape
from sgkin.sensitivity.derivative_writer import DerivativeWriter, OwnMemory
from sgkin.sensitivity.differentiated_calls import DifferentiatedCalls


@dataclass(frozen=True, eq=False)
class AdjointTape:
    """Kept rows are those that the solving tape has left, then the bars of the outputs."""

    tape: Tape
    memory: OwnMemory


class AdjointWriter(DerivativeWriter):
    """Writes the adjoint of calls, for rows whose bars are given."""

    def __init__(self, base: DifferentiatedCalls, outputs: Sequence[int]) -> None:
        super().__init__(base)
        self._given_bars = {row: self._row() for row in outputs}
        self._bars = dict(self._given_bars)

    def write(self) -> AdjointTape:
        """Write all, and finish."""
        _, calls = self.base.active
        for number in sorted(calls, reverse=True):
            self._turn_round(number)
        tape, _ = self._finish([*self.given.values(), *self._given_bars.values()])
        return AdjointTape(tape, self._memory())

    def _turn_round(self, number: int) -> None:
        """The adjoint of a call, if something depends on what it finds."""
        call, found = self.base.calls[number], self.base.found[number]
        wanted = [place for place, row in enumerate(call.rows) if row in self._bars and row in found]
        if not wanted:
            return
        derived = self.base.derived(number, ADJOINT, wanted)
        rows = self._values_for(call, derived)
        rows += [self._bars.pop(call.rows[place], self.zero) for place in derived.writes]
        before, after, more = self._changed([call.rows[place] for place in derived.reads])
        self._append(derived.operation, [*rows, *before, *after], call.geometry, self._own_memory(call, derived))
        for row, bar in more:
            total = self._row()
            self._call(BOTH, "position", [self._bars[row], bar, total], 0)
            self._bars[row] = total

    def _changed(self, read: Sequence[int]) -> tuple[list[int], list[int], list[tuple[int, int]]]:
        """Bars of rows that are read, before and after; no row is written twice, so there are more where one is read
        twice. Nobody asks for those of rows that do not vary."""
        active, _ = self.base.active
        before, after, more = list[int](), list[int](), list[tuple[int, int]]()
        changed = set[int]()
        for row in read:
            is_first = row in active and row not in changed
            before.append(self._bars.get(row, self.zero) if is_first else self.zero)
            after.append(self._row())
            if is_first:
                self._bars[row] = after[-1]
                changed.add(row)
            elif row in active:
                more.append((row, after[-1]))
        return before, after, more
