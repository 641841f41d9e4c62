"""The operations of a step of a whole mechanism, each many times over, so that they can be timed."""

from __future__ import annotations

from sgkin.kernels.compiled import compiled
from sgkin.kernels.continuation import backsolve, evaluate, factorise
from sgkin.kernels.equations import fill_bends, fill_jacobian

CONSTRAINTS, JACOBIAN, FACTORISATION, SUBSTITUTION, SECOND = range(5)
"""Residuals; Jacobian; Jacobian and its factors; solution with the factors; second derivatives."""


@compiled
def repeat(S, W, operation, count):
    """Do one operation many times at the position in W."""
    for _ in range(count):
        if operation == CONSTRAINTS:
            evaluate(S, W, W.w)
        elif operation == JACOBIAN:
            fill_jacobian(S.equations, S.slots, W.w, W.cosine, W.sine, W.values)
        elif operation == FACTORISATION:
            factorise(S, W, W.w)
        elif operation == SUBSTITUTION:
            backsolve(S, W, W.step)
        else:
            fill_bends(S.equations, W.w, W.rate, W.rate, W.cosine, W.sine, W.right)
