"""Starts for any mechanism: random designs within bounds, and the inputs at which they come nearest to the targets."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Booleans, Floats
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.solving_designs import solve_designs
from sgkin.kernels.curve_places import nearest_steps
from sgkin.progress import Progress
from sgkin.synthesis.problem import Candidate, Problem

STEPS = 90
"""Inputs at which random designs are looked at, where targets have inputs of their own."""
STARTS = 24
"""Starts of the timing that are tried."""
DISORDER = 4.0
"""By what squares are multiplied where targets are passed in another order."""


def random_parameters(problem: Problem, random: np.random.Generator, count: int) -> Floats:
    """Random parameters (n, p) within the bounds."""
    return np.asarray(problem.low + (problem.high - problem.low) * random.random((count, len(problem.low))))


def best_starts(
    problem: Problem, parameters: Floats, between: tuple[float, float], count: int, tell: Progress | None = None
) -> list[tuple[float, Candidate]]:
    """Those of some designs (n, p) that come nearest to the targets, with the sum of squares that is left.

    between: which inputs may be at targets.
    """
    targets = problem.targets
    if targets.timing is None:
        lanes = np.linspace(*between, STEPS)
        score: Nearest | Timed = Nearest(problem)
    else:
        is_free = not targets.is_started
        starts = np.linspace(*between, STARTS, endpoint=False) if is_free else np.array([problem.initial_input])
        lanes = (starts[:, None] + targets.timing - targets.timing[0]).ravel()
        score = Timed(problem)
    lanes = np.concatenate([lanes, _rest(problem)])
    scored = solve_designs(
        problem.study, parameters, inputs=lanes[:, None], keep=score.scores, progress=tell or False
    ).scores
    assert scored is not None
    order = np.argsort(scored[:, 0], kind="stable")[:count]
    chosen = [int(each) for each in order if np.isfinite(scored[each, 0])]
    return [(float(scored[each, 0]), score.candidate(parameters[each], scored[each], lanes)) for each in chosen]


def _rest(problem: Problem) -> Floats:
    """The inputs through which a design must run beside those that it is scored at."""
    turn = problem.requirements.turn
    return np.zeros(0) if turn is None else turn


class Nearest:
    """Scores designs by how near their curves come to targets that have inputs of their own."""

    def __init__(self, problem: Problem) -> None:
        self.problem, targets = problem, problem.targets
        self.wanted = np.ascontiguousarray(targets.values * targets.weights)
        period = (targets.periods * targets.weights)[-1]
        self.period = float(period) if np.isfinite(period) else 0.0

    def scores(self, motions: DesignMotions) -> Floats:
        """Sums of squares (n,) and the steps (n, k) at the targets; infinite where a crank does not turn fully."""
        targets, count = self.problem.targets, len(motions)
        curves = np.ascontiguousarray(targets.read(motions)[:, :STEPS] * targets.weights)
        squares, steps = np.empty((count, len(self.wanted))), np.empty((count, len(self.wanted)))
        nearest_steps(curves, self.wanted, self.period, squares, steps)
        total = squares.sum(axis=1)
        if targets.is_ordered:
            total[~passed_in_order(steps)] *= DISORDER
        if self.problem.requirements.turn is not None:
            total[~motions.solved] = np.inf
        return np.concatenate([total[:, None], steps], axis=1)

    def candidate(self, parameters: Floats, scored: Floats, lanes: Floats) -> Candidate:
        """A design with the inputs found for it."""
        return Candidate(parameters, lanes[scored[1:].astype(int)])


class Timed:
    """Scores designs by how far they are from targets at stated inputs, from the best of some starts."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def scores(self, motions: DesignMotions) -> Floats:
        """The least sum of squares (n,), and the lane (n,) at which it starts."""
        targets = self.problem.targets
        assert targets.timing is not None
        count, turn = len(targets.timing), _rest(self.problem)
        found = targets.read(motions)
        starts = (found.shape[1] - len(turn)) // count
        off = targets.off(found[:, : starts * count].reshape(len(motions), starts, count, -1))
        total = ((off * targets.weights) ** 2).sum(axis=(2, 3))
        total[np.isnan(total)] = np.inf
        if len(turn):
            total[~motions.solved] = np.inf
        best = total.argmin(axis=1)
        return np.stack([total[np.arange(len(best)), best], best * float(count)], axis=1)

    def candidate(self, parameters: Floats, scored: Floats, lanes: Floats) -> Candidate:
        """A design with the inputs found for it."""
        timing = self.problem.targets.timing
        assert timing is not None
        return Candidate(parameters, lanes[int(scored[1])] + timing - timing[0])


def passed_in_order(steps: Floats) -> Booleans:
    """Whether steps (…, n) of a turn go round once at most, in one direction."""
    after = np.roll(steps, -1, axis=-1)
    return np.asarray(((after < steps).sum(axis=-1) <= 1) | ((after > steps).sum(axis=-1) <= 1))
