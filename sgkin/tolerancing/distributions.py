"""How dimensions are distributed within their tolerances."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats


class Distribution(NamedTuple):
    """Of a dimension with the tolerance ±1: its standard deviation, how it is drawn, and both in words."""

    deviation: float
    draw: Callable[[np.random.Generator, tuple[int, int]], Floats]
    words: str


DISTRIBUTIONS = {
    "normal": Distribution(1.0 / 3.0, lambda random, shape: random.standard_normal(shape) / 3.0, "normal, ± is 3σ"),
    "uniform": Distribution(
        1.0 / sqrt(3.0), lambda random, shape: random.uniform(-1.0, 1.0, shape), "uniform within ±"
    ),
}
"""By name. Of what is normally distributed, 0.27 % lies beyond its tolerance."""
