"""A square system of rows in block-triangular form: solving it forwards and backwards, block by block.

Block b holds the unknowns of one structural group; its rows read only unknowns of blocks up to b. The system is
regular if and only if its diagonal blocks are.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.structure.arithmetic import Arithmetic, Elimination, Measured, Numbers
from sgkin.structure.rows import PRIME, RowPattern, row_chunks

LARGE = 60
"""Blocks above this size are tested by sparse elimination, one by one."""


class BlockTriangular:
    """Rows and unknowns sorted into blocks.

    `owner` (slots,): the row of each slot; `block_of` (nodes,): the block of each node, in solving order.
    """

    def __init__(
        self,
        pattern: RowPattern,
        coefficients: Numbers,
        arithmetic: Arithmetic,
        owner: NDArray[np.int64],
        block_of: NDArray[np.int64],
    ) -> None:
        self.pattern, self.coefficients, self.arithmetic = pattern, coefficients, arithmetic
        self.dtype = np.float64 if coefficients.dtype == np.float64 else np.int64
        self.owner, self.block_of = owner, block_of
        self.first = pattern.first
        self.node_of = np.repeat(np.arange(len(pattern.capacity)), pattern.capacity)
        self.count = int(block_of.max(initial=-1)) + 1
        self.block_of_slot = block_of[self.node_of]
        self._sorted = np.argsort(self.block_of_slot, kind="stable")
        self.size = np.bincount(self.block_of_slot, minlength=self.count)
        self._start = np.concatenate([[0], np.cumsum(self.size)])
        self.local = np.empty(len(owner), dtype=np.int64)
        self.local[self._sorted] = np.arange(len(owner)) - self._start[self.block_of_slot[self._sorted]]
        self.replaced: dict[int, list[int]] = {}
        self._inverses: dict[int, Numbers] = {}

    def slots(self, block: int) -> NDArray[np.int64]:
        """The unknowns of a block."""
        return self._sorted[self._start[block] : self._start[block + 1]]

    def rows(self, block: int) -> list[int]:
        """The rows of a block, each at the place of the unknown it owns, unless they were replaced."""
        return self.replaced.get(block) or self.owner[self.slots(block)].tolist()

    def matrices(self, blocks: NDArray[np.int64]) -> Numbers:
        """The diagonal blocks (n, k, k) of blocks of one size."""
        size = int(self.size[blocks[0]])
        matrices = np.zeros((len(blocks), size, size), dtype=self.dtype)
        slots = self._sorted[(self._start[blocks][:, None] + np.arange(size)).ravel()]
        freedoms = np.arange(self.coefficients.shape[2])
        rows, which = self.owner[slots], np.repeat(np.arange(len(blocks)), size)
        for part in row_chunks(len(rows)):
            node, slot = self.pattern.nodes[rows[part]], slots[part]
            inside = (node >= 0) & (self.block_of[node] == self.block_of_slot[slot][:, None])
            has = inside[:, :, None] & (freedoms < self.pattern.capacity[node][:, :, None])
            row, place, freedom = np.nonzero(has)
            here = (which[part][row], self.local[slot[row]], self.local[self.first[node[row, place]] + freedom])
            np.add.at(matrices, here, self.coefficients[rows[part][row], place, freedom])
        return matrices

    @cached_property
    def singular(self) -> list[int]:
        """The blocks that do not have full rank."""
        found: list[int] = []
        for size in np.unique(self.size).tolist():
            blocks = np.flatnonzero(self.size == size)
            if size > LARGE:
                found += [block for block in blocks.tolist() if not self._regular_large(block)]
                continue
            chunk = max(1, 4_000_000 // size**2)
            for start in range(0, len(blocks), chunk):
                part = blocks[start : start + chunk]
                found += part[~self.arithmetic.regular(self.matrices(part))].tolist()
        return sorted(found)

    def _regular_large(self, block: int) -> bool:
        rows = [
            {column: value for column, value in self.combine({row: 1}).items() if self.block_of_slot[column] == block}
            for row in sorted(self.rows(block))
        ]
        if isinstance(self.arithmetic, Measured):
            return _regular_sparse(rows, self.local, int(self.size[block]), self.arithmetic.tolerance)
        return _regular_modular(rows)

    def entries(self, row: int) -> Iterator[tuple[int, Any, int]]:
        """Column, value and block of the entries of a row; a column may come twice."""
        for place, node in enumerate(self.pattern.nodes[row].tolist()):
            if node >= 0:
                for freedom in range(int(self.pattern.capacity[node])):
                    value = self.coefficients[row, place, freedom].item()
                    if value:
                        yield int(self.first[node]) + freedom, value, int(self.block_of[node])

    def within(self, row: int, block: int) -> Numbers:
        """The part of a row that lies in a block."""
        part = np.zeros(int(self.size[block]), dtype=self.dtype)
        for column, value, of in self.entries(row):
            if of == block:
                part[self.local[column]] += value
        return self.arithmetic.reduce(part)

    def inverse(self, block: int) -> Numbers:
        """The inverse of a diagonal block; those of all regular blocks of its size are made at once."""
        if block not in self._inverses:
            if block in self.replaced or self.size[block] > LARGE:
                matrix = np.array([self.within(row, block) for row in self.rows(block)])
                self._inverses[block] = self.arithmetic.inverse(matrix[None])[0]
            else:
                alike = np.setdiff1d(np.flatnonzero(self.size == self.size[block]), self.singular)
                self._inverses.update(zip(alike.tolist(), self.arithmetic.inverse(self.matrices(alike)), strict=True))
        return self._inverses[block]

    def express(self, combination: dict[int, Any]) -> dict[int, Any]:
        """Factors of the rows whose sum is the given combination of unknowns (column to value)."""
        factors: dict[int, Any] = {}
        waiting: dict[int, dict[int, Any]] = {}
        for column, value in combination.items():
            waiting.setdefault(int(self.block_of_slot[column]), {})[column] = value
        queue = [-block for block in waiting]
        heapq.heapify(queue)
        while queue:
            block = -heapq.heappop(queue)
            part = np.zeros(int(self.size[block]), dtype=self.dtype)
            for column, value in waiting.pop(block).items():
                part[self.local[column]] = value
            if not self.arithmetic.nonzero(part).any():
                continue
            found = self.arithmetic.product(part, self.inverse(block))
            for row, factor in zip(self.rows(block), found, strict=True):
                if not self.arithmetic.nonzero(np.asarray(factor)):
                    continue
                factors[row] = factor
                for column, value, of in self.entries(row):
                    if of < block:
                        if of not in waiting:
                            waiting[of] = {}
                            heapq.heappush(queue, -of)
                        rest = waiting[of].get(column, 0) - self.arithmetic.reduce(factor * value)
                        waiting[of][column] = self.arithmetic.reduce(rest)
        return factors

    def combine(self, factors: dict[int, Any], below: int | None = None) -> dict[int, Any]:
        """The sum of rows with given factors, column to value; only columns of blocks before `below`, if given."""
        total: dict[int, Any] = {}
        for row, factor in factors.items():
            for column, value, of in self.entries(row):
                if below is None or of < below:
                    total[column] = self.arithmetic.reduce(
                        total.get(column, 0) + self.arithmetic.reduce(factor * value)
                    )
        return total

    def circuit(self, row: int) -> set[int]:
        """The rows that together with `row`, which is none of the system's, are dependent."""
        return {row, *self.express(self.combine({row: 1}))}

    def rank_at(self, node: int, rows: Iterable[int]) -> int:
        """How many freedoms of a node the rows hold when all other nodes stand still."""
        elimination = Elimination(int(self.pattern.capacity[node]), self.arithmetic)
        for row in rows:
            mine = self.pattern.nodes[row] == node
            elimination.add(self.arithmetic.reduce(self.coefficients[row, mine].sum(axis=0)), row)
        return len(elimination.labels)

    def moved(self, released: Iterable[int]) -> set[int]:
        """The nodes that move when the given rows are released at random."""
        return set(self.node_of[list(self.velocities(released))].tolist())

    def velocities(self, released: Iterable[int]) -> dict[int, Any]:
        """The unknowns that are not zero when the given rows are released at random."""
        released = list(released)
        right = dict(zip(released, self.arithmetic.random(len(released), seed=5), strict=True))
        queue = sorted({int(self.block_of[self.pattern.nodes[row, 0]]) for row in released})
        queued = set(queue)
        velocity: dict[int, Any] = {}
        while queue:
            block = heapq.heappop(queue)
            rows = self.rows(block)
            sides = np.zeros(len(rows), dtype=self.dtype)
            for place, row in enumerate(rows):
                side = right.get(row, 0)
                for column, value, of in self.entries(row):
                    if of < block and column in velocity:
                        side = self.arithmetic.reduce(side - self.arithmetic.reduce(value * velocity[column]))
                sides[place] = side
            solution = self.arithmetic.product(self.inverse(block), sides)
            nonzero = self.arithmetic.nonzero(solution)
            if not nonzero.any():
                continue
            for slot, value in zip(self.slots(block)[nonzero].tolist(), solution[nonzero], strict=True):
                velocity[slot] = value
            for reader in self._readers.get(block, ()):
                if reader not in queued:
                    queued.add(reader)
                    heapq.heappush(queue, reader)
        return velocity

    @cached_property
    def _readers(self) -> dict[int, set[int]]:
        """The later blocks that read each block."""
        readers: dict[int, set[int]] = {}
        of = np.repeat(self.block_of_slot, self.pattern.width)
        node = self.pattern.nodes[self.owner].ravel()
        source = np.where(node >= 0, self.block_of[node], of)
        for read, reader in np.unique(np.stack([source, of], axis=1)[source != of], axis=0).tolist():
            readers.setdefault(read, set()).add(reader)
        return readers


def _regular_modular(rows: list[dict[int, Any]]) -> bool:
    """Sparse elimination modulo PRIME, row by row."""
    pivots: dict[int, dict[int, int]] = {}
    for row in rows:
        work = {column: int(value) for column, value in row.items()}
        queue = [column for column in work if column in pivots]
        heapq.heapify(queue)
        while queue:
            column = heapq.heappop(queue)
            factor = work.get(column, 0)
            if not factor:
                continue
            for other, value in pivots[column].items():
                rest = (work.get(other, 0) - factor * value) % PRIME
                if rest:
                    if other not in work and other in pivots:
                        heapq.heappush(queue, other)
                    work[other] = rest
                else:
                    work.pop(other, None)
        if not work:
            return False
        column = min(work)
        scale = pow(work[column], PRIME - 2, PRIME)
        pivots[column] = {other: value * scale % PRIME for other, value in work.items()}
    return True


def _regular_sparse(rows: list[dict[int, Any]], local: NDArray[np.int64], size: int, tolerance: float) -> bool:
    """Sparse LU of rows scaled to length one; regular when no pivot is negligible."""
    from scipy.sparse import coo_array
    from scipy.sparse.linalg import splu

    places = [(number, int(local[column]), value) for number, row in enumerate(rows) for column, value in row.items()]
    row, column, value = (np.array(part) for part in zip(*places, strict=True))
    length = np.sqrt(np.bincount(row, weights=value**2, minlength=size))
    if (length == 0.0).any():
        return False
    try:
        pivots = np.abs(splu(coo_array((value / length[row], (row, column)), shape=(size, size)).tocsc()).U.diagonal())
    except RuntimeError:  # SuperLU's word for exactly singular
        return False
    return bool(pivots.min() > tolerance * pivots.max())
