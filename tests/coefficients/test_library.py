"""Velocity coefficients and their gradients of every mechanism of the library and of combs of driven four-bars."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import MotionError, Outcome, load_mechanism, make_plan
from sgkin.kinematic_plan import KinematicPlan
from tests.coefficients.mechanisms import COMBS, SOLVABLE, plan_of


@pytest.fixture(scope="module", params=[*SOLVABLE, *COMBS])
def plan(request: pytest.FixtureRequest) -> KinematicPlan:
    return plan_of(request.param)


def test_there_are_mechanisms_with_one_two_three_and_eight_inputs() -> None:
    assert {1, 2, 3, 8} <= {len(plan_of(name).input_names) for name in (*SOLVABLE, *COMBS)}


def test_velocity_and_acceleration_follow_from_them(plan: KinematicPlan) -> None:
    z, f = plan.initial_inputs, len(plan.input_names)
    rates, accelerations = np.linspace(1.0, 1.5, f), np.linspace(0.3, -0.2, f)
    _, K, L = plan.coefficients(z)
    found = plan.evaluate(z, rates, accelerations)
    assert found.velocities is not None
    assert found.accelerations is not None
    scale = 1e-12 * max(1.0, np.abs(found.accelerations).max())
    np.testing.assert_allclose(K[:-f] @ rates, found.velocities.ravel(), rtol=0.0, atol=scale)
    second = K @ accelerations + np.einsum("cij,i,j->c", L, rates, rates)
    np.testing.assert_allclose(second[:-f], found.accelerations.ravel(), rtol=0.0, atol=scale)


def test_they_are_the_derivatives_of_the_coordinates(plan: KinematicPlan) -> None:
    given = plan.coefficients(plan.initial_inputs)
    weights = np.array([1.0, -8.0, 8.0, -1.0]) / 12.0
    for number, scale in enumerate(plan.input_scales):
        step = np.zeros(len(plan.input_names))
        step[number] = 1e-5 * scale
        around = [
            plan.coefficients(plan.initial_inputs + side * step, near=given.configuration) for side in (-2, -1, 1, 2)
        ]
        first = sum(w * each.q for w, each in zip(weights, around, strict=True)) / step[number]
        second = sum(w * each.K for w, each in zip(weights, around, strict=True)) / step[number]
        np.testing.assert_allclose(first, given.K[:, number], rtol=0.0, atol=1e-9 * np.abs(given.K).max())
        largest = max(np.abs(given.L).max(), np.abs(given.K).max() / scale)
        np.testing.assert_allclose(second, given.L[:, :, number], rtol=0.0, atol=1e-7 * largest)


def test_gradients_are_symmetric_and_inputs_come_last(plan: KinematicPlan) -> None:
    q, K, L = plan.coefficients(plan.initial_inputs)
    f = len(plan.input_names)
    assert len(plan.coordinate_names) == len(q) == len(K) == len(L)
    np.testing.assert_array_equal(L, L.transpose(0, 2, 1))
    np.testing.assert_array_equal(q[-f:], plan.initial_inputs)
    np.testing.assert_array_equal(K[-f:], np.eye(f))
    np.testing.assert_array_equal(L[-f:], np.zeros((f, f, f)))


def test_points_stand_before_the_inputs() -> None:
    plan = make_plan(load_mechanism("jansen_leg"))
    q, K, L = plan.coefficients(plan.initial_inputs, points=["foot_triangle.foot"])
    foot = plan.coordinate_names.index("foot_triangle.x")
    x, y = plan.mechanism.link("foot_triangle").points["foot"]
    cosine, sine = np.cos(q[foot + 2]), np.sin(q[foot + 2])
    arm = np.array([cosine * x - sine * y, sine * x + cosine * y])
    left = np.array([-arm[1], arm[0]])
    turn = K[foot + 2, 0]
    np.testing.assert_allclose(q[-3:-1], q[foot : foot + 2] + arm, rtol=0.0, atol=1e-14)
    np.testing.assert_allclose(K[-3:-1, 0], K[foot : foot + 2, 0] + turn * left, rtol=0.0, atol=1e-14)
    expected = L[foot : foot + 2, 0, 0] + L[foot + 2, 0, 0] * left - turn**2 * arm
    np.testing.assert_allclose(L[-3:-1, 0, 0], expected, rtol=0.0, atol=1e-13)


def test_what_cannot_depend_on_an_input_is_zero() -> None:
    plan = make_plan(load_mechanism("five_bar_2dof"))
    _, K, L = plan.coefficients(plan.initial_inputs)
    crank = plan.coordinate_names.index("crank1.theta")
    assert K[crank].tolist() == [1.0, 0.0]
    assert not L[crank].any()


def test_a_change_point_has_none() -> None:
    plan = make_plan(load_mechanism("parallelogram"))
    with pytest.raises(MotionError) as caught:
        plan.coefficients([0.0])
    assert caught.value.outcome is Outcome.SINGULAR
    assert "coupler" in caught.value.group
