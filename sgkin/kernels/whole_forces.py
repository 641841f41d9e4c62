"""Applied forces and weight on the links of a whole mechanism."""

from __future__ import annotations

import math

from sgkin.kernels.compiled import inner, lane
from sgkin.kernels.equations_block import ALONG, ANGLE, DISTANCE
from sgkin.kernels.force_laws import fill_forces, force_of
from sgkin.kernels.limits import LARGEST
from sgkin.kernels.vectors import cross, direction_of, dot, minus, normal, plus, scaled, turned
from sgkin.kernels.whole_tables import (
    ACTIONS,
    AT_FORCES,
    AT_MEASURED,
    AT_RATES,
    AT_VARIABLES,
    UNKNOWNS,
    VARIABLES,
)
from sgkin.kernels.workspace_arrays import numbers_at


@lane
def end_of(w, v, link, x, y):
    """Place, arm, velocity and rate of turning of a place of a link, −1 for ground."""
    if link < 0:
        return (x, y), (0.0, 0.0), (0.0, 0.0), 0.0
    theta = w[3 * link + 2]
    arm = turned((x, y), (math.cos(theta), math.sin(theta)))
    turning = v[3 * link + 2]
    velocity = plus((v[3 * link], v[3 * link + 1]), scaled(turning, normal(arm)))
    return plus((w[3 * link], w[3 * link + 1]), arm), arm, velocity, turning


@lane
def turn_of(w, link):
    """The angle of a link, −1 for ground."""
    return 0.0 if link < 0 else w[3 * link + 2]


@inner
def push(forces, link, force, along, arm):
    """Add a force at the end of an arm of a link."""
    if link >= 0:
        forces[3 * link] += force * along[0]
        forces[3 * link + 1] += force * along[1]
        forces[3 * link + 2] += force * cross(arm, along)


@inner
def seen(S, w, v, action):
    """Value and rate of a coordinate, its span and direction, and the arms of its ends, in typical lengths."""
    first, second, directed = S.action_frames[action, 0], S.action_frames[action, 1], S.action_frames[action, 2]
    number = S.action_numbers[action]
    if S.action_kind[action] == ANGLE:
        value, rate = turn_of(w, second) - turn_of(w, first), turn_of(v, second) - turn_of(v, first)
        return value, rate, (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
    place, arm, velocity, _ = end_of(w, v, first, number[0], number[1])
    other, further, faster, _ = end_of(w, v, second, number[2], number[3])
    span, spread = minus(other, place), minus(faster, velocity)
    if S.action_kind[action] == ALONG:
        theta = turn_of(w, directed)
        along = turned((number[4], number[5]), (math.cos(theta), math.sin(theta)))
        rate = dot(along, spread) + number[6] * turn_of(v, directed) * cross(along, span)
        return number[7] * dot(along, span), rate, span, along, arm, further
    length = math.sqrt(dot(span, span))
    along = direction_of(spread if length == 0.0 else span)
    return length, dot(along, spread), span, along, arm, further


@inner
def has_direction(S, t, action, value, rate, force):
    """Whether a force on a distance has a direction where its points fall together: see `reduced_forces`."""
    if S.action_kind[action] != DISTANCE or value != 0.0:
        return True
    return force + force_of(S.action_codes[action], S.laws, S.action_laws[action], t, 0.0, -rate) == 0.0


@inner
def add_actions(S, W, t):
    """Applied forces by all laws, and weight; whether all are numbers."""
    n, count = S.sizes[UNKNOWNS], S.sizes[ACTIONS]
    w, v = (
        numbers_at(W, S.places[AT_VARIABLES], S.sizes[VARIABLES]),
        numbers_at(W, S.places[AT_RATES], S.sizes[VARIABLES]),
    )
    forces, measured = numbers_at(W, S.places[AT_FORCES], n), numbers_at(W, S.places[AT_MEASURED], 3 * count)
    for i in range(n):
        forces[i] = S.weight[i]
    if count == 0:
        return True
    for action in range(count):
        value, rate, _, _, _, _ = seen(S, w, v, action)
        scale = S.action_scale[action]
        measured[action], measured[count + action] = scale * value, scale * rate
    fill_forces(
        count,
        S.action_codes,
        S.action_laws,
        S.laws,
        t,
        measured[:count],
        measured[count : 2 * count],
        measured[2 * count :],
    )
    for action in range(count):
        if not abs(measured[2 * count + action]) <= LARGEST:
            return False
        force = S.action_scale[action] * measured[2 * count + action]
        if force == 0.0:
            continue
        if not has_direction(S, t, action, measured[action], measured[count + action], measured[2 * count + action]):
            return False
        first, second, directed = S.action_frames[action, 0], S.action_frames[action, 1], S.action_frames[action, 2]
        if S.action_kind[action] == ANGLE:
            if second >= 0:
                forces[3 * second + 2] += force
            if first >= 0:
                forces[3 * first + 2] -= force
            continue
        _, _, span, along, arm, further = seen(S, w, v, action)
        push(forces, second, force, along, further)
        push(forces, first, -force, along, arm)
        if S.action_kind[action] == ALONG and directed >= 0:
            forces[3 * directed + 2] += force * S.action_numbers[action, 6] * cross(along, span)
    return True
