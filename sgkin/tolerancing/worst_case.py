"""Worst case: all dimensions at their limits, each on the side on which it moves an output further.

On which side that is, the signs of the derivatives say, for every output at every step. These designs, the corners of
the box that the tolerances make, are solved; what an output is at least and at most in any of them is its worst case.
To first order it is y ∓ Σ |∂y/∂d| t_d, of which each dimension has its part.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sgkin.arrays import Floats
from sgkin.tolerancing.derivatives import derivatives
from sgkin.tolerancing.question import Question
from sgkin.tolerancing.spread import Spread, Spreads


def worst_case(question: Question) -> Spreads:
    """The spread of all outputs among the corners that matter."""
    slopes, nominal = derivatives(question), question.nominal
    corners = corners_of(slopes)
    least, greatest = ({name: np.zeros_like(each) for name, each in nominal.items()} for _ in range(2))
    lost, size = 0, question.at_a_time
    for part in question.moved(
        question.sizes * corners[begin : begin + size] for begin in range(0, len(corners), size)
    ):
        lost += part.lost
        for name, off in part.outputs.items():
            np.minimum(least[name], off.min(axis=0, initial=0.0), out=least[name])
            np.maximum(greatest[name], off.max(axis=0, initial=0.0), out=greatest[name])
    spreads = {}
    for name, slope in slopes.items():
        due, middle = np.abs(slope) * question.sizes[:, None, None], nominal[name]
        extremes = (middle + least[name], middle + greatest[name])
        spreads[name] = Spread(middle, None, None, *extremes, due, due.sum(axis=0))
    return Spreads(spreads, len(corners), lost)


def corners_of(slopes: Mapping[str, Floats]) -> Floats:
    """The corners (c, p), each once, as signs: those towards which an output goes fastest, and those opposite."""
    signs = [np.where(each >= 0.0, 1.0, -1.0).reshape(len(each), -1).T for each in slopes.values()]
    towards = np.concatenate(signs)
    return np.asarray(np.unique(np.concatenate([towards, -towards]), axis=0))
