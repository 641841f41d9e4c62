"""Conditions on a point C in space, and the linear equations that its derivatives obey.

Sphere: |C − P| = l. Plane: n·(C − Q) = h. Differentiated once and twice, with subscripts for derivatives:

    sphere   e·Cᵢ = e·Pᵢ             e·Cᵢⱼ = e·Pᵢⱼ − (Cᵢ − Pᵢ)·(Cⱼ − Pⱼ),                      e = C − P
    plane    n·Cᵢ = n·Qᵢ − nᵢ·w      n·Cᵢⱼ = n·Qᵢⱼ − nᵢⱼ·w − nᵢ·(Cⱼ − Qⱼ) − nⱼ·(Cᵢ − Qᵢ),      w = C − Q

Any three of them determine the point: `vectors.solve3`. The margin of such a group is the square of the determinant of
its three gradients, without unit; two branches meet where it vanishes.
"""

from __future__ import annotations

from sgkin.kernels.compiled import lane
from sgkin.kernels.space.vectors import dot


@lane
def sphere_first(e, pi):
    """Right side of the sphere's first derivative."""
    return dot(e, pi)


@lane
def sphere_second(e, pij, ri, rj):
    """Right side of the sphere's second derivative; rᵢ = Cᵢ − Pᵢ."""
    return dot(e, pij) - dot(ri, rj)


@lane
def plane_first(n, w, qi, ni):
    """Right side of the plane's first derivative."""
    return dot(n, qi) - dot(ni, w)


@lane
def plane_second(n, w, qij, nij, ni, nj, ri, rj):
    """Right side of the plane's second derivative; rᵢ = Cᵢ − Qᵢ."""
    return dot(n, qij) - dot(nij, w) - dot(ni, rj) - dot(nj, ri)
