"""Factors and solutions of a sparse matrix in lower block triangular form.

Rows and columns are ordered once so that no entry stands right of the diagonal blocks; only these are factorised, with
partial pivoting inside each, and the entries left of them are used as they are. Small blocks are kept as full squares;
in large ones the sequence of pivots and the places of all fill-in are found once (see `sgkin.global_solver.ordering`).

`values`: the diagonal blocks one after the other (squares row by row, or the rows of L and U), then the entries left of
the blocks row by row, then whatever the assembler puts behind them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sgkin.kernels.compiled import compiled, inner
from sgkin.kernels.pointer_struct import Tables


@dataclass(eq=False)
class Blocks(Tables):
    """Where everything stands; rows and columns are numbered in the new order.

    start (blocks + 1,): first row of each block; store (blocks,): where it begins in `values`; row, column (n,): which
    row and column of the conditions stands there; left_start (n + 1,), left_column: the entries left of the blocks,
    from `left_store` on.
    sparse (blocks,): whether the block is held by rows of L and U. Then lower_start, diagonal and upper_end (n,) are
    places in `values` (columns from lower_start to upper_end in `fill_column`, which has one entry for each place in
    the blocks), and the targets of the elimination of row i by the entry at place p begin at target_start[p].
    """

    start: Any
    store: Any
    row: Any
    column: Any
    left_start: Any
    left_column: Any
    left_store: Any  # (1,)
    sparse: Any
    lower_start: Any
    diagonal: Any
    upper_end: Any
    fill_column: Any
    target_start: Any
    target: Any


@inner
def factor_square(values, base, size, pivots, first):
    """LU of a square held row by row, rows exchanged; sign of its determinant and smallest pivot by largest entry."""
    sign, smallest, largest = 1.0, math.inf, 0.0
    for k in range(size):
        best, chosen = -1.0, k
        for i in range(k, size):
            entry = abs(values[base + i * size + k])
            if entry > best:
                best, chosen = entry, i
        pivots[first + k] = chosen
        if chosen != k:
            sign = -sign
            for j in range(size):
                here, there = base + k * size + j, base + chosen * size + j
                values[here], values[there] = values[there], values[here]
        for j in range(k, size):
            largest = max(largest, abs(values[base + k * size + j]))
        pivot = values[base + k * size + k]
        smallest = min(smallest, abs(pivot))
        if pivot == 0.0 or pivot != pivot:
            return 0.0, 0.0
        if pivot < 0.0:
            sign = -sign
        for i in range(k + 1, size):
            multiple = values[base + i * size + k] / pivot
            values[base + i * size + k] = multiple
            if multiple != 0.0:
                for j in range(k + 1, size):
                    values[base + i * size + j] -= multiple * values[base + k * size + j]
    return sign, smallest / largest


@inner
def solve_square(values, base, size, pivots, first, x):
    """Solve with the factors of a square; x from `first` on is the right-hand side and becomes the solution."""
    for k in range(size):
        chosen = pivots[first + k]
        right = x[first + chosen]
        x[first + chosen] = x[first + k]
        for j in range(k):
            right -= values[base + k * size + j] * x[first + j]
        x[first + k] = right
    for k in range(size - 1, -1, -1):
        right = x[first + k]
        for j in range(k + 1, size):
            right -= values[base + k * size + j] * x[first + j]
        x[first + k] = right / values[base + k * size + k]


@inner
def factor_rows(B, values, first, stop, most):
    """LU of a sparse block with its fixed sequence of pivots; sign, smallest pivot by largest entry, largest multiple.

    It stops where a multiple is larger than `most`: the sequence of pivots no longer suits the numbers.
    """
    sign, smallest, largest = 1.0, math.inf, 0.0
    for i in range(first, stop):
        for p in range(B.lower_start[i], B.diagonal[i]):
            k = B.fill_column[p]
            multiple = values[p] / values[B.diagonal[k]]
            values[p] = multiple
            if not abs(multiple) <= most:
                return sign, 0.0, abs(multiple)
            target = B.target_start[p]
            for q in range(B.diagonal[k] + 1, B.upper_end[k]):
                values[B.target[target]] -= multiple * values[q]
                target += 1
        pivot = values[B.diagonal[i]]
        smallest = min(smallest, abs(pivot))
        for q in range(B.diagonal[i], B.upper_end[i]):
            largest = max(largest, abs(values[q]))
        if pivot == 0.0 or pivot != pivot:
            return 0.0, 0.0, 0.0
        if pivot < 0.0:
            sign = -sign
    return sign, smallest / largest, 0.0


@inner
def solve_rows(B, values, first, stop, x):
    """Solve with the factors of a sparse block."""
    for i in range(first, stop):
        right = x[i]
        for p in range(B.lower_start[i], B.diagonal[i]):
            right -= values[p] * x[B.fill_column[p]]
        x[i] = right
    for i in range(stop - 1, first - 1, -1):
        right = x[i]
        for q in range(B.diagonal[i] + 1, B.upper_end[i]):
            right -= values[q] * x[B.fill_column[q]]
        x[i] = right / values[B.diagonal[i]]


@compiled
def factor_blocks(B, values, pivots, sign, quality, most):
    """Factorise every diagonal block; the first whose pivots no longer suit it, or −1.

    sign, quality (blocks,): sign of the determinant, and smallest pivot by largest entry, of each.
    """
    for b in range(B.start.shape[0] - 1):
        first, stop = B.start[b], B.start[b + 1]
        if B.sparse[b]:
            sign[b], quality[b], grown = factor_rows(B, values, first, stop, most)
            if grown > most or grown != grown:
                return b
        elif stop - first == 1:
            pivot = values[B.store[b]]
            sign[b] = 1.0 if pivot > 0.0 else -1.0
            quality[b] = 0.0 if pivot == 0.0 or pivot != pivot else 1.0
        else:
            sign[b], quality[b] = factor_square(values, B.store[b], stop - first, pivots, first)
    return -1


@compiled
def solve_blocks(B, values, pivots, right, solution, x):
    """Solve for a right-hand side in the order of the conditions; x is work."""
    left = B.left_store[0]
    for b in range(B.start.shape[0] - 1):
        first, stop = B.start[b], B.start[b + 1]
        for i in range(first, stop):
            total = right[B.row[i]]
            for p in range(B.left_start[i], B.left_start[i + 1]):
                total -= values[left + p] * x[B.left_column[p]]
            x[i] = total
        if B.sparse[b]:
            solve_rows(B, values, first, stop, x)
        elif stop - first == 1:
            x[first] /= values[B.store[b]]
        else:
            solve_square(values, B.store[b], stop - first, pivots, first, x)
        for i in range(first, stop):
            solution[B.column[i]] = x[i]
