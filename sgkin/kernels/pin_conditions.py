"""Conditions on a pin C, and the two linear equations that its derivatives obey.

Circle: |C − P|² = l². Line: n·(C − Q) = h, with n = left normal of a direction u that turns by θ.
Differentiated once and twice, with subscripts for derivatives:

    circle   e·Cᵢ = e·Pᵢ                      e·Cᵢⱼ = e·Pᵢⱼ − (Cᵢ − Pᵢ)·(Cⱼ − Pⱼ),              e = C − P
    line     n·Cᵢ = n·Qᵢ + θᵢ τ               n·Cᵢⱼ = n·Qᵢⱼ + θᵢⱼ τ + θᵢ u·(Cⱼ − Qⱼ) + θⱼ u·(Cᵢ − Qᵢ) + θᵢ θⱼ h,
                                                                                             τ = u·(C − Q)
"""

from __future__ import annotations

from sgkin.kernels.compiled import lane
from sgkin.kernels.derivative_marks import held
from sgkin.kernels.vectors import cross, dot, moving, still


@lane
def solve2(a, b, inverse, p, q):
    """x of a·x = p, b·x = q, with inverse = 1 / (a × b)."""
    return (p * b[1] - q * a[1]) * inverse, (q * a[0] - p * b[0]) * inverse


@lane
def stepped(c, a, b, p, q):
    """C after a step of Newton's method on two conditions, with their gradients a and b and what is left of them."""
    inverse = held(1.0 / cross(a, b))
    return moving(c, solve2(still(a), still(b), inverse, -p, -q))


@lane
def circle_left(e, s):
    """What is left of the circle, by which it changes as e does; s = l²."""
    return 0.5 * (dot(e, e) - s)


@lane
def line_left(u, w, h):
    """What is left of the line; w = C − Q."""
    return cross(u, w) - h


@lane
def circle_first(e, pi):
    """Right side of the circle's first derivative."""
    return dot(e, pi)


@lane
def circle_second(e, pij, ri, rj):
    """Right side of the circle's second derivative; rᵢ = Cᵢ − Pᵢ."""
    return dot(e, pij) - dot(ri, rj)


@lane
def line_first(u, qi, ti, along):
    """Right side of the line's first derivative; along = τ, tᵢ = θᵢ."""
    return cross(u, qi) + ti * along


@lane
def line_second(u, qij, tij, along, h, ti, tj, ri, rj):
    """Right side of the line's second derivative; rᵢ = Cᵢ − Qᵢ."""
    return cross(u, qij) + tij * along + ti * dot(u, rj) + tj * dot(u, ri) + ti * tj * h
