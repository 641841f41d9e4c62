"""The point C of a line that has a given distance from a point P.

The line has the direction n of an earlier link and goes through its point Q: C is a ball on a slider, at the end of a
rod of length l. With d = P − Q and its part w = d − (n·d) n across the line,

    C = Q + s n,   s = n·d ± √(l2 − w²)

    sᵢ = (f·(Pᵢ − Qᵢ − s nᵢ)) / (f·n),   f = C − P,      Cᵢ = Qᵢ + sᵢ n + s nᵢ

Branch +1: C lies ahead of the foot of P on the line. Margin: (l2 − w²) / l2.
"""

from __future__ import annotations

import math

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.point_conditions import sphere_first, sphere_second
from sgkin.kernels.space.vectors import dot, minus, plus, scaled


@lane
def place(q, n, p, l2, branch):
    """C, f, s, 1 / (f·n) and the margin."""
    d = minus(p, q)
    a = dot(n, d)
    w = minus(d, scaled(a, n))
    square = l2 - dot(w, w)
    reach = branch * math.sqrt(max(square, 0.0))
    return plus(q, scaled(a + reach, n)), minus(scaled(reach, n), w), a + reach, 1.0 / reach, square * (1.0 / l2)


@lane
def first(n, f, along, inverse, qi, ni, pi):
    """Cᵢ"""
    held = plus(qi, scaled(along, ni))
    return plus(held, scaled((sphere_first(f, pi) - dot(f, held)) * inverse, n))


@lane
def second(n, f, along, inverse, qi, ni, pi, ci, qj, nj, pj, cj, qij, nij, pij):
    """Cᵢⱼ; sᵢ = n·(Cᵢ − Qᵢ)."""
    si, sj = dot(n, minus(ci, qi)), dot(n, minus(cj, qj))
    held = plus(plus(qij, scaled(along, nij)), plus(scaled(si, nj), scaled(sj, ni)))
    on_rod = sphere_second(f, pij, minus(ci, pi), minus(cj, pj))
    return plus(held, scaled((on_rod - dot(f, held)) * inverse, n))


LINE_SPHERE = formula(
    "line and sphere",
    inputs="q:point3 n:direction3 p:point3",
    outputs="c:point3",
    place=place,
    first=first,
    second=second,
    scratch="f:vector3 along inverse",
    geometry="l2",
    margin=True,
)
