"""Vectors of space: three numbers (x, y, z); and how they turn with a frame."""

from __future__ import annotations

import math

from sgkin.kernels.compiled import lane


@lane
def plus(a, b):
    """a + b"""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@lane
def minus(a, b):
    """a − b"""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@lane
def scaled(factor, a):
    """A multiple of a."""
    return factor * a[0], factor * a[1], factor * a[2]


@lane
def dot(a, b):
    """a·b"""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@lane
def cross(a, b):
    """a × b"""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@lane
def direction_of(a):
    """The unit vector along a."""
    return scaled(1.0 / math.sqrt(dot(a, a)), a)


@lane
def across(a, n):
    """What of a is square to the direction n."""
    return minus(a, scaled(dot(n, a), n))


@lane
def in_ground(r, b):
    """A vector with components b in the frame r, in the ground frame."""
    return (
        b[0] * r[0] + b[1] * r[3] + b[2] * r[6],
        b[0] * r[1] + b[1] * r[4] + b[2] * r[7],
        b[0] * r[2] + b[1] * r[5] + b[2] * r[8],
    )


@lane
def framed(x, y, z):
    """The frame with axes x, y and z."""
    return x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]


@lane
def bent(ri, rj, b):
    """½ (ωᵢ (ωⱼ·b) + ωⱼ (ωᵢ·b)) − (ωᵢ·ωⱼ) b: the part of bᵢⱼ that first derivatives make."""
    along = plus(scaled(0.5 * dot(rj, b), ri), scaled(0.5 * dot(ri, b), rj))
    return minus(along, scaled(dot(ri, rj), b))


@lane
def turned_second(ri, rj, rij, b):
    """bᵢⱼ of a vector b that turns with a frame."""
    return plus(cross(rij, b), bent(ri, rj, b))


@lane
def solve3(a, b, c, inverse, p, q, s):
    """x of a·x = p, b·x = q, c·x = s, with inverse = 1 / (a·(b × c))."""
    return scaled(inverse, plus(plus(scaled(p, cross(b, c)), scaled(q, cross(c, a))), scaled(s, cross(a, b))))


@lane
def shares(a, b, c, inverse, d):
    """(x, y, z) of x a + y b + z c = d, with inverse = 1 / (a·(b × c))."""
    return inverse * dot(d, cross(b, c)), inverse * dot(d, cross(c, a)), inverse * dot(d, cross(a, b))
