"""Planes of links in space: points seen in them, and what is found there brought back.

The plane goes through a point O of a link with frame R, along two of its directions u = R e₁ and v = R e₂; the third is
n = u × v. Derivatives of u and v are those of vectors that turn with a frame, see `sgkin.kernels.space`.

    seen       x = u·(P − O),   y = v·(P − O)
    lifted     P = O + x u + y v + h n
    turned     S = R Rot(axis, θ), of a direction (cos θ, sin θ):   ωᵢ(S) = ωᵢ + θᵢ n,   as in `turned_frame`
"""

from __future__ import annotations

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import cross, dot, framed, in_ground, minus, plus, scaled, turned_second


@lane
def seen_place(p, o, r, e1, e2):
    """(x, y), u and v."""
    u, v, d = in_ground(r, e1), in_ground(r, e2), minus(p, o)
    return (dot(u, d), dot(v, d)), u, v


@lane
def along_first(u, d, ri, di):
    """The derivative of u·d."""
    return dot(cross(ri, u), d) + dot(u, di)


@lane
def seen_first(p, o, u, v, pi, oi, ri):
    """xᵢ and yᵢ."""
    d, di = minus(p, o), minus(pi, oi)
    return along_first(u, d, ri, di), along_first(v, d, ri, di)


@lane
def along_second(u, d, ri, di, rj, dj, rij, dij):
    """The second derivative of u·d."""
    mixed = dot(cross(ri, u), dj) + dot(cross(rj, u), di)
    return dot(turned_second(ri, rj, rij, u), d) + mixed + dot(u, dij)


@lane
def seen_second(p, o, u, v, pi, oi, ri, pj, oj, rj, pij, oij, rij):
    """xᵢⱼ and yᵢⱼ."""
    d, di, dj, dij = minus(p, o), minus(pi, oi), minus(pj, oj), minus(pij, oij)
    return along_second(u, d, ri, di, rj, dj, rij, dij), along_second(v, d, ri, di, rj, dj, rij, dij)


SEEN_POINT = formula(
    "seen point",
    inputs="p:point3 o:point3 r:frame",
    outputs="c:point",
    place=seen_place,
    first=seen_first,
    second=seen_second,
    scratch="u:vector3 v:vector3",
    geometry="e1:vector3 e2:vector3",
)


@lane
def lifted_place(c, o, r, e1, e2, above):
    """P, u and v; above = h n in the frame of the link."""
    u, v = in_ground(r, e1), in_ground(r, e2)
    return plus(o, plus(plus(scaled(c[0], u), scaled(c[1], v)), in_ground(r, above))), u, v


@lane
def lifted_first(o, p, u, v, ci, oi, ri):
    """Pᵢ"""
    return plus(plus(oi, plus(scaled(ci[0], u), scaled(ci[1], v))), cross(ri, minus(p, o)))


@lane
def lifted_second(o, p, u, v, ci, ri, cj, rj, cij, oij, rij):
    """Pᵢⱼ"""
    moved = plus(scaled(cij[0], u), scaled(cij[1], v))
    by_i = cross(rj, plus(scaled(ci[0], u), scaled(ci[1], v)))
    by_j = cross(ri, plus(scaled(cj[0], u), scaled(cj[1], v)))
    return plus(plus(plus(oij, moved), plus(by_i, by_j)), turned_second(ri, rj, rij, minus(p, o)))


LIFTED_POINT = formula(
    "lifted point",
    inputs="c:point o:point3 r:frame",
    outputs="p:point3",
    place=lifted_place,
    first=lifted_first,
    second=lifted_second,
    scratch="u:vector3 v:vector3",
    geometry="e1:vector3 e2:vector3 above:vector3",
)


@lane
def turned_place(r, d, axis):
    """S and n; d = (cos θ, sin θ)."""
    c, s = d
    k, (x, y, z) = 1.0 - c, axis
    x_axis = (k * (x * x) + c, k * (x * y) + s * z, k * (x * z) - s * y)
    y_axis = (k * (x * y) - s * z, k * (y * y) + c, k * (y * z) + s * x)
    z_axis = (k * (x * z) + s * y, k * (y * z) - s * x, k * (z * z) + c)
    return framed(in_ground(r, x_axis), in_ground(r, y_axis), in_ground(r, z_axis)), in_ground(r, axis)


@lane
def turned_first(n, ri, di):
    """ωᵢ of S."""
    return plus(ri, scaled(di, n))


@lane
def turned_twice(n, ri, di, rj, dj, rij, dij):
    """ωᵢⱼ of S."""
    both = plus(scaled(0.5 * di, rj), scaled(0.5 * dj, ri))
    return plus(plus(rij, scaled(dij, n)), cross(both, n))


FRAME_BY_DIRECTION = formula(
    "frame by direction",
    inputs="r:frame d:direction",
    outputs="s:frame",
    place=turned_place,
    first=turned_first,
    second=turned_twice,
    scratch="n:vector3",
    geometry="axis:vector3",
)
