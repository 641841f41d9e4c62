"""Timing candidates against each other: thread CPU time, in interleaved rounds.

Two threads of different programs, or of different guests of one machine, can share a core. Then code that keeps the
core's units busy was seen to take 1.5 times as long, while code that waits for its own results, such as a chain in
scalar C, takes no longer: a ratio of the two says who was working next door. A short gauge of the first kind is
therefore timed before and after every sample, and a sample around which it was slowed down is taken again.
"""

from __future__ import annotations

import gc
import logging
import os
import platform
import re
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar

import numba
import numpy as np

Made = TypeVar("Made")
LOGGER = logging.getLogger(__name__)

SHORTEST = 2e-3
"""Seconds that a sample takes at least; shorter work is repeated."""

SLOWED = 1.1
"""A sample is disturbed if the gauge takes longer than this multiple of its shortest time before or after it."""
TRIES, PATIENCE = 3, 0.05
"""A disturbed sample is taken again so often, or for so many seconds if that is more."""
FEWEST = 5
"""Rounds without a disturbed sample that are enough to leave out the others; if there are fewer, this is told."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds per call of each candidate, round by round; `disturbed`: in how many of them others used the core.

    Disturbed rounds are left out where enough others remain.
    """

    rounds: Mapping[str, list[float]]
    disturbed: int = 0

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


class Gauge:
    """Work that keeps a whole core busy, and the shortest time that it has taken so far."""

    def __init__(self) -> None:
        self.shortest = float("inf")

    def is_alone(self) -> bool:
        """Whether it takes no longer than it should."""
        seconds = min(self.measure(), self.measure())  # the first may find its code out of the caches
        self.shortest = min(self.shortest, seconds)
        return seconds <= SLOWED * self.shortest

    def measure(self) -> float:
        """Do it, in seconds."""
        start = time.thread_time()
        _independent_work(60_000)
        return time.thread_time() - start


GAUGE = Gauge()


Sampler = Callable[[], float]
"""Does the work of a candidate and tells the seconds that it took per call."""


def compare(candidates: Mapping[str, Callable[[], object]], rounds: int) -> Times:
    """Time every candidate in every round, after a warm start."""
    return compare_here({name: sampler(call) for name, call in candidates.items()}, rounds)


def compare_here(samplers: Mapping[str, Sampler], rounds: int) -> Times:
    """Take a sample of every candidate in every round, in this process; tell where others used the core."""
    gc.disable()
    try:
        times = compare_samples(samplers, rounds)
    finally:
        gc.enable()
    if times.disturbed > rounds - min(FEWEST, rounds):
        LOGGER.warning("%s: others used the core in %d of %d rounds", " / ".join(samplers), times.disturbed, rounds)
    return times


def sampler(call: Callable[[], object], shortest: float | None = None) -> Sampler:
    """Samples of at least the shortest time, after a warm start."""
    return partial(_sample, call, _repeats(call, SHORTEST if shortest is None else shortest))


def sampler_of_new(make: Callable[[], Made], call: Callable[[Made], object]) -> Sampler:
    """Samples of a call on something that is made anew before each of them, which is not timed; after a warm start."""

    def sample() -> float:
        made = make()
        return _sample(partial(call, made), 1)

    sample()
    return sample


def compare_samples(samplers: Mapping[str, Sampler], rounds: int) -> Times:
    """Take a sample of every candidate in every round, wherever it works: on the core of this process."""
    samples: dict[str, list[float]] = {name: [] for name in samplers}
    disturbed = [False] * rounds
    for number in range(rounds):
        for name, sample in samplers.items():
            seconds, alone = _sample_alone(sample)
            samples[name].append(seconds)
            disturbed[number] |= not alone
    counted = [number for number in range(rounds) if not disturbed[number]]
    if len(counted) < min(FEWEST, rounds):
        counted = list(range(rounds))
    return Times({name: [times[number] for number in counted] for name, times in samples.items()}, sum(disturbed))


def _sample_alone(sample: Sampler) -> tuple[float, bool]:
    """A sample during which nobody else used the core, if there is one; whether nobody did."""
    start, tries, before = time.perf_counter(), 0, GAUGE.is_alone()
    while True:
        seconds, after = sample(), GAUGE.is_alone()
        tries += 1
        if (before and after) or (tries >= TRIES and time.perf_counter() - start >= PATIENCE):
            return seconds, before and after
        before = after


@numba.njit
def _independent_work(count):  # type: ignore[no-untyped-def]
    """Four chains of unlike operations on integers: several can be done in each cycle, none in vectors."""
    one, two, three, five = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(5)
    a, b, c, d = one, two, three, five
    for _ in range(count):
        a ^= a << three
        b += b >> two
        c ^= c >> one
        d += d << five
        a += one
        b ^= five
        c -= three
        d ^= two
    return a ^ b ^ c ^ d


def _repeats(call: Callable[[], object], shortest: float) -> int:
    call()
    return max(1, round(shortest / max(_sample(call, 1), 1e-7)))


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
