"""One configuration at a time gives the numbers of a motion."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import load_mechanism, make_plan, mechanism_names, solve
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.coordinates import accelerations, positions, velocities
from tests.motion.drives import Drive, initial_inputs, way, ways
from tests.motion.groups import CASES, good_plan

MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]


def check(plan: KinematicPlan, drive: Drive) -> None:
    """Chain the configurations of a drive, and compare them with its motion; steps next to change points excepted."""
    motion = solve(plan, inputs=drive.inputs, input_rates=drive.rates, input_accelerations=drive.accelerations)
    if (np.diff(motion.branches.astype(int), axis=0) != 0).any():
        return  # single configurations keep their branches
    found: list[NDArray[np.float64]] = []
    near = None
    for z, zd, zdd in zip(drive.inputs, drive.rates, drive.accelerations, strict=True):
        near = plan.evaluate(z, zd, zdd, near=near)
        assert near.velocities is not None
        assert near.accelerations is not None
        found.append(np.array([near.poses, near.velocities, near.accelerations]))
    for number, rows in enumerate((positions(motion), velocities(motion), accelerations(motion))):
        single = np.array([step[number].ravel() for step in found]).T
        if number == 0:
            single, rows = np.exp(1j * single), np.exp(1j * rows)
        assert np.abs(single - rows).max() < 1e-12 * max(np.abs(rows).max(), 1.0)


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_registered_groups(signature: str, number: int) -> None:
    plan = good_plan(signature, number)
    start = initial_inputs(plan.mechanism)
    check(plan, way(start, start + np.resize([4e-3, -2e-3], len(start)), 8))


@pytest.mark.parametrize("name", MOVING)
def test_library(name: str) -> None:
    mechanism = load_mechanism(name)
    plan = make_plan(mechanism)
    for drive in ways(mechanism, 60):
        check(plan, drive)


def test_an_evaluation_does_not_depend_on_those_before() -> None:
    plan = make_plan(load_mechanism("class_III_triad_on_crank"))
    alone = plan.evaluate(0.3, 1.0)
    plan.evaluate(1.2, 1.0)
    again = plan.evaluate(0.3, 1.0)
    assert np.array_equal(alone.poses, again.poses)
    assert np.array_equal(alone.memory, again.memory, equal_nan=True)
