"""The record of a condition: two forms are enough for all planar joints and drivers.

With r the place of a point, u(θ) = (cos θ, sin θ) and z an input, where there is one:

    projection   u(θ_frame + angle)·(r_to − r_from) + Σ weight θ = constant + z
    distance     |r_to − r_from| = constant + z

A projection without ends is a condition on angles alone. Frames are known by numbers; what they are, links or bodies
of several, is the matter of whoever asks for a statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sgkin.mathematics import cos, hypot, pi, sin

RIGHT_ANGLE = pi / 2.0
NOT_DRIVEN = -1
"""The input of a condition that has none."""


class Point(NamedTuple):
    """A place in a frame."""

    frame: int
    x: float
    y: float


class Condition(NamedTuple):
    """One scalar condition.

    `part`: which of its joint's, empty for an input; `kind`: `projection` or `distance`; `ends`: from and to, or none;
    `turns`: frames with the weights of their angles; `input`: its number; `period`: what whole turns of its angles add
    to it, 0 where there are none.
    """

    part: str
    kind: str = "projection"
    frame: int = 0
    angle: float = 0.0
    ends: tuple[Point, ...] = ()
    turns: tuple[tuple[int, float], ...] = ()
    constant: float = 0.0
    input: int = NOT_DRIVEN
    period: float = 0.0

    @property
    def frames(self) -> tuple[int, ...]:
        """All frames that it involves."""
        return (*self.directed, *(end.frame for end in self.ends), *(frame for frame, _ in self.turns))

    @property
    def directed(self) -> tuple[int, ...]:
        """The frame to whose axes it is inclined, if there is one."""
        return (self.frame,) if self.kind == "projection" and self.ends else ()

    @property
    def rolls(self) -> bool:
        """Whether whole turns of single frames change it, as they do between gears and on a rack."""
        return bool(self.turns) and (bool(self.ends) or any(abs(weight) != 1.0 for _, weight in self.turns))


class Statement(NamedTuple):
    """All that a joint or driver states: points that lie on each other, and conditions."""

    coincident: tuple[Point, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def scalars(self, ground: int, base: int = 0) -> Iterator[Condition]:
        """Every scalar condition, with those that hold the points to one of them, along the axes of ground."""
        for number, point in enumerate(self.coincident):
            if number != base:
                yield from coincide(self.coincident[base], point, ground)
        yield from self.conditions


def coincide(one: Point, other: Point, ground: int) -> tuple[Condition, Condition]:
    """The two conditions that hold a point to another."""
    ends = (one, other)
    return Condition("x", "projection", ground, 0.0, ends), Condition("y", "projection", ground, RIGHT_ANGLE, ends)


def left_side(condition: Condition, poses: Mapping[int, tuple[float, float, float]]) -> float:
    """What a condition says of the poses of its frames, without its constant and its input."""
    turned = sum(weight * poses[frame][2] for frame, weight in condition.turns)
    if not condition.ends:
        return turned
    (x1, y1), (x2, y2) = (_place(end, poses[end.frame]) for end in condition.ends)
    if condition.kind == "distance":
        return hypot(x2 - x1, y2 - y1)
    direction = poses[condition.frame][2] + condition.angle
    return turned + cos(direction) * (x2 - x1) + sin(direction) * (y2 - y1)


def _place(point: Point, pose: tuple[float, float, float]) -> tuple[float, float]:
    x, y, theta = pose
    return x + cos(theta) * point.x - sin(theta) * point.y, y + sin(theta) * point.x + cos(theta) * point.y
