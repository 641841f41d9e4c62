"""Through change points, where two assembly modes meet, a motion goes on smoothly and stays in its mode."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Harmonic, InitialConfigurationError, MotionError, Outcome, make_plan, solve
from tests.motion.four_bars import four_bar

Array = NDArray[np.float64]

ON_CHANGE_POINTS = np.radians(10.0)
"""A crank angle from which 36, 360 and 3600 steps a turn all fall on the change points at 0 and 180 degrees."""
BESIDE = [10.0**-k * f * sign for k in range(2, 13) for f in (1, 3) for sign in (1, -1)]


def times(steps: int, turns: int) -> Array:
    return np.arange(steps * turns + 1) * (2.0 * np.pi / steps)


@pytest.mark.parametrize("start", [0.3, ON_CHANGE_POINTS])
@pytest.mark.parametrize("steps", [36, 360, 3600])
def test_a_parallelogram_stays_one(steps: int, start: float) -> None:
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=start), times(steps, 10))
    assert motion.is_complete
    np.testing.assert_allclose(motion.pose("coupler")[:, 2], 0.0, atol=1e-11)
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], atol=1e-9)
    np.testing.assert_allclose(motion.velocity("rocker")[:, 2], 1.0, atol=1e-7)
    np.testing.assert_allclose(motion.acceleration("rocker")[:, 2], 0.0, atol=1e-4)
    touched = np.flatnonzero(motion.status[:, 1] == Outcome.CHANGE_POINT)
    assert len(touched) == (20 if start == ON_CHANGE_POINTS else 0)
    assert np.abs(np.sin(motion.inputs[touched, 0])).max(initial=0.0) < 1e-9


@pytest.mark.parametrize("beside", BESIDE)
def test_steps_next_to_a_change_point(beside: float) -> None:
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=ON_CHANGE_POINTS + beside), times(36, 3))
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], atol=1e-9)
    np.testing.assert_allclose(motion.velocity("rocker")[:, 2], 1.0, atol=1e-8)
    np.testing.assert_allclose(motion.acceleration("rocker")[:, 2], 0.0, atol=1e-6)


@pytest.mark.parametrize("start", [0.3, ON_CHANGE_POINTS])
@pytest.mark.parametrize("steps", [36, 360, 3600])
def test_an_antiparallelogram_stays_one(steps: int, start: float) -> None:
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=start, side=-1), times(steps, 10))
    assert motion.is_complete
    crank, rocker = motion.pose("crank")[:, 2], motion.pose("rocker")[:, 2]
    # tan(φ/2) = −(g + r) / (g − r) tan(θ/2)
    left, right = np.sin(rocker / 2) * np.cos(crank / 2), -np.sin(crank / 2) * np.cos(rocker / 2)
    np.testing.assert_allclose(left, 2.0 * right, atol=1e-9)
    assert rocker[-1] - rocker[0] == pytest.approx(-20.0 * np.pi)
    assert np.abs(motion.velocity("rocker")[:, 2]).max() < 2.0 + 1e-9


@pytest.mark.parametrize("rocker", [2.1, 2.001, 2.0001, 2.00001])
@pytest.mark.parametrize("steps", [36, 3600])
def test_next_to_a_parallelogram_is_none(steps: int, rocker: float) -> None:
    """A crank-rocker that comes ever so close to a change point does not go through it."""
    motion = solve(four_bar(2.0, 6.0, rocker, 6.0, angle=0.3), times(steps, 3))
    assert motion.is_complete
    assert (motion.branches[:, 1] == 1).all()
    assert np.ptp(motion.pose("rocker")[:, 2]) < np.pi


def test_two_steps_on_either_side_of_a_change_point() -> None:
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=np.pi - 0.1), inputs=[np.pi - 0.1, np.pi + 0.1])
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], atol=1e-12)


@pytest.mark.parametrize("steps", [1, 2, 3, 5])
def test_a_few_steps_a_turn(steps: int) -> None:
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=0.3), times(steps, 4))
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], atol=1e-9)


@pytest.mark.parametrize("side", [1, -1])
def test_turning_back_on_a_change_point(side: int) -> None:
    there = np.linspace(1.0, np.pi, 20)
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=1.0, side=side), inputs=[*there, *there[-2::-1]])
    angles = motion.pose("rocker")[:, 2]
    np.testing.assert_allclose(angles[20:], angles[18::-1], atol=1e-9)


def test_waiting_on_a_change_point() -> None:
    inputs = [*np.linspace(1.0, np.pi, 20), np.pi, np.pi, *np.linspace(np.pi, 4.0, 20)]
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=1.0), inputs=inputs)
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], atol=1e-9)
    assert (motion.status[19:23, 1] == Outcome.CHANGE_POINT).all()


def test_swinging_about_a_change_point() -> None:
    """A sine through it, with steps on it and steps where the crank stands still."""
    law = Harmonic(amplitude=1.0, frequency=1.0, mean=np.pi)
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=np.pi - 0.5, law=law), np.arange(241) / 60.0)
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], atol=1e-9)
    assert motion.input_rates is not None
    assert motion.input_accelerations is not None
    np.testing.assert_allclose(motion.velocity("rocker")[:, 2], motion.input_rates[:, 0], atol=1e-7)
    np.testing.assert_allclose(motion.acceleration("rocker")[:, 2], motion.input_accelerations[:, 0], atol=1e-5)


def test_standing_still_on_a_change_point() -> None:
    inputs = np.linspace(np.pi - 1.0, np.pi + 1.0, 21)
    mechanism = four_bar(2.0, 6.0, 2.0, 6.0, angle=np.pi - 1.0)
    motion = solve(mechanism, inputs=inputs, input_rates=np.zeros(21), input_accelerations=np.ones(21))
    np.testing.assert_allclose(motion.velocity("rocker")[:, 2], 0.0, atol=1e-12)
    np.testing.assert_allclose(motion.acceleration("rocker")[:, 2], 1.0, atol=1e-9)


@pytest.mark.parametrize("first", [np.pi, 4.0, 20.0])
def test_a_motion_that_begins_elsewhere_comes_from_the_initial_configuration(first: float) -> None:
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=1.0), inputs=first + np.linspace(0.0, 1.0, 11))
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], atol=1e-9)


def test_an_initial_configuration_on_a_change_point_says_nothing() -> None:
    with pytest.raises(InitialConfigurationError, match="lies on a change point of RRR") as caught:
        make_plan(four_bar(2.0, 6.0, 2.0, 6.0, angle=0.0, law=Harmonic(1.0, 1.0)))
    assert caught.value.links == ("coupler", "rocker")


@pytest.mark.parametrize(("branch", "turns"), [(1, 1.0), (-1, -1.0)])
def test_a_branch_says_what_comes_after_a_change_point(branch: int, turns: float) -> None:
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=0.0, branch=branch), times(72, 1))
    rocker = motion.pose("rocker")[:, 2]
    assert rocker[-1] - rocker[0] == pytest.approx(turns * 2.0 * np.pi)
    assert motion.status[0, 1] == Outcome.CHANGE_POINT
    np.testing.assert_allclose(motion.velocity("rocker")[0], motion.velocity("rocker")[-1], atol=1e-7)


@pytest.mark.parametrize("start", [1.0, np.radians(20.0)])
def test_a_kite_goes_through_the_point_where_its_pins_meet(start: float) -> None:
    """Crank = ground and coupler = rocker: at 0 degrees both outer pins of the dyad lie on one point."""
    motion = solve(four_bar(2.0, 5.0, 5.0, 2.0, angle=start), -times(36, 2) if start < 1.0 else times(36, 2))
    assert motion.is_complete
    for read in (motion.pose, motion.velocity, motion.acceleration):
        assert np.isfinite(read("rocker")).all()
    steps = np.abs(np.diff(motion.pose("rocker")[:, 2]))
    assert steps.max() < 0.2
    half = 0.5 * motion.inputs[:, 0]  # the kite's axis; the rocker turns with it, half as fast on average
    assert motion.pose("rocker")[-1, 2] - motion.pose("rocker")[0, 2] == pytest.approx(half[-1] - half[0], abs=1e-9)


def test_a_dead_point_is_none() -> None:
    with pytest.raises(MotionError, match="cannot be assembled beyond a dead point"):
        solve(four_bar(2.0, 6.0, 1.999, 6.0, angle=0.3), times(36, 1))
