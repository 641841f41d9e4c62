"""Other inputs and other grounds: the same mechanism in the same configuration."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sgkin import (
    Expectation,
    InitialConfiguration,
    InitialConfigurationError,
    InputError,
    JointDriver,
    Link,
    Mechanism,
    MechanismError,
    MobilityError,
    Prismatic,
    Revolute,
    choose_inputs,
    compare_inputs,
    decompose,
    load_mechanism,
    make_plan,
    mechanism_names,
    save_mechanism,
    solve,
)
from sgkin.analysis.possible_inputs import input_values
from sgkin.analysis.redriving import initial_poses
from sgkin.errors import DriverError, FormError, UnknownNameError
from sgkin.mathematics import Pose
from sgkin.model.motion_law import ConstantSpeed, Harmonic
from sgkin.motion import Motion
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA, stratum_of
from tests.motion.test_library_ranges import MOVING

NEAR = 1e-4
"""How far inputs are moved, in radians, or in tenths of the mechanism's size: not beyond the next dead point."""


def short_motion(mechanism: Mechanism, steps: int = 7) -> Motion:
    start = np.array(list(mechanism.initial_inputs.values()))
    units = [
        1.0 if mechanism.input_quantity(name) == "angle" else 0.1 * mechanism.size for name in mechanism.input_names
    ]
    inputs = start + np.linspace(0.0, NEAR, steps)[:, None] * units
    return solve(mechanism, inputs=inputs, on_failure="return")


def poses_at(motion: Motion, step: int) -> dict[str, Pose]:
    mechanism = motion.mechanism
    poses: dict[str, Pose] = {mechanism.ground: (0.0, 0.0, 0.0)}
    for link in mechanism.moving_links:
        x, y, theta = motion.pose(link)[step].tolist()
        poses[link] = (x, y, theta)
    return poses


def check_motion_is_one_of(mechanism: Mechanism, motion: Motion) -> None:
    """Drive a mechanism through the values that its inputs have along a motion of the same one: the poses are equal."""
    inputs = [list(input_values(mechanism, poses_at(motion, step)).values()) for step in range(motion.steps)]
    found = solve(mechanism, inputs=np.array(inputs))
    for link in mechanism.moving_links:
        np.testing.assert_allclose(
            found.pose(link)[:, :2], motion.pose(link)[:, :2], rtol=0.0, atol=1e-9 * mechanism.size
        )
        np.testing.assert_allclose(found.pose(link)[:, 2], motion.pose(link)[:, 2], rtol=0.0, atol=1e-9)


@pytest.mark.parametrize("name", MOVING)
def test_motion_by_another_input(name: str) -> None:
    mechanism = load_mechanism(name)
    moved = 0
    for choice in [choice for choice in compare_inputs(mechanism, sets=15) if not choice.dead][:3]:
        assert choice.mechanism is not None
        motion = short_motion(choice.mechanism)
        assert motion.is_complete
        check_motion_is_one_of(mechanism, motion)
        moved += 1
    assert moved > 0


@pytest.mark.parametrize("seed", range(20))
def test_motion_of_random_mechanisms(seed: int) -> None:
    mechanism = drawn(STRATA[stratum_of(seed)], seed).mechanism
    for choice in [choice for choice in compare_inputs(mechanism, sets=20) if not choice.dead][:2]:
        assert choice.mechanism is not None
        check_motion_is_one_of(mechanism, short_motion(choice.mechanism))


@pytest.mark.parametrize("name", MOVING)
def test_nothing_moves(name: str) -> None:
    mechanism = load_mechanism(name)
    before, best = initial_poses(mechanism), choose_inputs(mechanism, sets=15)
    for link, pose in initial_poses(best).items():
        np.testing.assert_allclose(pose, before[link], rtol=0.0, atol=1e-9 * max(mechanism.size, 1.0))
    assert best.links == mechanism.links
    assert best.joints == mechanism.joints
    assert (best.name, best.ground, best.units) == (mechanism.name, mechanism.ground, mechanism.units)
    assert best.expected == Expectation()
    plan = make_plan(best)
    found = plan.evaluate(plan.initial_inputs)
    for link in mechanism.moving_links:
        np.testing.assert_allclose(found.pose(link)[:2], before[link][:2], rtol=0.0, atol=1e-9 * mechanism.size)


def invertible(name: str) -> list[str]:
    """Links that can be the ground, but for two mechanisms: a ground with pins on one axis would be a link of length
    zero, and one with no points has no place."""
    mechanism = load_mechanism(name)
    if any(driver.is_absolute for driver in mechanism.drivers) or name in (
        "planetary_differential_2dof",
        "k4_overbraced_floating",
    ):
        return []
    return list(mechanism.moving_links)


INVERSIONS = [(name, link) for name in mechanism_names("planar") for link in invertible(name)]


def seen_from(base: Pose, pose: Pose) -> Pose:
    """A pose as complex numbers tell it."""
    turn = np.exp(-1j * base[2])
    place = (complex(*pose[:2]) - complex(*base[:2])) * turn
    return place.real, place.imag, pose[2] - base[2]


@pytest.mark.parametrize(("name", "ground"), INVERSIONS)
def test_inverted_twice_is_the_same(name: str, ground: str) -> None:
    mechanism = load_mechanism(name)
    inverted = mechanism.inverted(ground)
    again = inverted.inverted(mechanism.ground)
    before, between, after = initial_poses(mechanism), initial_poses(inverted), initial_poses(again)
    for link, pose in before.items():
        np.testing.assert_allclose(after[link], pose, rtol=0.0, atol=1e-9)
        np.testing.assert_allclose(between[link], seen_from(before[ground], pose), rtol=0.0, atol=1e-9)
    assert (again.links, again.joints, again.drivers) == (mechanism.links, mechanism.joints, mechanism.drivers)
    assert again.ground == mechanism.ground
    assert decompose(inverted).mobility == decompose(mechanism).mobility
    assert decompose(again).formula == decompose(mechanism).formula


@pytest.mark.parametrize(("name", "ground"), [pair for pair in INVERSIONS if pair[0] in MOVING])
def test_inverted_moves_as_before(name: str, ground: str) -> None:
    mechanism = load_mechanism(name)
    motion, seen = short_motion(mechanism, 3), short_motion(mechanism.inverted(ground), 3)
    assert motion.is_complete
    assert seen.is_complete
    poses, found = poses_at(motion, 2), poses_at(seen, 2)
    for link, pose in found.items():
        x, y, theta = seen_from(poses[ground], poses[link])
        np.testing.assert_allclose(pose[:2], (x, y), rtol=0.0, atol=1e-9 * mechanism.size)
        np.testing.assert_allclose(pose[2], theta, rtol=0.0, atol=1e-9)


def test_speeds_are_those_of_what_drove_it_before() -> None:
    crank = load_mechanism("slider_crank")
    before = crank.drivers[0].laws[0]
    assert isinstance(before, ConstantSpeed)
    rod = crank.driven_by("B").drivers[0].laws[0]
    stroke = crank.driven_by("D").drivers[0].laws[0]
    assert isinstance(rod, ConstantSpeed)
    assert isinstance(stroke, ConstantSpeed)
    assert rod.speed == before.speed
    assert stroke.speed == pytest.approx(0.1 * crank.size)
    assert crank.driven_by("motor").drivers == crank.drivers


def test_a_driver_keeps_its_own_law() -> None:
    crank = load_mechanism("slider_crank")
    swing = JointDriver("swing", "D", Harmonic(0.1, 1.0, mean=3.0))
    driven = crank.driven_by(swing)
    assert driven.drivers == (swing,)
    stroke = input_values(driven, initial_poses(crank))["swing"]
    assert driven.initial.inputs == {"swing": stroke}
    assert stroke == pytest.approx(3.6963727675)
    again = driven.driven_by("swing")
    assert again.initial.inputs == pytest.approx({"swing": stroke})


def test_branches_say_where_links_are() -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    for mode in (1, -1):
        named = Mechanism(
            "named",
            four_bar.links,
            four_bar.joints,
            four_bar.drivers,
            initial=InitialConfiguration(branches={"rocker": mode}),
        )
        plan = make_plan(named)
        rocker = plan.evaluate(plan.initial_inputs).pose("rocker")
        np.testing.assert_allclose(initial_poses(named.driven_by("D"))["rocker"], rocker, atol=1e-12)


def test_written_and_read_back(tmp_path: Path) -> None:
    gear = load_mechanism("landing_gear_by_piston").driven_by("A")
    save_mechanism(gear, tmp_path / "gear.toml")
    again = load_mechanism(tmp_path / "gear.toml")
    assert decompose(again).formula == decompose(gear).formula
    np.testing.assert_allclose(initial_poses(again)["piston"], initial_poses(gear)["piston"], atol=1e-9)


def test_unknown_names() -> None:
    gear = load_mechanism("landing_gear_by_piston")
    with pytest.raises(UnknownNameError, match="there is no input 'lower_link_angel'; did you mean 'lower_link_angle'"):
        gear.driven_by("lower_link_angel")
    with pytest.raises(UnknownNameError, match="ground: there is no link 'main_strutt'; did you mean 'main_strut'"):
        gear.inverted("main_strutt")
    with pytest.raises(UnknownNameError, match="joint 'Q'"):
        gear.driven_by(JointDriver("motor", "Q", ConstantSpeed(1.0)))
    with pytest.raises(FormError, match="name of a joint"):
        gear.driven_by(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="name what is to drive it"):
        gear.driven_by()
    with pytest.raises(InputError, match="joins more than two links; say between which: B_crank_rod1"):
        load_mechanism("v_twin_engine").driven_by("B")


def test_inputs_that_drive_nothing() -> None:
    with pytest.raises(MobilityError, match=r"coupler_angle is no input that can drive it.*compare_inputs") as caught:
        load_mechanism("parallelogram").driven_by("coupler_angle")
    assert caught.value.links == ("crank", "coupler", "rocker")
    assert caught.value.inputs == ("coupler_angle",)
    with pytest.raises(MobilityError, match="mobility is 1 but 2 inputs are given"):
        load_mechanism("slider_crank").driven_by("motor", "D")
    with pytest.raises(MobilityError, match="still move"):
        load_mechanism("five_bar_2dof").driven_by("B")


def test_what_cannot_be_assembled() -> None:
    links = [Link("ground", {"A": (0, 0), "B": (9, 0)}), Link("a", {"A": (0, 0), "C": (1, 0)})]
    links.append(Link("b", {"B": (0, 0), "C": (1, 0)}))
    joints = [Revolute("A", ("ground", "a")), Revolute("B", ("ground", "b")), Revolute("C", ("a", "b"))]
    apart = Mechanism("apart", links, joints, initial=InitialConfiguration({"C": (4.0, 1.0)}, {"a": 0.0, "b": 3.0}))
    for ask in (compare_inputs, choose_inputs, lambda mechanism: mechanism.driven_by("A")):
        with pytest.raises(InitialConfigurationError, match="do not close"):
            ask(apart)


def test_links_that_nobody_has_placed() -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    bare = Mechanism("bare", four_bar.links, four_bar.joints)
    for ask in (
        choose_inputs,
        lambda mechanism: mechanism.driven_by("A"),
        lambda mechanism: mechanism.inverted("crank"),
    ):
        with pytest.raises(InitialConfigurationError, match="does not place crank, coupler and rocker"):
            ask(bare)


def test_a_structure_that_does_not_move() -> None:
    links = [Link("ground", {"A": (0, 0), "B": (2, 0)}), Link("a", {"A": (0, 0), "C": (2, 0)})]
    links.append(Link("b", {"B": (0, 0), "C": (2, 0)}))
    joints = [Revolute("A", ("ground", "a")), Revolute("B", ("ground", "b")), Revolute("C", ("a", "b"))]
    rigid = Mechanism("rigid", links, joints, initial=InitialConfiguration({"C": (1.0, 1.7)}))
    found = compare_inputs(rigid)
    assert (len(found), found.freedoms) == (0, 0)
    assert "it does not move" in str(found)
    with pytest.raises(MobilityError, match="no inputs to choose: it does not move"):
        choose_inputs(rigid)


def test_drivers_that_are_bound_to_ground() -> None:
    robot = load_mechanism("robot_3RRR_by_pose")
    with pytest.raises(DriverError, match=r"inverted\('platform', joint, …\)"):
        robot.inverted("platform")
    turned = robot.inverted("platform", "C1", "C2", "C3")
    assert decompose(turned).is_determined
    assert turned.ground == "platform"


def test_more_bad_input() -> None:
    gear = load_mechanism("landing_gear_by_piston")
    with pytest.raises(MechanismError, match="sets"):
        compare_inputs(gear, sets=0)
    with pytest.raises(FormError, match="also"):
        compare_inputs(gear, also=["A"])  # type: ignore[list-item]
    with pytest.raises(InputError, match="a mechanism is needed"):
        compare_inputs("landing_gear_by_piston")  # type: ignore[arg-type]


def test_a_slider_that_cannot_turn_has_no_angle_to_drive() -> None:
    names = {choice.inputs[0] for choice in compare_inputs(load_mechanism("slider_crank"))}
    assert "piston_angle" not in names
    assert isinstance(load_mechanism("slider_crank").joint("D"), Prismatic)
