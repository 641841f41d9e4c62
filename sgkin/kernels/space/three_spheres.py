"""The point C at given distances from three points A, B, D, by three rods or by three points of a link.

With U = B − A, V = D − A, N = U × V and squares a2, b2, d2 of the distances:

    C = A + s U + t V + w N,   s = (p V² − q U·V) / N²,   t = (q U² − p U·V) / N²,   w² = (a2 − s p − t q) / N²
    p = (a2 − b2 + U²) / 2,   q = (a2 − d2 + V²) / 2

Branch +1: C lies on the side of N, from which A, B, D are seen anticlockwise.
Margin: w² N⁴, over the cube of a2 + b2 + d2 or, if that is less, 10⁴ times their product.
"""

from __future__ import annotations

import math

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.point_conditions import sphere_first, sphere_second
from sgkin.kernels.space.vectors import cross, dot, minus, plus, scaled, solve3


@lane
def place(a, b, d, a2, b2, d2, scale, branch):
    """C, e = C − A, f = C − B, g = C − D, 1 / (e·(f × g)) and the margin."""
    u, v = minus(b, a), minus(d, a)
    uu, vv, uv, n = dot(u, u), dot(v, v), dot(u, v), cross(u, v)
    p, q = 0.5 * ((a2 - b2) + uu), 0.5 * ((a2 - d2) + vv)
    nn = dot(n, n)
    inverse = 1.0 / nn
    s, t = (p * vv - q * uv) * inverse, (q * uu - p * uv) * inverse
    square = (a2 - (s * p + t * q)) * inverse
    w = branch * math.sqrt(max(square, 0.0))
    e = plus(plus(scaled(s, u), scaled(t, v)), scaled(w, n))
    return plus(a, e), e, minus(e, u), minus(e, v), inverse / w, square * nn * nn * scale


@lane
def first(e, f, g, inverse, ai, bi, di):
    """Cᵢ"""
    return solve3(e, f, g, inverse, sphere_first(e, ai), sphere_first(f, bi), sphere_first(g, di))


@lane
def second(e, f, g, inverse, ai, bi, di, ci, aj, bj, dj, cj, aij, bij, dij):
    """Cᵢⱼ"""
    by_a = sphere_second(e, aij, minus(ci, ai), minus(cj, aj))
    by_b = sphere_second(f, bij, minus(ci, bi), minus(cj, bj))
    by_d = sphere_second(g, dij, minus(ci, di), minus(cj, dj))
    return solve3(e, f, g, inverse, by_a, by_b, by_d)


THREE_SPHERES = formula(
    "three spheres",
    inputs="a:point3 b:point3 d:point3",
    outputs="c:point3",
    place=place,
    first=first,
    second=second,
    scratch="e:vector3 f:vector3 g:vector3 inverse",
    geometry="a2 b2 d2 scale",
    margin=True,
)
