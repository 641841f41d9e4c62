"""The benchmark of groups in space runs at a tiny size, after its ways agreed; what it measures is not judged here."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import report, space_groups
from benchmarks.space_whole import Marching
from sgkin import load_mechanism, make_plan


def test_every_case_at_a_tiny_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.timing.SHORTEST", 1e-5)
    run = report.run_benchmarks({"space_groups": space_groups.cases}, smoke=True)
    figures = [report.figure_of(entry) for entry in run["benchmarks"]["space_groups"]["figures"]]
    closed, platforms, trees = (
        len(names) for names in (space_groups.CLOSED, space_groups.PLATFORMS, space_groups.TREES)
    )
    assert len(figures) == 3 * closed + 5 * platforms + 2 * trees + closed + 2
    assert all(np.isfinite(figure.value) for figure in figures)
    looked_for = {"rssr, closed form: a step", "five_link, written out: a step", "bricard, groups: a step"}
    looked_for.add("double_wishbone, 2 inputs: K and L / velocity and acceleration")
    assert looked_for <= {figure.name for figure in figures}


def test_another_answer_is_seen() -> None:
    marching, mechanism = Marching("rssr", 5, False), load_mechanism("rssr")
    closed, tables = (
        space_groups.swept(plan, marching) for plan in (make_plan(mechanism), space_groups.by_tables(mechanism))
    )
    space_groups.agree(closed, tables, "rssr")
    tables.run = lambda: tables.rows[0].__setitem__(2, 1.0)  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="rssr: two ways differ by"):
        space_groups.agree(closed, tables, "rssr")
