"""What a benchmark finds: figures, how they are told, and the file they are written to."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import logging
import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import timing
from benchmarks.timing import one_core, processor
from sgkin.progress import ProgressBar

PACKAGES = (
    "numpy",
    "scipy",
    "numba",
    "llvmlite",
    "PyKLU",
    "kvxopt",
    "cvxopt",
    "pylinkage",
    "python-solvespace",
    "kinepy",
    "exudyn",
)
"""Those whose versions are told, where they are installed."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One result.

    `bar`: the most it should be, or the least if `at_least`; None where it is only told. `spread`: the quartiles over
    the rounds. `series` and `at`: the curve of a plot to which it belongs, and where on it.
    """

    name: str
    value: float
    unit: str
    bar: float | None = None
    at_least: bool = False
    spread: tuple[float, float] | None = None
    series: str = ""
    at: float | None = None

    @property
    def reached(self) -> bool | None:
        """Whether the bar is reached; None without a bar."""
        if self.bar is None:
            return None
        return self.value >= self.bar if self.at_least else self.value <= self.bar

    @property
    def verdict(self) -> str:
        """The bar and whether it is reached, in words."""
        if self.bar is None:
            return ""
        least = "at least" if self.at_least else "at most"
        return f"{least} {self.bar:g} {self.unit}".rstrip() + (": reached" if self.reached else ": NOT REACHED")


Finding = Figure | str
"""A figure, or a sentence about what could not be measured."""


@dataclass(frozen=True, slots=True)
class Case:
    """A part of a benchmark that is run as a whole; `pinned`: on one core."""

    title: str
    run: Callable[[], Iterable[Finding]]
    pinned: bool = True


Benchmark = Callable[[bool], Sequence[Case]]
"""The cases of a benchmark; True: tiny ones, to see that everything runs."""


def line(figure: Figure) -> str:
    """A figure as a line of the table."""
    spread = "" if figure.spread is None else f"({figure.spread[0]:.4g} … {figure.spread[1]:.4g})"
    return f"{figure.name:72} {figure.value:10.4g} {figure.unit:4} {spread:22} {figure.verdict}".rstrip()


def run_benchmarks(benchmarks: Mapping[str, Benchmark], smoke: bool) -> dict[str, Any]:
    """Run all cases, print what they find, and give the same as a document."""
    cases = {name: benchmark(smoke) for name, benchmark in benchmarks.items()}
    count, done = sum(map(len, cases.values())), 0
    found: dict[str, Any] = {}
    with ProgressBar("cases") as progress:
        for name, parts in cases.items():
            start = time.perf_counter()
            findings: list[Finding] = []
            disturbed: list[str] = []
            progress.print(f"\n{name}")
            for case in parts:
                progress(done, count)
                with one_core() if case.pinned else nullcontext(), heard(timing.LOGGER, disturbed, progress):
                    for finding in case.run():
                        findings.append(finding)
                        progress.print(line(finding) if isinstance(finding, Figure) else finding)
                done += 1
            found[name] = {
                "seconds": round(time.perf_counter() - start, 1),
                "notes": [each for each in findings if isinstance(each, str)],
                "figures": [asdict(each) for each in findings if isinstance(each, Figure)],
                "disturbed": disturbed,
            }
    return {**surroundings(), "smoke": smoke, "benchmarks": found}


@contextmanager
def heard(logger: logging.Logger, messages: list[str], progress: ProgressBar) -> Iterator[None]:
    """Print what is logged meanwhile, and keep it."""

    def hear(record: logging.LogRecord) -> bool:
        messages.append(record.getMessage())
        progress.print(messages[-1])
        return False

    logger.addFilter(hear)
    try:
        yield
    finally:
        logger.removeFilter(hear)


def surroundings() -> dict[str, Any]:
    """Where and with what a run is made."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "versions": {"python": platform.python_version()} | _package_versions(),
    }


def _package_versions() -> dict[str, str]:
    modules = {name: name.replace("-", "_") for name in PACKAGES}
    there = [name for name, module in modules.items() if importlib.util.find_spec(module) is not None]
    return {name: importlib.metadata.version(name) for name in there}


def write_run(run: Mapping[str, Any], path: Path) -> None:
    """Write a run to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def added(run: Mapping[str, Any], earlier: Mapping[str, Any]) -> dict[str, Any]:
    """An earlier run with the benchmarks of another in the place of its own, each with its own date."""
    dated = {name: {**found, "date": run["date"]} for name, found in run["benchmarks"].items()}
    return {
        **earlier,
        "versions": {**earlier["versions"], **run["versions"]},
        "benchmarks": {**earlier["benchmarks"], **dated},
    }


def hindrance(here: Mapping[str, Any], earlier: Mapping[str, Any]) -> str:
    """Why what is measured here cannot be told together with an earlier run; empty if it can."""
    for thing in ("processor", "smoke"):
        if here[thing] != earlier[thing]:
            return f"its {thing} is {earlier[thing]}, here it is {here[thing]}"
    versions = earlier["versions"]
    other = [name for name, version in here["versions"].items() if versions.get(name, version) != version]
    return f"it was made with other versions of {', '.join(other)}" if other else ""


class Run:
    """A run that was written to a file; its document may have a `remark` that must be told with its figures."""

    def __init__(self, path: Path) -> None:
        self.document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        self.figures = {
            name: {entry["name"]: figure_of(entry) for entry in benchmark["figures"]}
            for name, benchmark in self.document["benchmarks"].items()
        }

    def figure(self, benchmark: str, name: str) -> Figure:
        """A figure by the name of its benchmark and its own."""
        return self.figures[benchmark][name]

    def curve(self, benchmark: str, series: str) -> list[Figure]:
        """The figures of a series, from left to right."""
        chosen = [figure for figure in self.figures[benchmark].values() if figure.series == series]
        return sorted(chosen, key=lambda figure: figure.at or 0.0)

    def series(self, benchmark: str) -> list[str]:
        """The series of a benchmark, in the order in which they were found."""
        return list(dict.fromkeys(figure.series for figure in self.figures[benchmark].values() if figure.series))

    def date(self, benchmark: str) -> str:
        """When a benchmark was run."""
        found: str = self.document["benchmarks"][benchmark].get("date", self.document["date"])
        return found

    def notes(self, benchmark: str) -> list[str]:
        """What could not be measured."""
        notes: list[str] = self.document["benchmarks"][benchmark]["notes"]
        return notes

    def disturbed(self, benchmark: str) -> list[str]:
        """What was measured while others used the core."""
        found: list[str] = self.document["benchmarks"][benchmark].get("disturbed", [])
        return found


def figure_of(entry: Mapping[str, Any]) -> Figure:
    """A figure as it was written."""
    spread = entry["spread"]
    return Figure(**{**entry, "spread": None if spread is None else (spread[0], spread[1])})
