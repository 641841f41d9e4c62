"""`sgkin forces`, and force arrows in `sgkin plot`."""

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

from sgkin import Mass, driving_forces, load_mechanism, reactions, save_mechanism, solve

matplotlib.use("agg")
NAME = "uchida_slider_crank"


def test_tables_and_columns(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    answer = sgkin("forces", NAME, "--steps", 36, "--csv", file)
    assert (answer.code, answer.err) == (0, "")
    motion = solve(load_mechanism(NAME), np.linspace(0.0, 1.0, 37))
    torque, found = driving_forces(motion, "motor"), reactions(motion)
    lines = {tuple(line.split()[:2]): line for line in answer.out.splitlines() if line}
    assert f"{torque.min():.6g} N·m" in lines[("motor", "torque")]
    assert f"{torque.max():.6g} N·m" in lines[("motor", "torque")]
    assert f"{np.degrees(motion.inputs[torque.argmax(), 0]):.5g}" in lines[("motor", "torque")]
    assert f"{found.magnitude('C', 'piston').max():.6g} N" in lines[("C", "piston")]
    assert f"{np.hypot(*found.shaking_force.T).max():.6g} N" in lines[("shaking", "force")]
    with file.open(encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    for column, wanted in (
        ("motor.torque", torque),
        ("motor.power", torque * 2.0 * np.pi),
        ("B.crank.y", found.at("B", "crank")[:, 1]),
        ("D.piston.moment", found.moment("D", "piston")),
        ("shaking.moment", found.shaking_moment()),
    ):
        np.testing.assert_allclose([float(row[column]) for row in rows], wanted, atol=1e-9)


def weighted(name: str, tmp_path: Path) -> Path:
    mechanism = load_mechanism(name)
    masses = {link: Mass(1.0, centre=(0.1, 0.0), inertia=0.1) for link in mechanism.moving_links}
    save_mechanism(replace(mechanism, masses=masses), tmp_path / f"{name}.toml")
    return tmp_path / f"{name}.toml"


def test_singular_steps_are_left_out_and_told(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    answer = sgkin("forces", weighted("parallelogram", tmp_path), "--steps", 12)
    assert (answer.code, answer.err) == (0, "")
    assert "where it is in a singular position" in answer.out.splitlines()[0]
    assert "nan" not in answer.out


@pytest.mark.parametrize("name", ["parallelogram", "coupled_wheels_three_parallel_cranks"])
def test_json_holds_the_columns_of_the_csv_file(name: str, sgkin: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    answer = sgkin("forces", weighted(name, tmp_path), "--steps", 12, "--json", "--csv", path)
    assert (answer.code, answer.err) == (0, "")
    found = json.loads(answer.out, parse_constant=pytest.fail)  # no number that is none
    assert (found["name"], found["complete"]) == (name, True)
    assert found["units"] | {"length": "m"} == {
        "length": "m", "angle": "deg", "time": "s", "force": "N", "moment": "N·m", "power": "W", "energy": "J",
    }  # fmt: skip
    with path.open(encoding="utf-8") as text:
        header, *rows = csv.reader(text)
    assert list(found["columns"]) == header
    np.testing.assert_array_equal(np.array(list(found["columns"].values())).T, np.array(rows, dtype=float))
    assert len(found["left_out"]) + len(rows) == 13
    assert bool(found["left_out"]) == (name == "parallelogram")
    assert bool(found["undetermined"]) == (name != "parallelogram")


def test_what_is_not_determined_is_named(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = weighted("coupled_wheels_three_parallel_cranks", tmp_path)
    answer = sgkin("forces", file, "--steps", 7, "--csv", tmp_path / "a.csv")
    assert answer.code == 0
    assert "not determined by motion and loads, since joints are redundant: " in answer.out
    heading = (tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    motion = solve(load_mechanism(file), np.linspace(0.05, 0.2, 5))
    assert not set(reactions(motion).undetermined) & set(heading)


@pytest.mark.parametrize("what", [(), ("--what", "joints", "--joints", "B", "C.piston"), ("--what", "shaking")])
def test_pictures(what: tuple[str, ...], sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    answer = sgkin("forces", NAME, "--steps", 12, "--plot", file, *what)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith(f"wrote {file}: {what[1] if what else 'driving'}\n")
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--forces"], "the forces at step 0 of 360"),
        (["--forces", "crank", "--step", 3, "--steps", 12], "the forces on crank at step 3 of 12"),
        (["--forces", "--input", "motor=60"], "the forces at rest at motor=60"),
    ],
)
def test_arrows(arguments: list[Any], told: str, sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    answer = sgkin("plot", NAME, *arguments, "-o", file)
    assert (answer.code, answer.out, answer.err) == (0, f"wrote {file}: {told}\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["forces", "slider_crank"], "have no entries in masses"),
        (["forces", NAME, "--steps", 0], "--steps is 0"),
        (["forces", NAME, "--what", "joints"], "belong to --plot"),
        (["forces", NAME, "--plot", "a.png", "--joints", "A"], "belongs to --what"),
        (["forces", NAME, "--plot", "a.doc"], "let it end in"),
        (["plot", NAME, "--forces", "--quality"], "leave the other pictures out"),
        (["plot", NAME, "--forces", "wheel"], "no link 'wheel'"),
        (["plot", "slider_crank", "--forces"], "have no entries in masses"),
    ],
)
def test_mistakes_are_one_sentence(
    arguments: list[Any], message: str, tmp_path: Path, sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = sgkin(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert not list(tmp_path.iterdir())
