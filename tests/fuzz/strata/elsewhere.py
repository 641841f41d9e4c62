"""The mechanisms of other strata far from the origin, or in other units."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import numpy as np

from tests.fuzz import drawing as drawings
from tests.fuzz.case import Case
from tests.fuzz.strata.gears import gears
from tests.fuzz.strata.groups import class_four, class_three, six_links
from tests.fuzz.strata.mixtures import anything, slots

ORDINARY = (class_three, class_four, six_links, gears, slots, anything)


def far(random: np.random.Generator) -> Case:
    """1e3 … 1e6 sizes away."""
    distance, way = 10.0 ** random.uniform(3.0, 6.0), random.uniform(-pi, pi)
    return transformed(random, 1.0, (float(distance * cos(way)), float(distance * sin(way))))


def units(random: np.random.Generator) -> Case:
    """In units of 1e-9 … 1e9."""
    return transformed(random, float(10.0 ** random.uniform(-9.0, 9.0)), (0.0, 0.0))


def transformed(random: np.random.Generator, unit: float, shift: tuple[float, float]) -> Case:
    stratum: Any = ORDINARY[int(random.integers(len(ORDINARY)))]
    with drawings.everything(unit, shift):
        return stratum(random)
