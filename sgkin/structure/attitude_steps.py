"""The other second pass inside a spatial group: orientations and positions of its links as unknowns of their own.

Conditions on directions alone know nothing of positions. Where there are enough of them the same partition finds the
orientations first, and the positions from linear equations afterwards: two links on three cylindrical joints.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sgkin.structure.arithmetic import Exact
from sgkin.structure.blocks import BlockTriangular
from sgkin.structure.partition import partition
from sgkin.structure.rows import ANGULAR, LINE, PRIME, RowPattern
from sgkin.structure.topology import GROUND, LinkName


class AttitudeStep(NamedTuple):
    """Links whose orientations, and links whose positions, are solved together."""

    orientations: tuple[LinkName, ...]
    positions: tuple[LinkName, ...]


TURN, PLACE = range(2)

Row = tuple[tuple[int, ...], bool]
"""The nodes of a row, those from the number of bodies on being shared joints, and whether it knows only turns."""


def attitude_steps(blocks: BlockTriangular, block: int, names: list[LinkName]) -> tuple[AttitudeStep, ...]:
    """Orientations and positions of a group in solving order; empty where they do not come apart.

    names: the links of its bodies, in the order of their numbers.
    """
    pattern = blocks.pattern
    rows = sorted(blocks.rows(block))
    if np.count_nonzero(pattern.form[rows] == ANGULAR) < 3:
        return ()
    nodes = sorted(set(blocks.node_of[blocks.slots(block)].tolist()))
    local = {node: number for number, node in enumerate(nodes)}
    described = tuple(
        (
            tuple(local[node] for node in pattern.nodes[row].tolist() if node in local),
            bool(pattern.form[row] == ANGULAR),
        )
        for row in rows
    )
    kept = tuple(int(capacity) for capacity in pattern.capacity[nodes])
    found = _split(described, kept, len(names))
    if len(found) < 2:
        return ()
    return tuple(
        AttitudeStep(tuple(names[body] for body in turned), tuple(names[body] for body in moved))
        for turned, moved in found
    )


@lru_cache(maxsize=1024)
def _split(
    rows: tuple[Row, ...], capacities: tuple[int, ...], bodies: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Bodies by number whose orientations, and whose positions, are solved together, in solving order.

    What couples which unknowns is all that matters: the rows are independent, so that numbers at random will do.
    """
    random = np.random.default_rng(4)
    parts_of = [(node, part) for node, capacity in enumerate(capacities) for part in (TURN, PLACE)[capacity == 3 :]]
    number = {part: place for place, part in enumerate(parts_of)}
    count, size = len(parts_of), len(rows)
    width = max(2 * len(nodes) for nodes, _ in rows)
    held = np.array([capacities[node] - 3 if part == TURN else 3 for node, part in parts_of], dtype=np.int32)
    table = np.full((size + 3 * count, width), GROUND, dtype=np.int32)
    for row, (nodes, turns) in enumerate(rows):
        acting = [number[node, part] for node in nodes for part in (TURN, PLACE)[: 2 - turns] if (node, part) in number]
        table[row, : len(acting)] = acting
    table[size:, 0] = np.repeat(np.arange(count), 3)
    coefficients = random.integers(1, PRIME, size=(*table.shape, 3))
    coefficients[table < 0] = 0
    element = np.concatenate([np.arange(size), np.full(3 * count, -1)]).astype(np.int32)
    pattern = RowPattern(
        nodes=table,
        form=np.full(len(table), LINE, dtype=np.int8),
        element=element,
        site=element,
        capacity=held,
        angles=np.zeros(count, dtype=np.int32),
        pin_joints=(),
        bodies=count,
        joint_rows=size,
        input_rows=0,
        freedoms=3,
    )
    parts = partition(pattern, coefficients, Exact())
    if parts.left_out:
        return ()
    block_of = parts.blocks.block_of.tolist()
    found = []
    for block in range(parts.blocks.count):
        mine = [part for part, of in zip(parts_of, block_of, strict=True) if of == block and part[0] < bodies]
        if mine:
            turned, placed = (tuple(node for node, part in mine if part == each) for each in (TURN, PLACE))
            found.append((turned, placed))
    return tuple(found)
