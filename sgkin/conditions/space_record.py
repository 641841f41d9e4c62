"""The record of a condition in space: four forms are enough for all joints and drivers.

With r the place of a point, a, m, n directions that are fixed in frames, and z an input, where there is one:

    projection   n·(r_to − r_from) + Σ weight θ = constant + z
    product      m·n = constant, or = sin z
    distance     |r_to − r_from| = constant + z

θ is how far a pointer in one frame is turned from a zero in another, about an axis there; whole turns are counted by
whoever follows a motion. A projection without ends is a condition on such angles alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sgkin.conditions.record import NOT_DRIVEN
from sgkin.space import UPRIGHT, Vector


class SpacePoint(NamedTuple):
    """A place in a frame."""

    frame: int
    place: Vector


class Direction(NamedTuple):
    """A direction of length one that is fixed in a frame."""

    frame: int
    vector: Vector


class Turn(NamedTuple):
    """An angle: that of `pointer` from `zero`, about `axis`, which stands in the frame of `zero`; so many times."""

    axis: Direction
    zero: Direction
    pointer: Direction
    weight: float = 1.0


class SpaceCondition(NamedTuple):
    """One scalar condition.

    `part`: which of its joint's, empty for an input; `kind`: `projection`, `product` or `distance`; `directions`: n, or
    m and n; `ends`: from and to, or none; `input`: its number; `is_sine`: whether its sine stands on the right;
    `period`: what whole turns of its angles add to it, 0 where there are none.
    """

    part: str
    kind: str
    directions: tuple[Direction, ...] = ()
    ends: tuple[SpacePoint, ...] = ()
    turns: tuple[Turn, ...] = ()
    constant: float = 0.0
    input: int = NOT_DRIVEN
    is_sine: bool = False
    period: float = 0.0

    @property
    def frames(self) -> tuple[int, ...]:
        """All frames that it involves, each once."""
        found = [end.frame for end in self.ends] + [each.frame for each in self.directions]
        found += [each.frame for turn in self.turns for each in (turn.zero, turn.pointer)]
        return tuple(dict.fromkeys(found))


class SpaceStatement(NamedTuple):
    """All that a joint or driver states: points that lie on each other, and conditions."""

    coincident: tuple[SpacePoint, ...] = ()
    conditions: tuple[SpaceCondition, ...] = ()

    def scalars(self, ground: int, base: int = 0) -> Iterator[SpaceCondition]:
        """Every scalar condition, with those that hold the points to one of them, along the axes of ground."""
        for number, point in enumerate(self.coincident):
            if number != base:
                yield from coincide_in_space(self.coincident[base], point, ground)
        yield from self.conditions


def coincide_in_space(one: SpacePoint, other: SpacePoint, ground: int) -> tuple[SpaceCondition, ...]:
    """The three conditions that hold a point to another."""
    return tuple(
        SpaceCondition(name, "projection", (Direction(ground, axis),), (one, other))
        for name, axis in zip("xyz", UPRIGHT, strict=True)
    )
