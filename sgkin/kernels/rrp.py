"""RRP: the inner pin C at distance l from pin P, on a line of direction u that lies h to the left of point Q.

    C = Q + h n + t u,   t = −a ± √(l² − w²),   a, w components of Q + h n − P along and across u

The line belongs to an earlier link of direction v and is inclined to it by a constant angle.
Branch +1: C lies ahead of the foot of P on the line. Margin: (l² − w²) / l².
"""

from __future__ import annotations

import math

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.pin_conditions import (
    circle_first,
    circle_left,
    circle_second,
    line_first,
    line_left,
    line_second,
    solve2,
    stepped,
)
from sgkin.kernels.vectors import cross, dot, minus, normal, plus, scaled, turned


@lane
def place(p, q, v, s, h, incline, branch):
    """C, e = C − P, u, 1 / (e × n), τ = t and the margin; s = l²."""
    u = turned(v, incline)
    d = minus(plus(q, scaled(h, normal(u))), p)
    across = cross(u, d)
    square = s - across * across
    reach = branch * math.sqrt(max(square, 0.0))
    t = reach - dot(d, u)
    e = plus(d, scaled(t, u))
    return plus(p, e), e, u, 1.0 / reach, t, square * (1.0 / s)


@lane
def step(p, q, v, c, s, h, incline):
    """The same by a step from C."""
    u = turned(v, incline)
    e = minus(c, p)
    c = stepped(c, e, normal(u), circle_left(e, s), line_left(u, minus(c, q), h))
    e = minus(c, p)
    reach = dot(e, u)
    return c, e, u, 1.0 / reach, dot(u, minus(c, q)), reach * reach * (1.0 / s)


@lane
def first(e, u, inverse, tau, pi, qi, vi):
    """Cᵢ"""
    return solve2(e, normal(u), inverse, circle_first(e, pi), line_first(u, qi, vi, tau))


@lane
def second(e, u, inverse, tau, h, pi, qi, vi, ci, pj, qj, vj, cj, pij, qij, vij):
    """Cᵢⱼ"""
    b1 = circle_second(e, pij, minus(ci, pi), minus(cj, pj))
    b2 = line_second(u, qij, vij, tau, h, vi, vj, minus(ci, qi), minus(cj, qj))
    return solve2(e, normal(u), inverse, b1, b2)


RRP = formula(
    "RRP",
    inputs="p q v:direction",
    outputs="c",
    place=place,
    first=first,
    second=second,
    scratch="e:vector u:vector inverse tau",
    geometry="s h incline:vector",
    margin=True,
    step=step,
)
