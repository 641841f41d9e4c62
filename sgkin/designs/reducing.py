"""Reducing designs to scores while they are solved, so that nothing else need be kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.errors import InputError, brief

if TYPE_CHECKING:
    from sgkin.designs.design_motions import DesignMotions

Reducer = Callable[[Any], ArrayLike]
"""Makes scores of `DesignMotions`, an entry for each design; or, compiled, a number of the rows (r, m) of one."""


def is_python(keep: str | Reducer) -> bool:
    """Whether what is kept is made by a function that is not compiled."""
    return not isinstance(keep, str) and not hasattr(keep, "py_func")


def reduced(reducer: Reducer, motions: DesignMotions, rows: Floats) -> Floats:
    """The scores (n, …) of designs, of which rows (n, r, m) were kept."""
    if not is_python(reducer):
        return np.asarray(score_each(reducer, rows))
    scores = np.asarray(reducer(motions), dtype=np.float64)
    if scores.ndim < 1 or len(scores) != len(motions):
        raise InputError(
            f"the function that scores designs returned {brief(scores.tolist())} for {len(motions)} designs; "
            "return an array with an entry for each"
        )
    return scores


@numba.njit(nogil=True)
def score_each(reducer, rows):  # type: ignore[no-untyped-def]
    """What a compiled function makes of the rows of each design."""
    scores = np.empty(rows.shape[0])
    for design in range(rows.shape[0]):
        scores[design] = reducer(rows[design])
    return scores
