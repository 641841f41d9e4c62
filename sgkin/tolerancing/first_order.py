"""First order: outputs are as good as linear in dimensions that are off by little.

σ² = Σ (∂y/∂d)² σ_d²          mean: nominal          extremes: mean ∓ 3σ
"""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.tolerancing.derivatives import derivatives
from sgkin.tolerancing.question import Question
from sgkin.tolerancing.spread import Spread, Spreads


def first_order(question: Question) -> Spreads:
    """The spread of all outputs, from their derivatives."""
    deviations, found = question.deviations[:, None, None], derivatives(question)
    spreads = {name: _spread(question.nominal[name], (each * deviations) ** 2) for name, each in found.items()}
    return Spreads(spreads, 2 * len(question.names), 0)


def _spread(nominal: Floats, due: Floats) -> Spread:
    variance = due.sum(axis=0)
    deviation = np.sqrt(variance)
    return Spread(nominal, nominal, deviation, nominal - 3.0 * deviation, nominal + 3.0 * deviation, due, variance)
