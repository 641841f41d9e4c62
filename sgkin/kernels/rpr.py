"""RPR: a guide of unknown direction u between pins P and Q, which lies h to the left on the way from P to Q.

    d = Q − P = t u + h n,   t = ± √(d² − h²),   u = (t d + h d⊥ᵀ) / d²
    θᵢ = n·dᵢ / t,   tᵢ = u·dᵢ + h θᵢ,   θᵢⱼ = (n·dᵢⱼ − tᵢ θⱼ − tⱼ θᵢ + h θᵢ θⱼ) / t

Branch +1: u points from P to Q. Margin: (d² − h²) over the square of a length of the mechanism.
"""

from __future__ import annotations

import math

from sgkin.kernels.derivative_marks import held
from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.vectors import cross, dot, minus, scaled, turned, turning


@lane
def place(p, q, h, scale, branch):
    """u, 1 / t and the margin."""
    d = minus(q, p)
    d2 = dot(d, d)
    square = d2 - h * h
    t = branch * math.sqrt(max(square, 0.0))
    return scaled(1.0 / d2, turned((t, -h), d)), 1.0 / t, square * scale


@lane
def step(p, q, u, h, scale):
    """The same by a step from u: what is left of n·d = h, by t."""
    d = minus(q, p)
    u = turning(u, (cross(u, d) - h) * held(1.0 / dot(u, d)))
    t = dot(u, d)
    return u, 1.0 / t, t * t * scale


@lane
def first(u, inverse, pi, qi):
    """θᵢ"""
    return cross(u, minus(qi, pi)) * inverse


@lane
def second(u, inverse, h, pi, qi, ui, pj, qj, uj, pij, qij):
    """θᵢⱼ"""
    ti = dot(u, minus(qi, pi)) + h * ui
    tj = dot(u, minus(qj, pj)) + h * uj
    return (cross(u, minus(qij, pij)) - ti * uj - tj * ui + h * ui * uj) * inverse


RPR = formula(
    "RPR",
    inputs="p q",
    outputs="u:direction",
    place=place,
    first=first,
    second=second,
    scratch="inverse",
    geometry="h scale",
    margin=True,
    step=step,
)
