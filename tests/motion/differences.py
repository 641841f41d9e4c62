"""Fourth-order central differences of equally spaced values, along the last axis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MARGIN = 2
"""Values at either end that have no difference."""


def first_difference(values: Array, h: float) -> Array:
    """First derivative at all values but two at either end."""
    a, b, d, e = values[..., :-4], values[..., 1:-3], values[..., 3:-1], values[..., 4:]
    return np.asarray((a - 8.0 * b + 8.0 * d - e) / (12.0 * h))


def second_difference(values: Array, h: float) -> Array:
    """Second derivative at all values but two at either end."""
    a, b, c, d, e = values[..., :-4], values[..., 1:-3], values[..., 2:-2], values[..., 3:-1], values[..., 4:]
    return np.asarray((-a + 16.0 * b - 30.0 * c + 16.0 * d - e) / (12.0 * h * h))


def inner(values: Array) -> Array:
    """The values that have a difference."""
    return values[..., MARGIN:-MARGIN]
