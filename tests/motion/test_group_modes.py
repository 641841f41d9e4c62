"""Every registered group over a long way: it keeps its mode in coarse and fine steps, and where it ends it is singular.

Nothing in a solved step is open, infinite or no number, and what ends the motion says so.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Motion, MotionError, Outcome, solve
from tests.motion.coordinates import accelerations, positions, velocities
from tests.motion.dense_newton import DenseMechanism
from tests.motion.drives import initial_inputs, way
from tests.motion.groups import CASES, good_plan

FINE, COARSE = 720, 36


@cache
def long_way(signature: str, number: int, steps: int) -> tuple[Motion, MotionError | None]:
    """A turn of the first crank while the other goes back, or as much of it as there is."""
    plan = good_plan(signature, number)
    start = initial_inputs(plan.mechanism)
    drive = way(start, start + np.where(plan.angles, np.resize([2.0 * np.pi, -1.9], len(start)), 0.2 * start), steps)
    try:
        return solve(plan, inputs=drive.inputs, input_rates=drive.rates), None
    except MotionError as error:
        return error.motion, error


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_coarse_steps_lead_to_the_same_places(signature: str, number: int) -> None:
    fine, coarse = (long_way(signature, number, steps)[0] for steps in (FINE, COARSE))
    every = FINE // COARSE
    assert coarse.steps == (fine.steps + every - 1) // every
    scales = DenseMechanism(fine.mechanism).scales[:, None]
    apart = (positions(fine)[:, ::every] - positions(coarse)) / scales
    assert np.abs(apart).max() < 1e-6


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_solved_steps_are_closed_and_finite(signature: str, number: int) -> None:
    motion, _ = long_way(signature, number, FINE)
    dense = DenseMechanism(motion.mechanism)
    q = positions(motion)
    size = np.maximum(np.abs(q / dense.scales[:, None]).max(axis=0), 1.0)
    assert np.abs(dense.conditions(q, motion.inputs.T) / size).max() < 1e-11
    assert np.isfinite(velocities(motion)).all()
    assert np.isfinite(accelerations(motion)).all()
    assert (motion.status[: motion.steps] <= Outcome.CHANGE_POINT).all()


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_a_mode_ends_in_a_singular_position(signature: str, number: int) -> None:
    plan, (motion, error) = good_plan(signature, number), long_way(signature, number, FINE)
    if error is None:
        assert motion.is_complete
        return
    assert error.outcome in (Outcome.CANNOT_ASSEMBLE, Outcome.SINGULAR)
    group = plan.solved_groups[-1]  # nothing ends at a driven link
    assert error.group == motion.structure.groups[group].label
    assert error.step == motion.steps
    assert motion.outcome(group, error.step) is error.outcome
    end = np.array([error.inputs[name] for name in motion.mechanism.input_names])
    last = motion.inputs[-1]
    rest = last + np.outer(1.0 - 0.5 ** np.arange(1, 20), end - last)
    inputs = np.concatenate([motion.inputs, rest])
    nearer = solve(plan, inputs=inputs, on_failure="return")
    assert singularity(nearer, -1) < 0.05 * singularity(motion, 0)


def singularity(motion: Motion, step: int) -> float:
    """How far a step is from a singular position: smallest over largest singular value, lengths by their reach."""
    dense = DenseMechanism(motion.mechanism)
    q = positions(motion)[:, step]
    values: NDArray[np.float64] = np.linalg.svd(dense.jacobians(q, motion.inputs[step])[0] * dense.scales)[1]
    return float(values[-1] / values[0])
