"""All assembly modes of every mechanism of the library that can move."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from sgkin import AssemblyModes, assembly_modes, load_mechanism, make_plan, solve
from tests.modes.multistart import apart, random_modes
from tests.motion.coordinates import positions
from tests.motion.dense_newton import DenseMechanism
from tests.motion.test_library_ranges import MOVING


@cache
def modes(name: str) -> AssemblyModes:
    return assembly_modes(load_mechanism(name))


@pytest.mark.parametrize("name", MOVING)
def test_the_initial_configuration_is_one_of_them(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    q = plan.evaluate(plan.initial_inputs).poses.ravel()
    assert sum(apart(plan.mechanism, q.copy(), mode) < 1e-9 for mode in modes(name)) == 1


@pytest.mark.parametrize("name", MOVING)
def test_every_mode_closes_and_starts_a_motion(name: str) -> None:
    dense = DenseMechanism(load_mechanism(name))
    for mode in modes(name)[:6]:
        assert np.abs(dense.conditions(mode.poses.ravel(), mode.inputs)).max() < 1e-11
        assert not mode.singular
        motion = solve(mode.mechanism, inputs=mode.inputs[None])
        assert apart(mode.given, positions(motion)[:, 0], mode) < 1e-9


@pytest.mark.parametrize("name", MOVING)
def test_many_starts_find_no_other(name: str) -> None:
    mechanism = load_mechanism(name)
    others = random_modes(mechanism, modes(name).inputs, starts=30)
    away = np.array([apart(mechanism, others.copy(), mode) for mode in modes(name)])
    strange = others[away.min(axis=0) > 1e-6]
    assert not len(strange) or modes(name).loose
    dense = DenseMechanism(mechanism)
    for q in strange:  # where something moves on its own
        assert np.linalg.svd(dense.jacobians(q, modes(name).inputs)[0] * dense.scales)[1][-1] < 1e-9


@pytest.mark.parametrize("name", MOVING)
def test_they_are_always_the_same(name: str) -> None:
    again = assembly_modes(load_mechanism(name))
    assert [mode.numbers for mode in again] == [mode.numbers for mode in modes(name)]
    for one, other in zip(again, modes(name), strict=True):
        assert np.array_equal(one.poses, other.poses)
