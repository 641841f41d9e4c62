"""RRR: the inner pin C at distances l₁ from pin P and l₂ from pin Q.

    C = P + u d + h d⊥,   d = Q − P,   u = (d² + l₁² − l₂²) / 2d²,   h² = l²/d² − v²,   v = (d² − |l₁² − l₂²|) / 2d²

where l is the shorter of the two: from the longer one twice as many digits would be lost as their lengths differ by.

Branch +1: C lies left of the line from P to Q. Margin: h² d⁴ over the square of l₁² + l₂², or of 100 l₁ l₂ if that is
less: links of very unlike length are not in line because of it.
"""

from __future__ import annotations

import math

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.pin_conditions import circle_first, circle_left, circle_second, solve2, stepped
from sgkin.kernels.vectors import cross, dot, minus, plus, turned


@lane
def meet(p, q, s1, s2, branch):
    """e = C − P, f = C − Q, 1 / (e × f) and h² d⁴, which is negative where the dyad does not reach; s = l²."""
    d = minus(q, p)
    d2 = dot(d, d)
    i2 = 1.0 / d2
    u = 0.5 * (d2 + (s1 - s2)) * i2
    v = 0.5 * (d2 - abs(s1 - s2)) * i2
    square = min(s1, s2) * i2 - v * v
    e = turned((u, branch * math.sqrt(max(square, 0.0))), d)
    f = minus(e, d)
    return e, f, 1.0 / cross(e, f), square * d2 * d2


@lane
def place(p, q, s1, s2, scale, branch):
    """C, e, f, 1 / (e × f) and the margin."""
    e, f, inverse, square = meet(p, q, s1, s2, branch)
    return plus(p, e), e, f, inverse, square * scale


@lane
def step_on_circles(p, q, c, s1, s2, scale):
    """The same by a step from C; the margin is the square of e × f."""
    e, f = minus(c, p), minus(c, q)
    c = stepped(c, e, f, circle_left(e, s1), circle_left(f, s2))
    e, f = minus(c, p), minus(c, q)
    sine = cross(e, f)
    return c, e, f, 1.0 / sine, sine * sine * scale


@lane
def first(e, f, inverse, pi, qi):
    """Cᵢ"""
    return solve2(e, f, inverse, circle_first(e, pi), circle_first(f, qi))


@lane
def second(e, f, inverse, pi, qi, ci, pj, qj, cj, pij, qij):
    """Cᵢⱼ"""
    b1 = circle_second(e, pij, minus(ci, pi), minus(cj, pj))
    b2 = circle_second(f, qij, minus(ci, qi), minus(cj, qj))
    return solve2(e, f, inverse, b1, b2)


RRR = formula(
    "RRR",
    inputs="p q",
    outputs="c",
    place=place,
    first=first,
    second=second,
    scratch="e:vector f:vector inverse",
    geometry="s1 s2 scale",
    margin=True,
    step=step_on_circles,
)
