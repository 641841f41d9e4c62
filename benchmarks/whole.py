"""A mechanism solved as a whole, made ready for timing: methods I (dense) and IV (sparse) of the paper.

Position, velocity and acceleration are kept in mixed coordinates, which are those of the paper: the pins, and the angle
of the crank. Newton's method ends with a correction of at most 1e-10 typical lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from sgkin import Mechanism
from sgkin.global_solver.marching import March, Marched
from sgkin.global_solver.reading import GlobalReader, Kept
from sgkin.global_solver.running import GlobalRun
from sgkin.global_solver.system import Solver
from sgkin.kernels.block_triangular import factor_blocks
from sgkin.kernels.continuation import (
    BENDS,
    EVALUATIONS,
    FACTORISATIONS,
    MOST_MULTIPLE,
    SOLUTIONS,
    backsolve,
    evaluate,
)
from sgkin.kernels.equations import fill_bends, fill_jacobian
from sgkin.kernels.lapack import factor_full
from sgkin.plan.plan import KinematicPlan

Floats = NDArray[np.float64]

NEWTON = 1e-10
JACOBIAN, FACTORS = "Jacobian Φq", "factors of Φq"


class Whole:
    """A mechanism with its equations set up and ordered; `full`: with a dense matrix.

    inputs (3, steps): value, rate and acceleration, the same for each input.
    """

    def __init__(self, mechanism: Mechanism | KinematicPlan, names: Sequence[str], inputs: Floats, full: bool) -> None:
        self.names = list(names)
        run = GlobalRun(mechanism, full, "mixed")
        self.kept = Kept(run.whole, self.names)
        self.solver = Solver(run.whole, full, self.kept.tracked)
        self.solver.system.settled[0] = NEWTON
        count = run.whole.inputs
        z, self.rates, self.accelerations = (np.repeat(row[:, None], count, axis=1) for row in inputs)
        self.drive = run.drive(z, self.rates, self.accelerations, coefficients=False)
        self.turns = np.zeros(len(self.kept.tracked), dtype=np.int64)
        self.marched: Marched | None = None

    def run(self) -> None:
        """All steps, with everything kept."""
        self.solver.work.counts[:] = 0
        self.marched = March(self.solver, self.drive, self.kept.variables, self.turns).run()
        if self.marched.ending is not None:
            raise AssertionError("the motion ended early")

    def found_at(self, points: Sequence[int]) -> Floats:
        """Position, velocity and acceleration (points, 6, steps) of points by their numbers, of the last run."""
        assert self.marched is not None
        reader = GlobalReader(self.kept, self.marched.results, len(self.rates), self.rates, self.accelerations)
        names = [self.names[number] for number in points]
        return np.array([np.concatenate([reader.point(name, order) for order in range(3)]) for name in names])

    def operations(self) -> dict[str, tuple[Callable[[int], object], int]]:
        """Each operation of a step, as a function that repeats it, and how often the last run needed it."""
        system, work, counts = self.solver.system, self.solver.work, self.solver.work.counts
        work.w[:] = self.solver.whole.start
        repeat_evaluation(system, work, 1)
        factor = repeat_full if self.solver.full else repeat_blocks
        return {
            JACOBIAN: (lambda n: repeat_jacobian(system, work, n), int(counts[FACTORISATIONS])),
            "constraints Φ": (lambda n: repeat_evaluation(system, work, n), int(counts[EVALUATIONS])),
            FACTORS: (lambda n: factor(system, work, n), int(counts[FACTORISATIONS])),
            "solutions": (lambda n: repeat_solution(system, work, n), int(counts[SOLUTIONS])),
            "(dΦq/dt) q̇": (lambda n: repeat_bends(system, work, n), int(counts[BENDS])),
        }


def _repeat_evaluation(S: Any, W: Any, repeats: int) -> None:
    for _ in range(repeats):
        evaluate(S, W, W.w)


def _repeat_jacobian(S: Any, W: Any, repeats: int) -> None:
    for _ in range(repeats):
        fill_jacobian(S.equations, S.slots, W.w, W.cosine, W.sine, W.values)


def _repeat_full(S: Any, W: Any, repeats: int) -> None:
    """The factors, of the matrix as it is: its filling is part of the measurement, and taken off again."""
    for _ in range(repeats):
        fill_jacobian(S.equations, S.slots, W.w, W.cosine, W.sine, W.values)
        factor_full(S.addresses, W.values, W.short_pivots, S.integers, W.sign, W.quality)


def _repeat_blocks(S: Any, W: Any, repeats: int) -> None:
    for _ in range(repeats):
        fill_jacobian(S.equations, S.slots, W.w, W.cosine, W.sine, W.values)
        factor_blocks(S.blocks, W.values, W.pivots, W.sign, W.quality, MOST_MULTIPLE)


def _repeat_solution(S: Any, W: Any, repeats: int) -> None:
    for _ in range(repeats):
        backsolve(S, W, W.step)


def _repeat_bends(S: Any, W: Any, repeats: int) -> None:
    for _ in range(repeats):
        fill_bends(S.equations, W.w, W.rate, W.rate, W.cosine, W.sine, W.right)


# not cached: the cache would not see that the kernels have changed
repeat_evaluation = numba.njit(_repeat_evaluation)
repeat_jacobian = numba.njit(_repeat_jacobian)
repeat_full = numba.njit(_repeat_full)
repeat_blocks = numba.njit(_repeat_blocks)
repeat_solution = numba.njit(_repeat_solution)
repeat_bends = numba.njit(_repeat_bends)
