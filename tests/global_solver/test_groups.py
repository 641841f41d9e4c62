"""Every registered group, at random geometry: the whole mechanism at once gives the motion that the groups give."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import solve
from tests.motion.coordinates import accelerations, positions, velocities
from tests.motion.drives import initial_inputs, way
from tests.motion.groups import CASES, good_plan


@pytest.mark.parametrize("method", ["global-sparse", "global-dense"])
@pytest.mark.parametrize(("signature", "number"), CASES)
def test_same_as_by_groups(signature: str, number: int, method: str) -> None:
    plan = good_plan(signature, number)
    start = initial_inputs(plan.mechanism)
    drive = way(start, start + np.resize([4e-3, -2e-3, 3e-3], len(start)), 4)
    for unit in (False, True):
        motion, whole = (
            solve(
                plan,
                inputs=drive.inputs,
                input_rates=drive.rates,
                input_accelerations=drive.accelerations,
                coefficients=unit,
                method=how,
            )
            for how in ("groups", method)
        )
        for read in (positions, velocities, accelerations):
            expected = read(motion)
            np.testing.assert_allclose(read(whole), expected, rtol=0.0, atol=1e-9 * max(1.0, np.abs(expected).max()))
    for expected, found in (
        (motion.velocity_coefficients(), whole.velocity_coefficients()),
        (motion.coefficient_gradients(), whole.coefficient_gradients()),
    ):
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())
