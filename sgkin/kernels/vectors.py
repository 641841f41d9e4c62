"""Points and directions of the plane: pairs of numbers (x, y) and (cos θ, sin θ); and their angles."""

from __future__ import annotations

import math

from sgkin.kernels.compiled import lane
from sgkin.kernels.derivative_marks import changing, held


@lane
def plus(a, b):
    """a + b"""
    return a[0] + b[0], a[1] + b[1]


@lane
def minus(a, b):
    """a − b"""
    return a[0] - b[0], a[1] - b[1]


@lane
def scaled(factor, a):
    """A multiple of a."""
    return factor * a[0], factor * a[1]


@lane
def dot(a, b):
    """a·b"""
    return a[0] * b[0] + a[1] * b[1]


@lane
def cross(a, b):
    """a × b, which is n·b with n the left normal of a."""
    return a[0] * b[1] - a[1] * b[0]


@lane
def normal(a):
    """The left normal of a."""
    return -a[1], a[0]


@lane
def turned(a, u):
    """a₁ u + a₂ n: a, turned as far as the direction u is turned from the x axis."""
    return a[0] * u[0] - a[1] * u[1], a[0] * u[1] + a[1] * u[0]


@lane
def direction_of(a):
    """The unit vector along a; zeros where a is none."""
    length = math.sqrt(dot(a, a))
    return scaled(1.0 / length, a) if length > 0.0 else a


@lane
def still(a):
    """a, the changes of which do not count."""
    return held(a[0]), held(a[1])


@lane
def moving(a, by):
    """a, which also changes as another vector does."""
    return changing(a[0], by[0]), changing(a[1], by[1])


@lane
def turning(u, angle):
    """A direction that also turns as an angle does."""
    return changing(u[0], held(-u[1]) * angle), changing(u[1], held(u[0]) * angle)


@lane
def nearest_angle(angle, near):
    """An angle with whole turns added, so that it is nearest to another."""
    return angle + 2.0 * math.pi * math.floor((near - angle) / (2.0 * math.pi) + 0.5)
