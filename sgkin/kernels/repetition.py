"""The operations of a step of a whole mechanism, each many times over, so that they can be timed."""

from __future__ import annotations

from sgkin.kernels.compiled import compiled
from sgkin.kernels.continuation import backsolve, evaluate, factorise

CONSTRAINTS, JACOBIAN, FACTORISATION, SUBSTITUTION, SECOND = range(5)
"""Residuals; Jacobian; Jacobian and its factors; solution with the factors; second derivatives."""


@compiled
def repeat(S, W, operation, count):
    """Do one operation many times at the position in W."""
    for _ in range(count):
        if operation == CONSTRAINTS:
            evaluate(S, W, W.w)
        elif operation == JACOBIAN:
            S.set_jacobian(S, W, W.w)
        elif operation == FACTORISATION:
            factorise(S, W, W.w)
        elif operation == SUBSTITUTION:
            backsolve(S, W, W.step)
        else:
            S.set_bends(S, W, W.w, W.rate, W.rate)
