"""How the frame of a link follows from the coordinates. Lengths are in typical lengths of the mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2
from typing import Protocol

import numpy as np

from sgkin.arrays import Floats
from sgkin.global_solver.expression import Expression, Point, Values, arm, variable
from sgkin.mathematics import Place, moved
from sgkin.whole_turns import WHOLE_TURN


class Frame(Protocol):
    """What a link must tell: its points, its angle, and the direction whose whole turns are to be counted, if any."""

    @property
    def tracked(self) -> tuple[int, int, int, int] | None: ...

    @property
    def variables(self) -> tuple[int, ...]: ...

    def point(self, place: Place) -> Point: ...

    def angle(self, w: Values, turns: Floats) -> Floats: ...

    def angle_rate(self, w: Values, v: Values) -> Floats: ...


@dataclass(frozen=True, slots=True)
class TurningFrame:
    """A link with an angle among the variables, and a base point that has an expression of its own.

    `base`: where the base point is; `local`: the base point in the link; the angle of the link is that of the variable
    `turning` plus `offset`.
    """

    base: Point
    local: Place
    turning: int
    offset: float = 0.0

    @property
    def tracked(self) -> tuple[int, int, int, int] | None:
        return None

    @property
    def variables(self) -> tuple[int, ...]:
        return (*self.base[0].variables, *self.base[1].variables, self.turning)

    def point(self, place: Place) -> Point:
        arm_here = (place[0] - self.local[0], place[1] - self.local[1])
        x, y = moved((0.0, 0.0, self.offset), arm_here)
        if x == 0.0 and y == 0.0:
            return self.base
        along = arm(self.turning, x, y)
        return self.base[0] + along[0], self.base[1] + along[1]

    def heading(self) -> Expression:
        """The angle of the link."""
        return Expression(self.offset, ((self.turning, 1.0),))

    def angle(self, w: Values, turns: Floats) -> Floats:
        return w(self.turning) + self.offset

    def angle_rate(self, w: Values, v: Values) -> Floats:
        return v(self.turning)


@dataclass(frozen=True, slots=True)
class FixedFrame:
    """Ground; `turning` is a constant 0, for conditions that turn with it."""

    turning: int
    offset: float = 0.0

    @property
    def tracked(self) -> tuple[int, int, int, int] | None:
        return None

    @property
    def variables(self) -> tuple[int, ...]:
        return ()

    def point(self, place: Place) -> Point:
        return Expression(place[0]), Expression(place[1])

    def heading(self) -> Expression:
        """The angle of the link."""
        return Expression(self.offset)

    def angle(self, w: Values, turns: Floats) -> Floats:
        return np.full(len(turns), self.offset)

    def angle_rate(self, w: Values, v: Values) -> Floats:
        return np.asarray(0.0)


@dataclass(frozen=True, slots=True)
class PairFrame:
    """A link known by two of its points; `first` and `second`: the variables of their x and y, `local`: they in the
    link, one after the other."""

    first: tuple[int, int]
    second: tuple[int, int]
    local: tuple[Place, Place]

    @property
    def tracked(self) -> tuple[int, int, int, int] | None:
        return *self.first, *self.second

    @property
    def variables(self) -> tuple[int, ...]:
        return *self.first, *self.second

    @property
    def span(self) -> Place:
        """From the first point to the second, in the link."""
        (ax, ay), (bx, by) = self.local
        return bx - ax, by - ay

    def point(self, place: Place) -> Point:
        ex, ey = self.span
        x, y = place[0] - self.local[0][0], place[1] - self.local[0][1]
        square = ex * ex + ey * ey
        along, across = (x * ex + y * ey) / square, (y * ex - x * ey) / square
        (x1, y1), (x2, y2) = self.first, self.second
        return (
            _weighed((x1, 1.0 - along), (x2, along), (y1, across), (y2, -across)),
            _weighed((y1, 1.0 - along), (y2, along), (x1, -across), (x2, across)),
        )

    def angle(self, w: Values, turns: Floats) -> Floats:
        ex, ey = self.span
        x, y = self._difference(w)
        return np.arctan2(y, x) + WHOLE_TURN * turns - atan2(ey, ex)

    def angle_rate(self, w: Values, v: Values) -> Floats:
        """Along v, or, as the length does not change, by second derivatives likewise."""
        (x, y), (vx, vy) = self._difference(w), self._difference(v)
        return np.asarray((x * vy - y * vx) / (x * x + y * y))

    def _difference(self, w: Values) -> tuple[Floats, Floats]:
        return w(self.second[0]) - w(self.first[0]), w(self.second[1]) - w(self.first[1])


def _weighed(*terms: tuple[int, float]) -> Expression:
    return Expression(0.0, tuple(term for term in terms if term[1] != 0.0))


def at(x: int, y: int) -> Point:
    """A point whose x and y are variables."""
    return variable(x), variable(y)
