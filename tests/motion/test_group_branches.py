"""Branches of registered groups by name: each is found, kept, and read back from the configuration it leads to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    InitialConfiguration,
    InitialConfigurationError,
    Mechanism,
    make_plan,
    solve,
)
from sgkin.groups.registry import REGISTRY
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.coordinates import positions
from tests.motion.dense_newton import DenseMechanism
from tests.motion.drives import initial_inputs
from tests.motion.groups import CASES, good_plan

WITH_BRANCHES = [(signature, number) for signature, number in CASES if REGISTRY[signature].branches]
WITHOUT = [(signature, number) for signature, number in CASES if not REGISTRY[signature].branches]


def by_name(mechanism: Mechanism, branch: int) -> Mechanism:
    """The example with the branch of its group in place of all places and angles of the group."""
    cranks = {name: angle for name, angle in mechanism.initial.angles.items() if name in "ab"}
    return replace(mechanism, initial=InitialConfiguration(angles=cranks, branches={"1": branch}))


def as_found(mechanism: Mechanism, plan: KinematicPlan) -> Mechanism:
    """The example with the configuration of a plan as its initial one."""
    now = plan.evaluate(initial_inputs(mechanism))
    points = {}
    for link in mechanism.moving_links:
        x, y, theta = now.pose(link)
        for name, (px, py) in mechanism.link(link).points.items():
            place = x + np.cos(theta) * px - np.sin(theta) * py, y + np.sin(theta) * px + np.cos(theta) * py
            points[f"{link}.{name}"] = place
    angles = {link: float(now.pose(link)[2]) for link in mechanism.moving_links}
    return replace(mechanism, initial=InitialConfiguration(points=points, angles=angles))


@pytest.mark.parametrize(("signature", "number"), WITH_BRANCHES)
def test_a_named_branch_is_found_and_read_back(signature: str, number: int) -> None:
    mechanism = good_plan(signature, number).mechanism
    z = initial_inputs(mechanism)
    poses = []
    for branch in REGISTRY[signature].branches:
        plan = make_plan(by_name(mechanism, branch))
        motion = solve(plan, inputs=z[None])
        assert motion.branches[0, -1] == branch
        poses.append(positions(motion)[:, 0])
        assert np.abs(DenseMechanism(mechanism).conditions(poses[-1], z)).max() < 1e-13
        again = solve(as_found(mechanism, plan), inputs=z[None])
        assert again.branches[0, -1] == branch
        np.testing.assert_allclose(positions(again)[:, 0], poses[-1], atol=1e-9)
    assert np.abs(poses[0] - poses[1]).max() > 1e-3


@pytest.mark.parametrize(("signature", "number"), WITH_BRANCHES)
def test_a_branch_that_is_not_there_is_refused(signature: str, number: int) -> None:
    with pytest.raises(InitialConfigurationError, match=r"branch 7 of .*: allowed are \+1, -1") as caught:
        make_plan(by_name(good_plan(signature, number).mechanism, 7))
    assert "1" in caught.value.links


@pytest.mark.parametrize(("signature", "number"), WITHOUT)
def test_a_branch_of_a_group_without_is_refused(signature: str, number: int) -> None:
    plan = good_plan(signature, number)
    mechanism, link = plan.mechanism, str(plan.structure.groups[-1].links[0])
    named = replace(mechanism, initial=replace(mechanism.initial, branches={link: 1}))
    with pytest.raises(InitialConfigurationError, match="has no branches to choose from") as caught:
        make_plan(named)
    assert caught.value.links == (link,)
