"""Method II as the paper has it: every group iterated on its own conditions, eqs. (1)–(3).

Natural coordinates: a dyad RRR has two unknowns, the place C of its inner pin, and two conditions, of which half is

    Φ = ½ (|C − P|² − l₁², |C − Q|² − l₂²) = 0,   Φ_φ = (C − P; C − Q)                          eq. (1)

The driven link (1R) has the place of its pin and Φ = p − o − A r̄, whose matrix is one. Both start from a prediction of
third order, as the global methods do: the last place and its first three backward differences, which are remembered.
They end with a correction of at most 1e-10 lengths; velocity and acceleration, eqs. (2) and (3), follow with the matrix
of the last iteration.

The operations take the rows and the geometry of those of sgkin, and stand in their place on the same tape: what differs
is how a group finds its place. Where an iteration does not end, the place is no number, and nothing is timed.
"""

from __future__ import annotations

import math

from sgkin.kernels import rrr
from sgkin.kernels.compiled import Operation, lane
from sgkin.kernels.frames import carry_first, carry_place, carry_second
from sgkin.kernels.pin_conditions import solve2
from sgkin.kernels.vectors import cross, dot, minus, plus

TOLERANCE = 1e-10
"""The last correction of an iteration, in lengths of a link: as for the global methods."""
MOST_ITERATIONS = 20
ITERATIONS, PLACE, FIRST, SECOND, THIRD, MEMORY = 0, 1, 3, 5, 7, 9
"""What an operation remembers: how often it iterated; the last place, and its backward differences."""
ORDER = 3
"""Of the prediction."""
PIN = 4
"""The row, among those of an operation, with which the place that is found begins."""


@lane
def predicted(M):
    """The next place, if its fourth difference is zero."""
    return M[PLACE] + M[FIRST] + M[SECOND] + M[THIRD], M[PLACE + 1] + M[FIRST + 1] + M[SECOND + 1] + M[THIRD + 1]


@lane
def remember(M, c, iterations):
    """Take a place for the last one."""
    M[ITERATIONS] += iterations
    for part in range(2):
        first = c[part] - M[PLACE + part]
        second = first - M[FIRST + part]
        M[THIRD + part] = second - M[SECOND + part]
        M[SECOND + part] = second
        M[FIRST + part] = first
        M[PLACE + part] = c[part]


@lane
def iterated_pin(p, q, s1, s2, M):
    """C, and e = C − P, f = C − Q and 1 / (e × f) of the last iteration; s = l²."""
    c = predicted(M)
    e, f, inverse = minus(c, p), minus(c, q), 0.0
    settled = TOLERANCE * TOLERANCE * s1
    iterations, change = 0, math.inf
    while not change <= settled and iterations < MOST_ITERATIONS:
        e, f = minus(c, p), minus(c, q)
        inverse = 1.0 / cross(e, f)
        step = solve2(e, f, inverse, 0.5 * (s1 - dot(e, e)), 0.5 * (s2 - dot(f, f)))  # eq. (1)
        c = plus(c, step)
        change = dot(step, step)
        iterations += 1
    if not change <= settled:
        c = math.nan, math.nan
    remember(M, c, iterations)
    return c, e, f, inverse


@lane
def at(S, x, y):
    """A point or a vector in the state."""
    return S[x], S[y]


@lane
def put(S, x, y, c):
    """Put a point or a vector into the state."""
    S[x], S[y] = c


@lane
def outer_pins(S, R, k):
    """P, Q, Pᵢ, Qᵢ, Pᵢⱼ and Qᵢⱼ of a dyad in a lane, from the rows of RRR.motion."""
    p, q = at(S, R[0] + k, R[1] + k), at(S, R[2] + k, R[3] + k)
    pi, qi = at(S, R[7] + k, R[8] + k), at(S, R[9] + k, R[10] + k)
    return p, q, pi, qi, at(S, R[13] + k, R[14] + k), at(S, R[15] + k, R[16] + k)


@lane
def put_pin(S, R, k, c, ci, cij):
    """Put C, Cᵢ and Cᵢⱼ where RRR.motion has them."""
    put(S, R[4] + k, R[5] + k, c)
    put(S, R[11] + k, R[12] + k, ci)
    put(S, R[17] + k, R[18] + k, cij)


@Operation
def dyad(S, R, G, M, m):
    """RRR by iteration, a lane after the other. Rows and geometry of RRR.motion."""
    for k in range(m):
        p, q, pi, qi, pij, qij = outer_pins(S, R, k)
        c, e, f, inverse = iterated_pin(p, q, G[0], G[1], M)
        ci = rrr.first(e, f, inverse, pi, qi)  # eq. (2)
        cij = rrr.second(e, f, inverse, pi, qi, ci, pi, qi, ci, pij, qij)  # eq. (3)
        put_pin(S, R, k, c, ci, cij)


@Operation
def crank_pin(S, R, G, M, m):
    """The pin of the driven link by iteration. Rows and geometry of carry.motion."""
    offset = G[0], G[1]
    settled = TOLERANCE * TOLERANCE * dot(offset, offset)
    for k in range(m):
        o, u = at(S, R[0] + k, R[1] + k), at(S, R[2] + k, R[3] + k)
        oi, ui = at(S, R[6] + k, R[7] + k), S[R[8] + k]
        oij, uij = at(S, R[11] + k, R[12] + k), S[R[13] + k]
        c = predicted(M)
        iterations, change = 0, math.inf
        while not change <= settled and iterations < MOST_ITERATIONS:
            step = minus(carry_place(o, u, offset), c)
            c = plus(c, step)
            change = dot(step, step)
            iterations += 1
        if not change <= settled:
            c = math.nan, math.nan
        remember(M, c, iterations)
        put(S, R[4] + k, R[5] + k, c)
        put(S, R[9] + k, R[10] + k, carry_first(u, offset, oi, ui))
        put(S, R[14] + k, R[15] + k, carry_second(u, offset, ui, ui, oij, uij))


BY_NEWTON: dict[str, Operation] = {"RRR.motion": dyad, "carry.motion": crank_pin}
"""What stands in the place of which operation."""
