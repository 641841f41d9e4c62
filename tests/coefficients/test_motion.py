"""Velocity coefficients along a motion."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from sgkin import InputError, load_mechanism, make_plan, mechanism_names, solve

SOLVABLE = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]


@pytest.mark.parametrize("name", SOLVABLE)
def test_a_motion_has_those_of_its_single_configurations(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    z = plan.initial_inputs + np.linspace(0.0, 0.02, 7)[:, None] * plan.input_scales
    rates, accelerations = np.full_like(z, 0.7), np.full_like(z, -0.3)
    motion = solve(plan, inputs=z, input_rates=rates, input_accelerations=accelerations, coefficients=True)
    plain = solve(plan, inputs=z, input_rates=rates, input_accelerations=accelerations)
    K, L = motion.velocity_coefficients(), motion.coefficient_gradients()
    f, near = z.shape[1], None
    for step, inputs in enumerate(z):
        found = plan.coefficients(inputs, near=near)
        near = found.configuration
        np.testing.assert_allclose(K[step], found.K[:-f], rtol=0.0, atol=1e-10 * np.abs(found.K).max())
        np.testing.assert_allclose(L[step], found.L[:-f], rtol=0.0, atol=1e-8 * max(1.0, np.abs(found.L).max()))
    for link in plan.links:
        largest = max(1.0, np.abs(plain.acceleration(link)).max())
        np.testing.assert_allclose(motion.velocity(link), plain.velocity(link), rtol=0.0, atol=1e-12 * largest)
        np.testing.assert_allclose(motion.acceleration(link), plain.acceleration(link), rtol=0.0, atol=1e-11 * largest)


def test_points_are_read_from_their_links() -> None:
    plan = make_plan(load_mechanism("jansen_leg"))
    times = np.linspace(0.0, 0.3, 5)
    by_link = solve(plan, times, coefficients=True)
    kept = solve(plan, times, outputs=["foot_triangle.foot"], coefficients=True)
    np.testing.assert_allclose(
        by_link.velocity_coefficients("foot_triangle.foot"), kept.velocity_coefficients(), rtol=0.0, atol=1e-13
    )
    np.testing.assert_allclose(
        by_link.coefficient_gradients("foot_triangle.foot"), kept.coefficient_gradients(), rtol=0.0, atol=1e-12
    )


def test_change_points_have_the_limit_along_the_motion() -> None:
    motion = solve(load_mechanism("parallelogram"), inputs=np.radians(np.arange(90.0, 271.0, 10.0)), coefficients=True)
    K = motion.velocity_coefficients("rocker")
    np.testing.assert_allclose(K[:, 2, 0], 1.0, rtol=0.0, atol=1e-8)


def test_they_must_be_asked_for() -> None:
    motion = solve(load_mechanism("slider_crank"), [0.0, 0.1])
    with pytest.raises(InputError, match="coefficients=True"):
        motion.velocity_coefficients()


def test_they_survive_pickling() -> None:
    motion = solve(load_mechanism("five_bar_2dof"), [0.0, 0.1], coefficients=True)
    copy = pickle.loads(pickle.dumps(motion))
    np.testing.assert_array_equal(copy.coefficient_gradients(), motion.coefficient_gradients())
