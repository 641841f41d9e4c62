"""PRP: the inner pin C on two lines, of directions u₁, u₂, that lie h₁, h₂ to the left of points Q₁, Q₂.

    n₁·(C − Q₁) = h₁,   n₂·(C − Q₂) = h₂

The lines belong to earlier links of directions v₁, v₂ and are inclined to them by constant angles. One branch only.
Margin: (u₁ × u₂)², zero where the lines are parallel.
"""

from __future__ import annotations

from functools import partial

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.pin_conditions import line_first, line_second, solve2
from sgkin.kernels.vectors import cross, dot, minus, normal, plus, turned


@lane
def place(q1, q2, v1, v2, h1, incline1, h2, incline2):
    """C, u₁, u₂, 1 / (n₁ × n₂), τ₁, τ₂ and the margin."""
    u1, u2 = turned(v1, incline1), turned(v2, incline2)
    d = minus(q2, q1)
    sine = cross(u1, u2)
    inverse = 1.0 / sine
    e = solve2(normal(u1), normal(u2), inverse, h1, h2 + cross(u2, d))
    return plus(q1, e), u1, u2, inverse, dot(u1, e), dot(u2, minus(e, d)), sine * sine


@lane
def first(u1, u2, inverse, t1, t2, q1i, q2i, v1i, v2i):
    """Cᵢ"""
    return solve2(normal(u1), normal(u2), inverse, line_first(u1, q1i, v1i, t1), line_first(u2, q2i, v2i, t2))


@lane
def second(u1, u2, inverse, t1, t2, h1, h2, q1i, q2i, v1i, v2i, ci, q1j, q2j, v1j, v2j, cj, q1ij, q2ij, v1ij, v2ij):
    """Cᵢⱼ"""
    b1 = line_second(u1, q1ij, v1ij, t1, h1, v1i, v1j, minus(ci, q1i), minus(cj, q1j))
    b2 = line_second(u2, q2ij, v2ij, t2, h2, v2i, v2j, minus(ci, q2i), minus(cj, q2j))
    return solve2(normal(u1), normal(u2), inverse, b1, b2)


_on_two_lines = partial(
    formula,
    inputs="q1 q2 v1:direction v2:direction",
    outputs="c",
    place=place,
    first=first,
    second=second,
    geometry="h1 incline1:vector h2 incline2:vector",
)
PRP = _on_two_lines("PRP", scratch="u1:vector u2:vector inverse t1 t2", margin=True)
SLIDING_LEG = _on_two_lines("sliding leg", scratch="u1:vector u2:vector inverse t1 t2 parallel")
"""The point of a leg that slides at both ends, as an aid of a group that has a margin of its own."""
