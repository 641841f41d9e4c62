"""Calls of operations on rows that have no place yet, and how rows share places.

Rows are virtual until all calls are known. Those that are kept have places of their own; the others live in a work
area, and give their places back as soon as nobody reads them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from sgkin.kernels.call import Call, Rows
from sgkin.kernels.compiled import Operation
from sgkin.kernels.kernel import Kernel
from sgkin.traced_number import TracedNumber


class CallWriter:
    """Writes calls one after the other."""

    def __init__(self) -> None:
        self._count = 0
        self._constants: dict[int, float] = {}
        self._operations: list[Operation] = []
        self._callers: list[tuple[Kernel, str] | None] = []
        self._rows_read, self._row_start = array("q"), array("q", [0])
        self._geometry, self._geometry_start, self._memory_start = array("d"), array("q"), array("q")
        self._varied: dict[int, TracedNumber] = {}

    @property
    def length(self) -> int:
        """How many operations stand on the tape."""
        return len(self._operations)

    @property
    def varied(self) -> Mapping[int, TracedNumber]:
        """The numbers of the geometry that are traced, by their places."""
        return self._varied

    @property
    def geometry(self) -> Sequence[float]:
        """All numbers of the geometry."""
        return self._geometry

    @property
    def constants(self) -> Mapping[int, float]:
        """Rows that are the same in all lanes."""
        return self._constants

    @property
    def calls(self) -> Iterator[Call]:
        """What was written, but for operations that belong to no kernel."""
        places = zip(self._callers, pairwise(self._row_start), self._geometry_start, self._memory_start, strict=True)
        for caller, (start, stop), geometry, memory in places:
            if caller is not None:
                yield Call(*caller, tuple(self._rows_read[start:stop]), geometry, memory)

    def _call(self, kernel: Kernel, stage: str, rows: Sequence[int], geometry: int, memory: int = 0) -> None:
        """Put an operation of a kernel on the tape."""
        self._append(getattr(kernel, stage), rows, geometry, memory)
        self._callers[-1] = kernel, stage

    def _append(self, operation: Operation, rows: Sequence[int], geometry: int, memory: int = 0) -> None:
        """Put an operation on the tape that works on rows, with its geometry and its memory at given places."""
        self._operations.append(operation)
        self._callers.append(None)
        self._rows_read.extend(rows)
        self._row_start.append(len(self._rows_read))
        self._geometry_start.append(geometry)
        self._memory_start.append(memory)

    def _put(self, numbers: Sequence[float]) -> int:
        """Put numbers into the geometry; where they stand."""
        for place, number in enumerate(numbers, len(self._geometry)):
            if isinstance(number, TracedNumber):
                self._varied[place] = number
        self._geometry.extend(numbers)
        return len(self._geometry) - len(numbers)

    def new_row(self) -> int:
        """A row that has no place yet."""
        return self._row()

    def _row(self) -> int:
        self._count += 1
        return self._count - 1

    def _rows(self, count: int) -> Rows:
        start = self._count
        self._count += count
        return tuple(range(start, start + count))

    def _constant(self, value: float) -> int:
        row = self._row()
        self._constants[row] = value
        return row

    def _share_rows(self, place: list[int], work: int) -> int:
        """Give work rows to virtual rows, and take them back after their last use; the number of rows in the end."""
        read = np.array(self._rows_read, dtype=np.int64)
        last = np.full(self._count, -1, dtype=np.int64)
        last[read] = np.repeat(np.arange(len(self._operations)), np.diff(self._row_start))
        last[np.array(place) >= 0] = len(self._operations)
        last_use, rows, free = last.tolist(), self._rows_read.tolist(), list[int]()
        for number, (start, stop) in enumerate(pairwise(self._row_start)):
            used = list(dict.fromkeys(rows[start:stop]))
            for row in used:
                if place[row] < 0:
                    if not free:
                        free.append(work)
                        work += 1
                    place[row] = free.pop()
            free += [place[row] for row in used if last_use[row] == number]
        return work
