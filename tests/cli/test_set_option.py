"""`--set`: every command takes a mechanism with other dimensions."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sgkin.cli.main import make_parser
from tests.conftest import Answer

FILE = """
units = { length = "mm", angle = "deg" }
[parameters]
r2 = { value = 20, bounds = [5, 80] }
twice = "= 2*r2"
[links]
ground = { O = [0, 0], C = [60, 0] }
crank = { O = [0, 0], A = ["= r2", 0], E = ["= twice", 0] }
coupler = { A = [0, 0], B = [70, 0] }
rocker = { C = [0, 0], B = [90, 0] }
[joints]
O = { kind = "revolute", links = ["ground", "crank"] }
A = { kind = "revolute", links = ["crank", "coupler"] }
B = { kind = "revolute", links = ["coupler", "rocker"] }
C = { kind = "revolute", links = ["ground", "rocker"] }
[drivers]
motor = { joint = "O", law = "constant-speed", speed = 360, start = 30 }
[initial]
branches = { coupler = 1 }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "linkage.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_every_command_that_takes_a_mechanism_takes_set() -> None:
    parser = make_parser()
    commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction)).choices
    asking = {name for name, command in commands.items() if "mechanism" in {each.dest for each in command._actions}}
    setting = {name for name, command in commands.items() if "set" in {each.dest for each in command._actions}}
    assert asking == setting
    assert set(commands) - setting == {"atlas", "fit", "list", "new"}


def test_values_are_in_the_units_of_the_file(sgkin: Callable[..., Answer], file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    edited = FILE.replace("value = 20", "value = 25").replace("C = [60, 0] }", "C = [61.5, 0] }")
    (other / file.name).write_text(edited, encoding="utf-8")
    found = sgkin("solve", file, "--set", "r2=25", "--set", "ground.C.x=61.5", "--steps", 8)
    assert found == sgkin("solve", other / file.name, "--steps", 8)
    assert found.code == 0
    assert found.out != sgkin("solve", file, "--steps", 8).out


def test_parameters_and_numbers_are_listed(sgkin: Callable[..., Answer], file: Path) -> None:
    found = sgkin("parameters", file, "--set", "r2=25").out.splitlines()
    assert "r2         25     mm    5 to 80" in found
    assert any(line.split() == ["crank.E.x", "50", "mm", "=", "twice"] for line in found)
    listed = json.loads(sgkin("parameters", file, "--json").out)
    assert listed["parameters"]["r2"]["bounds"] == [0.005, 0.08]
    assert listed["numbers"]["crank.E.x"] == {"value": 0.04, "quantity": "length", "expression": "= twice"}


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("r2=100", "--set r2: found 100.0, expected a value within its bounds, 5 to 80"),
        ("r2=long", "--set r2=long: 'long' is no finite number; write NAME=VALUE, such as r2=30"),
        ("r2", "--set r2: '' is no finite number; write NAME=VALUE"),
        ("=3", "--set =3: nothing is named; write NAME=VALUE, such as r2=30"),
        ("r2=nan", "--set r2=nan: 'nan' is no finite number"),
        ("r3=1", "there is no parameter or number 'r3'; allowed: r2, twice"),
        ("crank.B.x=1", "there is no parameter or number 'crank.B.x'; did you mean"),
        ("twice=1", "twice: '= 2*r2': it is computed; set r2 instead"),
        ("crank.A.x=1", "crank.A.x: '= r2': it is computed; set r2 instead"),
        ("rocker.B.x=0", "link 'rocker' has length zero"),
        ("rocker.B.x=1e60", "with_parameters: rocker.B.x: found 1e+57, expected a number of at most 1e+50"),
    ],
)
def test_what_cannot_be_set_is_refused(sgkin: Callable[..., Answer], file: Path, setting: str, sentence: str) -> None:
    found = sgkin("structure", file, f"--set={setting}")
    assert found.code == 2
    assert sentence in found.err
    assert found.err.count("\n") == 1


def test_a_number_is_set_once(sgkin: Callable[..., Answer], file: Path) -> None:
    found = sgkin("structure", file, "--set", "r2=10", "--set", "r2=11")
    assert "--set r2=11: r2 is set twice; set it once" in found.err


def test_an_adjacency_matrix_has_no_dimensions(sgkin: Callable[..., Answer], tmp_path: Path) -> None:
    matrix = tmp_path / "matrix.txt"
    matrix.write_text("0 1\n1 0\n")
    found = sgkin("structure", "--adjacency", matrix, "--input", "0-1", "--set", "r2=1")
    assert "--set belongs to a mechanism" in found.err
