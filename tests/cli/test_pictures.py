"""`sgkin plot`, `sgkin animate` and `sgkin export`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest

from sgkin import load_mechanism, save_mechanism, solve
from sgkin.model.starters import STARTERS

matplotlib.use("agg")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "the mechanism at its initial configuration"),
        (["--no-labels"], "the mechanism at its initial configuration"),
        (["--input", "motor=90"], "the mechanism at motor=90"),
        (["--input", "90"], "the mechanism at 90"),
        (["--step", 3, "--steps", 12], "step 3 of 12"),
        (["--path", "coupler.P", "--marks", 4, "--arrows", "velocity", "--steps", 12], "the path of coupler.P"),
        (["--curves", "rocker", "B", "--parts", "theta", "--steps", 12], "position of rocker, B"),
        (["--curves", "coupler.P", "--quantity", "L", "--against", "motor", "--steps", 6], "L of coupler.P"),
        (["--transmission-angle", "C", "--steps", 12], "the transmission angle at C"),
        (["--quality", "--steps", 12], "the quality of the groups"),
        (["--structure"], "the structure"),
        (["--matrix"], "the structure"),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, list) else "",
)
def test_plot(arguments: list[Any], told: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    path = tmp_path / "a.png"
    answer = sgkin("plot", "four_bar_crank_rocker", *arguments, "-o", path)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"wrote {path}: {told}\n"
    assert path.read_bytes().startswith(b"\x89PNG")


def test_plot_names_the_picture_itself(
    tmp_path: Path, sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sgkin("plot", "slider_crank").code == 0
    assert (tmp_path / "slider_crank.png").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["slider_crank", "-o", "a.xyz"], "let it end in .png"),
        (["slider_crank", "-o", "no/such/a.png"], "there is no folder"),
        (["slider_crank", "--input", "x=1"], "no input 'x'"),
        (["slider_crank", "--input", "motor=fast"], "'fast' is no finite number"),
        (["slider_crank", "--input", "motor=inf"], "'inf' is no finite number"),
        (["slider_crank", "--marks", 3], "belong to --path"),
        (["slider_crank", "--quantity", "K"], "belong to --curves"),
        (["slider_crank", "--path", "B", "--steps", 3], "no single point 'B'; allowed: crank.B, rod.B"),
        (["slider_crank", "--path", "rod.X", "--steps", 3], "X"),
        (["slider_crank", "--curves", "nothing", "--steps", 3], "nothing"),
        (["slider_crank", "--step", 7, "--steps", 3], "steps 0 to 3"),
        (["slider_crank", "--step", 0, "--steps", 0], "--steps is 0"),
        (["slider_crank", "--step", 0, "--until", -1], "--until is -1"),
        (["slider_crank_piston_input", "--input", "actuator=9"], "links do not reach"),
        (["cam_roller_follower", "--step", 1], "the profiles at K are not described"),
    ],
)
def test_mistakes_are_one_sentence(
    arguments: list[Any], message: str, tmp_path: Path, sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = sgkin("plot", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("sgkin: ")
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["gif", "svg", "html"])
def test_animate(ending: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    path = tmp_path / f"a.{ending}"
    options = ["--seconds", 0.3, "--rate", 10, "--steps", 10, "--points", "rod.C"]
    answer = sgkin("animate", "slider_crank", *options, "-o", path)
    assert (answer.code, answer.out, answer.err) == (0, f"wrote {path}\n", "")
    begin = {"gif": b"GIF89a", "svg": b"<svg", "html": b"<!DOCTYPE html>"}
    assert path.read_bytes().startswith(begin[ending])


def test_animate_needs_a_known_ending(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    answer = sgkin("animate", "slider_crank", "-o", tmp_path / "a.avi", "--steps", 4)
    assert answer.code == 2
    assert "let it end in .gif, .mp4, .html or .svg" in answer.err


@pytest.mark.parametrize("ending", ["toml", "json"])
def test_export_of_the_mechanism(ending: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    path = tmp_path / f"jansen_leg.{ending}"
    assert sgkin("export", "jansen_leg", "-o", path).code == 0
    assert load_mechanism(path) == load_mechanism("jansen_leg")
    if ending == "json":
        assert json.loads(path.read_text(encoding="utf-8"))["units"] == {"length": "cm", "angle": "deg"}


def test_export_of_the_motion(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    path = tmp_path / "a.csv"
    assert sgkin("export", "slider_crank", "--steps", 4, "--points", "rod.C", "-o", path).code == 0
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    motion = solve(load_mechanism("slider_crank"), np.linspace(0.0, 1.0, 5))
    np.testing.assert_allclose([float(row["rod.C.x"]) for row in rows], motion.position("rod.C")[:, 0], atol=1e-12)


def test_export_of_parts(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    path = tmp_path / "a.svg"
    assert sgkin("export", "slider_crank", "--hole", 20, "--width", 50, "--steps", 12, "-o", path).code == 0
    assert "A10.0000 10.0000" in path.read_text(encoding="utf-8")


def test_parts_of_a_mechanism_that_cannot_be_solved(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    answer = sgkin("export", "cam_roller_follower", "-o", tmp_path / "a.svg")
    assert answer.code == 0
    assert "initial configuration alone" in answer.err
    assert (tmp_path / "a.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "a.stl"], "let it end in .toml, .json, .svg, .dxf or .csv"),
        (["-o", "a.svg", "--hole", -1], "--hole is -1"),
        (["-o", "a.svg", "--hole", 50, "--width", 20], "smaller than the bar"),
        (["-o", "a.csv", "--hole", 5], "--hole belongs to .svg and .dxf files"),
        (["-o", "a.toml", "--points", "rod"], "--points belongs to .csv files"),
    ],
)
def test_export_mistakes(
    arguments: list[Any], message: str, tmp_path: Path, sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = sgkin("export", "slider_crank", "--steps", 4, *arguments)
    assert answer.code == 2
    assert message in answer.err


@pytest.mark.parametrize("command", ["plot", "animate", "export"])
def test_help_gives_an_example(command: str, sgkin: Callable[..., Any]) -> None:
    assert f"example: sgkin {command}" in sgkin(command, "--help").out


def test_own_files_are_drawn_too(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    save_mechanism(load_mechanism("scotch_yoke"), tmp_path / "own.json")
    assert sgkin("plot", tmp_path / "own.json", "-o", tmp_path / "a.svg").code == 0


BEYOND = ["chebyshev_straight_line", "--until", 6, "--steps", 60]
"""A motion that meets a dead point after 46 steps."""


@pytest.mark.parametrize(
    ("command", "options", "told"),
    [
        ("plot", ["--path", "coupler.T", "-o", "a.png"], "a.png: the path of coupler.T; "),
        ("plot", ["--curves", "arm2", "-o", "a.svg"], "a.svg: position of arm2; "),
        ("animate", ["--seconds", 0.3, "--rate", 10, "-o", "a.gif"], "a.gif; "),
        ("export", ["-o", "a.csv"], "a.csv; "),
    ],
)
def test_what_was_reached_before_a_dead_point_is_written(
    command: str,
    options: list[Any],
    told: str,
    tmp_path: Path,
    sgkin: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = sgkin(command, *BEYOND, *options)
    assert answer.code == 2
    assert answer.out == f"wrote {told}it ends after 46 of 60 steps, at 4.6 s\n"
    assert "dead point" in answer.err
    assert answer.err.count("\n") == 1
    assert Path(options[-1]).stat().st_size > 1000


def test_links_are_cut_for_the_way_to_a_dead_point(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    answer = sgkin("export", *BEYOND, "-o", tmp_path / "a.svg")
    assert (answer.code, answer.out) == (2, f"wrote {tmp_path / 'a.svg'}\n")
    assert "dead point" in answer.err


def test_steps_before_a_dead_point_are_drawn(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    path = tmp_path / "a.png"
    assert sgkin("plot", *BEYOND, "--step", 46, "-o", path).code == 0
    path.unlink()
    answer = sgkin("plot", *BEYOND, "--step", 47, "-o", path)
    assert (answer.code, answer.out) == (2, "")
    assert "dead point" in answer.err
    assert not path.exists()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "C = [0, 0], B = [80, 0]",
            "C = [0, 0], B = [8, 0]",
            "; the joints of RRR(coupler, rocker) do not close near the initial configuration at motor = 30 deg: B is "
            "open by 43.6 mm",
        ),
        ("motor = ", "# motor = ", "; the initial configuration does not place crank and coupler"),
    ],
)
def test_plot_says_what_is_wrong_with_what_it_shows(
    old: str, new: str, told: str, tmp_path: Path, sgkin: Callable[..., Any]
) -> None:
    text = STARTERS["four-bar"]
    assert old in text
    path = tmp_path / "own.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    answer = sgkin("plot", path, "-o", tmp_path / "own.png")
    assert (answer.code, answer.err) == (0, "")
    assert told in answer.out


@pytest.mark.parametrize(
    "command", [["new"], ["structure", "slider_crank", "--plot"], ["export", "slider_crank", "-o"]]
)
def test_a_folder_that_is_not_there(command: list[str], tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    answer = sgkin(*command, tmp_path / "no" / "a.svg")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith(f": there is no folder {tmp_path / 'no'}; make it first\n")
