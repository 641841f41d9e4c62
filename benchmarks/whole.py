"""A mechanism solved as a whole, made ready for timing: methods I (dense) and IV (sparse) of the paper.

Position, velocity and acceleration are kept in mixed coordinates, which are those of the paper: the pins, and the angle
of the crank. Newton's method ends with a correction of at most 1e-10 typical lengths.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sgkin import Mechanism
from sgkin.global_solver.march_motion import GlobalRun
from sgkin.global_solver.marching import March, Marched
from sgkin.global_solver.reading import GlobalReader, Kept
from sgkin.global_solver.system import GlobalSystem, Solver
from sgkin.kernels.continuation import ITERATIONS
from sgkin.kinematic_plan import KinematicPlan
from sgkin.solving import global_start

Floats = NDArray[np.float64]

NEWTON = 1e-10


class Whole:
    """A mechanism with its equations set up and ordered; `full`: with a dense matrix.

    inputs (3, steps): value, rate and acceleration, the same for each input.
    """

    def __init__(self, mechanism: Mechanism | KinematicPlan, names: Sequence[str], inputs: Floats, full: bool) -> None:
        self.names = list(names)
        run = GlobalRun(global_start(mechanism), full, "mixed")
        assert isinstance(run.whole, GlobalSystem), "a mechanism in the plane is measured"
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

    @property
    def iterations(self) -> float:
        """Iterations of a step of the last run, on average."""
        assert self.marched is not None
        return float(self.marched.counts[ITERATIONS] / len(self.rates))

    def found_at(self, points: Sequence[int]) -> Floats:
        """Position, velocity and acceleration (points, 6, steps) of points by their numbers, of the last run."""
        assert self.marched is not None
        reader = GlobalReader(self.kept, self.marched.results, len(self.rates), self.rates, self.accelerations)
        names = [self.names[number] for number in points]
        return np.array([np.concatenate([reader.point(name, order) for order in range(3)]) for name in names])
