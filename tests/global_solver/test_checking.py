"""The groups checked against the whole mechanism, by `solve` and on the command line."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    DisagreementError,
    InitialConfiguration,
    InputError,
    JointDriver,
    Link,
    Mechanism,
    MobilityError,
    MotionError,
    Prismatic,
    Revolute,
    load_mechanism,
    make_plan,
    save_mechanism,
    solve,
)
from sgkin.global_solver.comparison import refuse_disagreement
from sgkin.global_solver.march_motion import GlobalRun
from sgkin.global_solver.operation_times import operation_times
from sgkin.global_solver.reading import Kept
from sgkin.results.stored_frames import stored_frames
from tests.modes.test_welded import welded_four_bar
from tests.motion.four_bars import four_bar

TIMES = np.linspace(0.0, 1.0, 13)


@pytest.mark.parametrize("name", ["four_bar_crank_rocker", "five_bar_2dof", "coupled_wheels_three_parallel_cranks"])
def test_a_right_motion_passes(name: str) -> None:
    mechanism = load_mechanism(name)
    times = 0.1 * TIMES
    motion = solve(mechanism, times, coefficients=True, check="global")
    assert motion.is_complete


def test_a_motion_without_accelerations_passes() -> None:
    """What is left of them are rounding errors, of which both ways have others."""
    slide = JointDriver("feed", "G", ConstantSpeed(0.3, start=0.5))
    carried = Mechanism(
        "carried",
        links=[
            Link("ground", {"G": (0.1, 0.2)}),
            Link("table", {"G": (0, 0), "A": (0.3, 0.7), "B": (1.1, 0.4)}),
            Link("rod", {"A": (0, 0), "C": (0.9, 0)}),
            Link("block", {"C": (0, 0), "B": (0.4, 0.2)}),
        ],
        joints=[
            Prismatic("G", ("ground", "table"), angle=(0.4, 0.0)),
            Revolute("A", ("table", "rod")),
            Revolute("C", ("rod", "block")),
            Prismatic("B", ("table", "block"), angle=(0.3, 1.1)),
        ],
        drivers=[slide],
        initial=InitialConfiguration(branches={"rod": 1}),
    )
    motion = solve(carried, TIMES, coefficients=True, check="global")
    assert 0.0 < max(np.abs(motion.acceleration(link)).max() for link in motion.outputs) < 1e-15


def test_a_wrong_motion_is_refused_at_its_first_step() -> None:
    mechanism = load_mechanism("four_bar_crank_rocker")
    motion, other = solve(mechanism, TIMES), solve(mechanism, TIMES, method="global-sparse")

    bent = stored_frames(other._results, 3)
    bent.frames_of["rocker"][1][2, 7:] += 1e-6
    wrong = replace(other, _results=bent)
    refuse_disagreement(motion, other, np.ones(13))
    with pytest.raises(DisagreementError, match="velocity of rocker at step 7") as caught:
        refuse_disagreement(motion, wrong, np.ones(13))
    error = caught.value
    assert (error.step, error.quantity, error.name) == (7, "velocity", "rocker")
    assert error.difference > error.allowed
    assert pickle.loads(pickle.dumps(DisagreementError("x", step=1, motions=()))).step == 1


def test_motions_of_different_length_are_refused() -> None:
    mechanism = load_mechanism("four_bar_crank_rocker")
    short = solve(mechanism, TIMES[:5], method="global-dense")
    with pytest.raises(DisagreementError, match="13 steps are reached, by the whole mechanism 5"):
        refuse_disagreement(solve(mechanism, TIMES), short, np.ones(5))


def test_a_dead_point_is_told_by_the_groups_after_the_check() -> None:
    mechanism = load_mechanism("slider_crank_piston_input")
    name = mechanism.input_names[0]
    stroke = np.linspace(mechanism.initial_inputs[name], 10.0 * abs(mechanism.expected.range[name][1]), 40)
    with pytest.raises(MotionError):
        solve(mechanism, inputs=stroke, check="global")
    assert not solve(mechanism, inputs=stroke, check="global", on_failure="return").is_complete


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"method": "newton"}, "method is 'newton'; use 'groups' or 'global-sparse' or 'global-dense'"),
        ({"coordinates": "polar"}, "coordinates is 'polar'; use 'mixed' or 'reference-point'"),
        ({"check": "twice"}, "check is 'twice'; use 'global'"),
        ({"check": "global", "method": "global-dense"}, "check compares the groups with the whole mechanism"),
    ],
)
def test_what_is_not_allowed_is_said(arguments: dict[str, str], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        solve(load_mechanism("four_bar_crank_rocker"), TIMES, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["global-sparse", "global-dense"])
def test_bad_input_is_refused_as_by_the_groups(method: str) -> None:
    with pytest.raises(MobilityError, match="0 inputs are given"):
        solve(load_mechanism("parallelogram_at_change_point"), TIMES, method=method)
    with pytest.raises(InputError, match="give either times or inputs"):
        solve(load_mechanism("four_bar_crank_rocker"), TIMES, inputs=TIMES, method=method)


def test_every_reading_of_a_motion() -> None:
    plan = make_plan(load_mechanism("slider_crank"))
    one = solve(plan, TIMES)
    two = solve(plan, TIMES, method="global-sparse")
    for name in one.to_mapping():
        np.testing.assert_allclose(two.to_mapping()[name], one.to_mapping()[name], atol=1e-10, err_msg=name)
    for joint in plan.mechanism.joints:
        np.testing.assert_allclose(two.joint(joint.name).value, one.joint(joint.name).value, atol=1e-11)
    again = pickle.loads(pickle.dumps(two))
    np.testing.assert_array_equal(again.pose("crank"), two.pose("crank"))


def test_whole_turns_are_counted_at_coarse_steps() -> None:
    mechanism = load_mechanism("four_bar_crank_rocker")
    angles = np.linspace(mechanism.initial_inputs["motor"], 60.0, 12)
    expected = solve(mechanism, inputs=angles)
    for coordinates in ("mixed", "reference-point"):
        found = solve(mechanism, inputs=angles, method="global-sparse", coordinates=coordinates)
        for link in expected.outputs:
            np.testing.assert_allclose(found.pose(link), expected.pose(link), atol=1e-10)


def test_the_command_tells_differences_residuals_and_conditions(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("check", "four_bar_crank_rocker", "--steps", 12)
    assert answer.code == 0
    for text in ("reference-point", "acceleration", "largest residual", "RRR(coupler, rocker)"):
        assert text in answer.out
    report = json.loads(sgkin("check", "coupled_wheels_three_parallel_cranks", "--steps", 7, "--json").out)
    assert report["differences"]["mixed"]["position"] < 1e-12
    assert report["residual"] < 1e-12
    assert report["redundant"]
    assert all(group["condition"] >= 1.0 for group in report["groups"])
    assert sgkin("check", "four_bar_crank_rocker", "--steps", 0).code == 2


def test_a_group_at_its_change_point_is_told_to_be_singular(sgkin: Callable[..., Any]) -> None:
    steps = 6  # of 60°, from 60° on: the second falls on the change point
    line = next(line for line in sgkin("check", "parallelogram", "--steps", steps).out.splitlines() if "RRR(" in line)
    assert line.split()[:4] == ["singular", "at", "step", "2"]
    report = json.loads(sgkin("check", "parallelogram", "--steps", steps, "--json").out)
    assert [group["condition"] is None for group in report["groups"]] == [False, True]


def test_nothing_is_kept_and_nothing_compared() -> None:
    assert solve(load_mechanism("slider_crank"), [0.0, 0.1], check="global", outputs=[]).steps == 2


def test_a_link_that_is_welded_to_ground(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    save_mechanism(welded_four_bar(), tmp_path / "welded.toml")
    answer = sgkin("check", tmp_path / "welded.toml")
    assert (answer.code, answer.err) == (0, "")
    assert "RRR(coupler, rocker)" in answer.out


def test_time_is_divided_among_operations() -> None:
    run = GlobalRun(load_mechanism("four_bar_crank_rocker"), False, "mixed")
    inputs = np.linspace(0.5, 1.0, 5)[:, None]
    spent = operation_times(
        run, run.drive(inputs, np.ones_like(inputs), 0.0 * inputs, False), Kept(run.whole, ["rocker"])
    )
    assert list(spent) == [
        "constraints",
        "jacobian",
        "factorisation",
        "back-substitution",
        "accelerations",
        "other",
    ]
    assert spent["constraints"] > 0.0


@pytest.mark.parametrize("branch", [1, -1])
def test_named_branches_are_those_of_the_groups(branch: int) -> None:
    mechanism = four_bar(2.0, 6.0, 5.0, 6.0, angle=1.0, branch=branch)
    expected, found = solve(mechanism, TIMES), solve(mechanism, TIMES, method="global-sparse")
    np.testing.assert_allclose(found.pose("rocker"), expected.pose("rocker"), atol=1e-11)


@pytest.mark.parametrize(
    ("lengths", "angle", "flat"), [((3.0, 5.0, 3.0, 1.0), -0.41, 0.0), ((4.0, 1.0, 4.0, 1.0), 2.8, np.pi)]
)
@pytest.mark.parametrize("beside", [-1e-3, -1e-5, 0.0, 1e-7, 1e-5, 1e-3])
def test_the_way_to_the_first_step_leads_through_a_change_point(
    lengths: tuple[float, float, float, float], angle: float, flat: float, beside: float
) -> None:
    """The other mode is near there; the motion goes on in its own."""
    mechanism = four_bar(*lengths, angle=angle)
    inputs = np.array([flat + beside, flat + 0.5, flat + 1.5])
    fine = solve(mechanism, inputs=np.linspace(angle, inputs[-1], 1237))
    for method in ("groups", "global-sparse", "global-dense"):
        motion = solve(mechanism, inputs=inputs, input_rates=np.ones(3), method=method)
        np.testing.assert_allclose(motion.pose("rocker")[-1], fine.pose("rocker")[-1], atol=1e-9)
        np.testing.assert_allclose(motion.pose("rocker")[0, 2], fine.pose("rocker")[0, 2], atol=1.0)
    slow = solve(mechanism, inputs=np.linspace(angle, inputs[-1], 1237), method="global-sparse")
    np.testing.assert_allclose(slow.pose("rocker"), fine.pose("rocker"), atol=1e-9)


def test_a_link_that_begins_at_half_a_turn() -> None:
    """Rounding decides whether that is plus or minus half a turn."""
    for angle in (0.874325373449687, 2.68203701241414, 1.0):
        rhombus = four_bar(6.0, 6.0, 6.0, 6.0, angle=angle, branch=-1)
        motion = solve(rhombus, inputs=angle - 0.01 * np.arange(9), check="global")
        np.testing.assert_allclose(np.abs(motion.pose("rocker")[:, 2]), np.pi, atol=1e-9)


def test_a_motion_that_never_begins_is_compared_too() -> None:
    watt = load_mechanism("watt_straight_line")
    options: dict[str, Any] = {"input_rates": [1.0], "coefficients": True, "check": "global"}
    assert solve(watt, inputs=np.radians([80.0]), on_failure="return", **options).steps == 0
    with pytest.raises(MotionError, match="at the first step"):
        solve(watt, inputs=np.radians([80.0]), **options)
