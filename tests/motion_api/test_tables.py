"""Motions as tables: a mapping, a structured array and a file, with columns by name, in SI or the file's own units."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from sgkin import Motion, load_mechanism, solve

LINK = [f"main_strut.{order}{part}" for order in ("", "d", "dd") for part in ("x", "y", "theta")]
POINT = [f"main_strut.W.{order}{part}" for order in ("", "d", "dd") for part in ("x", "y")]


@pytest.fixture(scope="module")
def motion() -> Motion:
    """In its file lengths are in mm and angles in degrees."""
    return solve(
        load_mechanism("landing_gear_by_piston"), np.linspace(0.0, 10.0, 21), outputs=["main_strut", "main_strut.W"]
    )


def test_columns_by_name(motion: Motion) -> None:
    table = motion.to_mapping()
    assert list(table) == ["time", "actuator", *LINK, *POINT]
    np.testing.assert_array_equal(table["time"], motion.times)
    np.testing.assert_array_equal(table["actuator"], motion.inputs[:, 0])
    np.testing.assert_array_equal(table["main_strut.theta"], motion.pose("main_strut")[:, 2])
    np.testing.assert_array_equal(table["main_strut.W.ddy"], motion.acceleration("main_strut.W")[:, 1])


def test_own_units(motion: Motion) -> None:
    si, own = motion.to_mapping(), motion.to_mapping(units=True)
    np.testing.assert_array_equal(own["time"], si["time"])
    np.testing.assert_allclose(own["actuator"], 1e3 * si["actuator"], rtol=1e-15)
    np.testing.assert_allclose(own["main_strut.W.dx"], 1e3 * si["main_strut.W.dx"], rtol=1e-15)
    np.testing.assert_allclose(own["main_strut.theta"], np.degrees(si["main_strut.theta"]), rtol=1e-14)
    np.testing.assert_allclose(own["main_strut.ddtheta"], np.degrees(si["main_strut.ddtheta"]), rtol=1e-14)


def test_structured_array(motion: Motion) -> None:
    table, columns = motion.to_array(), motion.to_mapping()
    assert table.shape == (21,)
    assert table.dtype.names == tuple(columns)
    for name, values in columns.items():
        np.testing.assert_array_equal(table[name], values)


def test_file_holds_every_digit_in_own_units(motion: Motion, tmp_path: Path) -> None:
    file = tmp_path / "motion.csv"
    motion.to_csv(file)
    with file.open(newline="", encoding="utf-8") as lines:
        header, *rows = csv.reader(lines)
    columns = motion.to_mapping(units=True)
    assert header == list(columns)
    np.testing.assert_array_equal(np.array(rows, dtype=float), np.stack(list(columns.values()), axis=1))


def test_positions_only_without_rates() -> None:
    motion = solve(
        load_mechanism("five_bar_2dof"), inputs=[list(load_mechanism("five_bar_2dof").initial_inputs.values())]
    )
    names = list(motion.to_mapping())
    assert "time" not in names
    assert names[:2] == list(load_mechanism("five_bar_2dof").input_names)
    assert not [name for name in names if ".d" in name]


def test_a_stopped_motion_has_the_steps_it_reached(tmp_path: Path) -> None:
    stopped = solve(load_mechanism("watt_straight_line"), np.linspace(0.0, 5.0, 101), on_failure="return")
    assert len(stopped.to_array()) == stopped.steps == 73
    stopped.to_csv(tmp_path / "motion.csv")
    assert len((tmp_path / "motion.csv").read_text(encoding="utf-8").splitlines()) == 74
