"""How far around a change point the rows of a tape are best interpolated.

Far from it the interpolation itself errs, by the distance to the power of its nodes, close to it rounding does. What
two reaches give at the change point differs by the larger error of the two.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.change_points import REACH, ChangePoints, node_weights, stored_rows
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Tape
from sgkin.sweep.known_branches import KnownBranches

FACTOR, ATTEMPTS = 0.7, 10
"""How much shorter each reach is than the one before, and how many are tried."""
CLEARLY = 0.1
"""Parts of the error of a longer reach that a shorter one must have: rounding alone makes some smaller by chance."""
GOOD_ENOUGH = 1e-12
"""An error, in parts of the largest number of a row, below which no better one is looked for."""
SMALL = 1e-8
"""An error from which on, where a shorter reach is not clearly better, rounding prevails and grows."""
SMALL_ROW = 1e-6
"""In parts of the largest of all, up to which a row counts as that large."""


def best_reaches(
    plan: KinematicPlan, tape: Tape, changes: ChangePoints, branches: KnownBranches
) -> tuple[Floats, Floats]:
    """The reach around each change point (n,), and the rows stored there (n, NODES, rows)."""
    rows = partial(stored_rows, plan, tape, changes, branches)
    reaches = tried = np.minimum(changes.reaches, REACH / plan.input_turns[0])
    stored = best = rows(tried)
    least = np.full(len(tried), np.inf)
    for _ in range(ATTEMPTS):
        shorter = tried * FACTOR
        closer = rows(shorter)
        error = _difference(stored, closer)
        is_better = error < CLEARLY * least
        reaches = np.where(is_better, tried, reaches)
        best = np.where(is_better[:, None, None], stored, best)
        least = np.where(is_better, error, least)
        if (least <= GOOD_ENOUGH).all() or (~is_better & (least <= SMALL)).all():
            break
        tried, stored = shorter, closer
    return reaches, best


def _difference(stored: Floats, closer: Floats) -> Floats:
    """By how much two sets of rows differ at the change points (n,), in parts of the largest number of a row."""
    apart = np.abs(np.einsum("k,nkr->nr", node_weights(np.zeros(1))[0], stored - closer))
    sizes = np.abs(stored).max(axis=1)
    sizes = np.maximum(sizes, SMALL_ROW * sizes.max(axis=1, keepdims=True))
    found: Floats = (apart / np.where(sizes > 0.0, sizes, 1.0)).max(axis=1)
    return found
