"""Newton's method on all conditions of a mechanism at once, step after step, with no Python in between.

With Φ(q, z) = 0, unknown coordinates q and inputs z, derivatives along a direction (q̇, ż) follow from

    Φ_q q̇ = −Φ_z ż,    Φ_q q̈ = −Φ_z z̈ − D²Φ[(q̇, ż), (q̇, ż)],

K and L from the same with unit vectors, and the second-order prediction of the next step from the same along the change
of the inputs. All use the factors of the last iteration.

A step is divided where the iteration does not converge, where it ends far from its prediction, and where the
determinant of a block changes its sign: however finely it is divided, a change point is passed and a dead point is not.

What the equations are, and how variables are moved, goes with the kind of `System`: this module has the plane's, whose
variables are numbers that are added; `sgkin.kernels.space_continuation` those of space, where links turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sgkin.kernels.block_triangular import factor_blocks, solve_blocks
from sgkin.kernels.compiled import compiled, inner
from sgkin.kernels.equations import fill_bends, fill_jacobian, fill_residuals, turn_angles
from sgkin.kernels.lapack import factor_full, solve_full
from sgkin.kernels.pointer_struct import Tables

DONE, FAILED, DOUBTFUL, PIVOTS, INCONSISTENT = range(5)
"""How a march ends: at its last step; where no further step is found; at a step where the matrix is nearly singular;
where the sequence of pivots must be found anew; where redundant conditions contradict the others."""

POSITIONS, RATES, COEFFICIENTS = range(3)
"""What is found at each step besides the position."""

EVALUATIONS, FACTORISATIONS, SOLUTIONS, BENDS, ITERATIONS, PARTS, COUNTS = range(7)
"""What is counted; parts of steps are at least as many as steps."""

SHRINK = 0.37
MOST_ITERATIONS = 40
SINGULAR = 1e-14
"""Smallest pivot, by the largest entry, with which an iteration goes on."""
CLOSE = 1e-6
"""A correction that may be taken for rounding where the iteration makes no further progress."""
FURTHEST = 0.5
"""Largest correction of one iteration, in typical lengths or radians."""
FURTHEST_INPUT = 0.8
"""Largest change of an input in one part of a step."""
UNLIKE = 0.1
"""How far from its prediction a step may end, where the quality of the blocks is the best they have had; where one is
weaker, less by that: the nearer a change point, the nearer is the other mode."""
CROSSING = 3e-5
"""Change of the inputs within which a determinant may change its sign."""
SMALLEST = 1e-9
"""Change of the inputs below which steps are not divided further."""
CONSISTENT = 1e-8
"""Residual of redundant conditions."""
NEARLY = 1e-6
"""Quality of a block, by the best it has had, below which derivatives at a step are in doubt."""
BLURRED = 1e-7
"""The same, below which steps are not divided."""
MOST_MULTIPLE = 1e4
"""Largest multiple in an elimination with a fixed sequence of pivots."""


@inner
def set_residuals(S, W, w):
    """Φ of all conditions."""
    turn_angles(S.equations, w, W.cosine, W.sine)
    fill_residuals(S.equations, w, W.cosine, W.sine, W.residual)


@inner
def set_jacobian(S, W, w):
    """Φ_q and Φ_z where residuals were set last."""
    fill_jacobian(S.equations, S.slots, w, W.cosine, W.sine, W.values)


@inner
def set_bends(S, W, w, u, v):
    """D²Φ along two changes of all variables, as a right-hand side."""
    fill_bends(S.equations, w, u, v, W.cosine, W.sine, W.right)


@inner
def start_trial(S, W):
    """Everything in the trial besides unknowns and inputs: constants never change."""


@inner
def longest_part(S, W):
    """The longest part of a step whose derivatives are in W.first and W.second."""
    return 1.0


@inner
def settle(S, W):
    """What else is to be done at a position that is taken."""


@inner
def is_worn(S, W):
    """Whether the equations should be formed anew at the position that is reached."""
    return False


@dataclass(eq=False)
class System(Tables):
    """All that is fixed. Inputs enter `known_row` by the values from `known_store` on; sizes: unknowns, inputs, whether
    the matrix is full; integers and letter: what LAPACK is given; tracked (t, 4): variables a, b, c, d of directions
    (c − a, d − b) whose whole turns are counted."""

    equations: Any
    slots: Any
    blocks: Any
    known_row: Any
    known_input: Any
    known_store: Any
    sizes: Any
    addresses: Any
    integers: Any
    letter: Any
    tracked: Any
    settled: Any  # (1,) a correction after which the iteration ends

    set_residuals = staticmethod(set_residuals)
    set_jacobian = staticmethod(set_jacobian)
    set_bends = staticmethod(set_bends)
    start_trial = staticmethod(start_trial)
    longest_part = staticmethod(longest_part)
    settle = staticmethod(settle)
    is_worn = staticmethod(is_worn)


@dataclass(eq=False)
class Work(Tables):
    """All that changes; w: the variables at the last position that was reached."""

    w: Any
    trial: Any
    values: Any
    pivots: Any
    short_pivots: Any
    sign: Any
    base_sign: Any
    quality: Any
    best: Any
    residual: Any
    right: Any
    step: Any
    x: Any
    cosine: Any
    sine: Any
    first: Any  # derivatives along the change of the inputs, of all variables
    second: Any
    third: Any  # estimated, or zero
    bend: Any  # second derivatives by a single input at the step before
    before: Any  # (2,) that input, and whether there is one
    rate: Any  # derivatives of the motion
    acceleration: Any
    unit: Any  # (inputs, variables)
    change: Any  # (inputs,)
    turns: Any  # (tracked,)
    direction: Any  # (tracked, 2)
    counts: Any
    last_w: Any  # as they were before the step
    last_sign: Any
    last_turns: Any
    last_direction: Any


@dataclass(eq=False)
class Results(Tables):
    """What is kept of each step: variables `kept`, derivatives of `moving`; empty where they are not asked for."""

    kept: Any
    moving: Any
    positions: Any  # (steps, kept)
    rates: Any  # (steps, moving)
    accelerations: Any
    coefficients: Any  # (steps, moving, inputs)
    gradients: Any  # (steps, moving, inputs, inputs)
    turns: Any  # (steps, tracked)
    quality: Any  # (steps,) of the weakest block, by the best it has had


@inner
def copy(source, target):
    """Number by number: assigning a slice would compile a message for shapes that do not fit."""
    for place in range(target.size):
        target.flat[place] = source.flat[place]


@inner
def evaluate(S, W, w):
    """All residuals, and the largest of those that are solved for."""
    S.set_residuals(S, W, w)
    W.counts[EVALUATIONS] += 1
    largest = 0.0
    for i in range(S.sizes[0]):
        size = abs(W.residual[i])
        if not size <= largest:
            largest = size
    return largest


@inner
def factorise(S, W, w):
    """The Jacobian at the angles evaluated last, and its factors; −1, or the block whose pivots do not suit."""
    S.set_jacobian(S, W, w)
    W.counts[FACTORISATIONS] += 1
    if S.sizes[2]:
        factor_full(S.addresses, W.values, W.short_pivots, S.integers, W.sign, W.quality)
        return -1
    return factor_blocks(S.blocks, W.values, W.pivots, W.sign, W.quality, MOST_MULTIPLE)


@inner
def backsolve(S, W, solution):
    """Solve for the right-hand side in `W.right`."""
    W.counts[SOLUTIONS] += 1
    if S.sizes[2]:
        solve_full(S.addresses, W.values, W.short_pivots, S.integers, S.letter, W.right, solution)
    else:
        solve_blocks(S.blocks, W.values, W.pivots, W.right, solution, W.x)


@inner
def weakest(quality):
    """The smallest of all."""
    smallest = 1.0
    for b in range(quality.shape[0]):
        smallest = min(smallest, quality[b])
    return smallest


@inner
def subtract_inputs(S, W, change):
    """Subtract Φ_z times a change of the inputs from the right-hand side."""
    store = S.known_store[0]
    for j in range(S.known_row.shape[0]):
        W.right[S.known_row[j]] -= W.values[store + j] * change[S.known_input[j]]


@inner
def set_first(S, W, change, first):
    """First derivatives along a change of the inputs; those of inputs themselves too."""
    n, f = S.sizes[0], S.sizes[1]
    W.right[:] = 0.0
    subtract_inputs(S, W, change)
    backsolve(S, W, first)
    for j in range(f):
        first[n + j] = change[j]


@inner
def set_second(S, W, w, u, v, second):
    """Second derivatives along two first ones, while the inputs change evenly."""
    S.set_bends(S, W, w, u, v)
    W.counts[BENDS] += 1
    for i in range(W.right.shape[0]):
        W.right[i] = -W.right[i]
    backsolve(S, W, second)


@inner
def iterate(S, W, w):
    """Newton's method from w; how it ends, and how far from its start."""
    n = S.sizes[0]
    previous, before, moved = 0.0, 0.0, 0.0
    for iteration in range(MOST_ITERATIONS):
        W.counts[ITERATIONS] += 1
        largest = evaluate(S, W, w)
        if not largest < 1e6:
            return FAILED, moved
        part = 1.0
        while iteration > 0 and largest > before and largest > 1e-12 and part > 0.01:
            part *= 0.5  # the step was too long: go back half of it
            for i in range(n):
                w[i] -= part * W.step[i]
            largest = evaluate(S, W, w)
        if iteration > 0 and largest > before and largest > 1e-10:
            return FAILED, moved
        before = largest
        if factorise(S, W, w) >= 0:
            return PIVOTS, moved
        if not weakest(W.quality) > SINGULAR:
            return FAILED, moved
        for i in range(n):
            W.right[i] = -W.residual[i]
        backsolve(S, W, W.step)
        size = 0.0
        for i in range(n):
            change = abs(W.step[i])
            if not change <= size:
                size = change
        if not size < 1e6:
            return FAILED, moved
        if size > FURTHEST:
            for i in range(n):
                W.step[i] *= FURTHEST / size
        for i in range(n):
            w[i] += W.step[i]
        moved += min(size, FURTHEST)
        if size <= S.settled[0] or (iteration > 1 and size <= CLOSE and size > 0.7 * previous):
            return DONE, moved
        previous = size
    return FAILED, moved


@inner
def is_consistent(S, W):
    """Whether redundant conditions are fulfilled too."""
    for i in range(S.sizes[0], W.residual.shape[0]):  # noqa: SIM110 (compiled)
        if not abs(W.residual[i]) <= CONSISTENT:
            return False
    return True


@inner
def changes_sign(W):
    """Whether the determinant of a block has another sign than at the last position."""
    for b in range(W.sign.shape[0]):  # noqa: SIM110 (compiled)
        if W.sign[b] != W.base_sign[b]:
            return True
    return False


@inner
def accept(S, W):
    """Take the trial for the position that is reached, and count whole turns."""
    copy(W.trial, W.w)
    S.settle(S, W)
    copy(W.sign, W.base_sign)
    for b in range(W.quality.shape[0]):
        W.best[b] = max(W.best[b], W.quality[b])
    for j in range(S.tracked.shape[0]):
        x = W.w[S.tracked[j, 2]] - W.w[S.tracked[j, 0]]
        y = W.w[S.tracked[j, 3]] - W.w[S.tracked[j, 1]]
        left = W.direction[j, 0] * y - W.direction[j, 1] * x
        if W.direction[j, 1] >= 0.0 and y < 0.0 and left > 0.0:
            W.turns[j] += 1
        elif W.direction[j, 1] < 0.0 and y >= 0.0 and left < 0.0:
            W.turns[j] -= 1
        W.direction[j, 0], W.direction[j, 1] = x, y


@inner
def remember(W):
    """Keep where a step begins."""
    copy(W.w, W.last_w)
    copy(W.base_sign, W.last_sign)
    copy(W.turns, W.last_turns)
    copy(W.direction, W.last_direction)


@compiled
def begin(S, W):
    """Evaluate and factorise at the position that W.w holds; −1, or the block whose pivots do not suit."""
    copy(W.w, W.trial)
    evaluate(S, W, W.w)
    found = factorise(S, W, W.w)
    for j in range(S.tracked.shape[0]):
        W.direction[j, 0] = W.w[S.tracked[j, 2]] - W.w[S.tracked[j, 0]]
        W.direction[j, 1] = W.w[S.tracked[j, 3]] - W.w[S.tracked[j, 1]]
    copy(W.sign, W.base_sign)
    return found


@inner
def weakest_by_best(W):
    """The quality of the weakest block, by the best it has had."""
    smallest = 1.0
    for b in range(W.quality.shape[0]):
        smallest = min(smallest, W.quality[b] / max(W.best[b], W.quality[b], 1e-300))
    return smallest


@inner
def advance(S, W, target, predicted):
    """Go to other inputs, in parts if need be; `predicted`: whether W.first and W.second are known already."""
    n, f = S.sizes[0], S.sizes[1]
    reach = 0.0
    for j in range(f):
        W.change[j] = target[j] - W.w[n + j]
        reach = max(reach, abs(W.change[j]))
    longest = min(1.0, FURTHEST_INPUT / max(reach, 1e-300))
    done, part = 0.0, longest
    here = weakest_by_best(W)
    while True:
        if not predicted:
            set_first(S, W, W.change, W.first)
            set_second(S, W, W.w, W.first, W.first, W.second)
            W.third[:] = 0.0
        predicted = True
        part = min(part, S.longest_part(S, W))
        S.start_trial(S, W)
        for i in range(n):
            bent = 0.5 * W.second[i] + part / 6.0 * W.third[i]
            W.trial[i] = W.w[i] + part * (W.first[i] + part * bent)
        last = done + part >= 1.0
        for j in range(f):
            W.trial[n + j] = target[j] if last else W.w[n + j] + part * W.change[j]
        W.counts[PARTS] += 1
        outcome, moved = iterate(S, W, W.trial)
        if outcome == PIVOTS:
            return PIVOTS
        there = weakest_by_best(W)
        fits = outcome == DONE and moved <= UNLIKE * min(here, there)
        if fits and changes_sign(W) and part * reach > CROSSING:
            fits = False
        if fits and not last and there < BLURRED:
            fits = False  # so near a change point rounding would decide which way to go on
        contradicted = fits and not is_consistent(S, W)
        if not fits or contradicted:
            part *= SHRINK
            if part * reach < SMALLEST or part < 1e-13:
                return INCONSISTENT if contradicted else FAILED
            continue
        accept(S, W)
        here = there
        if last:
            return DONE
        if S.is_worn(S, W):
            return PIVOTS
        done += part
        part = min(part / SHRINK, longest)
        if done + part > 1.0 - 1e-9:
            part = 1.0 - done
        predicted = False


@inner
def keep_rates(S, W, R, step, rate, acceleration):
    """Velocity and acceleration along the motion."""
    n = S.sizes[0]
    set_first(S, W, rate, W.rate)
    S.set_bends(S, W, W.w, W.rate, W.rate)
    W.counts[BENDS] += 1
    for i in range(W.right.shape[0]):
        W.right[i] = -W.right[i]
    subtract_inputs(S, W, acceleration)
    backsolve(S, W, W.acceleration)
    for j in range(S.sizes[1]):
        W.acceleration[n + j] = acceleration[j]
    for j in range(R.moving.shape[0]):
        R.rates[step, j] = W.rate[R.moving[j]]
        R.accelerations[step, j] = W.acceleration[R.moving[j]]


@inner
def keep_coefficients(S, W, R, step):
    """K and L."""
    f = S.sizes[1]
    for i in range(f):
        W.change[:] = 0.0
        W.change[i] = 1.0
        set_first(S, W, W.change, W.unit[i])
        for k in range(R.moving.shape[0]):
            R.coefficients[step, k, i] = W.unit[i, R.moving[k]]
    for i in range(f):
        for j in range(i + 1):
            set_second(S, W, W.w, W.unit[i], W.unit[j], W.second)
            for k in range(R.moving.shape[0]):
                R.gradients[step, k, i, j] = W.second[R.moving[k]]
                R.gradients[step, k, j, i] = W.second[R.moving[k]]


@inner
def predict_from_rates(S, W, target, rate, acceleration):
    """The derivatives along the next change of a single input, from those of the motion; whether that is possible.

    The third is estimated from the second ones at this step and at the one before.
    """
    n = S.sizes[0]
    change = target[0] - W.w[n]
    if S.sizes[1] != 1 or rate[0] == 0.0 or abs(acceleration[0]) * change * change > 1e3 * rate[0] * rate[0]:
        W.before[1] = 0.0
        return False
    since = W.w[n] - W.before[0]
    known = W.before[1] != 0.0 and abs(change) <= 2.0 * abs(since)
    along, bent = change / rate[0], acceleration[0] / rate[0]
    for i in range(n):
        bend = (W.acceleration[i] - bent * W.rate[i]) / (rate[0] * rate[0])
        W.first[i] = along * W.rate[i]
        W.second[i] = change * change * bend
        W.third[i] = change * change * change * (bend - W.bend[i]) / since if known else 0.0
        W.bend[i] = bend
    W.before[0], W.before[1] = W.w[n], 1.0
    return True


@compiled
def march(S, W, R, step, inputs, rates, accelerations, order):
    """Go on from the position in W to the given inputs (steps, f), from `step` on; how it ends, and at which step.

    The position that was reached is in W; everything may be continued by another call.
    """
    predicted = order < POSITIONS  # no; a literal would compile `advance` twice
    W.before[1] = 0.0
    for number in range(step, inputs.shape[0]):
        remember(W)
        outcome = advance(S, W, inputs[number], predicted)
        if outcome != DONE:
            return outcome, number
        for j in range(R.kept.shape[0]):
            R.positions[number, j] = W.w[R.kept[j]]
        for j in range(S.tracked.shape[0]):
            R.turns[number, j] = W.turns[j]
        predicted = order < POSITIONS
        if order == RATES:
            keep_rates(S, W, R, number, rates[number], accelerations[number])
            if number + 1 < inputs.shape[0]:
                predicted = predict_from_rates(S, W, inputs[number + 1], rates[number], accelerations[number])
        elif order == COEFFICIENTS:
            keep_coefficients(S, W, R, number)
        R.quality[number] = weakest_by_best(W)
        if R.quality[number] < NEARLY:
            return DOUBTFUL, number
        if number + 1 < inputs.shape[0] and S.is_worn(S, W):
            return PIVOTS, number + 1
    return DONE, inputs.shape[0]
