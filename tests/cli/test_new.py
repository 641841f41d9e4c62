"""`sgkin new`: a template that needs nothing but numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from sgkin import decompose, load_mechanism
from sgkin.errors import NumberError

FOUR_BAR = "0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n"
SLIDER_CRANK = "# a crank, a rod and a piston\n0,1,0,2\n1,0,1,0\n0,1,0,1\n2,0,1,0\n"
SIX_BAR = "0 1 0 1 0 1\n1 0 1 0 0 0\n0 1 0 0 0 0\n1 0 0 0 0 0\n0 0 0 0 0 1\n1 0 0 0 1 0\n"
CAM = "0 1 2\n1 0 3\n2 3 0\n"

# matrix, options, number of blanks, signatures
TEMPLATES: dict[str, tuple[str, list[str], int, list[str]]] = {
    "four-bar": (FOUR_BAR, ["--input", "0-1"], 22, ["R*", "RRR"]),
    "slider-crank": (SLIDER_CRANK, ["--input", "0-1"], 23, ["R*", "RRP"]),
    "driven by its piston": (SLIDER_CRANK, ["--input", "0-3"], 23, ["P*", "RRR"]),
    "four-bar on link 2": (FOUR_BAR, ["--input", "2-1", "--ground", "2"], 22, ["R*", "RRR"]),
    "three links at a pin": (SIX_BAR, ["--input", "0-1", "--pin", "2-3-4"], 34, ["R*", "RRR", "RRR"]),
    "cam": (CAM, ["--input", "0-1"], 16, ["R*", "P-HP"]),
}


def write(tmp_path: Path, matrix: str) -> Path:
    file = tmp_path / "machine.txt"
    file.write_text(matrix)
    return file


def blanks_of(text: str) -> int:
    return len(re.findall(r"\bnan\b", text.replace("every nan", "")))


def filled(text: str) -> str:
    """The template with a different number for each nan."""
    numbers = (f"{number + number**2 / 7:.3f}" for number in count(1))
    return re.sub(r"\bnan\b", lambda _: next(numbers), text)


@pytest.mark.parametrize("name", TEMPLATES)
def test_template_loads_once_it_is_filled_in(name: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    matrix, options, blanks, signatures = TEMPLATES[name]
    answer = sgkin("new", "--adjacency", write(tmp_path, matrix), *options)
    assert (answer.code, answer.err) == (0, "")
    assert blanks_of(answer.out) == blanks
    file = tmp_path / "machine.toml"
    file.write_text(answer.out, encoding="utf-8")
    with pytest.raises(NumberError, match="found nan"):
        load_mechanism(file)
    file.write_text(filled(answer.out), encoding="utf-8")
    mechanism = load_mechanism(file)
    assert mechanism.title == "machine"
    structure = decompose(mechanism)
    assert structure.mobility == mechanism.expected.mobility
    assert Counter(group.signature for group in structure.groups) == Counter(mechanism.expected.groups)
    assert Counter(mechanism.expected.groups) == Counter(signatures)


def test_template_says_how_it_comes_apart(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    text = sgkin("new", "--adjacency", write(tmp_path, FOUR_BAR), "--input", "0-1").out
    assert "# structure: I(link1) → RRR(link2, link3)" in text
    assert "# group 2: RRR(link2, link3), class II, hangs on ground, link1\n" in text


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--input", "0-1"], 'input1 = { joint = "J0_1", law'),
        (["--input", "1-0"], 'input1 = { joint = "J0_1", links = ["link1", "ground"], law'),
        (["--pin", "1-2-3", "--input", "1-2"], 'input1 = { joint = "J1_2_3", links = ["link1", "link2"], law'),
    ],
)
def test_driver_says_between_which_links_it_acts(
    options: list[str], line: str, tmp_path: Path, sgkin: Callable[..., Any]
) -> None:
    assert line in sgkin("new", "--adjacency", write(tmp_path, FOUR_BAR), *options).out


def test_template_without_a_driver_says_so(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    text = sgkin("new", "--adjacency", write(tmp_path, FOUR_BAR)).out
    assert "# note: mobility is 1 but 0 inputs are given" in text
    assert 'undetermined = ["link1", "link2", "link3"]' in text


def test_template_of_a_rigid_frame_counts_what_is_redundant(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    file = write(tmp_path, "0 1 1\n1 0 1\n1 1 0\n")
    text = sgkin("new", "--adjacency", file, "--input", "0-1").out
    assert "redundant = 1" in text
    mechanism = tmp_path / "frame.toml"
    mechanism.write_text(filled(text), encoding="utf-8")
    assert load_mechanism(mechanism).expected.redundant == 1


def test_name_of_the_file_may_need_quotes(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    file = tmp_path / 'a "banana" \\.txt'
    file.write_text(FOUR_BAR)
    text = sgkin("new", "--adjacency", file).out
    result = tmp_path / "result.toml"
    result.write_text(filled(text), encoding="utf-8")
    assert load_mechanism(result).title == 'a "banana" \\'


def test_output_to_a_file(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    matrix, result = write(tmp_path, FOUR_BAR), tmp_path / "four_bar.toml"
    answer = sgkin("new", "--adjacency", matrix, "--input", "0-1", "-o", result)
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == f"wrote {result}; every nan in it is a number to fill in\n"
    assert result.read_text(encoding="utf-8") == sgkin("new", "--adjacency", matrix, "--input", "0-1").out


def test_a_file_that_exists_is_kept(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    result = tmp_path / "four_bar.toml"
    result.write_text("hours of work")
    answer = sgkin("new", "--adjacency", write(tmp_path, FOUR_BAR), "-o", result)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"sgkin: {result}: this file exists already; choose another name or remove it\n"
    assert result.read_text() == "hours of work"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A user who types these lines, and then the end of the input."""
    return lambda *lines: monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))


ANSWERS = (
    ("0 0", "0 0", "0"),  # ground: pivot of the crank, a point of the guide, its angle
    ("0 0", "40 0"),  # crank
    ("0 0", "120 0", "0 0", "0 0"),  # rod, piston
    ("360", "30"),  # motor
    ("34.6, 20", "153 0"),  # initial places
)


def test_asking_group_by_group(tmp_path: Path, sgkin: Callable[..., Any], typed: Callable[..., None]) -> None:
    typed(*(line for part in ANSWERS for line in part))
    result = tmp_path / "slider.toml"
    answer = sgkin("new", "--adjacency", write(tmp_path, SLIDER_CRANK), "--input", "0-1", "--ask", "-o", result)
    assert answer.code == 0
    assert answer.err.endswith(f"wrote {result}\n")
    for words in (
        "ground: its joints in the ground frame",
        "  ground: angle of the guide line of J0_3 to the x axis, in deg: ",
        "group 1: I(link1), class I, hangs on ground",
        "group 2: RRP(link2, link3), class II, hangs on ground, link1",
        "  input1, angle at J0_1: speed in deg/s: ",
        "which assembly is meant",
    ):
        assert words in answer.err
    structure = decompose(load_mechanism(result))
    assert structure.formula == "I(link1) → RRP(link2, link3)"
    assert structure.geometry is not None
    assert structure.geometry.verdict == "agrees"


def test_questions_do_not_mix_with_the_file(
    tmp_path: Path, sgkin: Callable[..., Any], typed: Callable[..., None]
) -> None:
    typed("0 0")
    answer = sgkin("new", "--adjacency", write(tmp_path, FOUR_BAR), "--ask")
    assert answer.out.startswith('title  = "machine"')
    assert "x y in mm" not in answer.out


def test_an_empty_answer_and_the_end_of_the_input_leave_blanks(
    tmp_path: Path, sgkin: Callable[..., Any], typed: Callable[..., None]
) -> None:
    typed("", "100 0", "0 0")
    answer = sgkin("new", "--adjacency", write(tmp_path, FOUR_BAR), "--input", "0-1", "--ask")
    assert answer.code == 0
    assert "ground = { J0_1 = [nan, nan], J0_3 = [100, 0] }" in answer.out
    assert "link1 = { J0_1 = [0, 0], J1_2 = [nan, nan] }" in answer.out


@pytest.mark.parametrize("reply", ["abc", "1", "1 2 3", "nan 0", "inf 0", "1 x"])
def test_an_answer_that_is_no_place_is_asked_again(
    reply: str, tmp_path: Path, sgkin: Callable[..., Any], typed: Callable[..., None]
) -> None:
    typed(reply, "7 8")
    answer = sgkin("new", "--adjacency", write(tmp_path, FOUR_BAR), "--ask")
    assert answer.err.count("please give two numbers, such as 40 0") == 1
    assert "ground = { J0_1 = [7, 8], " in answer.out


def test_stopping_leaves_no_traceback(
    tmp_path: Path, sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Stopped())
    answer = sgkin("new", "--adjacency", write(tmp_path, FOUR_BAR), "--ask", "-o", tmp_path / "a.toml")
    assert answer.code == 130
    assert "Traceback" not in answer.err
    assert not (tmp_path / "a.toml").exists()
