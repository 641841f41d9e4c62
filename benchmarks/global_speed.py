"""How fast whole mechanisms are solved with sparse matrices, and what each measure bought.

The scalable four-bar in mixed coordinates, with position, velocity and acceleration at every step. Times are CPU times
of one thread, in interleaved rounds; a ratio is the median over the rounds of one run. Before anything is timed, all
candidates must agree to 1e-9 of the largest number.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.linear_solvers import SuperLU, installed
from benchmarks.plain_newton import PlainNewton
from benchmarks.report import Case, Figure
from benchmarks.timing import compare
from sgkin import scalable_four_bar
from sgkin.global_solver.march_motion import GlobalRun
from sgkin.global_solver.marching import March, MarchInputs
from sgkin.global_solver.reading import Kept
from sgkin.global_solver.system import GlobalSystem, Solver

Floats = NDArray[np.float64]

AGREEMENT = 1e-9


@dataclass(frozen=True, slots=True)
class Scale:
    """How large the cases are."""

    growth: tuple[int, ...] = (100, 1_000, 10_000)
    growth_steps: int = 20
    measures: tuple[int, ...] = (3, 17, 71)
    linear: tuple[int, ...] = (17, 71, 1_000)
    steps: int = 90
    rounds: int = 9


SMOKE = Scale((3, 6), 4, (3,), (3,), steps=4, rounds=2)


class Marching:
    """A chain made ready to be marched through over and over."""

    def __init__(self, dyads: int, steps: int, full: bool = False, coordinates: str = "mixed") -> None:
        self.run = GlobalRun(scalable_four_bar(dyads), full, coordinates)
        assert isinstance(self.run.whole, GlobalSystem), "a mechanism in the plane is measured"
        self.whole = self.run.whole
        self.kept = Kept(self.whole, [f"coupler{dyads}.C{dyads}"])
        self.inputs = np.linspace(0.0, 2.0 * np.pi * steps / 360.0, steps)
        column = self.inputs[:, None]
        self.drive: MarchInputs = self.run.drive(column, np.ones_like(column), np.zeros_like(column), False)
        self.solver = Solver(self.run.whole, full, self.kept.tracked)

    def march(self) -> Floats:
        """Accelerations (steps, kept)."""
        turns = np.zeros(len(self.kept.tracked), dtype=np.int64)
        found = March(self.solver, self.drive, self.kept.variables, turns).run()
        if found.solved != len(self.inputs):
            raise AssertionError("the motion ended early")
        return np.asarray(found.results.accelerations)


def agree(found: Floats, expected: Floats, what: str) -> None:
    """Refuse to time what does not agree."""
    error = np.abs(found - expected).max() / np.abs(expected).max()
    if not error <= AGREEMENT:
        raise AssertionError(f"{what}: accelerations differ by {error:.1e} of the largest")


def growth_figures(scale: Scale) -> Iterator[Figure]:
    """Cost per step of chains of different length."""
    chains, made = {}, {}
    for dyads in scale.growth:
        start = time.thread_time()
        chains[dyads] = Marching(dyads, scale.growth_steps)
        made[dyads] = time.thread_time() - start
    times = compare({str(dyads): chain.march for dyads, chain in chains.items()}, min(scale.rounds, 5))
    for small, large in zip(scale.growth, scale.growth[1:], strict=False):
        more = np.log(times.ratio(str(large), str(small)))
        rows = np.log((2 * large + 2) / (2 * small + 2))
        yield Figure(f"growth of sparse steps, {small} to {large} dyads: exponent", float(more / rows), "", 1.2)
    for dyads in scale.growth:
        each = times.seconds(str(dyads)) / scale.growth_steps / dyads
        yield Figure(f"sparse, {dyads} dyads: per dyad and step", each * 1e9, "ns")
        yield Figure(f"getting ready, {dyads} dyads: per dyad", made[dyads] / dyads * 1e6, "µs")


def measure_figures(scale: Scale) -> Iterator[Figure]:
    """An assembler in Python against the compiled one, in a loop in Python with SuperLU from scratch."""
    for dyads in scale.measures:
        chain = Marching(dyads, scale.steps)
        expected = chain.march()
        candidates: dict[str, Callable[[], object]] = {"march": chain.march}
        for name, interpreted in (("compiled", False), ("interpreted", True)):
            plain = PlainNewton(chain.whole, SuperLU, interpreted=interpreted)
            agree(plain.run(chain.inputs)[:, chain.kept.variables], expected, f"{name} assembler")
            candidates[name] = partial(plain.run, chain.inputs)
        times = compare(candidates, scale.rounds)
        each = f"{dyads} dyads"
        ratio = times.ratio("interpreted", "compiled")
        yield Figure(f"assembler in Python / compiled assembler, both with SuperLU, {each}", ratio, "×")
        yield Figure(f"assembler and loop in Python / sparse, {each}", times.ratio("interpreted", "march"), "×")


def solver_figure(name: str, dyads: int, coordinates: str = "mixed") -> str:
    """What the time with a sparse solver, by that of the compiled march, is called."""
    return f"loop in Python with {name} / sparse, {dyads} dyads, {coordinates}"


def linear_figures(scale: Scale) -> Iterator[Figure]:
    """The whole loop with each of the sparse solvers, relative to the compiled march."""
    for coordinates in ("mixed", "reference-point"):
        for dyads in scale.linear:
            chain = Marching(dyads, scale.steps, coordinates=coordinates)
            expected = chain.march()
            candidates: dict[str, Callable[[], object]] = {"march": chain.march}
            for name, make in installed().items():
                plain = PlainNewton(chain.whole, make)
                agree(plain.run(chain.inputs)[:, chain.kept.variables], expected, name)
                candidates[name] = partial(plain.run, chain.inputs)
            times = compare(candidates, scale.rounds)
            for name in candidates:
                if name != "march":
                    ratio = times.ratio(name, "march")
                    spread = times.ratio_spread(name, "march")
                    told = solver_figure(name, dyads, coordinates)
                    yield Figure(told, ratio, "×", spread=spread)


def cases(smoke: bool) -> list[Case]:
    """Growth, what each measure bought, and sparse solvers."""
    scale = SMOKE if smoke else Scale()
    parts = {
        "growth": growth_figures,
        "measures": measure_figures,
        "sparse solvers": linear_figures,
    }
    return [Case(title, partial(run, scale)) for title, run in parts.items()]
