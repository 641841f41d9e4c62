"""Reports, modes as data and displays of mechanisms in space: what is known there is told, what is not says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import assembly_modes, load_mechanism, make_report, solve
from sgkin.drawing.interest import paths_of_interest
from sgkin.page.report import report_page

TOLD = ("Structure", "Range", "Assembly modes", "Inputs")


@pytest.mark.parametrize("name", ["rssr", "double_wishbone", "rccc"])
def test_report_tells_what_is_known(name: str) -> None:
    report = make_report(load_mechanism(name))
    found = {section.title: section for section in report.sections}
    assert tuple(title for title, section in found.items() if section.is_found) == TOLD
    for title in ("Quality", "Transmission angle"):
        assert "moves in space" in found[title].text
        assert "in the plane alone" in found[title].text
    assert report.ranges is not None
    assert len(report.ranges) == len(report.mechanism.input_names)
    assert report.inputs is not None
    assert report.inputs[0].groups


def test_report_as_a_page(sgkin: Callable[..., Any], tmp_path: Path) -> None:
    """The mechanism from a corner and from three sides, its structure and its range."""
    file = tmp_path / "rssr.html"
    assert sgkin("report", "rssr", "-o", str(file)).out.startswith("wrote")
    text = file.read_text(encoding="utf-8")
    assert text.count("<svg") == 6
    assert [side for side in ("front", "side", "top") if f"<figcaption>{side}</figcaption>" in text] == [
        "front",
        "side",
        "top",
    ]
    HTMLParser().feed(text)
    assert report_page(make_report(load_mechanism("rssr"))) == text


@pytest.mark.parametrize("name", ["rssr", "five_link"])
def test_modes_as_json(sgkin: Callable[..., Any], name: str) -> None:
    mechanism = load_mechanism(name)
    found, modes = json.loads(sgkin("modes", name, "--json").out), assembly_modes(mechanism)
    assert found["complete"] == modes.complete
    assert len(found["modes"]) == len(modes)
    units = np.repeat([mechanism.units.factor("length"), mechanism.units.factor("angle")], 3)
    for told, mode in zip(found["modes"], modes, strict=True):
        for link, pose in told["poses"].items():
            np.testing.assert_allclose(np.array(pose) * units, mode.pose(link), atol=1e-12)


@pytest.mark.parametrize("name", ["rssr", "five_link"])
def test_modes_are_shown(name: str) -> None:
    """Also modes that were searched for, which have no name in files."""
    modes = assembly_modes(load_mechanism(name))
    pictures = [mode._repr_svg_() for mode in modes]
    assert all(picture is not None and picture.startswith("<svg") for picture in pictures)
    assert len(set(pictures)) == len(modes)
    assert modes._repr_html_().count("<svg") == len(modes)


@pytest.mark.parametrize("name", ["stewart_3_2_1", "double_wishbone", "gough_stewart"])
def test_check_tells_of_every_group_that_places_links(sgkin: Callable[..., Any], name: str) -> None:
    """Also where a group is found ball by ball, in steps that place no link."""
    found = json.loads(sgkin("check", name, "--steps", "6", "--json").out)
    assert max(found["differences"]["reference-point"].values()) < 1e-9
    assert found["groups"]
    assert all(group["condition"] >= 1.0 for group in found["groups"])


def test_a_group_without_joints_is_told_by_its_inputs(sgkin: Callable[..., Any]) -> None:
    told = sgkin("plot", "gough_stewart", "--input", "leg_1=0.01").err
    assert "6-SPS(platform) (inputs leg_1, leg_2, leg_3, leg_4, leg_5 and leg_6) cannot be assembled" in told


def test_the_path_of_a_platform_on_legs() -> None:
    motion = solve(load_mechanism("gough_stewart"), np.linspace(0.0, 1.0, 9))
    (name,) = paths_of_interest(motion)
    assert name.startswith("platform.P")
