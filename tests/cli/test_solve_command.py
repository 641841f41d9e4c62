"""`sgkin solve`: tables, CSV files, how long it runs by default, dead points."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    Cycloidal,
    Expectation,
    Harmonic,
    JointDriver,
    Mechanism,
    MotionLaw,
    OwnLaw,
    Polynomial,
    Spline,
    load_mechanism,
    mechanism_names,
    save_mechanism,
    solve,
)
from sgkin.cli.table import chosen_rows
from sgkin.model.duration import default_duration

SOLVABLE = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]


def numbers(line: str) -> list[float]:
    return [float(word) for word in line.split()]


def read_csv(path: Path) -> tuple[list[str], np.ndarray[Any, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, np.array(rows, dtype=float)


def test_table_shows_time_inputs_and_outputs_in_the_units_of_the_file(
    sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    answer = sgkin("solve", "jansen_leg", "--points", "foot_triangle.foot", "c")
    assert (answer.code, answer.err) == (0, "")
    title, _, names, units, *rows, blank, left_out = answer.out.splitlines()
    assert title == "jansen_leg: 0 to 1 s (one turn of motor) in 360 steps"
    assert names.split() == ["time", "motor", "foot_triangle.foot.x", "foot_triangle.foot.y", "c.x", "c.y", "c.theta"]
    assert units.split() == ["s", "deg", "cm", "cm", "cm", "cm", "deg"]
    assert len({len(line) for line in (names, units, *rows)}) == 1
    assert len(rows) == 21
    assert numbers(rows[0])[:4] == pytest.approx([0.0, 90.0, 30.3109, -82.5894], abs=1e-3)
    assert numbers(rows[-1])[0] == 1.0
    assert blank == ""
    assert left_out == "21 of 361 positions; -o FILE.csv writes all, with velocities and accelerations"
    motion = solve(load_mechanism("jansen_leg"), np.linspace(0.0, 1.0, 361), outputs=["c"])
    np.testing.assert_allclose([numbers(row)[-1] for row in rows], np.degrees(motion.pose("c")[::18, 2]), atol=1e-3)


def test_wide_tables_continue_below(sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    answer = sgkin("solve", "four_bar_crank_rocker", "--steps", 4)
    blocks = answer.out.split("\n\n")[1:]
    headings = [block.splitlines()[0].split() for block in blocks]
    assert len(blocks) > 1
    assert max(map(len, answer.out.splitlines())) <= 70
    assert all(heading[0] == "time" for heading in headings)
    shown = [name for heading in headings for name in heading[1:]]
    links = ("crank", "coupler", "rocker")
    assert shown == ["motor", *(f"{link}.{part}" for link in links for part in ("x", "y", "theta"))]


@pytest.mark.parametrize("steps", [1, 2, 7, 20, 21, 22, 360, 361, 997, 3600])
def test_chosen_rows_begin_and_end_with_the_motion_and_are_evenly_spread(steps: int) -> None:
    rows = chosen_rows(steps)
    assert (rows[0], rows[-1]) == (0, steps - 1)
    assert len(rows) <= 21
    assert len(rows) >= min(steps, 11)
    assert np.ptp(np.diff(rows)) <= 1 if len(rows) > 1 else steps == 1


def test_csv_holds_every_step_with_rates(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "motion.csv"
    answer = sgkin("solve", "four_bar_crank_rocker", "--points", "coupler.P", "-o", path)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"wrote {path}: 0 to 1 s (one turn of motor) in 360 steps; in m, deg and s\n"
    header, rows = read_csv(path)
    parts = [f"coupler.P.{order}{part}" for order in ("", "d", "dd") for part in ("x", "y")]
    assert header == ["time", "motor", *parts]
    motion = solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 361), outputs=["coupler.P"])
    np.testing.assert_array_equal(rows[:, 0], motion.times)
    np.testing.assert_array_equal(rows[:, 6:], motion.acceleration("coupler.P"))


@pytest.mark.parametrize("until", [3.0, 6.0])
def test_json_holds_the_columns_of_the_csv_file(until: float, sgkin: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "motion.csv"
    asked = ["chebyshev_straight_line", "--until", until, "--steps", 60, "--points", "coupler.T", "coupler"]
    answer = sgkin("solve", *asked, "--json", "-o", path)
    found = json.loads(answer.out)
    assert found["name"] == "chebyshev_straight_line"
    assert found["units"] == {"length": "m", "angle": "deg", "time": "s"}
    assert (found["complete"], answer.code) == ((True, 0) if until == 3.0 else (False, 2))
    header, rows = read_csv(path)
    assert list(found["columns"]) == header
    np.testing.assert_array_equal(np.array(list(found["columns"].values())).T, rows)


def test_steps_and_time_are_as_asked(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("solve", "slider_crank", "--steps", 5, "--until", 0.25, "--points", "piston")
    title, _, _, _, *rows = answer.out.splitlines()
    assert title == "slider_crank: 0 to 0.25 s (as asked) in 5 steps"
    assert [numbers(row)[0] for row in rows] == pytest.approx([0.0, 0.05, 0.1, 0.15, 0.2, 0.25])


@pytest.mark.parametrize("name", SOLVABLE)
def test_every_library_mechanism_runs_as_long_as_chosen(name: str, sgkin: Callable[..., Any]) -> None:
    answer = sgkin("solve", name)
    assert (answer.code, answer.err) == (0, "")


def crank(law: MotionLaw, expected: Expectation | None = None) -> Mechanism:
    four_bar = load_mechanism("four_bar_crank_rocker")
    return replace(four_bar, drivers=[JointDriver("motor", "A", law)], expected=expected or Expectation())


def within(low: float, high: float) -> Expectation:
    return Expectation(range={"motor": (low, high)})


@pytest.mark.parametrize(
    ("mechanism", "seconds", "reason"),
    [
        (crank(ConstantSpeed(-0.5, start=2.0)), 4 * np.pi, "one turn of motor"),
        (crank(ConstantSpeed(0.5, start=2.0), within(1.0, 4.0)), 4.0, "to the end of the range of motor"),
        (crank(ConstantSpeed(-0.5, start=2.0), within(4.0, 1.0)), 2.0, "to the end of the range of motor"),
        (crank(ConstantSpeed(0.0)), 1.0, "the default"),
        (crank(Polynomial((2.0, 0.0, 0.5)), within(1.0, 4.0)), 2.0, "to the end of the range of motor"),
        (crank(Polynomial((2.0, 1.0, -0.25)), within(1.0, 4.0)), 2 + 8**0.5, "to the end of the range of motor"),
        (crank(Polynomial((2.0, 0.1))), 1.0, "the default"),
        (crank(Harmonic(amplitude=1.0, frequency=0.25)), 4.0, "one period of motor"),
        (crank(Harmonic(amplitude=1.0, frequency=0.25), within(-1.0, 1.0)), 4.0, "one period of motor"),
        (crank(Harmonic(amplitude=1.0, frequency=0.25), within(0.0, 1.0)), 2.0, "to the end of the range of motor"),
        (crank(Cycloidal(start=0.0, rise=1.0, duration=3.0, begin=0.5)), 3.5, "the rise of motor"),
        (crank(Spline((0.0, 1.0, 2.5), (0.0, 1.0, 0.0))), 2.5, "the table of motor"),
        (crank(OwnLaw(lambda t: (t, 1.0, 0.0))), 1.0, "the default"),
    ],
)
def test_default_duration(mechanism: Mechanism, seconds: float, reason: str) -> None:
    found, why = default_duration(mechanism)
    assert why == reason
    assert found == pytest.approx(seconds, rel=2e-3)


def test_several_inputs_run_until_the_first_leaves_its_range() -> None:
    seconds, reason = default_duration(load_mechanism("planar_3RPR_driven_P"))
    assert seconds == pytest.approx(5.0)
    assert reason.startswith("to the end of the range of actuator_")


def test_dead_point_shows_what_was_solved_and_says_why_it_ends(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("solve", "chebyshev_straight_line", "--until", 6, "--steps", 60, "--points", "coupler.T")
    assert answer.code == 2
    title, _, _, _, *rows, _, _ = answer.out.splitlines()
    assert title == "chebyshev_straight_line: 0 to 6 s (as asked) in 60 steps; it ends after 46 of 60 steps, at 4.6 s"
    assert numbers(rows[-1])[:2] == [4.6, 101.0]
    assert answer.err.count("\n") == 1
    for word in ("RRR(coupler, arm2)", "dead point", "motor = 101.537 deg", "before step 47", "open by"):
        assert word in answer.err


def test_dead_point_writes_what_was_solved(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "motion.csv"
    answer = sgkin("solve", "chebyshev_straight_line", "--until", 6, "--steps", 60, "-o", path)
    assert answer.code == 2
    assert answer.out.startswith(f"wrote {path}: ")
    assert "dead point" in answer.err
    _, rows = read_csv(path)
    assert len(rows) == 47
    assert np.isfinite(rows).all()


def test_mechanism_of_ones_own_file(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    save_mechanism(crank(ConstantSpeed(2.0, start=np.radians(30.0))), path)
    answer = sgkin("solve", path, "--points", "rocker.C")
    assert answer.code == 0
    assert answer.out.startswith("own: 0 to 3.14159 s (one turn of motor)")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["slider_crank", "--steps", "0"], "--steps is 0; give a whole number from 1 on"),
        (["slider_crank", "--until", "0"], "--until is 0; give a time in seconds after 0"),
        (["slider_crank", "--until", "nan"], "--until is nan; give a time in seconds after 0"),
        (["slider_crank", "--until", "inf"], "--until is inf; give a time in seconds after 0"),
        (["slider_crank", "--points", "piston.Z"], "there is no point of link 'piston' named 'Z'"),
        (["slider_crank", "--points", "pistn"], "did you mean 'piston'?"),
        (["slider_crank", "--points", "ground"], "there is no moving link 'ground'"),
        (["slider_krank"], "did you mean 'slider_crank'?"),
        (["cam_roller_follower"], "the profiles at K are not described"),
        (["cam_oscillating_follower"], "has a structure but no motion"),
        (["slider_crank", "-o", "nowhere/motion.csv"], "there is no folder nowhere; make it first"),
        (["slider_crank", "-o", "motion.xlsx"], "ends in '.xlsx'; let it end in .csv or .txt"),
        (["slider_crank", "--steps", "few"], "invalid int value: 'few'"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: list[str], sentence: str, sgkin: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = sgkin("solve", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err
    assert list(tmp_path.iterdir()) == []


def test_output_that_is_a_folder_is_refused(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    answer = sgkin("solve", "slider_crank", "-o", tmp_path)
    assert answer.code == 2
    assert str(tmp_path) in answer.err


def test_table_and_csv_of_a_mechanism_in_space(
    sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Places have three coordinates; links turn by the angles of Bryant, in the unit of the file."""
    monkeypatch.setenv("COLUMNS", "300")
    asked = ["double_wishbone", "--until", "0.5", "--steps", 3, "--points", "carrier", "carrier.G"]
    answer = sgkin("solve", *asked)
    assert (answer.code, answer.err) == (0, "")
    _, _, names, units, *rows = answer.out.splitlines()
    parts = [f"carrier.{part}" for part in ("x", "y", "z", "alpha", "beta", "gamma")]
    points = [f"carrier.G.{part}" for part in "xyz"]
    assert names.split() == ["time", "travel", "steering", *parts, *points]
    mechanism = load_mechanism("double_wishbone")
    assert units.split() == ["s", "deg", "mm", *["mm"] * 3, *["deg"] * 3, *["mm"] * 3]
    assert (mechanism.units.length, mechanism.units.angle) == ("mm", "deg")
    motion: Any = solve(mechanism, np.linspace(0.0, 0.5, 4))
    shown = np.array([numbers(row) for row in rows])
    np.testing.assert_allclose(shown[:, 3:6], 1e3 * motion.position("carrier"), atol=1e-3)
    np.testing.assert_allclose(shown[:, 6:9], np.degrees(motion.orientation("carrier", "bryant")), atol=1e-3)
    np.testing.assert_allclose(shown[:, 9:], 1e3 * motion.position("carrier.G"), atol=1e-3)
    path = tmp_path / "motion.csv"
    found = json.loads(sgkin("solve", *asked, "--json", "-o", path).out)
    header, written = read_csv(path)
    assert list(found["columns"]) == header
    assert [f"carrier.{part}" for part in ("x", "y", "z", "qw", "qx", "qy", "qz")] == header[3:10]
    np.testing.assert_array_equal(written[:, header.index("carrier.z")], 1e3 * motion.position("carrier")[:, 2])
    turn = np.degrees(motion.angular_velocity("carrier"))
    np.testing.assert_allclose(written[:, [header.index(f"carrier.w{part}") for part in "xyz"]], turn, rtol=1e-14)
