"""Timing candidates against each other: thread CPU time, in interleaved rounds."""

from __future__ import annotations

import gc
import os
import platform
import re
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

SHORTEST = 2e-3
"""Seconds that a sample takes at least; shorter work is repeated."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds per call of each candidate, round by round."""

    rounds: Mapping[str, list[float]]

    def seconds(self, name: str) -> float:
        """The median of a candidate."""
        return median(self.rounds[name])

    def spread(self, name: str) -> tuple[float, float]:
        """The quartiles of a candidate."""
        return quartiles(self.rounds[name])

    def ratio(self, name: str, to: str) -> float:
        """The median, over rounds, of a candidate's time relative to another's."""
        return median(self._ratios(name, to))

    def ratio_spread(self, name: str, to: str) -> tuple[float, float]:
        """The quartiles of that ratio."""
        return quartiles(self._ratios(name, to))

    def _ratios(self, name: str, to: str) -> list[float]:
        return [one / other for one, other in zip(self.rounds[name], self.rounds[to], strict=True)]


def quartiles(values: list[float]) -> tuple[float, float]:
    """Between which the middle half lies."""
    first, _, last = quantiles(values, method="inclusive") if len(values) > 1 else (values[0],) * 3
    return first, last


def compare(candidates: Mapping[str, Callable[[], object]], rounds: int) -> Times:
    """Time every candidate in every round, after a warm start."""
    repeats = {name: _repeats(call) for name, call in candidates.items()}
    samples: dict[str, list[float]] = {name: [] for name in candidates}
    gc.disable()
    try:
        for _ in range(rounds):
            for name, call in candidates.items():
                samples[name].append(_sample(call, repeats[name]))
    finally:
        gc.enable()
    return Times(samples)


def _repeats(call: Callable[[], object]) -> int:
    call()
    return max(1, round(SHORTEST / max(_sample(call, 1), 1e-7)))


def _sample(call: Callable[[], object], repeats: int) -> float:
    start, process_start = time.thread_time(), time.process_time()
    for _ in range(repeats):
        call()
    thread, process = time.thread_time() - start, time.process_time() - process_start
    if process > 1.2 * thread + 1e-3:
        raise AssertionError(f"other threads worked too: {process:.4f} s in all, {thread:.4f} s here")
    return thread / repeats


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and all that it starts, on one core, where the system lets it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def peak_memory() -> float:
    """The largest memory of this process so far, in megabytes.

    On Linux what `getrusage` tells begins with the memory of the process that started this one.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        found = re.search(r"^VmHWM:\s+(\d+) kB", status.read_text(encoding="ascii"), flags=re.MULTILINE)
        if found is not None:
            return int(found[1]) * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024  # bytes on macOS, kilobytes elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def processor() -> str:
    """What the processor calls itself."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
