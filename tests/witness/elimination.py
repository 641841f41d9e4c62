"""Gauss's elimination with complete pivoting of a matrix whose rank is known; numbers only.

Redundant rows are left over at the end. With one column more than the rank the last one is free, and gives the kernel.
"""

from __future__ import annotations

import numpy as np

from tests.witness.compiled import compiled


@compiled
def eliminate(a, rank, rows, columns):
    """Factor a (m, n) in place; rows and columns take the order in which pivots are chosen. The smallest pivot."""
    m, n = a.shape
    for i in range(m):
        rows[i] = i
    for j in range(n):
        columns[j] = j
    smallest = np.inf
    for k in range(rank):
        largest, pivot_row, pivot_column = -1.0, k, k
        for i in range(k, m):
            for j in range(k, n):
                size = abs(a[i, j])
                if size > largest:
                    largest, pivot_row, pivot_column = size, i, j
        if pivot_row != k:
            rows[k], rows[pivot_row] = rows[pivot_row], rows[k]
            for j in range(n):
                a[k, j], a[pivot_row, j] = a[pivot_row, j], a[k, j]
        if pivot_column != k:
            columns[k], columns[pivot_column] = columns[pivot_column], columns[k]
            for i in range(m):
                a[i, k], a[i, pivot_column] = a[i, pivot_column], a[i, k]
        pivot = a[k, k]
        smallest = min(smallest, abs(pivot))
        if pivot == 0.0:
            return 0.0
        for i in range(k + 1, m):
            factor = a[i, k] / pivot
            a[i, k] = factor
            if factor != 0.0:
                for j in range(k + 1, n):
                    a[i, j] -= factor * a[k, j]
    return smallest


@compiled
def substitute(a, rank, rows, columns, right, out):
    """Solutions (n, c) for right sides (m, c), with free columns zero."""
    count = right.shape[1]
    y = np.empty((rank, count))
    for i in range(rank):
        for c in range(count):
            y[i, c] = right[rows[i], c]
        for j in range(i):
            factor = a[i, j]
            if factor != 0.0:
                for c in range(count):
                    y[i, c] -= factor * y[j, c]
    out[:] = 0.0
    for i in range(rank - 1, -1, -1):
        for j in range(i + 1, rank):
            factor = a[i, j]
            if factor != 0.0:
                for c in range(count):
                    y[i, c] -= factor * y[j, c]
        for c in range(count):
            y[i, c] /= a[i, i]
            out[columns[i], c] = y[i, c]


@compiled
def kernel(a, rank, columns, out):
    """The unit vector (rank + 1,) that the matrix takes to zero."""
    n = rank + 1
    y = np.empty(n)
    y[rank] = 1.0
    for i in range(rank - 1, -1, -1):
        total = -a[i, rank]
        for j in range(i + 1, rank):
            total -= a[i, j] * y[j]
        y[i] = total / a[i, i]
    length = np.sqrt((y * y).sum())
    for i in range(n):
        out[columns[i]] = y[i] / length
