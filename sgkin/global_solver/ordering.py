"""The order in which a sparse matrix is eliminated, found once.

1. Match every row to an unknown in it, by augmenting paths.
2. The strongly connected components of "the unknown of a row needs the other unknowns in it" are the diagonal blocks of
   a lower block triangular form; only they need factors.
3. Small blocks are full squares, in which rows are exchanged as the numbers ask for. In large ones SuperLU's ordering
   of columns (COLAMD) and its pivots at the present numbers give the sequence, from which all fill-in follows.

The method of KLU (T. A. Davis, E. Palamadai Natarajan, ACM TOMS 37, 2010, Algorithm 907), except that it fills squares
where they are small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.kernels.block_triangular import Blocks
from sgkin.structure.partition import topological_order

SQUARE = 12
"""Blocks up to this size are held as full squares."""


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of a square matrix, each once: row, column (k,)."""

    row: Integers
    column: Integers
    size: int


@dataclass(frozen=True, slots=True)
class Order:
    """The blocks and where every entry belongs: slot (k,); stored: how many numbers they take."""

    blocks: Blocks
    slot: Integers
    stored: int


def match(entries: Entries) -> Integers | None:
    """The column that every row is matched with; None where there are not enough."""
    by_row: list[list[int]] = [[] for _ in range(entries.size)]
    joined = np.bincount(entries.column, minlength=entries.size)
    order = np.lexsort((joined[entries.column], entries.row))  # columns with few rows are often right
    for row, column in zip(entries.row[order].tolist(), entries.column[order].tolist(), strict=True):
        by_row[row].append(column)
    row_of, column_of = [-1] * entries.size, [-1] * entries.size
    seen, came_from = [-1] * entries.size, [-1] * entries.size
    for row in np.argsort([len(columns) for columns in by_row], kind="stable").tolist():
        found, queue = -1, [row]
        for current in queue:
            for column in by_row[current]:
                if seen[column] != row:
                    seen[column], came_from[column] = row, current
                    if row_of[column] < 0:
                        found = column
                        break
                    queue.append(row_of[column])
            if found >= 0:
                break
        if found < 0:
            return None
        while found >= 0:
            current = came_from[found]
            row_of[found], column_of[current], found = current, found, column_of[current]
    return np.array(column_of, dtype=np.int64)


def find_order(entries: Entries, values: Floats) -> Order | None:
    """Blocks of a matrix with the given numbers; None where it is singular whatever the numbers are."""
    matched = match(entries)
    if matched is None:
        return None
    row_of = np.empty(entries.size, dtype=np.int64)
    row_of[matched] = np.arange(entries.size)
    block_of = _blocks(entries, row_of)
    return BlockWriter(entries, values, row_of, block_of).order


def _blocks(entries: Entries, row_of: Integers) -> Integers:
    """The block of each column, in solving order."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    owner = np.empty(entries.size, dtype=np.int64)
    owner[row_of] = np.arange(entries.size)
    needs, needed = owner[entries.row], entries.column
    graph = coo_array((np.ones(len(needs), dtype=np.int8), (needs, needed)), shape=(entries.size,) * 2).tocsr()
    count, label = connected_components(graph, directed=True, connection="strong")
    smallest = np.full(count, entries.size, dtype=np.int64)
    np.minimum.at(smallest, label, np.arange(entries.size))
    between = label[needs] != label[needed]
    pairs = np.unique(label[needed][between].astype(np.int64) * count + label[needs][between])
    place = np.empty(count, dtype=np.int64)
    place[topological_order(pairs // count, pairs % count, smallest)] = np.arange(count)
    return np.asarray(place[label])


class BlockWriter:
    """Lays the blocks out one after the other."""

    def __init__(self, entries: Entries, values: Floats, row_of: Integers, block_of: Integers) -> None:
        self.entries, self.values = entries, values
        size = np.bincount(block_of)
        self.start = np.concatenate([[0], np.cumsum(size)]).astype(np.int64)
        self.sparse = size > SQUARE
        self.column = np.argsort(block_of, kind="stable").astype(np.int64)
        self.row = row_of[self.column]
        self._choose_pivots(block_of)
        self.row_place, self.column_place = np.empty_like(self.row), np.empty_like(self.column)
        self.row_place[self.row] = np.arange(entries.size)
        self.column_place[self.column] = np.arange(entries.size)
        self.row_block = np.repeat(np.arange(len(size)), size)
        self.i, self.j = self.row_place[entries.row], self.column_place[entries.column]
        self._lay_out()
        self.order = self._finish()

    def _choose_pivots(self, block_of: Integers) -> None:
        """Let SuperLU order the rows and columns of all large blocks, which do not touch each other."""
        from scipy.sparse import coo_array
        from scipy.sparse.linalg import splu

        places = np.flatnonzero(np.repeat(self.sparse, np.diff(self.start)))
        if not len(places):
            return
        columns, rows = self.column[places], self.row[places]
        new_row, new_column = np.full(self.entries.size, -1), np.full(self.entries.size, -1)
        new_row[rows], new_column[columns] = np.arange(len(places)), np.arange(len(places))
        i, j = new_row[self.entries.row], new_column[self.entries.column]
        inside = (i >= 0) & (j >= 0)
        inside[inside] = block_of[columns[j[inside]]] == block_of[columns[i[inside]]]
        matrix = coo_array((self.values[inside], (i[inside], j[inside])), shape=(len(places),) * 2).tocsc()
        factors = splu(matrix, permc_spec="COLAMD", diag_pivot_thresh=1.0)
        # perm_r[i] and perm_c[j] are where a row and a column go
        chosen_column, chosen_row = np.argsort(factors.perm_c), np.argsort(factors.perm_r)
        by_block = np.argsort(block_of[columns[chosen_column]], kind="stable")
        self.column[places] = columns[chosen_column[by_block]]
        self.row[places] = rows[chosen_row[by_block]]

    def _lay_out(self) -> None:
        """Places of full squares, then rows of L and U of each large block."""
        size = np.diff(self.start)
        n = self.entries.size
        self.store = np.zeros(len(size), dtype=np.int64)
        self.lower_start, self.diagonal, self.upper_end = (np.zeros(n, dtype=np.int64) for _ in range(3))
        self.fill: list[int] = []
        self.filled: dict[tuple[int, int], int] = {}
        squares = np.where(self.sparse, 0, size**2)
        self.store[:] = np.cumsum(squares) - squares
        self.squares = int(squares.sum())
        place = self.squares
        for block in np.flatnonzero(self.sparse).tolist():
            self.store[block] = place
            place = self._fill_block(int(self.start[block]), int(self.start[block + 1]), place)
        self.left_store = place

    def _fill_block(self, first: int, stop: int, place: int) -> int:
        """The pattern of L and U, row by row."""
        inside = (self.i >= first) & (self.i < stop) & (self.j >= first)
        rows: list[set[int]] = [set() for _ in range(stop - first)]
        for i, j in zip(self.i[inside].tolist(), self.j[inside].tolist(), strict=True):
            rows[i - first].add(j)
        upper: list[list[int]] = []
        for i in range(first, stop):
            pattern = rows[i - first] | {i}
            waiting = sorted(k for k in pattern if k < i)
            while waiting:
                k = waiting.pop(0)
                new = [j for j in upper[k - first] if j not in pattern]
                pattern.update(new)
                waiting = sorted(waiting + [j for j in new if j < i])
            ordered = sorted(pattern)
            upper.append([j for j in ordered if j > i])
            self.lower_start[i] = place
            self.diagonal[i] = place + ordered.index(i)
            self.upper_end[i] = place + len(ordered)
            self.filled.update({(i, j): place + number for number, j in enumerate(ordered)})
            self.fill += ordered
            place += len(ordered)
        return place

    def _targets(self) -> tuple[Integers, Integers]:
        """Where the elimination of a row by an entry subtracts."""
        start = np.zeros(self.left_store, dtype=np.int64)
        target: list[int] = []
        column = [*([-1] * self.squares), *self.fill]
        for i in np.flatnonzero(np.repeat(self.sparse, np.diff(self.start))).tolist():
            for p in range(int(self.lower_start[i]), int(self.diagonal[i])):
                k, start[p] = column[p], len(target)
                target += [self.filled[i, column[q]] for q in range(int(self.diagonal[k]) + 1, int(self.upper_end[k]))]
        return start, np.array(target, dtype=np.int64)

    def _finish(self) -> Order:
        slot = np.empty(len(self.i), dtype=np.int64)
        block = self.row_block[self.i]
        left = self.j < self.start[block]
        square = ~left & ~self.sparse[block]
        size = np.diff(self.start)[block]
        within = (self.i - self.start[block]) * size + self.j - self.start[block]
        slot[square] = self.store[block[square]] + within[square]
        for number in np.flatnonzero(~left & self.sparse[block]).tolist():
            slot[number] = self.filled[int(self.i[number]), int(self.j[number])]
        order = np.flatnonzero(left)[np.lexsort((self.j[left], self.i[left]))]
        slot[order] = self.left_store + np.arange(len(order))
        left_start = np.searchsorted(self.i[order], np.arange(self.entries.size + 1)).astype(np.int64)
        target_start, target = self._targets()
        column: Sequence[int] = [*([-1] * self.squares), *self.fill]
        blocks = Blocks(
            start=self.start,
            store=self.store,
            row=self.row,
            column=self.column,
            left_start=left_start,
            left_column=np.ascontiguousarray(self.j[order]),
            left_store=np.array([self.left_store], dtype=np.int64),
            sparse=self.sparse,
            lower_start=self.lower_start,
            diagonal=self.diagonal,
            upper_end=self.upper_end,
            fill_column=np.array(column, dtype=np.int64),
            target_start=target_start,
            target=target,
        )
        return Order(blocks, slot, self.left_store + len(order))
