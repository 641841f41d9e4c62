"""Interpolation by polynomials."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats


def lagrange_weights(places: Floats, place: float) -> Floats:
    """Of what is known at some places (n,), for what it is at another."""
    apart = places[:, None] - places
    np.fill_diagonal(apart, 1.0)
    away = np.tile(place - places, (len(places), 1))
    np.fill_diagonal(away, 1.0)
    return np.asarray((away / apart).prod(axis=1))
