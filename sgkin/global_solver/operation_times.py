"""How the time of a motion of the whole mechanism is spent, by operation: the paper's Figure 5.

Every operation is repeated at the last position and timed by itself; how often it was done in the motion is counted by
the march. What the motion took besides is `other`: predictions, corrections and storing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from sgkin.global_solver.march_motion import GlobalRun
from sgkin.global_solver.marching import March, MarchInputs
from sgkin.global_solver.reading import Kept
from sgkin.global_solver.system import Solver
from sgkin.kernels.continuation import BENDS, EVALUATIONS, FACTORISATIONS, SOLUTIONS, begin
from sgkin.kernels.repetition import CONSTRAINTS, FACTORISATION, JACOBIAN, SECOND, SUBSTITUTION, repeat

SHORTEST = 5e-3
"""Seconds that a measurement takes at least."""
ROUNDS = 5
"""Motions that are timed, of which the fastest counts."""


def operation_times(run: GlobalRun, drive: MarchInputs, kept: Kept) -> dict[str, float]:
    """Seconds of one motion spent on `constraints`, `jacobian`, `factorisation`, `back-substitution`, `accelerations`
    (the second derivatives of the conditions) and `other`; thread CPU time."""
    return solver_times(Solver(run.whole, run.full, kept.tracked), drive, kept)


def solver_times(solver: Solver, drive: MarchInputs, kept: Kept) -> dict[str, float]:
    """The same, with a solver that is made already."""

    def motion() -> March:
        march = March(solver, drive, kept.variables, np.zeros(len(kept.tracked), dtype=np.int64))
        solver.work.counts[:] = 0
        march.run()
        return march

    counts, total = motion().found.counts.copy(), np.inf
    for _ in range(ROUNDS):
        start = time.thread_time()
        motion()
        total = min(total, time.thread_time() - start)
    system, work = solver.system, solver.work
    begin(system, work)

    def each(operation: int) -> float:
        return seconds_each(lambda count: repeat(system, work, operation, count))

    constraints, jacobian, both = each(CONSTRAINTS), each(JACOBIAN), each(FACTORISATION)
    spent = {
        "constraints": constraints * counts[EVALUATIONS],
        "jacobian": jacobian * counts[FACTORISATIONS],
        "factorisation": max(both - jacobian, 0.0) * counts[FACTORISATIONS],
        "back-substitution": each(SUBSTITUTION) * counts[SOLUTIONS],
        "accelerations": each(SECOND) * counts[BENDS],
    }
    return {name: float(value) for name, value in spent.items()} | {"other": max(total - sum(spent.values()), 0.0)}


def seconds_each(call: Callable[[int], object]) -> float:
    """Seconds of one repetition, the best of three measurements."""
    call(1)
    count, taken = 1, 0.0
    while taken < SHORTEST:
        count *= 4
        start = time.thread_time()
        call(count)
        taken = time.thread_time() - start
    times = [taken]
    for _ in range(2):
        start = time.thread_time()
        call(count)
        times.append(time.thread_time() - start)
    return min(times) / count
