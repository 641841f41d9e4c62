"""Room for numbers, on a cache line, and used again.

The system hands out large pieces of memory filled with zeros, and for motions of many links that takes as long as to
solve them. So when nobody uses a large room any more it is kept for the next who asks for one like it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sgkin.arrays import Floats

LINE = 8
"""Numbers in a cache line. How much is gained by rows that begin on one depends on the processor."""
LARGE = 4_000_000
"""Numbers from which on a room is used again: of 32 MB, from which on the C library gives memory back at once."""
MOST = 32_000_000
"""Numbers that unused rooms hold at the most, all together."""
LOOSE = 1.25
"""How much larger than what is asked for a room may be."""

_UNUSED: list[Floats] = []


def aligned(count: int) -> Floats:
    """Numbers of any value that begin on a cache line."""
    if count < LARGE:
        return _on_a_line(np.empty(count + LINE - 1), count)
    room = Room(_take(count) if _UNUSED else None, count)
    return _on_a_line(np.asarray(room), count)


def _on_a_line(room: Floats, count: int) -> Floats:
    start = -(room.__array_interface__["data"][0] // room.itemsize) % LINE
    return room[start : start + count]


def _take(count: int) -> Floats | None:
    """An unused room that fits, if there is one. Other threads may take it before: each step is one of the list's."""
    for number, room in enumerate(list(_UNUSED)):
        if count + LINE - 1 <= len(room) <= LOOSE * count:
            try:
                taken = _UNUSED.pop(number)
            except IndexError:
                return None
            if len(taken) == len(room):
                return taken
            _UNUSED.append(taken)
    return None


class Room:
    """Numbers that are used again when the last array that shows them is gone."""

    def __init__(self, numbers: Floats | None, count: int) -> None:
        self.numbers = np.empty(count + LINE - 1) if numbers is None else numbers

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return self.numbers.__array_interface__

    def __del__(self, unused: list[Floats] = _UNUSED, most: int = MOST) -> None:  # names may be gone when Python ends
        if len(self.numbers) + sum(map(len, unused)) <= most:
            unused.append(self.numbers)
