"""Approximate solutions of a small system made exact by Newton's method, and each told only once."""

from __future__ import annotations

from collections.abc import Sequence
from math import remainder
from typing import Protocol

import numpy as np

from sgkin.arrays import Floats
from sgkin.kernels.limits import CLOSED
from sgkin.whole_turns import WHOLE_TURN


class System(Protocol):
    """A small system: what refinement asks of it."""

    def at(self, place: Floats) -> tuple[Floats, Floats]:
        """Residuals (n,), in parts of what they are made of, and Jacobian (n, n), at (n,)."""

    def close(self, place: Floats) -> bool:
        """Lead a place (n,) to a solution by few plain steps of Newton's method, if these find a regular one."""


MOST_STEPS = 40
FLAT = 1e-10
"""Singular values that are this small against the largest are zero: there two modes meet, and no step goes that way."""
FLAT_HERE = 1e-5
"""The same for a solution that is known to half the digits."""
ASIDE = 1e-2
"""How far to step aside, to see whether Newton's method comes back."""
ROUNDING = 1e-9
SAME = 1e-6
"""Solutions that are this near are one: where two modes meet, they are found only to half the digits."""


def refine(system: System, start: Floats) -> Floats | None:
    """The solution to which Newton's method leads from a start (n,); None if it leads to none.

    Most starts are next to a regular solution, which few plain steps find; where modes meet, the steps must be shortest
    ones.
    """
    place = start.copy()
    return place if system.close(place) else refine_near_meeting(system, start)


def refine_near_meeting(system: System, start: Floats) -> Floats | None:
    """The same by shortest steps."""
    place = start
    residual, jacobian = system.at(place)
    best, best_place = float(np.abs(residual).max()), place
    for _ in range(MOST_STEPS):
        step = np.linalg.lstsq(jacobian, residual, rcond=FLAT)[0]
        place = place - step
        residual, jacobian = system.at(place)
        error = float(np.abs(residual).max())
        if not np.isfinite(error):
            return None
        before = best
        if error < best:
            best, best_place = error, place
        if float(np.abs(step).max()) < 1e-15 or (best < CLOSED and best > 0.5 * before):
            break
    return best_place if best < CLOSED else None


def isolated(system: System, solutions: Sequence[Floats]) -> list[Floats]:
    """The solutions that stand alone; not those with others beside them, on a curve of solutions."""
    if not solutions:
        return []
    jacobians = np.array([system.at(solution)[1] for solution in solutions])
    sizes = np.linalg.svd(jacobians, compute_uv=False)
    regular = (sizes[:, -1] > FLAT_HERE * sizes[:, 0]).tolist()
    return [
        solution
        for solution, jacobian, is_regular in zip(solutions, jacobians, regular, strict=True)
        if is_regular or _stays_beside(system, solution, jacobian)
    ]


def _stays_beside(system: System, solution: Floats, jacobian: Floats) -> bool:
    """Whether Newton's method comes back to a solution from aside, the way that its Jacobian does not see."""
    beside = refine(system, solution + ASIDE * np.linalg.svd(jacobian)[2][-1])
    return beside is None or float(np.abs(beside - solution).max()) < 0.1 * ASIDE


def distinct(solutions: Sequence[Floats], angles: Sequence[bool]) -> list[Floats]:
    """Solutions (n,) without repetitions; `angles`: which coordinates are the same after a turn."""
    kept: list[tuple[Floats, list[float]]] = []
    for solution in solutions:
        numbers = solution.tolist()
        if not any(_is_same(numbers, other, angles, _near(numbers, angles)) for _, other in kept):
            kept.append((solution, numbers))
    return [solution for solution, _ in kept]


def is_same(one: Floats, other: Floats, angles: Sequence[bool]) -> bool:
    """Whether two solutions are one."""
    return _is_same(one.tolist(), other.tolist(), angles, _near(one.tolist(), angles))


def _near(numbers: Sequence[float], angles: Sequence[bool]) -> float:
    return SAME * (1.0 + max((abs(q) for q, turning in zip(numbers, angles, strict=True) if not turning), default=0.0))


def _is_same(one: Sequence[float], other: Sequence[float], angles: Sequence[bool], near: float) -> bool:
    """Whether all coordinates are near each other, those that are angles but for whole turns."""
    for p, q, turning in zip(one, other, angles, strict=True):
        if not abs(remainder(p - q, WHOLE_TURN) if turning else p - q) < near:
            return False
    return True


def wrapped(angle: Floats) -> Floats:
    """The same angles between −π and π; what is −π but for rounding becomes π."""
    return np.asarray(np.pi + ROUNDING - np.remainder(np.pi + ROUNDING - angle, 2.0 * np.pi))
