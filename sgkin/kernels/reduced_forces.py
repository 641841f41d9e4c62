"""Applied forces reduced to the inputs.

They are *actions*: a number f on a coordinate c(q), with the force f ∂c/∂zᵢ on each input. Where two points fall
together, their distance grows along their velocity; a force on it has a direction there only if it is the other one
where they move the other way: that of a damper has one, that of a spring with a free length has none.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import inner, lane
from sgkin.kernels.equations_block import (
    ACTION_LAWS,
    ACTION_NUMBERS,
    ACTION_ROWS,
    ACTION_SIZE,
    ACTION_START,
    ACTIONS,
    ALONG,
    ANGLE,
    DEPENDENCE_SIZE,
    DEPENDENCES,
    DISTANCE,
    INPUTS,
    LAW_STARTS,
    W_ACTIONS,
    W_FORCES,
    W_INPUTS,
    W_LAWS,
    W_STATE,
    W_VALUES,
)
from sgkin.kernels.executor import shifted
from sgkin.kernels.force_laws import fill_forces, force_of
from sgkin.kernels.limits import LARGEST
from sgkin.kernels.tape_at_inputs import pair_at
from sgkin.kernels.vectors import cross, direction_of, dot, minus, nearest_angle, plus, scaled, turned


@lane
def angle_part(P, W, state, row, number):
    """The angle of a direction, nearest to what it was last, and a scalar; of either only what there is. Two places
    before what it was last stands what it is now, which counts from now on, unless that is held."""
    angle = 0.0
    if P[row] >= 0:
        angle = nearest_angle(math.atan2(W[state + P[row + 1]], W[state + P[row]]), W[number])
        W[number - 2] = angle
        if W[P[W_INPUTS] + 3 * P[INPUTS] + 1] == 0.0:
            W[number] = angle
    if P[row + 2] >= 0:
        angle += W[state + P[row + 2]]
    return angle


@lane
def slope(P, W, state, kind, row, number, here, span, along):
    """∂c/∂zᵢ of a coordinate; span: from the first point to the second; along: the direction that counts."""
    if kind == ANGLE:
        return W[state + P[here + 2]] - W[state + P[here + 1]]
    change = minus(pair_at(P, W, state, here + 3), pair_at(P, W, state, here + 1))
    found = dot(along, change)
    if kind == ALONG:
        found += W[number + 2] * W[state + P[here + 5]] * cross(along, span)
    return found


@lane
def seen_along(P, W, state, kind, row, number):
    """The value of a coordinate, from its first point to the second, and the direction that counts."""
    if kind == ANGLE:
        angle = angle_part(P, W, state, row + 4, number + 4) - angle_part(P, W, state, row + 1, number + 3)
        return angle + W[number], (0.0, 0.0), (0.0, 0.0)
    span = minus(pair_at(P, W, state, row + 3), pair_at(P, W, state, row + 1))
    if kind == ALONG:
        along = turned((W[number], W[number + 1]), pair_at(P, W, state, row + 5))
        return W[number + 3] * (dot(along, span) + W[number + 5]), span, along
    return math.sqrt(dot(span, span)), span, direction_of(span)


@inner
def parting(P, W, action):
    """The direction in which two points that fall together part; zeros where they stay."""
    rates, part = P[W_INPUTS] + P[INPUTS], (0.0, 0.0)
    for a in range(P[P[ACTION_START] + action], P[P[ACTION_START] + action + 1]):
        here = P[DEPENDENCES] + DEPENDENCE_SIZE * a
        change = minus(pair_at(P, W, P[W_STATE], here + 3), pair_at(P, W, P[W_STATE], here + 1))
        part = plus(part, scaled(W[rates + P[here]], change))
    return direction_of(part)


@inner
def seen(P, W, action):
    """The same of an action, also where two points fall together."""
    row, number = P[ACTION_ROWS] + ACTION_SIZE * action, P[W_ACTIONS] + ACTION_NUMBERS * action
    value, span, along = seen_along(P, W, P[W_STATE], P[row], row, number)
    if P[row] == DISTANCE and value == 0.0:
        along = parting(P, W, action)
    return value, span, along


@inner
def has_direction(P, W, t, action, force):
    """Whether a force has a direction."""
    if P[P[ACTION_ROWS] + ACTION_SIZE * action] != DISTANCE or W[P[W_VALUES] + action] != 0.0:
        return True
    code, law = P[P[ACTION_LAWS] + action], P[P[LAW_STARTS] + action]
    rate = W[P[W_VALUES] + P[ACTIONS] + action]
    return force + force_of(code, shifted(W, P[W_LAWS]), law, t, 0.0, -rate) == 0.0  # type: ignore[call-arg]


@inner
def add_actions(P, W, t):
    """Find all coordinates and their rates, the forces on them, and add these to p; whether all are numbers."""
    state, count, values, f = P[W_STATE], P[ACTIONS], P[W_VALUES], P[INPUTS]
    rates = P[W_INPUTS] + f
    for action in range(count):
        row, number = P[ACTION_ROWS] + ACTION_SIZE * action, P[W_ACTIONS] + ACTION_NUMBERS * action
        kind = P[row]
        value, span, along = seen(P, W, action)
        rate = 0.0
        for a in range(P[P[ACTION_START] + action], P[P[ACTION_START] + action + 1]):
            here = P[DEPENDENCES] + DEPENDENCE_SIZE * a
            rate += slope(P, W, state, kind, row, number, here, span, along) * W[rates + P[here]]
        W[values + action], W[values + count + action] = value, rate
    fill_forces(
        count,
        shifted(P, P[ACTION_LAWS]),  # type: ignore[call-arg]
        shifted(P, P[LAW_STARTS]),  # type: ignore[call-arg]
        shifted(W, P[W_LAWS]),  # type: ignore[call-arg]
        t,
        shifted(W, values),  # type: ignore[call-arg]
        shifted(W, values + count),  # type: ignore[call-arg]
        shifted(W, values + 2 * count),  # type: ignore[call-arg]
    )
    for action in range(count):
        force = W[values + 2 * count + action]
        if not abs(force) <= LARGEST:
            return False
        row, number = P[ACTION_ROWS] + ACTION_SIZE * action, P[W_ACTIONS] + ACTION_NUMBERS * action
        kind = P[row]
        if force != 0.0:
            if not has_direction(P, W, t, action, force):
                return False
            _, span, along = seen(P, W, action)
            for a in range(P[P[ACTION_START] + action], P[P[ACTION_START] + action + 1]):
                here = P[DEPENDENCES] + DEPENDENCE_SIZE * a
                change = slope(P, W, state, kind, row, number, here, span, along)
                W[P[W_FORCES] + P[here]] += force * change
    return True


@inner
def settle_angles(P, W):
    """Let the angles that are held count from what they are now on."""
    for action in range(P[ACTIONS]):
        if P[P[ACTION_ROWS] + ACTION_SIZE * action] == ANGLE:
            number = P[W_ACTIONS] + ACTION_NUMBERS * action
            W[number + 3], W[number + 4] = W[number + 1], W[number + 2]
