"""`sgkin modes`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import assembly_modes, load_mechanism, save_mechanism
from tests.motion.test_library_ranges import MOVING


def test_as_text(sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    answer = sgkin("modes", "class_III_triad_on_crank", "--input", "motor=0")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == "class_III_triad_on_crank: 6 assembly modes at motor = 0 deg"
    assert lines[2:4] == [
        "I(crank)                              1 mode",
        "RR-RR-RR(leg1, leg2, leg3, platform)  6 modes",
    ]
    assert answer.out.count("platform.theta") == 1
    assert "   4     208.008     1.80144    -8.81787           6.162" in lines


def test_branches_are_told(sgkin: Callable[..., Any]) -> None:
    lines = sgkin("modes", "watt_straight_line").out.splitlines()
    assert lines[5].split()[:2] == ["mode", "RRR(coupler)"]
    assert [line.split()[:2] for line in lines[7:9]] == [["1", "1"], ["2", "-1"]]


def test_rounding_is_zero(sgkin: Callable[..., Any]) -> None:
    """In the design position of a loop no link is turned; digits of rounding would fill the table."""
    lines = sgkin("modes", "bennett").out.splitlines()
    words = [word for line in lines if line.startswith("   1 ") for word in line.split()]
    assert len(words) > 18
    assert all(len(word) < 10 for word in words)


def test_of_a_file(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "triad.toml"
    mode = assembly_modes(load_mechanism("class_III_triad_on_crank"))[4]
    save_mechanism(mode.mechanism, file)
    assert "6 assembly modes" in sgkin("modes", file).out
    again = load_mechanism(file)
    np.testing.assert_allclose(assembly_modes(again)[4].poses, mode.poses, atol=1e-9)


def test_what_is_special_is_said(sgkin: Callable[..., Any]) -> None:
    assert "there may be others" in sgkin("modes", "gear_pair").out
    assert "it can move on its own" in sgkin("modes", "peaucellier_lipkin").out
    assert "no motion can be started from there" in sgkin("modes", "parallelogram", "--input", "motor=180").out
    none = sgkin("modes", "watt_straight_line", "--input", "motor=90")
    assert none.code == 0
    assert none.out.splitlines()[0] == "watt_straight_line: 0 assembly modes at motor = 90 deg"


@pytest.mark.parametrize("name", [*MOVING[::6], "rssr", "double_wishbone", "gough_stewart"])
def test_as_json(name: str, sgkin: Callable[..., Any]) -> None:
    answer = sgkin("modes", name, "--json")
    assert (answer.code, answer.err) == (0, "")
    data = json.loads(answer.out)
    mechanism = load_mechanism(name)
    modes = assembly_modes(mechanism)
    assert data["name"] == name
    assert data["complete"] == modes.complete
    assert [(group["fewest"], group["most"]) for group in data["groups"]] == list(modes.counts)
    kinds = ["length"] * 3 + ["angle"] * 3 if mechanism.is_spatial else ["length", "length", "angle"]
    factors = [mechanism.units.factor(kind) for kind in kinds]
    for entry, mode in zip(data["modes"], modes, strict=True):
        assert entry["branches"] == list(mode.branches)
        for link, pose in entry["poses"].items():
            np.testing.assert_allclose(np.array(pose) * factors, mode.pose(link), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--input", "motor"], "write NAME=VALUE"),
        (["--input", "engine=3"], "there is no input 'engine'"),
        (["--input", "motor=fast"], "no finite number"),
        (["--input", "motor=nan"], "no finite number"),
        (["--limit", "1"], "more than 1 assembly modes"),
        (["--limit", "0"], "give a whole number from 1 on"),
    ],
)
def test_refused(arguments: list[str], words: str, sgkin: Callable[..., Any]) -> None:
    answer = sgkin("modes", "slider_crank", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
