"""Rows that a sweep has kept, and the frames and points that are formed from them in compiled code.

Groups find points and directions; these are kept, at every step, with their derivatives along the motion or by the
inputs. What else is asked for is formed when it is read, of as many links at once as are asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from math import cos, sin
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats, Integers
from sgkin.coefficients import along_motion
from sgkin.kernels import reading
from sgkin.kernels.executor import addresses_of, run_tape
from sgkin.mathematics import Place, Pose
from sgkin.whole_turns import whole_turns

NO_ROW = -1
"""The row of a constant that is zero."""
FIRST, NO_STEPS, NO_CHANGES = np.zeros(1, dtype=np.int64), np.zeros(2, dtype=np.int64), np.zeros(0)
GEOMETRY = 4
"""Numbers in the geometry of a body, before what is constant."""
MOST_PROGRAMS = 64
"""Ways to read bodies that are remembered."""
MOST = 2_000_000
"""Numbers that are written at once."""


OPERATIONS = (
    (reading.directed, reading.spanned),
    (reading.directed_first, reading.spanned_first),
    (reading.directed_second, reading.spanned_second),
)
"""By the number of derivatives: of bodies with a direction, and of bodies between two points."""


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

    A body is known by a point P and its direction u, or by two points P and C if it is `spanned`. `rows` (bodies, 4):
    x and y of P, then cosine and sine of u, or x and y of C; a number from 0 on is a kept row, −1 − k the constant of
    number k. `spans` (bodies, 2): see `sgkin.kernels.frames.span`; `places` (bodies, 2): of P in the body. `first`
    (tangents, bodies, 4) and `second` (by two tangents): rows of derivatives, one for that of a direction.
    `headings`: bodies whose angles are counted; `angles`: what these are at the start. `origin`: of the rows, in the
    ground frame. `numbers` of links, and in this order their `bodies` and their `geometry` (links, 4): span of the
    body, and offset of the link's origin from P. `programs`: how bodies are read, by tangents, stride and steps; they
    follow from the rest, and do not travel with it.
    """

    rows: Integers
    first: Integers
    second: Mapping[tuple[int, int], Integers]
    spanned: NDArray[np.bool_]
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
    geometry: Floats = field(init=False)
    programs: dict[tuple[tuple[int, ...], int, int], Program] = field(init=False, default_factory=dict, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return ReadingTable, tuple(getattr(self, entry.name) for entry in fields(self) if entry.init)

    def program(self, tangents: tuple[int, ...], stride: int, steps: int) -> Program:
        """How bodies are read with so many derivatives."""
        found = self.programs.get((tangents, stride, steps))
        if found is None:
            if len(self.programs) >= MOST_PROGRAMS:
                self.programs.clear()
            found = self.programs[tangents, stride, steps] = Program(self, tangents, stride, steps)
        return found

    def __post_init__(self) -> None:
        readings = list(self.links.values())
        bodies = np.array([link.body for link in readings], dtype=np.int64)
        origins = np.array([link.pose[:2] for link in readings]).reshape(-1, 2)
        object.__setattr__(self, "numbers", {link: number for number, link in enumerate(self.links)})
        object.__setattr__(self, "bodies", bodies)
        geometry = np.concatenate([self.spans[bodies], origins - self.places[bodies]], axis=1)
        object.__setattr__(self, "geometry", geometry)


@dataclass(frozen=True, slots=True)
class Turning:
    """Steps (k,) before which the angles of headings change by more than can be seen from step to step, and by how much
    (k, headings); before the first step they change from what they are at the start."""

    steps: Integers
    changes: Floats


class Program:
    """How bodies are read at n steps: by an operation if they have a direction, by another if they are spanned.

    `rows` (bodies, w + w + p): where w rows begin, whether they are kept ones, and p rows that are written, of a body
    that is alone in a state. What is constant of a body stands behind its geometry: `constants`, in their order there.
    """

    def __init__(self, table: ReadingTable, tangents: tuple[int, ...], stride: int, steps: int) -> None:
        parts = [table.rows, *(table.first[i] for i in tangents)]
        if len(tangents) == 2:
            parts.append(table.second[tangents])
        reads = np.concatenate(parts, axis=1)
        fixed = reads < 0
        values = table.constants[np.where(fixed, -1 - reads, 0)]
        zero = fixed & (values == 0.0)  # they share a row
        own = zero.any(axis=1, keepdims=True) + np.cumsum(fixed & ~zero, axis=1) - 1
        places = np.where(zero, 0, own)
        self.operations, self.spanned, self.steps = OPERATIONS[len(tangents)], table.spanned.tolist(), steps
        self.outputs, self.width = 3 if tangents else 4, reads.shape[1]
        writes = np.tile(steps * np.arange(self.outputs), (len(reads), 1))
        starts = np.where(fixed, GEOMETRY + steps * places, reads * stride)
        self.rows = np.concatenate([starts, ~fixed, writes], axis=1)
        self.constants = [
            [value for _, value in sorted({(place, value) for place, value, still in zip(*row, strict=True) if still})]
            for row in zip(places.tolist(), values.tolist(), fixed.tolist(), strict=True)
        ]
        self._addresses: dict[bool, Integers] = {}

    def read_one(self, body: int, geometry: Floats, data: Floats) -> Floats:
        """What is written of a body (1, p, n), of which the geometry (4,) is given."""
        n, constants, state = self.steps, self.constants[body], np.empty(self.outputs * self.steps)
        given = np.empty(GEOMETRY + n * len(constants))
        given[:GEOMETRY] = geometry
        for number, value in enumerate(constants):
            given[GEOMETRY + n * number : GEOMETRY + n * number + n] = value
        tables = (self.rows[body], FIRST, given, FIRST, data, FIRST, state, n)
        run_tape(self._address(self.spanned[body]), *tables)
        return state.reshape(1, self.outputs, n)

    def read(self, bodies: Integers, geometry: Floats, data: Floats) -> Floats:
        """The same of many (m, p, n)."""
        n, m = self.steps, len(bodies)
        at_once = max(1, MOST // max(n * (self.width + self.outputs), 1))
        state = np.empty(n * m * self.outputs)
        for begin in range(0, m, at_once):
            part = bodies[begin : begin + at_once]
            rows, numbers = self.rows[part], np.arange(len(part))
            rows[:, 2 * self.width :] += n * self.outputs * (begin + numbers)[:, None]
            constants = [self.constants[body] for body in part.tolist()]
            room = GEOMETRY + n * np.array([len(each) for each in constants])
            starts = np.cumsum(room) - room
            given = np.empty(room.sum())
            for number, start in enumerate(starts.tolist()):
                values = constants[number]
                given[start : start + GEOMETRY] = geometry[begin + number]
                if values:
                    given[start + GEOMETRY : start + room[number]].reshape(len(values), n)[:] = np.array(values)[
                        :, None
                    ]
            chosen, width = [self.spanned[body] for body in part.tolist()], rows.shape[1]
            tables = (rows.reshape(-1), numbers * width, given, starts, data, numbers * 0, state, n)
            run_tape(np.concatenate([self._address(kind) for kind in chosen]), *tables)
        return state.reshape(m, self.outputs, n)

    def _address(self, spanned: bool) -> Integers:
        """Where the operation is (1,); it is compiled when a body needs it."""
        found = self._addresses.get(spanned)
        if found is None:
            found = self._addresses[spanned] = addresses_of([self.operations[spanned]])
        return found


@dataclass(frozen=True, slots=True)
class SweptRows:
    """The rows of a sweep at n steps: `data`, in which rows begin `stride` numbers apart; `table`: how they are read.

    With rates and accelerations (n, f) of the inputs and `unit`, derivatives are kept by the inputs.
    """

    table: Any
    data: Floats
    stride: int
    steps: int
    turning: Turning
    unit: bool
    inputs: Floats
    rates: Floats | None
    accelerations: Floats | None

    @property
    def links(self) -> Collection[str]:
        return cast(Collection[str], self.table.links)

    @property
    def points(self) -> Collection[str]:
        return cast(Collection[str], self.table.points)

    @property
    def has_coefficients(self) -> bool:
        return self.unit

    @property
    def nbytes(self) -> int:
        return self.data.nbytes + self.turning.steps.nbytes + self.turning.changes.nbytes


@dataclass(frozen=True, slots=True)
class KeptRows(SweptRows):
    """Those of a sweep in the plane."""

    table: ReadingTable

    def frames(self, links: Sequence[str], order: int) -> Floats:
        bodies, geometry = self._origins(links)
        if order:
            return self._derivatives(bodies, geometry, order)
        found = self._positions(bodies, geometry)
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
        """Bodies (m,) of links, and geometry (m, 4) of their origins."""
        numbers, table = self.table.numbers, self.table
        if len(links) == 1:
            number = numbers[links[0]]
            return table.bodies[number : number + 1], table.geometry[number : number + 1]
        chosen = [numbers[link] for link in links]
        return table.bodies[chosen], table.geometry[chosen]

    def _spot(self, link: str, place: Place) -> tuple[Integers, Floats]:
        """Body and geometry of a point of a link."""
        body, (x, y, turn), *_ = self.table.links[link]
        c, s = cos(turn), sin(turn)
        return self._body(body, (x + c * place[0] - s * place[1], y + s * place[0] + c * place[1]))

    def _body(self, body: int, place: Place) -> tuple[Integers, Floats]:
        (a, b), (x, y) = self.table.spans[body], self.table.places[body]
        return np.array([body]), np.array([[a, b, place[0] - x, place[1] - y]])

    def _at(self, bodies: Integers, geometry: Floats, order: int) -> Floats:
        found = self._derivatives(bodies, geometry, order) if order else self._positions(bodies, geometry)
        return found[0, :2]

    def _positions(self, bodies: Integers, geometry: Floats) -> Floats:
        """x, y, cosine and sine (m, 4, n)."""
        found = self._read((), bodies, geometry)
        if self.table.origin != (0.0, 0.0):
            found[:, :2] += np.array(self.table.origin)[:, None]
        return found

    def _put_angle(self, link: LinkReading, found: Floats) -> None:
        """Put the angle of a link in the place of its cosine (4, n); continuous, with all that is known of it."""
        table, angle = self.table, found[2]
        if link.heading < 0:
            angle[:] = link.constant
        else:
            body = int(table.headings[link.heading])
            if body != link.body:  # it is turned on another link, whose angle is counted
                found[2:] = self._positions(*self._body(body, (0.0, 0.0)))[0, 2:]
            np.arctan2(found[3], angle, out=angle)
            count_turns(angle, table.angles[link.heading : link.heading + 1], self.turning, link.heading)
            if link.constant:
                angle += link.constant
        if link.more != NO_ROW:
            angle += self._row(link.more)
        if link.free and len(angle):
            angle -= whole_turns(float(angle[0]))

    def _row(self, row: int) -> Floats | float:
        """The lanes of a row, or a constant."""
        if row < 0:
            return float(self.table.constants[-1 - row])
        return self.data[row * self.stride : row * self.stride + self.steps]

    def _derivatives(self, bodies: Integers, geometry: Floats, order: int) -> Floats:
        """First or second derivatives of x, y and θ along the motion (m, 3, n)."""
        if self.unit:
            K, L = self._coefficients(bodies, geometry, 3)
            return along_motion(K, L, self.rates, self.accelerations, order).reshape(len(bodies), 3, self.steps)
        return self._read((0,) * order, bodies, geometry)

    def _coefficients(self, bodies: Integers, geometry: Floats, parts: int) -> tuple[Floats, Floats]:
        """K (n, c, f) and L (n, c, f, f) of x, y and, as the third part, θ."""
        f, c = len(self.table.first), parts * len(bodies)
        K, L = np.empty((self.steps, c, f)), np.empty((self.steps, c, f, f))
        for i in range(f):
            K[:, :, i] = self._read((i,), bodies, geometry)[:, :parts].reshape(c, self.steps).T
            for j in range(i, f):
                found = self._read((i, j), bodies, geometry)[:, :parts].reshape(c, self.steps).T
                L[:, :, i, j] = L[:, :, j, i] = found
        return K, L

    def _read(self, tangents: tuple[int, ...], bodies: Integers, geometry: Floats) -> Floats:
        """What the operations of that many derivatives write, of points of bodies (m, 4 or 3, n)."""
        program = self.table.program(tangents, self.stride, self.steps)
        if len(bodies) == 1:
            return program.read_one(int(bodies[0]), geometry[0], self.data)
        return program.read(bodies, geometry, self.data)


@cache
def _counting() -> Integers:
    return addresses_of([reading.count_turns])  # type: ignore[no-any-return]


def count_turns(angle: Floats, first: Floats, turning: Turning, heading: int) -> None:
    """Make an angle continuous that was `first` (1,) before the first step."""
    known, changes = NO_STEPS, NO_CHANGES
    if len(turning.steps):
        known = np.concatenate([[0, len(turning.steps)], turning.steps])
        changes = np.ascontiguousarray(turning.changes[:, heading])
    tables = (known, FIRST, first, FIRST, changes, FIRST, angle, len(angle))
    run_tape(_counting(), *tables)
