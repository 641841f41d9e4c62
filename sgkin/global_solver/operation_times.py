"""How the time of a motion of the whole mechanism is spent, by operation: the paper's Figure 5.

Every operation is repeated at the last position and timed by itself; how often it was done in the motion is counted by
the march. What the motion took besides is `other`: predictions, corrections and storing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from sgkin.global_solver.march_motion import GlobalRun
from sgkin.global_solver.marching import March, MarchInputs
from sgkin.global_solver.reading import Kept
from sgkin.global_solver.system import Solver
from sgkin.kernels.continuation import BENDS, EVALUATIONS, FACTORISATIONS, SOLUTIONS
from sgkin.kernels.repetition import CONSTRAINTS, FACTORISATION, JACOBIAN, SECOND, SUBSTITUTION, repeat

SHORTEST = 5e-3
"""Seconds that a measurement takes at least."""
MEASUREMENTS = 5
"""Of which the fastest counts."""
MOTION, WITH_JACOBIAN = "motion", "jacobian and factorisation"


def operation_times(run: GlobalRun, drive: MarchInputs, kept: Kept) -> dict[str, float]:
    """Seconds of one motion spent on `constraints`, `jacobian`, `factorisation`, `back-substitution`, `accelerations`
    (the second derivatives of the conditions) and `other`; thread CPU time."""
    calls = MotionParts(Solver(run.whole, run.full, kept.tracked), drive, kept).calls
    return divided({name: seconds_of(call) for name, call in calls.items()})


class MotionParts:
    """A motion, and each of its operations by itself, as often as the motion does it."""

    def __init__(self, solver: Solver, drive: MarchInputs, kept: Kept) -> None:
        self.solver, self.drive, self.kept = solver, drive, kept
        self._move()
        done = solver.work.counts.tolist()
        counts = {
            "constraints": (CONSTRAINTS, done[EVALUATIONS]),
            "jacobian": (JACOBIAN, done[FACTORISATIONS]),
            WITH_JACOBIAN: (FACTORISATION, done[FACTORISATIONS]),
            "back-substitution": (SUBSTITUTION, done[SOLUTIONS]),
            "accelerations": (SECOND, done[BENDS]),
        }
        self.calls: dict[str, Callable[[], object]] = {MOTION: self._move}
        """To be called in this order: there must be factors where they are solved with."""
        for name, (operation, count) in counts.items():
            self.calls[name] = partial(repeat, solver.system, solver.work, operation, count)

    def _move(self) -> None:
        """The whole motion."""
        march = March(self.solver, self.drive, self.kept.variables, np.zeros(len(self.kept.tracked), dtype=np.int64))
        self.solver.work.counts[:] = 0
        march.run()


def divided(seconds: Mapping[str, float]) -> dict[str, float]:
    """The seconds of a motion by operation, from those of the calls of its parts; what none of them takes is other."""
    factorisation = max(seconds[WITH_JACOBIAN] - seconds["jacobian"], 0.0)
    own = {name: each for name, each in seconds.items() if name != MOTION} | {WITH_JACOBIAN: factorisation}
    parts = {"factorisation" if name == WITH_JACOBIAN else name: each for name, each in own.items()}
    return parts | {"other": max(seconds[MOTION] - sum(parts.values()), 0.0)}


def seconds_of(call: Callable[[], object]) -> float:
    """Seconds of a call, repeated until they can be measured."""
    call()
    count, times = 1, list[float]()
    while len(times) < MEASUREMENTS:
        start = time.thread_time()
        for _ in range(count):
            call()
        taken = time.thread_time() - start
        if taken < SHORTEST:
            count *= 4
        else:
            times.append(taken / count)
    return min(times)
