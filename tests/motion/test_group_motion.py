"""Every registered group, at random geometry and on the move: it closes, its rates are right, and it keeps its mode."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgkin import Mechanism, solve
from sgkin.groups.registry import REGISTRY, declaration_for
from sgkin.structure.structure import Group
from tests.motion.coordinates import accelerations, positions, velocities
from tests.motion.dense_newton import DenseMechanism
from tests.motion.differences import first_difference, inner, second_difference
from tests.motion.drives import initial_inputs, way
from tests.motion.groups import CASES, SIGNATURES, carried_plan, good_plan, initial_coordinates


def check_initial_configuration(mechanism: Mechanism) -> Group:
    """It is closed, and where Newton's method on the whole mechanism finds it; the last group is returned."""
    motion = solve(mechanism, inputs=initial_inputs(mechanism)[None])
    dense = DenseMechanism(mechanism)
    q = positions(motion)[:, 0]
    assert np.abs(dense.conditions(q, motion.inputs[0])).max() < 1e-13
    assert np.abs((q - initial_coordinates(mechanism)) / dense.scales).max() < 1e-9
    return motion.structure.groups[-1]


@settings(max_examples=150)
@given(st.sampled_from(SIGNATURES), st.integers(0, 2**32 - 1))
def test_initial_configuration_is_that_of_newton(signature: str, seed: int) -> None:
    group = check_initial_configuration(REGISTRY[signature].example(np.random.default_rng(seed)))
    assert declaration_for(group) is REGISTRY[signature]


@pytest.mark.parametrize(("signature", "number"), [case for case in CASES if case[0].endswith("*")])
def test_driven_groups_are_in_closed_form(signature: str, number: int) -> None:
    assert all(element is None or element.sign is None for element in good_plan(signature, number).solvers)


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_initial_configuration_of_a_carried_group(signature: str, number: int) -> None:
    check_initial_configuration(carried_plan(signature, number).mechanism)


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_rates_are_differences_of_position(signature: str, number: int) -> None:
    known = good_plan(signature, number)
    start = initial_inputs(known.mechanism)
    drive = way(start, start + np.resize([5e-4, -2e-4], len(start)), 20)
    motion = drive.solve(known.mechanism)
    q, qd, qdd = positions(motion), velocities(motion), accelerations(motion)
    assert np.abs(first_difference(q, drive.interval) - inner(qd)).max() < 1e-7 * np.abs(qd).max()
    assert np.abs(second_difference(q, drive.interval) - inner(qdd)).max() < 1e-5 * np.abs(qdd).max()
