"""`sgkin quality`, and transmission angles in the tables of `sgkin solve`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import load_mechanism, solve, transmission_angle


def test_as_text(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("quality", "crank_shaper", "--strokes", "H")
    assert (answer.code, answer.err) == (0, "")
    for part in (
        "RRP(link, ram)     cosine between rod and guide   0.9428  at motor = 270 deg",
        "no dead point along motor",
        "transmission angle at F: link drives ram",
        "transmission angle at C: block drives lever",
        "time ratio 1.70995 with constant speed of motor",
    ):
        assert part in answer.out


def test_as_json(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("quality", "watt_straight_line", "--transmission-angle", "C", "--json")
    data = json.loads(answer.out)
    assert [each["joint"] for each in data["transmission_angles"]] == ["C"]
    assert np.degrees(data["dead_points"][1]) == pytest.approx(44.1773, abs=1e-4)
    assert data["groups"][1]["measure"] == "sine of the transmission angle"


def test_of_several_inputs(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("quality", "robot_3RRR_by_pose")
    assert answer.code == 0
    assert answer.out.count("transmission angle at B") == 3
    assert "dead point" not in answer.out


def test_what_is_wrong_is_said(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("quality", "crank_shaper", "--transmission-angle", "D")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "sgkin: joint 'D' joins lever to ground: no link is driven there; ask at C or E\n"


def test_columns(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    file, options = tmp_path / "a.csv", ("--points", "rocker", "--transmission-angle", "C", "--steps", 12)
    assert sgkin("solve", "four_bar_crank_rocker", *options, "-o", file).code == 0
    with file.open(encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    motion = solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 13))
    wanted = np.degrees(transmission_angle(motion, "C").angle)
    np.testing.assert_allclose([float(row["C.transmission_angle"]) for row in rows], wanted, atol=1e-9)
    np.testing.assert_allclose([float(row["C.pressure_angle"]) for row in rows], 90.0 - wanted, atol=1e-9)
    shown = sgkin("solve", "four_bar_crank_rocker", *options)
    assert "C.transmission_angle" in shown.out
    assert "coupler drives rocker" in shown.out
    columns = json.loads(sgkin("solve", "four_bar_crank_rocker", *options, "--json").out)["columns"]
    np.testing.assert_allclose(columns["C.angle_between_links"], wanted, atol=1e-9)
