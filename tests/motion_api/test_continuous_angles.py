"""Angles are continuous over many turns, also where a step is more than half a turn."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import ConstantSpeed, JointDriver, Link, Mechanism, Revolute, load_mechanism, solve


@pytest.mark.parametrize("steps_per_turn", [1.5, 1.9, 3.3, 8.0, 100.0])
@pytest.mark.parametrize("with_rates", [False, True])
@pytest.mark.parametrize("backwards", [False, True])
def test_gears_over_several_turns(steps_per_turn: float, with_rates: bool, backwards: bool) -> None:
    turns = np.arange(0.0, 8.0 * steps_per_turn + 0.5) * 2.0 * np.pi / steps_per_turn
    angle = -turns if backwards else turns
    rates = np.ones_like(angle) if with_rates else None
    motion = solve(load_mechanism("gear_pair"), inputs=angle, input_rates=rates)
    np.testing.assert_allclose(motion.pose("gear1")[:, 2], angle, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(motion.pose("gear2")[:, 2], -2.0 * angle, rtol=0.0, atol=1e-11)


@pytest.mark.parametrize("with_rates", [False, True])
@pytest.mark.parametrize("name", ["jansen_leg", "drag_link_press", "crank_shaper", "oldham_coupling"])
def test_coarse_steps_have_the_angles_of_fine_ones(name: str, with_rates: bool) -> None:
    mechanism = load_mechanism(name)
    start = mechanism.initial_inputs["motor"]
    fine = start + np.radians(np.arange(0.0, 2881.0, 1.0))

    def angles(inputs: np.ndarray) -> np.ndarray:
        motion = solve(mechanism, inputs=inputs, input_rates=np.ones_like(inputs) if with_rates else None)
        return np.stack([motion.pose(link)[:, 2] for link in mechanism.moving_links])

    expected = angles(fine)
    assert np.abs(np.diff(expected, axis=1)).max() < 1.0
    for stride in (90, 160, 240, 360):
        np.testing.assert_allclose(angles(fine[::stride]), expected[:, ::stride], rtol=0.0, atol=1e-9, err_msg=stride)


def test_initial_angles_are_kept_and_not_reduced() -> None:
    """A driver that starts after ten turns has links that have turned ten times."""
    gears = load_mechanism("gear_pair")
    motion = solve(gears, inputs=np.array([62.9, 63.0]))
    np.testing.assert_allclose(motion.pose("gear1")[:, 2], [62.9, 63.0], atol=1e-12)
    np.testing.assert_allclose(motion.pose("gear2")[:, 2], [-125.8, -126.0], atol=1e-10)


def test_driven_links_in_a_chain_add_their_angles() -> None:
    arm = Mechanism(
        "arm",
        [Link("ground", {"A": (0, 0)}), Link("upper", {"A": (0, 0), "B": (2, 0)}), Link("lower", {"B": (0, 0)})],
        [Revolute("A", ("ground", "upper")), Revolute("B", ("upper", "lower"))],
        [JointDriver("a", "A", ConstantSpeed(8.0)), JointDriver("b", "B", ConstantSpeed(-20.0, start=0.5))],
    )
    times = np.linspace(0.0, 5.0, 6)
    motion = solve(arm, times)
    np.testing.assert_allclose(motion.pose("lower")[:, 2], 0.5 - 12.0 * times, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(motion.joint("B").value, 0.5 - 20.0 * times, rtol=0.0, atol=1e-12)
