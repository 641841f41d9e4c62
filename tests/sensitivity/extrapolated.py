"""Differences that say how exact they are: central ones at steps that become smaller, extrapolated to none.

By Ridders' method, Neville's table of D(h) = (f(x + h) − f(x − h)) / 2h in powers of h². Of all entries that one
counts which differs least from its neighbours; by how much is the estimate of its error. Large steps do no harm where
something ends or turns back on the way: their entries differ much, and are not taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

LARGEST, RATIO, COUNT = 8e-3, 2.0, 14
"""The largest step, by how much the next is smaller, and how many there are."""
STEPS = LARGEST / RATIO ** np.arange(COUNT)


class Extrapolated(NamedTuple):
    """Derivatives, and how large their errors may be, of numbers of any shape."""

    rates: Array
    errors: Array


def extrapolated(forth: Array, back: Array, rounding: Array, sides: int = 2) -> Extrapolated:
    """From values (steps, …) at steps forth and back, of which rounding moves each so far; no numbers are not taken.

    sides: 1 where one of the two is where the steps begin; powers of h are those of h then.
    """
    by = STEPS.reshape(-1, *[1] * (forth.ndim - 1))
    column, noise = (forth - back) / (sides * by), rounding / by
    best, least = np.full(rounding.shape, np.nan), np.full(rounding.shape, np.inf)
    for order in range(1, COUNT):
        finer, coarser = column[1:], column[:-1]
        following = finer + (finer - coarser) / (RATIO ** (sides * order) - 1.0)
        errors = np.maximum(np.abs(following - finer), np.abs(following - coarser)) + noise[order:]
        for one, its in zip(following, errors, strict=True):
            better = its < least
            best[better], least[better] = one[better], its[better]
        column = following
    return Extrapolated(best, least)
