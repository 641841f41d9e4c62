"""Overconstrained groups in space: closed over whole turns, as in the plane, and refused where they do not close."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    JointDriver,
    Link,
    Mechanism,
    MobilityError,
    MotionError,
    Revolute,
    load_mechanism,
    make_plan,
    solve,
)
from sgkin.errors import Outcome
from tests.spatial.groups.cases import REDUNDANT, moved
from tests.spatial.groups.left_open import left_open

HEIGHTS = {"A": 0.0, "B": 0.3, "C": -0.2, "D": 0.5, "E": 0.1, "F": 0.4, "G": -0.1}


@pytest.mark.parametrize("name", REDUNDANT)
def test_conditions_are_solved_by_least_squares(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    (group,) = np.flatnonzero(plan.iterated)
    assert plan.element(int(group)).redundant


@pytest.mark.parametrize("name", ["bennett", "cardan_shaft", "double_cardan"])
def test_closed_over_whole_turns(name: str) -> None:
    mechanism = load_mechanism(name)
    start = mechanism.initial_inputs["motor"]
    motion = moved(mechanism, start + np.linspace(0.0, 4.0 * np.pi, 241))
    assert motion.is_complete
    assert left_open(motion)[0] < 1e-11
    for link in mechanism.moving_links:  # the same mode after two turns
        assert np.abs(motion.orientation(link)[-1] - motion.orientation(link)[0]).max() < 1e-11


@pytest.mark.parametrize("name", ["bricard", "sarrus"])
def test_closed_over_the_whole_range(name: str) -> None:
    motion = solve(load_mechanism(name))
    assert motion.is_complete
    assert left_open(motion)[0] < 1e-12


def raised(name: str) -> tuple[Mechanism, Mechanism]:
    """A mechanism of the plane with pins alone, and the same in space with its pins at heights."""
    flat = load_mechanism(name)
    assert all(joint.letter == "R" for joint in flat.joints)
    poses = make_plan(flat).initial
    levels = {joint.name: height for joint, height in zip(flat.joints, HEIGHTS.values(), strict=False)}

    def place(link: str, point: str) -> tuple[float, float, float]:
        x, y, angle = poses[link]
        p, q = flat.link(link).points[point]
        level = next((levels[joint.name] for joint in flat.joints if (link, point) in joint.sites), 0.0)
        return x + np.cos(angle) * p - np.sin(angle) * q, y + np.sin(angle) * p + np.cos(angle) * q, level

    links = [Link(each.name, {point: place(each.name, point) for point in each.points}) for each in flat.links]
    joints = [
        Revolute(joint.name, joint.links, at=tuple(p for _, p in joint.sites), axis=(0.0, 0.0, 1.0))
        for joint in flat.joints
    ]
    (driver,) = flat.drivers
    assert isinstance(driver, JointDriver)
    return flat, Mechanism(
        "raised", links, joints, [JointDriver(driver.name, driver.joint, ConstantSpeed(1.0))], space="spatial"
    )


@pytest.mark.parametrize("name", ["class_III_triad_on_crank", "Stephenson_III_input_fivebar_side"])
def test_planar_groups_at_heights(name: str) -> None:
    flat, mechanism = raised(name)
    (start,) = mechanism.initial_inputs.values()
    (flat_start,) = flat.initial_inputs.values()
    ways = np.linspace(0.0, 0.6, 13)
    motion, wanted = moved(mechanism, start + ways), solve(flat, inputs=flat_start + ways, input_rates=np.ones((13, 1)))
    assert left_open(motion)[0] < 1e-12
    for link in flat.moving_links:
        turn = wanted.pose(link)[:, 2] - wanted.pose(link)[0, 2]
        x, y = motion.orientation(link)[:, 0, 0], motion.orientation(link)[:, 1, 0]
        assert np.abs(np.exp(1j * turn) - (x + 1j * y)).max() < 1e-11
        assert np.abs(motion.angular_velocity(link)[:, 2] - wanted.velocity(link)[:, 2]).max() < 1e-10
        assert np.abs(motion.angular_velocity(link)[:, :2]).max() < 1e-11


def with_axis(name: str, joint: int, aside: float) -> Mechanism:
    """A mechanism with one of its axes a little aside."""
    mechanism = load_mechanism(name)
    joints = list(mechanism.joints)
    axis = np.array(joints[joint].axis) + aside * np.array([0.3, 0.5, 1.0])
    joints[joint] = replace(joints[joint], axis=tuple(axis / np.linalg.norm(axis)))
    return replace(mechanism, joints=tuple(joints))


def test_joints_that_contradict_each_other_are_refused() -> None:
    """Sarrus' linkage moves, until what its axes leave open is more than rounding."""
    mechanism = with_axis("sarrus", 1, 3e-8)
    with pytest.raises(MotionError, match=r"does not stay closed .* open by .* redundant joints contradict") as raised:
        moved(mechanism, mechanism.initial_inputs["motor"] + np.linspace(0.0, 0.6, 31))
    assert raised.value.outcome is Outcome.CONTRADICTORY
    assert 1e-8 < raised.value.gap < 1e-6
    assert raised.value.motion.steps > 5


def test_dimensions_that_are_off_do_not_move() -> None:
    with pytest.raises(MobilityError, match="in conflict"):
        make_plan(with_axis("sarrus", 1, 1e-5))
