"""A leg between two known points P and Q: its direction and its length.

    e = d / l,   l = |d|,   d = Q − P

    lᵢ = e·dᵢ,   eᵢ = (dᵢ − e lᵢ) / l,   lᵢⱼ = e·dᵢⱼ + (dᵢ·dⱼ − lᵢ lⱼ) / l,   eᵢⱼ = (dᵢⱼ − eᵢ lⱼ − eⱼ lᵢ − e lᵢⱼ) / l

With a universal joint at P the leg's second axis is a direction by two cones, of its first axis and of e; that and e
give its frame. A leg between two balls spins as it likes, and has no frame.
"""

from __future__ import annotations

import math

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import dot, minus, scaled


@lane
def place(p, q):
    """e, l and 1 / l."""
    d = minus(q, p)
    length = math.sqrt(dot(d, d))
    inverse = 1.0 / length
    return scaled(inverse, d), length, inverse


@lane
def first(e, inverse, pi, qi):
    """eᵢ and lᵢ."""
    di = minus(qi, pi)
    li = dot(e, di)
    return scaled(inverse, minus(di, scaled(li, e))), li


@lane
def second(e, inverse, pi, qi, ei, li, pj, qj, ej, lj, pij, qij):
    """eᵢⱼ and lᵢⱼ."""
    di, dj, dij = minus(qi, pi), minus(qj, pj), minus(qij, pij)
    lij = dot(e, dij) + (dot(di, dj) - li * lj) * inverse
    rest = minus(minus(minus(dij, scaled(lj, ei)), scaled(li, ej)), scaled(lij, e))
    return scaled(inverse, rest), lij


LEG = formula(
    "leg",
    inputs="p:point3 q:point3",
    outputs="e:direction3 l:scalar",
    place=place,
    first=first,
    second=second,
    scratch="inverse",
)
