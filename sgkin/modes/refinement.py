"""Approximate solutions of a small system made exact by Newton's method, and each told only once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats

System = Callable[[Floats], tuple[Floats, Floats]]
"""Residuals (n,), in parts of what they are made of, and Jacobian (n, n), at (n,)."""

MOST_STEPS = 40
PLAIN_STEPS, PLAIN_CLOSED = 6, 1e-15
"""Steps of Newton's method, and the residual at which it ends, where the Jacobian is regular."""
CLOSED = 1e-12
"""Residual at which a solution counts as one."""
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
    place, last = start, np.inf
    for _ in range(PLAIN_STEPS):
        residual, jacobian = system(place)
        error = float(np.abs(residual).max())
        if error < PLAIN_CLOSED or (error < CLOSED and not error < 0.1 * last):
            return place
        if not error < last:
            break
        try:
            place, last = place - np.linalg.solve(jacobian, residual), error
        except np.linalg.LinAlgError:
            break
    return refine_near_meeting(system, start)


def refine_near_meeting(system: System, start: Floats) -> Floats | None:
    """The same by shortest steps."""
    place = start
    residual, jacobian = system(place)
    best, best_place = float(np.abs(residual).max()), place
    for _ in range(MOST_STEPS):
        step = np.linalg.lstsq(jacobian, residual, rcond=FLAT)[0]
        place = place - step
        residual, jacobian = system(place)
        error = float(np.abs(residual).max())
        if not np.isfinite(error):
            return None
        before = best
        if error < best:
            best, best_place = error, place
        if float(np.abs(step).max()) < 1e-15 or (best < CLOSED and best > 0.5 * before):
            break
    return best_place if best < CLOSED else None


def is_isolated(system: System, solution: Floats) -> bool:
    """Whether a solution stands alone; False where there are others beside it, on a curve of solutions."""
    _, sizes, directions = np.linalg.svd(system(solution)[1])
    if sizes[-1] > FLAT_HERE * sizes[0]:
        return True
    beside = refine(system, solution + ASIDE * directions[-1])
    return beside is None or float(np.abs(beside - solution).max()) < 0.1 * ASIDE


def distinct(solutions: Sequence[Floats], angles: Sequence[bool]) -> list[Floats]:
    """Solutions (n,) without repetitions; `angles`: which coordinates are the same after a turn."""
    turning = np.array(angles, dtype=bool)
    kept: list[Floats] = []
    for solution in solutions:
        unit = 1.0 + float(np.abs(np.where(turning, 0.0, solution)).max())
        if not any(_apart(solution - other, turning) < SAME * unit for other in kept):
            kept.append(solution)
    return kept


def wrapped(angle: Floats) -> Floats:
    """The same angles between −π and π; what is −π but for rounding becomes π."""
    return np.asarray(np.pi + ROUNDING - np.remainder(np.pi + ROUNDING - angle, 2.0 * np.pi))


def _apart(difference: Floats, turning: NDArray[np.bool_]) -> float:
    return float(np.abs(np.where(turning, wrapped(difference), difference)).max())
