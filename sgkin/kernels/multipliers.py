"""The equations of motion of a whole mechanism with multipliers, compiled: a right-hand side that can be integrated.

The state y holds x and y of the centre and θ of every moving link, and their rates; lengths are counted in typical ones
and forces in energy by coordinate. With M constant and diagonal, Φ the conditions of joints and of inputs that are not
free, Q the applied forces, γ = −Φ_qq q̇ q̇ − Φ_z z̈ and a rate σ, two forms:

    Baumgarte           M q̈ + Φ_qᵀ λ = Q,    Φ_q q̈ = γ − 2 σ Φ̇ − σ² Φ
    augmented           (M + α Φ_qᵀ Φ_q) δ = Q − M q̈ − Φ_qᵀ λ + α Φ_qᵀ (γ − Φ_q q̈),
                        q̈ += δ, λ += α (Φ_q q̈ − γ), again and again until δ is nothing

The second is the augmented Lagrangian of index 1 (E. Bayo, R. Ledesma, Nonlinear Dynamics 9, 1996); conditions may say
the same twice there. `project` brings positions, then rates, back to the conditions by the same equations, along
directions that are orthogonal to them in the mass matrix.

The plan has the header of `right_hand_side`, whose sizes are 0 here, and then the tables of this module.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from sgkin.kernels.block_triangular import Blocks, factor_blocks, solve_blocks
from sgkin.kernels.compiled import JIT, compiled, compiled_for_c, inner, lane
from sgkin.kernels.equations import Equations, Slots, fill_bends, fill_jacobian, fill_residuals, turn_angles
from sgkin.kernels.executor import element_pointer
from sgkin.kernels.force_laws import fill_forces, input_law
from sgkin.kernels.lapack import factor_full, solve_full
from sgkin.kernels.limits import LARGEST
from sgkin.kernels.numba_hooks import array_at
from sgkin.kernels.pointer_struct import WORD, Tables
from sgkin.kernels.right_hand_side import (
    ALONG,
    ANGLE,
    FORCE_FAILED,
    HEADER,
    NOT_FINITE,
    SIGNATURE,
    SOLVED,
)
from sgkin.kernels.vectors import cross, dot, minus, normal, plus, scaled, turned

(
    UNKNOWNS,
    INPUTS,
    CONDITIONS,
    USED,
    ORDER,
    IS_FULL,
    IS_AUGMENTED,
    ENTRIES,
    ACTIONS,
    GIVEN,
    VARIABLES,
    ANGLES,
    STORED,
    SIZES,
) = range(14)
"""Sizes: unknowns, inputs, conditions, those that are used, rows of the linear equations, how these are solved, entries
of the Jacobian, actions, given inputs, variables, angles, numbers of the matrix."""
(
    AT_VARIABLES,
    AT_RATES,
    AT_INPUT_ACCELERATIONS,
    AT_COSINE,
    AT_SINE,
    AT_VALUES,
    AT_RESIDUAL,
    AT_RATE,
    AT_GAMMA,
    AT_FORCES,
    AT_MULTIPLIERS,
    AT_RIGHT,
    AT_SOLUTION,
    AT_FOUND,
    AT_MATRIX,
    AT_PIVOTS,
    AT_SHORT,
    AT_MEASURED,
    AT_SIGN,
    AT_WORK,
    AT_MISS,
    AT_START,
    PLACES,
) = range(23)
"""Where everything stands in the workspace."""
SINGULAR, NEW_ORDER = -101, -102
"""What else can come of a call: conditions and masses leave accelerations open; another order of elimination is
needed."""
MOST_MULTIPLE = 1e6
"""Multiples of a row in a sparse elimination above which another order is looked for."""
LEAST_QUALITY = 1e-15
"""Smallest pivot by largest up to which equations are singular."""
MOST_CORRECTIONS, SETTLED = 30, 1e-15
"""Corrections of the augmented form, and what they come down to, in parts of the accelerations."""
MOST_PROJECTIONS, ON_CONDITIONS = 20, 1e-14
"""Iterations of a projection, and the correction, in typical lengths, after which it ends."""
ENDS = 8
"""Numbers of an action: places of both points, the direction, 1 where that turns the coordinate with it, and 0 where
there is a rate alone."""


@dataclass(eq=False)
class WholeTables(Tables):
    """All that stays the same; `equations` states the conditions, `slots` number their derivatives one after the other.

    entry_row, entry_variable (k,): of each derivative; used (m,): number of a condition among those used, or −1.
    place, mirrored (k,): where a derivative stands in the matrix of the first form, −1 if nowhere; pair_* : of the
    second form, which products of derivatives are added where. diagonal (n,): where M stands. given (g, 3): number of
    an input, code of its law and where that begins in `laws`. action_frames (a, 3): first links, second links and those
    of directions, −1 for ground.
    """

    equations: Equations
    slots: Slots
    blocks: Blocks
    sizes: Any
    places: Any
    entry_row: Any
    entry_variable: Any
    used: Any
    place: Any
    mirrored: Any
    pair_one: Any
    pair_other: Any
    pair_place: Any
    diagonal: Any
    inertia: Any
    weight: Any
    given: Any
    input_scale: Any
    laws: Any
    action_kind: Any
    action_frames: Any
    action_numbers: Any
    action_codes: Any
    action_laws: Any
    action_scale: Any
    constants: Any  # σ, α, typical length
    addresses: Any
    letter: Any


def _nothing(kind: Any, two: Any = ()) -> Any:
    return np.zeros((0, two) if two else 0, dtype=kind)


WHOLE, REAL, YES_NO = np.int64, np.float64, np.bool_
FLOATS = {
    Equations: "constant linear_weight turn_cos turn_sin projection_cos projection_sin distance_scale bar_square "
    "bar_scale",
    Slots: "",
    Blocks: "",
    WholeTables: "inertia weight input_scale laws action_numbers action_scale constants",
}
"""Which tables hold numbers; the others hold integers."""
TABLES = {"bar_index": 4, "bar": 4, "given": 3, "action_frames": 3, "action_numbers": ENDS}
"""Which of them have so many columns."""


def _empty(kind: Any) -> Any:
    """Tables without anything in them, for their type."""
    made: dict[str, Any] = {}
    for name in kind.__dataclass_fields__:
        inside = {"equations": Equations, "slots": Slots, "blocks": Blocks}.get(name)
        if inside is not None:
            made[name] = _empty(inside)
        else:
            number = REAL if name in FLOATS[kind].split() else WHOLE
            dtype = {"sparse": YES_NO, "letter": np.uint8}.get(name, number)
            made[name] = _nothing(dtype, TABLES.get(name, ()))
    return kind(**made)


KIND = _empty(WholeTables)._numba_type_


@intrinsic
def tables_by_address(typing_context, address):
    """The tables at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], WORD.as_pointer())

    return KIND(types.int64), generate


tables_at: Any = tables_by_address


def _room(kind: Any) -> Any:
    """An array of some type in a workspace."""
    array = types.Array(kind, 1, "C")

    @intrinsic
    def room(typing_context, pointer, start, count):
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.get_data_type(kind)
            size = WORD(context.get_abi_sizeof(data))
            place = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), data.as_pointer())
            parts = {"data": place, "shape": [arguments[2]], "strides": [size], "itemsize": size, "meminfo": None}
            return array_at(context, builder, array, **parts)

        return array(pointer, types.int64, types.int64), generate

    return room


numbers_at: Any = _room(types.float64)
integers_at: Any = _room(types.int64)
short_at: Any = _room(types.int32)


def numbers_from(W, start, count):
    """The same on an array."""
    return W[start : start + count]


def integers_from(W, start, count):
    """The same on an array."""
    return W[start : start + count].view(np.int64)


def short_from(W, start, count):
    """The same on an array."""
    return W[start:].view(np.int32)[:count]


def itself(tables):
    """The tables, which stand in the place of their address."""
    return tables


if not JIT:
    numbers_at, integers_at, short_at, tables_at = numbers_from, integers_from, short_from, itself


@inner
def set_state(S, W, t, y):
    """Put coordinates and rates, and given inputs at a time, into the variables; whether all are numbers."""
    n = S.sizes[UNKNOWNS]
    w, v = (
        numbers_at(W, S.places[AT_VARIABLES], S.sizes[VARIABLES]),
        numbers_at(W, S.places[AT_RATES], S.sizes[VARIABLES]),
    )
    accelerations = numbers_at(W, S.places[AT_INPUT_ACCELERATIONS], S.sizes[INPUTS])
    are_numbers = True
    for i in range(n):
        w[i], v[i] = y[i], y[n + i]
        are_numbers = are_numbers and abs(w[i]) <= LARGEST and abs(v[i]) <= LARGEST
    for number in range(S.sizes[GIVEN]):
        i = S.given[number, 0]
        z, rate, acceleration = input_law(S.given[number, 1], S.laws, S.given[number, 2], t)
        scale = S.input_scale[i]
        w[n + i], v[n + i], accelerations[i] = z / scale, rate / scale, acceleration / scale
        are_numbers = are_numbers and abs(z) <= LARGEST and abs(rate) <= LARGEST
    return are_numbers


@inner
def place_conditions(S, W):
    """Φ, its derivatives, and Φ̇ at the variables and rates; every list in the order of the conditions."""
    E = S.equations
    w, v = (
        numbers_at(W, S.places[AT_VARIABLES], S.sizes[VARIABLES]),
        numbers_at(W, S.places[AT_RATES], S.sizes[VARIABLES]),
    )
    cosine, sine = (
        numbers_at(W, S.places[AT_COSINE], S.sizes[ANGLES]),
        numbers_at(W, S.places[AT_SINE], S.sizes[ANGLES]),
    )
    values = numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES])
    rate = numbers_at(W, S.places[AT_RATE], S.sizes[CONDITIONS])
    turn_angles(E, w, cosine, sine)
    fill_residuals(E, w, cosine, sine, numbers_at(W, S.places[AT_RESIDUAL], S.sizes[CONDITIONS]))
    fill_jacobian(E, S.slots, w, cosine, sine, values)
    rate[:] = 0.0
    for k in range(S.sizes[ENTRIES]):
        rate[S.entry_row[k]] += values[k] * v[S.entry_variable[k]]


@inner
def fill_gamma(S, W):
    """γ, for the first form with what brings the motion back to its conditions."""
    n, conditions = S.sizes[UNKNOWNS], S.sizes[CONDITIONS]
    w, v = (
        numbers_at(W, S.places[AT_VARIABLES], S.sizes[VARIABLES]),
        numbers_at(W, S.places[AT_RATES], S.sizes[VARIABLES]),
    )
    cosine, sine = (
        numbers_at(W, S.places[AT_COSINE], S.sizes[ANGLES]),
        numbers_at(W, S.places[AT_SINE], S.sizes[ANGLES]),
    )
    values = numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES])
    accelerations = numbers_at(W, S.places[AT_INPUT_ACCELERATIONS], S.sizes[INPUTS])
    gamma, rate = numbers_at(W, S.places[AT_GAMMA], conditions), numbers_at(W, S.places[AT_RATE], conditions)
    residual = numbers_at(W, S.places[AT_RESIDUAL], conditions)
    fill_bends(S.equations, w, v, v, cosine, sine, gamma)
    back = 0.0 if S.sizes[IS_AUGMENTED] else S.constants[0]
    for row in range(conditions):
        gamma[row] = -gamma[row] - 2.0 * back * rate[row] - back * back * residual[row]
    for k in range(S.sizes[ENTRIES]):
        i = S.entry_variable[k] - n
        if 0 <= i < S.sizes[INPUTS]:
            gamma[S.entry_row[k]] -= values[k] * accelerations[i]


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
    along = scaled(1.0 / length, span)
    return length, dot(along, spread), span, along, arm, further


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


@inner
def factor(S, W):
    """Form the linear equations and factorise them; SOLVED, SINGULAR or NEW_ORDER."""
    n, stored = S.sizes[UNKNOWNS], S.sizes[STORED]
    values, matrix = numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES]), numbers_at(W, S.places[AT_MATRIX], stored)
    matrix[:] = 0.0
    for i in range(n):
        matrix[S.diagonal[i]] += S.inertia[i]
    if S.sizes[IS_AUGMENTED]:
        penalty = S.constants[1]
        for p in range(S.pair_one.shape[0]):
            matrix[S.pair_place[p]] += penalty * values[S.pair_one[p]] * values[S.pair_other[p]]
    else:
        for k in range(S.sizes[ENTRIES]):
            if S.place[k] >= 0:
                matrix[S.place[k]] += values[k]
                matrix[S.mirrored[k]] += values[k]
    blocks = S.blocks.start.shape[0] - 1
    sign, quality = (
        numbers_at(W, S.places[AT_SIGN], blocks + 1),
        numbers_at(W, S.places[AT_SIGN], 2 * blocks + 2)[blocks + 1 :],
    )
    if S.sizes[IS_FULL]:
        pivots = short_at(W, S.places[AT_PIVOTS], S.sizes[ORDER])
        integers = short_at(W, S.places[AT_SHORT], 3)
        factor_full(S.addresses, matrix, pivots, integers, sign, quality)
        return SOLVED if quality[0] > LEAST_QUALITY else SINGULAR
    pivots = integers_at(W, S.places[AT_PIVOTS], S.sizes[ORDER])
    if factor_blocks(S.blocks, matrix, pivots, sign, quality, MOST_MULTIPLE) >= 0:
        return NEW_ORDER
    for block in range(blocks):
        if not quality[block] > LEAST_QUALITY:
            return SINGULAR
    return SOLVED


@inner
def solve_linear(S, W, right, solution):
    """Solve with the factors."""
    order = S.sizes[ORDER]
    matrix = numbers_at(W, S.places[AT_MATRIX], S.sizes[STORED])
    if S.sizes[IS_FULL]:
        pivots = short_at(W, S.places[AT_PIVOTS], order)
        integers = short_at(W, S.places[AT_SHORT], 3)
        solve_full(S.addresses, matrix, pivots, integers, S.letter, right, solution)
    else:
        pivots = integers_at(W, S.places[AT_PIVOTS], order)
        solve_blocks(S.blocks, matrix, pivots, right, solution, numbers_at(W, S.places[AT_WORK], order))


@inner
def solve_with_multipliers(S, W):
    """The first form: q̈ and λ of M q̈ + Φ_qᵀ λ = Q, Φ_q q̈ = γ."""
    n, used = S.sizes[UNKNOWNS], S.sizes[USED]
    right, solution = numbers_at(W, S.places[AT_RIGHT], n + used), numbers_at(W, S.places[AT_SOLUTION], n + used)
    found, multipliers = numbers_at(W, S.places[AT_FOUND], n), numbers_at(W, S.places[AT_MULTIPLIERS], used)
    forces, gamma = numbers_at(W, S.places[AT_FORCES], n), numbers_at(W, S.places[AT_GAMMA], S.sizes[CONDITIONS])
    for i in range(n):
        right[i] = forces[i]
    for row in range(S.sizes[CONDITIONS]):
        if S.used[row] >= 0:
            right[n + S.used[row]] = gamma[row]
    solve_linear(S, W, right, solution)
    for i in range(n):
        found[i] = solution[i]
    for row in range(used):
        multipliers[row] = solution[n + row]


@inner
def solve_augmented(S, W):
    """The second form of the same."""
    n, used, penalty = S.sizes[UNKNOWNS], S.sizes[USED], S.constants[1]
    values = numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES])
    right, solution = numbers_at(W, S.places[AT_RIGHT], n), numbers_at(W, S.places[AT_SOLUTION], n)
    found, multipliers = numbers_at(W, S.places[AT_FOUND], n), numbers_at(W, S.places[AT_MULTIPLIERS], used)
    forces, gamma = numbers_at(W, S.places[AT_FORCES], n), numbers_at(W, S.places[AT_GAMMA], S.sizes[CONDITIONS])
    miss = numbers_at(W, S.places[AT_MISS], used)
    found[:] = 0.0
    multipliers[:] = 0.0
    for row in range(S.sizes[CONDITIONS]):
        if S.used[row] >= 0:
            miss[S.used[row]] = -gamma[row]
    for _ in range(MOST_CORRECTIONS):
        for i in range(n):
            right[i] = forces[i] - S.inertia[i] * found[i]
        for k in range(S.sizes[ENTRIES]):
            row, i = S.used[S.entry_row[k]], S.entry_variable[k]
            if row >= 0 and i < n:
                right[i] -= values[k] * (multipliers[row] + penalty * miss[row])
        solve_linear(S, W, right, solution)
        largest = change = 0.0
        for i in range(n):
            found[i] += solution[i]
            largest, change = max(largest, abs(found[i])), max(change, abs(solution[i]))
        for row in range(S.sizes[CONDITIONS]):
            if S.used[row] >= 0:
                miss[S.used[row]] = -gamma[row]
        for k in range(S.sizes[ENTRIES]):
            row, i = S.used[S.entry_row[k]], S.entry_variable[k]
            if row >= 0 and i < n:
                miss[row] += values[k] * found[i]
        for row in range(used):
            multipliers[row] += penalty * miss[row]
        if not change > SETTLED * largest:
            break


@inner
def accelerate(P, W, t, y):
    """Find q̈ and λ, which stand in the workspace then."""
    S = tables_at(P[HEADER])
    if not set_state(S, W, t, y):
        return NOT_FINITE
    place_conditions(S, W)
    fill_gamma(S, W)
    if not add_actions(S, W, t):
        return FORCE_FAILED
    status = factor(S, W)
    if status != SOLVED:
        return status
    if S.sizes[IS_AUGMENTED]:
        solve_augmented(S, W)
    else:
        solve_with_multipliers(S, W)
    return SOLVED


def _called(P, W, t, y, rates):
    status = accelerate(P, W, t, y)
    if status != SOLVED:
        return status
    S = tables_at(P[HEADER])
    n = S.sizes[UNKNOWNS]
    found = numbers_at(W, S.places[AT_FOUND], n)
    for i in range(n):
        if not abs(found[i]) <= LARGEST:
            return SINGULAR
        rates[i], rates[n + i] = y[n + i], found[i]
    return SOLVED


@compiled
def project(plan, workspace, t, y):
    """Bring coordinates, then rates, of y to the conditions by the second form; what came of it."""
    P: Any = element_pointer(plan, 0)  # type: ignore[call-arg]
    W: Any = element_pointer(workspace, 0)
    S = tables_at(P[HEADER])
    n, conditions = S.sizes[UNKNOWNS], S.sizes[CONDITIONS]
    found, forces = numbers_at(W, S.places[AT_FOUND], n), numbers_at(W, S.places[AT_FORCES], n)
    gamma, residual = numbers_at(W, S.places[AT_GAMMA], conditions), numbers_at(W, S.places[AT_RESIDUAL], conditions)
    start = numbers_at(W, S.places[AT_START], n)
    for i in range(n):
        start[i] = y[i]
    for _ in range(MOST_PROJECTIONS):
        if not set_state(S, W, t, y):
            return NOT_FINITE
        place_conditions(S, W)
        for row in range(conditions):
            gamma[row] = -residual[row]
        for i in range(n):
            forces[i] = S.inertia[i] * (start[i] - y[i])
        status = factor(S, W)
        if status != SOLVED:
            return status
        solve_augmented(S, W)
        change = 0.0
        for i in range(n):
            y[i] += found[i]
            change = max(change, abs(found[i]))
        if not change > ON_CONDITIONS:
            break
    project_rates(S, W, y)
    return SOLVED


@inner
def project_rates(S, W, y):
    """Bring rates to the conditions, which have just been placed."""
    n, conditions = S.sizes[UNKNOWNS], S.sizes[CONDITIONS]
    found, forces = numbers_at(W, S.places[AT_FOUND], n), numbers_at(W, S.places[AT_FORCES], n)
    values, v = (
        numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES]),
        numbers_at(W, S.places[AT_RATES], S.sizes[VARIABLES]),
    )
    gamma = numbers_at(W, S.places[AT_GAMMA], conditions)
    gamma[:] = 0.0
    for k in range(S.sizes[ENTRIES]):
        i = S.entry_variable[k]
        if i >= n:
            gamma[S.entry_row[k]] -= values[k] * v[i]
    for i in range(n):
        forces[i] = S.inertia[i] * y[n + i]
    solve_augmented(S, W)
    for i in range(n):
        y[n + i] = found[i]


def rates_address() -> Any:
    """Where the right-hand side is, for integrators; with the JIT off the function itself."""
    if not JIT:
        return _called
    if not _KEPT:
        _KEPT.append(compiled_for_c(_called, SIGNATURE))
    return int(_KEPT[0].address or 0)


_KEPT: list[Any] = []
"""The compiled function, which must live as long as its address is used."""
