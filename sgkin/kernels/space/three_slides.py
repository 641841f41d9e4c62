"""How far two links between three cylindrical joints slide, once it is known how they are turned.

    s₁ u₁ + s₂ u₂ − s₃ u₃ = Q − P

with P and Q where the middle joint would be on either link if nothing slid, so that P + s₁ u₁ + s₂ u₂ = Q + s₃ u₃. The
inner axis u₂ is a direction by two cones, whose margin is the square of the determinant here.
"""

from __future__ import annotations

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import cross, dot, minus, plus, scaled, shares


@lane
def slid(x, y, z, s1, s2, s3):
    """s₁ x + s₂ y − s₃ z"""
    return minus(plus(scaled(s1, x), scaled(s2, y)), scaled(s3, z))


@lane
def slides(u, v, w, inverse, d):
    """s₁, s₂, s₃ of s₁ u + s₂ v − s₃ w = d."""
    s1, s2, s3 = shares(u, v, w, inverse, d)
    return s1, s2, -s3


@lane
def place(p, q, u, v, w):
    """s₁, s₂, s₃ and 1 / (u₁·(u₂ × u₃))."""
    inverse = 1.0 / dot(u, cross(v, w))
    s1, s2, s3 = slides(u, v, w, inverse, minus(q, p))
    return s1, s2, s3, inverse


@lane
def first(u, v, w, s1, s2, s3, inverse, pi, qi, ui, vi, wi):
    """s₁, s₂, s₃ by i."""
    return slides(u, v, w, inverse, minus(minus(qi, pi), slid(ui, vi, wi, s1, s2, s3)))


@lane
def second(u, v, w, s1, s2, s3, inverse, ui, vi, wi, s1i, s2i, s3i, uj, vj, wj, s1j, s2j, s3j, pij, qij, uij, vij, wij):
    """s₁, s₂, s₃ by i and j."""
    mixed = plus(slid(ui, vi, wi, s1j, s2j, s3j), slid(uj, vj, wj, s1i, s2i, s3i))
    turned = plus(slid(uij, vij, wij, s1, s2, s3), mixed)
    return slides(u, v, w, inverse, minus(minus(qij, pij), turned))


THREE_SLIDES = formula(
    "three slides",
    inputs="p:point3 q:point3 u:direction3 v:direction3 w:direction3",
    outputs="s1:scalar s2:scalar s3:scalar",
    place=place,
    first=first,
    second=second,
    scratch="inverse",
)
