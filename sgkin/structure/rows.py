"""Scalar constraint rows: on which bodies and pins each acts, and with which coefficients.

The unknowns are the velocities of the bodies (vx, vy, ω) and of the pins of three or more moving bodies (vx, vy).
A pin of many bodies is an unknown of its own with two rows a body: a chain of pairwise joints instead would make
the decomposition depend on the order in which the links are listed.

A row weighs the velocity of up to three of them: Σ wₐ (α vx + β vy + (β x − α y + γ) ω), with the point (x, y)
measured from the body's reference point, and γ the part of the angle itself.
Rows stand in the order in which they are kept when they conflict: joints as in the file, inputs, then locks
(random rows on every body) that make every system square.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.structure.topology import GROUND, Topology

PRIME = 2**31 - 1
CHUNK = 65_536

LINE, ALONG_X, ALONG_Y, ANGULAR, RATIO, RACK = range(6)
"""Forms of rows; from ANGULAR on they join angles as such."""

INPUT_FORMS = {"angle": ANGULAR, "stroke": LINE, "distance": LINE, "x": ALONG_X, "y": ALONG_Y}

Integers = NDArray[np.int32]
Coefficients = NDArray[Any]


@dataclass(frozen=True, slots=True)
class RowPattern:
    """Where each row acts.

    `nodes` (m, w): bodies, then pins, −1 for ground or nothing, at most w a row; `form` (m,): LINE, ALONG_X, ALONG_Y,
    ANGULAR, RATIO or RACK; `element` (m,): the joint, or the number of joints plus the input, −1 for a lock; `site`
    (m,): the element at whose place it acts, for a stroke its joint; `capacity`: the unknowns of each node, and
    `angles`, how many of them, the last ones, are angular; `pin_joints`: the joint of each pin that is a node;
    `joint_rows`, `input_rows`: how many there are; `freedoms`: the unknowns of a body.
    """

    nodes: NDArray[np.int32]
    form: NDArray[np.int8]
    element: NDArray[np.int32]
    site: NDArray[np.int32]
    capacity: NDArray[np.int32]
    angles: NDArray[np.int32]
    pin_joints: tuple[int, ...]
    bodies: int
    joint_rows: int
    input_rows: int
    freedoms: int

    @property
    def width(self) -> int:
        """The nodes on which a row acts at most."""
        return int(self.nodes.shape[1])

    @property
    def given_rows(self) -> int:
        """The rows of joints and inputs; locks come after them."""
        return self.joint_rows + self.input_rows

    @property
    def first(self) -> NDArray[np.int64]:
        """The first unknown of each node, and the number of unknowns."""
        return np.concatenate([[0], np.cumsum(self.capacity)])


def with_inputs(pattern: RowPattern, chosen: Sequence[int]) -> tuple[RowPattern, NDArray[np.int64]]:
    """The rows of all joints, of some inputs in their order and of all locks; which rows of the whole they are."""
    joints, given = pattern.joint_rows, pattern.given_rows
    inputs = joints + np.array(chosen, dtype=np.int64)
    rows = np.concatenate([np.arange(joints), inputs, np.arange(given, len(pattern.nodes))])
    element, site = pattern.element[rows], pattern.site[rows]
    driven = slice(joints, joints + len(inputs))
    number = int(pattern.element[joints] if given > joints else 0) + np.arange(len(inputs), dtype=np.int32)
    site[driven] = np.where(site[driven] == element[driven], number, site[driven])
    element[driven] = number
    nodes, form = pattern.nodes[rows], pattern.form[rows]
    return replace(pattern, nodes=nodes, form=form, element=element, site=site, input_rows=len(inputs)), rows


def row_pattern(topology: Topology) -> RowPattern:
    """The rows of all joints and inputs, and the locks of all bodies."""
    bodies = len(topology.bodies)
    records: list[tuple[int, int, int, int, int, int]] = []  # element, three nodes, form, how many rows
    pin_joints: list[int] = []
    for number, joint in enumerate(topology.joints):
        members = joint.bodies
        if joint.letter == "R":
            if len(members) == 2:
                records.append((number, members[0], members[1], GROUND, LINE, 2))
            elif GROUND in members:
                records += [(number, body, GROUND, GROUND, LINE, 2) for body in members if body != GROUND]
            else:
                node = bodies + len(pin_joints)
                pin_joints.append(number)
                records += [(number, body, node, GROUND, LINE, 2) for body in members]
        elif joint.letter == "P":
            records.append((number, members[0], members[1], GROUND, ANGULAR, 1))
            records.append((number, members[0], members[1], GROUND, LINE, 1))
        elif joint.letter == "HP":
            records.append((number, members[0], members[1], GROUND, LINE, 1))
        elif len(members) == 3:
            records.append((number, *members, RATIO, 1))
        else:
            records.append((number, members[0], members[1], GROUND, RACK, 1))
    joint_records = len(records)
    for number, element in enumerate(topology.inputs, start=len(topology.joints)):
        records.append((number, *element.bodies, GROUND, INPUT_FORMS[element.kind], 1))
    table = np.array(records, dtype=np.int32).reshape(-1, 6)
    joint_rows = int(table[:joint_records, 5].sum())
    table = np.repeat(table, table[:, 5], axis=0)
    site = table[:, 0].copy()
    site[joint_rows:] = [
        element.joint if element.kind == "stroke" and element.joint is not None else number
        for number, element in enumerate(topology.inputs, start=len(topology.joints))
    ]
    locked = np.repeat(np.arange(bodies, dtype=np.int32), topology.freedoms)
    nothing = np.full_like(locked, GROUND)
    return RowPattern(
        nodes=np.concatenate([table[:, 1:4], np.stack([locked, nothing, nothing], axis=1)]),
        form=np.concatenate([table[:, 4], np.full_like(locked, LINE)]).astype(np.int8),
        element=np.concatenate([table[:, 0], nothing]),
        site=np.concatenate([site, nothing]),
        capacity=np.array([topology.freedoms] * bodies + [topology.freedoms - 1] * len(pin_joints), dtype=np.int32),
        angles=np.array([1] * bodies + [0] * len(pin_joints), dtype=np.int32),
        pin_joints=tuple(pin_joints),
        bodies=bodies,
        joint_rows=joint_rows,
        input_rows=len(table) - joint_rows,
        freedoms=topology.freedoms,
    )


def generic_coefficients(pattern: RowPattern, seed: int = 1) -> Integers:
    """Coefficients (m, 3, 3) at random geometry, modulo PRIME: dependent there means dependent almost everywhere."""
    random = np.random.default_rng(seed)
    places = random.integers(1, PRIME, size=(4, int(pattern.site.max(initial=0)) + 1))
    coefficients = np.empty((len(pattern.nodes), 3, 3), dtype=np.int32)
    for part in row_chunks(len(coefficients)):
        _fill_generic(coefficients[part], pattern.site[part], pattern.element[part], pattern.form[part], places, random)
    return masked(pattern, coefficients)


def row_chunks(count: int) -> Iterator[slice]:
    """All rows in a few slices, so that intermediate results of large systems stay small."""
    return (slice(start, start + CHUNK) for start in range(0, count, CHUNK))


def _fill_generic(
    coefficients: Integers,
    site: Integers,
    element: Integers,
    form: NDArray[np.int8],
    places: NDArray[np.int64],
    random: np.random.Generator,
) -> None:
    rows = len(coefficients)
    own = random.integers(1, PRIME, size=(4, rows))
    x, y = np.where(site < 0, own[:2], places[:2, site])
    direction = np.where(site == element, own[2:], places[2:, site])  # all strokes of a joint are along one
    direction[:, form == ALONG_X] = [[1], [0]]
    direction[:, form == ALONG_Y] = [[0], [1]]
    turning = np.isin(form, (ANGULAR, RATIO))
    alpha, beta = np.where(turning, 0, direction)
    gamma = np.where(turning, 1, np.where(form == RACK, random.integers(1, PRIME, size=rows), 0))
    lever = (beta * x % PRIME - alpha * y % PRIME + gamma) % PRIME
    ratio = random.integers(2, PRIME, size=rows)
    weight = np.zeros((rows, 3), dtype=np.int64)
    weight[:, 0], weight[:, 1] = 1, PRIME - 1
    geared = form == RATIO
    weight[geared, 1], weight[geared, 2] = PRIME - ratio[geared], ratio[geared] - 1
    for part, value in enumerate((alpha, beta, lever)):
        coefficients[:, :, part] = weight * value[:, None] % PRIME


def with_locks(pattern: RowPattern, coefficients: Floats, seed: int = 1) -> Floats:
    """Coefficients of joints and inputs, and behind them those of the locks, which are random."""
    locks = np.zeros((len(pattern.nodes) - len(coefficients), *coefficients.shape[1:]))
    locks[:, 0] = np.random.default_rng(seed).normal(size=(len(locks), pattern.freedoms))
    return np.concatenate([coefficients, locks])


def masked(pattern: RowPattern, coefficients: Coefficients) -> Coefficients:
    """Coefficients of the first rows, with zeros where there is no node, or where a node has no such freedom."""
    nodes = pattern.nodes[: len(coefficients)]
    coefficients[nodes < 0] = 0
    if len(pattern.capacity) > pattern.bodies:
        for freedom in range(int(pattern.capacity.min()), pattern.freedoms):
            coefficients[..., freedom][(nodes >= 0) & (pattern.capacity[nodes] <= freedom)] = 0
    return coefficients
