"""What holds of velocity coefficients whatever the mechanism: work, order of names, and what cannot depend on what."""

from __future__ import annotations

import networkx
import numpy as np
import pytest

from sgkin import driven_comb, make_plan, solve
from sgkin.groups.element import Feature
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Seeds, Tape
from tests.coefficients.drivers import DRIVEN
from tests.coefficients.mechanisms import COMBS, SOLVABLE, freed_plan, plan_of
from tests.motion.dense_newton import DenseMechanism, solved
from tests.motion.groups import SIGNATURES
from tests.structure.test_file_order import rewritten

EVERY = pytest.mark.parametrize("name", [*SOLVABLE, *COMBS])


def any_plan(kind: str, name: str) -> KinematicPlan:
    if kind == "group":
        return freed_plan(name)
    return make_plan(DRIVEN[name]) if kind == "driver" else plan_of(name)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *(("library", name) for name in (*SOLVABLE, *COMBS)),
        *(("group", signature) for signature in SIGNATURES),
        *(("driver", name) for name in DRIVEN),
    ],
)
def test_complex_steps_and_virtual_power(kind: str, name: str) -> None:
    """K by complex steps of all conditions F(q, z) = 0; the forces F_qᵀ λ that hold the links work on inputs alone."""
    plan = any_plan(kind, name)
    z, f = plan.initial_inputs, len(plan.input_names)
    found = plan.coefficients(z)
    by_q, by_z = DenseMechanism(plan.mechanism).jacobians(found.q[:-f], z)
    expected = solved(by_q, -by_z)
    np.testing.assert_allclose(found.K[:-f], expected, rtol=0.0, atol=1e-9 * np.abs(found.K).max())
    forces = np.random.default_rng(1).normal(size=len(by_q))
    largest = np.abs(by_q).max() * np.abs(found.K).max() * len(by_q)
    work = found.reduced_force(forces @ by_q) + forces @ by_z
    np.testing.assert_allclose(work, 0.0, rtol=0.0, atol=1e-11 * largest)


@EVERY
def test_driven_coordinates_have_the_identity(name: str) -> None:
    """K of every driven joint angle, stroke or pose by its own input is one, and by others zero; L is zero."""
    plan = plan_of(name)
    motion = solve(plan, inputs=[plan.initial_inputs], coefficients=True)
    for driver in plan.mechanism.drivers:
        joint = getattr(driver, "joint", None)
        if joint is None or len(plan.mechanism.joint(joint).links) != 2:
            continue
        if getattr(driver, "links", ()) not in ((), plan.mechanism.joint(joint).links):
            continue
        unit = np.eye(len(plan.input_names))[plan.input_names.index(driver.name)]
        largest = np.abs(motion.velocity_coefficients()).max()
        K, L = motion.velocity_coefficients(joint)[0, 0], motion.coefficient_gradients(joint)[0, 0]
        np.testing.assert_allclose(K, unit, rtol=0.0, atol=1e-12 * largest)
        np.testing.assert_allclose(
            L, 0.0, rtol=0.0, atol=1e-11 * max(1.0, np.abs(motion.coefficient_gradients()).max())
        )


@EVERY
def test_same_coefficients_in_any_order(name: str) -> None:
    plan = plan_of(name)
    expected = plan.coefficients(plan.initial_inputs)
    other = make_plan(rewritten(plan.mechanism, 1))
    found = other.coefficients(other.initial_inputs)
    rows = [found.names.index(each) for each in expected.names[: 3 * len(plan.links)]]
    columns = [found.inputs.index(each) for each in expected.inputs]
    K, L = found.K[np.ix_(rows, columns)], found.L[np.ix_(rows, columns, columns)]
    largest = np.abs(expected.K).max()
    np.testing.assert_allclose(K, expected.K[: len(rows)], rtol=0.0, atol=1e-10 * largest)
    largest = max(np.abs(expected.L).max(), largest)
    np.testing.assert_allclose(L, expected.L[: len(rows)], rtol=0.0, atol=1e-9 * largest)


def whole_tape(plan: KinematicPlan) -> tuple[Tape, dict[str, tuple[Feature, Feature]]]:
    """The tape of all coefficients of all links."""
    site, seeds = plan.site.extended(), Seeds(len(plan.input_names), False)
    features = {link: site.link_features(link) for link in plan.links}
    wanted = list(dict.fromkeys(feature for pair in features.values() for feature in pair))
    return plan.write_tape(site, wanted, seeds, watch=False, groups=plan.solved_groups), features


@EVERY
def test_what_cannot_depend_on_an_input_is_zero_and_not_computed(name: str) -> None:
    plan = plan_of(name)
    tape, features = whole_tape(plan)
    found, graph, f = plan.coefficients(plan.initial_inputs), plan.structure.graph(), len(plan.input_names)
    for number, group in enumerate(plan.structure.groups):
        before = networkx.ancestors(graph, number) | {number}
        reach = {plan.input_names.index(each) for k in before for each in plan.structure.groups[k].inputs}
        for link in group.links:
            for feature in features[str(link)]:
                assert set(tape.features[feature].first) <= reach
                assert {i for pair in tape.features[feature].second for i in pair} <= reach
            start = 3 * plan.links.index(str(link))
            others = [i for i in range(f) if i not in reach]
            assert not found.K[start : start + 3, others].any()
            assert not found.L[start : start + 3, others].any()
            assert not found.L[start : start + 3][:, :, others].any()


@pytest.mark.parametrize("inputs", [2, 4, 8])
def test_independent_chains_cost_what_they_cost_alone(inputs: int) -> None:
    """No instruction is emitted for a tangent or a pair of inputs that do not meet."""
    one, many = (whole_tape(make_plan(driven_comb(number, 3)))[0] for number in (1, inputs))
    assert len(many.operations) == inputs * len(one.operations)
    assert len(many.rows) == inputs * len(one.rows)
    for feature in many.features.values():
        assert len(feature.first) == len(feature.second) <= 1  # none for pins on ground
