"""Scalar constraint rows in space: on which bodies and nodes each acts, at which point and about which axis.

The unknowns of a body are its velocity v at a reference point and its angular velocity ω. A ball of three or more
moving bodies is a node of its own, with the velocity of its centre; an axle of as many one with the velocity of its
point and the two turns of its axis.

A row is f·v + (P × f + g)·ω on one body and the opposite on the other, with a force direction f through the point P and
a turn direction g. All rows of a joint share one point and one axis a with two directions x, y across it. Points belong
to *sites*: what joints hold together is one site, and a rod points from one site to another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.structure.arithmetic import Arithmetic, Exact, Measured, Numbers
from sgkin.structure.rows import ANGULAR, LINE, PRIME, Integers, RowPattern, row_chunks
from sgkin.structure.topology import GROUND, Topology

NONE, ALONG_X, ALONG_Y, ALONG_Z, ACROSS_X, ACROSS_Y, AXIS, SECOND_AXIS, BOTH_AXES, ROD = range(10)
"""Directions: none, those of ground, x and y across the axis, the axis, the other of two, a₁ × a₂, from site to
site."""

_POINT = ((ALONG_X, NONE), (ALONG_Y, NONE), (ALONG_Z, NONE))
_LINE = ((ACROSS_X, NONE), (ACROSS_Y, NONE))
_PARALLEL = ((NONE, ACROSS_X), (NONE, ACROSS_Y))

ROWS: dict[str, tuple[tuple[int, int], ...]] = {
    "R": (*_POINT, *_PARALLEL),
    "S": _POINT,
    "U": (*_POINT, (NONE, BOTH_AXES)),
    "C": (*_LINE, *_PARALLEL),
    "P": ((NONE, ALONG_X), (NONE, ALONG_Y), (NONE, ALONG_Z), *_LINE),
    "H": (*_LINE, *_PARALLEL, (AXIS, AXIS)),
    "E": ((AXIS, NONE), *_PARALLEL),
    "SS": ((ROD, NONE),),
    "L": _LINE,
    "F": ((AXIS, NONE),),
    "G": ((NONE, AXIS),),
    "angle": ((NONE, AXIS),),
    "second angle": ((NONE, SECOND_AXIS),),
    "stroke": ((AXIS, NONE),),
    "distance": ((ROD, NONE),),
    "x": ((ALONG_X, NONE),),
    "y": ((ALONG_Y, NONE),),
    "z": ((ALONG_Z, NONE),),
    "wx": ((NONE, ALONG_X),),
    "wy": ((NONE, ALONG_Y),),
    "wz": ((NONE, ALONG_Z),),
}
"""Force and turn direction of the rows of every joint, by its letter, and of every input, by what is driven."""

SITES = {"SS": 2, "G": 0, "distance": 2, "angle": 0, "second angle": 0, "wx": 0, "wy": 0, "wz": 0}
"""The sites of joints and inputs that do not have one."""
AXES = {"S": 0, "SS": 0, "U": 2, "G": 2, "distance": 0, "second angle": 2} | dict.fromkeys(
    ("x", "y", "z", "wx", "wy", "wz"), 0
)
"""The axes of joints and inputs that do not have one."""
NODES = {"S": (3, 0), "R": (5, 2)}
"""Unknowns of the node of a joint that three or more moving bodies share, and how many of them are angular."""

_KINDS = {kind: number for number, kind in enumerate(ROWS)}
_COUNT = np.array([len(rows) for rows in ROWS.values()])
_DIRECTIONS = np.array([row for rows in ROWS.values() for row in rows], dtype=np.int8)
_BEGIN = np.concatenate([[0], np.cumsum(_COUNT)[:-1]])


class Frames(NamedTuple):
    """Where all rows act: the place of every site (s, 3); x, y and a of every axis (k, 3, 3); of every element (joints,
    then inputs) the pitch of a screw by a radian, or the ratio of gears."""

    places: Numbers
    axes: Numbers
    factor: Numbers


class Scale(NamedTuple):
    """What makes measured rows comparable: the typical length of a link; of every node, and of ground last, the
    reference (n + 1, 3) at which its velocity is taken and the arm (n + 1,) at which its angular velocity counts."""

    size: float
    references: Floats
    arms: Floats


@dataclass(frozen=True)
class SpatialRows:
    """The rows of a topology. `force`, `turn` (m,): directions; `sites` and `axes` (m, 2): numbers, −1 for none;
    `axis_sites` (k, 2): the sites through which an axis goes, −1 where it has a direction of its own."""

    pattern: RowPattern
    force: NDArray[np.int8]
    turn: NDArray[np.int8]
    sites: NDArray[np.int32]
    axes: NDArray[np.int32]
    axis_sites: NDArray[np.int32]
    site_count: int
    is_gear: NDArray[np.bool_]

    def generic(self, seed: int = 1) -> Integers:
        """Coefficients (m, w, 6) at random geometry modulo PRIME: dependent there means dependent almost everywhere."""
        random, pattern, exact = np.random.default_rng(seed), self.pattern, Exact()
        places = random.integers(1, PRIME, size=(self.site_count, 3))
        axes = random.integers(1, PRIME, size=(len(self.axis_sites), 3, 3))
        through = self.axis_sites[:, 0] >= 0
        axes[:, 2] = cross(axes[:, 0], axes[:, 1], exact)
        ends = places[self.axis_sites[through]]
        axes[through, 2] = (ends[:, 1] - ends[:, 0]) % PRIME
        axes[through, 0] = cross(axes[through, 2], axes[through, 1], exact)
        axes[through, 1] = cross(axes[through, 2], axes[through, 0], exact)
        factor = random.integers(2, PRIME, size=int(pattern.element.max(initial=0)) + 1)
        found = np.zeros((len(pattern.nodes), pattern.width, pattern.freedoms), dtype=np.int32)
        found[: pattern.given_rows] = self.coefficients(Frames(places, axes, factor), exact, np.int32)
        found[pattern.given_rows :, 0] = random.integers(1, PRIME, size=(len(found) - pattern.given_rows, 6))
        return found

    def measured(self, frames: Frames, scale: Scale) -> Floats:
        """Coefficients at given geometry, of velocities at references and of angular velocities times arms: rows of
        about length one, whatever the size of the mechanism."""
        return self.coefficients(frames, Measured(), np.float64, scale)

    def coefficients(
        self,
        frames: Frames,
        arithmetic: Arithmetic,
        dtype: type,
        scale: Scale | None = None,
    ) -> Numbers:
        """Coefficients (given rows, w, 6) of joints and inputs."""
        pattern = self.pattern
        found: Numbers = np.zeros((pattern.given_rows, pattern.width, pattern.freedoms), dtype=dtype)
        for part in row_chunks(pattern.given_rows):
            found[part] = self._part(part, frames, arithmetic, scale)
        return found

    def _part(self, part: slice, frames: Frames, arithmetic: Arithmetic, scale: Scale | None) -> Numbers:
        pattern, reduce = self.pattern, arithmetic.reduce
        part = slice(part.start, min(part.stop, pattern.given_rows))
        nodes, factor = pattern.nodes[part], frames.factor[pattern.element[part]][:, None]
        force, turn = (self._directions(part, code[part], frames, arithmetic) for code in (self.force, self.turn))
        both = (self.force[part] != NONE) & (self.turn[part] != NONE)
        turn = np.where(both[:, None], reduce(turn * factor), turn)
        if scale is not None:  # a rod is as long as it is
            length = np.linalg.norm(force, axis=1, keepdims=True)
            force = force / np.where(length > 0.0, length, 1.0)
            turn = np.where(both[:, None], turn, turn * scale.size)
        at = self.sites[part, 0]
        point = np.where((at >= 0)[:, None], frames.places[at] if len(frames.places) else 0, 0)
        found = np.zeros((len(nodes), pattern.width, 6), dtype=force.dtype)
        for place, sign in ((0, 1), (1, -1)):
            arm = point if scale is None else point - scale.references[nodes[:, place]]
            found[:, place, :3] = sign * force
            found[:, place, 3:] = sign * (cross(arm, force, arithmetic) + turn)
        self._set_gears(part, found, frames, reduce, 1 if scale is None else scale.size)
        shared = nodes[:, 1] >= pattern.bodies
        found[shared, 1, 3:] = 0
        for freedom, direction in ((3, ACROSS_X), (4, ACROSS_Y)):
            found[shared & (self.turn[part] == direction), 1, freedom] = -1 if scale is None else -scale.size
        if scale is not None:
            found[:, :, 3:] /= scale.arms[nodes][:, :, None]
        found[nodes < 0] = 0
        return reduce(found)

    def _set_gears(
        self, part: slice, found: Numbers, frames: Frames, reduce: Callable[[Numbers], Numbers], size: float
    ) -> None:
        """(ω₁ − ω₃)·a₁ = ratio (ω₂ − ω₃)·a₂."""
        geared = np.flatnonzero(self.is_gear[part])
        if len(geared):
            one, other = (frames.axes[self.axes[part][geared, place], 2] for place in (0, 1))
            other = reduce(other * frames.factor[self.pattern.element[part][geared]][:, None])
            found[geared] = 0
            one, other = one * size, other * size
            found[geared, 0, 3:], found[geared, 1, 3:], found[geared, 2, 3:] = one, -other, other - one

    def _directions(self, part: slice, code: NDArray[np.int8], frames: Frames, arithmetic: Arithmetic) -> Numbers:
        """Directions (m, 3) by their codes."""
        found = np.zeros((len(code), 3), dtype=np.float64 if isinstance(arithmetic, Measured) else np.int64)
        for axis, direction in enumerate((ALONG_X, ALONG_Y, ALONG_Z)):
            found[code == direction, axis] = 1
        for direction, place, which in ((ACROSS_X, 0, 0), (ACROSS_Y, 0, 1), (AXIS, 0, 2), (SECOND_AXIS, 1, 2)):
            rows = np.flatnonzero(code == direction)
            found[rows] = frames.axes[self.axes[part][rows, place], which]
        rows = np.flatnonzero(code == BOTH_AXES)
        one, other = (frames.axes[self.axes[part][rows, place], 2] for place in (0, 1))
        found[rows] = cross(one, other, arithmetic)
        rows = np.flatnonzero(code == ROD)
        one, other = (frames.places[self.sites[part][rows, place]] for place in (0, 1))
        found[rows] = arithmetic.reduce(other - one)
        return found


def cross(one: Numbers, other: Numbers, arithmetic: Arithmetic) -> Numbers:
    """Products (n, 3) of vectors."""
    after, before = [1, 2, 0], [2, 0, 1]
    return arithmetic.reduce(one[:, after] * other[:, before] - one[:, before] * other[:, after])


def spatial_rows(topology: Topology) -> SpatialRows:
    """The rows of all joints and inputs, and the locks of all bodies."""
    bodies, joints = len(topology.bodies), len(topology.joints)
    records: list[tuple[int, ...]] = []  # element, three nodes, kind, two sites, two axes
    shared: list[int] = []
    for number, joint in enumerate(topology.joints):
        kind, members = _KINDS[joint.letter], joint.bodies
        where = (kind, *_two(joint.sites), *_two(joint.axes))
        if joint.letter not in NODES or len(members) == 2:
            records.append((number, *_three(members), *where))
        elif GROUND in members:
            records += [(number, body, GROUND, GROUND, *where) for body in members if body != GROUND]
        else:
            node = bodies + len(shared)
            shared.append(number)
            records += [(number, body, node, GROUND, *where) for body in members]
    joint_records = len(records)
    for number, element in enumerate(topology.inputs, start=joints):
        kind = _KINDS[element.kind]
        records.append((number, *_three(element.bodies), kind, *_two(element.sites), *_two(element.axes)))
    table = np.array(records, dtype=np.int32).reshape(-1, 9)
    count = _COUNT[table[:, 4]]
    joint_rows = int(count[:joint_records].sum())
    first = np.repeat(np.cumsum(count) - count, count)
    table = np.repeat(table, count, axis=0)
    codes = _DIRECTIONS[_BEGIN[table[:, 4]] + np.arange(len(table)) - first]
    locked = np.repeat(np.arange(bodies, dtype=np.int32), 6)
    nothing = np.full_like(locked, GROUND)
    elements = np.concatenate([table[:, 0], nothing])
    nodes = [NODES[topology.joints[number].letter] for number in shared]
    form = np.full(len(elements), LINE, dtype=np.int8)
    form[: len(table)][codes[:, 0] == NONE] = ANGULAR
    pattern = RowPattern(
        nodes=np.concatenate([table[:, 1:4], np.stack([locked, nothing, nothing], axis=1)]),
        form=form,
        element=elements,
        site=elements,
        capacity=np.array([6] * bodies + [size for size, _ in nodes], dtype=np.int32),
        angles=np.array([3] * bodies + [angles for _, angles in nodes], dtype=np.int32),
        pin_joints=tuple(shared),
        bodies=bodies,
        joint_rows=joint_rows,
        input_rows=len(table) - joint_rows,
        freedoms=6,
    )
    return SpatialRows(
        pattern=pattern,
        force=codes[:, 0],
        turn=codes[:, 1],
        sites=table[:, 5:7],
        axes=table[:, 7:9],
        axis_sites=np.array([_two(sites) for sites in topology.axis_sites], dtype=np.int32).reshape(-1, 2),
        site_count=len(topology.site_names),
        is_gear=table[:, 4] == _KINDS["G"],
    )


def _two(numbers: tuple[int, ...]) -> tuple[int, int]:
    return (*numbers, -1, -1)[:2]  # type: ignore[return-value]


def _three(bodies: tuple[int, ...]) -> tuple[int, int, int]:
    return (*bodies, GROUND)[:3]  # type: ignore[return-value]
