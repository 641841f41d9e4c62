"""The pieces of a line of inputs on which assembly modes exist, and how they hang together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from sgkin.arrays import Floats


class EndKind(Enum):
    """Why a piece ends: the line ends; two modes end in each other; two modes cross; a link runs to infinity; it only
    was looked at from here on."""

    LINE = "end of the interval"
    DEAD = "dead point"
    CHANGE = "change point"
    POLE = "link at infinity"
    SEAM = "seam"


@dataclass(frozen=True, slots=True)
class End:
    """Where a piece ends: the place, why, and the groups whose margins are zero there, the first as the cause.

    `decided`: False for a change point that is one only to within rounding.
    """

    place: float
    kind: EndKind = EndKind.LINE
    groups: tuple[int, ...] = ()
    decided: bool = True


@dataclass(frozen=True, slots=True)
class Piece:
    """An interval of the line on which one mode exists.

    `memory` (g,): branches and starting values that belong to the place `anchor`; `changes`: change points inside it.
    """

    low: End
    high: End
    memory: Floats
    anchor: float
    changes: tuple[End, ...] = ()


class Joined(NamedTuple):
    """Pieces, and how they hang together by their numbers: `onward`, the one with which a mode goes on at the higher
    end of each; `dead`, pairs of pieces that end in each other at a dead point."""

    pieces: Sequence[Piece]
    onward: dict[int, int]
    dead: Sequence[tuple[int, int]]


def chains(joined: Joined) -> list[tuple[list[int], bool]]:
    """The pieces of each mode from left to right, and whether it closes to a ring."""
    before = {after: number for number, after in joined.onward.items()}
    first = [number for number in range(len(joined.pieces)) if number not in before]
    found, seen = [], set[int]()
    for start in (*first, *range(len(joined.pieces))):
        if start in seen:
            continue
        chain, number = [start], joined.onward.get(start)
        while number is not None and number != start:
            chain.append(number)
            number = joined.onward.get(number)
        seen.update(chain)
        found.append((chain, number == start))
    return sorted(found)
