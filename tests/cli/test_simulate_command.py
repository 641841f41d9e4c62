"""`sgkin simulate`: what it tells is what `simulate` finds."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest

from sgkin import (
    UniformBar,
    driving_forces,
    energy,
    energy_balance,
    load_mechanism,
    reactions,
    save_mechanism,
    simulate,
)
from sgkin.model.starters import STARTERS

matplotlib.use("agg")
NAME = "uchida_slider_crank"


def test_summary(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("simulate", NAME, "--until", 0.5, "--free", "motor", "--start", "motor=60", "--rate", 90)
    assert (answer.code, answer.err) == (0, "")
    motion = simulate(load_mechanism(NAME), 0.5, free=["motor"], start={"motor": np.pi / 3}, rates={"motor": np.pi / 2})
    angles = np.degrees(motion.inputs[:, 0])
    for part in (
        f"0.5 s under forces, motor free; DOP853, {motion.evaluations} evaluations",
        "nothing but the motion itself",
        f"{energy(motion)[0]:.6g} J",
        "work of load",
        f"{angles.min():.6g} deg",
        "of the largest kinetic energy",
    ):
        assert part in answer.out


def test_files(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    files = {option: tmp_path / name for option, name in (("csv", "a.csv"), ("plot", "a.png"), ("film", "a.svg"))}
    options = [text for option, file in files.items() for text in (f"--{option}", file)]
    answer = sgkin("simulate", NAME, "--until", 0.2, "--free", "motor", "--steps", 40, "--forces", *options)
    assert (answer.code, answer.err) == (0, "")
    assert "B      connecting_rod" in answer.out
    assert all(f"wrote {file}" in answer.out for file in files.values())
    assert files["plot"].read_bytes().startswith(b"\x89PNG")
    motion = simulate(load_mechanism(NAME), 0.2, free=["motor"], times=np.linspace(0.0, 0.2, 41))
    with files["csv"].open(encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    read = {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}
    np.testing.assert_allclose(read["kinetic_energy"] + read["potential_energy"], energy(motion))
    np.testing.assert_allclose(read["A.crank.x"], reactions(motion).at("A", "crank")[:, 0])
    assert "motor.torque" not in read  # forces move it
    assert np.abs(driving_forces(motion)).max() < 1e-6


def test_json_holds_what_happened_and_the_columns_of_the_csv_file(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file, path = rocker_driven(tmp_path), tmp_path / "a.csv"
    asked = ("simulate", file, "--until", 2, "--free", "D", "--steps", 50, "--json")
    answer = sgkin(*asked, "--inputs", "auto", "--forces", "--csv", path)
    assert (answer.code, answer.err) == (0, "")
    found = json.loads(answer.out, parse_constant=pytest.fail)
    motion = simulate(load_mechanism(file), 2.0, free=["D"], inputs="auto", times=np.linspace(0.0, 2.0, 51))
    assert (found["free"], found["method"], found["evaluations"]) == (["D"], "DOP853", motion.evaluations)
    assert [each["sentence"] for each in found["happenings"]] == [each.sentence for each in motion.happenings]
    assert found["happenings"]
    assert found["drift"] == energy_balance(motion).drift
    with path.open(encoding="utf-8") as text:
        header, *rows = csv.reader(text)
    assert list(found["columns"]) == header
    np.testing.assert_array_equal(np.array(list(found["columns"].values())).T, np.array(rows, dtype=float))
    answer = sgkin(*asked)
    assert answer.code == 2
    assert json.loads(answer.out)["complete"] is False


def test_curves_in_place_of_energies(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    options = ("--until", 0.1, "--free", "motor", "--steps", 10, "--plot", tmp_path / "a.svg", "--curves", "D")
    answer = sgkin("simulate", NAME, *options)
    assert answer.out.endswith(f"wrote {tmp_path / 'a.svg'}: D\n")
    assert "stroke" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def rocker_driven(tmp_path: Path) -> Path:
    """A falling four-bar, counted by its rocker."""
    four_bar = load_mechanism("four_bar_crank_rocker")
    ends = {"crank": ("A", "B"), "coupler": ("B", "C"), "rocker": ("D", "C")}
    masses = {link: UniformBar(pair, mass=1.0) for link, pair in ends.items()}
    fallen = replace(four_bar, masses=masses, gravity=(0.0, -9.81)).driven_by("D")
    file = tmp_path / "by_rocker.toml"
    save_mechanism(fallen, file)
    return file


def test_a_motion_that_ends_early_is_shown_and_refused(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = rocker_driven(tmp_path)
    answer = sgkin("simulate", file, "--until", 10, "--free", "D")
    assert answer.code == 2
    assert "comes to a singular position" in answer.err
    assert answer.err.count("\n") == 1
    assert "energy" in answer.out
    answer = sgkin("simulate", file, "--until", 10, "--free", "D", "--inputs", "auto")
    assert (answer.code, answer.err) == (0, "")
    assert "the motion is counted by" in answer.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([NAME, "--until", 1], "all inputs follow motion laws"),
        ([NAME, "--until", 0, "--free", "motor"], "--until is 0; give a time in seconds after 0"),
        ([NAME, "--until", "inf", "--free", "motor"], "--until is inf"),
        ([NAME, "--until", 1, "--free", "engine"], "no input 'engine'"),
        ([NAME, "--until", 1, "--free", "motor", "--start", "motor=x"], "'x' is no finite number"),
        ([NAME, "--until", 1, "--free", "motor", "--start", "A=1"], "no input 'A'"),
        ([NAME, "--until", 1, "--free", "motor", "--rate", "wheel=1"], "no input, joint or coordinate 'wheel'"),
        ([NAME, "--until", 1, "--free", "motor", "--rate", "motor=10", "D=900"], "contradict each other"),
        ([NAME, "--until", 1, "--free", "motor", "--method", "Verlet"], "method is 'Verlet'"),
        ([NAME, "--until", 1, "--free", "motor", "--method", "RK4"], "fixed size"),
        ([NAME, "--until", 1, "--free", "motor", "--rtol", 1], "rtol is 1"),
        ([NAME, "--until", 1, "--free", "motor", "--steps", 0], "--steps is 0"),
        ([NAME, "--until", 1, "--free", "motor", "--curves", "D"], "belongs to --plot"),
        ([NAME, "--until", 1, "--free", "motor", "--csv", "no/such/a.csv"], "there is no folder"),
        ([NAME, "--until", 1, "--free", "motor", "--plot", "a.doc"], "let it end in"),
        (["slider_crank", "--until", 1, "--free", "motor"], "have no entries in masses"),
    ],
)
def test_mistakes_are_one_sentence(
    arguments: list[Any], message: str, tmp_path: Path, sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = sgkin("simulate", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("sgkin: ")
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_rates_of_other_things_than_inputs(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("simulate", NAME, "--until", 0.01, "--free", "motor", "--rate", "crank.B.x=-0.3")
    motion = simulate(load_mechanism(NAME), 0.01, free=["motor"], rates={"crank.B.x": -0.3})
    assert f"{np.degrees(motion.input_rates[0, 0]):.6g} deg/s" in answer.out


def test_nothing_moves(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    engine = replace(load_mechanism(NAME), forces=[], gravity=(0.0, 0.0))
    save_mechanism(engine, tmp_path / "a.toml")
    answer = sgkin("simulate", tmp_path / "a.toml", "--until", 1, "--free", "motor")
    assert answer.code == 0
    assert "nothing moves: there is no gravity and there are no forces, and it starts from rest" in answer.out


def test_it_starts_in_a_place_of_rest(sgkin: Callable[..., Any]) -> None:
    """The press stands upright: no drift is told of an energy that is none."""
    answer = sgkin("simulate", "crank_press", "--until", 0.5, "--free", "motor")
    assert (answer.code, answer.err) == (0, "")
    assert "it stays in the place of rest where it starts; give another start, or a rate" in answer.out
    assert "drift" not in answer.out
    assert "drift" in sgkin("simulate", "crank_press", "--until", 0.5, "--free", "motor", "--start", "motor=80").out


@pytest.mark.filterwarnings("default::sgkin.GravityWarning")
def test_a_warning_is_a_sentence(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    save_mechanism(load_mechanism("crank_press"), file)
    file.write_text(file.read_text(encoding="utf-8").replace('gravity = "down"', "gravity = [0, -9.81]"), "utf-8")
    answer = sgkin("simulate", file, "--until", 0.1, "--free", "motor")
    assert answer.code == 0
    assert answer.err.startswith("sgkin: a: gravity is 0.00981 m/s²")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("kind", ["four-bar", "slider-crank"])
def test_a_new_file_without_its_marks(kind: str, sgkin: Callable[..., Any], tmp_path: Path) -> None:
    text = STARTERS[kind].replace("# gravity", "gravity")
    head, _, masses = text.partition("# [masses]")
    file = tmp_path / "a.toml"
    file.write_text(head + "[masses]" + masses.replace("\n# ", "\n"), encoding="utf-8")
    answer = sgkin("simulate", file, "--until", 2, "--free", "motor")
    assert (answer.code, answer.err) == (0, "")
    assert sgkin("forces", file).code == 0


def test_the_whole_mechanism_gives_the_same(sgkin: Callable[..., Any]) -> None:
    options = ("simulate", NAME, "--until", 0.3, "--free", "motor")
    groups, whole = sgkin(*options).out, sgkin(*options, "--formulation", "whole").out
    assert groups.splitlines()[-3] == whole.splitlines()[-3]  # the range of the motor
