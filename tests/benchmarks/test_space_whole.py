"""The benchmark of whole mechanisms in space runs at a tiny size; what it measures is not judged here."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import report, space_whole


def test_every_case_at_a_tiny_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.timing.SHORTEST", 1e-5)
    run = report.run_benchmarks({"space_whole": space_whole.cases}, smoke=True)
    figures = [report.figure_of(entry) for entry in run["benchmarks"]["space_whole"]["figures"]]
    assert len(figures) == 2 * len(space_whole.NAMES)
    assert all(np.isfinite(figure.value) for figure in figures)
