"""A configuration stays usable as `near` when a plan has grown since it was made."""

from __future__ import annotations

import numpy as np

from sgkin import load_mechanism, make_plan, solve


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
