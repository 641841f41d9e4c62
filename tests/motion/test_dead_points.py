"""Where a mode ends the motion stops and says so, also between two steps that could both be assembled."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy.optimize import brentq

from sgkin import MotionError, Outcome, load_mechanism, make_plan, solve
from tests.motion.four_bars import four_bar


def dead_angle(crank: float, coupler: float, rocker: float, ground: float, low: float, high: float) -> float:
    """Where coupler and rocker lie in one line."""

    def reach(angle: float) -> float:
        return float(np.hypot(crank * np.cos(angle) - ground, crank * np.sin(angle)) - coupler - rocker)

    return float(brentq(reach, low, high, xtol=1e-14))


@pytest.mark.parametrize("rocker", [1.999, 1.9999, 1.9])
@pytest.mark.parametrize("steps", [36, 360, 3600])
def test_a_dead_point_between_two_steps(steps: int, rocker: float) -> None:
    """Shorter than a parallelogram: it ends before 180 degrees, and could be assembled again after it."""
    mechanism = four_bar(2.0, 6.0, rocker, 6.0, angle=0.3)
    times = np.arange(10 * steps + 1) * 2.0 * np.pi / steps
    with pytest.raises(MotionError, match="cannot be assembled beyond a dead point") as caught:
        solve(mechanism, times)
    error = caught.value
    expected = dead_angle(2.0, 6.0, rocker, 6.0, 2.0, np.pi)
    assert error.outcome is Outcome.CANNOT_ASSEMBLE
    assert error.group == "RRR(coupler, rocker)"
    assert error.joints == ("B", "C", "D")
    assert error.inputs["motor"] == pytest.approx(expected, abs=1e-6)
    assert error.step == np.searchsorted(0.3 + times, expected)
    assert 0.0 < error.gap <= 8.0 - 6.0 - rocker + 1e-9
    motion = error.motion
    assert motion.steps == error.step
    assert (motion.status[: error.step] == Outcome.SOLVED).all()
    assert motion.status[error.step].tolist() == [Outcome.NOT_REACHED, Outcome.CANNOT_ASSEMBLE]
    assert (motion.status[error.step + 1 :] == Outcome.NOT_REACHED).all()
    assert np.isfinite(motion.velocity("rocker")).all()


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_a_non_grashof_four_bar(direction: float) -> None:
    mechanism = four_bar(3.0, 4.0, 3.0, 8.0, angle=0.5)
    inputs = 0.5 + direction * np.linspace(0.0, 6.0, 361)
    with pytest.raises(MotionError) as caught:
        solve(mechanism, inputs=inputs)
    expected = direction * dead_angle(3.0, 4.0, 3.0, 8.0, 0.5, np.pi)
    assert caught.value.inputs["motor"] == pytest.approx(expected, abs=1e-9)
    text = str(caught.value)
    for part in (
        "four_bar",
        "RRR(coupler, rocker)",
        "joints B, C and D",
        f"motor = {expected:.6g} rad",
        "open by",
        "m;",
    ):
        assert part in text
    assert "shorten the range of the input, or change the lengths" in text


def test_a_dead_point_has_a_position_and_no_velocity() -> None:
    """A crank that is pushed by its piston, up to the end of the stroke."""
    mechanism = load_mechanism("slider_crank_piston_input")
    inputs = np.linspace(3.0, 4.0, 11)
    motion = solve(mechanism, inputs=inputs)
    assert motion.is_complete
    assert motion.status[-1].tolist() == [Outcome.SOLVED, Outcome.CHANGE_POINT]
    np.testing.assert_allclose(motion.pose("rod")[-1, 2], 0.0, atol=1e-7)
    with pytest.raises(MotionError, match="is singular") as caught:
        solve(mechanism, inputs=inputs, input_rates=np.ones(11))
    assert caught.value.outcome is Outcome.SINGULAR
    assert caught.value.motion.steps == 10
    plan = make_plan(mechanism)
    assert plan.evaluate(4.0).pose("rod")[2] == pytest.approx(0.0, abs=1e-7)
    with pytest.raises(MotionError, match="is singular"):
        plan.evaluate(4.0, 1.0)
    with pytest.raises(MotionError, match="cannot be assembled"):
        plan.evaluate(4.01)


def test_an_error_can_be_pickled_with_its_motion_left_out_or_in() -> None:
    with pytest.raises(MotionError) as caught:
        solve(four_bar(3.0, 4.0, 3.0, 8.0, angle=0.5), np.linspace(0.0, 6.0, 361))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.inputs == caught.value.inputs
    assert again.gap == caught.value.gap


@pytest.mark.parametrize("rate", [-1.0, 1.0])
def test_no_rates_are_given_on_a_dead_point(rate: float) -> None:
    """Also where the rates that are given do not point the way the steps go."""
    mechanism = four_bar(3.0, 6.0, 1.0, 4.0, angle=-3.0, branch=1)
    inputs = np.radians([-150.0, -180.0, -210.0, -240.0, -270.0])  # at the end B and D are as far apart as 6 m less 1 m
    motion = solve(mechanism, inputs=inputs, input_rates=np.full(5, rate), on_failure="return")
    assert motion.steps == 4
    assert motion.outcome(group=1, step=4) is Outcome.SINGULAR
    assert np.abs(motion.velocity("rocker")).max() < 2.0
    assert np.isfinite(motion.pose("rocker")).all()
