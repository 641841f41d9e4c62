"""Modes of mechanisms with welded links: all parts are placed, also those welded to ground and to earlier links."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import assembly_modes, make_plan
from tests.coefficients.drivers import DRIVEN

WELDED = ("welded links", "stroke", "stroke taken back")


@pytest.mark.parametrize("name", WELDED)
def test_every_mode_closes(name: str) -> None:
    mechanism = DRIVEN[name]
    begin = make_plan(mechanism).evaluate(make_plan(mechanism).initial_inputs)
    found = assembly_modes(mechanism)
    assert found.complete
    assert all(mode.residual < 1e-14 for mode in found)
    own = [mode for mode in found if np.allclose(mode.poses, begin.poses, rtol=0.0, atol=1e-12)]
    assert len(own) == 1


@pytest.mark.parametrize("name", WELDED)
def test_modes_of_single_groups_close(name: str) -> None:
    plan = make_plan(DRIVEN[name])
    for group in plan.structure.groups:
        assert all(mode.residual < 1e-14 for mode in plan.modes(group, plan.initial_inputs))
