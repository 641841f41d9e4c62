"""Where coefficients do not exist, the group is named, and no infinite one is given out as solved."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Motion, MotionError, Outcome, solve
from sgkin.kernels.interface import SOLVED
from tests.coefficients.mechanisms import SOLVABLE, freed_plan, plan_of
from tests.coefficients.test_compiled import by_numba, empty
from tests.motion.drives import ways
from tests.motion.groups import SIGNATURES

Floats = NDArray[np.float64]

DEAD_POINTS = [
    ("slider_crank_piston_input", 4.0, "RRR"),
    ("slider_crank_piston_input", 2.0, "RRR"),
    ("watt_straight_line", 1.2, "RRR"),
    ("uchida_stephenson_III", 1.5, ""),
    ("landing_gear_by_piston", 0.5, ""),
    ("five_bar_2dof", [np.pi, 0.0], "RRR"),
]
"""Mechanisms, inputs at or beyond a dead point, and the group that is there."""
CHANGE_POINTS = [("parallelogram", 0.0), ("parallelogram", np.pi), ("coupled_wheels_three_parallel_cranks", np.pi)]


def all_finite(motion: Motion) -> bool:
    return bool(np.isfinite(motion.velocity_coefficients()).all() and np.isfinite(motion.coefficient_gradients()).all())


def way_to(name: str, z: object, steps: int = 40) -> Floats:
    plan = plan_of(name)
    return np.linspace(plan.initial_inputs, np.atleast_1d(np.asarray(z, dtype=float)), steps)


@pytest.mark.parametrize(("name", "z", "group"), DEAD_POINTS)
@pytest.mark.parametrize("with_rates", [False, True])
def test_a_motion_ends_before_a_dead_point(name: str, z: object, group: str, with_rates: bool) -> None:
    plan, inputs = plan_of(name), way_to(name, z)
    rates = {"input_rates": np.gradient(inputs, axis=0)} if with_rates else {}
    motion = solve(plan, inputs=inputs, coefficients=True, on_failure="return", **rates)  # type: ignore[arg-type]
    assert not motion.is_complete
    assert all_finite(motion)
    ended = Outcome.SINGULAR, Outcome.CANNOT_ASSEMBLE, Outcome.NOT_CONVERGED
    (failed,) = np.flatnonzero(np.isin(motion.status[motion.steps], ended))
    with pytest.raises(MotionError) as caught:
        solve(plan, inputs=inputs, coefficients=True, **rates)  # type: ignore[arg-type]
    assert caught.value.group == plan.structure.groups[failed].label
    assert group in caught.value.group
    assert all_finite(caught.value.motion)


@pytest.mark.parametrize(("name", "z", "group"), DEAD_POINTS)
def test_one_configuration_at_a_dead_point_has_none(name: str, z: object, group: str) -> None:
    plan = plan_of(name)
    with pytest.raises(MotionError) as caught:
        plan.coefficients(z)  # type: ignore[arg-type]
    assert group in caught.value.group
    compiled = plan.compiled()
    found = empty(compiled)
    status = by_numba(compiled, compiled.workspace(), np.atleast_1d(np.asarray(z, dtype=float)), *found)
    assert compiled.groups[status] == caught.value.group
    assert all((part == 1e300).all() for part in found)


@pytest.mark.parametrize(("name", "z"), CHANGE_POINTS)
def test_change_points(name: str, z: float) -> None:
    """A single configuration has no coefficients; a motion has their limit, and says where."""
    plan, inputs = plan_of(name), np.concatenate([way_to(name, z), [[z + 0.1]]])
    with pytest.raises(MotionError) as caught:
        plan.coefficients(z)
    assert caught.value.outcome is Outcome.SINGULAR
    compiled = plan.compiled()
    status = by_numba(compiled, compiled.workspace(), np.array([z]), *empty(compiled))
    assert compiled.groups[status] == caught.value.group
    motion = solve(plan, inputs=inputs, coefficients=True)
    assert all_finite(motion)
    touched = np.flatnonzero(motion.status[-2] == Outcome.CHANGE_POINT)
    assert caught.value.group in [plan.structure.groups[number].label for number in touched]


@pytest.mark.parametrize("name", SOLVABLE)
def test_all_that_a_motion_gives_out_is_finite(name: str) -> None:
    """Over the range of the file and on, as far as the mechanism goes."""
    plan = plan_of(name)
    for drive in ways(plan.mechanism, 36):
        further = np.concatenate([drive.inputs, drive.inputs[-1] + 0.3 * (drive.inputs[1:] - drive.inputs[0])])
        motion = solve(plan, inputs=further, coefficients=True, on_failure="return")
        assert motion.steps >= len(drive.inputs)
        assert all_finite(motion)


@pytest.mark.parametrize("signature", SIGNATURES)
def test_coefficients_are_finite_up_to_the_end_of_a_mode(signature: str) -> None:
    """The end is found by halving the way: all that is solved is finite, and the group is named where it is not."""
    plan = freed_plan(signature)
    compiled = plan.compiled()
    direction = np.random.default_rng(1).normal(size=len(plan.input_names))
    solved, failed = 0.0, 20.0
    names: set[int] = set()
    for _ in range(55):
        middle = (solved + failed) / 2.0
        found = empty(compiled)
        status = by_numba(compiled, compiled.workspace(), plan.initial_inputs + middle * direction, *found)
        if status == SOLVED:
            assert all(np.isfinite(part).all() for part in found)
            solved = middle
        else:
            assert all((part == 1e300).all() for part in found)
            names.add(status)
            failed = middle
    assert {compiled.groups[number] for number in names} <= {plan.structure.groups[-1].label}
