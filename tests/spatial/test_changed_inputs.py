"""Other inputs of mechanisms in space: how they come apart then, what it costs, and that they move as before."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InitialConfigurationError,
    InputChoice,
    InputComparison,
    InputError,
    JointDriver,
    Link,
    Mechanism,
    MobilityError,
    Prismatic,
    Revolute,
    Rod,
    Spherical,
    choose_inputs,
    compare_inputs,
    decompose,
    load_mechanism,
    make_plan,
    mechanism_names,
    solve,
)
from sgkin.errors import UnknownNameError
from sgkin.model.initial import InitialConfiguration

NAMES = mechanism_names("spatial")
SETS = 12
MOVED = ("rssr", "rccc", "double_wishbone", "five_link", "swash_plate", "gough_stewart", "bennett", "screw_jack")
"""Mechanisms that are moved by other inputs here."""
NEAR = 1e-3
LAW = ConstantSpeed(1.0)


@cache
def compared(name: str) -> InputComparison:
    return compare_inputs(load_mechanism(name), sets=SETS)


def choice_of(found: InputComparison, *inputs: str) -> InputChoice:
    return next(choice for choice in found if set(choice.inputs) == set(inputs))


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_what_decompose_says(name: str) -> None:
    mechanism, found = load_mechanism(name), compared(name)
    assert any(choice.is_present for choice in found)
    for choice in found[:6]:
        driven = mechanism.driven_by(*choice.inputs)
        structure = decompose(driven)
        assert choice.mechanism == driven
        assert structure.formula == choice.structure.formula
        assert structure.redundant == choice.structure.redundant
        assert structure.geometry == choice.structure.geometry


@pytest.mark.parametrize("name", NAMES)
def test_what_is_iterated_is_that_of_the_plan(name: str) -> None:
    for choice in compared(name)[:6]:
        assert choice.cost is not None
        if not choice.dead and choice.mechanism is not None:
            plan = make_plan(choice.mechanism)
            assert bool(choice.iterated) == bool(plan.iterated.any())
            assert choice.iterated is not None
            assert choice.iterated <= 6 * len(plan.links)


def test_as_many_unknowns_as_there_are() -> None:
    """Of a platform on six legs six, of a loop of seven pins the angles of six at most; not what a frame has."""
    legs = choice_of(compared("gough_stewart"), *(f"leg_{number}" for number in range(1, 7)))
    assert legs.iterated == 6
    assert choice_of(compared("seven_revolutes"), "J3").iterated == 6
    assert choice_of(compared("seven_revolutes"), "motor").iterated == 5
    assert choice_of(compared("swash_plate"), "motor").iterated == 0


@pytest.mark.parametrize("name", MOVED)
def test_the_motion_by_other_inputs_is_one_of_the_same_mechanism(name: str) -> None:
    """Driven back through the values that the first inputs take, it comes to the same places."""
    mechanism, moved = load_mechanism(name), 0
    for choice in [choice for choice in compared(name) if not choice.dead][:3]:
        assert choice.mechanism is not None
        start = np.array(list(choice.mechanism.initial_inputs.values()))
        steps = start + np.linspace(0.0, NEAR, 5)[:, None]
        motion: Any = solve(choice.mechanism, inputs=steps, coefficients=True)
        inputs = np.stack([measured(mechanism, motion, driver) for driver in mechanism.drivers], axis=1)
        again: Any = solve(mechanism, inputs=inputs)
        for link in mechanism.moving_links:
            np.testing.assert_allclose(again.position(link), motion.position(link), atol=1e-9 * max(mechanism.size, 1))
            np.testing.assert_allclose(again.orientation(link), motion.orientation(link), atol=1e-8)
        moved += 1
    assert moved > 0


def measured(mechanism: Mechanism, motion: Any, driver: Any) -> Any:
    """What an input is along a motion: at its joint, the distance of its points, or a coordinate."""
    if driver.kind == "joint":
        return motion.joint(driver.joint, driver.of).value
    if driver.kind == "distance":
        first, second = (motion.position(point) for point in driver.points)
        return np.linalg.norm(second - first, axis=1)
    return motion.position(driver.point)[:, "xyz".index(driver.axis)]


def test_crank_and_rocker() -> None:
    found = compared("rssr")
    assert [choice.inputs for choice in found] == [("motor",), ("D",)]
    assert [choice.groups for choice in found] == [("R*", "R-(SS)")] * 2
    assert str(found).startswith("rssr: 2 inputs can drive it")
    assert compared("rccc").freedoms == 1
    assert choice_of(compared("rccc"), "C_angle").meanings == ("angle at C, b2 to b3",)


def test_a_platform_by_its_legs_and_by_its_pose() -> None:
    found = compare_inputs(load_mechanism("gough_stewart"), sets=400)
    legs, pose = choice_of(found, *(f"leg_{n}" for n in range(1, 7))), choice_of(found, "platform_pose")
    assert pose.groups == ("pose*",)
    assert (pose.iterated, bool(legs.iterated)) == (0, True)
    assert pose.cost is not None
    assert legs.cost is not None
    assert pose.cost < legs.cost
    assert legs.is_present
    assert choose_inputs(load_mechanism("gough_stewart"), sets=400).input_names == found[0].structure.inputs


def slider(rod_end: float) -> Mechanism:
    """A crank along x whose ball moves along y, and a piston on a guide along x, by a rod."""
    links = [
        Link("ground", {"A": (0.0, 0.0, 0.0), "C": (0.16, rod_end, 0.05)}),
        Link("crank", {"A": (0.0, 0.0, 0.0), "B": (0.04, 0.0, 0.0)}),
        Link("piston", {"C": (0.16, rod_end, 0.05)}),
    ]
    joints = [
        Revolute("A", ("ground", "crank"), axis=(0, 0, 1)),
        Prismatic("C", ("ground", "piston"), axis=(1, 0, 0)),
        Rod("rod", ("crank", "piston"), at=("B", "C")),
    ]
    return Mechanism("slider", links, joints, [JointDriver("motor", "A", LAW)], space="spatial")


def test_a_dead_point_is_told() -> None:
    """Where the rod is at right angles to the way of the crank's ball, the piston cannot begin to move it."""
    found = compare_inputs(slider(0.0))
    assert choice_of(found, "C").dead == ("R-(SS)(crank)",)
    assert not choice_of(found, "motor").dead
    assert "at a dead point" in str(found)
    assert not any(choice.dead for choice in compare_inputs(slider(0.03)))


def test_legs_that_spin_need_no_input() -> None:
    """The rod as a link of its own between two balls spins about itself, whatever drives the rest."""
    flat = load_mechanism("rssr")
    rod = Link("rod", {"B": flat.link("crank").points["B"], "C": flat.link("rocker").points["C"]})
    joints = [joint for joint in flat.joints if joint.letter == "R"]
    balls = [Spherical("B", ("crank", "rod")), Spherical("C", ("rod", "rocker"))]
    mechanism = Mechanism("leg", [*flat.links, rod], [*joints, *balls], flat.drivers, space="spatial")
    found = compare_inputs(mechanism)
    assert found.freedoms == 1
    assert {choice.inputs for choice in found} == {("motor",), ("D",)}
    for choice in found:
        assert choice.mechanism is not None
        assert choice.structure == decompose(choice.mechanism)
        assert make_plan(choice.mechanism).structure.idle == {"rod": 1}


def test_new_inputs_begin_where_the_design_position_is() -> None:
    wishbone = load_mechanism("double_wishbone").driven_by("upper", "slide")
    assert wishbone.initial_inputs == {"upper": 0.0, "steering": 0.0}
    law: Any = wishbone.drivers[0].laws[0]
    assert (law.speed, law.start) == (1.0, 0.0)
    height = load_mechanism("stewart_3_2_1").driven_by("platform.P1", "leg_4", "leg_5", "leg_6")
    assert [height.initial_inputs[f"platform_P1_{axis}"] for axis in "xyz"] == [0.3, 0.2, 1.0]


def test_what_is_wrong_is_said() -> None:
    linkage = load_mechanism("rccc")
    with pytest.raises(InputError, match="joint 'B' turns and slides; say which is meant: B_angle, B_stroke"):
        linkage.driven_by("B")
    with pytest.raises(UnknownNameError, match="there is no input 'E'"):
        linkage.driven_by("E")
    with pytest.raises(MobilityError, match="mobility is 1 but 2 inputs are given"):
        linkage.driven_by("B_angle", "C_angle")
    begun = InitialConfiguration(inputs={"motor": 0.3})
    elsewhere = Mechanism("away", linkage.links, linkage.joints, linkage.drivers, initial=begun, space="spatial")
    for ask in (compare_inputs, choose_inputs, lambda mechanism: mechanism.driven_by("B_angle")):
        with pytest.raises(InitialConfigurationError, match="inputs are changed in the design position"):
            ask(elsewhere)
