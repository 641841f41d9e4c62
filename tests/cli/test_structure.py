"""`sgkin structure`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sgkin import decompose, decompose_adjacency, load_mechanism, mechanism_names, save_mechanism

GROUP_FIELDS = {
    "links",
    "joints",
    "inputs",
    "signature",
    "assur_class",
    "order",
    "depends_on",
    "hangs_on",
    "dependent",
    "independent",
    "redundant",
    "loose",
}


def test_as_text(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("structure", "jansen_leg")
    assert (answer.code, answer.err) == (0, "")
    structure = decompose(load_mechanism("jansen_leg"))
    assert answer.out == f"{structure}\n\n{structure.formula}\n"
    assert "mobility 1" in answer.out
    assert "I(crank) → RRR(j, upper_triangle)" in answer.out


def test_of_a_file(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "jansen_leg.toml"
    save_mechanism(load_mechanism("jansen_leg"), file)
    assert sgkin("structure", file).out == sgkin("structure", "jansen_leg").out


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_as_json(name: str, sgkin: Callable[..., Any]) -> None:
    answer = sgkin("structure", name, "--json")
    assert (answer.code, answer.err) == (0, "")
    data = json.loads(answer.out)
    structure = decompose(load_mechanism(name))
    assert data["name"] == name
    assert data["mobility"] == structure.mobility
    assert data["mechanism_class"] == structure.mechanism_class
    assert data["formula"] == structure.formula
    assert data["inputs"] == list(structure.inputs)
    assert data["undetermined"] == list(structure.undetermined)
    assert data["idle"] == structure.idle
    assert data["findings"] == list(structure.findings)
    assert data["geometry"]["verdict"] == structure.geometry.verdict  # type: ignore[union-attr]
    assert [entry["name"] for entry in data["redundant"]] == [entry.name for entry in structure.redundant]
    assert len(data["groups"]) == len(structure.groups)
    for entry, group in zip(data["groups"], structure.groups, strict=True):
        assert set(entry) == GROUP_FIELDS
        assert entry["signature"] == group.signature
        assert entry["links"] == list(group.links)
        assert entry["dependent"] == list(group.dependent)


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("PDF", b"%PDF")])
def test_picture(ending: str, start: bytes, sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / f"structure.{ending}"
    answer = sgkin("structure", "jansen_leg", "--plot", file)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith(f"picture: {file}\n")
    assert file.read_bytes().startswith(start)
    assert file.stat().st_size > 1000


def test_picture_beside_json(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    answer = sgkin("structure", "slider_crank", "--json", "--plot", tmp_path / "a.svg")
    assert json.loads(answer.out)["name"] == "slider_crank"
    assert (tmp_path / "a.svg").exists()


@pytest.mark.parametrize(("name", "words"), [("a.xyz", "ends in '.xyz'"), ("a", "has no ending")])
def test_picture_of_no_known_kind(name: str, words: str, sgkin: Callable[..., Any], tmp_path: Path) -> None:
    answer = sgkin("structure", "slider_crank", "--plot", tmp_path / name)
    assert (answer.code, answer.out) == (2, "")
    said = f"sgkin: {tmp_path / name}: the name of the picture {words}; let it end in .png, .svg or .pdf\n"
    assert answer.err == said
    assert not list(tmp_path.iterdir())


def test_picture_in_a_missing_folder(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "none" / "a.png"
    answer = sgkin("structure", "slider_crank", "--plot", file)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"sgkin: {file}: there is no folder {file.parent}; make it first\n"


def test_too_few_drivers_is_a_finding_and_not_an_error(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "mechanisms" / "four_bar_crank_rocker.toml").read_text(encoding="utf-8")
    file = tmp_path / "idle.toml"
    file.write_text(
        "\n".join(line for line in text.splitlines() if not line.startswith("motor")).split("[expected]")[0]
    )
    answer = sgkin("structure", file)
    assert answer.code == 0
    assert "mobility is 1 but 0 inputs are given; crank, coupler and rocker still move" in answer.out


STEPHENSON = """# a Stephenson six-bar: link 0 is ground, 1 and 3 are ternary
0 1 0 0 1 1
1,0,1,1,0,0
0; 1; 0; 0; 1; 0
0 1 0 0 0 1

1 0 1 0 0 0   # comments and empty lines are left out
1 0 0 1 0 0
"""


@pytest.mark.parametrize(
    ("inputs", "others"), [(["0-1"], {}), (["1-2"], {"ground": 1}), (["0-5"], {"pins": [(0, 4, 5)]})]
)
def test_of_an_adjacency_matrix(
    inputs: list[str], others: dict[str, Any], sgkin: Callable[..., Any], tmp_path: Path
) -> None:
    file, picture = tmp_path / "stephenson.csv", tmp_path / "structure.svg"
    file.write_text(STEPHENSON, encoding="utf-8")
    matrix = [[int(code) for code in re.findall(r"\d", line.split("#")[0])] for line in STEPHENSON.splitlines()]
    pairs = [(int(a), int(b)) for a, b in (text.split("-") for text in inputs)]
    structure = replace(decompose_adjacency([row for row in matrix if row], pairs, **others), name="stephenson")
    given = [word for text in inputs for word in ("--input", text)]
    given += ["--ground", others["ground"]] if "ground" in others else []
    given += [word for pin in others.get("pins", ()) for word in ("--pin", "-".join(map(str, pin)))]
    answer = sgkin("structure", "--adjacency", file, *given, "--plot", picture)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"{structure}\n\n{structure.formula}\n\npicture: {picture}\n"
    assert picture.stat().st_size > 1000
    data = json.loads(sgkin("structure", "--adjacency", file, *given, "--json").out)
    assert data["formula"] == structure.formula
    assert data["geometry"] is None
    assert [group["links"] for group in data["groups"]] == [list(group.links) for group in structure.groups]
