"""Drawing many mechanisms, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass

from tests.fuzz.case import drawn
from tests.fuzz.judging import CRASHED, REFUSED, RESULTS, SILENT, UNDECIDED, Verdict, judged
from tests.fuzz.strata.table import STRATA, stratum_of

CHUNK = 20
"""Seeds that a process takes at a time."""
MOST_REFUSED, MOST_UNDECIDED = 0.01, 0.02
"""The part of what the witness solves that may be refused, and of all that it may leave undecided."""


@dataclass
class Finding:
    """What came of a seed."""

    seed: int
    stratum: str
    verdict: Verdict

    def __str__(self) -> str:
        verdict = self.verdict
        told = verdict.detail if verdict.detail.startswith(verdict.kind) else f"{verdict.kind}, {verdict.detail}"
        return f"make fuzz START={self.seed} COUNT=1  # {self.stratum}, {verdict.result}: {told}"


def found(seed: int) -> Finding:
    """Draw and judge the mechanism of a seed."""
    stratum = stratum_of(seed)
    return Finding(seed, stratum, judged(drawn(STRATA[stratum], seed)))


def found_all(seeds: Iterable[int]) -> list[Finding]:
    """Draw and judge the mechanisms of some seeds."""
    return [found(seed) for seed in seeds]


def search(start: int, count: int, seconds: float, workers: int) -> Iterator[Finding]:
    """Findings of so many seeds from the first on, in any order; nothing is begun when the time is over."""
    end, stop = time.monotonic() + seconds, start + count
    chunks = iter([range(first, min(first + CHUNK, stop)) for first in range(start, stop, CHUNK)])
    with ProcessPoolExecutor(workers) as pool:
        running: set[Future[list[Finding]]] = set()
        while True:
            while len(running) <= workers and time.monotonic() < end and (chunk := next(chunks, None)) is not None:
                running.add(pool.submit(found_all, chunk))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()


def table(findings: list[Finding]) -> str:
    """Counts of results by stratum."""
    counts = Counter((finding.stratum, finding.verdict.result) for finding in findings)
    lines = ["  ".join([f"{'':18}", *(f"{result:>9}" for result in ("drawn", *RESULTS))])]
    for name in (*STRATA, "all"):
        row = [sum(n for (s, r), n in counts.items() if name in (s, "all") and r == result) for result in RESULTS]
        lines.append("  ".join([f"{name:18}", *(f"{number:9d}" for number in (sum(row), *row))]))
    return "\n".join(lines)


def kinds(findings: list[Finding], result: str) -> str:
    """Counts of one result by its kind."""
    counts = Counter(finding.verdict.kind for finding in findings if finding.verdict.result == result)
    return ", ".join(f"{kind or result} {number}" for kind, number in counts.most_common())


def is_clean(findings: list[Finding]) -> bool:
    """Whether nothing is wrong in silence, nothing crashed, and little was refused or left undecided."""
    counts = Counter(finding.verdict.result for finding in findings)
    solved = len(findings) - counts[UNDECIDED]
    few = counts[REFUSED] <= MOST_REFUSED * solved and counts[UNDECIDED] <= max(1.0, MOST_UNDECIDED * len(findings))
    return not counts[SILENT] and not counts[CRASHED] and few
