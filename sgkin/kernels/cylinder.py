"""The RRR dyad with a driven length, and the direction of the cylinder that drives it.

With t = ±z + a the length of the cylinder along its guide, the inner pin C lies on circles about P and Q of radii
l₁² = c₁ + w₁ t² and l₂² = c₂ + w₂ t², where w is 1 for the driven side and 0 for the other:

    e·Cᵢ = e·Pᵢ + w₁ t tᵢ        e·Cᵢⱼ = e·Pᵢⱼ − (Cᵢ − Pᵢ)·(Cⱼ − Pⱼ) + w₁ (t tᵢⱼ + tᵢ tⱼ)        e = C − P, and so for Q

Branch and margin as for RRR.

The guide has the direction u with d = C − A = t u + h n between the cylinder's pins A and C:

    u = (t d + h d⊥ᵀ) / d²,   θᵢ = (d × dᵢ + h tᵢ) / d²,   θᵢⱼ = (d × dᵢⱼ + dⱼ × dᵢ + h tᵢⱼ − 2 d·dⱼ θᵢ) / d²
"""

from __future__ import annotations

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.pin_conditions import circle_first, circle_second, solve2
from sgkin.kernels.rrr import meet, step_on_circles
from sgkin.kernels.vectors import cross, dot, minus, plus, scaled, turned


@lane
def place(p, q, z, c1, w1, c2, w2, sign, shift, scale, branch):
    """C, e, f, 1 / (e × f) and the margin."""
    t = sign * z + shift
    e, f, inverse, square = meet(p, q, c1 + w1 * t * t, c2 + w2 * t * t, branch)
    return plus(p, e), e, f, inverse, square * scale


@lane
def step(p, q, z, c, c1, w1, c2, w2, sign, shift, scale):
    """The same by a step from C."""
    t = sign * z + shift
    return step_on_circles(p, q, c, c1 + w1 * t * t, c2 + w2 * t * t, scale)


@lane
def first(z, e, f, inverse, w1, w2, sign, shift, pi, qi, zi):
    """Cᵢ"""
    grown = (sign * z + shift) * sign * zi
    return solve2(e, f, inverse, circle_first(e, pi) + w1 * grown, circle_first(f, qi) + w2 * grown)


@lane
def second(z, e, f, inverse, w1, w2, sign, shift, pi, qi, zi, ci, pj, qj, zj, cj, pij, qij, zij):
    """Cᵢⱼ"""
    grown = (sign * z + shift) * sign * zij + zi * zj
    b1 = circle_second(e, pij, minus(ci, pi), minus(cj, pj)) + w1 * grown
    b2 = circle_second(f, qij, minus(ci, qi), minus(cj, qj)) + w2 * grown
    return solve2(e, f, inverse, b1, b2)


CYLINDER = formula(
    "cylinder",
    inputs="p q z:scalar",
    outputs="c",
    place=place,
    first=first,
    second=second,
    scratch="e:vector f:vector inverse",
    geometry="c1 w1 c2 w2 sign shift scale",
    margin=True,
    step=step,
)


@lane
def aim_place(a, c, z, h, sign, shift):
    """u"""
    d = minus(c, a)
    return scaled(1.0 / dot(d, d), turned((sign * z + shift, -h), d))


@lane
def aim_first(a, c, h, sign, ai, ci, zi):
    """θᵢ"""
    d = minus(c, a)
    return (cross(d, minus(ci, ai)) + h * sign * zi) * (1.0 / dot(d, d))


@lane
def aim_second(a, c, h, sign, ai, ci, ui, aj, cj, aij, cij, zij):
    """θᵢⱼ"""
    d, di, dj = minus(c, a), minus(ci, ai), minus(cj, aj)
    crossed = cross(d, minus(cij, aij)) + cross(dj, di) + h * sign * zij
    return (crossed - 2.0 * dot(d, dj) * ui) * (1.0 / dot(d, d))


AIM = formula(
    "aim",
    inputs="a c z:scalar",
    outputs="u:direction",
    place=aim_place,
    first=aim_first,
    second=aim_second,
    geometry="h sign shift",
)
