"""Motions of mechanisms with masses and forces, next to where they begin, with rates and accelerations at random."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin import Mechanism, Motion, MotionLaw, Polynomial, load_mechanism, make_plan, mechanism_names, solve
from sgkin.kinematic_plan import KinematicPlan
from tests.dynamics.loaded import loaded, with_laws

MOVING = tuple(name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only)
OVERCONSTRAINED = tuple(name for name in MOVING if load_mechanism(name).expected.redundant)
DETERMINED = tuple(name for name in MOVING if name not in OVERCONSTRAINED)
TIMES = np.linspace(0.005, 0.03, 6)
KEPT: dict[str, Any] = {"coefficients": True, "on_failure": "return"}


def some_motion(mechanism: Mechanism, seed: int = 0) -> Motion:
    """A motion of a few steps; the other way where it begins at a dead point."""
    plan, random = make_plan(mechanism), np.random.default_rng(seed + 2)
    speeds, changes = random.uniform(-2.0, 2.0, (2, len(plan.input_names))) * plan.input_scales
    for way in (1.0, -1.0):
        found = solve(with_laws(mechanism, _laws(plan, way * speeds, changes)), TIMES, **KEPT)
        if found.is_complete:
            break
    return found


def _laws(plan: KinematicPlan, speeds: NDArray[np.float64], changes: NDArray[np.float64]) -> dict[str, MotionLaw]:
    each = zip(plan.input_names, plan.initial_inputs.tolist(), speeds.tolist(), changes.tolist(), strict=True)
    return {name: Polynomial((start, speed, change)) for name, start, speed, change in each}


@cache
def library_motion(name: str) -> Motion:
    """That of a mechanism of the library with masses and forces."""
    return some_motion(loaded(load_mechanism(name)))
