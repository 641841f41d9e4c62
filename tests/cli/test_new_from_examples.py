"""`sgkin new`: examples to change, and files from sketches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import Drive, Sketch, decompose, load_mechanism, save_sketch, solve
from sgkin.model.duration import default_duration
from sgkin.model.starters import STARTERS

PYLINKAGE = Path(__file__).parents[1] / "sketch" / "pylinkage" / "slider_crank.json"


@pytest.mark.parametrize("kind", STARTERS)
def test_every_example_turns_as_it_stands(kind: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    path = tmp_path / "mine.toml"
    answer = sgkin("new", path, "--kind", kind)
    assert (answer.code, answer.out) == (0, "")
    assert f"sgkin plot {path}" in answer.err
    mechanism = load_mechanism(path)
    structure = decompose(mechanism)
    assert structure.is_determined
    assert structure.geometry is not None
    assert structure.geometry.verdict == "agrees"
    until, reason = default_duration(mechanism)
    assert reason == "one turn of motor"
    assert solve(mechanism, np.linspace(0.0, until, 73)).is_complete
    assert path.read_text().count("#") > 8  # commented


def test_initial_places_of_the_examples_are_near(tmp_path: Path) -> None:
    for kind, text in STARTERS.items():
        path = tmp_path / f"{kind}.toml"
        path.write_text(text)
        mechanism = load_mechanism(path)
        motion = solve(mechanism, [0.0])
        for joint, place in mechanism.initial.points.items():
            link, point = mechanism.joint(joint).points[0].split(".")
            assert np.abs(motion.position(f"{link}.{point}")[0] - place).max() < 0.005  # metres


def test_a_four_bar_is_the_default(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    sgkin("new", tmp_path / "a.toml")
    assert (tmp_path / "a.toml").read_text() == STARTERS["four-bar"] == sgkin("new", "--kind", "four-bar").out


def test_from_a_sketch(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    sketch = Sketch("arm", {"O": (0, 0), "A": (1, 1)}, {"ground": "O", "arm": "O A"}, drives={"motor": Drive("O", 1.0)})
    for ending in ("toml", "json"):
        save_sketch(sketch, tmp_path / f"drawn.{ending}")
        answer = sgkin("new", tmp_path / f"arm_{ending}.toml", "--from", tmp_path / f"drawn.{ending}")
        assert answer.code == 0
        assert load_mechanism(tmp_path / f"arm_{ending}.toml").moving_links == ("arm",)


def test_from_pylinkage(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    assert sgkin("new", tmp_path / "a.toml", "--from", PYLINKAGE).code == 0
    assert decompose(load_mechanism(tmp_path / "a.toml")).formula == "I(crank) → RRP(rod, rod_1_slider)"


def test_files_are_not_overwritten(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    (tmp_path / "a.toml").write_text("mine")
    answer = sgkin("new", tmp_path / "a.toml")
    assert answer.code == 2
    assert "exists already" in answer.err
    assert (tmp_path / "a.toml").read_text() == "mine"


@pytest.mark.parametrize(
    "arguments",
    [["a.toml", "-o", "b.toml"], ["a.toml", "--kind", "six-bar", "--from", "b.json"], ["--kind", "ten-bar"], []],
)
def test_contradictions_are_refused(arguments: list[str], sgkin: Callable[..., Any]) -> None:
    answer = sgkin("new", *arguments)
    assert answer.code == 2
    assert answer.err.startswith("usage: sgkin new")


def test_a_bad_sketch_is_one_sentence(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    (tmp_path / "a.json").write_text('{"points": {"O": [0, 0]}, "links": {"crank": ["O"]}}')
    answer = sgkin("new", tmp_path / "b.toml", "--from", tmp_path / "a.json")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert not (tmp_path / "b.toml").exists()
