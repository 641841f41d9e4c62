"""Change points of several inputs, and of iterations, are crossed in the same mode."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sgkin import (
    ConstantSpeed,
    EndStop,
    Free,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    Revolute,
    SimulationError,
    Trigger,
    UniformBar,
    energy,
    kinetic_energy,
    make_plan,
    simulate,
    solve,
)
from sgkin.dynamics.integration import Accuracy
from sgkin.dynamics.whole_simulation import simulate_whole
from sgkin.sweep.branch_tracking import Start, track_branches
from tests.dynamics.models import rods
from tests.dynamics.parallelograms import between_two, by_hand, five_bar, on_a_base, side_by_side, with_rocker


@pytest.mark.parametrize("starts", [(1.0, 2.0, 5.0, -3.0), (1.0, 1.0, 4.0, 4.0), (1.0, 1.05, 4.0, 4.0)])
def test_rows_side_by_side_move_as_each_by_itself(starts: tuple[float, ...]) -> None:
    """They come to change points one after the other, at the same time, and nearly so."""
    first, second, first_rate, second_rate = starts
    times = np.linspace(0.0, 2.0, 101)
    both = simulate(
        side_by_side((1, first), (2, second)),
        2.0,
        rates={"swing0": first_rate, "swing1": second_rate},
        rtol=1e-10,
        times=times,
    )
    for row, (count, start, rate) in enumerate(((1, first, first_rate), (2, second, second_rate))):
        alone = simulate(side_by_side((count, start)), 2.0, rates={"swing0": rate}, rtol=1e-11, times=times)
        assert np.ptp(alone.inputs) > np.pi
        assert_allclose(both.inputs[:, row], alone.inputs[:, 0], rtol=0, atol=1e-8)
        for link in ("upright", "bar"):
            ours, other = f"{link}{row}0", f"{link}00"
            shift = np.array([10.0 * row, 0.0, 0.0])
            assert_allclose(both.pose(ours), alone.pose(other) + shift, rtol=0, atol=1e-7)
            assert_allclose(both.velocity(ours), alone.velocity(other), rtol=0, atol=1e-6)
            assert_allclose(both.acceleration(ours), alone.acceleration(other), rtol=0, atol=1e-5)


@pytest.mark.parametrize(("count", "seed"), [(1, 0), (2, 1), (3, 2), (10, 3)])
def test_rows_on_a_base_against_equations_by_hand(count: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    angle, start = random.uniform(-1.0, 1.0), random.uniform(0.4, 2.7)
    rates = np.array([random.uniform(-3.0, 3.0), random.choice([-5.0, 5.0])])
    times = np.linspace(0.0, 1.5, 76)
    mechanism = on_a_base(count, Free(angle), start, angle)
    motion = simulate(mechanism, 1.5, rates=dict(zip(("base", "swing"), rates, strict=True)), rtol=1e-11, times=times)
    y = [angle, start, *rates]
    exact = solve_ivp(by_hand(count), (0.0, 1.5), y, "DOP853", times, rtol=1e-12, atol=1e-12).y.T
    assert np.ptp(np.floor(exact[:, 1] / np.pi)) >= 1.0
    assert_allclose(motion.inputs, exact[:, :2], rtol=0, atol=1e-8)
    assert_allclose(motion.input_rates, exact[:, 2:], rtol=0, atol=1e-7)
    for i in range(count + 1):
        assert_allclose(np.cos(motion.pose(f"upright{i}")[:, 2] - exact[:, 0] - exact[:, 1]), 1.0, rtol=0, atol=1e-12)


def test_a_base_that_turns_by_a_law() -> None:
    times = np.linspace(0.0, 2.0, 101)
    mechanism = on_a_base(2, ConstantSpeed(1.3, 0.2), 1.0, 0.2)
    motion = simulate(mechanism, 2.0, rates={"swing": 4.0}, rtol=1e-11, times=times)
    exact = solve_ivp(by_hand(2, False), (0.0, 2.0), [0.2, 1.0, 1.3, 4.0], "DOP853", times, rtol=1e-12, atol=1e-12).y.T
    assert_allclose(motion.inputs, exact[:, :2], rtol=0, atol=1e-8)


def test_fixed_steps_cross_too() -> None:
    mechanism, rates = side_by_side((1, 1.0), (1, 2.0)), {"swing0": 4.0, "swing1": -4.0}
    fixed = simulate(mechanism, 1.0, rates=rates, method="RK4", step=1e-3, times=[0.5, 1.0])
    exact = simulate(mechanism, 1.0, rates=rates, rtol=1e-11, times=[0.5, 1.0])
    assert_allclose(fixed.inputs, exact.inputs, rtol=0, atol=1e-7)


def test_steps_of_first_order_cross_too() -> None:
    """Halving the steps of the semi-implicit Euler method halves its error."""
    mechanism, rates = side_by_side((1, 1.0), (1, 2.0)), {"swing0": -4.0, "swing1": -4.0}
    exact = simulate(mechanism, 0.5, rates=rates, rtol=1e-11, times=[0.5]).inputs
    errors = [
        np.abs(simulate(mechanism, 0.5, rates=rates, method="Euler", step=step, times=[0.5]).inputs - exact).max()
        for step in (1e-3, 5e-4)
    ]
    assert exact[0, 0] < 0.0
    assert errors[0] < 0.02
    assert_allclose(errors[0] / errors[1], 2.0, rtol=0.05)


def test_a_trigger_while_change_points_are_crossed() -> None:
    """The step in which it happens is taken anew."""
    mechanism, rates = side_by_side((1, 1.0), (1, 2.0)), {"swing0": -4.0, "swing1": 1.0}
    there = Trigger("flat", on=["swing0"], function=lambda t, x, v: x[0] - 0.001, ends=False)
    seen = simulate(mechanism, 1.0, rates=rates, events=there, rtol=1e-10, times=[0.5, 1.0])
    unseen = simulate(mechanism, 1.0, rates=rates, rtol=1e-10, times=[0.5, 1.0])
    assert seen.happenings
    assert_allclose(seen.inputs, unseen.inputs, rtol=0, atol=1e-8)


@pytest.mark.parametrize("joint", ["B0", "B1"])
def test_an_iterated_group_in_one_input(joint: str) -> None:
    """Driven by the angle between upright and bar, a parallelogram is one group without a closed form."""
    times = np.linspace(0.0, 1.5, 76)
    known = simulate(rods(1), 1.5, rates={"swing": -2.0}, rtol=1e-11, times=times)
    driven = rods(1).driven_by(joint)
    assert make_plan(driven).iterated.any()
    found = simulate(driven, 1.5, free=[joint], rates={"upright0.theta": -2.0}, rtol=1e-10, times=times)
    assert known.inputs.min() < -np.pi
    for link in ("upright0", "upright1", "bar0"):
        assert_allclose(found.pose(link), known.pose(link), rtol=0, atol=1e-7)
    assert np.ptp(energy(found)) < 1e-8 * kinetic_energy(found).max()


@pytest.mark.parametrize("joint", ["B0", "B2"])
def test_an_iterated_group_beside_others_is_refused(joint: str) -> None:
    """Up to there the motion is that with another input."""
    times = np.linspace(0.0, 1.5, 76)
    known = simulate(rods(2), 1.5, rates={"swing": -2.0}, rtol=1e-11, times=times)
    with pytest.raises(SimulationError, match="found by iteration changes there beside others") as caught:
        simulate(rods(2).driven_by(joint), 1.5, free=[joint], rates={"upright0.theta": -2.0}, rtol=1e-10, times=times)
    assert caught.value.reason == "not certain"
    motion = caught.value.motion
    assert motion is not None
    count = len(motion.times)
    assert 0.0 < known.pose("upright0")[count - 1, 2] < 0.2
    for link in known.mechanism.moving_links:
        assert_allclose(motion.pose(link), known.pose(link)[:count], rtol=0, atol=1e-8)


@pytest.mark.parametrize(("rate", "until"), [(-3.0, 0.4), (-5.0, 0.3)])
def test_a_group_of_class_three(rate: float, until: float) -> None:
    """Driven at the coupler, of which a dead point comes later."""
    times = np.linspace(0.0, until, 31)
    known = simulate(with_rocker(1.0), until, rates=rate, rtol=1e-11, times=times)
    driven = with_rocker(1.0).driven_by("C")
    assert make_plan(driven).iterated.tolist() == [True]
    found = simulate(driven, until, free=["C"], rates={"upright0.theta": rate}, rtol=1e-10, times=times)
    assert known.inputs.min() < -0.6
    for link in driven.moving_links:
        assert_allclose(found.pose(link), known.pose(link), rtol=0, atol=1e-8)
        assert_allclose(found.acceleration(link), known.acceleration(link), rtol=0, atol=1e-5)


@pytest.mark.parametrize("aside", [1e-2, 1e-3, -1e-2, -1e-3])
def test_a_group_of_class_four_next_to_its_change_point(aside: float) -> None:
    """What it is at the start is no measure of its determinant there."""
    plan = make_plan(between_two(3.0))
    ((inputs, _),) = track_branches(plan, Start(plan.initial_inputs, plan.start.copy()), np.array([2.0])).changes
    started = between_two(float(inputs[0]) + aside)
    motion = simulate(started, 0.6, rates=-np.sign(aside) * 4.0, rtol=1e-10, times=np.linspace(0.0, 0.6, 31))
    turned_by = motion.pose("second")[:, 2] - motion.pose("first")[:, 2]
    assert_allclose(turned_by, turned_by[0], rtol=0, atol=1e-11)
    assert np.ptp(energy(motion)) < 1e-8 * kinetic_energy(motion).max()


@pytest.mark.parametrize(("start", "rate"), [(0.0, -4.0), (0.0, 4.0), (1.0, -4.0), (3.0, 4.0)])
def test_a_group_of_class_four(start: float, rate: float) -> None:
    """Energy tells how fast one input moves; both links keep the same direction."""
    motion = simulate(between_two(start), 1.5, rates=rate, rtol=1e-10, times=np.linspace(0.0, 1.5, 76))
    assert any(len(group.links) == 4 for group in make_plan(motion.mechanism).structure.groups)
    first, bar = motion.pose("first")[:, 2], motion.pose("bar0")[:, 2]
    assert np.ptp(np.floor((first + 1.5 - bar) / np.pi)) >= 1.0
    assert_allclose(motion.pose("second")[:, 2] - first, motion.pose("second")[0, 2] - first[0], rtol=0, atol=1e-11)
    assert_allclose(motion.pose("bar1")[:, 2] - bar, motion.pose("bar1")[0, 2] - bar[0], rtol=0, atol=1e-11)
    assert np.ptp(energy(motion)) < 1e-8 * kinetic_energy(motion).max()


def test_a_five_bar_with_a_parallelogram() -> None:
    """Random starts and speeds, against the five-bar with a single crank that moves alike."""
    random, times, crossed = np.random.default_rng(7), np.linspace(0.0, 1.0, 21), 0.0
    for _ in range(8):
        left, right = random.uniform(0.3, 2.8), random.uniform(0.0, 6.3)
        rates = {"left": random.uniform(-6.0, 6.0), "right": random.uniform(-6.0, 6.0)}
        known = simulate(five_bar(left, right, leg=False), 1.0, rates=rates, rtol=1e-11, times=times)
        found = simulate(five_bar(left, right, leg=True), 1.0, rates=rates, rtol=1e-10, times=times)
        crossed += np.ptp(np.floor(found.inputs[:, 0] / np.pi))
        assert_allclose(found.inputs, known.inputs, rtol=0, atol=1e-8)
        assert_allclose(found.input_rates, known.input_rates, rtol=0, atol=1e-7)
        for link in ("right", "left_coupler", "right_coupler"):
            assert_allclose(found.pose(link), known.pose(link), rtol=0, atol=1e-8)
        assert_allclose(found.pose("bar")[:, 2], 0.0, rtol=0, atol=1e-12)
    assert crossed >= 8.0


@pytest.mark.parametrize(
    ("left", "rate"),
    [(1e-2, 0.0), (1e-4, 0.0), (-1e-3, 0.02), (-1e-3, 0.2), (np.pi - 1e-3, 0.0), (np.pi + 1e-3, -0.05)],
)
def test_a_start_next_to_a_change_point(left: float, rate: float) -> None:
    """Some turn round next to it, before it or a little behind."""
    times, rates = np.linspace(0.0, 1.0, 21), {"left": rate, "right": 0.5}
    known = simulate(five_bar(left, 1.0, leg=False), 1.0, rates=rates, rtol=1e-11, times=times)
    found = simulate(five_bar(left, 1.0, leg=True), 1.0, rates=rates, rtol=1e-10, times=times)
    assert_allclose(found.inputs, known.inputs, rtol=0, atol=1e-8)
    assert_allclose(found.pose("bar")[:, 2], 0.0, rtol=0, atol=1e-12)


@pytest.mark.parametrize("start", [np.pi + 1e-4, np.pi - 1e-4, 1e-4, -1e-5])
@pytest.mark.parametrize("rate", [-2.0, 2.0])
def test_a_start_next_to_a_change_point_of_one_input(start: float, rate: float) -> None:
    motion = simulate(side_by_side((2, start)), 1.0, rates=rate, rtol=1e-10, times=np.linspace(0.0, 1.0, 21))
    for bar in ("bar00", "bar01"):
        assert_allclose(motion.pose(bar)[:, 2], 0.0, rtol=0, atol=1e-9)
    assert np.ptp(energy(motion)) < 1e-8 * kinetic_energy(motion).max()


@pytest.mark.parametrize("left", [2e-6, -2e-6])
def test_a_start_on_a_change_point_is_refused(left: float) -> None:
    """To rounding it is on neither side."""
    with pytest.raises(SimulationError, match="is on a change point where the motion begins") as caught:
        simulate(five_bar(left, 1.0, leg=True), 1.0, rates={"left": 1.0, "right": 0.5})
    assert caught.value.reason == "not certain"
    with pytest.raises(SimulationError, match="is on a change point where the motion begins"):
        simulate(side_by_side((1, left)), 1.0, rates=1.0)


@pytest.mark.parametrize("start", [1e-4, 1e-2, 0.1])
@pytest.mark.parametrize("rate", [-3.0, 3.0])
@pytest.mark.parametrize("rows", [1, 2])
def test_no_other_inputs_take_over_at_a_change_point(start: float, rate: float, rows: int) -> None:
    """None takes the motion past it better; nor is it change points by chance that lie near each other."""
    mechanism = side_by_side(*((1, start), (1, 2.0))[:rows])
    rates, times = {"swing0": rate, "swing1": 1.0}, np.linspace(0.0, 1.0, 21)
    given = {name: rates[name] for name in mechanism.input_names}
    motion = simulate(mechanism, 1.0, rates=given, inputs="auto", rtol=1e-10, times=times)
    alone = simulate(side_by_side((1, start)), 1.0, rates=rate, rtol=1e-11, times=times)
    assert not motion.happenings
    assert_allclose(motion.inputs[:, 0], alone.inputs[:, 0], rtol=0, atol=1e-8)
    assert_allclose(motion.pose("bar00")[:, 2], 0.0, rtol=0, atol=1e-12)


def test_a_stop_next_to_a_change_point() -> None:
    """What bounces off it at once goes round, and comes to the next change point."""
    mechanism, stop = side_by_side((1, 0.03), (1, 2.0)), EndStop("stop", on="swing0", low=0.03, restitution=1.0)
    motion = simulate(mechanism, 1.2, rates={"swing0": -5.0, "swing1": 1.0}, events=stop, rtol=1e-10)
    free = simulate(mechanism, 1.2, rates={"swing0": 5.0, "swing1": 1.0}, rtol=1e-10)
    before = motion.times < motion.happenings[1].time if len(motion.happenings) > 1 else np.ones(501, dtype=bool)
    assert_allclose(motion.inputs[before], free.inputs[before], rtol=0, atol=1e-8)
    pushed = simulate(mechanism, 1.2, rates={"swing0": 9.0, "swing1": 1.0}, events=stop, rtol=1e-10)
    assert pushed.inputs[:, 0].max() > np.pi
    assert_allclose(pushed.pose("bar00")[:, 2], 0.0, rtol=0, atol=1e-12)


@pytest.mark.parametrize("stabilisation", ["baumgarte", "augmented-lagrangian"])
def test_multipliers_go_on_beyond(stabilisation: str) -> None:
    """From a state behind the change points on, the equations of the whole mechanism find the same motion."""
    times = np.linspace(0.0, 1.0, 51)
    rates = {"left": -4.0, "right": 2.0}
    motion = simulate(five_bar(1.0, 1.0, leg=True), 1.0, rates=rates, rtol=1e-11, times=times)
    begin = int(np.flatnonzero(motion.inputs[:, 0] < -0.4)[0])
    rest = slice(begin, begin + 12)
    assert motion.inputs[rest, 0].min() > -np.pi
    beyond = make_plan(five_bar(*motion.inputs[begin].tolist(), leg=True))
    found = simulate_whole(
        beyond,
        times[rest] - times[begin],
        beyond.input_names,
        motion.inputs[begin],
        motion.input_rates[begin],
        accuracy=Accuracy(1e-10, 1e-10),
        stabilisation=stabilisation,
    )
    assert_allclose(found.inputs, motion.inputs[rest], rtol=0, atol=1e-7)
    for link in beyond.mechanism.moving_links:
        assert_allclose(found.pose(link), motion.pose(link)[rest], rtol=0, atol=1e-7)


def pins_that_meet() -> Mechanism:
    """A five-bar whose cranks can bring the pins of its equal couplers to the same place, of all the plane."""
    return Mechanism(
        "pins_that_meet",
        links=[
            Link("ground", {"A": (0, 0), "E": (2, 0)}),
            Link("left", {"A": (0, 0), "B": (1, 0)}),
            Link("left_coupler", {"B": (0, 0), "C": (1.5, 0)}),
            Link("right_coupler", {"D": (0, 0), "C": (1.5, 0)}),
            Link("right", {"E": (0, 0), "D": (1, 0)}),
        ],
        joints=[
            Revolute("A", ("ground", "left")),
            Revolute("B", ("left", "left_coupler")),
            Revolute("C", ("left_coupler", "right_coupler")),
            Revolute("D", ("right", "right_coupler")),
            Revolute("E", ("ground", "right")),
        ],
        drivers=[JointDriver("first", "A", Free(1.0)), JointDriver("second", "E", Free(np.pi - 1.0))],
        initial=InitialConfiguration(
            points={"B": (np.cos(1.0), np.sin(1.0)), "D": (2 - np.cos(1.0), np.sin(1.0)), "C": (1.0, 2.26)}
        ),
        masses={
            name: UniformBar(pins, mass=1.0)
            for name, pins in {
                "left": ("A", "B"),
                "right": ("E", "D"),
                "left_coupler": ("B", "C"),
                "right_coupler": ("D", "C"),
            }.items()
        },
    )


def test_what_is_not_certain_stops_with_a_sentence() -> None:
    """Moved evenly, both pins meet exactly; moved a little otherwise they pass, and couplers turn quickly."""
    with pytest.raises(SimulationError, match=r"RRR\(left_coupler, right_coupler\)") as caught:
        simulate(pins_that_meet(), 3.0, rates={"first": -1.0, "second": 1.0})
    assert caught.value.reason in ("not certain", "dead point")
    assert caught.value.motion is not None
    assert abs(caught.value.inputs["first"]) < 0.1


def test_other_inputs_pass_where_pins_meet_by_chance() -> None:
    motion = simulate(pins_that_meet(), 3.0, rates={"first": -1.0, "second": 1.0}, inputs="auto")
    assert motion.happenings
    assert np.ptp(energy(motion)) < 1e-7 * kinetic_energy(motion).max()


def test_a_base_that_is_swept() -> None:
    """Groups of a row change at the same place, where what they depend on is lost in rounding."""
    for count in (2, 3, 6):
        mechanism = on_a_base(count, Free(0.3), 1.0, 0.3)
        swing = np.linspace(1.0, -1.0, 31)
        motion = solve(mechanism, inputs=np.stack([0.3 + 0.4 * (1.0 - swing), swing], axis=1))
        for i in range(count + 1):
            turned = motion.pose(f"upright{i}")[:, 2] - motion.inputs.sum(axis=1)
            assert_allclose(np.cos(turned), 1.0, rtol=0, atol=1e-12)


INTERPRETED = """
import json
from sgkin import simulate
from tests.dynamics.parallelograms import between_two, five_bar
both = simulate(five_bar(0.1, 1.0, leg=True), 0.1, rates={"left": -4.0, "right": 2.0}, times=[0.03, 0.1])
one = simulate(between_two(3.0), 0.2, rates=-4.0, times=[0.1, 0.2])
print(json.dumps([both.inputs.tolist(), one.inputs.tolist()]))
"""


def test_without_the_jit() -> None:
    command, root = [sys.executable, "-W", "error", "-c", INTERPRETED], Path(__file__).parents[2]
    found = []
    for switched_off in ("1", "0"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": switched_off}
        answer = subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True)
        found.append(json.loads(answer.stdout))
    assert found[0][0][0][0] > -0.1 > found[0][0][1][0]
    for interpreted, compiled in zip(*found, strict=True):
        assert_allclose(interpreted, compiled, rtol=0, atol=1e-9)


def test_an_iterated_group_that_is_swept() -> None:
    """Wherever steps happen to lie about its change point."""
    plan, random = make_plan(between_two(3.0)), np.random.default_rng(0)
    for end in random.uniform(2.0, 2.82, 40):
        motion = solve(plan, inputs=[3.0, end])
        turned = motion.pose("second")[:, 2] - motion.pose("first")[:, 2]
        assert_allclose(turned, turned[0], rtol=0, atol=1e-11)


def test_masses_do_not_matter_to_where_change_points_are() -> None:
    """The same mechanism, started beyond its change point."""
    mechanism = side_by_side((1, 0.6), (1, 2.0))
    over = simulate(mechanism, 0.5, rates={"swing0": -5.0, "swing1": 0.5}, rtol=1e-11, times=[0.3, 0.5])
    beyond = replace(side_by_side((1, float(over.inputs[0, 0])), (1, float(over.inputs[0, 1]))), name="beyond")
    assert over.inputs[0, 0] < -0.3
    rates = dict(zip(("swing0", "swing1"), over.input_rates[0].tolist(), strict=True))
    rest = simulate(beyond, 0.2, rates=rates, rtol=1e-11, times=[0.2])
    assert_allclose(rest.inputs[-1], over.inputs[-1], rtol=0, atol=1e-9)
    assert_allclose(rest.pose("bar00")[-1], over.pose("bar00")[-1], rtol=0, atol=1e-9)
