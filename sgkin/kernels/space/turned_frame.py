"""The frame of a link that is turned against another one about an axis, by a given angle.

    S = R Rot(axis, θ),   θ = sign · z + shift

with the axis a unit vector in the frame R; u is the same in the ground frame. Differentiated,

    ωᵢ(S) = ωᵢ + θᵢ u,   ωᵢⱼ(S) = ωᵢⱼ + θᵢⱼ u + ½ (θᵢ ωⱼ + θⱼ ωᵢ) × u

A frame that is turned by a constant has the derivatives of the frame from which it is turned.
"""

from __future__ import annotations

import math

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import cross, framed, in_ground, plus, scaled


@lane
def about(axis, angle):
    """The axes of Rot(axis, angle)."""
    c, s = math.cos(angle), math.sin(angle)
    k, (x, y, z) = 1.0 - c, axis
    return (
        (k * (x * x) + c, k * (x * y) + s * z, k * (x * z) - s * y),
        (k * (x * y) - s * z, k * (y * y) + c, k * (y * z) + s * x),
        (k * (x * z) + s * y, k * (y * z) - s * x, k * (z * z) + c),
    )


@lane
def frame_place(r, z, axis, sign, shift):
    """S and u."""
    x_axis, y_axis, z_axis = about(axis, sign * z + shift)
    return framed(in_ground(r, x_axis), in_ground(r, y_axis), in_ground(r, z_axis)), in_ground(r, axis)


@lane
def frame_first(u, sign, ri, zi):
    """ωᵢ of S."""
    return plus(ri, scaled(sign * zi, u))


@lane
def frame_second(u, sign, ri, zi, rj, zj, rij, zij):
    """ωᵢⱼ of S."""
    both = plus(scaled(0.5 * sign * zi, rj), scaled(0.5 * sign * zj, ri))
    return plus(plus(rij, scaled(sign * zij, u)), cross(both, u))


TURNED_FRAME = formula(
    "turned frame",
    inputs="r:frame z:scalar",
    outputs="s:frame",
    place=frame_place,
    first=frame_first,
    second=frame_second,
    scratch="u:vector3",
    geometry="axis:vector3 sign shift",
)


@lane
def resting_place(r, rest):
    """The frame R C, with C = rest a constant frame."""
    return framed(
        in_ground(r, (rest[0], rest[1], rest[2])),
        in_ground(r, (rest[3], rest[4], rest[5])),
        in_ground(r, (rest[6], rest[7], rest[8])),
    )


CONSTANT_TURN = formula(
    "constant turn", inputs="r:frame", outputs="s:frame", place=resting_place, geometry="rest:frame", linear=True
)
