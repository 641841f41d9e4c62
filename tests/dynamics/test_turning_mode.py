"""The quick way to change points finds what a motion range finds, or nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgkin import Free, InitialConfiguration, JointDriver, Link, load_mechanism, make_plan, motion_range
from sgkin.dynamics.change_points import ChangePoints, change_points, of_motion_range
from sgkin.dynamics.turning_mode import TurningMode
from sgkin.kinematic_plan import KinematicPlan
from tests.analysis.four_bars import four_bar as four_bar_of
from tests.dynamics.models import rods
from tests.dynamics.parallelograms import turned


def four_bar(crank: float, coupler: float, rocker: float, ground: float, start: float = 1.0) -> KinematicPlan:
    """A four-bar whose crank is free, initially on one of its two branches."""
    b = np.array([crank * np.cos(start), crank * np.sin(start)])
    d = np.array([ground, 0.0]) - b
    u = 0.5 + 0.5 * (coupler**2 - rocker**2) / (d @ d)
    h = np.sqrt(coupler**2 / (d @ d) - u**2)
    c = b + u * d + h * np.array([-d[1], d[0]])
    return make_plan(
        replace(
            four_bar_of((ground, crank, coupler, rocker)),
            drivers=[JointDriver("angle", "A", Free(start))],
            initial=InitialConfiguration(points={"B": tuple(b.tolist()), "C": tuple(c.tolist())}),
        )
    )


def agree(plan: KinematicPlan) -> ChangePoints:
    """What both ways find, which must be the same."""
    found, expected = change_points(plan), of_motion_range(plan)
    assert found.period == expected.period
    assert (found.low, found.high, found.locking) == (expected.low, expected.high, expected.locking)
    assert len(found.places) == len(expected.places)
    if found.period:  # from where on places are counted is no matter
        there, here = _in_period(expected), _in_period(found)
        assert [groups for _, groups in here] == [groups for _, groups in there]
        assert [place for place, _ in here] == pytest.approx([place for place, _ in there], abs=1e-9)
    return found


def _in_period(changes: ChangePoints) -> list[tuple[float, set[int]]]:
    """Places in one period, which begins a little before zero, with their groups."""
    inside = (changes.places + 0.01) % changes.period - 0.01
    return [(float(inside[number]), set(changes.groups[number])) for number in np.argsort(inside)]


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_all_groups_change_together_twice_a_turn(count: int) -> None:
    plan = make_plan(rods(count))
    assert TurningMode(plan).passages() is not None
    found = agree(plan)
    assert found.places == pytest.approx([np.pi, 2.0 * np.pi], abs=1e-12)
    assert [set(groups) for groups in found.groups] == [set(plan.solved_groups)] * 2


@pytest.mark.parametrize(
    ("name", "changes"),
    [("parallelogram", 2), ("antiparallelogram", 2), ("jansen_leg", 0), ("v_twin_engine", 0), ("oldham_coupling", 0)],
)
def test_library_mechanisms_that_go_round(name: str, changes: int) -> None:
    plan = make_plan(load_mechanism(name))
    assert TurningMode(plan).passages() is not None
    assert len(agree(plan).places) == changes


@pytest.mark.parametrize(
    "name", ["watt_straight_line", "Stephenson_I_input_ternary", "rapson_slide", "scissor_lift_1_stage"]
)
def test_modes_that_end_are_left_to_the_motion_range(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    assert TurningMode(plan).passages() is None
    agree(plan)


def test_one_change_point_a_turn_takes_two_turns() -> None:
    """1 + 4 = 2 + 3: the links lie in line with the crank at 180° only."""
    found = agree(four_bar(1.0, 2.0, 3.0, 4.0))
    assert found.period == pytest.approx(4.0 * np.pi)
    assert found.places == pytest.approx([np.pi, 3.0 * np.pi], abs=1e-12)


@pytest.mark.parametrize("off", [0.0, 1e-15, 1e-14, 1e-13, 1e-12, 1e-10, 1e-8, 1e-5, 1e-3])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_what_only_comes_near_to_a_change_point(off: float, sign: float) -> None:
    """A coupler too long lets the crank turn with nothing between, one too short stops it."""
    agree(four_bar(1.0, 2.0 + sign * off, 3.0, 4.0))


@pytest.mark.parametrize("aside", [1e-5, 1e-4, 5e-4, 1e-2])
@pytest.mark.parametrize("way", [-1.0, 1.0])
@pytest.mark.parametrize("flat", [0.0, np.pi])
def test_a_start_next_to_a_change_point(flat: float, way: float, aside: float) -> None:
    """Neither is it missed nor found twice."""
    plan = four_bar(1.0, 0.7, 1.0, 0.7, flat + way * aside)
    assert TurningMode(plan).passages() is not None
    for found in (change_points(plan), of_motion_range(plan)):
        assert found.period == pytest.approx(2.0 * np.pi)
        assert len(found.places) == 2
        assert found.places / np.pi == pytest.approx(np.round(found.places / np.pi), abs=1e-8)


@pytest.mark.parametrize("slope", np.random.default_rng(3).uniform(-3.0, 3.0, 6).tolist())
def test_a_row_of_rhombi_on_a_slope(slope: float) -> None:
    """Rounding turns the links whose pins fall together anyhow, and moves those behind them."""
    base = rods(3)
    points = {name: tuple(turned(slope, place).tolist()) for name, place in base.link("ground").points.items()}
    begin = {name: tuple(turned(slope, place).tolist()) for name, place in base.initial.points.items()}
    sloping = replace(
        base,
        links=[Link("ground", points), *base.links[1:]],
        drivers=[JointDriver("swing", "A0", Free(slope + 0.5 * np.pi))],
        initial=InitialConfiguration(points=begin),
    )
    plan = make_plan(sloping)
    assert TurningMode(plan).passages() is not None
    found = agree(plan)
    assert found.period == pytest.approx(2.0 * np.pi)
    assert [set(groups) for groups in found.groups] == [set(plan.solved_groups)] * 2
    assert (found.places - slope) / np.pi == pytest.approx([1.0, 2.0], abs=1e-9)
    every = motion_range(plan)
    assert every.present is not None
    assert (every.modes[every.present].turns, len(every.modes[every.present].change_points)) == (1, 2)


@settings(max_examples=25, deadline=None)
@given(
    st.floats(0.3, 1.0),
    st.floats(1.5, 3.0),
    st.floats(1.5, 3.0),
    st.floats(-1.0, 1.0),
    st.floats(0.2, 2.9),
)
def test_four_bars_of_any_kind(crank: float, coupler: float, rocker: float, share: float, start: float) -> None:
    """Half of them on the limit of Grashof, where they pass change points."""
    widest = coupler + rocker - crank
    ground = widest if share > 0.0 else abs(coupler - rocker) + crank - share * (widest - abs(coupler - rocker) - crank)
    agree(four_bar(crank, coupler, rocker, ground, start))
