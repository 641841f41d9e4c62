"""Blocks as small as can be where rows are redundant: which rows are left out then must not depend on the file.

A partition leaves out the last row of every circuit. Where this row is one by which a part of a block could be found
alone, the block is larger than need be: of a slider-crank in space, driven by its piston, the guide stands last in the
file, and loses the row that holds the piston on it.

So in blocks that have rows to spare the smallest sets of nodes are looked for that the rows between them and to earlier
nodes determine: single nodes, then neighbours, then what is left of a block when nodes are taken away as long as
anything is still determined. Each keeps the first independent ones of its rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from sgkin.structure.arithmetic import Arithmetic, Elimination, Numbers
from sgkin.structure.blocks import BlockTriangular
from sgkin.structure.partition import Partition, partition

MANY = 40
"""Nodes of a block above which only single nodes and neighbours are looked for."""


def finest(parts: Partition) -> Partition:
    """The same with blocks as small as can be, if joints alone are redundant."""
    blocks, left_out = parts.blocks, parts.left_out
    pattern = blocks.pattern
    if not left_out or left_out[-1] >= pattern.joint_rows:
        return parts
    without = set(left_out)
    rows, nodes = _rows_by_block(blocks), _by_label(blocks.block_of, blocks.count)
    for block in range(blocks.count):
        to_spare = len(rows[block]) > blocks.size[block]
        if to_spare and len(nodes[block]) > 1 and max(blocks.rows(block)) < pattern.given_rows:
            found = _Block(blocks, nodes[block].tolist(), rows[block].tolist())
            order = list(found.smallest_sets())
            if len(order) > 1:
                without -= set(found.rows)
                without |= set(found.rows).difference(found.kept(order))
    if without == set(left_out):
        return parts
    made = partition(pattern, blocks.coefficients, blocks.arithmetic, without=sorted(without))
    same = len(made.left_out) == len(left_out) and made.locks == parts.locks
    return made if same and made.blocks.count > blocks.count else parts


def _by_label(labels: NDArray[np.int64], count: int) -> list[NDArray[np.int64]]:
    """The places that have each of the labels from 0 on."""
    order = np.argsort(labels, kind="stable")
    return np.split(order, np.searchsorted(labels[order], np.arange(count + 1)))[1:-1]


def _rows_by_block(blocks: BlockTriangular) -> list[NDArray[np.int64]]:
    """The rows of joints and inputs by the last block of which they read a node."""
    pattern = blocks.pattern
    nodes = pattern.nodes[: pattern.given_rows]
    return _by_label(np.where(nodes >= 0, blocks.block_of[nodes], -1).max(axis=1), blocks.count)


class _Block:
    """The rows and the nodes of a block; those of earlier blocks are known."""

    def __init__(self, blocks: BlockTriangular, nodes: list[int], rows: list[int]) -> None:
        self.blocks, self.nodes, self.rows = blocks, nodes, rows
        own = set(nodes)
        self.on = {row: own.intersection(blocks.pattern.nodes[row].tolist()) for row in rows}
        self.known: set[int] = set()

    def smallest_sets(self) -> Iterator[set[int]]:
        """Sets of nodes that determine each other when those before them are known."""
        left = set(self.nodes)
        while left:
            found = self._next(left)
            yield found
            self.known |= found
            left -= found

    def kept(self, order: list[set[int]]) -> set[int]:
        """Rows by which the sets are determined one after the other."""
        kept: set[int] = set()
        known: set[int] = set()
        for found in order:
            columns = self._columns(found)
            elimination = Elimination(len(columns), self.blocks.arithmetic)
            for row in self._rows_of(found, known):
                elimination.add(self._matrix([row], columns)[0], row)
            kept.update(elimination.labels)
            known |= found
        return kept

    def _next(self, left: set[int]) -> set[int]:
        for node in sorted(left):
            if self._determined({node}):
                return {node}
        for pair in self._neighbours(left):
            if self._determined(set(pair)):
                return set(pair)
        found = set(left)
        if len(left) <= MANY:
            for node in sorted(left, reverse=True):
                if node in found and (fewer := self._determined(found - {node})):
                    found = fewer
        return found

    def _neighbours(self, left: set[int]) -> list[tuple[int, int]]:
        pairs = {pair for row in self.rows for pair in combinations(sorted(self.on[row] & left), 2)}
        return sorted((one, other) for one, other in pairs)

    def _rows_of(self, nodes: set[int], known: set[int]) -> list[int]:
        """The rows between nodes, and to known ones."""
        every = nodes | known
        return [row for row in self.rows if self.on[row] <= every and self.on[row] & nodes]

    def _columns(self, nodes: set[int]) -> dict[int, tuple[int, int]]:
        """The places of the unknowns of nodes: node and freedom by number."""
        capacity = self.blocks.pattern.capacity
        every = [(node, freedom) for node in sorted(nodes) for freedom in range(int(capacity[node]))]
        return dict(enumerate(every))

    def _matrix(self, rows: list[int], columns: dict[int, tuple[int, int]]) -> Numbers:
        pattern, place = self.blocks.pattern, {unknown: number for number, unknown in columns.items()}
        found = np.zeros((len(rows), len(columns)), dtype=self.blocks.dtype)
        for number, row in enumerate(rows):
            for part, node in enumerate(pattern.nodes[row].tolist()):
                for freedom in range(pattern.freedoms):
                    column = place.get((node, freedom))
                    if column is not None:
                        found[number, column] += self.blocks.coefficients[row, part, freedom]
        return self.blocks.arithmetic.reduce(found)

    def _determined(self, nodes: set[int]) -> set[int]:
        """Those of some nodes that the rows between them and to known ones determine."""
        rows, columns = self._rows_of(nodes, self.known), self._columns(nodes)
        fixed = fixed_columns(self._matrix(rows, columns), self.blocks.arithmetic)
        free = {node for number, (node, _) in columns.items() if not fixed[number]}
        return nodes - free


def fixed_columns(matrix: Numbers, arithmetic: Arithmetic) -> list[bool]:
    """Of every unknown, whether rows that are all zero leave it no value but zero."""
    work, height, pivots = matrix.copy(), 0, list[int]()
    for column in range(matrix.shape[1]):
        place = arithmetic.pivot(work[height:, column]) if height < len(work) else -1
        if place < 0:
            continue
        work[[height, height + place]] = work[[height + place, height]]
        work[height] = arithmetic.reduce(work[height] * arithmetic.reciprocal(work[height, column]))
        others = work[:, column].copy()
        others[height] = 0
        work = arithmetic.reduce(work - arithmetic.reduce(others[:, None] * work[height]))
        pivots.append(column)
        height += 1
    free = [column for column in range(matrix.shape[1]) if column not in pivots]
    held = dict(zip(pivots, ~np.any(arithmetic.nonzero(work[:height][:, free]), axis=1), strict=True))
    return [bool(held.get(column, False)) for column in range(matrix.shape[1])]
