"""A matrix that is not the adjacency matrix of a mechanism."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from sgkin import AdjacencyError, decompose_adjacency

FOUR_BAR = ((0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 0, 1), (1, 0, 1, 0))


def changed(*entries: tuple[int, int, int]) -> list[list[int]]:
    """The four-bar with some entries changed."""
    matrix = [list(row) for row in FOUR_BAR]
    for row, column, value in entries:
        matrix[row][column] = value
    return matrix


@dataclass(frozen=True)
class Case:
    matrix: Any
    words: str
    entries: tuple[tuple[int, ...], ...] = ()
    inputs: tuple[tuple[int, int], ...] = ((0, 1),)
    others: dict[str, Any] = field(default_factory=dict)


CASES = {
    "not symmetric": Case(
        changed((3, 2, 0)),
        "the matrix is not symmetric: entries (2, 3) and (3, 2) differ; make them equal",
        ((2, 3), (3, 2)),
    ),
    "two kinds of one joint": Case(changed((3, 2, 2)), "is not symmetric: entries (2, 3) and (3, 2) differ"),
    "not square": Case([row[:3] for row in FOUR_BAR], "the matrix is not square (4 × 3); give one row and one column"),
    "ragged": Case([[0, 1, 0, 1], [1, 0, 1], [0, 1, 0, 1], [1, 0, 1, 0]], "give one row"),
    "unknown entry": Case(
        changed((1, 2, 7), (2, 1, 7)),
        "entry (1, 2) is 7; use 0 none, 1 revolute, 2 prismatic, 3 higher pair",
        ((1, 2),),
    ),
    "joint of space in the plane": Case(
        changed((1, 2, 5), (2, 1, 5)),
        "entry (1, 2) is 5; use 0 none, 1 revolute, 2 prismatic, 3 higher pair, or give space='spatial'",
        ((1, 2),),
    ),
    "unknown entry in space": Case(
        changed((1, 2, 10), (2, 1, 10)),
        "entry (1, 2) is 10; use 0 none, 1 revolute, 2 prismatic, 3 higher pair, 4 cylindrical, 5 spherical, "
        "6 universal, 7 planar, 8 screw, 9 rod",
        ((1, 2),),
        others={"space": "spatial"},
    ),
    "input at a rod": Case(
        changed((0, 1, 9), (1, 0, 9)),
        "input (0, 1): a rod cannot be driven; drive a revolute, prismatic, cylindrical, universal or screw joint",
        others={"space": "spatial"},
    ),
    "unknown space": Case(FOUR_BAR, "space: found 'flat', expected 'planar' or 'spatial'", others={"space": "flat"}),
    "link with itself": Case(
        changed((2, 2, 1)), "entry (2, 2) joins link 2 with itself; the diagonal must be zero", ((2, 2),)
    ),
    "input without a joint": Case(
        FOUR_BAR, "input (0, 2): no joint joins these two links; name two links that share one", (), ((0, 2),)
    ),
    "input of a link with itself": Case(FOUR_BAR, "input (1, 1): no joint joins these two links", (), ((1, 1),)),
    "input of a missing link": Case(FOUR_BAR, "input (0, 9): no joint joins these two links", (), ((0, 9),)),
    "input at a higher pair": Case(
        changed((0, 1, 3), (1, 0, 3)), "input (0, 1): a higher pair cannot be driven; drive a revolute or a prismatic"
    ),
    "missing ground": Case(
        FOUR_BAR, "ground is link 4, but the links are 0 to 3; name one of them", others={"ground": 4}
    ),
    "pin of a missing link": Case(
        FOUR_BAR, "must name two or more different links from 0 to 3", others={"pins": [(1, 2, 8)]}
    ),
}

EVERY = pytest.mark.parametrize("name", CASES)


@EVERY
def test_in_python(name: str) -> None:
    case = CASES[name]
    with pytest.raises(AdjacencyError) as caught:
        decompose_adjacency(case.matrix, case.inputs, **case.others)
    assert case.words in str(caught.value)
    assert "\n" not in str(caught.value)
    if case.entries:
        assert caught.value.entries == case.entries


@pytest.mark.parametrize("command", ["new", "structure"])
@EVERY
def test_on_the_command_line(name: str, command: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    case = CASES[name]
    file = tmp_path / "matrix.txt"
    file.write_text("\n".join(" ".join(map(str, row)) for row in case.matrix))
    inputs = [word for pair in case.inputs for word in ("--input", f"{pair[0]}-{pair[1]}")]
    ground = ["--ground", case.others["ground"]] if "ground" in case.others else []
    pins = [word for pin in case.others.get("pins", ()) for word in ("--pin", "-".join(map(str, pin)))]
    space = ["--space", case.others["space"]] if "space" in case.others else []
    answer = sgkin(command, "--adjacency", file, *inputs, *ground, *pins, *space)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith("sgkin: ")
    assert case.words in answer.err


@pytest.mark.parametrize("matrix", [[], [[]], 3, "0 1", None, [["a", "b"], ["c", "d"]], [[0, 0.5], [0.5, 0]]])
def test_anything_else_is_not_a_matrix(matrix: Any) -> None:
    with pytest.raises(AdjacencyError):
        decompose_adjacency(matrix, [])


@pytest.mark.parametrize("inputs", [None, 3, "01", (0, 1), [3], [(0,)], [(0, 1, 2)], [("a", "b")], [None], {0: 1}])
def test_inputs_that_are_no_pairs_of_links(inputs: Any) -> None:
    with pytest.raises(
        AdjacencyError, match=r"inputs: found .*, expected pairs of links by their numbers, .*\[\(0, 1\)\]"
    ):
        decompose_adjacency(FOUR_BAR, inputs)


@pytest.mark.parametrize("link", [0.5, True, None, "0", nan, inf, 0j])
def test_links_that_are_no_whole_numbers(link: Any) -> None:
    """A part of a number is not dropped."""
    for given in ({"inputs": [(link, 1)]}, {"pins": [(link, 1, 2)]}, {"ground": link}):
        with pytest.raises(AdjacencyError, match=r"^(inputs|pins|ground): found"):
            decompose_adjacency(FOUR_BAR, **{"inputs": [(0, 1)], **given})


@pytest.mark.parametrize("pins", [None, 3, "012", [3], [None], [("a", "b")], (1, 2)])
def test_pins_that_name_no_links(pins: Any) -> None:
    with pytest.raises(AdjacencyError, match=r"^pins: found .*, expected .* links by their numbers"):
        decompose_adjacency(FOUR_BAR, [(0, 1)], pins=pins)


def test_whole_numbers_of_any_type_name_links() -> None:
    expected = decompose_adjacency(FOUR_BAR, [(0, 1)]).formula
    for inputs in (np.array([[0, 1]]), [(0.0, 1.0)], ((0, 1) for _ in range(1)), [np.int8([0, 1])]):
        assert decompose_adjacency(FOUR_BAR, inputs, ground=np.int64(0)).formula == expected  # type: ignore[arg-type]


def test_a_sparse_matrix_is_checked_too() -> None:
    with pytest.raises(AdjacencyError, match="not symmetric"):
        decompose_adjacency(csr_array(changed((3, 2, 0))), [(0, 1)])


@pytest.mark.parametrize("command", ["new", "structure"])
@pytest.mark.parametrize("text", ["0_1", "0", "a-b", "0-1-2", "0-", "0_1-2", "", "0 1"])
def test_malformed_input(text: str, command: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    file = tmp_path / "matrix.txt"
    file.write_text("0 1\n1 0\n")
    answer = sgkin(command, "--adjacency", file, f"--input={text}")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        f"sgkin: {text!r} does not name joined links; write I-J, two links by their numbers, such as 0-1\n"
    )


BROKEN = {
    "words": (b"0 1\none 0\n", "line 2: 'one 0' is not a row of whole numbers 0 to 3"),
    "decimals": (b"0 1.5\n1.5 0\n", "line 1: '0 1.5' is not a row of whole numbers 0 to 3"),
    "negative": (b"0 -1\n-1 0\n", "line 1: '0 -1' is not a row of whole numbers 0 to 3"),
    "underscores": (b"0 0_1\n0_1 0\n", "line 1: '0 0_1' is not a row of whole numbers 0 to 3"),
    "empty": (b"\n# nothing\n", "the file is empty; give one row of the matrix a line"),
    "picture": (b"\x89PNG\xff", "this is not a text in UTF-8; name a file with the matrix"),
}


@pytest.mark.parametrize("command", ["new", "structure"])
@pytest.mark.parametrize("name", BROKEN)
def test_broken_file(name: str, command: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    content, words = BROKEN[name]
    file = tmp_path / "matrix.txt"
    file.write_bytes(content)
    answer = sgkin(command, "--adjacency", file)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(f"sgkin: {file}: {words}")


@pytest.mark.parametrize("command", ["new", "structure"])
def test_missing_file(command: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    answer = sgkin(command, "--adjacency", tmp_path / "none.txt")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "none.txt: cannot be read (No such file or directory); name a file with the matrix" in answer.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name either a mechanism or mechanism file, or an adjacency matrix with --adjacency FILE"),
        (["slider_crank", "--adjacency", "matrix.txt"], "name either a mechanism or mechanism file, or"),
        (["slider_crank", "--input", "0-1"], "--input, --ground and --pin belong to --adjacency"),
        (["slider_crank", "--ground", "0"], "--input, --ground and --pin belong to --adjacency"),
        (["slider_crank", "--pin", "0-1-2"], "--input, --ground and --pin belong to --adjacency"),
        (["slider_crank", "--space", "spatial"], "--space belongs to --adjacency"),
        (["--adjacency", "matrix.txt", "--ground", "one"], "argument --ground: invalid int value: 'one'"),
    ],
)
def test_options_that_do_not_go_together(arguments: list[str], words: str, sgkin: Callable[..., Any]) -> None:
    answer = sgkin("structure", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
