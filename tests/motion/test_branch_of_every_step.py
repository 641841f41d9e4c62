"""The branch that a motion tells of a step is that of the configuration there, also right behind a change point."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    Motion,
    Outcome,
    Prismatic,
    Revolute,
    make_plan,
    solve,
)
from sgkin.groups.plan_builder import feature_value
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.four_bars import four_bar
from tests.motion.test_change_points_of_others import coupled_cranks, folding_slider_crank

STEPS = 24
"""A turn; steps from 15 degrees on fall on change points at whole and half turns."""


def slotted_lever(angle: float) -> Mechanism:
    """A crank as long as ground: its pin goes through the pivot of the slotted lever, which turns half as fast."""
    return Mechanism(
        "slotted_lever",
        links=[
            Link("ground", {"A": (0.0, 0.0), "D": (1.0, 0.0)}),
            Link("crank", {"A": (0.0, 0.0), "B": (1.0, 0.0)}),
            Link("block", {"B": (0.0, 0.0), "S": (0.0, 0.0)}),
            Link("lever", {"D": (0.0, 0.0), "S": (0.0, 0.0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "block")),
            Prismatic("S", ("block", "lever")),
            Revolute("D", ("ground", "lever")),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0, start=angle))],
        initial=InitialConfiguration(angles={"lever": 0.5 * (angle + np.pi)}),
    )


MECHANISMS: dict[str, Callable[[float], Mechanism]] = {
    "parallelogram": lambda angle: four_bar(2.0, 6.0, 2.0, 6.0, angle=angle),
    "antiparallelogram": lambda angle: four_bar(2.0, 6.0, 2.0, 6.0, angle=angle, side=-1),
    "kite": lambda angle: four_bar(2.0, 5.0, 5.0, 2.0, angle=angle),
    "coupled cranks": lambda angle: coupled_cranks(angle, 3),
    "folding slider-crank": folding_slider_crank,
    "slotted lever": slotted_lever,
}


def branches_there(plan: KinematicPlan, motion: Motion) -> NDArray[np.int8]:
    """Branches (steps, groups) as the declarations of the groups read them off the configurations."""
    branches = np.zeros_like(motion.branches)
    poses = {link: motion.pose(link) for link in motion.mechanism.moving_links}
    poses[motion.mechanism.ground] = np.zeros((motion.steps, 3))
    for group in plan.solved_groups:
        element = plan.element(group)
        assert element.declaration is not None
        assert element.declaration.branch is not None
        for step in range(motion.steps):
            there = {link: (x, y, theta) for link, rows in poses.items() for x, y, theta in [rows[step].tolist()]}
            inputs, outputs = (
                tuple(feature_value(feature, there) for feature in features)
                for features in (element.inputs, element.outputs)
            )
            branches[step, group] = element.declaration.branch(inputs, outputs, element.geometry)
    return branches


def changes(motion: Motion) -> int:
    return int(np.count_nonzero(np.diff(motion.branches[:, -1])))


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("name", MECHANISMS)
def test_change_points_between_steps(name: str, backwards: bool) -> None:
    plan = make_plan(MECHANISMS[name](np.radians(22.0)))
    turns = np.linspace(0.0, 4.0 * np.pi, 2 * STEPS + 1)
    motion = solve(plan, inputs=np.radians(22.0) + (-turns if backwards else turns))
    assert not (motion.status == Outcome.CHANGE_POINT).any()
    assert changes(motion) >= 2
    np.testing.assert_array_equal(motion.branches, branches_there(plan, motion))


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("name", [name for name in MECHANISMS if name not in ("kite", "slotted lever")])
def test_change_points_on_steps(name: str, backwards: bool) -> None:
    """There branches meet: such a step keeps that of the one before it, and the next one has the new one."""
    plan = make_plan(MECHANISMS[name](np.radians(15.0)))
    turns = np.linspace(0.0, 4.0 * np.pi, 2 * STEPS + 1)
    motion = solve(plan, inputs=np.radians(15.0) + (-turns if backwards else turns))
    on = motion.status == Outcome.CHANGE_POINT
    assert np.count_nonzero(on[:, -1]) == 4
    assert changes(motion) == 4
    assert not on[[0, -1]].any()
    there = branches_there(plan, motion)
    np.testing.assert_array_equal(motion.branches[~on], there[~on])
    before = np.roll(motion.branches, 1, axis=0)
    np.testing.assert_array_equal(motion.branches[on], before[on])


@pytest.mark.parametrize("name", ["parallelogram", "antiparallelogram", "folding slider-crank"])
def test_turning_back_on_a_change_point_changes_nothing(name: str) -> None:
    there = np.radians(np.arange(120.0, 181.0, 15.0)) - (np.pi / 2.0 if name.startswith("folding") else 0.0)
    plan = make_plan(MECHANISMS[name](there[0]))
    motion = solve(plan, inputs=[*there, *there[-2::-1]])
    assert changes(motion) == 0
