"""The benchmark of whole mechanisms runs at a tiny size; what it measures is not judged here."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import global_speed, report
from benchmarks.linear_solvers import installed
from sgkin.global_solver.ordering import Entries


def test_every_case_at_a_tiny_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.timing.SHORTEST", 1e-5)
    run = report.run_benchmarks({"global_speed": global_speed.cases}, smoke=True)
    figures = [report.figure_of(entry) for entry in run["benchmarks"]["global_speed"]["figures"]]
    bars = {figure.name: figure.bar for figure in figures}
    assert bars["growth of sparse steps, 3 to 6 dyads: exponent"] == 1.2
    assert {
        global_speed.solver_figure("own blocks", 3),
        "assembler and loop in Python / sparse, 3 dyads",
    } <= bars.keys()
    assert all(np.isfinite(figure.value) for figure in figures)


@pytest.mark.parametrize("name", installed())
def test_linear_solvers_solve(name: str) -> None:
    random = np.random.default_rng(2)
    full = np.where(random.random((20, 20)) < 0.2, random.normal(size=(20, 20)), 0.0) + 3.0 * np.eye(20)
    rows, columns = np.nonzero(full)
    solver = installed()[name](Entries(rows, columns, 20), full[rows, columns])
    for factor in (1.0, -2.0):
        right = random.normal(size=20)
        solver.factor(factor * full[rows, columns])
        np.testing.assert_allclose(factor * full @ solver.solve(right), right, atol=1e-10)
