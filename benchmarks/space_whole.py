"""How fast whole mechanisms in space are solved: position, velocity and acceleration at every step.

Times are CPU times of one thread, in interleaved rounds. Sparse and dense must agree to 1e-9 of the largest number
before anything is timed. Groups beside them are in `benchmarks.space_groups`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.global_speed import agree
from benchmarks.report import Case, Figure
from benchmarks.timing import compare
from sgkin import load_mechanism
from sgkin.arrays import Floats
from sgkin.global_solver.march_motion import GlobalRun
from sgkin.global_solver.marching import March
from sgkin.global_solver.space_reading import SpaceKept
from sgkin.global_solver.space_system import SpaceGlobalSystem
from sgkin.global_solver.system import Solver

NAMES = ("rssr", "double_wishbone", "five_link", "gough_stewart", "seven_revolutes", "bennett", "bricard")
REACH = 0.3
"""How far inputs go, in radians, or in parts of a tenth of the size."""


class Marching:
    """A mechanism of the library made ready to be marched through over and over."""

    def __init__(self, name: str, steps: int, full: bool) -> None:
        mechanism = load_mechanism(name)
        run = GlobalRun(mechanism, full, "reference-point")
        assert isinstance(run.whole, SpaceGlobalSystem)
        self.kept = SpaceKept(run.whole)
        start = np.array(list(mechanism.initial_inputs.values()))
        is_length = [mechanism.input_quantity(each) == "length" for each in mechanism.input_names]
        self.rate = np.where(is_length, 0.1 * mechanism.size, 1.0)
        self.inputs = start + np.outer(np.linspace(0.0, REACH, steps), self.rate)
        self.rates = np.tile(self.rate, (steps, 1))
        self.drive = run.drive(self.inputs, self.rates, np.zeros_like(self.rates), False)
        self.solver = Solver(run.whole, full, self.kept.tracked)

    def march(self) -> Floats:
        """Accelerations (steps, kept)."""
        found = March(self.solver, self.drive, self.kept.variables, np.zeros(0, dtype=np.int64)).run()
        if found.solved != len(self.inputs):
            raise AssertionError("the motion ended early")
        return np.asarray(found.results.accelerations)


def figures(steps: int, rounds: int) -> Iterator[Figure]:
    """Time a step, sparse and dense."""
    for name in NAMES:
        sparse, dense = (Marching(name, steps, full) for full in (False, True))
        agree(dense.march(), sparse.march(), name)
        times = compare({"sparse": sparse.march, "dense": dense.march}, rounds)
        for way in ("sparse", "dense"):
            yield Figure(f"{name}, {way}: a step", times.seconds(way) / steps * 1e6, "µs")


def cases(smoke: bool) -> list[Case]:
    """Mechanisms of the library."""
    steps, rounds = (5, 2) if smoke else (361, 9)
    return [Case("whole mechanisms in space", partial(figures, steps, rounds))]
