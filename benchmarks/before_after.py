"""Has this state of the code become slower than an earlier one? ``python -m benchmarks.before_after REV``.

Both states do the same tasks in turn, sample by sample, on one core: the earlier one stands in a git worktree, and each
has a process. Times are CPU times of one thread; a ratio is the median, over the rounds, of the time now by the time
then, and stands before its quartiles and the time then. Rounds in which others used the core are left out, where enough
remain. Memory is laid out differently in every process, and that alone was seen to make a difference of some per cent:
so the rounds are divided among several pairs of processes.

Fresh processes, which import sgkin or solve a first mechanism, are timed by the CPU time of the whole process.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cold_start import SOLVING
from benchmarks.states import ROOT, Fresh, State, earlier_state, is_revision
from benchmarks.task_server import Failed
from benchmarks.tasks import TASKS
from benchmarks.timing import Times, compare_samples, one_core
from sgkin.progress import ProgressBar

PAIRS, ROUNDS = 3, 7
"""Pairs of processes, and rounds of each."""
AGREEMENT = 1e-9
"""Of the largest number, up to which both states find the same."""

COEFFICIENTS = """
from sgkin import load_mechanism, make_plan
make_plan(load_mechanism("jansen_leg")).coefficients(0.5)
make_plan(load_mechanism("slider_crank")).coefficients(0.5)
"""
SOLVING_WHOLE = SOLVING.replace("361))", '361), method="global-sparse")')
FRESH: Mapping[str, Fresh] = {
    "import sgkin": Fresh("import sgkin", 9),
    "first solve, compiled before": Fresh(SOLVING, 9),
    "first solve of a whole mechanism, compiled before": Fresh(SOLVING_WHOLE, 9),
    "first solve, compiled anew": Fresh(SOLVING, 3, empty=True),
    "first K and L, compiled anew": Fresh(COEFFICIENTS, 3, empty=True),
    "first solve of a whole mechanism, compiled anew": Fresh(SOLVING_WHOLE, 3, empty=True),
}
"""What is timed in processes that do nothing else."""


class Comparison:
    """What is known of a task: its times, and what is to be said of it. `held`: whether it may not become slower."""

    def __init__(self, name: str, held: bool = True) -> None:
        self.name, self.held = name, held
        self.failed, self.remarks = False, list[str]()
        self._before, self._after, self._disturbed = list[float](), list[float](), 0

    def add(self, times: Times) -> None:
        """Count more rounds."""
        self._before += times.rounds["before"]
        self._after += times.rounds["after"]
        self._disturbed += times.disturbed

    def is_above(self, limit: float) -> bool:
        """Whether it has become slower than it may, or no longer works."""
        return self.failed or (self.held and bool(self._after) and self._times.ratio("after", "before") > limit)

    @property
    def _times(self) -> Times:
        return Times({"before": self._before, "after": self._after}, self._disturbed)

    def __str__(self) -> str:
        told = f"{self.name:52}"
        if self._after:
            ratio, (low, high) = self._times.ratio("after", "before"), self._times.ratio_spread("after", "before")
            told += f"{ratio:6.3f} ({low:.3f} … {high:.3f}) {1e3 * self._times.seconds('before'):9.3f} ms"
            told += f" {len(self._after):3} rounds counted" + (
                f", {self._disturbed} disturbed" if self._disturbed else ""
            )
        return "; ".join([told, *self.remarks])


def compare_states(before: Path, after: Path, names: Sequence[str], rounds: int) -> list[Comparison]:
    """Do tasks with both states in turn. The first pair of processes only compiles what the others are timed with."""
    tasks = [Comparison(name, TASKS[name].held) for name in names if name in TASKS]
    fresh = [Comparison(name) for name in names if name in FRESH]
    with ProgressBar("parts") as progress, one_core():
        done, count = 0, len(tasks) * (1 + PAIRS) + len(fresh)
        for pair in range(1 + PAIRS):
            with State(before) as old, State(after) as new:
                for comparison in tasks:
                    progress(done, count)
                    compare_task(comparison, old, new, rounds if pair else 0)
                    done += 1
        for comparison in fresh:
            progress(done, count)
            compare_fresh(comparison, before, after, rounds)
            done += 1
    return [*tasks, *fresh]


def compare_task(comparison: Comparison, before: State, after: State, rounds: int) -> None:
    """Do a task with both; without rounds see only whether they can, and find the same."""
    then, now = before.prepare(comparison.name), after.prepare(comparison.name)
    failed = {told: found for told, found in (("then", then), ("now", now)) if isinstance(found, Failed)}
    comparison.failed = "now" in failed
    if rounds == 0:
        comparison.remarks += [f"failed {told} ({found.reason})" for told, found in failed.items()]
        if not failed and not agree(then, now):
            comparison.remarks.append("finds something else than then")
    elif not failed:
        comparison.add(compare_samples({"before": before.sample, "after": after.sample}, rounds))


def agree(one: Any, other: Any) -> bool:
    """Whether both states found the same numbers."""
    return one.shape == other.shape and bool(np.allclose(other, one, rtol=0.0, atol=AGREEMENT * np.abs(one).max()))


def compare_fresh(comparison: Comparison, before: Path, after: Path, rounds: int) -> None:
    """Start processes of both states in turn; where machine code is kept, the first ones are not counted."""
    fresh = FRESH[comparison.name]
    if not fresh.empty:
        for tree in (before, after):
            fresh.seconds(tree)
    pairs = [(fresh.seconds(before), fresh.seconds(after)) for _ in range(min(rounds, fresh.rounds))]
    old, new = zip(*pairs, strict=True)
    comparison.add(Times({"before": list(old), "after": list(new)}))


def main(arguments: Sequence[str]) -> int:
    """Compare and print; 1 if anything is above the limit, 2 if there is nothing to compare."""
    parser = ArgumentParser(
        prog="python -m benchmarks.before_after", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("revision", metavar="REV", nargs="?", default="HEAD", help="the earlier state, by default HEAD")
    parser.add_argument("--only", nargs="+", default=[""], metavar="TEXT", help="tasks with one of these in their name")
    parser.add_argument("--list", action="store_true", help="name the tasks and stop")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each of {PAIRS} pairs, by default {ROUNDS}")
    parser.add_argument(
        "--limit", type=float, help="the largest ratio that is allowed; coarse steps are not held to it"
    )
    options = parser.parse_args(arguments)
    names = [name for name in (*TASKS, *FRESH) if any(text in name for text in options.only)]
    if options.list and names:
        print(*names, sep="\n")
        return 0
    if not names or not is_revision(options.revision):
        told = f"no state {options.revision!r} in git" if names else "no such task; --list names them"
        print(f"there is {told}", file=sys.stderr)
        return 2
    with earlier_state(options.revision) as tree:
        comparisons = compare_states(tree, ROOT, names, max(1, options.rounds))
    print(*comparisons, sep="\n")
    if options.limit is None:
        return 0
    above = [comparison for comparison in comparisons if comparison.is_above(options.limit)]
    print(f"\n{len(above) or 'none'} of {len(comparisons)} above {options.limit:g}", *above, sep="\n")
    return 1 if above else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
