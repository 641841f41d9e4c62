"""The limit of a motion where it cannot be computed, as on a change point: interpolated from values on both sides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sgkin.arrays import Floats

SIDE_STEPS = np.array([-5.0, -4.0, -3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 4.0, 5.0])
WEIGHTS = np.array([1.0, -10.0, 45.0, -120.0, 210.0, 210.0, -120.0, 45.0, -10.0, 1.0]) / 252.0
FEWER_WEIGHTS = np.array([0.0, -1.0, 8.0, -28.0, 56.0, 56.0, -28.0, 8.0, -1.0, 0.0]) / 70.0
"""Interpolation to the middle of ten equally spaced values, of tenth order, and of the inner eight."""
DISTANCES = (1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5)
"""How far apart these values are, in radians or parts of the mechanism's size; that with which both agree best."""
AGREED, DISAGREED = 1e-10, 1e-3
"""Parts of the largest value by which the two may differ: to look no further, and to be a limit at all."""


def disagreement(orders: Sequence[Floats]) -> float:
    """How much two interpolations of positions, first and second derivatives (rows, places) differ, by the largest
    value of each; second derivatives also by the squares of first ones, of which they are made."""
    if not all(np.isfinite(values).all() for values in orders):
        return np.inf
    position, first, second = (float(np.abs(values).max(initial=0.0)) for values in orders)
    scales = (max(position, 1.0), first, max(second, first**2))
    differences = (np.abs(values @ (WEIGHTS - FEWER_WEIGHTS)).max(initial=0.0) for values in orders)
    return max(float(d / max(scale, 1e-300)) for d, scale in zip(differences, scales, strict=True))
