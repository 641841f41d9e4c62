"""Points and directions carried by links, and the driven link."""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation
from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.vectors import cross, dot, minus, nearest_angle, normal, plus, scaled, still, turned, turning


@lane
def constant_place(value):
    """The same in every lane."""
    return value


CONSTANT = formula("constant", inputs="", outputs="c:scalar", place=constant_place, geometry="value")


@lane
def arm_first(r, turn, oi):
    """pᵢ = oᵢ + θᵢ r⊥ of a point at the arm r."""
    return plus(oi, scaled(turn, normal(r)))


@lane
def arm_second(r, both, turn, oij):
    """pᵢⱼ = oᵢⱼ + θᵢⱼ r⊥ − θᵢ θⱼ r of a point at the arm r; both = θᵢ θⱼ."""
    return minus(plus(oij, scaled(turn, normal(r))), scaled(both, r))


@lane
def carry_place(o, u, offset):
    """p = o + r, r = a u + b n, with (a, b) the offset."""
    return plus(o, turned(offset, u))


@lane
def carry_first(u, offset, oi, ui):
    """pᵢ"""
    return arm_first(turned(offset, u), ui, oi)


@lane
def carry_second(u, offset, ui, uj, oij, uij):
    """pᵢⱼ"""
    return arm_second(turned(offset, u), ui * uj, uij, oij)


CARRY = formula(
    "carry",
    inputs="o u:direction",
    outputs="p",
    place=carry_place,
    first=carry_first,
    second=carry_second,
    geometry="offset:vector",
)


@lane
def span(ratio, d):
    """u of a link on which d = C − P is a u + b n; the ratio is (a, b) by the square of its length."""
    return dot(ratio, d), cross(ratio, d)


@lane
def span_turn(ratio, d, di):
    """θᵢ = d × dᵢ / l², and θᵢⱼ = d × dᵢⱼ / l²."""
    return cross(scaled(dot(ratio, ratio), d), di)


@lane
def span_place(p, c, ratio):
    """u"""
    return span(ratio, minus(c, p))


@lane
def span_first(p, c, ratio, pi, ci):
    """θᵢ"""
    return span_turn(ratio, minus(c, p), minus(ci, pi))


@lane
def span_second(p, c, ratio, pij, cij):
    """θᵢⱼ"""
    return span_turn(ratio, minus(c, p), minus(cij, pij))


SPAN = formula(
    "span",
    inputs="p c",
    outputs="u:direction",
    place=span_place,
    first=span_first,
    second=span_second,
    geometry="ratio:vector",
)


@lane
def turn_place(u, angle):
    """A direction turned by a constant angle, which is given by its cosine and sine."""
    return turned(u, angle)


TURN = formula(
    "turn", inputs="u:direction", outputs="v:direction", place=turn_place, geometry="angle:vector", linear=True
)


@lane
def later_place(theta, shift):
    """An angle turned on by a constant."""
    return theta + shift


LATER = formula("later", inputs="theta:scalar", outputs="phi:scalar", place=later_place, geometry="shift", linear=True)


@lane
def sum_place(theta, z, sign, shift):
    """An angle turned on by a driven one, as `rotate_place` does with directions."""
    return theta + sign * z + shift


SUM = formula("sum", inputs="theta:scalar z:scalar", outputs="phi:scalar", place=sum_place, geometry="sign shift")


@lane
def rotate_place(u, z, sign, shift):
    """A direction turned by a driven angle z, forwards or backwards."""
    angle = sign * z + shift
    return turned(u, (math.cos(angle), math.sin(angle)))


@lane
def rotate_step(u, z, v, sign, shift):
    """The same from where v is: no sine and cosine is needed to know how it changes."""
    return turned(u, turning(still((dot(u, v), cross(u, v))), sign * z + shift))


@lane
def rotate_first(ui, zi, sign):
    """θᵢ"""
    return ui + sign * zi


@lane
def rotate_second(uij, zij, sign):
    """θᵢⱼ"""
    return uij + sign * zij


ROTATE = formula(
    "rotate",
    inputs="u:direction z:scalar",
    outputs="v:direction",
    place=rotate_place,
    first=rotate_first,
    second=rotate_second,
    geometry="sign shift",
    step=rotate_step,
)


@lane
def slide_place(q, v, z, incline, h):
    """p = Q + z u + h n, and u, which is inclined to the direction v."""
    u = turned(v, incline)
    return plus(q, turned((z, h), u)), u


@lane
def slide_first(u, z, h, qi, vi, zi):
    """pᵢ"""
    return plus(qi, turned((zi - vi * h, vi * z), u))


@lane
def slide_second(u, z, h, vi, zi, vj, zj, qij, vij, zij):
    """pᵢⱼ"""
    along = zij - vij * h - vi * vj * z
    across = vi * zj + vj * zi + vij * z - vi * vj * h
    return plus(qij, turned((along, across), u))


SLIDE = formula(
    "slide",
    inputs="q v:direction z:scalar",
    outputs="p",
    place=slide_place,
    first=slide_first,
    second=slide_second,
    scratch="u:vector",
    geometry="incline:vector h",
)


@Operation
def angle_position(S, R, G, M, m):
    """The angle of a direction, continuous from lane to lane. inputs u · outputs θ · memory last θ"""
    c, s, out = R[0], R[1], R[2]
    last = M[0]
    for k in range(m):
        last = nearest_angle(math.atan2(S[s + k], S[c + k]), last)
        S[out + k] = last
    M[0] = last


@lane
def angle_step(u):
    """The same but for whole turns, which do not change."""
    return math.atan2(u[1], u[0])


ANGLE = formula(
    "angle", inputs="u:direction", outputs="theta:scalar", position=angle_position, linear=True, step=angle_step
)


@lane
def along_place(rate, once, twice):
    """Derivatives along the rate of a single input, from those by the input."""
    return once * rate, twice * rate * rate


ALONG_RATE = formula(
    "along rate", inputs="rate:scalar once:scalar twice:scalar", outputs="along:scalar bent:scalar", place=along_place
)


@lane
def both_place(one, other):
    """A sum."""
    return one + other


BOTH = formula("both", inputs="one:scalar other:scalar", outputs="total:scalar", place=both_place)
