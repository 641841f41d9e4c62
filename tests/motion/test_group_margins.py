"""Margins of groups in closed form: positive where a group can be assembled, and the same elsewhere and in any size."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import make_plan
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Layout, Seeds
from tests.motion.groups import CASES, good_plan
from tests.motion.transformed import mirrored, moved, scaled

ALONG = Seeds(1, True)


def margins(plan: KinematicPlan, seeds: Seeds | None, lanes: int) -> NDArray[np.float64]:
    """Of all groups in closed form that have one (groups, lanes), in the initial configuration."""
    groups = [group for group in plan.solved_groups if plan.element(group).sign is None]
    tape = plan.tape((), seeds, watch=False, groups=groups)
    layout = Layout(tape, lanes, lanes)
    for row, value in zip(tape.input_rows, plan.initial_inputs, strict=True):
        layout.row(row)[:] = value
    for row in (*tape.rate_rows, *tape.acceleration_rows):
        layout.row(row)[:] = 0.3
    plan.run(tape, layout, plan.start.copy(), lanes)
    return np.array([layout.row(tape.margins[group]) for group in groups if group in tape.margins])


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_margins(signature: str, number: int) -> None:
    plan = good_plan(signature, number)
    expected = margins(plan, None, 1)
    assert (expected > 1e-4).all()
    for seeds, lanes in ((None, 3), (ALONG, 1), (ALONG, 3)):
        np.testing.assert_allclose(margins(plan, seeds, lanes), np.tile(expected, lanes), rtol=1e-12)
    there = plan.mechanism
    for other in (moved(there, 3.0, -2.0, 0.7), mirrored(there), scaled(there, 1e-3), scaled(there, 7e4)):
        np.testing.assert_allclose(margins(make_plan(other), None, 1), expected, rtol=1e-9)
