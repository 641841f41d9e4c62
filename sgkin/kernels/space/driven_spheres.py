"""The points of `three_spheres`, `circle_sphere` and `line_sphere` where distances vary: rods whose lengths are driven.

Every distance is a scalar l. With e = C − P,

    e·Cᵢ = e·Pᵢ + l lᵢ,   e·Cᵢⱼ = e·Pᵢⱼ − (Cᵢ − Pᵢ)·(Cⱼ − Pⱼ) + lᵢ lⱼ + l lᵢⱼ

Branches and margins are those of constant distances.
"""

from __future__ import annotations

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.circle_sphere import place as place_on_circle
from sgkin.kernels.space.line_sphere import place as place_on_line
from sgkin.kernels.space.point_conditions import plane_first, plane_second, sphere_first, sphere_second
from sgkin.kernels.space.three_spheres import place as place_on_spheres
from sgkin.kernels.space.vectors import dot, minus, plus, scaled, solve3


@lane
def driven_first(e, length, pi, rate):
    """e·Cᵢ"""
    return sphere_first(e, pi) + length * rate


@lane
def driven_second(e, length, pij, ri, rj, li, lj, lij):
    """e·Cᵢⱼ, with r = C − P."""
    return sphere_second(e, pij, ri, rj) + (li * lj + length * lij)


@lane
def spheres_place(a, b, d, l1, l2, l3, scale, branch):
    """As `three_spheres.place`."""
    return place_on_spheres(a, b, d, l1 * l1, l2 * l2, l3 * l3, scale, branch)


@lane
def spheres_first(l1, l2, l3, e, f, g, inverse, ai, bi, di, l1i, l2i, l3i):
    """Cᵢ"""
    return solve3(
        e, f, g, inverse, driven_first(e, l1, ai, l1i), driven_first(f, l2, bi, l2i), driven_first(g, l3, di, l3i)
    )


@lane
def spheres_second(
    l1, l2, l3, e, f, g, inverse,
    ai, bi, di, l1i, l2i, l3i, ci,
    aj, bj, dj, l1j, l2j, l3j, cj,
    aij, bij, dij, l1ij, l2ij, l3ij,
):  # fmt: skip
    """Cᵢⱼ"""
    by_a = driven_second(e, l1, aij, minus(ci, ai), minus(cj, aj), l1i, l1j, l1ij)
    by_b = driven_second(f, l2, bij, minus(ci, bi), minus(cj, bj), l2i, l2j, l2ij)
    by_d = driven_second(g, l3, dij, minus(ci, di), minus(cj, dj), l3i, l3j, l3ij)
    return solve3(e, f, g, inverse, by_a, by_b, by_d)


THREE_DRIVEN_SPHERES = formula(
    "three driven spheres",
    inputs="a:point3 b:point3 d:point3 l1:scalar l2:scalar l3:scalar",
    outputs="c:point3",
    place=spheres_place,
    first=spheres_first,
    second=spheres_second,
    scratch="e:vector3 f:vector3 g:vector3 inverse",
    geometry="scale",
    margin=True,
)


@lane
def circle_place(q, n, p, l1, h, r2, scale, branch):
    """As `circle_sphere.place`."""
    return place_on_circle(q, n, p, h, r2, l1 * l1, scale, branch)


@lane
def circle_first(n, l1, e, f, inverse, qi, ni, pi, l1i):
    """Cᵢ"""
    return solve3(n, e, f, inverse, plane_first(n, e, qi, ni), sphere_first(e, qi), driven_first(f, l1, pi, l1i))


@lane
def circle_second(n, l1, e, f, inverse, qi, ni, pi, l1i, ci, qj, nj, pj, l1j, cj, qij, nij, pij, l1ij):
    """Cᵢⱼ"""
    ri, rj = minus(ci, qi), minus(cj, qj)
    on_plane = plane_second(n, e, qij, nij, ni, nj, ri, rj)
    on_rod = driven_second(f, l1, pij, minus(ci, pi), minus(cj, pj), l1i, l1j, l1ij)
    return solve3(n, e, f, inverse, on_plane, sphere_second(e, qij, ri, rj), on_rod)


CIRCLE_DRIVEN_SPHERE = formula(
    "circle and driven sphere",
    inputs="q:point3 n:direction3 p:point3 l1:scalar",
    outputs="c:point3",
    place=circle_place,
    first=circle_first,
    second=circle_second,
    scratch="e:vector3 f:vector3 inverse",
    geometry="h r2 scale",
    margin=True,
)


@lane
def line_place(q, n, p, l1, scale, branch):
    """As `line_sphere.place`, the margin by a constant length."""
    c, f, along, inverse, margin = place_on_line(q, n, p, l1 * l1, branch)
    return c, f, along, inverse, margin * (l1 * l1) * scale


@lane
def line_first(n, l1, f, along, inverse, qi, ni, pi, l1i):
    """Cᵢ"""
    held = plus(qi, scaled(along, ni))
    return plus(held, scaled((driven_first(f, l1, pi, l1i) - dot(f, held)) * inverse, n))


@lane
def line_second(n, l1, f, along, inverse, qi, ni, pi, l1i, ci, qj, nj, pj, l1j, cj, qij, nij, pij, l1ij):
    """Cᵢⱼ; sᵢ = n·(Cᵢ − Qᵢ)."""
    si, sj = dot(n, minus(ci, qi)), dot(n, minus(cj, qj))
    held = plus(plus(qij, scaled(along, nij)), plus(scaled(si, nj), scaled(sj, ni)))
    on_rod = driven_second(f, l1, pij, minus(ci, pi), minus(cj, pj), l1i, l1j, l1ij)
    return plus(held, scaled((on_rod - dot(f, held)) * inverse, n))


LINE_DRIVEN_SPHERE = formula(
    "line and driven sphere",
    inputs="q:point3 n:direction3 p:point3 l1:scalar",
    outputs="c:point3",
    place=line_place,
    first=line_first,
    second=line_second,
    scratch="f:vector3 along inverse",
    geometry="scale",
    margin=True,
)
