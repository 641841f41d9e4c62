"""A mechanism that cannot be: one clear sentence, whether it comes from Python, from a file or on the command line."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sgkin import MechanismError, decompose, load_mechanism
from tests.bad_input.cases import CASES, Case
from tests.bad_input.four_bar import TEXT, four_bar

IN_PYTHON = pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.python])
IN_A_FILE = pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.file])


def assert_says(error: MechanismError, case: Case) -> None:
    assert type(error) is case.error or (case.error is MechanismError and isinstance(error, MechanismError))
    assert case.sentence in str(error)
    assert "\n" not in str(error)
    for name, value in case.attributes.items():
        assert getattr(error, name) == value


@IN_PYTHON
def test_in_python(name: str) -> None:
    case = CASES[name]
    assert case.python is not None
    with pytest.raises(MechanismError) as caught:
        case.python()
    assert_says(caught.value, case)
    assert caught.value.file is None


@IN_A_FILE
def test_in_a_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "spoiled.toml"
    file.write_text(CASES[name].text, encoding="utf-8")
    with pytest.raises(MechanismError) as caught:
        load_mechanism(file)
    assert_says(caught.value, CASES[name])
    assert caught.value.file == file
    assert str(caught.value).startswith(f"{file}: ")


@IN_A_FILE
def test_on_the_command_line(name: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    file = tmp_path / "spoiled.toml"
    file.write_text(CASES[name].text, encoding="utf-8")
    answer = sgkin("structure", file)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith(f"sgkin: {file}: ")
    assert answer.err.count("\n") == 1
    assert CASES[name].sentence in answer.err


def test_what_is_spoiled_was_sound(tmp_path: Path) -> None:
    file = tmp_path / "sound.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert decompose(load_mechanism(file)).formula == "I(crank) → RRR(coupler, rocker)"
    assert decompose(four_bar()).formula == "I(crank) → RRR(coupler, rocker)"


@IN_PYTHON
def test_error_crosses_to_another_process(name: str) -> None:
    case = CASES[name]
    assert case.python is not None
    with pytest.raises(MechanismError) as caught:
        case.python()
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is type(caught.value)
    assert str(copy) == str(caught.value)
    assert str(copy.__dict__) == str(caught.value.__dict__)


def test_a_law_in_a_file_says_whose_it_is(tmp_path: Path) -> None:
    file = tmp_path / "spoiled.toml"
    file.write_text(CASES["times that do not increase"].text, encoding="utf-8")
    with pytest.raises(MechanismError, match="drivers: motor: spline: times"):
        load_mechanism(file)


def test_a_number_in_a_file_is_shown_in_the_unit_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "spoiled.toml"
    file.write_text(CASES["pinion of negative radius"].text, encoding="utf-8")
    with pytest.raises(MechanismError, match="joints: K: radius: found -10,"):
        load_mechanism(file)
