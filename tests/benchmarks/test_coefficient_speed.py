"""The benchmark of velocity coefficients runs at a tiny size; what it measures is not judged here."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import coefficient_speed, report
from benchmarks.coefficient_speed import Pair, agree, structural_work
from sgkin import driven_comb, load_mechanism, make_plan, scalable_four_bar


def test_every_figure_at_a_tiny_size() -> None:
    run = report.run_benchmarks({"coefficient_speed": coefficient_speed.cases}, smoke=True)
    figures = [report.figure_of(entry) for entry in run["benchmarks"]["coefficient_speed"]["figures"]]
    assert all(np.isfinite(figure.value) and figure.value > 0.0 for figure in figures)
    bars = {figure.name: figure.bar for figure in figures}
    assert bars["K and L / velocity and acceleration, from Python, 3 dyads"] == 1.2
    assert bars["K and L of 2 chains / 2 × one, sweep"] == 1.2
    assert bars["K and L of 2 chains / 2 × one, one by one"] == 1.2
    assert bars["K and L / motion, five_bar_2dof, by derivatives and pairs"] == 1.2


def test_work_that_the_structure_allows() -> None:
    assert structural_work(make_plan(scalable_four_bar(5))) == 6
    assert structural_work(make_plan(driven_comb(4, 5))) == 24
    assert structural_work(make_plan(load_mechanism("five_bar_2dof"))) == 1 + 1 + 3


def test_what_does_not_agree_is_not_timed() -> None:
    plan = make_plan(load_mechanism("five_bar_2dof"))
    z = plan.initial_inputs + np.linspace(0.0, 0.1, 5)[:, None]
    pair = Pair(plan, ["rod1.C"], np.stack([z, np.ones_like(z), np.ones_like(z)]))
    rows = pair.unit.tape.features[pair.features[0]].second[0, 1]
    pair.unit.layout.row(rows[1])[3] += 1e-9
    with pytest.raises(AssertionError, match="differ by"):
        agree(pair, pair.features[0])
