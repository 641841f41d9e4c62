"""Forces come down to laws on coordinates; laws are what they say, and store the energy that they give back."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgkin import (
    Actuator,
    CoordinateDriver,
    Damper,
    DistanceDriver,
    ElasticTable,
    Free,
    Friction,
    InitialConfigurationError,
    JointFriction,
    LinkAngleDriver,
    Mechanism,
    Motor,
    OverTime,
    OwnForce,
    PointForce,
    Polynomial,
    PoseDriver,
    Revolute,
    RotationalSpring,
    Spring,
    StateForce,
    Torque,
    load_mechanism,
    mechanism_names,
)
from sgkin.analysis.possible_inputs import input_values
from sgkin.analysis.redriving import initial_poses
from sgkin.mathematics import Pose, moved
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance, Stroke
from tests.model.force_laws import FORCE_LAWS, force_laws

SLIDER = load_mechanism("slider_crank")
numbers = st.floats(-50.0, 50.0)


def measured(coordinate: Coordinate, poses: dict[str, Pose]) -> float:
    """What a coordinate is at poses of all links, written here once more."""
    if isinstance(coordinate, Angle):
        return poses[coordinate.second][2] - poses[coordinate.first][2]
    if isinstance(coordinate, Along):
        return float(np.dot(coordinate.direction, moved(poses[coordinate.link], coordinate.place)))
    assert isinstance(coordinate, Distance | Stroke)
    first, second = (np.array(moved(poses[link], place)) for link, place in (coordinate.first, coordinate.second))
    if isinstance(coordinate, Distance):
        return float(np.linalg.norm(second - first))
    angle = poses[coordinate.guide][2] + coordinate.angle
    return float(np.dot((np.cos(angle), np.sin(angle)), second - first))


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_the_coordinate_of_an_input_is_the_input(name: str) -> None:
    mechanism = load_mechanism(name)
    try:
        poses = initial_poses(mechanism)
    except InitialConfigurationError:
        pytest.skip("its links are not placed")
    for input_name, value in input_values(mechanism, poses).items():
        coordinate = mechanism.input_coordinate(input_name)
        turns = 2.0 * np.pi if coordinate.measure == "angle" else 1e300
        difference = measured(coordinate, poses) - value
        assert difference - turns * round(difference / turns) == pytest.approx(0.0, abs=1e-9 * max(1.0, abs(value)))
        assert coordinate.measure == mechanism.input_quantity(input_name)


@given(law=FORCE_LAWS["elastic"] | FORCE_LAWS["elastic-table"], value=numbers)
def test_a_force_is_the_slope_of_its_potential(law: Any, value: float) -> None:
    law = replace(law, damping=0.0)
    step = 1e-4
    low, middle, high = (float(law(0.0, each, 0.0)) for each in (value - step, value, value + step))
    assume(abs(low - 2.0 * middle + high) <= 1e-9 * max(1.0, abs(middle)))  # not at a corner
    energy = law.potential([value - step, value + step])
    assert (energy[0] - energy[1]) / (2.0 * step) == pytest.approx(middle, rel=1e-5, abs=1e-4)


@given(law=FORCE_LAWS["elastic"] | FORCE_LAWS["elastic-table"], value=numbers, rate=numbers)
def test_one_sided_forces_never_change_their_sign(law: Any, value: float, rate: float) -> None:
    force, still = float(law(0.0, value, rate)), float(replace(law, acts="both", damping=0.0)(0.0, value, 0.0))
    if law.acts == "pull":
        assert force <= 0.0
        assert force == 0.0 or still <= 0.0
    elif law.acts == "push":
        assert force >= 0.0
        assert force == 0.0 or still >= 0.0
    else:
        assert force == pytest.approx(still - law.damping * rate)


@given(law=force_laws, t=numbers, value=numbers, rate=numbers)
def test_laws_take_arrays(law: Any, t: float, value: float, rate: float) -> None:
    several = law([t, t + 1.0], [[value], [value + 1.0], [value - 1.0]], rate)
    assert several.shape == (3, 2)
    assert several[1, 0] == law(t, value + 1.0, rate)
    assert pickle.loads(pickle.dumps(law)) == law


@given(law=FORCE_LAWS["friction"], rate=numbers)
def test_friction_takes_power(law: Friction, rate: float) -> None:
    assert float(law(0.0, 0.0, rate)) * rate <= 0.0
    assert law.potential(0.0) is None


def test_a_spring_pulls_with_the_forces_of_its_table() -> None:
    (action,) = Spring("s", ("ground.A", "rod.C"), lengths=(1, 2), forces=(0, 10)).actions(SLIDER)
    assert action.law(0.0, [1.0, 1.5, 3.0], 0.0).tolist() == [0.0, -5.0, -20.0]
    assert isinstance(action.coordinate, Distance)


def test_what_forces_act_on() -> None:
    ground, crank, rod, piston = (link.points for link in SLIDER.links)
    found = {
        Damper("a", ("ground.A", "rod.C"), 2.0): Distance(("ground", ground["A"]), ("rod", rod["C"])),
        RotationalSpring("a", "B", 1.0, links=("rod", "crank")): Angle("rod", "crank"),
        PointForce("a", "crank.B", components=(3.0, -4.0)): Along("crank", crank["B"], (0.6, -0.8), "ground"),
        Torque("a", 1.0, link="rod"): Angle("ground", "rod"),
        Torque("a", 1.0, joint="C"): Angle("rod", "piston"),
        Actuator("a", "motor", 1.0): Angle("ground", "crank"),
        Actuator("a", "D", 1.0): Stroke(("ground", ground["D"]), ("piston", piston["D"]), "ground", 0.0),
        Motor("a", ("D", "piston", "ground"), (0.0,), (1.0,)): Stroke(
            ("piston", piston["D"]), ("ground", ground["D"]), "ground", 0.0
        ),
        Actuator("a", "rod.C.y", 1.0): Along("rod", rod["C"], (0.0, 1.0), "ground"),
        Actuator("a", "rod.x", 1.0): Along("rod", (0.0, 0.0), (1.0, 0.0), "ground"),
        Actuator("a", "rod.theta", 1.0): Angle("ground", "rod"),
        Actuator("a", ("ground.A", "rod.C"), 1.0): Distance(("ground", ground["A"]), ("rod", rod["C"])),
        JointFriction("a", "A", viscous=1.0): Angle("ground", "crank"),
    }
    for force, coordinate in found.items():
        (action,) = force.actions(SLIDER)
        assert action.coordinate == coordinate
        assert force.measure_in(SLIDER) == coordinate.measure
    (first, second) = StateForce("a", ("motor", "D"), lambda t, values, rates: values).actions(SLIDER)
    assert (first.law.index, second.law.index, second.law.count) == (0, 1, 2)  # type: ignore[attr-defined]


def test_directions_of_point_forces() -> None:
    (action,) = PointForce("a", "rod.C", 2.0, direction=np.pi / 2, frame="rod").actions(SLIDER)
    assert isinstance(action.coordinate, Along)
    assert action.coordinate.frame == "rod"
    assert action.coordinate.direction == pytest.approx((0.0, 1.0))
    assert action.law(0.0, 0.0, 0.0) == 2.0
    (action,) = PointForce("a", "crank.B", components=(3.0, -4.0)).actions(SLIDER)
    assert action.law(0.0, 0.0, 0.0) == 5.0
    (action,) = PointForce("a", "crank.B", components=(0.0, 0.0)).actions(SLIDER)
    assert action.law(0.0, 0.0, 0.0) == 0.0


def test_numbers_and_motion_laws_are_forces() -> None:
    assert Torque("a", 3, joint="A").law == OverTime(Polynomial((3.0,)))
    assert Torque("a", Polynomial((1.0, 2.0)), joint="A").law == OverTime(Polynomial((1.0, 2.0)))
    assert Torque("a", ElasticTable((0, 1), (0, 1)), joint="A").law == ElasticTable((0.0, 1.0), (0.0, 1.0))


LAW = Free(start=0.0)
DRIVERS = {
    "motor": None,
    "angle": LinkAngleDriver("angle", "crank", LAW),
    "way": DistanceDriver("way", ("ground.A", "rod.C"), LAW),
    "x": CoordinateDriver("x", "rod.C", "x", LAW),
    "piston.x": PoseDriver("pose", "piston", LAW, LAW, LAW),
}


@pytest.mark.parametrize("name", DRIVERS)
def test_forces_on_inputs_stay_where_they_were(name: str) -> None:
    """With other inputs they act on the same coordinates, by another name."""
    driver = DRIVERS[name]
    base = SLIDER if driver is None else replace(SLIDER, drivers=[driver], expected=type(SLIDER.expected)())
    forces = [
        Actuator("a", name, 2.0),
        Motor("m", name, (0.0,), (1.0,)),
        OwnForce("o", name, lambda t, value, rate: 0.0),
        StateForce("s", (name, "B"), lambda t, values, rates: values),
        Damper("d", ("ground.A", "rod.C"), 1.0),
    ]
    mechanism = replace(base, forces=forces)
    other = replace(
        mechanism, drivers=(), initial=type(SLIDER.initial)(), expected=type(SLIDER.expected)(),
        forces=[force.apart_from_inputs(mechanism) for force in forces],
    )  # fmt: skip
    assert [action.coordinate for action in other.actions] == [action.coordinate for action in mechanism.actions]


def test_redriven_mechanisms_keep_masses_gravity_and_forces() -> None:
    andrews = load_mechanism("andrews_squeezer")
    mechanism = replace(andrews, gravity=(0.0, -9.81), forces=[*andrews.forces, Actuator("servo", "motor", 1.0)])
    found = mechanism.driven_by("B")
    assert found.masses == mechanism.masses
    assert found.gravity == mechanism.gravity
    assert found.forces[:2] == tuple(andrews.forces)
    assert found.force("servo").actions(found)[0] == mechanism.force("servo").actions(mechanism)[0]
    same = found.driven_by("B")
    assert same.forces == found.forces
    turned = mechanism.inverted("K1")
    assert (turned.masses, turned.gravity, turned.forces) == ({}, (0.0, 0.0), ())
    assert mechanism.inverted("ground").forces == mechanism.forces


def test_a_pin_of_three_links() -> None:
    links = ("ground", "crank", "rod")
    joints = [Revolute("A", links, at=("A", "A", "B")), *SLIDER.joints[2:]]
    mechanism = Mechanism("three", SLIDER.links, joints, floating=True)
    assert mechanism.joint_coordinate("A", ("rod", "crank")) == Angle("rod", "crank")
    with pytest.raises(ValueError, match="joint 'A' joins ground, crank, rod; say with `links` which two are meant"):
        mechanism.joint_coordinate("A")


def test_forces_by_name() -> None:
    mechanism = replace(SLIDER, forces=[Torque("a", 1.0, joint="A"), Torque("b", 2.0, joint="A")])
    assert mechanism.force("b").name == "b"
    assert len(mechanism.actions) == 2
    assert "2 forces" in repr(mechanism)
    assert pickle.loads(pickle.dumps(mechanism)) == mechanism
