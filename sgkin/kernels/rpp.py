"""RPP: pin P of the first link; the second slides on a guide of an earlier link and carries the guide of the first.

All directions are those of the earlier link, turned by constants, so that the slide s is linear in P: with d = P − Q,
a = u·d, b = n·d,

    s = a + κ b + λ,   G = Q + s u + h n

where G is the guide point of the second link and κ = −cot β, β the constant angle between the guides.
    aᵢ = u·dᵢ + θᵢ b,   bᵢ = n·dᵢ − θᵢ a,   and so on in the turning frame. One branch only.
"""

from __future__ import annotations

from sgkin.kernels.frames import slide_first, slide_second
from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.vectors import cross, dot, minus, plus, turned


@lane
def stroke_first(u, a, b, kappa, di, ti):
    """sᵢ"""
    return dot(u, di) + ti * b + kappa * (cross(u, di) - ti * a)


@lane
def stroke_second(u, a, b, kappa, di, ti, dj, tj, dij, tij):
    """sᵢⱼ"""
    aij = dot(u, dij) + ti * cross(u, dj) + tj * cross(u, di) + tij * b - ti * tj * a
    bij = cross(u, dij) - ti * dot(u, dj) - tj * dot(u, di) - tij * a - ti * tj * b
    return aij + kappa * bij


@lane
def place(p, q, v, incline, h, kappa, shift):
    """G, u, a, b and s."""
    u, d = turned(v, incline), minus(p, q)
    a, b = dot(u, d), cross(u, d)
    s = a + kappa * b + shift
    return plus(q, turned((s, h), u)), u, a, b, s


@lane
def first(u, a, b, s, h, kappa, pi, qi, vi):
    """Gᵢ"""
    return slide_first(u, s, h, qi, vi, stroke_first(u, a, b, kappa, minus(pi, qi), vi))


@lane
def second(u, a, b, s, h, kappa, pi, qi, vi, pj, qj, vj, pij, qij, vij):
    """Gᵢⱼ"""
    di, dj = minus(pi, qi), minus(pj, qj)
    si, sj = stroke_first(u, a, b, kappa, di, vi), stroke_first(u, a, b, kappa, dj, vj)
    sij = stroke_second(u, a, b, kappa, di, vi, dj, vj, minus(pij, qij), vij)
    return slide_second(u, s, h, vi, si, vj, sj, qij, vij, sij)


RPP = formula(
    "RPP",
    inputs="p q v:direction",
    outputs="g",
    place=place,
    first=first,
    second=second,
    scratch="u:vector a b s",
    geometry="incline:vector h kappa shift",
)
