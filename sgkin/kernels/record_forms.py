"""What is left of the conditions of `sgkin.kernels.records`, as closed forms of the frames that they join.

A record is the geometry of each, as it stands; what its numbers are is said there. The parts of a condition are forms
of their own, of which the sum is zero:

    pin          w                                   distance       (|w|² − (constant + z)²) / 2
    projection   e·w − constant − z                  angles         − constant − z
    turns        Σ weight θ                          directions     the same, up to whole turns

with w = B − A from one end to the other, e the direction of a frame inclined by an angle. Unlike those of the records
they are not divided or multiplied by a length.
"""

from __future__ import annotations

import math
from functools import partial

from sgkin.kernels.frames import arm_first, arm_second
from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.vectors import cross, dot, minus, plus, turned

RECORD = (
    "code frame_a start:vector frame_b end:vector frame_e incline:vector "
    "turns frame_1 frame_2 frame_3 weight1 weight2 weight3 constant number period"
)
_left = partial(formula, geometry=RECORD)


@lane
def reach(a, u, b, v, start, end):
    """w"""
    return minus(plus(b, turned(end, v)), plus(a, turned(start, u)))


@lane
def reach_first(u, v, start, end, ai, ui, bi, vi):
    """wᵢ"""
    return minus(arm_first(turned(end, v), vi, bi), arm_first(turned(start, u), ui, ai))


@lane
def reach_second(u, v, start, end, ui, vi, uj, vj, aij, uij, bij, vij):
    """wᵢⱼ"""
    return minus(arm_second(turned(end, v), vi * vj, vij, bij), arm_second(turned(start, u), ui * uj, uij, aij))


PIN = _left(
    "pin", inputs="a u:direction b v:direction", outputs="w", place=reach, first=reach_first, second=reach_second
)


@lane
def distance(a, u, b, v, z, start, end, constant):
    """Of two points."""
    w, length = reach(a, u, b, v, start, end), constant + z
    return 0.5 * (dot(w, w) - length * length)


@lane
def distance_first(a, u, b, v, z, start, end, constant, ai, ui, bi, vi, zi):
    """Its derivative by i."""
    w, wi = reach(a, u, b, v, start, end), reach_first(u, v, start, end, ai, ui, bi, vi)
    return dot(w, wi) - (constant + z) * zi


@lane
def distance_second(
    a, u, b, v, z, start, end, constant, ai, ui, bi, vi, zi, aj, uj, bj, vj, zj, aij, uij, bij, vij, zij
):  # fmt: skip
    """Its derivative by i and j."""
    w, wij = reach(a, u, b, v, start, end), reach_second(u, v, start, end, ui, vi, uj, vj, aij, uij, bij, vij)
    wi, wj = reach_first(u, v, start, end, ai, ui, bi, vi), reach_first(u, v, start, end, aj, uj, bj, vj)
    return dot(w, wij) + dot(wi, wj) - (constant + z) * zij - zi * zj


DISTANCE = _left(
    "distance",
    inputs="a u:direction b v:direction z:scalar",
    outputs="f:scalar",
    place=distance,
    first=distance_first,
    second=distance_second,
)


@lane
def projection(a, u, b, v, d, z, start, end, incline, constant):
    """Of w on a direction."""
    return dot(turned(d, incline), reach(a, u, b, v, start, end)) - constant - z


@lane
def projection_first(a, u, b, v, d, start, end, incline, ai, ui, bi, vi, di, zi):
    """Its derivative by i."""
    e, w = turned(d, incline), reach(a, u, b, v, start, end)
    return dot(e, reach_first(u, v, start, end, ai, ui, bi, vi)) + di * cross(e, w) - zi


@lane
def projection_second(
    a, u, b, v, d, start, end, incline, ai, ui, bi, vi, di, aj, uj, bj, vj, dj, aij, uij, bij, vij, dij, zij
):  # fmt: skip
    """Its derivative by i and j."""
    e, w = turned(d, incline), reach(a, u, b, v, start, end)
    wi, wj = reach_first(u, v, start, end, ai, ui, bi, vi), reach_first(u, v, start, end, aj, uj, bj, vj)
    wij = reach_second(u, v, start, end, ui, vi, uj, vj, aij, uij, bij, vij)
    return dot(e, wij) + di * cross(e, wj) + dj * cross(e, wi) + dij * cross(e, w) - di * dj * dot(e, w) - zij


PROJECTION = _left(
    "projection",
    inputs="a u:direction b v:direction d:direction z:scalar",
    outputs="f:scalar",
    place=projection,
    first=projection_first,
    second=projection_second,
)


@lane
def angles(z, constant):
    """What a condition on angles alone has besides them."""
    return -constant - z


@lane
def angles_first(zi):
    """Its derivative by i."""
    return -zi


@lane
def angles_second(zij):
    """Its derivative by i and j."""
    return -zij


ANGLES = _left("angles", inputs="z:scalar", outputs="f:scalar", place=angles, first=angles_first, second=angles_second)


@lane
def weighted(one, two, three, weight1, weight2, weight3):
    """Σ weight θ"""
    return weight1 * one + weight2 * two + weight3 * three


@lane
def weighted_first(onei, twoi, threei, weight1, weight2, weight3):
    """Its derivative by i."""
    return weighted(onei, twoi, threei, weight1, weight2, weight3)


@lane
def weighted_second(oneij, twoij, threeij, weight1, weight2, weight3):
    """Its derivative by i and j."""
    return weighted(oneij, twoij, threeij, weight1, weight2, weight3)


@lane
def weighted_directions(one, two, three, weight1, weight2, weight3):
    """Σ weight θ, up to whole turns."""
    t1, t2, t3 = math.atan2(one[1], one[0]), math.atan2(two[1], two[0]), math.atan2(three[1], three[0])
    return weighted(t1, t2, t3, weight1, weight2, weight3)


TURNS = _left(
    "turns",
    inputs="one:scalar two:scalar three:scalar",
    outputs="f:scalar",
    place=weighted,
    first=weighted_first,
    second=weighted_second,
)
DIRECTIONS = _left(
    "directions",
    inputs="one:direction two:direction three:direction",
    outputs="f:scalar",
    place=weighted_directions,
    first=weighted_first,
    second=weighted_second,
)
