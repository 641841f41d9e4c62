"""What is known of mechanisms in the plane alone says so, of every function that a user calls."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import pi

import pytest

import sgkin
from sgkin import InputError, Mechanism, load_mechanism, solve
from sgkin.drawing.parts import make_parts
from sgkin.motion import Motion
from sgkin.plots import plot_mechanism, plot_speed

OF_MECHANISMS: dict[str, Callable[[Mechanism], object]] = {
    "coupler_curve": lambda mechanism: sgkin.coupler_curve(mechanism, "rocker.C"),
    "centrodes": lambda mechanism: sgkin.centrodes(mechanism, "rocker"),
    "group_quality": sgkin.group_quality,
    "strokes": lambda mechanism: sgkin.strokes(mechanism, "rocker"),
    "quick_return": lambda mechanism: sgkin.quick_return(mechanism, "rocker"),
    "dead_point_distance": sgkin.dead_point_distance,
    "inverted": lambda mechanism: mechanism.inverted("crank"),
    "simulate": lambda mechanism: sgkin.simulate(mechanism, 1.0, free=["motor"]),
    "equations_of_motion": sgkin.equations_of_motion,
    "equilibrium": sgkin.equilibrium,
    "linearise": sgkin.linearise,
    "holding_forces": sgkin.holding_forces,
    "make_study": lambda mechanism: sgkin.make_study(mechanism, ["crank.B.x"]),
    "tolerances": lambda mechanism: sgkin.tolerances(mechanism, 1e-4),
    "make_parts": make_parts,
}
OF_MOTIONS: dict[str, Callable[[Motion], object]] = {
    "transmission_angle": lambda motion: sgkin.transmission_angle(motion, "D"),
    "driving_forces": sgkin.driving_forces,
    "reactions": sgkin.reactions,
    "kinetic_energy": sgkin.kinetic_energy,
    "plot_speed": lambda motion: plot_speed(motion, "rocker.C"),
}


@cache
def motion() -> Motion:
    return solve(load_mechanism("rssr"), [0.0, 0.1, 0.2])


@pytest.mark.parametrize("name", OF_MECHANISMS)
def test_of_a_mechanism(name: str) -> None:
    with pytest.raises(InputError, match=r"rssr moves in space; .* of mechanisms in the plane alone"):
        OF_MECHANISMS[name](load_mechanism("rssr"))


@pytest.mark.parametrize("name", OF_MOTIONS)
def test_of_a_motion(name: str) -> None:
    with pytest.raises(InputError, match=r"rssr moves in space; .* of mechanisms in the plane alone"):
        OF_MOTIONS[name](motion())


def test_a_view_is_of_space_alone() -> None:
    with pytest.raises(InputError, match="view is for mechanisms in space"):
        plot_mechanism(load_mechanism("slider_crank"), view="top")


def test_ranges_of_modes_that_are_searched() -> None:
    mechanism = load_mechanism("five_link")
    every = sgkin.motion_range(mechanism)
    assert not every.complete
    assert "found by iteration" in every.remark
    mode = sgkin.motion_range(mechanism, present=True).modes[0]
    low, high = mode.low, mode.high
    assert low is not None
    assert high is not None
    assert (low.value, high.value) == pytest.approx((-0.270806263, 0.339228135), abs=1e-8)
    first = every.modes[0]
    assert first.low is not None
    assert first.high is not None
    assert (first.low.value, first.high.value) == pytest.approx((low.value, high.value), abs=1e-9)
    ends = solve(mechanism, inputs=[[0.0], [0.999 * low.value]]), solve(mechanism, inputs=[[0.0], [0.999 * high.value]])
    assert all(motion.is_complete for motion in ends)
    with pytest.raises(sgkin.MotionError):
        solve(mechanism, inputs=[[0.0], [1.01 * high.value]])


def test_the_range_of_a_screw_is_no_whole_turn() -> None:
    """After a turn the nut is elsewhere: a turn to either side is looked at, as with gears."""
    found = sgkin.motion_range(load_mechanism("screw_jack"))
    assert found.present is not None
    mode = found.modes[found.present]
    assert mode.low is not None
    assert mode.high is not None
    assert (mode.low.value, mode.high.value) == pytest.approx((-2.0 * pi, 2.0 * pi))
    assert {limit.kind for limit in mode.limits} == {"end of the interval"}
    heights = [limit.configuration.pose("nut")[2] for limit in mode.limits]
    assert heights[0] - heights[1] == pytest.approx(0.012)


def test_a_range_along_several_inputs_in_space() -> None:
    found = sgkin.motion_range(load_mechanism("double_wishbone"), "travel")
    assert found.modes
