"""Forces that push and never pull, on coordinates that must not move on: what contacts do to a mechanism.

With G = C H⁻¹ Cᵀ, where C are the slopes of the coordinates by the inputs, forces λ ≥ 0 are looked for with which
w = G λ − d is nowhere negative, and zero wherever there is a force. G is positive, so that there is one w. It is the
smallest of all |L⁻¹ Cᵀ λ|² / 2 − d·λ with λ ≥ 0 and L Lᵀ = H.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import solve_triangular
from scipy.optimize import nnls

from sgkin.arrays import Floats

INDEPENDENT = 1e-10
"""What is left of a coordinate when others are held, as a part of its own G, if it counts as another one."""


def pushes(slopes: Floats, matrix: Floats, wanted: Floats) -> Floats:
    """Forces (k,) on coordinates with slopes (k, n), by the matrix H (n, n), that change their rates by at least
    `wanted` (k,)."""
    across = _across(slopes, matrix)
    aim, *_ = np.linalg.lstsq(across.T, wanted, rcond=None)
    return np.asarray(nnls(across, aim)[0], dtype=np.float64)


def moves(slopes: Floats, matrix: Floats) -> Floats:
    """H⁻¹ Cᵀ (n, k): what the inputs do for one of each force."""
    return np.asarray(np.linalg.solve(matrix, slopes.T), dtype=np.float64)


def independent(slopes: Floats, matrix: Floats) -> list[int]:
    """The numbers of coordinates, in their order, none of which is held already if those before it are."""
    across, kept, basis = _across(slopes, matrix).T, list[int](), list[Floats]()
    for number, row in enumerate(across):
        left = row - sum((float(row @ each) * each for each in basis), np.zeros_like(row))
        if float(left @ left) > INDEPENDENT * float(row @ row):
            kept.append(number)
            basis.append(left / np.linalg.norm(left))
    return kept


def _across(slopes: Floats, matrix: Floats) -> Floats:
    """L⁻¹ Cᵀ (n, k)."""
    return np.asarray(solve_triangular(np.linalg.cholesky(matrix), slopes.T, lower=True), dtype=np.float64)
