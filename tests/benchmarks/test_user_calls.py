"""The benchmark of what a user calls runs at a tiny size; what it measures is not judged here."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import report, user_calls


def test_every_figure_at_a_tiny_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_calls, "SECONDS", 0.01)
    run = report.run_benchmarks({"user_calls": user_calls.cases}, smoke=True)
    figures = [report.figure_of(entry) for entry in run["benchmarks"]["user_calls"]["figures"]]
    assert all(np.isfinite(figure.value) for figure in figures)
    assert any(figure.bar is not None for figure in figures)
    assert sum("growth exponent" in figure.name for figure in figures) == 1


def test_threads_are_counted_together() -> None:
    calls: list[int] = []
    found = user_calls.rate(lambda: calls.append(1), 2)
    assert 0.0 < found <= len(calls) / user_calls.SECONDS
