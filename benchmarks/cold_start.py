"""Fresh processes: how long it takes until a first mechanism is solved. Wall time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.report import Case, Figure
from benchmarks.timing import quartiles

ROOT = Path(__file__).parents[1]

SOLVING = """
import numpy as np
from sgkin import load_mechanism, solve
solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 361)).pose("rocker")
"""
IMPORTING = """
from time import perf_counter
start = perf_counter()
import sgkin
print(perf_counter() - start)
"""


@contextmanager
def fresh_processes(empty_cache: bool) -> Iterator[Callable[[str], tuple[float, str]]]:
    """A function that runs code in a fresh process, and gives the seconds that it took and what it printed."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder} if empty_cache else dict(os.environ)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its byte code

        def run(code: str) -> tuple[float, str]:
            start = time.perf_counter()
            command = [sys.executable, "-c", code]
            answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT, env=environment)
            return time.perf_counter() - start, answer.stdout

        yield run


def first_call_figures(
    told: str, code: str, processes: int, empty_cache: bool, cold_bar: float | None = None, bar: float | None = None
) -> Iterator[Figure]:
    """Code in a fresh process with an empty cache of machine code, and with a full one."""
    with fresh_processes(empty_cache) as run:
        cold, _ = run(code)
        if empty_cache:
            yield Figure(f"fresh process, {told}, cold cache", cold, "s", cold_bar)
        warm = [run(code)[0] for _ in range(processes)]
        yield Figure(f"fresh process, {told}, warm cache", median(warm), "s", bar, spread=quartiles(warm))


def import_figures(processes: int) -> Iterator[Figure]:
    """The import alone; it compiles nothing."""
    with fresh_processes(empty_cache=False) as run:
        run(IMPORTING)
        imported = [float(run(IMPORTING)[1]) for _ in range(processes)]
    yield Figure("import sgkin", median(imported), "s", 0.3, spread=quartiles(imported))


def cases(smoke: bool) -> list[Case]:
    """Processes one after the other; a tiny run uses the cache that is there."""
    processes = 1 if smoke else 5
    solving = partial(first_call_figures, "solve a four-bar", SOLVING, processes, not smoke, 15.0, 1.5)
    return [
        Case("fresh processes", solving, pinned=False),
        Case("import", partial(import_figures, processes), pinned=False),
    ]
