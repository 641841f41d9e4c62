"""What the page says of designs and of space comes from figures of a run, here of a tiny one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import page, page_beyond, report
from benchmarks.report import Benchmark, Case, Figure, Run


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
