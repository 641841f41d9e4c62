"""Every mechanism of the library: the groups, the sparse and the full solution of the whole give the same motion."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Motion, Outcome, load_mechanism, make_plan, mechanism_names, solve
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.drives import Drive, ways

SOLVABLE = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]
PASSES_CHANGE_POINTS = ("parallelogram", "antiparallelogram", "coupled_wheels_three_parallel_cranks")
STEPS = 16
WAYS = [(method, coordinates) for method in ("sparse", "dense") for coordinates in ("mixed", "reference-point")]


@cache
def prepared(name: str) -> tuple[KinematicPlan, list[Drive]]:
    mechanism = load_mechanism(name)
    return make_plan(mechanism), ways(mechanism, STEPS)


def moved(plan: KinematicPlan, drive: Drive, coefficients: bool, **how: Any) -> Motion:
    return solve(
        plan,
        inputs=drive.inputs,
        input_rates=drive.rates,
        input_accelerations=drive.accelerations,
        coefficients=coefficients,
        **how,
    )


@cache
def by_groups(name: str) -> list[tuple[Motion, Motion]]:
    plan, drives = prepared(name)
    return [(moved(plan, drive, False), moved(plan, drive, True)) for drive in drives]


def columns(motion: Motion, what: str) -> NDArray[np.float64]:
    return np.concatenate([getattr(motion, what)(link) for link in motion.outputs], axis=1)


def difference(found: NDArray[np.float64], expected: NDArray[np.float64], used: NDArray[np.bool_]) -> float:
    """The largest at the steps that count, by the largest number."""
    return float(np.abs(found - expected)[used].max() / max(np.abs(expected).max(), 1e-300))


@pytest.mark.parametrize(("method", "coordinates"), WAYS)
@pytest.mark.parametrize("name", SOLVABLE)
def test_same_as_by_groups(name: str, method: str, coordinates: str) -> None:
    plan, drives = prepared(name)
    near, far = (1e-9, 1e-8) if name in PASSES_CHANGE_POINTS else (1e-11, 1e-9)
    for drive, (motion, unit) in zip(drives, by_groups(name), strict=True):
        how = {"method": f"global-{method}", "coordinates": coordinates}
        found, found_unit = moved(plan, drive, False, **how), moved(plan, drive, True, **how)
        np.testing.assert_array_equal(found.status, motion.status)
        used = (motion.status == Outcome.SOLVED).all(axis=1)  # where modes meet, derivatives are limits
        for what in ("position", "velocity", "acceleration"):
            assert difference(columns(found, what), columns(motion, what), used) < near, what
            assert difference(columns(found_unit, what), columns(motion, what), used) < near, what
        for what in ("velocity_coefficients", "coefficient_gradients"):
            assert difference(getattr(found_unit, what)(), getattr(unit, what)(), used) < far, what
