"""What the page says of designs and of space comes from figures of a run, here of a tiny one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import designs_speed, page, page_beyond, report, space_groups
from benchmarks.report import Benchmark, Case, Figure, Run
from benchmarks.stored import STORED


def measured(name: str, found: list[Figure]) -> Benchmark:
    """A benchmark that finds given figures."""
    return lambda smoke: [Case(name, lambda: found)]


def made(folder: Path, benchmarks: dict[str, list[Figure]]) -> Run:
    """A run with given figures."""
    cases = {name: measured(name, found) for name, found in benchmarks.items()}
    path = folder / "run.json"
    path.write_text(json.dumps(report.run_benchmarks(cases, smoke=True)), encoding="utf-8")
    return Run(path)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    designs = [
        Figure("four-bar: a design", 2.5, "µs"),
        Figure("four-bar: a design / bare sweep", 0.25, "×"),
        Figure("four-bar: plan and motion alone / a design", 1500.0, "×"),
        Figure("four-bar: pylinkage's Ensemble / sgkin", 21.0, "×"),
    ]
    derivatives = [
        Figure("chain, 8 parameters: gradient / bare sweep", 4.5, "×"),
        Figure("chain, 8 parameters: adjoint alone / bare sweep", 0.9, "×"),
        Figure("chain, 8 parameters: forward, per parameter / bare sweep", 0.2, "×"),
    ]
    groups = [
        Figure("rssr, closed form: a step", 20.0, "ns"),
        Figure("rssr: by tables / closed form", 18.0, "×"),
        Figure("rssr: whole mechanism, sparse / closed form", 130.0, "×"),
        Figure("rssr: one configuration / a lane of a sweep", 3.5, "×"),
        Figure("bricard, groups: a step", 1200.0, "ns"),
        Figure("bricard: whole mechanism, sparse / groups", 25.0, "×"),
        Figure("double_wishbone, 2 inputs: K and L / velocity and acceleration", 1.25, "×"),
    ]
    return made(
        tmp_path,
        {
            "designs_speed": designs,
            "derivatives_speed": derivatives,
            "cluster_speed": [Figure("designs on 2 processes of a cluster / in one, CPU", 1.2, "×")],
            "space_speed": [Figure("two cones / by hand in C", 0.8, "×"), Figure("frame / by hand in C", 0.9, "×")],
            "space_groups": groups,
            "space_whole": [],
        },
    )


def test_designs(run: Run) -> None:
    told = page_beyond.many_designs(run, page.quantity, page.table)
    assert "| four-bar | 2.5 µs | 0.25 × | 1,500 × | 21 × |" in told
    assert "(chain, 8 parameters), as a user calls it, takes 4.5 ×" in told


def test_space(run: Run) -> None:
    told = page_beyond.in_space(run, page.quantity, page.table)
    assert "| rssr | closed form | 20 ns | 18 × | 130 × |" in told
    assert "| bricard | tree of joints | 1,200 ns | – | 25 × |" in told
    assert "0.8 × to 0.9 ×" in told


def test_claims(run: Run) -> None:
    claims = page_beyond.claims(run)
    assert len(claims) == 3
    assert all(claims.values())


def test_a_run_without_them_says_nothing_of_them() -> None:
    stored = Run(STORED)
    rendered = page.render(stored)
    assert ("## Many designs\n" in rendered) == page_beyond.has(stored, page_beyond.DESIGNS)
    assert ("## In space\n" in rendered) == page_beyond.has(stored, page_beyond.SPACE)


def test_names_are_those_of_the_benchmarks() -> None:
    """What is looked for by name is what the benchmarks give."""
    run = report.run_benchmarks({"space_groups": space_groups.cases}, smoke=True)
    names = {report.figure_of(entry).name for entry in run["benchmarks"]["space_groups"]["figures"]}
    assert {"rssr, closed form: a step", "five_link, written out: a step", "bricard, groups: a step"} <= names
    assert "double_wishbone, 2 inputs: K and L / velocity and acceleration" in names
    assert designs_speed.FOUR_BAR is not None
