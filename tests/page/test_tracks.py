"""How far the inputs of a page go: whole turns, ranges, dead points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    DistanceDriver,
    Driver,
    Expectation,
    JointDriver,
    Polynomial,
    load_mechanism,
    make_plan,
    mechanism_names,
)
from sgkin.page.tracks import FAR, InputTrack, input_track, law_track

SINGLE = [
    name
    for name in mechanism_names("planar")
    if not load_mechanism(name).expected.structure_only and len(load_mechanism(name).input_names) == 1
]


def track_of(name: str, steps: int = 60) -> InputTrack:
    plan = make_plan(load_mechanism(name))
    return input_track(plan, 0, law_track(plan, steps), steps)


@pytest.mark.parametrize("name", SINGLE)
def test_one_input_goes_through_its_whole_range(name: str) -> None:
    mechanism, track = load_mechanism(name), track_of(name)
    values = track.track.inputs[:, 0]
    assert (np.diff(values) > 1e-10 * np.ptp(values)).all()
    assert (values[0], values[-1]) == (track.low, track.high)
    if mechanism.expected.full_turn:
        assert track.high - track.low == pytest.approx(2.0 * np.pi)
        return
    low, high = sorted(mechanism.expected.range[mechanism.input_names[0]])
    assert track.low <= low + 1e-9
    assert track.high >= high - 1e-9


@pytest.mark.parametrize(
    ("name", "dead"),
    [  # as the mechanisms' files state them, in degrees or metres
        ("Stephenson_III_input_fivebar_side", [np.radians(20.43), np.radians(162.45)]),
        ("Stephenson_II_input_ternary", [np.radians(84.27), np.radians(226.28)]),
        ("Watt_I_input_ternary", [np.radians(29.74), np.radians(93.78)]),
        ("watt_straight_line", [np.radians(-25.25), np.radians(44.18)]),
        ("slider_crank_piston_input", [2.0, 4.0]),
        ("scissor_lift_3_stage", [2.6]),
    ],
)
def test_dead_points_are_found_and_approached(name: str, dead: list[float]) -> None:
    track = track_of(name)
    assert [stop.value for stop in track.stops] == pytest.approx(dead, abs=1e-4)
    assert all(group.label in load_structure(name) for stop in track.stops for group in stop.groups)
    assert all(stop.groups for stop in track.stops)
    for stop in track.stops:
        nearest = min(abs(stop.value - track.low), abs(stop.value - track.high))
        assert nearest < 1e-5 * (track.high - track.low)


def load_structure(name: str) -> list[str]:
    return [group.label for group in make_plan(load_mechanism(name)).structure.groups]


def test_what_runs_away_is_not_followed() -> None:
    track = track_of("rapson_slide")
    assert [stop.value for stop in track.stops] == pytest.approx([-np.pi / 2, np.pi / 2])
    size = make_plan(load_mechanism("rapson_slide")).size
    beyond = np.abs(track.track.inputs[:, 0]) > np.radians(84.0)
    assert np.abs(track.track.poses[beyond, :, :2]).max(initial=0.0) <= FAR * size
    assert not np.isclose(track.high, np.pi / 2, atol=1e-3)


@pytest.mark.parametrize(("name", "turns"), [("jansen_leg", True), ("planetary_ring_fixed", False)])
def test_only_what_comes_back_turns_on(name: str, turns: bool) -> None:
    assert track_of(name).turns is turns


def test_a_crank_without_a_stated_range_is_turned_as_far_as_it_goes() -> None:
    four_bar = replace(load_mechanism("watt_straight_line"), expected=Expectation())
    plan = make_plan(four_bar)
    track = input_track(plan, 0, law_track(plan, 60), 180)
    assert np.degrees([stop.value for stop in track.stops]) == pytest.approx([-25.25, 44.18], abs=0.01)


def test_laws_are_followed_up_to_a_dead_point() -> None:
    four_bar = load_mechanism("watt_straight_line")
    driver = JointDriver("motor", "A", ConstantSpeed(np.radians(10.0), start=np.radians(8.0)))
    plan = make_plan(replace(four_bar, drivers=[driver], expected=Expectation()))
    laws = law_track(plan, 360)
    assert np.degrees(laws.inputs[-1, 0]) == pytest.approx(44.0, abs=1.0)
    assert laws.poses is None


def test_several_inputs_are_followed_together_and_one_at_a_time() -> None:
    plan = make_plan(load_mechanism("five_bar_2dof"))
    laws = law_track(plan, 24)
    assert laws.poses is not None
    assert laws.poses.shape == (25, 5, 3)
    for number in range(2):
        track = input_track(plan, number, laws, 24)
        others = np.delete(track.track.inputs, number, axis=1)
        assert (others == np.delete(plan.initial_inputs, number)).all()


@pytest.mark.parametrize(
    ("name", "drivers"),
    [
        ("slider_crank_piston_input", [JointDriver("actuator", "D", ConstantSpeed(0.0, start=3.0))]),
        ("slider_crank", [JointDriver("motor", "A", Polynomial((0.7,)))]),
        ("boom_by_distance", [DistanceDriver("cylinder", ("ground.base", "boom.tip"), ConstantSpeed(0.0, start=1.5))]),
    ],
)
def test_an_input_at_rest_can_still_be_moved(name: str, drivers: list[Driver]) -> None:
    plan = make_plan(replace(load_mechanism(name), drivers=drivers, expected=Expectation()))
    laws = law_track(plan, 12)
    track = input_track(plan, 0, laws, 60)
    start = plan.initial_inputs[0]
    assert track.low <= start < track.high
    assert track.turns or track.low < start
    assert (np.diff(track.track.inputs[:, 0]) > 0.0).all()
    assert len(laws.times) == 13
