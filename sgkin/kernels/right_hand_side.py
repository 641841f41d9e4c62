"""The equations of motion in the inputs, H z̈ = p, on raw pointers, with no Python in the loop.

    H = Kᵀ M K        p = Kᵀ (Q − M a₀)        a₀: accelerations at z̈ = 0

A tape gives K of what bodies are known by, and a₀: along the rates where a feature depends on several inputs, L żᵢ²
where it depends on one. Two kinds of bodies. *Pinned* ones are known by points P and C: with d = C − P their centre is
P + α d + β d⊥ and their rate of turning |ḋ| / l, so that their mass matrix in P and d is constant,

    mass of Ṗ, ḋ        m |Ṗ|² + 2 Ṗ·m (α ḋ + β ḋ⊥) + (J / l² + m (α² + β²)) |ḋ|²

and neither centre nor direction need be found. *Directed* ones are known by a point P and a direction u, from which
their centre is at r = a u + b n.

Applied forces are *actions*: a number f on a coordinate c(q), with the force f ∂c/∂zᵢ on each input. Some inputs are
free; the others are given by laws of time, and their accelerations go to the right side.

Close to a change point of the only input, rows of the tape are lost in rounding; there they are interpolated from
stored ones on both sides of it.

plan: numbers under the names below, of sizes and of where lists begin in the plan and in the workspace.
workspace: one for each thread.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from sgkin.kernels.compiled import INTEGERS, JIT, NUMBERS, compiled, compiled_for_c, inner, lane
from sgkin.kernels.executor import call_operation, element_pointer, shifted
from sgkin.kernels.force_laws import fill_forces, input_law
from sgkin.kernels.limits import LARGEST, SMALLEST_MARGIN
from sgkin.kernels.vectors import cross, dot, minus, nearest_angle, normal, plus, scaled, turned

(
    # sizes
    OPERATIONS,
    INPUTS,
    FREE,
    MARGINS,
    MEMORY,
    KEPT,
    PINNED,
    DIRECTED,
    ACTIONS,
    COMPONENTS,
    GIVEN,
    CHANGES,
    BRANCHES,
    ITERATED,
    TURNINGS,
    # where lists begin in the plan
    ADDRESSES,
    ROW_START,
    GEOMETRY_START,
    MEMORY_START,
    ROWS,
    INPUT_ROWS,
    RATE_ROWS,
    MARGIN_ROWS,
    FREE_INPUTS,
    GIVEN_LAWS,
    PINNED_ROWS,
    PINNED_START,
    DIRECTED_ROWS,
    DIRECTED_START,
    ACTION_ROWS,
    ACTION_START,
    ACTION_LAWS,
    LAW_STARTS,
    DEPENDENCES,
    COMPONENT_INPUTS,
    COMPONENT_START,
    COMPONENT_FREE,
    BRANCH_PLACES,
    LANES_KNOWN,
    TURNING_ROWS,
    # where they begin in the workspace
    W_MEMORY,
    W_STATE,
    W_GEOMETRY,
    W_INPUTS,
    W_PINNED,
    W_DIRECTED,
    W_ACTIONS,
    W_LAWS,
    W_VALUES,
    W_MATRIX,
    W_FORCES,
    W_CHANGES,
    W_BRANCHES,
    W_NODES,
    W_TURNING,
    HEADER,
) = range(56)
"""Names of numbers at the beginning of a plan."""

PINNED_SIZE, DIRECTED_SIZE, ACTION_SIZE, DEPENDENCE_SIZE = 6, 9, 7, 6
"""Integers of a body, an action, and of what depends on an input: the input, and up to five rows of derivatives."""
PINNED_NUMBERS, DIRECTED_NUMBERS, ACTION_NUMBERS, CHANGE_NUMBERS = 6, 6, 6, 2
"""Numbers of them in the workspace, and of a change point: its place, and how far around it rows are interpolated."""
DISTANCE, ALONG, ANGLE = range(3)
"""Kinds of coordinates on which actions work: the distance of two points; one point from another, seen along a
direction; the angle from one direction to another."""
NODES, SIDE = 12, 6
"""Places around a change point at which rows are stored: one to six reaches to either side."""
SOLVED, NOT_FINITE, FORCE_FAILED, NO_INERTIA = -1, -2, -3, -4
"""What else than the number of a margin that failed can come of a call. NO_INERTIA − i: the free input i moves none."""
LEAST_INERTIA = 1e-14
"""What the inertia that an input moves must exceed, as a part of its value in H before the others are taken off."""


@inner
def set_inputs(P, W, t, y):
    """Put the free inputs and their rates y, and the given ones at a time, into the workspace; whether all are numbers
    that can be computed with."""
    f, free, values = P[INPUTS], P[FREE], P[W_INPUTS]
    for number in range(free):
        i = P[P[FREE_INPUTS] + number]
        W[values + i], W[values + f + i], W[values + 2 * f + i] = y[number], y[free + number], 0.0
    for number in range(P[GIVEN]):
        law = P[GIVEN_LAWS] + 3 * number
        i = P[law]
        z, rate, acceleration = input_law(P[law + 1], W, P[W_LAWS] + P[law + 2], t)
        W[values + i], W[values + f + i], W[values + 2 * f + i] = z, rate, acceleration
    W[values + 3 * f] = t
    are_numbers = True
    for number in range(2 * f):
        are_numbers = are_numbers and abs(W[values + number]) <= LARGEST
    return are_numbers


@inner
def run_plan(P, W):
    """Run the tape at the inputs of the workspace; SOLVED, or the number of the margin that failed."""
    state, f, values = P[W_STATE], P[INPUTS], P[W_INPUTS]
    if P[CHANGES] > 0 and follow_changes(P, W, W[values]):
        return SOLVED
    for i in range(f):
        W[state + P[P[INPUT_ROWS] + i]] = W[values + i]
        if f > 1:
            W[state + P[P[RATE_ROWS] + i]] = W[values + f + i]
    for number in range(P[ITERATED]):
        W[P[W_MEMORY] + P[P[LANES_KNOWN] + number]] = 0.0  # places are not equally spaced here
    for g in range(P[OPERATIONS]):
        call_operation(  # type: ignore[call-arg]
            P[P[ADDRESSES] + g],
            shifted(W, state),  # type: ignore[call-arg]
            shifted(P, P[ROWS] + P[P[ROW_START] + g]),  # type: ignore[call-arg]
            shifted(W, P[W_GEOMETRY] + P[P[GEOMETRY_START] + g]),  # type: ignore[call-arg]
            shifted(W, P[W_MEMORY] + P[P[MEMORY_START] + g]),  # type: ignore[call-arg]
            1,
        )
    for number in range(P[MARGINS]):
        if not W[state + P[P[MARGIN_ROWS] + number]] > SMALLEST_MARGIN:
            return number
    return SOLVED


@inner
def follow_changes(P, W, z):
    """Choose the branches that the groups have at the only input; close to a change point, interpolate the rows that
    are kept, and say so.

    Angles that follow from the input are stored as they are within the first period, and are turned on from there at
    the rates at W_TURNING. The workspace has at W_CHANGES the period, the lowest place, the interval whose branches are
    set, and the change points in order.
    """
    count, at = P[CHANGES], P[W_CHANGES]
    period, low, places = W[at], W[at + 1], at + 3
    inside = z - period * math.floor((z - low) / period) if period > 0.0 else z
    interval = 0
    while interval < count and W[places + CHANGE_NUMBERS * interval] <= inside:
        interval += 1
    for side in range(2):
        number, shift = interval - side, 0.0
        if number < 0 or number >= count:
            if not period > 0.0:
                continue
            number, shift = (count - 1, -period) if number < 0 else (0, period)
        place = places + CHANGE_NUMBERS * number
        away, reach = inside - (W[place] + shift), W[place + 1]
        if abs(away) < reach:
            interpolate(P, W, P[W_NODES] + number * NODES * P[KEPT], away / reach)
            for turning in range(P[TURNINGS]):
                W[P[W_STATE] + P[P[TURNING_ROWS] + turning]] += W[P[W_TURNING] + turning] * (z - inside + shift)
            return True
    if W[at + 2] != interval:
        W[at + 2] = interval
        for number in range(P[BRANCHES]):
            branch = W[P[W_BRANCHES] + interval * P[BRANCHES] + number]
            W[P[W_MEMORY] + P[P[BRANCH_PLACES] + number]] = branch
    return False


@inner
def interpolate(P, W, stored, x):
    """Put kept rows between those that are stored at −6, …, −1, 1, …, 6 into the state, at x."""
    kept, state = P[KEPT], P[W_STATE]
    for row in range(kept):
        W[state + row] = 0.0
    for node in range(NODES):
        here = float(node - SIDE if node < SIDE else node - SIDE + 1)
        weight = 1.0
        for other in range(NODES):
            if other != node:
                there = float(other - SIDE if other < SIDE else other - SIDE + 1)
                weight *= (x - there) / (here - there)
        for row in range(kept):
            W[state + row] += weight * W[stored + node * kept + row]


@lane
def pair_at(P, W, base, place):
    """The two numbers whose rows stand at a place of the plan."""
    return W[base + P[place]], W[base + P[place + 1]]


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
    length = math.sqrt(dot(span, span))
    return length, span, scaled(1.0 / length, span)


@inner
def add_actions(P, W, t):
    """Find all coordinates and their rates, the forces on them, and add these to p; whether all are numbers."""
    state, count, values, f = P[W_STATE], P[ACTIONS], P[W_VALUES], P[INPUTS]
    rates = P[W_INPUTS] + f
    for action in range(count):
        row, number = P[ACTION_ROWS] + ACTION_SIZE * action, P[W_ACTIONS] + ACTION_NUMBERS * action
        kind = P[row]
        value, span, along = seen_along(P, W, state, kind, row, number)
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
            _, span, along = seen_along(P, W, state, kind, row, number)
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


@inner
def form_equations(P, W, t, y):
    """Fill H and p of the workspace at a time and free inputs with their rates y."""
    if not set_inputs(P, W, t, y):
        return NOT_FINITE
    status = run_plan(P, W)
    if status != SOLVED:
        return status
    if P[INPUTS] == 1:
        reduce_one(P, W)
    else:
        reduce_many(P, W)
    if P[ACTIONS] > 0 and not add_actions(P, W, t):
        return FORCE_FAILED
    return SOLVED


@compiled
def equations_at(plan, workspace, t, y):
    """`form_equations` on contiguous arrays."""
    return form_equations(
        element_pointer(plan, 0),  # type: ignore[call-arg]
        element_pointer(workspace, 0),  # type: ignore[call-arg]
        t,
        element_pointer(y, 0),  # type: ignore[call-arg]
    )


@inner
def solve_component(P, W, first, last):
    """z̈ of the free inputs that move some of the same links, by Cholesky's factors, in the place of p; SOLVED, or
    which of them moves nothing."""
    f, matrix, forces, inputs = P[INPUTS], P[W_MATRIX], P[W_FORCES], P[COMPONENT_INPUTS]
    for a in range(first, last):
        i = P[inputs + a]
        for b in range(first, a + 1):
            j = P[inputs + b]
            value = W[matrix + i * f + j]
            whole = value
            for c in range(first, b):
                k = P[inputs + c]
                value -= W[matrix + i * f + k] * W[matrix + j * f + k]
            if a == b:
                if not value > LEAST_INERTIA * whole:
                    return NO_INERTIA - i
                W[matrix + i * f + i] = math.sqrt(value)
            else:
                W[matrix + i * f + j] = value / W[matrix + j * f + j]
    for a in range(first, last):
        i = P[inputs + a]
        value = W[forces + i]
        for c in range(first, a):
            value -= W[matrix + i * f + P[inputs + c]] * W[forces + P[inputs + c]]
        W[forces + i] = value / W[matrix + i * f + i]
    for a in range(last - 1, first - 1, -1):
        i = P[inputs + a]
        value = W[forces + i]
        for c in range(a + 1, last):
            value -= W[matrix + P[inputs + c] * f + i] * W[forces + P[inputs + c]]
        W[forces + i] = value / W[matrix + i * f + i]
    return SOLVED


@inner
def subtract_given(P, W):
    """Take from p what the given accelerations need."""
    f, matrix, given = P[INPUTS], P[W_MATRIX], P[W_INPUTS] + 2 * P[INPUTS]
    for number in range(P[GIVEN]):
        k = P[P[GIVEN_LAWS] + 3 * number]
        if W[given + k] != 0.0:
            for free in range(P[FREE]):
                i = P[P[FREE_INPUTS] + free]
                W[P[W_FORCES] + i] -= W[matrix + max(i, k) * f + min(i, k)] * W[given + k]


@inner
def accelerations_by_pointer(P, W, t, y, rates):
    """Fill rates with ż and z̈ of the free inputs, y having z and ż; SOLVED, or what came of it."""
    status = form_equations(P, W, t, y)
    if status != SOLVED:
        return status
    f, free = P[INPUTS], P[FREE]
    if f == 1:
        h = W[P[W_MATRIX]]
        if not h > 0.0:
            return NO_INERTIA
        rates[0], rates[1] = y[1], W[P[W_FORCES]] / h
        return SOLVED
    subtract_given(P, W)
    for part in range(P[COMPONENTS]):
        first = P[P[COMPONENT_START] + part]
        status = solve_component(P, W, first, first + P[P[COMPONENT_FREE] + part])
        if status != SOLVED:
            return status
    for number in range(free):
        rates[number] = y[free + number]
        rates[free + number] = W[P[W_FORCES] + P[P[FREE_INPUTS] + number]]
    return SOLVED


SIGNATURE = types.int64(INTEGERS, NUMBERS, types.float64, NUMBERS, NUMBERS)
"""Of every right-hand side that can be integrated: plan, workspace, time, state, its rates."""


@intrinsic
def call_rates(typing_context, address, plan, workspace, t, y, rates):
    """Call the right-hand side at an address."""

    def generate(context, builder, signature, arguments):
        from llvmlite import ir

        double, integer = ir.DoubleType(), ir.IntType(64)
        numbers, integers = double.as_pointer(), integer.as_pointer()
        kind = ir.FunctionType(integer, [integers, numbers, double, numbers, numbers])
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return types.int64(types.int64, INTEGERS, NUMBERS, types.float64, NUMBERS, NUMBERS), generate


def call_function(function, plan, workspace, t, y, rates):
    """Call a right-hand side, which stands in the place of its address."""
    with np.errstate(all="ignore"):
        return function(plan, workspace, t, y, rates)


if not JIT:
    call_rates = call_function  # type: ignore[assignment]


@compiled
def rates_at(address, plan, workspace, t, y, rates):
    """The same on contiguous arrays."""
    return call_rates(  # type: ignore[call-arg]
        address,
        element_pointer(plan, 0),  # type: ignore[call-arg]
        element_pointer(workspace, 0),  # type: ignore[call-arg]
        t,
        element_pointer(y, 0),  # type: ignore[call-arg]
        element_pointer(rates, 0),  # type: ignore[call-arg]
    )


def _called(P, W, t, y, rates):
    return accelerations_by_pointer(P, W, t, y, rates)


def rates_address() -> Any:
    """Where `accelerations_by_pointer` is, for C and for integrators; with the JIT off the function itself."""
    if not JIT:
        return _called
    if not _KEPT:
        _KEPT.append(compiled_for_c(_called, SIGNATURE))
    return int(_KEPT[0].address or 0)


_KEPT: list[Any] = []
"""The compiled function, which must live as long as its address is used."""
