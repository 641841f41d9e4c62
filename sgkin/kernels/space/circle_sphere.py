"""The point C of a circle that has a given distance from a point P.

The circle has the axis n of an earlier link through its point Q, lies h above Q and has the radius √r2: C is the end
of an arm on a revolute joint, and a rod of length l joins it to P. With M = Q + h n, d = P − M, a = n·d, t = d − a n:

    C = M + u t + v n × t,   u = (t² + r2 − k2) / 2t²,   v² = (the smaller of r2, k2) / t² − ((t² − |r2 − k2|) / 2t²)²

where k2 = l² − a² is the square of the radius of the circle in which the sphere cuts the plane.

Branch +1: C lies on the side of n × t, left of the line from M to P for who looks at it with n towards him.
Margin: v² t⁴ over the square of r2 + l², or of 100 r l if that is less.
"""

from __future__ import annotations

import math

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.point_conditions import plane_first, plane_second, sphere_first, sphere_second
from sgkin.kernels.space.vectors import cross, dot, minus, plus, scaled, solve3


@lane
def place(q, n, p, h, r2, l2, scale, branch):
    """C, e = C − Q, f = C − P, 1 / (n·(e × f)) and the margin."""
    up = scaled(h, n)
    d = minus(minus(p, q), up)
    a = dot(n, d)
    t = minus(d, scaled(a, n))
    t2, k2 = dot(t, t), l2 - a * a
    inverse = 1.0 / t2
    u = 0.5 * (t2 + (r2 - k2)) * inverse
    w = 0.5 * (t2 - abs(r2 - k2)) * inverse
    square = min(r2, k2) * inverse - w * w
    v = branch * math.sqrt(max(square, 0.0))
    x = plus(scaled(u, t), scaled(v, cross(n, t)))
    e = plus(x, up)
    return plus(q, e), e, minus(x, d), inverse / v, square * t2 * t2 * scale


@lane
def first(n, e, f, inverse, qi, ni, pi):
    """Cᵢ"""
    return solve3(n, e, f, inverse, plane_first(n, e, qi, ni), sphere_first(e, qi), sphere_first(f, pi))


@lane
def second(n, e, f, inverse, qi, ni, pi, ci, qj, nj, pj, cj, qij, nij, pij):
    """Cᵢⱼ"""
    ri, rj = minus(ci, qi), minus(cj, qj)
    on_plane = plane_second(n, e, qij, nij, ni, nj, ri, rj)
    on_rod = sphere_second(f, pij, minus(ci, pi), minus(cj, pj))
    return solve3(n, e, f, inverse, on_plane, sphere_second(e, qij, ri, rj), on_rod)


CIRCLE_SPHERE = formula(
    "circle and sphere",
    inputs="q:point3 n:direction3 p:point3",
    outputs="c:point3",
    place=place,
    first=first,
    second=second,
    scratch="e:vector3 f:vector3 inverse",
    geometry="h r2 l2 scale",
    margin=True,
)
