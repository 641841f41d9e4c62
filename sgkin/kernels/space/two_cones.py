"""The direction w at given angles to two directions u and v of earlier links: u·w = c₁, v·w = c₂.

It is the inner axis of two links on concurrent axes, of a universal joint, of a link between two cylindrical joints.
With N = u × v and g = u·v,

    w = α u + β v + t N,   α = (c₁ − g c₂) / N²,   β = (c₂ − g c₁) / N²,   t² = (1 − α c₁ − β c₂) / N²

and its derivatives follow from those of the three equations u·w = c₁, v·w = c₂, w·w = 1.

Branch +1: w lies on the side of N. Margin: t² N⁴, the square of u·(v × w); zero too where u and v are parallel.
"""

from __future__ import annotations

import math

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import cross, dot, plus, scaled, solve3


@lane
def place(u, v, c1, c2, branch):
    """w, 1 / (u·(v × w)) and the margin."""
    g, n = dot(u, v), cross(u, v)
    nn = dot(n, n)
    inverse = 1.0 / nn
    alpha, beta = (c1 - g * c2) * inverse, (c2 - g * c1) * inverse
    square = (1.0 - (alpha * c1 + beta * c2)) * inverse
    t = branch * math.sqrt(max(square, 0.0))
    w = plus(plus(scaled(alpha, u), scaled(beta, v)), scaled(t, n))
    return w, inverse / t, square * nn * nn


@lane
def first(u, v, w, inverse, ui, vi):
    """wᵢ"""
    return scaled(-inverse, plus(scaled(dot(ui, w), cross(v, w)), scaled(dot(vi, w), cross(w, u))))


@lane
def second(u, v, w, inverse, ui, vi, wi, uj, vj, wj, uij, vij):
    """wᵢⱼ"""
    by_u = -(dot(uij, w) + dot(ui, wj) + dot(uj, wi))
    by_v = -(dot(vij, w) + dot(vi, wj) + dot(vj, wi))
    return solve3(u, v, w, inverse, by_u, by_v, -dot(wi, wj))


TWO_CONES = formula(
    "two cones",
    inputs="u:direction3 v:direction3",
    outputs="w:direction3",
    place=place,
    first=first,
    second=second,
    scratch="inverse",
    geometry="c1 c2",
    margin=True,
)
