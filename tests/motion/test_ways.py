"""A configuration does not depend on where a motion begins, how it is divided into steps, or whether it turns back."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Motion, load_mechanism, make_plan, mechanism_names, solve
from tests.motion.coordinates import positions
from tests.motion.dense_newton import DenseMechanism
from tests.motion.drives import ways

MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]
STEPS = 60


def apart(motion: Motion, other: NDArray[np.float64]) -> float:
    """How far positions are apart, in sizes of the mechanism and radians."""
    return float(np.abs((positions(motion) - other) / DenseMechanism(motion.mechanism).scales[:, None]).max())


@pytest.mark.parametrize("name", MOVING)
def test_the_end_of_a_motion_alone(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    for drive in ways(plan.mechanism, STEPS):
        whole = positions(solve(plan, inputs=drive.inputs))
        assert apart(solve(plan, inputs=drive.inputs[-7:]), whole[:, -7:]) < 1e-8


@pytest.mark.parametrize("name", MOVING)
def test_there_and_back(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    for drive in ways(plan.mechanism, STEPS):
        motion = solve(plan, inputs=np.concatenate([drive.inputs, drive.inputs[-2::-1]]))
        assert apart(motion, positions(motion)[:, ::-1]) < 1e-8


@pytest.mark.parametrize("name", MOVING)
@pytest.mark.parametrize("every", [3, 20])
def test_fewer_steps(name: str, every: int) -> None:
    plan = make_plan(load_mechanism(name))
    for drive in ways(plan.mechanism, STEPS):
        whole = positions(solve(plan, inputs=drive.inputs))
        assert apart(solve(plan, inputs=drive.inputs[::every]), whole[:, ::every]) < 1e-8


@pytest.mark.parametrize("name", MOVING)
def test_uneven_steps(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    some = np.unique(np.random.default_rng(2).integers(0, STEPS, 15))
    for drive in ways(plan.mechanism, STEPS):
        whole = positions(solve(plan, inputs=drive.inputs))
        assert apart(solve(plan, inputs=drive.inputs[some]), whole[:, some]) < 1e-8
