"""A point that is moved along the axis of an earlier link, by a given stroke.

    C = A + s u,   s = factor · z + shift

Of a screw z is the angle by which it is turned, and the factor is its pitch by 2π. Differentiated,

    Cᵢ = Aᵢ + sᵢ u + s uᵢ,   Cᵢⱼ = Aᵢⱼ + sᵢⱼ u + sᵢ uⱼ + sⱼ uᵢ + s uᵢⱼ
"""

from __future__ import annotations

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import plus, scaled


@lane
def place(a, u, z, factor, shift):
    """C"""
    return plus(a, scaled(factor * z + shift, u))


@lane
def first(u, z, factor, shift, ai, ui, zi):
    """Cᵢ"""
    return plus(ai, plus(scaled(factor * zi, u), scaled(factor * z + shift, ui)))


@lane
def second(u, z, factor, shift, ui, zi, uj, zj, aij, uij, zij):
    """Cᵢⱼ"""
    turning = plus(scaled(factor * zi, uj), scaled(factor * zj, ui))
    along = plus(scaled(factor * zij, u), scaled(factor * z + shift, uij))
    return plus(plus(aij, along), turning)


ALONG_AXIS = formula(
    "along axis",
    inputs="a:point3 u:direction3 z:scalar",
    outputs="c:point3",
    place=place,
    first=first,
    second=second,
    geometry="factor shift",
)
