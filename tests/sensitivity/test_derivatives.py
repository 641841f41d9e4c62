"""Derivatives by dimensions: in four ways without compiled code, and compiled beside differences of `solve`."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from sgkin import SensitivityError, load_mechanism, make_study, solve
from sgkin.kernels.compiled import JIT
from tests.designs.witness import dimensions
from tests.sensitivity.search import group_examples, library, random_mechanisms, search

SOME = ("four_bar_crank_rocker", "slider_crank", "jansen_leg", "class_III_triad_on_crank", "planetary_ring_fixed")
TIMES = np.linspace(0.0, 0.3, 7)
STEP = 1e-6


def test_four_ways_agree() -> None:
    """Forwards, backwards, by differences and from what the joints state."""
    groups = islice(group_examples(), 0, None, 6)
    cases = [*groups, *(case for case in library() if case[0] in SOME), *random_mechanisms(range(4))]
    findings = list(search(cases, workers=1))
    assert [str(finding) for finding in findings if not finding.is_good] == []
    assert sum(finding.agreement is not None for finding in findings) > 8


@pytest.mark.skipif(not JIT, reason="compared in other ways above")
@pytest.mark.parametrize("name", ["four_bar_crank_rocker", "Stephenson_III_input_fivebar_side"])
def test_compiled(name: str) -> None:
    mechanism = load_mechanism(name)
    study = make_study(mechanism, dimensions(mechanism)[2:8], mechanism.moving_links[-1:])
    link = study.outputs[0]
    found = study.jacobian(study.nominal, TIMES).position(link)
    for number in range(len(study.vary)):
        ends = []
        for way in (1.0, -1.0):
            beside = study.nominal.copy()
            beside[number] += way * STEP
            ends.append(solve(study.design(beside), TIMES, progress=False).position(link))
        assert found[:, :, number] == pytest.approx((ends[0] - ends[1]) / (2.0 * STEP), abs=1e-6)
    weights = np.random.default_rng(0).normal(size=found.shape[:2])
    gradient = study.gradient(study.nominal, TIMES, objective={("position", link): weights}).gradient
    assert gradient == pytest.approx(np.einsum("mc,mcp->p", weights, found), rel=1e-12, abs=1e-12)


def test_no_derivatives_behind_a_dead_point() -> None:
    study = make_study(load_mechanism("four_bar_crank_rocker"), ["crank.B.x"], ["coupler"])
    with pytest.raises(SensitivityError, match="comes to a dead point") as caught:
        study.jacobian(3.0 * study.nominal)
    assert caught.value.group == "RRR(coupler, rocker)"
