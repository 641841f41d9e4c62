"""What joints measure between two links that are solved: an angle about an axis, a stroke along one.

Angle: a direction w that turns with the frame S stays square to an axis u of the frame R. The angle from the arm m of R
to it has the cosine m·w and the sine (u × m)·w. With Δᵢ = ωᵢ(S) − ωᵢ(R),

    θᵢ = u·Δᵢ,   θᵢⱼ = u·Δᵢⱼ − ½ u·(ωᵢ(R) × Δⱼ + ωⱼ(R) × Δᵢ)

of a revolute, cylindrical or screw joint, where S turns about u, and of both angles of a universal joint. The angle is
a direction of the plane, (cos θ, sin θ), so that whole turns are counted as there.

Stroke: s = u·(B − A).
"""

from __future__ import annotations

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import cross, dot, in_ground, minus, plus


@lane
def angle_place(r, s, axis, arm, side, local):
    """(cos θ, sin θ) and u; side = axis × arm."""
    w = in_ground(s, local)
    return (dot(in_ground(r, arm), w), dot(in_ground(r, side), w)), in_ground(r, axis)


@lane
def angle_first(u, ri, si):
    """θᵢ"""
    return dot(u, minus(si, ri))


@lane
def angle_second(u, ri, si, rj, sj, rij, sij):
    """θᵢⱼ"""
    both = plus(cross(ri, minus(sj, rj)), cross(rj, minus(si, ri)))
    return dot(u, minus(sij, rij)) - 0.5 * dot(u, both)


ANGLE_ABOUT = formula(
    "angle about axis",
    inputs="r:frame s:frame",
    outputs="v:direction",
    place=angle_place,
    first=angle_first,
    second=angle_second,
    scratch="u:vector3",
    geometry="axis:vector3 arm:vector3 side:vector3 local:vector3",
)


@lane
def stroke_place(u, a, b):
    """s"""
    return dot(u, minus(b, a))


@lane
def stroke_first(u, a, b, ui, ai, bi):
    """sᵢ = uᵢ·(B − A) + u·(Bᵢ − Aᵢ)"""
    return dot(ui, minus(b, a)) + dot(u, minus(bi, ai))


@lane
def stroke_second(u, a, b, ui, ai, bi, uj, aj, bj, uij, aij, bij):
    """sᵢⱼ"""
    mixed = dot(ui, minus(bj, aj)) + dot(uj, minus(bi, ai))
    return dot(uij, minus(b, a)) + dot(u, minus(bij, aij)) + mixed


STROKE_ALONG = formula(
    "stroke along axis",
    inputs="u:direction3 a:point3 b:point3",
    outputs="s:scalar",
    place=stroke_place,
    first=stroke_first,
    second=stroke_second,
)
