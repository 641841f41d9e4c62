"""Random mechanisms as studies of all their dimensions, at their own: what `solve` finds."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import solve, solve_designs
from tests.designs.witness import different_outputs, whole_study
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA, stratum_of
from tests.sensitivity.search import steps


@pytest.mark.parametrize("seed", [3, 17, 28, 33, 55, 1072])
def test_the_nominal_design_is_the_mechanism(seed: int) -> None:
    """1072: an input that turns a link is read before and after what is the same for all designs."""
    mechanism = drawn(STRATA[stratum_of(seed)], seed).mechanism
    study = whole_study(mechanism)
    inputs = steps(mechanism, study, np.random.default_rng(seed))
    found = solve_designs(study, study.nominal, inputs=inputs, quantities=["coefficients"], progress=False)
    alone = solve(mechanism, inputs=inputs, coefficients=True, progress=False)
    assert different_outputs(found, 0, alone) == ""
    for link in study.outputs:
        its = alone.velocity_coefficients(link)
        assert found.velocity_coefficients(link)[0] == pytest.approx(its, rel=1e-8, abs=1e-8 * np.abs(its).max())
