"""The benchmark of inputs runs at a tiny size; what it measures is not judged here."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import input_costs, report


def test_every_figure_at_a_tiny_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.timing.SHORTEST", 1e-5)
    run = report.run_benchmarks({"input_costs": input_costs.cases}, smoke=True)
    figures = [report.figure_of(entry) for entry in run["benchmarks"]["input_costs"]["figures"]]
    assert [figure.bar for figure in figures] == [0.9, 0.9, None, 3.0, None]
    assert all(np.isfinite(figure.value) for figure in figures)
