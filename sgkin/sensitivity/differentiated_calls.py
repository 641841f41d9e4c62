"""The calls of a tape, and which of them depend on numbers that vary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sgkin.kernels.call import Call
from sgkin.kernels.derived import FORWARD, Derived, derivative_of, found_places
from sgkin.plan.tape import TapeWriter

FIRST = 16
"""So many numbers say how many others there are."""


class UnfoldedCalls:
    """The calls of a tape, with those replaced that have no derivatives of their own."""

    def __init__(self, writer: TapeWriter) -> None:
        self.zero, self.one, self.numbers = writer.zero, writer.one, writer.geometry
        self.new_row = writer.new_row
        self.rows_held: dict[int, int] = {}
        self.calls: list[Call] = []
        for call in writer.calls:
            if call.kernel.unfold is None:
                self.add(call)
            else:
                call.kernel.unfold(self, call)

    def held(self, row: int) -> int:
        """A row with the values of another one, whose changes do not count."""
        made = self.new_row()
        self.rows_held[made] = row
        return made

    def add(self, call: Call) -> None:
        """One more."""
        self.calls.append(call)


@dataclass(frozen=True, eq=False)
class DifferentiatedCalls:
    """What a tape calls, in its order, on virtual rows.

    `given`: rows that need not be computed, because they are known from elsewhere.
    """

    writer: TapeWriter
    given: Sequence[int]

    @cached_property
    def _unfolded(self) -> UnfoldedCalls:
        return UnfoldedCalls(self.writer)

    @property
    def calls(self) -> list[Call]:
        """In the order of the tape."""
        return self._unfolded.calls

    @property
    def held(self) -> Mapping[int, int]:
        """Rows that have the values of others, and whose changes do not count."""
        return self._unfolded.rows_held

    def numbers(self, call: Call) -> Sequence[float]:
        """The first numbers of the geometry of a call, which say how many others there are."""
        return self.writer.geometry[call.geometry : call.geometry + FIRST]

    @cached_property
    def found(self) -> list[tuple[int, ...]]:
        """The rows that each call finds."""
        places = [found_places(call.kernel, call.stage, self.numbers(call)) for call in self.calls]
        return [tuple(call.rows[place] for place in each) for call, each in zip(self.calls, places, strict=True)]

    @cached_property
    def maker(self) -> dict[int, int]:
        """By which call a row is found."""
        return {row: number for number, rows in enumerate(self.found) for row in rows}

    @cached_property
    def active(self) -> tuple[set[int], set[int]]:
        """The rows that depend on numbers that vary, and the calls that find them."""
        rows, calls = set[int](), set[int]()
        for number, call in enumerate(self.calls):
            derived = self.derived(number, FORWARD, ())
            varies = any(call.geometry + place in self.writer.varied for place in range(derived.numbers))
            if varies or any(call.rows[place] in rows for place in derived.reads):
                calls.add(number)
                rows.update(self.found[number])
        return rows, calls

    def derived(self, number: int, way: str, wanted: Sequence[int]) -> Derived:
        """The derivative of a call, for wanted places of its rows."""
        call = self.calls[number]
        return derivative_of(call.kernel, call.stage, way, wanted, self.numbers(call))
