"""A closed configuration at given inputs, and its derivatives; numbers only."""

from __future__ import annotations

import numpy as np

from tests.witness.compiled import compiled
from tests.witness.derivatives import bend, jacobian, residuals
from tests.witness.elimination import eliminate, substitute


@compiled
def settle(table, q, z, n):
    """Bring q to where the conditions hold at the inputs z."""
    m = len(table)
    x, wide, right = np.empty(n + len(z)), np.empty((m, n + len(z))), np.empty((m, 1))
    rows, columns, step = np.empty(m, np.int64), np.empty(n, np.int64), np.empty((n, 1))
    for _ in range(5):
        x[:n] = q
        x[n:] = z
        residuals(table, x, n, right[:, 0])
        jacobian(table, x, n, wide)
        a = wide[:, :n].copy()
        if not eliminate(a, n, rows, columns) > 1e-12:
            return
        substitute(a, n, rows, columns, right, step)
        if np.abs(step).max() > 0.1:
            return
        q -= step[:, 0]


@compiled
def coefficients(table, q, z, n, K, L):
    """K = ∂q/∂z (n, f) and L (n, f, f) at a closed configuration; |∂F/∂q⁻¹|, infinite where there are none."""
    m, f = len(table), len(z)
    x, wide = np.empty(n + f), np.empty((m, n + f))
    x[:n] = q
    x[n:] = z
    jacobian(table, x, n, wide)
    a, rows, columns = wide[:, :n].copy(), np.empty(m, np.int64), np.empty(n, np.int64)
    K[:] = np.nan
    L[:] = np.nan
    if not eliminate(a, n, rows, columns) > 1e-14:
        return np.inf
    substitute(a, n, rows, columns, -wide[:, n:].copy(), K)
    right, twice, v = np.empty((m, f)), np.empty((m, n + f)), np.zeros(n + f)
    out = np.empty((n, f))
    for i in range(f):
        v[:n] = K[:, i]
        v[n:] = 0.0
        v[n + i] = 1.0
        bend(table, x, n, v, twice)
        for j in range(f):
            for k in range(m):
                total = twice[k, n + j]
                for c in range(n):
                    total += twice[k, c] * K[c, j]
                right[k, j] = -total
        substitute(a, n, rows, columns, right, out)
        for j in range(f):
            L[:, i, j] = out[:, j]
    unit, inverse = np.zeros((m, n)), np.empty((n, n))
    for i in range(n):
        unit[rows[i], i] = 1.0
    substitute(a, n, rows, columns, unit, inverse)
    return np.sqrt((inverse * inverse).sum())
