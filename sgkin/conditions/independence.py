"""Which of many conditions do not depend on those before them, from their derivatives."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats

DEPENDENT = 1e-9
"""What is left of a row, by its length, when it depends on those before it."""


def independent_rows(matrix: Floats) -> list[int]:
    """The rows of a matrix (m, n) that do not depend on those before them: all, if they are n."""
    rows, columns = matrix.shape
    if rows == columns:
        return list(range(rows))
    kept: list[int] = np.flatnonzero(remainders(matrix) >= DEPENDENT)[:columns].tolist()
    return kept


def remainders(matrix: Floats) -> Floats:
    """What is left of each row (m,), by its length, when the independent ones before it are taken out of it."""
    basis = np.zeros((0, matrix.shape[1]))
    left = np.zeros(len(matrix))
    for number, row in enumerate(matrix):
        rest = row / (float(np.linalg.norm(row)) or 1.0)
        for _ in range(2):
            rest = rest - basis.T @ (basis @ rest)
        left[number] = np.linalg.norm(rest)
        if left[number] >= DEPENDENT:
            basis = np.vstack([basis, rest / left[number]])
    return left
