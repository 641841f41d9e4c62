"""Points and directions that a link carries.

    P = O + b,   b = R (x, y, z)        with O a point of the link and (x, y, z) the offset from it, in the link's frame
    u = R (x, y, z)

Their derivatives are those of vectors that turn with a frame, see `sgkin.kernels.space`.
"""

from __future__ import annotations

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import cross, in_ground, plus, turned_second


@lane
def point_place(o, r, offset):
    """P and b."""
    b = in_ground(r, offset)
    return plus(o, b), b


@lane
def point_first(b, oi, ri):
    """Pᵢ = Oᵢ + ωᵢ × b"""
    return plus(oi, cross(ri, b))


@lane
def point_second(b, ri, rj, oij, rij):
    """Pᵢⱼ = Oᵢⱼ + bᵢⱼ"""
    return plus(oij, turned_second(ri, rj, rij, b))


CARRIED_POINT = formula(
    "carried point",
    inputs="o:point3 r:frame",
    outputs="p:point3",
    place=point_place,
    first=point_first,
    second=point_second,
    scratch="b:vector3",
    geometry="offset:vector3",
)


@lane
def direction_place(r, local):
    """u"""
    return in_ground(r, local)


@lane
def direction_first(u, ri):
    """uᵢ = ωᵢ × u"""
    return cross(ri, u)


@lane
def direction_second(u, ri, rj, rij):
    """uᵢⱼ"""
    return turned_second(ri, rj, rij, u)


CARRIED_DIRECTION = formula(
    "carried direction",
    inputs="r:frame",
    outputs="u:direction3",
    place=direction_place,
    first=direction_first,
    second=direction_second,
    geometry="local:vector3",
)
