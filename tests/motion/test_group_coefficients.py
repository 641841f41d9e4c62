"""K and L of every registered group, with several inputs at once, against differences and against a motion.

Carried about, nothing that a group is given is without mixed derivatives.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sgkin import solve
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.coefficients import coefficients
from tests.motion.coordinates import accelerations, positions, velocities
from tests.motion.drives import initial_inputs
from tests.motion.groups import CASES, carried_plan, good_plan

STEP = 5e-5
AROUND = np.array([-2.0, -1.0, 1.0, 2.0])
WEIGHTS = np.array([1.0, -8.0, 8.0, -1.0]) / (12.0 * STEP)
PLANS = pytest.mark.parametrize("made", [good_plan, carried_plan])
Made = Callable[[str, int], KinematicPlan]


@PLANS
@pytest.mark.parametrize(("signature", "number"), CASES)
def test_coefficients_are_differences_of_position(signature: str, number: int, made: Made) -> None:
    plan = made(signature, number)
    z = initial_inputs(plan.mechanism)
    K = coefficients(plan, z)[1][0]
    for i in range(len(z)):
        q, _, _ = coefficients(plan, z + np.outer(AROUND * STEP, np.eye(len(z))[i]))
        assert np.abs(WEIGHTS @ q - K[:, i]).max() < 1e-9 * np.abs(K).max()


@PLANS
@pytest.mark.parametrize(("signature", "number"), CASES)
def test_gradients_are_differences_of_coefficients(signature: str, number: int, made: Made) -> None:
    plan = made(signature, number)
    z = initial_inputs(plan.mechanism)
    _, _, L = coefficients(plan, z)
    assert np.array_equal(L, L.swapaxes(2, 3))
    for i in range(len(z)):
        _, K, _ = coefficients(plan, z + np.outer(AROUND * STEP, np.eye(len(z))[i]))
        assert np.abs(np.tensordot(WEIGHTS, K, 1) - L[0, :, :, i]).max() < 1e-7 * np.abs(L).max()


@PLANS
@pytest.mark.parametrize(("signature", "number"), CASES)
def test_a_motion_is_made_of_coefficients(signature: str, number: int, made: Made) -> None:
    plan = made(signature, number)
    random = np.random.default_rng(number)
    z = initial_inputs(plan.mechanism)
    zd, zdd = random.normal(size=(2, len(z)))
    motion = solve(plan, inputs=z[None], input_rates=zd[None], input_accelerations=zdd[None])
    q, K, L = (values[0] for values in coefficients(plan, z))
    np.testing.assert_allclose(np.exp(1j * positions(motion)[:, 0]), np.exp(1j * q), atol=1e-13)
    expected = [K @ zd, K @ zdd + np.einsum("cij,i,j", L, zd, zd)]
    for found, wanted in zip((velocities(motion), accelerations(motion)), expected, strict=True):
        np.testing.assert_allclose(found[:, 0], wanted, rtol=0.0, atol=1e-12 * np.abs(wanted).max())
