"""Rows that a sweep has kept, and the frames and points that are formed from them in compiled code.

Groups find points and directions; these are kept, at every step, with their derivatives along the motion or by the
inputs. What else is asked for is formed when it is read, of as many links at once as are asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.coefficients import along_motion
from sgkin.kernels import reading

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Place = tuple[float, float]
Pose = tuple[float, float, float]

ZERO = -1
"""The row of a constant that is zero."""
NONE = np.zeros(0)


class LinkReading(NamedTuple):
    """How a link is read: its body, its pose in that, and what its angle is made of.

    The angle is a constant, and a scalar row, and the counted angle of a `heading`, by its number, if any; `free`:
    whether nothing is known of it at the start, so that it begins within half a turn of zero.
    """

    body: int
    pose: Pose
    heading: int
    more: int
    constant: float
    free: bool


class PointReading(NamedTuple):
    """A point that is kept alone: its body, and its place in that."""

    body: int
    place: Place


@dataclass(frozen=True, slots=True)
class ReadingTable:
    """How links and points are read from kept rows, the same for all motions of a plan with the same outputs.

    Bodies, their `rows`, `kinds` and `spans` and the `constants` are those of `sgkin.kernels.reading`; `places`
    (bodies, 2): of P in the body. `first` (tangents, bodies, 4) and `second` (by the names of two tangents): rows of
    derivatives. `headings`: bodies whose angles are counted; `angles`: what these are at the start. `origin`: of the
    rows, in the ground frame. `numbers` of links, and their `bodies` and `offsets` (links, 2) from P in this order.
    """

    rows: Integers
    first: Integers
    second: Mapping[tuple[int, int], Integers]
    kinds: Integers
    spans: Floats
    places: Floats
    constants: Floats
    headings: Integers
    angles: Floats
    origin: Place
    links: Mapping[str, LinkReading]
    points: Mapping[str, PointReading]
    numbers: Mapping[str, int] = field(init=False)
    bodies: Integers = field(init=False)
    offsets: Floats = field(init=False)

    def __post_init__(self) -> None:
        readings = list(self.links.values())
        bodies = np.array([link.body for link in readings], dtype=np.int64)
        origins = np.array([link.pose[:2] for link in readings]).reshape(-1, 2)
        object.__setattr__(self, "numbers", {link: number for number, link in enumerate(self.links)})
        object.__setattr__(self, "bodies", bodies)
        object.__setattr__(self, "offsets", origins - self.places[bodies])


@dataclass(frozen=True, slots=True)
class Turning:
    """Steps (k,) before which the angles of headings change by more than can be seen from step to step, and by how much
    (k, headings); before the first step they change from what they are at the start."""

    steps: Integers
    changes: Floats


@dataclass(frozen=True, slots=True)
class KeptRows:
    """The rows of a sweep at n steps: `data`, in which rows begin `stride` numbers apart.

    With rates and accelerations (n, f) of the inputs and `unit`, derivatives are kept by the inputs.
    """

    table: ReadingTable
    data: Floats
    stride: int
    steps: int
    turning: Turning
    unit: bool
    rates: Floats | None
    accelerations: Floats | None

    @property
    def links(self) -> Collection[str]:
        return self.table.links

    @property
    def points(self) -> Collection[str]:
        return self.table.points

    @property
    def has_coefficients(self) -> bool:
        return self.unit

    @property
    def nbytes(self) -> int:
        return self.data.nbytes + self.turning.steps.nbytes + self.turning.changes.nbytes

    def frames(self, links: Sequence[str], order: int) -> Floats:
        bodies, offsets = self._origins(links)
        if order:
            return self._derivatives(bodies, offsets, order)
        found = self._positions(bodies, offsets)
        for number, link in enumerate(links):
            self._put_angle(self.table.links[link], found[number])
        return found[:, :3]

    def place(self, link: str, place: Place, order: int) -> Floats:
        return self._at(*self._spot(link, place), order)

    def point(self, name: str, order: int) -> Floats:
        reading = self.table.points[name]
        return self._at(*self._body(reading.body, reading.place), order)

    def frame_coefficients(self, links: Sequence[str]) -> tuple[Floats, Floats]:
        return self._coefficients(*self._origins(links), 3)

    def place_coefficients(self, link: str, place: Place) -> tuple[Floats, Floats]:
        return self._coefficients(*self._spot(link, place), 2)

    def point_coefficients(self, name: str) -> tuple[Floats, Floats]:
        reading = self.table.points[name]
        return self._coefficients(*self._body(reading.body, reading.place), 2)

    def _origins(self, links: Sequence[str]) -> tuple[Integers, Floats]:
        """Bodies (m,) of links, and the offsets (m, 2) of their origins from P."""
        numbers, table = self.table.numbers, self.table
        if len(links) == 1:
            number = numbers[links[0]]
            return table.bodies[number : number + 1], table.offsets[number : number + 1]
        chosen = [numbers[link] for link in links]
        return table.bodies[chosen], table.offsets[chosen]

    def _spot(self, link: str, place: Place) -> tuple[Integers, Floats]:
        """Body and offset of a point of a link."""
        body, (x, y, turn), *_ = self.table.links[link]
        c, s = np.cos(turn), np.sin(turn)
        return self._body(body, (x + c * place[0] - s * place[1], y + s * place[0] + c * place[1]))

    def _body(self, body: int, place: Place) -> tuple[Integers, Floats]:
        return np.array([body]), np.array([place]) - self.table.places[body]

    def _at(self, bodies: Integers, offsets: Floats, order: int) -> Floats:
        found = self._derivatives(bodies, offsets, order) if order else self._positions(bodies, offsets)
        return found[0, :2]

    def _positions(self, bodies: Integers, offsets: Floats) -> Floats:
        """x, y, cosine and sine (m, 4, n)."""
        table, found = self.table, np.empty((len(bodies), 4, self.steps))
        reading.read_positions(
            self.data,
            self.stride,
            table.constants,
            table.rows,
            table.kinds,
            table.spans,
            bodies,
            offsets,
            _scratch(),
            self.steps,
            found.reshape(-1),
        )
        if table.origin != (0.0, 0.0):
            found[:, :2] += np.array(table.origin)[:, None]
        return found

    def _put_angle(self, link: LinkReading, found: Floats) -> None:
        """Put the angle of a link in the place of its cosine (4, n); continuous, with all that is known of it."""
        table, angle = self.table, found[2]
        if link.heading < 0:
            angle[:] = link.constant
        else:
            body = int(table.headings[link.heading])
            if body != link.body:  # it is turned on another link, whose angle is counted
                found[2:] = self._positions(np.array([body]), np.zeros((1, 2)))[0, 2:]
            np.arctan2(found[3], angle, out=angle)
            steps, changes = self.turning.steps, NONE
            if len(steps):
                changes = np.ascontiguousarray(self.turning.changes[:, link.heading])
            reading.count_turns(angle, table.angles[link.heading], steps, changes)
            if link.constant:
                angle += link.constant
        if link.more != ZERO:
            angle += self._row(link.more)
        if link.free and len(angle):
            angle -= 2.0 * np.pi * np.round(angle[0] / (2.0 * np.pi))

    def _row(self, row: int) -> Floats | float:
        """The lanes of a row, or a constant."""
        if row < 0:
            return float(self.table.constants[-1 - row])
        return self.data[row * self.stride : row * self.stride + self.steps]

    def _derivatives(self, bodies: Integers, offsets: Floats, order: int) -> Floats:
        """First or second derivatives of x, y and θ along the motion (m, 3, n)."""
        if self.unit:
            K, L = self._coefficients(bodies, offsets, 3)
            return along_motion(K, L, self.rates, self.accelerations, order).reshape(len(bodies), 3, self.steps)
        return self._first(0, bodies, offsets) if order == 1 else self._second(0, 0, bodies, offsets)

    def _first(self, i: int, bodies: Integers, offsets: Floats) -> Floats:
        table, found = self.table, np.empty((len(bodies), 3, self.steps))
        reading.read_first(
            self.data,
            self.stride,
            table.constants,
            table.rows,
            table.first[i],
            table.kinds,
            table.spans,
            bodies,
            offsets,
            _scratch(),
            self.steps,
            found.reshape(-1),
        )
        return found

    def _second(self, i: int, j: int, bodies: Integers, offsets: Floats) -> Floats:
        table, found = self.table, np.empty((len(bodies), 3, self.steps))
        reading.read_second(
            self.data,
            self.stride,
            table.constants,
            table.rows,
            table.first[i],
            table.first[j],
            table.second[i, j],
            table.kinds,
            table.spans,
            bodies,
            offsets,
            _scratch(),
            self.steps,
            found.reshape(-1),
        )
        return found

    def _coefficients(self, bodies: Integers, offsets: Floats, parts: int) -> tuple[Floats, Floats]:
        """K (n, c, f) and L (n, c, f, f) of x, y and, as the third part, θ."""
        f, c = len(self.table.first), parts * len(bodies)
        K, L = np.empty((self.steps, c, f)), np.empty((self.steps, c, f, f))
        for i in range(f):
            K[:, :, i] = self._first(i, bodies, offsets)[:, :parts].reshape(c, self.steps).T
            for j in range(i, f):
                found = self._second(i, j, bodies, offsets)[:, :parts].reshape(c, self.steps).T
                L[:, :, i, j] = L[:, :, j, i] = found
        return K, L


def _scratch() -> Floats:
    return np.empty(reading.ROWS * reading.BLOCK)
