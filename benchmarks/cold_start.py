"""Fresh processes: how long it takes until a first mechanism is solved. Wall time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
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


def process_figures(processes: int, empty_cache: bool) -> Iterator[Figure]:
    """A first solve with an empty cache of machine code and with a full one, and the import alone."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder} if empty_cache else dict(os.environ)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its byte code

        def seconds(code: str) -> tuple[float, str]:
            start = time.perf_counter()
            command = [sys.executable, "-c", code]
            answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT, env=environment)
            return time.perf_counter() - start, answer.stdout

        cold, _ = seconds(SOLVING)
        if empty_cache:
            yield Figure("fresh process, solve a four-bar, cold cache", cold, "s", 15.0)
        warm = [seconds(SOLVING)[0] for _ in range(processes)]
        told = "fresh process, solve a four-bar, warm cache"
        yield Figure(told, median(warm), "s", 1.5, spread=quartiles(warm))
        imported = [float(seconds(IMPORTING)[1]) for _ in range(processes)]
        yield Figure("import sgkin", median(imported), "s", 0.3, spread=quartiles(imported))


def cases(smoke: bool) -> list[Case]:
    """Processes one after the other; a tiny run uses the cache that is there."""
    run = partial(process_figures, 1 if smoke else 5, empty_cache=not smoke)
    return [Case("fresh processes", run, pinned=False)]
