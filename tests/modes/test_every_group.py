"""All assembly modes of every registered group, at random geometry."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from sgkin import AssemblyModes, assembly_modes, solve
from sgkin.plan import tape
from sgkin.plan.reused_memory import aligned
from tests.modes.multistart import apart, random_modes
from tests.motion.coordinates import positions
from tests.motion.dense_newton import DenseMechanism
from tests.motion.groups import CASES, SIGNATURES, example, good_plan, initial_coordinates
from tests.motion.transformed import mirrored, moved, scaled

MOST = {"RRR": 2, "RRP": 2, "RPR": 2, "PRP": 1, "RPP": 1, "R*": 2, "P*": 2, "pose*": 1, "RRR*": 2}
"""How many modes a dyad can have, or a driven link with a dyad before it; a group of four links has no more than six:
so often do a circle and a coupler curve meet (Gosselin, Sefrioui and Richard, Mechanism and Machine Theory 27,
1992)."""


@cache
def modes(signature: str, number: int) -> AssemblyModes:
    return assembly_modes(good_plan(signature, number).mechanism)


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_its_own_pose_is_among_them(signature: str, number: int) -> None:
    mechanism = good_plan(signature, number).mechanism
    q = initial_coordinates(mechanism)
    assert sum(apart(mechanism, q, mode) < 1e-9 for mode in modes(signature, number)) == 1


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_every_mode_closes(signature: str, number: int) -> None:
    found = modes(signature, number)
    dense = DenseMechanism(good_plan(signature, number).mechanism)
    assert found.complete
    for mode in found:
        size = max(1.0, np.abs(mode.poses.ravel() / dense.scales).max())
        assert np.abs(dense.conditions(mode.poses.ravel(), found.inputs)).max() < 1e-12 * size
        assert mode.residual < 1e-12 * size * dense.size
        assert not mode.singular


@pytest.mark.parametrize("signature", SIGNATURES)
def test_modes_come_in_pairs(signature: str) -> None:
    """Complex solutions come in pairs; the number of real ones has the parity of the degree."""
    counts = [len(assembly_modes(example(signature, seed))) for seed in range(4)]
    assert len({count % 2 for count in counts}) == 1
    assert max(counts) <= MOST.get(signature, 6)
    assert min(counts) >= 1


@pytest.mark.parametrize("signature", SIGNATURES)
def test_many_starts_find_no_other(signature: str) -> None:
    found = modes(signature, 0)
    mechanism = good_plan(signature, 0).mechanism
    others = random_modes(mechanism, found.inputs, starts=40)
    assert len(others) > 5, "this search is too poor to tell anything"
    away = np.array([apart(mechanism, others.copy(), mode) for mode in found])
    assert away.min(axis=0).max() < 1e-6


@pytest.mark.parametrize("signature", SIGNATURES)
def test_each_is_where_a_motion_begins(signature: str) -> None:
    for mode in modes(signature, 0):
        motion = solve(mode.mechanism, inputs=mode.inputs[None])
        assert apart(mode.given, positions(motion)[:, 0], mode) < 1e-10


@pytest.mark.parametrize("signature", SIGNATURES)
def test_near_a_mode_is_that_mode(signature: str) -> None:
    plan = good_plan(signature, 0)
    for mode in plan.assembly_modes(plan.initial_inputs):
        again = plan.evaluate(mode.inputs, near=mode.configuration)
        assert apart(mode.given, again.poses.ravel(), mode) < 1e-10


@pytest.mark.parametrize("signature", SIGNATURES)
def test_elsewhere_in_a_mirror_and_in_another_size_there_are_as_many(signature: str) -> None:
    mechanism = good_plan(signature, 1).mechanism
    for other in (moved(mechanism, 30.0, -20.0, 0.7), scaled(mirrored(mechanism), 1e-3)):
        assert len(assembly_modes(other)) == len(modes(signature, 1))


@pytest.mark.parametrize("signature", SIGNATURES)
def test_nothing_is_read_before_it_is_found(signature: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stood in the memory of a state before."""

    def no_numbers(size: int) -> np.ndarray:
        found = aligned(size)
        found[:] = np.nan
        return found

    monkeypatch.setattr(tape, "aligned", no_numbers)
    plan = good_plan(signature, 0)
    assert len(plan.modes(len(plan.structure.groups) - 1, plan.initial_inputs)) >= 1


@pytest.mark.parametrize("signature", SIGNATURES)
def test_one_group_alone(signature: str) -> None:
    plan = good_plan(signature, 0)
    group = len(plan.structure.groups) - 1
    found, every = plan.modes(group, plan.initial_inputs), modes(signature, 0)
    begin = next(mode for mode in every if apart(mode.given, initial_coordinates(mode.given), mode) < 1e-9)
    whole = [mode for mode in every if mode.numbers[:group] == begin.numbers[:group]]
    assert found.complete
    assert len(found) == len(whole)
    for mode, assembly in zip(found, whole, strict=True):
        assert mode.branch == assembly.branches[group]
        assert not mode.singular
        assert mode.residual < 1e-12 * max(1.0, np.abs(assembly.poses).max())
        for link in mode.links:
            np.testing.assert_allclose(mode.pose(link), assembly.pose(link), rtol=1e-9, atol=1e-9)
