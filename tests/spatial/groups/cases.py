"""Mechanisms whose groups are found by iteration, and motions of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sgkin import Mechanism, load_mechanism, solve
from sgkin.arrays import Floats
from sgkin.spatial_motion import SpatialMotion
from tests.spatial.global_solver.running import drive

ITERATED = (
    "bennett", "bevel_gears", "bricard", "delta_robot", "double_cardan", "five_link", "gough_stewart", "sarrus",
    "screw_jack", "seven_revolutes",
)  # fmt: skip
REDUNDANT = ("bennett", "bricard", "sarrus")


def moved(
    mechanism: Mechanism, inputs: Any, rates: Any = None, accelerations: Any = None, **options: Any
) -> SpatialMotion:
    """A motion in space at inputs, by default with rates of one."""
    z = np.asarray(inputs, dtype=np.float64).reshape(len(inputs), -1)
    rates = np.ones_like(z) if rates is None else rates
    motion = solve(mechanism, inputs=z, input_rates=rates, input_accelerations=accelerations, **options)
    assert isinstance(motion, SpatialMotion)
    return motion


def short_way(name: str, steps: int = 7, reach: float = 0.5) -> tuple[Mechanism, tuple[Floats, Floats, Floats]]:
    """A mechanism of the library, and inputs from its design position on."""
    mechanism = load_mechanism(name)
    return mechanism, drive(mechanism, steps, reach)
