"""`sgkin range` and `sgkin report`."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sgkin import load_mechanism, make_report, mechanism_names, motion_range

Sgkin = Callable[..., Any]


def test_range_names_limits_and_circuits(sgkin: Sgkin) -> None:
    answer = sgkin("range", "landing_gear_by_strut_angle")
    assert answer.code == 0
    assert answer.out.rstrip("\n") == str(motion_range(load_mechanism("landing_gear_by_strut_angle")))
    assert "2 circuits" in answer.out


def test_every_input_has_a_range(sgkin: Sgkin) -> None:
    out = sgkin("range", "five_bar_2dof").out
    assert "along motor_A" in out
    assert "along motor_E" in out
    assert "along motor_A" not in sgkin("range", "five_bar_2dof", "--input", "motor_E").out


def test_range_as_json_in_the_units_of_the_file(sgkin: Sgkin) -> None:
    data = json.loads(sgkin("range", "slider_crank_piston_input", "--json").out)
    ends = sorted((round(mode["low"]["value"], 9), round(mode["high"]["value"], 9)) for mode in data["modes"])
    assert ends == [(-4.0, -2.0), (-4.0, -2.0), (2.0, 4.0), (2.0, 4.0)]
    assert data["complete"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("slider_crank", "--input", "foo"), "allowed: motor"),
        (("slider_crank", "--between", "10", "5"), "is empty"),
        (("k4_overbraced_floating",), "has no input; add a driver"),
    ],
)
def test_range_says_what_is_wrong(sgkin: Sgkin, arguments: tuple[str, ...], sentence: str) -> None:
    answer = sgkin("range", *arguments)
    assert answer.code == 2
    assert sentence in answer.err


def test_report_tells_everything(sgkin: Sgkin) -> None:
    out = sgkin("report", "crank_shaper").out
    for title in ("Structure", "Range", "Assembly modes", "Quality", "Transmission angle", "Inputs"):
        assert f"\n{title}\n{'-' * len(title)}\n" in out


def test_report_as_a_page(sgkin: Sgkin, tmp_path: Path) -> None:
    file = tmp_path / "shaper.html"
    assert sgkin("report", "crank_shaper", "-o", str(file)).out.startswith("wrote")
    text = file.read_text(encoding="utf-8")
    assert text.count("<svg") == 5  # mechanism, structure, range, quality, transmission angle
    assert "http://" not in text.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    )
    HTMLParser().feed(text)
    assert sgkin("report", "crank_shaper", "-o", str(tmp_path / "shaper.txt")).code == 0


@pytest.mark.parametrize("name", mechanism_names("planar")[::6])
def test_report_of_any_mechanism(name: str) -> None:
    """What cannot be told says why in its section."""
    report = make_report(load_mechanism(name))
    assert len(report.sections) == 6
    assert all(section.text for section in report.sections)
