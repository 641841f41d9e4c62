"""Masses reduced to the inputs: H and, without applied forces, p of H z̈ = p.

    H = Kᵀ M K        p = Kᵀ (G − M a₀)        a₀: accelerations at z̈ = 0        G: weight

A tape gives K of what bodies are known by, and a₀: along the rates where a feature depends on several inputs, L żᵢ²
where it depends on one. Two kinds of bodies. *Pinned* ones are known by points P and C: with d = C − P their centre is
P + α d + β d⊥ and their rate of turning |ḋ| / l, so that their mass matrix in P and d is constant,

    mass of Ṗ, ḋ        m |Ṗ|² + 2 Ṗ·m (α ḋ + β ḋ⊥) + (J / l² + m (α² + β²)) |ḋ|²

and neither centre nor direction need be found. *Directed* ones are known by a point P and a direction u, from which
their centre is at r = a u + b n.
"""

from __future__ import annotations

from sgkin.kernels.compiled import inner, lane
from sgkin.kernels.equations_block import (
    COMPONENT_INPUTS,
    COMPONENT_START,
    COMPONENTS,
    DEPENDENCE_SIZE,
    DEPENDENCES,
    DIRECTED,
    DIRECTED_NUMBERS,
    DIRECTED_ROWS,
    DIRECTED_SIZE,
    DIRECTED_START,
    INPUTS,
    PINNED,
    PINNED_NUMBERS,
    PINNED_ROWS,
    PINNED_SIZE,
    PINNED_START,
    W_DIRECTED,
    W_FORCES,
    W_INPUTS,
    W_MATRIX,
    W_PINNED,
    W_STATE,
)
from sgkin.kernels.tape_at_inputs import pair_at
from sgkin.kernels.vectors import dot, minus, normal, plus, scaled, turned


@lane
def pinned_momentum(m, ma, mb, inertia, p, d):
    """What a pinned body has of momentum in P and in d, where these move like p and d."""
    at_point = plus(scaled(m, p), plus(scaled(ma, d), scaled(mb, normal(d))))
    across = minus(plus(scaled(ma, p), scaled(inertia, d)), scaled(mb, normal(p)))
    return at_point, across


@lane
def square_of_rate(W, rates, i):
    """What a second derivative by the input i is multiplied by; one where it is along the rates already."""
    return 1.0 if i < 0 else W[rates + i] * W[rates + i]


@inner
def add_pinned(P, W):
    """Add all pinned bodies to H and p."""
    state, f, matrix, forces = P[W_STATE], P[INPUTS], P[W_MATRIX], P[W_FORCES]
    rates = P[W_INPUTS] + f
    for body in range(P[PINNED]):
        row, number = P[PINNED_ROWS] + PINNED_SIZE * body, P[W_PINNED] + PINNED_NUMBERS * body
        m, ma, mb, inertia = W[number], W[number + 1], W[number + 2], W[number + 3]
        weight = (W[number + 4], W[number + 5])
        second = scaled(square_of_rate(W, rates, P[row + 4]), pair_at(P, W, state, row))
        other = scaled(square_of_rate(W, rates, P[row + 5]), pair_at(P, W, state, row + 2))
        bent = minus(other, second)
        first, last = P[P[PINNED_START] + body], P[P[PINNED_START] + body + 1]
        for a in range(first, last):
            here = P[DEPENDENCES] + DEPENDENCE_SIZE * a
            p, c = pair_at(P, W, state, here + 1), pair_at(P, W, state, here + 3)
            at_point, across = pinned_momentum(m, ma, mb, inertia, p, minus(c, p))
            i = P[here]
            W[forces + i] += dot(weight, at_point) - dot(at_point, second) - dot(across, bent)
            for b in range(first, a + 1):
                there = P[DEPENDENCES] + DEPENDENCE_SIZE * b
                q, e = pair_at(P, W, state, there + 1), pair_at(P, W, state, there + 3)
                W[matrix + i * f + P[there]] += dot(at_point, q) + dot(across, minus(e, q))


@inner
def add_directed(P, W):
    """Add all directed bodies to H and p."""
    state, f, matrix, forces = P[W_STATE], P[INPUTS], P[W_MATRIX], P[W_FORCES]
    rates = P[W_INPUTS] + f
    for body in range(P[DIRECTED]):
        row, number = P[DIRECTED_ROWS] + DIRECTED_SIZE * body, P[W_DIRECTED] + DIRECTED_NUMBERS * body
        m, inertia = W[number], W[number + 1]
        weight = (W[number + 4], W[number + 5])
        arm = turned((W[number + 2], W[number + 3]), pair_at(P, W, state, row))
        bent = scaled(square_of_rate(W, rates, P[row + 4]), pair_at(P, W, state, row + 2))
        turning = square_of_rate(W, rates, P[row + 6]) * W[state + P[row + 5]]
        turn = square_of_rate(W, rates, P[row + 8]) * W[state + P[row + 7]] * W[state + P[row + 7]]
        at_centre = plus(bent, minus(scaled(turning, normal(arm)), scaled(turn, arm)))
        first, last = P[P[DIRECTED_START] + body], P[P[DIRECTED_START] + body + 1]
        for a in range(first, last):
            here = P[DEPENDENCES] + DEPENDENCE_SIZE * a
            turned_by = W[state + P[here + 3]]
            v = plus(pair_at(P, W, state, here + 1), scaled(turned_by, normal(arm)))
            i = P[here]
            W[forces + i] += dot(weight, v) - m * dot(v, at_centre) - inertia * turned_by * turning
            for b in range(first, a + 1):
                there = P[DEPENDENCES] + DEPENDENCE_SIZE * b
                other = W[state + P[there + 3]]
                w = plus(pair_at(P, W, state, there + 1), scaled(other, normal(arm)))
                W[matrix + i * f + P[there]] += m * dot(v, w) + inertia * turned_by * other


@inner
def reduce_one(P, W):
    """H and p of a mechanism with a single input: the same sums, without lists of inputs."""
    state = P[W_STATE]
    square = W[P[W_INPUTS] + 1] * W[P[W_INPUTS] + 1]
    h = force = bending = 0.0
    here = P[DEPENDENCES] + 1
    for body in range(P[PINNED]):
        row, number = P[PINNED_ROWS] + PINNED_SIZE * body, P[W_PINNED] + PINNED_NUMBERS * body
        p, second = pair_at(P, W, state, here), pair_at(P, W, state, row)
        d, bent = minus(pair_at(P, W, state, here + 2), p), minus(pair_at(P, W, state, row + 2), second)
        at_point, across = pinned_momentum(W[number], W[number + 1], W[number + 2], W[number + 3], p, d)
        h += dot(at_point, p) + dot(across, d)
        bending += dot(at_point, second) + dot(across, bent)
        force += dot((W[number + 4], W[number + 5]), at_point)
        here += DEPENDENCE_SIZE
    for body in range(P[DIRECTED]):
        row, number = P[DIRECTED_ROWS] + DIRECTED_SIZE * body, P[W_DIRECTED] + DIRECTED_NUMBERS * body
        m, inertia = W[number], W[number + 1]
        arm = turned((W[number + 2], W[number + 3]), pair_at(P, W, state, row))
        turning, turned_by = W[state + P[row + 5]], W[state + P[here + 2]]
        v = plus(pair_at(P, W, state, here), scaled(turned_by, normal(arm)))
        arc = minus(scaled(turning, normal(arm)), scaled(turned_by * turned_by, arm))
        h += m * dot(v, v) + inertia * turned_by * turned_by
        bending += m * dot(v, plus(pair_at(P, W, state, row + 2), arc)) + inertia * turned_by * turning
        force += dot((W[number + 4], W[number + 5]), v)
        here += DEPENDENCE_SIZE
    W[P[W_MATRIX]], W[P[W_FORCES]] = h, force - bending * square


@inner
def reduce_many(P, W):
    """H and p of a mechanism with several inputs; of H only what can be other than zero, below its diagonal."""
    f, matrix, forces = P[INPUTS], P[W_MATRIX], P[W_FORCES]
    for i in range(f):
        W[forces + i] = 0.0
    for part in range(P[COMPONENTS]):
        first, last = P[P[COMPONENT_START] + part], P[P[COMPONENT_START] + part + 1]
        for a in range(first, last):
            for b in range(first, last):
                W[matrix + P[P[COMPONENT_INPUTS] + a] * f + P[P[COMPONENT_INPUTS] + b]] = 0.0
    add_pinned(P, W)
    add_directed(P, W)
