"""Speed of points, and their acceleration along and across the path."""

from __future__ import annotations

import csv
from collections.abc import Callable
from json import loads
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import InputError, coupler_curve, load_mechanism, solve


def test_a_crank_with_constant_speed() -> None:
    motion = solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 13))
    omega = 2.0 * np.pi
    np.testing.assert_allclose(motion.speed("crank.B"), 2.0 * omega, rtol=1e-14)
    np.testing.assert_allclose(motion.acceleration_magnitude("crank.B"), 2.0 * omega**2, rtol=1e-13)
    np.testing.assert_allclose(motion.normal_acceleration("crank.B"), 2.0 * omega**2, rtol=1e-13)
    np.testing.assert_allclose(motion.tangential_acceleration("crank.B"), 0.0, atol=1e-12)


def test_tangential_is_the_rate_of_speed_and_normal_follows_from_curvature() -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    times = np.linspace(0.0, 0.9, 20001)
    motion = solve(four_bar, times)
    speed = motion.speed("P")
    np.testing.assert_allclose(
        motion.tangential_acceleration("P")[1:-1], np.gradient(speed, times)[1:-1], atol=1e-4 * speed.max() * 40.0
    )
    some = slice(100, 20000, 1500)
    curve = coupler_curve(four_bar, "coupler.P")
    np.testing.assert_allclose(
        motion.normal_acceleration("P")[some], speed[some] ** 2 * curve.curvature(motion.inputs[some, 0]), rtol=1e-9
    )


def test_seen_from_another_link() -> None:
    motion = solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 13))
    np.testing.assert_allclose(motion.speed("coupler.B", "crank"), 0.0, atol=1e-12)
    np.testing.assert_allclose(
        motion.speed("coupler.C", "crank"),
        7.0 * np.abs(motion.joint("B").rate),
        atol=1e-10,  # it turns about B
    )


def test_a_point_at_rest_is_about_to_become_faster() -> None:
    motion = solve(
        load_mechanism("slider_crank"), inputs=[0.3, 0.6], input_rates=[0.0, 0.0], input_accelerations=[1.0, -1.0]
    )
    np.testing.assert_array_equal(motion.speed("crank.B"), 0.0)
    np.testing.assert_allclose(motion.tangential_acceleration("crank.B"), motion.acceleration_magnitude("crank.B"))
    np.testing.assert_array_equal(motion.normal_acceleration("crank.B"), 0.0)


def test_columns(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    file = tmp_path / "motion.csv"
    answer = sgkin(
        "solve", "jansen_leg", "--points", "crank", "--speed", "foot_triangle.foot", "--steps", 4, "-o", file
    )
    assert answer.code == 0
    with file.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    leg = load_mechanism("jansen_leg")
    speed = solve(leg, np.linspace(0.0, 1.0, 5)).speed("foot_triangle.foot") / leg.units.factor("length")
    assert [float(row["foot_triangle.foot.speed"]) for row in rows] == pytest.approx(speed.tolist())
    parts = [float(rows[1][f"foot_triangle.foot.{part}"]) for part in ("tangential", "normal", "acceleration")]
    assert np.hypot(*parts[:2]) == pytest.approx(parts[2])
    shown = sgkin("solve", "four_bar_crank_rocker", "--speed", "coupler.P", "--steps", 4)
    assert "coupler.P.speed" in shown.out
    assert "m/s²" in shown.out
    told = loads(sgkin("solve", "four_bar_crank_rocker", "--speed", "coupler.P", "--steps", 4, "--json").out)
    assert "coupler.P.normal" in told["columns"]


def test_bad_input(sgkin: Callable[..., Any]) -> None:
    motion = solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 5))
    with pytest.raises(InputError, match="is a link, whose points move each in its own way"):
        motion.speed("coupler")
    with pytest.raises(InputError, match="has no velocities"):
        solve(load_mechanism("four_bar_crank_rocker"), inputs=[1.0]).speed("coupler.P")
    assert "there is no point" in sgkin("solve", "four_bar_crank_rocker", "--speed", "coupler.Q").err
