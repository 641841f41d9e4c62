"""The frame of a link of which two vectors are known: between three points, along an axis and an arm, along two axes.

The vectors a and b, of constant lengths and angle, give three axes square to each other, a triad:

    T = (x̂, ŷ, ẑ),   x̂ = a / |a|,   ẑ = a × b / |a × b|,   ŷ = ẑ × x̂

and the frame is R = T T₀ᵀ, with T₀ the triad of the same vectors in the frame of the link. ωᵢ turns both vectors,

    ωᵢ × a = aᵢ,   ωᵢ × b = bᵢ:   ωᵢ = a × aᵢ / a² + s a,   s = (bᵢ − (a × aᵢ / a²) × b)·(a × b) / |a × b|²

and ωᵢⱼ is the same of what remains of aᵢⱼ and bᵢⱼ without the parts that first derivatives make.
"""

from __future__ import annotations

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import bent, cross, direction_of, dot, framed, minus, plus, scaled


@lane
def frame_of(a, b, triad):
    """R; triad = T₀."""
    x = direction_of(a)
    z = direction_of(cross(x, b))
    y = cross(z, x)
    return framed(
        plus(plus(scaled(triad[0], x), scaled(triad[3], y)), scaled(triad[6], z)),
        plus(plus(scaled(triad[1], x), scaled(triad[4], y)), scaled(triad[7], z)),
        plus(plus(scaled(triad[2], x), scaled(triad[5], y)), scaled(triad[8], z)),
    )


@lane
def spin(a, b, p, q):
    """ω of ω × a = p, ω × b = q."""
    n = cross(a, b)
    w = scaled(1.0 / dot(a, a), cross(a, p))
    s = dot(minus(q, cross(w, b)), n) * (1.0 / dot(n, n))
    return plus(w, scaled(s, a))


@lane
def spin_second(a, b, ri, rj, aij, bij):
    """ωᵢⱼ"""
    return spin(a, b, minus(aij, bent(ri, rj, a)), minus(bij, bent(ri, rj, b)))


@lane
def points_place(o, p, q, triad):
    """R, with a = P − O and b = Q − O."""
    return frame_of(minus(p, o), minus(q, o), triad)


@lane
def points_first(o, p, q, oi, pi, qi):
    """ωᵢ"""
    return spin(minus(p, o), minus(q, o), minus(pi, oi), minus(qi, oi))


@lane
def points_second(o, p, q, ri, rj, oij, pij, qij):
    """ωᵢⱼ"""
    return spin_second(minus(p, o), minus(q, o), ri, rj, minus(pij, oij), minus(qij, oij))


FRAME_OF_POINTS = formula(
    "frame of points",
    inputs="o:point3 p:point3 q:point3",
    outputs="r:frame",
    place=points_place,
    first=points_first,
    second=points_second,
    geometry="triad:frame",
)


@lane
def arm_place(n, q, c, triad):
    """R, with a = n and b = C − Q."""
    return frame_of(n, minus(c, q), triad)


@lane
def arm_first(n, q, c, ni, qi, ci):
    """ωᵢ"""
    return spin(n, minus(c, q), ni, minus(ci, qi))


@lane
def arm_second(n, q, c, ri, rj, nij, qij, cij):
    """ωᵢⱼ"""
    return spin_second(n, minus(c, q), ri, rj, nij, minus(cij, qij))


FRAME_OF_ARM = formula(
    "frame of arm",
    inputs="n:direction3 q:point3 c:point3",
    outputs="r:frame",
    place=arm_place,
    first=arm_first,
    second=arm_second,
    geometry="triad:frame",
)


@lane
def directions_place(u, v, triad):
    """R, with a = u and b = v."""
    return frame_of(u, v, triad)


@lane
def directions_first(u, v, ui, vi):
    """ωᵢ"""
    return spin(u, v, ui, vi)


@lane
def directions_second(u, v, ri, rj, uij, vij):
    """ωᵢⱼ"""
    return spin_second(u, v, ri, rj, uij, vij)


FRAME_OF_DIRECTIONS = formula(
    "frame of directions",
    inputs="u:direction3 v:direction3",
    outputs="r:frame",
    place=directions_place,
    first=directions_first,
    second=directions_second,
    geometry="triad:frame",
)
