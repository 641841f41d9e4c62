"""Derivatives by dimensions: in four ways without compiled code, and compiled beside differences of `solve`."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from sgkin import DesignMotions, SensitivityError, load_mechanism, make_study, solve, solve_designs
from sgkin.kernels.compiled import JIT
from tests.designs.witness import Array, dimensions
from tests.sensitivity.search import group_examples, library, random_mechanisms, search

SOME = ("four_bar_crank_rocker", "slider_crank", "jansen_leg", "class_III_triad_on_crank", "planetary_ring_fixed")
SETTLING = (1256, 1257)
"""Seeds whose last step of an iteration is so large that the matrix before it has another margin."""
TIMES = np.linspace(0.0, 0.3, 7)
STEP = 1e-6


def test_four_ways_agree() -> None:
    """Forwards, backwards, by differences and from what the joints state."""
    groups = islice(group_examples(), 0, None, 6)
    cases = [*groups, *(case for case in library() if case[0] in SOME), *random_mechanisms((*range(4), *SETTLING))]
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


def test_what_is_asked_for_again_is_not_made_again() -> None:
    """And never taken for something else: not even where an array that was given has changed."""
    study = make_study(load_mechanism("four_bar_crank_rocker"), ["crank.B.x", "coupler.C.x"], ["coupler"])
    inputs = np.linspace(0.0, 1.0, 5)
    weights = {("position", "coupler"): np.ones((5, 3))}

    def gradient(**options: Any) -> Array:
        return study.gradient(study.nominal, objective=weights, **options).gradient

    made, first = study.sensitivities(inputs=inputs), gradient(inputs=inputs)
    assert study.sensitivities(inputs=inputs.copy()) is made
    for options in ({"input_rates": inputs}, {"quantities": ["margin"]}):
        assert study.sensitivities(inputs=inputs, **options) is not made
    made = study.sensitivities(inputs=inputs)
    inputs += 0.5
    assert study.sensitivities(inputs=inputs) is not made
    assert np.abs(gradient(inputs=inputs) - first).max() > 1e-3
    assert np.array_equal(gradient(inputs=inputs - 0.5), first)
    assert np.array_equal(made.gradient(study.nominal, weights).gradient, first)


def test_what_an_objective_is_given_stays_as_it_is() -> None:
    study = make_study(load_mechanism("four_bar_crank_rocker"), ["crank.B.x"], ["coupler"])
    made, seen = study.sensitivities(inputs=np.linspace(0.0, 1.0, 5)), list[DesignMotions]()

    def objective(motions: DesignMotions) -> tuple[float, dict[tuple[str, str], Array]]:
        seen.append(motions)
        return 0.0, {("position", "coupler"): np.ones((5, 3))}

    for factor in (1.0, 1.1):
        made.gradient(factor * study.nominal, objective)
        made.gradient(0.9 * study.nominal, {("position", "coupler"): np.ones((5, 3))})
    for factor, motions in zip((1.0, 1.1), seen, strict=True):
        expected = solve_designs(study, factor * study.nominal, inputs=motions.drive.inputs, progress=False)
        assert np.array_equal(motions.position("coupler"), expected.position("coupler"))
