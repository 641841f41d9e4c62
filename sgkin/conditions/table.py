"""Many conditions at once: their values, and their derivatives by poses, along motions and by their own dimensions.

Poses are (…, frames, 3): x, y and θ of every frame, at as many configurations as are asked for. With w = r_to − r_from,
u the direction of a projection, or that of w for a distance, and n its left normal:

    value       u·w + Σ weight θ − constant − z
    gradient    u by the place of `to`, −u by that of `from`, n·w by the angle of a projection's frame, weights by θ
    second      u·w_ij + θ_i n·w_j + θ_j n·w_i − θ_i θ_j u·w               of a projection, θ that of its frame
                u·w_ij + (n·w_i) (n·w_j) / |w|                             of a distance
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.conditions.record import NOT_DRIVEN, RIGHT_ANGLE, Condition, Point

Integers = NDArray[np.integer]
Truths = NDArray[np.bool_]

FROM, TO, DIRECTION, TURNS = 0, 1, 2, slice(3, 6)
"""Where the frames of a condition stand in `frames`."""
SLOTS = 6
NOWHERE = (Point(0, 0.0, 0.0), Point(0, 0.0, 0.0))
NO_TURNS = ((0, 0.0), (0, 0.0), (0, 0.0))


@dataclass(frozen=True, slots=True)
class ConditionTable:
    """Conditions as columns.

    `frames` (m, 6): from, to, that of the direction, and three that turn; frame 0 stands where there is none.
    `has_ends` and `is_distance` (m,); `places` (m, 2, 2): of from and to; `weights` (m, 3).
    """

    frames: Integers
    places: Floats
    has_ends: Truths
    is_distance: Truths
    angle: Floats
    weights: Floats
    constant: Floats
    input: Integers
    period: Floats

    @classmethod
    def of(cls, conditions: Iterable[Condition]) -> ConditionTable:
        """The table of some conditions."""
        given = list(conditions)
        ends = np.array([each.ends or NOWHERE for each in given], dtype=np.float64).reshape(-1, 2, 3)
        turns = np.array([(each.turns + NO_TURNS)[:3] for each in given], dtype=np.float64).reshape(-1, 3, 2)
        direction = np.array([each.frame for each in given], dtype=np.float64)[:, None]
        return cls(
            frames=np.concatenate([ends[:, :, 0], direction, turns[:, :, 0]], axis=1).astype(np.int32),
            places=ends[:, :, 1:],
            has_ends=np.array([bool(each.ends) for each in given], dtype=bool),
            is_distance=np.array([each.kind == "distance" for each in given], dtype=bool),
            angle=np.array([each.angle for each in given], dtype=np.float64),
            weights=turns[:, :, 1],
            constant=np.array([each.constant for each in given], dtype=np.float64),
            input=np.array([each.input for each in given], dtype=np.int32),
            period=np.array([each.period for each in given], dtype=np.float64),
        )

    @classmethod
    def holding(cls, pairs: Sequence[tuple[Point, Point]], ground: int) -> ConditionTable:
        """The table of `coincide` of many pairs of points."""
        numbers = np.fromiter(chain.from_iterable(chain.from_iterable(pairs)), dtype=np.float64)
        ends = np.repeat(numbers.reshape(-1, 6), 2, axis=0)
        count = len(ends)
        frames = np.zeros((count, SLOTS), dtype=np.int32)
        frames[:, :2], frames[:, DIRECTION] = ends[:, [0, 3]], ground
        zero = np.broadcast_to(0.0, count)  # without memory of its own
        return cls(
            frames=frames,
            places=ends[:, [1, 2, 4, 5]].reshape(-1, 2, 2),
            has_ends=np.broadcast_to(True, count),
            is_distance=np.broadcast_to(False, count),
            angle=np.tile([0.0, RIGHT_ANGLE], len(pairs)),
            weights=np.broadcast_to(0.0, (count, 3)),
            constant=zero,
            input=np.broadcast_to(np.int32(NOT_DRIVEN), count),
            period=zero,
        )

    def rows(self, chosen: slice | Integers) -> ConditionTable:
        """Some of the conditions."""
        return ConditionTable(*(getattr(self, each.name)[chosen] for each in fields(self)))

    @property
    def slots(self) -> Truths:
        """Which of `frames` a condition involves (m, 6)."""
        ends = self.has_ends[:, None]
        direction = ends & ~self.is_distance[:, None]
        return np.concatenate([ends, ends, direction, self.weights != 0.0], axis=1)


@dataclass(frozen=True, slots=True)
class Placed:
    """Conditions at poses: arms of the ends (…, m, 2, 2) from the origins of their frames, w, u, and the length |w|."""

    table: ConditionTable
    poses: Floats
    arms: Floats
    between: Floats
    direction: Floats
    length: Floats

    @property
    def value(self) -> Floats:
        """The left side of every condition (…, m), without its constant and its input."""
        turned = (self.table.weights * self.poses[..., self.table.frames[:, TURNS], 2]).sum(axis=-1)
        return np.asarray(dot(self.direction, self.between) + turned)

    @property
    def gradient(self) -> Floats:
        """Derivatives (…, m, 6, 3) by x, y and θ of the frames of every condition, in the order of `table.frames`."""
        found = np.zeros((*self.direction.shape[:-1], SLOTS, 3))
        for end, sign in ((FROM, -1.0), (TO, 1.0)):
            found[..., end, :2] = sign * self.direction
            found[..., end, 2] = sign * dot(self.direction, left(self.arms[..., end, :]))
        across = dot(left(self.direction), self.between)
        found[..., DIRECTION, 2] = np.where(self.table.is_distance, 0.0, across)
        found[..., TURNS, 2] = self.table.weights
        return found

    def rate(self, motion: Floats) -> Floats:
        """First derivatives (…, m) along a motion (…, frames, 3)."""
        return np.asarray((self.gradient * motion[..., self.table.frames, :]).sum(axis=(-2, -1)))

    def second(self, one: Floats, other: Floats) -> Floats:
        """Second derivatives (…, m) along two motions (…, frames, 3): what they have besides `rate` along the second
        derivative of the motion."""
        table = self.table
        turn_one, turn_other = one[..., table.frames, 2], other[..., table.frames, 2]
        bends = [-turn_one[..., end, None] * turn_other[..., end, None] * self.arms[..., end, :] for end in (FROM, TO)]
        found = dot(self.direction, bends[TO] - bends[FROM])
        normal = left(self.direction)
        across_one, across_other = (dot(normal, self.spread(motion)) for motion in (one, other))
        turned, others = turn_one[..., DIRECTION], turn_other[..., DIRECTION]
        along = dot(self.direction, self.between)
        projected = turned * across_other + others * across_one - turned * others * along
        return found + np.where(table.is_distance, across_one * across_other / self.length, projected)

    @property
    def together(self) -> Truths:
        """Where the points of a distance fall together (…, m): its direction is none of theirs there."""
        return np.asarray(self.table.is_distance & (self.between == 0.0).all(axis=-1))

    def parting(self, motion: Floats) -> Placed:
        """The same, where points that fall together part along a motion (…, frames, 3); without a direction where they
        do not."""
        together = self.together
        if not together.any():
            return self
        spread = self.spread(motion)
        speed = np.hypot(spread[..., 0], spread[..., 1])[..., None]
        along = spread / np.where(speed > 0.0, speed, 1.0)
        return replace(self, direction=np.where(together[..., None], along, self.direction))

    def spread(self, motion: Floats) -> Floats:
        """How `between` changes along a motion (…, m, 2)."""
        found = motion[..., self.table.frames[:, :2], :2]
        found = found + motion[..., self.table.frames[:, :2], 2, None] * left(self.arms)
        return np.asarray(found[..., TO, :] - found[..., FROM, :])

    @property
    def by_dimensions(self) -> Floats:
        """Derivatives (…, m, 9) by the conditions' own numbers: x and y of from and to, the angle, the three weights
        and the constant."""
        table, found = self.table, np.zeros((*self.direction.shape[:-1], 9))
        for end, sign in ((FROM, -1.0), (TO, 1.0)):
            theta = self.poses[..., table.frames[:, end], 2]
            for part, axis in enumerate((0.0, 0.5 * np.pi)):
                found[..., 2 * end + part] = sign * dot(self.direction, unit(theta + axis))
        found[..., 4] = np.where(table.is_distance, 0.0, dot(left(self.direction), self.between))
        found[..., 5:8] = self.poses[..., table.frames[:, TURNS], 2]
        found[..., 8] = -1.0
        return found


def place_conditions(table: ConditionTable, poses: Floats) -> Placed:
    """The conditions of a table at poses (…, frames, 3)."""
    ends = poses[..., table.frames[:, :2], :]
    cosine, sine = np.cos(ends[..., 2]), np.sin(ends[..., 2])
    x, y = table.places[..., 0], table.places[..., 1]
    arms = np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)
    points = ends[..., :2] + arms
    between = points[..., TO, :] - points[..., FROM, :]
    direction = unit(poses[..., table.frames[:, DIRECTION], 2] + table.angle) * table.has_ends[:, None]
    length = np.ones(between.shape[:-1])
    if table.is_distance.any():
        length = np.hypot(between[..., 0], between[..., 1])
        length = np.where(length > 0.0, length, 1.0)
        towards = np.where((between != 0.0).any(axis=-1, keepdims=True), between / length[..., None], (1.0, 0.0))
        direction = np.where(table.is_distance[:, None], towards, direction)
    return Placed(table, poses, arms, between, direction, length)


def residuals(placed: Placed, inputs: Floats) -> Floats:
    """By how much every condition is not met (…, m) at the inputs (…, f)."""
    table = placed.table
    driven = np.concatenate([inputs, np.zeros((*inputs.shape[:-1], 1))], axis=-1)[..., table.input]
    return np.asarray(placed.value - table.constant - driven)


def without_turns(residual: Floats, period: Floats) -> Floats:
    """Residuals with whole turns taken out, each by its period."""
    return np.asarray(residual - period * np.round(residual / np.where(period, period, 1.0)))


def unit(angle: Floats) -> Floats:
    """The direction at an angle."""
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def left(vectors: Floats) -> Floats:
    """Vectors turned by a right angle to the left."""
    return np.stack([-vectors[..., 1], vectors[..., 0]], axis=-1)


def dot(one: Floats, other: Floats) -> Floats:
    """Products of vectors."""
    return np.asarray((one * other).sum(axis=-1))
