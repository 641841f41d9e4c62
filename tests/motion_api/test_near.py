"""What may be given as `near`: a configuration of the same plan, also when the plan has grown since it was made."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sgkin import InputError, load_mechanism, make_plan, scalable_four_bar, solve


def test_near_from_before_further_outputs_were_asked_for() -> None:
    plan = make_plan(load_mechanism("jansen_leg"))
    z = plan.initial_inputs
    near = plan.evaluate(z)
    solve(plan, inputs=z[None, :], outputs=["foot_triangle.foot"])
    for step in range(1, 5):
        expected = plan.evaluate(z + 0.1 * step, np.ones(1))
        found = plan.evaluate(z + 0.1 * step, np.ones(1), near=near)
        np.testing.assert_allclose(found.poses, expected.poses, rtol=0.0, atol=1e-13)
        assert found.velocities is not None
        np.testing.assert_allclose(found.velocities, expected.velocities, rtol=0.0, atol=1e-13)
        near = found


@pytest.mark.parametrize("other", ["four_bar_crank_rocker", "jansen_leg"])
def test_a_configuration_of_another_plan_is_refused(other: str) -> None:
    plan, another = make_plan(load_mechanism("four_bar_crank_rocker")), make_plan(load_mechanism(other))
    near = another.evaluate(another.initial_inputs)
    calls: list[Any] = [plan.evaluate, plan.coefficients, lambda z, near: plan.modes(1, z, near)]
    calls += [lambda z, near: plan.group_matrices(1, z, near), lambda z, near: next(plan.assembly_modes(z, near))]
    for call in calls:
        with pytest.raises(InputError, match="near is a configuration of another plan"):
            call(plan.initial_inputs, near=near)


def test_what_is_no_configuration_is_refused() -> None:
    plan = make_plan(scalable_four_bar(1))
    found = plan.coefficients(plan.initial_inputs)
    with pytest.raises(InputError, match="near must be a configuration"):
        plan.evaluate(plan.initial_inputs, near=found)  # type: ignore[arg-type]
    plan.evaluate(plan.initial_inputs, near=found.configuration)
