"""The equations of motion where coordinates are held, as on end stops.

    H z̈ = p + Cᵀ λ        C z̈ + b = 0        C = ∂c/∂z,  b: accelerations of the coordinates c at z̈ = 0

The forces that hold them follow from G λ = −(C z̈₀ + b) with G = C H⁻¹ Cᵀ, where z̈₀ are the accelerations without them.

The workspace has at W_HELD how many coordinates are held, their numbers among all actions, then C, H⁻¹ Cᵀ, G, λ, and
how fast each would move off if it alone were let go, seen against λ: G_kk λ_k.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import called_by_address, compiled, inner, lane
from sgkin.kernels.equations_block import (
    ACTION_NUMBERS,
    ACTION_ROWS,
    ACTION_SIZE,
    ACTION_START,
    ACTIONS,
    ALONG,
    ANGLE,
    BEND_ROWS,
    BEND_SIZE,
    COMPONENT_FREE,
    COMPONENT_START,
    COMPONENTS,
    DEPENDENCE_SIZE,
    DEPENDENCES,
    FREE,
    FREE_INPUTS,
    GIVEN,
    GIVEN_LAWS,
    INPUTS,
    LEAST_INERTIA,
    NO_INERTIA,
    SEEN,
    SOLVED,
    W_ACTIONS,
    W_HELD,
    W_INPUTS,
    W_MATRIX,
    W_STATE,
)
from sgkin.kernels.executor import element_pointer
from sgkin.kernels.rates_call import SIGNATURE
from sgkin.kernels.reduced_forces import seen_along, slope
from sgkin.kernels.reduced_masses import square_of_rate
from sgkin.kernels.right_hand_side import accelerations_of, substitute
from sgkin.kernels.tape_at_inputs import pair_at
from sgkin.kernels.vectors import cross, dot, minus, plus, scaled


def held_room(seen: int, inputs: int) -> int:
    """How many numbers the workspace needs at W_HELD."""
    return 1 + seen * (1 + 2 * inputs + seen + 2)


@lane
def second_pair(P, W, rows, place):
    """A second derivative with two parts, along the rates."""
    by = square_of_rate(W, P[W_INPUTS] + P[INPUTS], P[rows + place + 2])
    return scaled(by, pair_at(P, W, P[W_STATE], rows + place))


@lane
def second_turn(P, W, rows, place):
    """A second derivative of an angle, along the rates."""
    return square_of_rate(W, P[W_INPUTS] + P[INPUTS], P[rows + place + 1]) * W[P[W_STATE] + P[rows + place]]


@inner
def coordinate_slopes(P, W, action, slopes):
    """Put ∂c/∂z of a coordinate into the workspace from `slopes` on; its acceleration at z̈ = 0."""
    state, f = P[W_STATE], P[INPUTS]
    rates = P[W_INPUTS] + f
    row, number = P[ACTION_ROWS] + ACTION_SIZE * action, P[W_ACTIONS] + ACTION_NUMBERS * action
    kind, rows = P[row], P[BEND_ROWS] + BEND_SIZE * action
    _, span, along = seen_along(P, W, state, kind, row, number)
    for i in range(f):
        W[slopes + i] = 0.0
    moving, turning = (0.0, 0.0), 0.0
    for a in range(P[P[ACTION_START] + action], P[P[ACTION_START] + action + 1]):
        here = P[DEPENDENCES] + DEPENDENCE_SIZE * a
        rate = W[rates + P[here]]
        W[slopes + P[here]] = slope(P, W, state, kind, row, number, here, span, along)
        if kind != ANGLE:
            apart = minus(pair_at(P, W, state, here + 3), pair_at(P, W, state, here + 1))
            moving = plus(moving, scaled(rate, apart))
            turning += rate * W[state + P[here + 5]]
    if kind == ANGLE:
        return second_turn(P, W, rows, 2) - second_turn(P, W, rows, 0)
    bent = dot(along, minus(second_pair(P, W, rows, 3), second_pair(P, W, rows, 0)))
    if kind == ALONG:
        turn = W[number + 2] * turning
        return (
            bent
            + 2.0 * turn * cross(along, moving)
            + W[number + 2] * second_turn(P, W, rows, 6) * cross(along, span)
            - turn * turn * dot(along, span)
        )
    stretching = dot(along, moving)
    return bent + (dot(moving, moving) - stretching * stretching) / math.sqrt(dot(span, span))


@called_by_address(SIGNATURE)
def held_accelerations(P, W, t, y, rates):
    """`accelerations_of` with coordinates held; NO_INERTIA − f where what is held is not independent."""
    status = accelerations_of(P, W, t, y, rates)
    if status != SOLVED:
        return status
    f, free, room = P[INPUTS], P[FREE], P[SEEN]
    if f == 1:
        W[P[W_MATRIX]] = math.sqrt(W[P[W_MATRIX]])
    at = P[W_HELD]
    held = int(W[at])
    slopes = at + 1 + room
    moves = slopes + room * f
    joined = moves + room * f
    forces = joined + room * room
    for k in range(held):
        here, move = slopes + f * k, moves + f * k
        bend = coordinate_slopes(P, W, int(W[at + 1 + k]), here)
        for i in range(f):
            W[move + i] = W[here + i]
        for part in range(P[COMPONENTS]):
            first = P[P[COMPONENT_START] + part]
            substitute(P, W, first, first + P[P[COMPONENT_FREE] + part], move)
        for number in range(free):
            bend += W[here + P[P[FREE_INPUTS] + number]] * rates[free + number]
        for number in range(P[GIVEN]):
            i = P[P[GIVEN_LAWS] + 3 * number]
            bend += W[here + i] * W[P[W_INPUTS] + 2 * f + i]
        W[forces + k] = -bend
        for j in range(k + 1):
            value = 0.0
            for number in range(free):
                i = P[P[FREE_INPUTS] + number]
                value += W[slopes + f * j + i] * W[move + i]
            W[joined + room * k + j] = value
        W[forces + room + k] = W[joined + room * k + k]
    if not solve_symmetric(W, joined, room, held, forces):
        return NO_INERTIA - f
    for k in range(held):
        W[forces + room + k] *= W[forces + k]
        for number in range(free):
            rates[free + number] += W[forces + k] * W[moves + f * k + P[P[FREE_INPUTS] + number]]
    return SOLVED


@inner
def solve_symmetric(W, matrix, stride, count, values):
    """Solve equations with a positive matrix, given below its diagonal; whether it is one."""
    for a in range(count):
        for b in range(a + 1):
            value = W[matrix + stride * a + b]
            whole = value
            for c in range(b):
                value -= W[matrix + stride * a + c] * W[matrix + stride * b + c]
            if a == b:
                if not value > LEAST_INERTIA * whole:
                    return False
                W[matrix + stride * a + a] = math.sqrt(value)
            else:
                W[matrix + stride * a + b] = value / W[matrix + stride * b + b]
        value = W[values + a]
        for c in range(a):
            value -= W[matrix + stride * a + c] * W[values + c]
        W[values + a] = value / W[matrix + stride * a + a]
    for a in range(count - 1, -1, -1):
        value = W[values + a]
        for c in range(a + 1, count):
            value -= W[matrix + stride * c + a] * W[values + c]
        W[values + a] = value / W[matrix + stride * a + a]
    return True


@compiled
def slopes_at(plan, workspace, slopes, bends):
    """Fill ∂c/∂z (n, f) of all coordinates, and their accelerations at z̈ = 0 (n,), where the equations were formed
    last."""
    room = plan[W_HELD] + 1 + plan[SEEN]
    for action in range(plan[ACTIONS]):
        bends[action] = coordinate_slopes(
            element_pointer(plan, 0),  # type: ignore[call-arg]
            element_pointer(workspace, 0),  # type: ignore[call-arg]
            action,
            room,
        )
        for i in range(plan[INPUTS]):
            slopes[action, i] = workspace[room + i]
