"""The conditions of a whole mechanism: what joints and drivers state, in the coordinates of a coordinate set.

A condition has an owner, by which it is named where it fails: a joint, an input or, where several points of one link
are coordinates, the link that holds them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sgkin.conditions.record import NOT_DRIVEN, RIGHT_ANGLE
from sgkin.conditions.record import Condition as Record
from sgkin.conditions.record import Point as End
from sgkin.global_solver.expression import INPUT, Expression, Point, difference, variable
from sgkin.global_solver.frame import FixedFrame, Frame, TurningFrame


@dataclass(frozen=True, slots=True)
class Owner:
    """Who states a condition; kind: `joint`, `input` or `link`."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


@dataclass(frozen=True, slots=True)
class Plain:
    """value = 0; `period`: what may be added to it without a change of meaning, for conditions on angles."""

    owner: Owner
    value: Expression
    period: float = 0.0


@dataclass(frozen=True, slots=True)
class Projection:
    """u · vector + rest = 0 with the direction u at the angle of the variable `turning` plus `inclination`."""

    owner: Owner
    turning: int
    inclination: float
    vector: Point
    rest: Expression
    period: float = 0.0


@dataclass(frozen=True, slots=True)
class Distance:
    """The length of a vector is that of another expression."""

    owner: Owner
    vector: Point
    length: Expression


@dataclass(frozen=True, slots=True)
class Bar:
    """A constant distance between two points, by their variables."""

    owner: Owner
    first: tuple[int, int]
    second: tuple[int, int]
    length: float


Condition = Plain | Projection | Distance | Bar
AXES = (0.0, RIGHT_ANGLE)


class Substitution:
    """Puts the frames of links, of any kind, into what joints and drivers state; lengths become typical lengths."""

    def __init__(self, frames: Sequence[Frame], unit: float) -> None:
        self.frames, self.unit = frames, unit

    def __call__(self, owner: Owner, condition: Record) -> Condition:
        """A condition in the coordinates."""
        scale = self.unit if condition.ends else 1.0
        rest = Expression(-condition.constant / scale)
        for frame, weight in condition.turns:
            rest += self._turning(frame).heading().times(weight / scale)
        if condition.input != NOT_DRIVEN:
            rest -= variable(INPUT + condition.input)
        if not condition.ends:
            return Plain(owner, rest, condition.period)
        start, end = (self._point(end) for end in condition.ends)
        vector = difference(end, start)
        if condition.kind == "distance":
            return Distance(owner, vector, rest.times(-1.0))
        base = self._turning(condition.frame)
        if isinstance(base, FixedFrame) and condition.angle in AXES:
            return Plain(owner, vector[AXES.index(condition.angle)] + rest, condition.period / scale)
        inclination = base.offset + condition.angle
        return Projection(owner, base.turning, inclination, vector, rest, condition.period / scale)

    def _point(self, end: End) -> Point:
        return self.frames[end.frame].point((end.x / self.unit, end.y / self.unit))

    def _turning(self, number: int) -> TurningFrame | FixedFrame:
        """The frame of a link that has an angle."""
        frame = self.frames[number]
        assert isinstance(frame, TurningFrame | FixedFrame)
        return frame
