"""Reading a mechanism by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sgkin import InitialConfiguration, load_mechanism
from sgkin.errors import FormError, UnknownNameError

FOUR_BAR = load_mechanism("four_bar_crank_rocker")


def test_links_joints_and_drivers_by_name() -> None:
    for link in FOUR_BAR.links:
        assert FOUR_BAR.link(link.name) is link
    for joint in FOUR_BAR.joints:
        assert FOUR_BAR.joint(joint.name) is joint
    for driver in FOUR_BAR.drivers:
        assert FOUR_BAR.driver(driver.name) is driver


@pytest.mark.parametrize("kind", ["link", "joint", "driver"])
def test_an_unknown_name_lists_what_there_is(kind: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        getattr(FOUR_BAR, kind)("nothing")
    assert caught.value.name == "nothing"
    assert caught.value.allowed == tuple(entry.name for entry in getattr(FOUR_BAR, f"{kind}s"))


def test_a_point_is_written_with_its_link() -> None:
    link, place = FOUR_BAR.point("crank.A")
    assert link == "crank"
    assert place == FOUR_BAR.link("crank").points["A"]


@pytest.mark.parametrize("reference", ["A", "crank.A.x", "", 3, None])
def test_anything_else_is_not_a_point(reference: str) -> None:
    with pytest.raises(FormError, match=r"expected a point written as 'link\.point'"):
        FOUR_BAR.point(reference)


def test_an_unknown_point_lists_the_points_of_the_link() -> None:
    with pytest.raises(UnknownNameError) as caught:
        FOUR_BAR.point("crank.Z")
    assert caught.value.allowed == tuple(FOUR_BAR.link("crank").points)


def test_inputs_of_a_pose_driver() -> None:
    robot = load_mechanism("robot_3RRR_by_pose")
    assert robot.input_names == ("platform.x", "platform.y", "platform.theta")
    assert [robot.input_quantity(name) for name in robot.input_names] == ["length", "length", "angle"]


def test_an_unknown_input_lists_the_inputs() -> None:
    with pytest.raises(UnknownNameError) as caught:
        FOUR_BAR.input_quantity("crank")
    assert caught.value.allowed == FOUR_BAR.input_names


def test_stated_inputs_come_before_the_law_at_the_start() -> None:
    (name,) = FOUR_BAR.input_names
    stated = replace(FOUR_BAR, initial=InitialConfiguration(inputs={name: 0.25}))
    assert stated.initial_inputs == {name: 0.25}
    assert FOUR_BAR.initial_inputs[name] == pytest.approx(float(FOUR_BAR.drivers[0].laws[0](0.0)[0]))
