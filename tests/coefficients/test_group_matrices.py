"""The matrices of single groups, and the chain rule that makes the coefficients of the whole mechanism of them."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import InputError, MotionError, Outcome, compose_coefficients, load_mechanism, make_plan
from sgkin.kinematic_plan import KinematicPlan
from tests.coefficients.drivers import DRIVEN
from tests.coefficients.mechanisms import COMBS, SOLVABLE, freed_plan, plan_of
from tests.motion.groups import SIGNATURES

EVERY = pytest.mark.parametrize("name", [*SOLVABLE, *COMBS])


def agrees_with_propagation(plan: KinematicPlan, part: float) -> None:
    """The chain rule against the tape, at inputs a little beside the initial ones."""
    z = plan.initial_inputs + part * plan.input_scales
    found = plan.coefficients(z)
    groups = [plan.group_matrices(group, z) for group in plan.structure.groups]
    K, L = compose_coefficients(groups, plan.links, plan.input_names)
    np.testing.assert_allclose(K, found.K, rtol=0.0, atol=1e-12 * np.abs(found.K).max())
    largest = max(np.abs(found.L).max(), np.abs(found.K).max() / plan.input_scales.min())
    np.testing.assert_allclose(L, found.L, rtol=0.0, atol=1e-11 * largest)


@EVERY
@pytest.mark.parametrize("part", [0.0, 0.01])
def test_chain_rule_gives_what_the_propagation_gives(name: str, part: float) -> None:
    agrees_with_propagation(plan_of(name), part)


@pytest.mark.parametrize("kind", DRIVEN)
def test_chain_rule_for_every_kind_of_driver(kind: str) -> None:
    agrees_with_propagation(make_plan(DRIVEN[kind]), 0.01)


@pytest.mark.parametrize("signature", SIGNATURES)
def test_matrices_by_every_coordinate_on_which_a_group_hangs(signature: str) -> None:
    plan = freed_plan(signature)
    z = plan.initial_inputs
    _, K, L = plan.coefficients(z)
    found = plan.group_matrices(len(plan.structure.groups) - 1, z)
    rows = [plan.coordinate_names.index(name) for name in found.group.dependent]
    columns = [plan.input_names.index(name) for name in found.group.independent]
    np.testing.assert_allclose(found.K, K[np.ix_(rows, columns)], rtol=0.0, atol=1e-12 * np.abs(K).max())
    np.testing.assert_allclose(found.L, L[np.ix_(rows, columns, columns)], rtol=0.0, atol=1e-11 * np.abs(L).max())


@EVERY
def test_they_are_what_the_paper_says(name: str) -> None:
    plan = plan_of(name)
    for number, group in enumerate(plan.structure.groups):
        found = plan.group_matrices(number, plan.initial_inputs)
        a, b = len(group.dependent), len(group.independent)
        assert (found.Phi_phi.shape, found.Phi_h.shape, found.S.shape, found.R.shape) == (
            (a, a),
            (a, b),
            (a + b, a),
            (a + b, b),
        )
        assert (found.K.shape, found.L.shape, len(set(found.conditions))) == ((a, b), (a, b, b), a)
        np.testing.assert_allclose(found.S[:a] @ found.Phi_phi, np.eye(a), rtol=0.0, atol=1e-11)
        assert not found.S[a:].any()
        np.testing.assert_array_equal(found.R, np.concatenate([found.K, np.eye(b)]))
        tiny = 1e-12 * max(np.abs(found.Phi_phi).max() * np.abs(found.K).max(initial=1.0), 1.0)
        np.testing.assert_allclose(np.hstack([found.Phi_phi, found.Phi_h]) @ found.R, 0.0, rtol=0.0, atol=tiny)
        np.testing.assert_allclose(
            found.L, found.L.swapaxes(1, 2), rtol=0.0, atol=1e-12 * np.abs(found.L).max(initial=1.0)
        )


def test_corrected_equation_15_of_a_dyad() -> None:
    """S (dΦ_h/dh_j + dΦ_φ/dh_j K) with total derivatives, taken by differences of the matrices along the crank."""
    plan = plan_of("four_bar_crank_rocker")
    z, step = plan.initial_inputs, 1e-4
    places, weights = np.array([-2.0, -1.0, 1.0, 2.0]), np.array([1.0, -8.0, 8.0, -1.0]) / 12.0
    around = [plan.group_matrices(1, z + place * step) for place in places]
    found = plan.group_matrices(1, z)
    by_h, by_phi, K = (
        sum(weight * getattr(each, name) for weight, each in zip(weights, around, strict=True)) / step
        for name in ("Phi_h", "Phi_phi", "K")
    )
    crank = plan.coefficients(z).K[[plan.coordinate_names.index(name) for name in found.group.independent], 0]
    expected = -found.S[:6] @ (by_h + by_phi @ found.K)
    np.testing.assert_allclose(found.L @ crank, expected, rtol=0.0, atol=1e-8 * np.abs(expected).max())
    np.testing.assert_allclose(K, expected, rtol=0.0, atol=1e-8 * np.abs(expected).max())


def test_conditions_have_the_names_of_what_states_them() -> None:
    plan = plan_of("slider_crank")
    assert plan.group_matrices(0, plan.initial_inputs).conditions == ("A.x", "A.y", "motor")
    second = plan.group_matrices(plan.structure.groups[1], plan.initial_inputs)
    assert second.conditions[-2:] == ("D.theta", "D.across")
    assert second.group.independent == ("crank.x", "crank.y", "crank.theta")


def test_redundant_conditions_are_left_out() -> None:
    plan = plan_of("coupled_wheels_three_parallel_cranks")
    redundant = [group for group in plan.structure.groups if group.redundant]
    assert redundant
    for group in redundant:
        found = plan.group_matrices(group, plan.initial_inputs)
        assert len(found.conditions) == len(group.dependent)
        assert np.linalg.cond(found.Phi_phi) < 1e6


@pytest.mark.parametrize("group", [2, -1, True, "RRR", 0.0, None])
def test_groups_that_are_not_there(group: object) -> None:
    plan = plan_of("four_bar_crank_rocker")
    with pytest.raises(InputError, match=r"0 I\(crank\), 1 RRR\(coupler, rocker\)"):
        plan.group_matrices(group, plan.initial_inputs)  # type: ignore[arg-type]


def test_a_change_point_has_none() -> None:
    plan = make_plan(load_mechanism("parallelogram"))
    with pytest.raises(MotionError) as caught:
        plan.group_matrices(1, [0.0])
    assert caught.value.outcome is Outcome.SINGULAR
    assert "coupler" in caught.value.group
