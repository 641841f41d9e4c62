"""The page on benchmarks and the table of the README tell what the stored run found."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import page, plots
from benchmarks.report import Run
from benchmarks.stored import PAGE, README, STORED


@pytest.fixture(scope="module")
def stored() -> Run:
    return Run(STORED)


def test_page_is_made_from_the_run(stored: Run) -> None:
    assert PAGE.read_text(encoding="utf-8") == page.render(stored)


def test_readme_has_the_table_of_the_run(stored: Run) -> None:
    text = README.read_text(encoding="utf-8")
    assert page.with_table(text, stored) == text


def test_stored_run_is_a_whole_one(stored: Run) -> None:
    assert not stored.document["smoke"]
    assert page.dyads_of(stored) == [1, 3, 17, 35, 71, 143, 500, 1_000, 10_000, 100_000]
    assert {"experiment", "distribution", "shape_speed", "peers", "group_speed"} <= stored.figures.keys()
    assert not any("not installed" in note for note in stored.notes("peers"))


def test_plots_of_the_stored_run(stored: Run, tmp_path: Path) -> None:
    assert {path.name for path in plots.write_plots(stored, tmp_path)} == set(plots.PLOTS)
    shown = PAGE.read_text(encoding="utf-8").split("](_made/benchmarks/")[1:]
    assert {part.split(")")[0] for part in shown} == set(plots.PLOTS)
