"""On and beside change points the whole mechanism stays in its mode, in whatever unit its lengths are counted."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import solve
from sgkin.global_solver import system
from tests.motion.four_bars import four_bar

UNITS = np.geomspace(0.3, 3.0, 7)
TENTH = np.radians(10.0)
THROUGH = TENTH + np.radians(10.0) * np.arange(73)
"""Crank angles of two turns, four of them on change points."""


def beside(distance: float) -> list[float]:
    """A few crank angles, some right beside the change points."""
    return [0.3, 1.3, 2.3, np.pi + distance, 3.8, 4.8, 5.8, 2.0 * np.pi + distance, 7.3]


@pytest.mark.parametrize("side", [1, -1], ids=["parallelogram", "antiparallelogram"])
@pytest.mark.parametrize("coordinates", ["mixed", "reference-point"])
@pytest.mark.parametrize("distance", [0.0, 1e-3, 1e-5, -1e-6, 1e-7, -1e-8, 1e-9])
def test_modes_are_kept(distance: float, coordinates: str, side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = np.array(beside(distance)) if distance else THROUGH
    mechanism = four_bar(2.0, 6.0, 2.0, 6.0, angle=inputs[0], side=side)
    expected, usual = solve(mechanism, inputs=inputs), system.typical_length(mechanism)
    for unit in usual * UNITS:
        monkeypatch.setattr(system, "typical_length", lambda _, unit=unit: unit)
        found = solve(mechanism, inputs=inputs, method="global-sparse", coordinates=coordinates)
        for link in mechanism.moving_links:
            np.testing.assert_allclose(found.pose(link), expected.pose(link), rtol=0.0, atol=1e-6)


@pytest.mark.parametrize("coordinates", ["mixed", "reference-point"])
@pytest.mark.parametrize("rocker", [2.0001, 2.000001, 1.9999, 1.999999])
def test_next_to_a_parallelogram_is_none(rocker: float, coordinates: str) -> None:
    mechanism = four_bar(2.0, 6.0, rocker, 6.0, angle=1.0)
    inputs = np.linspace(1.0, 7.5, 40)
    expected = solve(mechanism, inputs=inputs, on_failure="return")
    found = solve(mechanism, inputs=inputs, method="global-sparse", coordinates=coordinates, on_failure="return")
    assert found.steps == expected.steps
    assert found.is_complete == (rocker > 2.0)
    for link in mechanism.moving_links:
        np.testing.assert_allclose(found.pose(link), expected.pose(link), rtol=0.0, atol=1e-6)
