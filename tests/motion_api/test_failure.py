"""A motion that stops: raised or returned, it is the same motion."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import Motion, MotionError, Outcome, load_mechanism, solve

TIMES = np.linspace(0.0, 5.0, 101)


def raised(name: str, times: np.ndarray) -> MotionError:
    with pytest.raises(MotionError) as caught:
        solve(load_mechanism(name), times)
    return caught.value


def test_returned_motion_is_the_one_on_the_error() -> None:
    error = raised("watt_straight_line", TIMES)
    stopped = solve(load_mechanism("watt_straight_line"), TIMES, on_failure="return")
    assert isinstance(error.motion, Motion)
    assert error.step == stopped.steps == error.motion.steps
    np.testing.assert_array_equal(stopped.status, error.motion.status)
    np.testing.assert_array_equal(stopped.branches, error.motion.branches)
    for link in stopped.outputs:
        np.testing.assert_array_equal(stopped.acceleration(link), error.motion.acceleration(link))


def test_everything_has_the_length_that_was_reached() -> None:
    stopped = solve(load_mechanism("watt_straight_line"), TIMES, on_failure="return")
    assert stopped.times is not None
    assert stopped.input_rates is not None
    assert stopped.input_accelerations is not None
    assert not stopped.is_complete
    lengths = {
        len(values)
        for values in (
            stopped.times, stopped.inputs, stopped.input_rates, stopped.input_accelerations,
            stopped.branches, stopped.pose("coupler"), stopped.velocity("coupler.T"), stopped.joint("B").value,
        )
    }  # fmt: skip
    assert lengths == {stopped.steps}
    assert len(stopped.status) == len(TIMES)


def test_status_tells_of_every_step() -> None:
    stopped = solve(load_mechanism("watt_straight_line"), TIMES, on_failure="return")
    status = stopped.status[:, 1]
    assert (status[: stopped.steps] == Outcome.SOLVED).all()
    assert status[stopped.steps] == Outcome.CANNOT_ASSEMBLE
    assert (stopped.status[stopped.steps + 1 :] == Outcome.NOT_REACHED).all()


def test_steps_reached_are_those_of_a_shorter_motion() -> None:
    watt = load_mechanism("watt_straight_line")
    stopped = solve(watt, TIMES, on_failure="return")
    short = solve(watt, TIMES[: stopped.steps])
    assert short.is_complete
    np.testing.assert_array_equal(stopped.acceleration("coupler"), short.acceleration("coupler"))


def test_first_step_may_fail_and_leaves_an_empty_motion() -> None:
    watt = load_mechanism("watt_straight_line")
    stopped = solve(watt, inputs=np.radians([80.0, 20.0]), on_failure="return")
    assert stopped.steps == 0
    assert stopped.pose("coupler").shape == (0, 3)
    assert stopped.status.shape == (2, 2)


def test_complete_motion_does_not_depend_on_what_to_do_on_failure() -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    times = np.linspace(0.0, 1.0, 25)
    one, other = solve(four_bar, times), solve(four_bar, times, on_failure="return")
    assert one.is_complete
    assert other.is_complete
    np.testing.assert_array_equal(one.pose("rocker"), other.pose("rocker"))
