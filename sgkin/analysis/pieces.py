"""A straight line in the space of the inputs, and the pieces of it on which assembly modes exist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.plan.plan import Plan


@dataclass(frozen=True, slots=True)
class InputLine:
    """Inputs `origin` + s `direction` (f,) of a plan, for places s between `low` and `high`.

    `turn`: after how much of s the input has gone round, 0 if it is no angle; `period`: after how much the mechanism is
    the same again, 0 if it never is.
    """

    plan: Plan
    origin: Floats
    direction: Floats
    low: float
    high: float
    turn: float = 0.0
    period: float = 0.0

    def inputs(self, places: Floats) -> Floats:
        """Inputs (…, f) at places (…)."""
        return np.asarray(self.origin + places[..., None] * self.direction)

    def turned(self, length: float) -> float:
        """How far links turn, in radians, where the place changes by this much."""
        return float(np.abs(length * self.direction) @ self.plan.input_turns)


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
    """Where a piece ends: the place, why, and the groups whose margins are zero there, the first as the cause."""

    place: float
    kind: EndKind = EndKind.LINE
    groups: tuple[int, ...] = ()


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
