"""Conditions on a pin C, and the two linear equations that its derivatives obey.

Circle: |C − P|² = l². Line: n·(C − Q) = h, with n = left normal of a direction u that turns by θ.
Differentiated once and twice, with subscripts for derivatives:

    circle   e·Cᵢ = e·Pᵢ                      e·Cᵢⱼ = e·Pᵢⱼ − (Cᵢ − Pᵢ)·(Cⱼ − Pⱼ),              e = C − P
    line     n·Cᵢ = n·Qᵢ + θᵢ τ               n·Cᵢⱼ = n·Qᵢⱼ + θᵢⱼ τ + θᵢ u·(Cⱼ − Qⱼ) + θⱼ u·(Cᵢ − Qᵢ) + θᵢ θⱼ h,
                                                                                             τ = u·(C − Q)
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled


@compiled
def turned(c, s, cosine, sine):
    """A direction turned by a constant angle."""
    return cosine * c - sine * s, sine * c + cosine * s


@compiled
def same_direction(across, along):
    """Sine and cosine of the angle between two directions, the sine grown on beyond a right angle: only equal ones
    have zero, opposite ones have two."""
    if along < 0.0:
        return math.copysign(2.0 - abs(across), across), -along
    return across, along


@compiled
def solve2(ax, ay, bx, by, inverse, p, q):
    """x of a·x = p, b·x = q, with inverse = 1 / (a × b)."""
    return (p * by - q * ay) * inverse, (q * ax - p * bx) * inverse


@compiled
def circle_first(ex, ey, px, py):
    """Right side of the circle's first derivative."""
    return ex * px + ey * py


@compiled
def circle_second(ex, ey, px, py, rix, riy, rjx, rjy):
    """Right side of the circle's second derivative; rᵢ = Cᵢ − Pᵢ."""
    return ex * px + ey * py - (rix * rjx + riy * rjy)


@compiled
def line_first(ux, uy, qx, qy, turn, along):
    """Right side of the line's first derivative; along = τ, turn = θᵢ."""
    return ux * qy - uy * qx + turn * along


@compiled
def line_second(ux, uy, qx, qy, turn, along, h, ti, tj, rix, riy, rjx, rjy):
    """Right side of the line's second derivative; turn = θᵢⱼ, rᵢ = Cᵢ − Qᵢ."""
    return ux * qy - uy * qx + turn * along + ti * (ux * rjx + uy * rjy) + tj * (ux * rix + uy * riy) + ti * tj * h
