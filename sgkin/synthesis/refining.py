"""From designs that nearly do what is wanted to the best that is near them.

`scipy.optimize.least_squares` takes a step back wherever a residual is infinite, so a design that does not move as it
must, and has no derivatives, is never accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import least_squares

from sgkin.arrays import Floats
from sgkin.progress import Progress
from sgkin.synthesis.problem import Candidate, Problem
from sgkin.synthesis.random_designs import passed_in_order
from sgkin.whole_turns import WHOLE_TURN

QUICK, MORE, LONG, LONGEST = 20, 80, 300, 1000
"""Evaluations spent on every start, on the best of them, on one that is changed, and on the best of all."""
SECOND, FINALISTS = 10, 2
"""How many these are."""
EXACT = 1e-18
"""The sum of squares, in sizes of the targets, at which they are reached; nothing better need be looked for."""
PRECISION = 1e-15
"""Relative, of the steps and of the sum of squares, at which an optimum counts as found."""
INSIDE = 1e-9
"""How far from bounds, as a part of their distance, an optimisation begins."""


class Refined(NamedTuple):
    """A candidate of a problem, and half the sum of the squares of all its residuals."""

    cost: float
    problem: Problem
    candidate: Candidate

    @property
    def is_in_order(self) -> bool:
        """Whether targets with inputs of their own are passed in their order."""
        targets = self.problem.targets
        if not targets.is_ordered or targets.timing is not None:
            return True
        inputs = self.candidate.inputs
        if self.problem.requirements.turn is None:
            steps = np.diff(inputs)
            return bool((steps >= 0.0).all() or (steps <= 0.0).all())
        return bool(passed_in_order(np.mod(inputs, WHOLE_TURN)))


def refine(problem: Problem, start: Candidate, evaluations: int) -> Refined | None:
    """The best design near a candidate; None where that does not move as it must."""
    objective = Objective(problem, start)
    low, high = problem.bounds()
    with np.errstate(invalid="ignore"):
        air = np.where(np.isfinite(high - low), INSIDE * (high - low), 0.0)
    begin = np.clip(problem.pack(start), low + air, high - air)
    first = objective.values(begin)
    if not np.isfinite(first).all():
        return None
    if not len(begin):
        return Refined(0.5 * float(first @ first), problem, start)
    found = least_squares(
        objective.values,
        begin,
        objective.jacobian,
        bounds=(low, high),
        x_scale="jac",
        max_nfev=evaluations,
        xtol=PRECISION,
        ftol=PRECISION,
        gtol=PRECISION,
    )
    return Refined(float(found.cost), problem, problem.unpack(found.x, start))


class Objective:
    """Residuals and Jacobians of unknowns as SciPy asks for them, each computed once."""

    def __init__(self, problem: Problem, base: Candidate) -> None:
        self.problem, self.base = problem, base
        self._at: Floats | None = None
        self._rows = 0

    def values(self, unknowns: Floats) -> Floats:
        """The residuals, infinite where a design does not move as it must."""
        if self._at is None or not np.array_equal(unknowns, self._at):
            self._at = unknowns.copy()
            self._found = self.problem.residuals(self.problem.unpack(unknowns, self.base))
        if self._found is None:
            return np.full(self._rows or 1, np.inf)
        self._rows = len(self._found.values)
        return self._found.values

    def jacobian(self, unknowns: Floats) -> Floats:
        """The derivatives of the residuals."""
        self.values(unknowns)
        assert self._found is not None  # SciPy asks for them only where it accepts a step
        return self._found.jacobian


def best_of(
    starts: Sequence[tuple[Problem, Candidate]], tell: Progress | None, one_is_enough: bool = True
) -> list[Refined]:
    """The best designs near candidates that pass targets in their order, the very best first: all are refined quickly,
    the best of them more; where one that reaches its targets exactly is enough, no other is looked at then."""
    quick = _told(starts, tell)
    found = by_cost(_until_exact(quick) if one_is_enough else (each for each in quick if each.is_in_order))
    if found and is_exact(found[0]):
        return found
    for count, evaluations in ((SECOND, MORE), (FINALISTS, LONGEST)):
        better = list[Refined]()
        for each in distinct(found)[:count]:
            again = refine(each.problem, each.candidate, evaluations)
            if again is not None and again.is_in_order:
                better.append(again)
                if is_exact(again):
                    break
        found = by_cost([*better, *found])
    return found


def is_exact(found: Refined) -> bool:
    """Whether all targets are reached."""
    return 2.0 * found.cost < EXACT


def _until_exact(found: Iterable[Refined]) -> Iterator[Refined]:
    """Those that pass targets in their order, up to the first that reaches them."""
    for each in found:
        if each.is_in_order:
            yield each
            if is_exact(each):
                return


def by_cost(found: Iterable[Refined]) -> list[Refined]:
    """The best first."""
    return sorted(found, key=lambda each: each.cost)


def distinct(found: Sequence[Refined]) -> list[Refined]:
    """Without those that are a better one again."""
    kept: list[Refined] = []
    for each in found:
        if not any(
            each.problem is other.problem
            and np.allclose(each.candidate.parameters, other.candidate.parameters, rtol=1e-3, atol=0.0)
            for other in kept
        ):
            kept.append(each)
    return kept


def _told(starts: Sequence[tuple[Problem, Candidate]], tell: Progress | None) -> Iterator[Refined]:
    for number, (problem, candidate) in enumerate(starts, start=1):
        found = refine(problem, candidate, QUICK)
        if found is not None:
            yield found
        if tell is not None:
            tell(number, len(starts))
