"""Many conditions in space at once: their values, and their derivatives by the motion of frames.

Frames are (…, frames, 3, 4): the columns where their axes point, and last the place of their origin. A motion of them
is (…, frames, 6): the velocity of the origin, and the angular velocity in the axes of ground; accelerations are like
it, so that the derivatives here are by true angular velocities. With w = r_to − r_from:

    projection   value n·w         rate n·ẇ + (ω_n×n)·w
    product      value m·n         rate (m×n)·(ω_n − ω_m)
    distance     value |w|         rate u·ẇ, u = w/|w|
    angle        value atan2(m·y, m·x), with x the zero, y = a×x and m the pointer
                 rate (p q̇ − q ṗ)/(p² + q²), p = m·x, q = m·y
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.conditions.space_record import Direction, SpaceCondition, SpacePoint
from sgkin.space import SpacePose, cross

Integers = NDArray[np.integer]
Truths = NDArray[np.bool_]

FROM, TO, FIRST, SECOND, ZERO, POINTER, ZERO_2, POINTER_2 = range(8)
"""Where the frames of a condition stand in `frames`: of its ends, its directions, and of two angles."""
SLOTS = 8
NO_POINT, NO_DIRECTION = SpacePoint(0, (0.0, 0.0, 0.0)), Direction(0, (0.0, 0.0, 0.0))


def frame_of(pose: SpacePose) -> Floats:
    """A pose as an array (3, 4)."""
    return np.column_stack([*pose.turn, pose.place])


@dataclass(frozen=True, slots=True)
class SpaceTable:
    """Conditions in space as columns.

    `frames` (m, 8), frame 0 where there is none; `places` (m, 2, 3): of from and to; `directions` (m, 2, 3); `angles`
    (m, 2, 3, 3): zero, a × zero and pointer of two angles; `weights` (m, 2); `kind` (m,): 0 projection, 1 product,
    2 distance.
    """

    frames: Integers
    places: Floats
    directions: Floats
    angles: Floats
    weights: Floats
    kind: Integers
    has_ends: Truths
    constant: Floats
    input: Integers
    is_sine: Truths
    period: Floats

    @classmethod
    def of(cls, conditions: Iterable[SpaceCondition]) -> SpaceTable:
        """The table of some conditions."""
        given = list(conditions)
        count = len(given)
        frames, kind = np.zeros((count, SLOTS), dtype=np.int32), np.zeros(count, dtype=np.int8)
        places, directions = np.zeros((count, 2, 3)), np.zeros((count, 2, 3))
        angles, weights = np.zeros((count, 2, 3, 3)), np.zeros((count, 2))
        for row, each in enumerate(given):
            kind[row] = ("projection", "product", "distance").index(each.kind)
            for slot, end in enumerate(each.ends):
                frames[row, FROM + slot], places[row, slot] = end.frame, end.place
            for slot, direction in enumerate(each.directions):
                frames[row, FIRST + slot], directions[row, slot] = direction.frame, direction.vector
            for slot, turn in enumerate(each.turns):
                frames[row, ZERO + 2 * slot], frames[row, POINTER + 2 * slot] = turn.zero.frame, turn.pointer.frame
                y = cross(turn.axis.vector, turn.zero.vector)
                angles[row, slot] = turn.zero.vector, y, turn.pointer.vector
                weights[row, slot] = turn.weight
        return cls(
            frames=frames,
            places=places,
            directions=directions,
            angles=angles,
            weights=weights,
            kind=kind,
            has_ends=np.array([bool(each.ends) for each in given], dtype=bool),
            constant=np.array([each.constant for each in given], dtype=np.float64),
            input=np.array([each.input for each in given], dtype=np.int32),
            is_sine=np.array([each.is_sine for each in given], dtype=bool),
            period=np.array([each.period for each in given], dtype=np.float64),
        )

    def rows(self, chosen: slice | Integers) -> SpaceTable:
        """Some of the conditions."""
        return SpaceTable(*(getattr(self, each.name)[chosen] for each in fields(self)))

    @property
    def slots(self) -> Truths:
        """Which of `frames` a condition involves (m, 8)."""
        ends, product = self.has_ends, self.kind == 1
        along = (self.kind == 0) & ends
        turning = self.weights != 0.0
        columns = [ends, ends, along | product, product, *(turning[:, [0, 0, 1, 1]].T)]
        return np.stack(columns, axis=1)


@dataclass(frozen=True, slots=True)
class PlacedInSpace:
    """Conditions at frames: the arms (…, m, 2, 3) of their ends from the origins of their frames, w, u, |w|, the
    directions (…, m, 2, 3) and those of angles (…, m, 2, 3, 3) in ground, and p, q of every angle (…, m, 2)."""

    table: SpaceTable
    arms: Floats
    between: Floats
    towards: Floats
    length: Floats
    directions: Floats
    sides: Floats
    p: Floats
    q: Floats

    @property
    def value(self) -> Floats:
        """The left side of every condition (…, m), without its constant and its input."""
        kind, first, second = self.table.kind, self.directions[..., 0, :], self.directions[..., 1, :]
        own = np.where(kind == 1, dot(first, second), np.where(kind == 2, self.length, dot(first, self.between)))
        return np.asarray(own + (self.table.weights * np.arctan2(self.q, self.p)).sum(axis=-1))

    @property
    def gradient(self) -> Floats:
        """Derivatives (…, m, 8, 6) by the motion of the frames of every condition, in the order of `table.frames`."""
        table = self.table
        found = np.zeros((*self.length.shape, SLOTS, 6))
        first, second = self.directions[..., 0, :], self.directions[..., 1, :]
        for end, sign in ((FROM, -1.0), (TO, 1.0)):
            found[..., end, :3] = sign * self.towards
            found[..., end, 3:] = sign * np.cross(self.arms[..., end, :], self.towards)
        product = np.cross(first, second)
        is_product = (table.kind == 1)[:, None]
        found[..., FIRST, 3:] = np.where(
            is_product, product, np.where((table.kind == 0)[:, None], np.cross(first, self.between), 0.0)
        )
        found[..., SECOND, 3:] = np.where(is_product, -product, 0.0)
        turned = self._by_turning
        for angle in range(2):
            by = table.weights[:, angle, None] * turned[..., angle, :]
            found[..., ZERO + 2 * angle, 3:], found[..., POINTER + 2 * angle, 3:] = -by, by
        return found

    @property
    def _by_turning(self) -> Floats:
        """Derivatives (…, m, 2, 3) of the angles by the turning of their pointers; by that of their zeros the same with
        the opposite sign: m×(p y − q x)… of (p q̇ − q ṗ)/(p² + q²)."""
        x, y, m = (self.sides[..., part, :] for part in range(3))
        along = self.p[..., None] * y - self.q[..., None] * x
        size = self.p**2 + self.q**2
        return np.asarray(np.cross(m, along) / np.where(size > 0.0, size, 1.0)[..., None])

    def rate(self, motion: Floats) -> Floats:
        """First derivatives (…, m) along a motion (…, frames, 6)."""
        return np.asarray((self.gradient * motion[..., self.table.frames, :]).sum(axis=(-2, -1)))

    def second(self, motion: Floats) -> Floats:
        """What the second derivative along a motion (…, frames, 6) has besides `rate` along its acceleration."""
        table = self.table
        at = motion[..., table.frames, :]
        spin = at[..., 3:]
        kind = table.kind

        ends = [spin[..., end, :] for end in (FROM, TO)]
        bent = [np.cross(w, np.cross(w, self.arms[..., end, :])) for end, w in enumerate(ends)]
        moved = [at[..., end, :3] + np.cross(w, self.arms[..., end, :]) for end, w in enumerate(ends)]
        spread, bend = moved[TO] - moved[FROM], bent[TO] - bent[FROM]
        first, second = (self.directions[..., side, :] for side in range(2))
        w1, w2 = spin[..., FIRST, :], spin[..., SECOND, :]
        d1, d2 = np.cross(w1, first), np.cross(w2, second)
        dd1, dd2 = np.cross(w1, d1), np.cross(w2, d2)
        projected = dot(first, bend) + 2.0 * dot(d1, spread) + dot(dd1, self.between)
        crossed = dot(dd1, second) + 2.0 * dot(d1, d2) + dot(first, dd2)
        along = dot(self.towards, spread)
        stretched = dot(self.towards, bend) + (dot(spread, spread) - along**2) / self.length
        found = np.where(kind == 1, crossed, np.where(kind == 2, stretched, projected))
        return np.asarray(found + (table.weights * self._bent_angles(spin)).sum(axis=-1))

    def _bent_angles(self, spin: Floats) -> Floats:
        """The same of the angles (…, m, 2), from the angular velocities of the frames of the conditions."""
        zero, pointer = spin[..., [ZERO, ZERO_2], :], spin[..., [POINTER, POINTER_2], :]
        x, y, m = (self.sides[..., part, :] for part in range(3))
        dm, ddm = _turning(pointer, m)
        found = []
        for side in (x, y):
            ds, dds = _turning(zero, side)
            found.append((dot(m, side), dot(dm, side) + dot(m, ds), dot(ddm, side) + 2.0 * dot(dm, ds) + dot(m, dds)))
        (p, dp, ddp), (q, dq, ddq) = found
        size = p**2 + q**2
        size = np.where(size > 0.0, size, 1.0)
        return np.asarray((p * ddq - q * ddp) / size - 2.0 * (p * dq - q * dp) * (p * dp + q * dq) / size**2)


def _turning(spin: Floats, vector: Floats) -> tuple[Floats, Floats]:
    """First and second derivative of a vector that turns."""
    first = np.cross(spin, vector)
    return first, np.cross(spin, first)


def place_in_space(table: SpaceTable, frames: Floats) -> PlacedInSpace:
    """The conditions of a table at frames (…, frames, 3, 4)."""
    at = frames[..., table.frames, :, :]
    turns = at[..., :3]
    arms = np.einsum("...eij,...ej->...ei", turns[..., FROM : TO + 1, :, :], table.places)
    points = at[..., FROM : TO + 1, :, 3] + arms
    between = points[..., TO, :] - points[..., FROM, :]
    directions = np.einsum("...eij,...ej->...ei", turns[..., FIRST : SECOND + 1, :, :], table.directions)
    carriers = [ZERO, ZERO, POINTER, ZERO_2, ZERO_2, POINTER_2]
    flat = table.angles.reshape(-1, 6, 3)
    sides = np.einsum("...eij,...ej->...ei", turns[..., carriers, :, :], flat)
    sides = sides.reshape(*sides.shape[:-2], 2, 3, 3)
    distance = np.sqrt(dot(between, between))
    distance = np.where(distance > 0.0, distance, 1.0)
    is_distance = (table.kind == 2)[:, None]
    towards = np.where(is_distance, between / distance[..., None], directions[..., 0, :])
    towards = np.where((table.has_ends)[:, None], towards, 0.0)
    x, y, m = (sides[..., part, :] for part in range(3))
    return PlacedInSpace(
        table=table,
        arms=arms,
        between=between,
        towards=towards,
        length=distance,
        directions=directions,
        sides=sides,
        p=dot(m, x),
        q=dot(m, y),
    )


def right_side(table: SpaceTable, inputs: Floats) -> tuple[Floats, Floats, Floats]:
    """What stands on the right of every condition (…, m), and its first and second derivative by the condition's input;
    derivatives are 0 where it has none."""
    padded = np.concatenate([inputs, np.zeros((*inputs.shape[:-1], 1))], axis=-1)[..., table.input]
    driven, sine, cosine = (table.input >= 0) * 1.0, np.sin(padded), np.cos(padded)
    value = table.constant + np.where(table.is_sine, sine, padded)
    return (
        np.asarray(value),
        np.asarray(driven * np.where(table.is_sine, cosine, 1.0)),
        np.asarray(driven * np.where(table.is_sine, -sine, 0.0)),
    )


def dot(one: Any, other: Any) -> Floats:
    """Products of vectors."""
    return np.asarray((one * other).sum(axis=-1))
