"""Every registered group, at random geometry and on the move: it closes, its rates are right, and it keeps its mode."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgkin import solve
from sgkin.groups.registry import REGISTRY, declaration_for
from tests.motion.coordinates import accelerations, positions, velocities
from tests.motion.dense_newton import DenseMechanism
from tests.motion.differences import first_difference, inner, second_difference
from tests.motion.drives import initial_inputs, way
from tests.motion.groups import CASES, SIGNATURES, good_plan, initial_coordinates


@settings(max_examples=150)
@given(st.sampled_from(SIGNATURES), st.integers(0, 2**32 - 1))
def test_initial_configuration_is_that_of_newton(signature: str, seed: int) -> None:
    group = REGISTRY[signature].example(np.random.default_rng(seed))
    motion = solve(group, inputs=initial_inputs(group)[None])
    assert declaration_for(motion.structure.groups[-1]) is REGISTRY[signature]
    dense = DenseMechanism(group)
    q = positions(motion)[:, 0]
    assert np.abs(dense.conditions(q, motion.inputs[0])).max() < 1e-13
    assert np.abs((q - initial_coordinates(group)) / dense.scales).max() < 1e-9


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_rates_are_differences_of_position(signature: str, number: int) -> None:
    known = good_plan(signature, number)
    start = initial_inputs(known.mechanism)
    drive = way(start, start + np.resize([5e-4, -2e-4], len(start)), 20)
    motion = drive.solve(known.mechanism)
    q, qd, qdd = positions(motion), velocities(motion), accelerations(motion)
    assert np.abs(first_difference(q, drive.interval) - inner(qd)).max() < 1e-7 * np.abs(qd).max()
    assert np.abs(second_difference(q, drive.interval) - inner(qdd)).max() < 1e-5 * np.abs(qdd).max()
