"""The mechanisms of the benchmark are those of the multibody benchmark library."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.dynamics_baseline import GRAVITY, andrews, cases, four_bars
from benchmarks.report import Figure
from sgkin.dynamics.equations import EquationsOfMotion


@pytest.mark.parametrize("loops", [1, 3])
def test_four_bars_fall_as_one_pendulum(loops: int) -> None:
    """θ̈ = −g cos θ ((N + 1)/2 + N) / ((N + 1)/3 + N), and they end 0.1 rad from lying."""
    fall = four_bars(loops)
    equations = EquationsOfMotion(fall.plan, [0])
    rates = np.zeros(2)
    equations.rates(equations.workspace(), 0.0, np.array([1.0, 0.3]), rates)
    factor = ((loops + 1) / 2.0 + loops) / ((loops + 1) / 3.0 + loops)
    assert rates[1] == pytest.approx(GRAVITY[1] * np.cos(1.0) * factor, rel=1e-12)
    assert fall.by_groups(equations, 1e-12) == pytest.approx(0.1, abs=1e-9)


def test_andrews_squeezer_starts_as_published() -> None:
    """The acceleration of β at the start, from the test set for IVP solvers."""
    fall = andrews()
    equations = EquationsOfMotion(fall.plan, [0])
    rates = np.zeros(2)
    equations.rates(equations.workspace(), 0.0, np.concatenate([fall.inputs, fall.rates]), rates)
    assert rates[1] == pytest.approx(14222.443919954114, rel=1e-9)
    assert fall.by_groups(equations, 1e-12) == pytest.approx(15.81077119629904, abs=2e-9)


def test_every_way_is_measured() -> None:
    found = [finding for finding in cases(smoke=True)[0].run() if isinstance(finding, Figure)]
    assert all(figure.reached for figure in found if figure.bar is not None)
    assert len([figure for figure in found if figure.unit == "×"]) == 4
