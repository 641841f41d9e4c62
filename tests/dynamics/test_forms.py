"""Equations in the inputs, group by group, and with multipliers of the whole mechanism: the same accelerations."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    Motion,
    MotionError,
    Prismatic,
    Revolute,
    make_plan,
    solve,
)
from sgkin.dynamics.form_comparison import compare_forms
from sgkin.dynamics.multiplier_form import along_motion
from sgkin.dynamics.whole_equations import WholeEquations
from sgkin.kernels.equations_block import SOLVED
from sgkin.kernels.whole_linear import NEW_ORDER
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.force import Actuator, PointForce, RotationalSpring
from sgkin.model.force_law import OwnForceLaw
from sgkin.model.mass import Mass
from sgkin.solving import global_start
from tests.dynamics.loaded import loaded
from tests.dynamics.states import MOVING, STEPS, Array, along, choices_of_free, compared, driven_plans
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA, stratum_of

AGREE = 1e-9


@pytest.mark.parametrize("name", MOVING)
def test_groups_and_multipliers_agree(name: str) -> None:
    for plan in driven_plans(name):
        for free in choices_of_free(plan):
            found = compared(plan, free, np.linspace(0.0, 1.0, STEPS + 1), 3)
            assert found.largest < AGREE, (free, found.differences)


@pytest.mark.parametrize("name", MOVING)
def test_compiled_is_the_same(name: str) -> None:
    plan = driven_plans(name)[0]
    times = np.linspace(0.0, 1.0, 7)
    motion = solve(plan, times)
    for free in ((), *choices_of_free(plan)):
        expected = along_motion(motion, free).accelerations
        for stabilisation in ("baumgarte", "augmented-lagrangian"):
            for full in (True, False):
                equations = WholeEquations(global_start(plan), free, stabilisation, full, 0.0)
                found = np.stack([compiled(equations, motion, step) for step in range(motion.steps)])
                unit = np.array([equations.unit, equations.unit, 1.0])
                largest = np.abs(expected / unit).max(axis=(1, 2), keepdims=True)
                apart = np.abs((found - expected) / unit) / largest
                assert apart.max() < AGREE, (free, stabilisation, full)


def compiled(equations: WholeEquations, motion: Motion, step: int) -> Array:
    """Accelerations (links, 3) by the compiled equations at a step of a motion."""
    poses, rates = (
        np.stack([getattr(motion, part)(link)[step] for link in equations.links]) for part in ("position", "velocity")
    )
    y, result = equations.state(poses, rates), np.zeros(2 * equations.size)
    assert motion.times is not None
    workspace, t = equations.workspace(), float(motion.times[step])
    status = equations.rates(workspace, t, y, result)
    if status == NEW_ORDER:
        equations.order(np.concatenate([y[: equations.size], equations.whole.start[equations.size :]]))
        workspace = equations.workspace()
        status = equations.rates(workspace, t, y, result)
    assert status == SOLVED
    assert max(equations.residuals(workspace)) < 1e-9
    accelerations: Array = equations.link_motion(np.concatenate([y, result[equations.size :]]))[2]
    return accelerations


def followed(plan: KinematicPlan, times: Array) -> Array:
    """The times up to which a motion by laws goes; it may begin where it ends, and go the other way."""
    try:
        solve(plan, times)
    except MotionError as error:
        return times[: error.motion.steps]
    return times


@pytest.mark.parametrize("seed", range(30))
def test_random_mechanisms(seed: int) -> None:
    case = drawn(STRATA[stratum_of(seed)], seed)
    with warnings.catch_warnings(action="ignore"):
        plan = make_plan(loaded(case.mechanism, seed))
    ways = [followed(plan, way * np.linspace(0.0, 0.3, 8)) for way in (1.0, -1.0)]
    times = max(ways, key=len)
    assert len(times) >= 2
    for free in choices_of_free(plan):
        found = compared(plan, free, times, seed)
        assert found.largest < AGREE, (free, found.differences)


@pytest.mark.parametrize("name", ["crank_shaper", "five_bar_2dof", "hydraulic_excavator_front", "boom_by_distance"])
def test_driving_forces_drive(name: str) -> None:
    """A force as large as the multiplier of an input, on inputs that are free, moves them as their laws did."""
    plan = driven_plans(name)[0]
    times = np.linspace(0.1, 0.9, 5)
    motion = solve(plan, times)
    answer = along_motion(motion)
    assert motion.input_accelerations is not None
    for step, t in enumerate(times):
        forces = [
            Actuator(f"drive {number}", input, float(answer.driving_force(input)[step]))
            for number, input in enumerate(plan.input_names)
        ]
        pushed = make_plan(replace(plan.mechanism, forces=(*plan.mechanism.forces, *forces)))
        moments = np.linspace(0.0, t, 30)
        found = compare_forms(pushed, pushed.input_names, moments, *along(pushed, moments)).input_accelerations[-1]
        apart = np.abs(found - motion.input_accelerations[step]).max()
        assert apart < AGREE * np.abs(answer.accelerations[step]).max()


def test_undetermined_multipliers_are_named() -> None:
    """Three parallel cranks on one rod: the forces along the rod are shared in any way, the motion is one."""
    answer = along_motion(solve(driven_plans("coupled_wheels_three_parallel_cranks")[0], np.linspace(0.0, 1.0, 9)))
    assert not answer.determined.all()
    assert answer.is_determined(answer.owners[-1].name).all()  # the input
    unique = along_motion(solve(driven_plans("slider_crank")[0], np.linspace(0.0, 1.0, 9)))
    assert unique.determined.all()


@pytest.mark.parametrize("turns", [-2, -1, 0, 1])
@pytest.mark.parametrize("quarter", [0.5 * np.pi, 1.5 * np.pi])
def test_torsion_spring_near_a_change_point_knows_its_turns(turns: int, quarter: float) -> None:
    """Crank and rod of one length: all bars meet at a quarter turn, whichever turn it is."""
    mechanism = Mechanism(
        "isosceles",
        links=[
            Link("ground", {"O": (0.0, 0.0)}),
            Link("crank", {"O": (0.0, 0.0), "A": (0.1, 0.0)}),
            Link("rod", {"A": (0.0, 0.0), "B": (0.1, 0.0)}),
            Link("piston", {"B": (0.0, 0.0)}),
        ],
        joints=[
            Revolute("O", ("ground", "crank")),
            Revolute("A", ("crank", "rod")),
            Revolute("B", ("rod", "piston")),
            Prismatic("D", ("ground", "piston"), at=("O", "B")),
        ],
        drivers=[JointDriver("motor", "O", ConstantSpeed(1.0, start=0.3))],
        initial=InitialConfiguration(angles={"crank": 0.3, "rod": -0.3}),
        masses={name: Mass(1.0, (0.03, 0.01), 2e-3) for name in ("crank", "rod", "piston")},
        forces=[RotationalSpring("wound", "O", 0.5), RotationalSpring("bent", "A", 0.2, 0.4)],
    )
    plan = make_plan(mechanism)
    end = quarter + 0.03 + 2.0 * np.pi * turns
    z = np.linspace(0.3, end, 40 * (1 + abs(turns)))[:, None]
    found = compare_forms(plan, plan.input_names, np.zeros(len(z)), z, np.ones_like(z))
    assert found.differences[-3:].max() < AGREE


def test_force_that_turns_with_a_link_knows_no_value() -> None:
    """In a link that moves there is only a rate along a direction; a law of one's own is given 0 as the value."""
    mechanism = driven_plans("slider_crank")[0].mechanism
    seen: list[float] = []

    def law(t: float, value: float, rate: float) -> float:
        seen.append(value)
        return 5.0 + 100.0 * value - rate

    force = PointForce("thrust", "rod.C", OwnForceLaw(law), 0.3, frame="crank")
    plan = make_plan(replace(mechanism, forces=(force,)))
    found = compared(plan, plan.input_names, np.linspace(0.0, 1.0, 9), 2)
    assert found.largest < AGREE
    assert set(seen) == {0.0}


def test_another_order_of_elimination_changes_nothing() -> None:
    plan = driven_plans("jansen_leg")[0]
    motion = solve(plan, np.linspace(0.0, 1.0, 3))
    for stabilisation in ("baumgarte", "augmented-lagrangian"):
        equations = WholeEquations(global_start(plan), plan.input_names, stabilisation, False, 0.0)
        before = compiled(equations, motion, 1)
        poses = np.stack([motion.position(link)[2] for link in equations.links])
        there = equations.state(poses, np.zeros_like(poses))[: equations.size]
        equations.order(np.concatenate([there, equations.whole.start[equations.size :]]))
        np.testing.assert_allclose(compiled(equations, motion, 1), before, rtol=0.0, atol=1e-11 * np.abs(before).max())
