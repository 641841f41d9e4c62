"""Which conditions are to blame where a whole mechanism is singular or does not close."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.global_solver.whole import WholeEquations

SHARE = 0.1
"""Conditions with less than this part of the largest share are not named."""
MOST = 12
"""Conditions named at most."""


def singular_rows(whole: WholeEquations, w: Floats) -> tuple[int, ...]:
    """The conditions that depend on each other, or nearly so, at the variables w; the strongest share first.

    Their shares are the left singular vector of the smallest singular value, by inverse iteration.
    """
    from scipy.sparse import eye_array
    from scipy.sparse.linalg import splu

    n = whole.size
    jacobian = whole.jacobian(w)[:n]
    normal = (jacobian @ jacobian.T + 1e-14 * eye_array(n)).tocsc()
    factors = splu(normal)
    share = np.random.default_rng(1).normal(size=n)
    for _ in range(3):
        share = factors.solve(share)
        share /= np.abs(share).max()
    return _largest(np.abs(whole.by_condition(share)))


def open_rows(residual: Floats) -> tuple[int, ...]:
    """The conditions that dominate a residual, the largest first."""
    return _largest(np.abs(np.nan_to_num(residual, nan=1e300)))


def _largest(shares: Floats) -> tuple[int, ...]:
    order = np.argsort(-shares, kind="stable")[:MOST]
    return tuple(int(row) for row in order if shares[row] >= SHARE * shares[order[0]] and shares[row] > 0.0)
