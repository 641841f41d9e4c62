"""Whole turns are those of the motion, however long its steps are and however it is driven."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    GearPair,
    InitialConfiguration,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    Prismatic,
    RackAndPinion,
    Revolute,
    make_plan,
    solve,
)
from sgkin.model.joint import Joint
from tests.motion.four_bars import four_bar

TURN = 2.0 * pi
EVERY_STEP = pytest.mark.parametrize("steps", [3, 8, 18, 36, 72, 720])


def gear_train(third: tuple[float, float] = (2.0, 3.0)) -> Mechanism:
    """A driven wheel, a pinion that turns twenty times as fast, and a third gear on the pinion."""
    names = ("wheel", "pinion", "third")
    pins: list[Joint] = [Revolute(name.upper(), ("ground", name), at=(name, "centre")) for name in names]
    return Mechanism(
        "gear_train",
        links=[
            Link("ground", {name: (float(number), 0.0) for number, name in enumerate(names)}),
            *(Link(name, {"centre": (0.0, 0.0), "rim": (0.3, 0.0)}) for name in names),
        ],
        joints=[
            *pins,
            GearPair("first", ("wheel", "pinion"), carrier="ground", teeth=(20.0, 1.0)),
            GearPair("second", ("pinion", "third"), carrier="ground", teeth=third),
        ],
        drivers=[JointDriver("motor", "WHEEL", ConstantSpeed(1.0))],
        initial=InitialConfiguration(angles={"pinion": 0.0, "third": 0.0}),
    )


def test_a_single_configuration_behind_two_gears() -> None:
    here = make_plan(gear_train()).evaluate(np.radians(10.0))
    np.testing.assert_allclose(here.poses[:, 2], np.radians([10.0, -200.0, 200.0 * 2.0 / 3.0]), atol=1e-12)


@EVERY_STEP
def test_a_gear_behind_a_gear(steps: int) -> None:
    motion = solve(gear_train(), inputs=np.linspace(0.0, TURN, steps + 1))
    np.testing.assert_allclose(motion.pose("pinion")[:, 2], -20.0 * motion.inputs[:, 0], atol=1e-9)
    np.testing.assert_allclose(motion.pose("third")[:, 2], 40.0 / 3.0 * motion.inputs[:, 0], atol=1e-9)


@EVERY_STEP
@pytest.mark.parametrize("rate", [None, 1.0, -3.0, 0.0])
def test_rates_that_contradict_the_steps(steps: int, rate: float | None) -> None:
    rates = None if rate is None else np.full(steps + 1, rate)
    motion = solve(gear_train(), inputs=np.linspace(0.0, TURN, steps + 1), input_rates=rates)
    np.testing.assert_allclose(motion.pose("pinion")[-1, 2], -20.0 * TURN, atol=1e-9)
    drag_link = solve(
        four_bar(4.0, 5.0, 5.0, 2.0, angle=0.0), inputs=np.linspace(0.0, TURN, steps + 1), input_rates=rates
    )
    np.testing.assert_allclose(np.ptp(drag_link.pose("rocker")[[0, -1], 2]), TURN, atol=1e-9)


def rack_by_stroke() -> Mechanism:
    """A rack whose stroke is driven, and a pinion of 0.02 m on it."""
    return Mechanism(
        "rack_by_stroke",
        links=[
            Link("ground", {"centre": (0.0, 0.02), "guide": (0.0, 0.0)}),
            Link("rack", {"guide": (0.0, 0.0)}),
            Link("pinion", {"centre": (0.0, 0.0), "rim": (0.02, 0.0)}),
        ],
        joints=[
            Prismatic("slide", ("ground", "rack"), at=("guide", "guide")),
            Revolute("pin", ("ground", "pinion"), at=("centre", "centre")),
            RackAndPinion("mesh", ("pinion", "rack"), radius=0.02, at=("centre", "guide")),
        ],
        drivers=[JointDriver("stroke", "slide", ConstantSpeed(0.1))],
        initial=InitialConfiguration(points={"rack.guide": (0.0, 0.0)}, angles={"rack": 0.0, "pinion": 0.0}),
    )


@pytest.mark.parametrize("inputs", [[0.0, 0.1, 0.2], [0.0, 0.2], np.linspace(0.0, 0.2, 41)])
def test_a_rack_driven_by_its_stroke(inputs: list[float]) -> None:
    motion = solve(rack_by_stroke(), inputs=inputs)
    np.testing.assert_allclose(motion.pose("pinion")[:, 2], motion.inputs[:, 0] / 0.02, atol=1e-9)


def test_coarse_steps_over_a_quick_turn() -> None:
    mechanism = four_bar(1.01, 1.0, 1.0, 1.0, angle=-1.845, branch=1)
    coarse = solve(mechanism, np.linspace(0.0, 2.0, 8))
    fine = solve(mechanism, np.linspace(0.0, 2.0, 7 * 500 + 1))
    for link in mechanism.moving_links:
        np.testing.assert_allclose(coarse.pose(link), fine.pose(link)[::500], atol=1e-9)


@EVERY_STEP
@pytest.mark.parametrize("longer", [1.1, 1.001, 1.0 + 1e-6])
def test_a_quick_return_with_its_crank_hardly_longer_than_ground(steps: int, longer: float) -> None:
    """The pin of the crank goes round the pivot of the lever, close by: the lever turns with it."""
    mechanism = Mechanism(
        "quick_return",
        links=[
            Link("ground", {"A": (0.0, 0.0), "D": (1.0, 0.0)}),
            Link("crank", {"A": (0.0, 0.0), "B": (longer, 0.0)}),
            Link("block", {"B": (0.0, 0.0)}),
            Link("lever", {"D": (0.0, 0.0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "block")),
            Prismatic("slot", ("lever", "block"), at=("D", "B")),
            Revolute("D", ("ground", "lever")),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0, start=0.3))],
        initial=InitialConfiguration(branches={"lever": 1}),
    )
    motion = solve(mechanism, inputs=0.3 + np.linspace(0.0, 3.0 * TURN, 3 * steps + 1))
    np.testing.assert_allclose(np.diff(motion.pose("lever")[[0, -1], 2]), 3.0 * TURN, atol=1e-9)


def driven_on_a_link(initial: InitialConfiguration) -> Mechanism:
    """An arm driven on a wheel whose angle is driven by a coordinate of its rim."""
    return Mechanism(
        "driven_on_a_link",
        links=[
            Link("ground", {"A": (0.0, 0.0)}),
            Link("wheel", {"A": (0.0, 0.0), "B": (1.0, 0.0)}),
            Link("arm", {"B": (0.0, 0.0), "C": (0.5, 0.0)}),
        ],
        joints=[Revolute("A", ("ground", "wheel")), Revolute("B", ("wheel", "arm"))],
        drivers=[
            CoordinateDriver("height", "wheel.B", "y", ConstantSpeed(-0.1, start=0.5)),
            JointDriver("motor", "B", ConstantSpeed(1.0, start=4.0), links=("wheel", "arm")),
        ],
        initial=initial,
    )


@pytest.mark.parametrize("angle", [pi / 6.0, pi / 6.0 + TURN, pi / 6.0 - 2.0 * TURN])
@pytest.mark.parametrize("steps", [2, 9, 60])
def test_an_arm_driven_on_a_link_has_its_turns_and_those_of_its_input(angle: float, steps: int) -> None:
    mechanism = driven_on_a_link(InitialConfiguration(angles={"wheel": angle}))
    motion = solve(mechanism, np.linspace(0.0, 3.0, steps))
    wheel, arm = (motion.pose(link)[:, 2] for link in ("wheel", "arm"))
    assert abs(wheel[0] - angle) < 1e-12
    np.testing.assert_allclose(arm - wheel, motion.inputs[:, 1], atol=1e-12)
    here = make_plan(mechanism).evaluate(motion.inputs[-1])
    np.testing.assert_allclose(here.poses[:, 2], [wheel[-1], arm[-1]], atol=1e-12)


def test_links_placed_by_their_points_have_the_turns_of_the_driver_between_them() -> None:
    """Both are found by iteration, so that neither is known before the other."""
    points = {"wheel.A": (0.0, 0.0), "wheel.B": (np.cos(2.0), np.sin(2.0)), "arm.B": (np.cos(2.0), np.sin(2.0))}
    points["arm.C"] = (points["arm.B"][0] + 0.5 * np.cos(6.5), points["arm.B"][1] + 0.5 * np.sin(6.5))
    mechanism = replace(
        driven_on_a_link(InitialConfiguration(points=points)),
        drivers=[
            CoordinateDriver("reach", "arm.C", "x", ConstantSpeed(0.05, start=points["arm.C"][0])),
            JointDriver("motor", "B", ConstantSpeed(0.1, start=4.5), links=("wheel", "arm")),
        ],
    )
    motion = solve(mechanism, np.linspace(0.0, 1.0, 5))
    np.testing.assert_allclose(motion.pose("arm")[:, 2] - motion.pose("wheel")[:, 2], motion.inputs[:, 1], atol=1e-9)


@EVERY_STEP
def test_a_gear_on_a_drag_link(steps: int) -> None:
    """What a gear does depends on the whole turns of the link it meshes with, which a dyad turns."""
    base = four_bar(4.0, 5.0, 5.0, 2.0, angle=0.5)
    mechanism = replace(
        base,
        links=[
            *base.links[1:],
            Link("ground", {**base.link("ground").points, "E": (7.0, 0.0)}),
            Link("gear", {"E": (0.0, 0.0), "F": (1.0, 0.0)}),
        ],
        joints=[
            *base.joints,
            Revolute("E", ("ground", "gear")),
            GearPair("mesh", ("gear", "rocker"), carrier="ground", teeth=(7.0, 3.0)),
        ],
        initial=replace(base.initial, angles={"gear": 0.0}),
    )
    motion = solve(mechanism, inputs=0.5 + np.linspace(0.0, 3.0 * TURN, 3 * steps + 1))
    gear, rocker = (motion.pose(link)[:, 2] for link in ("gear", "rocker"))
    np.testing.assert_allclose(rocker[-1] - rocker[0], 3.0 * TURN, atol=1e-9)
    np.testing.assert_allclose(gear - gear[0], -3.0 / 7.0 * (rocker - rocker[0]), atol=1e-9)
    far = make_plan(mechanism).evaluate(motion.inputs[-1])
    np.testing.assert_allclose(np.cos(far.pose("gear")[2] - gear[-1]), 1.0, atol=1e-9)


def test_a_carrier_that_is_alone_in_its_group() -> None:
    """Both gears are known before the arm between them."""
    mechanism = Mechanism(
        "carrier",
        links=[
            Link("ground", {"A": (0.0, 0.0), "B": (3.0, 0.0)}),
            Link("sun", {"A": (0.0, 0.0)}),
            Link("ring", {"A": (0.0, 0.0)}),
            Link("arm", {"A": (0.0, 0.0), "C": (1.0, 0.0)}),
        ],
        joints=[
            Revolute("sun_pin", ("ground", "sun"), at=("A", "A")),
            Revolute("ring_pin", ("ground", "ring"), at=("A", "A")),
            Revolute("arm_pin", ("ground", "arm"), at=("A", "A")),
            GearPair("mesh", ("sun", "ring"), carrier="arm", teeth=(20.0, 60.0)),
        ],
        drivers=[
            JointDriver("first", "sun_pin", ConstantSpeed(1.0)),
            LinkAngleDriver("second", "ring", ConstantSpeed(0.3)),
        ],
        initial=InitialConfiguration(angles={"arm": 0.0}),
    )
    motion = solve(mechanism, np.linspace(0.0, 20.0, 9))
    sun, ring, arm = (motion.pose(link)[:, 2] for link in ("sun", "ring", "arm"))
    np.testing.assert_allclose(sun - arm, -3.0 * (ring - arm), atol=1e-9)
