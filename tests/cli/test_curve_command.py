"""`sgkin curve`, and the pictures of curves, centrodes and speeds."""

from __future__ import annotations

from collections.abc import Callable
from json import loads
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import centrodes, coupler_curve, load_mechanism, solve
from sgkin.plots import plot_centrodes, plot_curve_features, plot_speed


def test_text_and_json(sgkin: Callable[..., Any]) -> None:
    text = sgkin("curve", "hoeken", "coupler.T", "--straight", 0.005).out
    assert "maximum of y  (2, 4.89897949) m at 360 deg" in text
    assert "straight to 0.005 m  from 75.37" in text
    told = loads(sgkin("curve", "stephenson_link_motion_fixed_cutoff", "link.C1", "--json").out)
    assert len(told["double_points"]) == 1
    curve = coupler_curve(load_mechanism("stephenson_link_motion_fixed_cutoff"), "link.C1")
    factor = curve.mechanism.units.factor("length")
    np.testing.assert_allclose(told["double_points"][0]["point"], curve.double_points[0].point / factor)
    assert told["length"] == pytest.approx(curve.length / factor)


def test_dead_points_and_turning_points_are_told(sgkin: Callable[..., Any]) -> None:
    assert "it ends at a dead point" in sgkin("curve", "watt_straight_line", "coupler.T", "--between", 0, 60).out
    text = sgkin("curve", "four_bar_crank_rocker", "rocker.C").out
    assert "it runs over itself" in text
    assert text.count("turning point") == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("hoeken", "--curve", "coupler.T", "--straight", "0.01"),
        ("four_bar_crank_rocker", "--curve", "coupler.C", "--seen-from", "crank"),
        ("stephenson_link_motion_fixed_cutoff", "--curve", "link.C1"),
        ("four_bar_crank_rocker", "--centrodes", "coupler"),
        ("five_bar_2dof", "--centrodes", "rod1", "--moving", "motor_A"),
        ("jansen_leg", "--speed", "foot_triangle.foot"),
    ],
)
def test_pictures(arguments: tuple[str, ...], tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    file = tmp_path / "picture.png"
    answer = sgkin("plot", *arguments, "-o", file)
    assert answer.err == ""
    assert file.stat().st_size > 0


def test_what_is_drawn() -> None:
    from matplotlib.figure import Figure

    curve = coupler_curve(load_mechanism("hoeken"), "coupler.T")
    labels = plot_curve_features(curve, ax=Figure().subplots()).get_legend_handles_labels()[1]
    assert labels == ["coupler.T", "extreme in x (2)", "extreme in y (6)", "inflection (4)"]
    poles = centrodes(load_mechanism("four_bar_crank_rocker"), "coupler")
    ax = plot_centrodes(poles, 1.0, ax=Figure().subplots())
    point = next(line for line in ax.get_lines() if line.get_label() == "instant centre").get_xydata()
    np.testing.assert_allclose(point[0], poles.fixed(1.0)[0, :2])
    at_infinity = plot_centrodes(poles, poles.at_infinity[0], ax=Figure().subplots())
    assert "instant centre" not in at_infinity.get_legend_handles_labels()[1]
    motion = solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 21))
    speeds = plot_speed(motion, "coupler.P", ax=Figure().subplots()).collections[0].get_array()
    assert speeds.max() <= motion.speed("coupler.P").max()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("curve", "four_bar_crank_rocker", "ground.A"), "where it does not move"),
        (("curve", "four_bar_crank_rocker", "coupler.Q"), "there is no point"),
        (("curve", "five_bar_2dof", "rod1.C"), "which one moves"),
        (("plot", "four_bar_crank_rocker", "--between", "1", "2"), "--between belongs to --curve and --centrodes"),
        (("plot", "four_bar_crank_rocker", "--centrodes", "coupler", "--straight", "1"), "belongs to a curve"),
        (("plot", "four_bar_crank_rocker", "--centrodes", "wheel"), "there is no link 'wheel'"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], sentence: str, sgkin: Callable[..., Any]) -> None:
    answer = sgkin(*arguments)
    assert answer.code == 2
    assert sentence in answer.err
