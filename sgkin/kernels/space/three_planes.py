"""The point C on three planes of earlier links, with normals n₁, n₂, n₃, at heights h₁, h₂, h₃ over points Q₁, Q₂, Q₃.

    nₖ·(C − Qₖ) = hₖ

One branch only. Margin: the square of n₁·(n₂ × n₃), zero where the planes have a common direction.
"""

from __future__ import annotations

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.point_conditions import plane_first, plane_second
from sgkin.kernels.space.vectors import cross, dot, minus, plus, solve3


@lane
def place(q1, n1, q2, n2, q3, n3, h1, h2, h3):
    """C, 1 / (n₁·(n₂ × n₃)) and the margin."""
    sine = dot(n1, cross(n2, n3))
    inverse = 1.0 / sine
    e = solve3(n1, n2, n3, inverse, h1, h2 + dot(n2, minus(q2, q1)), h3 + dot(n3, minus(q3, q1)))
    return plus(q1, e), inverse, sine * sine


@lane
def first(q1, n1, q2, n2, q3, n3, c, inverse, q1i, n1i, q2i, n2i, q3i, n3i):
    """Cᵢ"""
    b1, b2 = plane_first(n1, minus(c, q1), q1i, n1i), plane_first(n2, minus(c, q2), q2i, n2i)
    return solve3(n1, n2, n3, inverse, b1, b2, plane_first(n3, minus(c, q3), q3i, n3i))


@lane
def second(
    q1, n1, q2, n2, q3, n3, c, inverse,
    q1i, n1i, q2i, n2i, q3i, n3i, ci,
    q1j, n1j, q2j, n2j, q3j, n3j, cj,
    q1ij, n1ij, q2ij, n2ij, q3ij, n3ij,
):  # fmt: skip
    """Cᵢⱼ"""
    b1 = plane_second(n1, minus(c, q1), q1ij, n1ij, n1i, n1j, minus(ci, q1i), minus(cj, q1j))
    b2 = plane_second(n2, minus(c, q2), q2ij, n2ij, n2i, n2j, minus(ci, q2i), minus(cj, q2j))
    b3 = plane_second(n3, minus(c, q3), q3ij, n3ij, n3i, n3j, minus(ci, q3i), minus(cj, q3j))
    return solve3(n1, n2, n3, inverse, b1, b2, b3)


THREE_PLANES = formula(
    "three planes",
    inputs="q1:point3 n1:direction3 q2:point3 n2:direction3 q3:point3 n3:direction3",
    outputs="c:point3",
    place=place,
    first=first,
    second=second,
    scratch="inverse",
    geometry="h1 h2 h3",
    margin=True,
)
