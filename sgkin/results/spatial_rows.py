"""Rows that a sweep in space has kept, and what is read from them: places, orientations, and their derivatives.

Of a link a point and its frame are kept, at every step, with their derivatives along the motion or by the inputs.
Arrays begin with the coordinates and end with the n steps.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.coefficients import along_motion
from sgkin.results.kept_rows import SweptRows, count_turns
from sgkin.space import SpacePose

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class BodyRows:
    """A point of a link, with its place, and the frame: rows of both, of derivatives by tangents (t, 6) and pairs.

    A number from 0 on is a kept row, −1 − k the constant of number k.
    """

    rows: Integers
    first: Integers
    second: Mapping[tuple[int, int], Integers]
    place: Vector


@dataclass(frozen=True, slots=True)
class AngleRows:
    """The angle of a joint: a counted heading, by its number, or sign · z of an input; and a constant.

    `rows`: cosine and sine; `first` (t,) and `second`: rows of its derivatives.
    """

    heading: int
    rows: Integers
    first: Integers
    second: Mapping[tuple[int, int], Integers]
    input: int
    sign: float
    constant: float


@dataclass(frozen=True, slots=True)
class SpatialTable:
    """How links, points and angles of joints are read from kept rows, the same for all motions of a plan.

    `links`: the body of each, and the link's pose in it; `points`: those that are kept alone; `origin`: of the rows, in
    the ground frame.
    """

    bodies: Mapping[str, BodyRows]
    links: Mapping[str, tuple[str, SpacePose]]
    points: Mapping[str, BodyRows]
    angles: Mapping[str, AngleRows]
    tangents: int
    constants: Floats
    origin: Vector


@dataclass(frozen=True, slots=True)
class SpatialRows(SweptRows):
    """Those of a sweep in space."""

    table: SpatialTable

    @property
    def joints(self) -> Collection[str]:
        """Joints whose angles are kept, or given."""
        return self.table.angles

    def turn(self, link: str) -> Floats:
        """The orientation (3, 3, n) of a link: its axes are the columns."""
        body, pose = self.table.links[link]
        axes = self._values(self.table.bodies[body].rows[3:]).reshape(3, 3, self.steps).transpose(1, 0, 2)
        if pose.turn == ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
            return axes
        return np.asarray(np.einsum("abn,bc->acn", axes, np.array(pose.turn).T))

    def place(self, link: str, place: Sequence[float], order: int) -> Floats:
        """x, y and z of a point of a kept link, or a derivative of them (3, n)."""
        body, pose = self.table.links[link]
        rows, local = self.table.bodies[body], pose.moved(place)
        arm = self._arm(rows, local)
        if order == 0:
            return np.asarray(self._values(rows.rows[:3]) + arm + np.array(self.table.origin)[:, None])
        twist = self.twist(link, 1)
        if order == 1:
            return np.asarray(twist[:3] + cross(twist[3:], arm))
        bent = self.twist(link, 2)
        return np.asarray(bent[:3] + cross(bent[3:], arm) + cross(twist[3:], cross(twist[3:], arm)))

    def twist(self, link: str, order: int) -> Floats:
        """v and ω, or a and α, (6, n) of the point by which a link is known, and of its frame."""
        rows = self.table.bodies[self.table.links[link][0]]
        if self.unit:
            K, L = self._tangents(rows)
            return along_motion(K, L, self.rates, self.accelerations, order)
        return self._values(rows.first[0] if order == 1 else rows.second[0, 0])

    def point(self, name: str, order: int) -> Floats:
        """x, y and z of a kept point, or a derivative of them (3, n)."""
        rows = self.table.points[name]
        if order == 0:
            return np.asarray(self._values(rows.rows) + np.array(self.table.origin)[:, None])
        if self.unit:
            K, L = self._tangents(rows)
            return along_motion(K, L, self.rates, self.accelerations, order)
        return self._values(rows.first[0] if order == 1 else rows.second[0, 0])

    def place_coefficients(self, link: str, place: Sequence[float]) -> tuple[Floats, Floats]:
        """K (n, 3, f) and L (n, 3, f, f) of a point of a kept link."""
        body, pose = self.table.links[link]
        K, L = self._tangents(self.table.bodies[body])
        return point_in_space(K, L, self._arm(self.table.bodies[body], pose.moved(place)).T)

    def frame_coefficients(self, link: str) -> tuple[Floats, Floats]:
        """K (n, 6, f) and L (n, 6, f, f) of a link: of its origin, then ωᵢ and ωᵢⱼ."""
        at_origin = self.place_coefficients(link, (0.0, 0.0, 0.0))
        turns = self._tangents(self.table.bodies[self.table.links[link][0]])
        K, L = (np.concatenate([one, other[:, 3:]], axis=1) for one, other in zip(at_origin, turns, strict=True))
        return K, L

    def point_coefficients(self, name: str) -> tuple[Floats, Floats]:
        """K and L of a kept point."""
        return self._tangents(self.table.points[name])

    def angle(self, joint: str) -> Floats:
        """The angle (n,) of a joint, whole turns counted."""
        rows = self.table.angles[joint]
        if rows.heading < 0:
            return np.asarray(rows.sign * self.inputs[: self.steps, rows.input] + rows.constant)
        cosine, sine = self._values(rows.rows)
        found = np.arctan2(sine, cosine)
        count_turns(found, np.zeros(1), self.turning, rows.heading)
        return np.asarray(found + rows.constant)

    def angle_rate(self, joint: str, order: int) -> Floats:
        """The first or second derivative (n,) of the angle of a joint along the motion."""
        rows = self.table.angles[joint]
        if self.unit or rows.heading < 0:
            assert self.rates is not None
            K, L = self.angle_coefficients(joint)
            return np.asarray(along_motion(K, L, self.rates, self.accelerations, order)[0])
        return np.asarray(self._values(rows.first if order == 1 else rows.second[0, 0])[0])

    def angle_coefficients(self, joint: str) -> tuple[Floats, Floats]:
        """K (n, 1, f) and L (n, 1, f, f) of the angle of a joint."""
        rows, f = self.table.angles[joint], self.inputs.shape[1]
        if rows.heading < 0:
            K = np.zeros((self.steps, 1, f))
            K[:, :, rows.input] = rows.sign
            return K, np.zeros((self.steps, 1, f, f))
        return self._by_inputs(rows.first.reshape(-1, 1), rows.second)

    def _arm(self, rows: BodyRows, local: Vector) -> Floats:
        """The way (3, n) from the point by which a body is known to a place of it."""
        offset = np.array(local) - np.array(rows.place)
        if not offset.any():
            return np.zeros((3, self.steps))
        axes = self._values(rows.rows[3:]).reshape(3, 3, self.steps)
        return np.asarray(np.einsum("ban,b->an", axes, offset))

    def _tangents(self, rows: BodyRows) -> tuple[Floats, Floats]:
        return self._by_inputs(rows.first, rows.second)

    def _by_inputs(self, first: Integers, second: Mapping[tuple[int, int], Integers]) -> tuple[Floats, Floats]:
        """K (n, c, f) and L (n, c, f, f) of rows (f, c)."""
        f, c = first.shape
        K, L = np.empty((self.steps, c, f)), np.empty((self.steps, c, f, f))
        for i in range(f):
            K[:, :, i] = self._values(first[i]).T
            for j in range(i, f):
                L[:, :, i, j] = L[:, :, j, i] = self._values(second[i, j]).T
        return K, L

    def _values(self, rows: Integers) -> Floats:
        """The lanes of rows (rows, n)."""
        found = np.empty((len(rows), self.steps))
        for number, row in enumerate(rows.tolist()):
            if row < 0:
                found[number] = self.table.constants[-1 - row]
            else:
                found[number] = self.data[row * self.stride : row * self.stride + self.steps]
        return found


def cross(one: Floats, other: Floats) -> Floats:
    """The product of vectors (3, …) that are vectors."""
    return np.cross(one, other, axis=0)


def point_in_space(K: Floats, L: Floats, arm: Floats) -> tuple[Floats, Floats]:
    """K (n, 3, f) and L (n, 3, f, f) of a point, from those of another and of the frame, and the arm (n, 3) to it."""
    v, w = K[:, :3], K[:, 3:]  # (n, 3, f)
    first = v + np.cross(w, arm[:, :, None], axis=1)
    along = np.einsum("nai,na->ni", w, arm)
    both = np.einsum("nai,nj->naij", w, along)
    turned = np.cross(L[:, 3:], arm[:, :, None, None], axis=1)
    second = L[:, :3] + turned + 0.5 * (both + both.swapaxes(2, 3))
    second -= arm[:, :, None, None] * np.einsum("nai,naj->nij", w, w)[:, None]
    return first, second
