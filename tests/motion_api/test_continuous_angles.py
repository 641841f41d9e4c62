"""Angles are continuous over many turns, also where a step is more than half a turn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    GearPair,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    Prismatic,
    Revolute,
    load_mechanism,
    make_plan,
    solve,
)

TIMES = np.linspace(0.0, 4.0, 9)


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


METHODS = [("groups", "mixed"), ("global-sparse", "mixed"), ("global-sparse", "reference-point")]


def geared_slider(start: float, stated: dict[str, float]) -> Mechanism:
    """A block slides on the crank, 3.5 rad ahead of it, and turns a wheel back two and a half times as fast."""
    return Mechanism(
        "geared slider",
        links=[
            Link("ground", {"A": (0, 0), "W": (3, 0)}),
            Link("crank", {"A": (0, 0), "G": (1, 0)}),
            Link("block", {"G": (0, 0), "T": (1, 0)}),
            Link("wheel", {"W": (0, 0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Prismatic("G", ("crank", "block"), angle=(3.5, 0.0)),
            Revolute("W", ("ground", "wheel")),
            GearPair("mesh", ("wheel", "block"), carrier="ground", teeth=(2, 5)),
        ],
        drivers=[
            JointDriver("motor", "A", ConstantSpeed(1.0, start=start)),
            JointDriver("feed", "G", ConstantSpeed(0.1, start=0.5)),
        ],
        initial=InitialConfiguration(angles=stated),
    )


@pytest.mark.parametrize(("method", "coordinates"), METHODS)
@pytest.mark.parametrize("start", [0.2, -3.0, 7.0, 20.0])
@pytest.mark.parametrize("stated", [{}, {"crank": 0.7}])
def test_a_gear_counts_the_turns_of_what_a_guide_turns(
    start: float, stated: dict[str, float], method: str, coordinates: str
) -> None:
    """Whole turns of the block are no whole turns of the wheel; those of a driven link are those of its input."""
    mechanism = geared_slider(start, stated)
    motion = solve(mechanism, TIMES, method=method, coordinates=coordinates)
    block = start + TIMES + 3.5
    np.testing.assert_allclose(motion.pose("block")[:, 2], block, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(motion.pose("wheel")[:, 2], -2.5 * block, rtol=0.0, atol=1e-11)


@pytest.mark.parametrize("turns", [-1, 1])
def test_a_gear_counts_the_turns_that_are_stated(turns: int) -> None:
    block = 0.2 + 3.5 + 2.0 * np.pi * turns
    x, y = np.cos(0.2) + 0.5 * np.cos(3.7), np.sin(0.2) + 0.5 * np.sin(3.7)
    tip = (x + np.cos(3.7), y + np.sin(3.7))
    mechanism = geared_slider(0.2, {})
    placed = InitialConfiguration({"block.G": (x, y), "block.T": tip}, {"block": block})
    plan = make_plan(replace(mechanism, initial=placed))
    assert plan.evaluate([0.2, 0.5]).pose("block")[2] == pytest.approx(block, abs=1e-12)
    for method, coordinates in METHODS:
        motion = solve(plan, TIMES, method=method, coordinates=coordinates)
        np.testing.assert_allclose(motion.pose("block")[:, 2], block + TIMES, rtol=0.0, atol=1e-12)
        turned = (motion.pose("wheel")[:, 2] + 2.5 * (block + TIMES)) / (2.0 * np.pi)
        np.testing.assert_allclose(turned, np.round(turned), rtol=0.0, atol=1e-11)
