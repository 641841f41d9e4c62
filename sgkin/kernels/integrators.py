"""Integration of the equations of motion in time, without Python in the loop.

The state y holds n/2 coordinates and their rates, and its own rates are found by a function at an address, with plan
and workspace as in `sgkin.kernels.equations_block`.

DOP853 is the method of Dormand and Prince of order 8 with error control and dense output, as in E. Hairer, S. P.
Nørsett and G. Wanner, *Solving Ordinary Differential Equations I*, 2nd ed., section II.5. Its tables are handed in. RK4
and the semi-implicit method of Euler take steps of a fixed size; between them, places are read from a cubic through
both ends.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled, inner
from sgkin.kernels.equations_block import ITERATED, MARGIN_ROWS, MARGINS, MEMORY, SOLVED, W_MEMORY, W_STATE
from sgkin.kernels.rates_call import rates_at
from sgkin.kernels.reduced_forces import settle_angles

STAGES, EXTRA, POWERS = 12, 3, 7
"""Stages of a step, stages more for what lies between its ends, and terms of that."""
(
    TIME,
    STEP,
    END,
    RTOL,
    ATOL,
    SMALLEST,
    LARGEST_STEP,
    LARGEST_TURN,
    CLOSE,
    STATUS,
    EVALUATIONS,
    REJECTED,
    LAST,
    TINY,
    TAKEN,
    CONTROL,
) = range(16)
"""Numbers that control an integration: time, next step, end, tolerances, bounds of a step and of how far links turn in
it, how close to a singular position it stops (√margin), what came of the last call, counts, the last step taken, how
many tiny ones were taken in a row, and how many of any size in the last call."""
GOING_ON, DONE, FAILED, TOO_SMALL, IS_CLOSE = range(5)
"""What an integration returns with: so many steps were taken; the end was reached; the equations cannot be formed, even
with the smallest step; the error asks for less than the smallest step; it is close to a singular position."""
SAFETY, LEAST_FACTOR, GREATEST_FACTOR, AFTER_FAILURE = 0.9, 0.2, 10.0, 0.25
"""How much smaller than the best a new step is, how much it changes at once, and what is left after a failure."""
TINY_STEP, MOST_TINY = 1e3, 1000.0
"""Steps up to so many of the smallest are tiny; after so many of them in a row there is no way ahead."""
AHEAD = 1.5
"""How many times as fast as in the last step a margin may fall in the next."""


@inner
def evaluate(address, plan, workspace, control, t, y, rates):
    """The rates of a state; whether they could be formed."""
    control[EVALUATIONS] += 1.0
    status = rates_at(address, plan, workspace, t, y, rates)
    control[STATUS] = status
    return status == SOLVED


@inner
def stage(weights, count, K, step, y, trial):
    """The state from which a stage starts: y and a step along the rates of the stages before it."""
    for i in range(y.shape[0]):
        change = 0.0
        for k in range(count):
            change += weights[k] * K[k, i]
        trial[i] = y[i] + step * change


@inner
def error_of(K, to_third, to_fifth, y, new, step, rtol, atol):
    """The estimated error of a step, by what is allowed."""
    fifth = third = 0.0
    n = y.shape[0]
    for i in range(n):
        scale = atol + rtol * max(abs(y[i]), abs(new[i]))
        five = three = 0.0
        for k in range(STAGES + 1):
            five += to_fifth[k] * K[k, i]
            three += to_third[k] * K[k, i]
        fifth += (five / scale) * (five / scale)
        third += (three / scale) * (three / scale)
    if fifth == 0.0 and third == 0.0:
        return 0.0
    return abs(step) * fifth / math.sqrt((fifth + 0.01 * third) * n)


@inner
def prepare_between(
    address, plan, workspace, control, memory, more_stages, more_nodes, to_terms, K, t, step, y, new, trial, terms
):
    """What is needed to read the state between the ends of a step."""
    for extra in range(EXTRA):
        count = STAGES + 1 + extra
        stage(more_stages[extra], count, K, step, y, trial)
        at = t + more_nodes[extra] * step
        if not evaluate_between(address, plan, workspace, control, memory, at, trial, K[count]):
            return False
    for i in range(y.shape[0]):
        change = new[i] - y[i]
        terms[0, i] = change
        terms[1, i] = step * K[0, i] - change
        terms[2, i] = 2.0 * change - step * (K[STAGES, i] + K[0, i])
        for power in range(3, POWERS):
            value = 0.0
            for k in range(STAGES + 1 + EXTRA):
                value += to_terms[power - 3, k] * K[k, i]
            terms[power, i] = step * value
    return True


@compiled
def read_between(terms, y, x, out):
    """The state at the part x of a step that began at y."""
    for i in range(y.shape[0]):
        value = 0.0
        for power in range(POWERS):
            value += terms[POWERS - 1 - power, i]
            value *= x if power % 2 == 0 else 1.0 - x
        out[i] = y[i] + value


@inner
def keep_state(y, rates, out):
    """Write the free inputs, their rates and accelerations."""
    half = y.shape[0] // 2
    for i in range(y.shape[0]):
        out[i] = y[i]
    for i in range(half):
        out[2 * half + i] = rates[half + i]


@inner
def leave_trail(control, y, trail):
    """Write time and coordinates after a step behind those after the steps before it, as far as there is room."""
    row = int(control[TAKEN])
    if row < trail.shape[0]:
        trail[row, 0] = control[TIME]
        for i in range(y.shape[0] // 2):
            trail[row, 1 + i] = y[i]
    control[TAKEN] += 1.0


@inner
def keep_margins(plan, workspace, margins, column):
    """Remember the roots of all margins as they are now."""
    state = plan[W_STATE]
    for number in range(plan[MARGINS]):
        margins[column, number] = math.sqrt(max(workspace[state + plan[plan[MARGIN_ROWS] + number]], 0.0))


@inner
def watch_margins(plan, control, margins, taken):
    """After a step, make the next one no longer than margins allow; whether one is so small that the integration must
    stop. margins: their roots before and after the step, and what they are measured by, 0 for those
    that are not watched."""
    close = -1
    for number in range(plan[MARGINS]):
        before, after = margins[0, number], margins[1, number]
        fall = before - after
        if fall > 0.0 and margins[2, number] > 0.0:
            if after < control[CLOSE] * margins[2, number]:
                close = number
            # the part of the last step after which it may have fallen to a half of what it is
            longest = 0.5 * after / (AHEAD * fall) * taken
            control[STEP] = min(control[STEP], max(longest, control[SMALLEST]))
        margins[0, number] = after
    return close


@inner
def keep_memory(plan, workspace, memory, place):
    """Keep what groups remember: 0 at the beginning of a step, 1 at its end."""
    if plan[ITERATED] > 0:
        for number in range(plan[MEMORY]):
            memory[place, number] = workspace[plan[W_MEMORY] + number]


@inner
def give_memory(plan, workspace, memory, place):
    """Give groups back what they remembered."""
    if plan[ITERATED] > 0:
        for number in range(plan[MEMORY]):
            workspace[plan[W_MEMORY] + number] = memory[place, number]


@inner
def evaluate_between(address, plan, workspace, control, memory, t, y, rates):
    """`evaluate` inside of a step that was taken: iterations start from its beginning, or else from its end."""
    give_memory(plan, workspace, memory, 0)
    if evaluate(address, plan, workspace, control, t, y, rates):
        return True
    give_memory(plan, workspace, memory, 1)
    return evaluate(address, plan, workspace, control, t, y, rates)


@inner
def bounded_step(control, turns, y):
    """The next step: not beyond the end, and links do not turn too far in it."""
    half, turn = y.shape[0] // 2, 0.0
    for i in range(half):
        turn += abs(y[half + i]) * turns[i]
    step = min(control[STEP], control[LARGEST_STEP])
    if turn * step > control[LARGEST_TURN]:
        step = control[LARGEST_TURN] / turn
    return min(step, control[END] - control[TIME])


@inner
def fill_between(
    address,
    plan,
    workspace,
    control,
    memory,
    more_stages,
    more_nodes,
    to_terms,
    K,
    last,
    step,
    y,
    new,
    trial,
    terms,
    times,
    count,
    out,
):
    """Fill out (m, 3n/2) at those of the times that lie in a step up to `last`; how many are filled, or −1 where the
    equations cannot be formed."""
    ready = False
    while count < times.shape[0] and times[count] <= last:
        if times[count] == last:
            keep_state(new, K[STAGES], out[count])
        else:
            if not ready:
                ready = prepare_between(
                    address,
                    plan,
                    workspace,
                    control,
                    memory,
                    more_stages,
                    more_nodes,
                    to_terms,
                    K,
                    control[TIME],
                    step,
                    y,
                    new,
                    trial,
                    terms,
                )
            if ready:
                read_between(terms, y, (times[count] - control[TIME]) / step, trial)
                ready = evaluate_between(address, plan, workspace, control, memory, times[count], trial, K[1])
            if not ready:
                return -1
            keep_state(trial, K[1], out[count])
        count += 1
    return count


@compiled
def dop853(
    address,
    plan,
    workspace,
    stages,
    weights,
    nodes,
    to_third,
    to_fifth,
    more_stages,
    more_nodes,
    to_terms,
    control,
    turns,
    memory,
    margins,
    K,
    y,
    new,
    trial,
    terms,
    times,
    count,
    out,
    trail,
    most,
):
    """Take up to `most` steps towards the end, and fill out (m, 3n/2) with coordinates, rates and accelerations at
    times (m,), of which `count` are filled.

    K (16, n): its first row holds the rates at y. trail (most, 1 + n/2): time and coordinates after each step.
    What became of it, and how many rows of out are filled.
    """
    n = y.shape[0]
    control[TAKEN] = 0.0
    keep_memory(plan, workspace, memory, 0)
    for _ in range(most):
        if control[TIME] >= control[END]:
            return DONE, count
        while True:
            step = bounded_step(control, turns, y)
            solved = True
            for number in range(1, STAGES):
                stage(stages[number], number, K, step, y, trial)
                if not evaluate(
                    address, plan, workspace, control, control[TIME] + nodes[number] * step, trial, K[number]
                ):
                    solved = False
                    break
            if solved:
                stage(weights, STAGES, K, step, y, new)
                last = control[END] if step == control[END] - control[TIME] else control[TIME] + step
                solved = evaluate(address, plan, workspace, control, last, new, K[STAGES])
            if not solved:
                give_memory(plan, workspace, memory, 0)
                control[REJECTED] += 1.0
                if step <= control[SMALLEST]:
                    return FAILED, count
                control[STEP] = max(AFTER_FAILURE * step, control[SMALLEST])
                continue
            error = error_of(K, to_third, to_fifth, y, new, step, control[RTOL], control[ATOL])
            if error < 1.0:
                factor = GREATEST_FACTOR
                if error > 0.0:
                    factor = min(GREATEST_FACTOR, SAFETY * error**-0.125)
                if control[CLOSE] > 0.0:
                    keep_margins(plan, workspace, margins, 1)
                keep_memory(plan, workspace, memory, 1)
                settle_angles(plan, workspace)
                filled = fill_between(
                    address,
                    plan,
                    workspace,
                    control,
                    memory,
                    more_stages,
                    more_nodes,
                    to_terms,
                    K,
                    last,
                    step,
                    y,
                    new,
                    trial,
                    terms,
                    times,
                    count,
                    out,
                )
                if filled >= 0:
                    break
                give_memory(plan, workspace, memory, 0)  # iterations do not reach into so long a step
                control[REJECTED] += 1.0
                if step <= control[SMALLEST]:
                    return FAILED, count
                control[STEP] = max(AFTER_FAILURE * step, control[SMALLEST])
                continue
            give_memory(plan, workspace, memory, 0)
            control[REJECTED] += 1.0
            if step <= control[SMALLEST] or math.isnan(error):
                return TOO_SMALL, count
            control[STEP] = max(step * max(LEAST_FACTOR, SAFETY * error**-0.125), control[SMALLEST])
        count = filled
        control[STEP] = step * factor
        control[TINY] = control[TINY] + 1.0 if step <= TINY_STEP * control[SMALLEST] else 0.0
        if control[TINY] > MOST_TINY:
            return TOO_SMALL, count
        close = watch_margins(plan, control, margins, step) if control[CLOSE] > 0.0 else -1
        give_memory(plan, workspace, memory, 1)
        keep_memory(plan, workspace, memory, 0)
        control[TIME], control[LAST] = last, step
        for i in range(n):
            y[i], K[0, i] = new[i], K[STAGES, i]
        leave_trail(control, y, trail)
        if close >= 0:
            control[STATUS] = close
            return IS_CLOSE, count
    return (DONE if control[TIME] >= control[END] else GOING_ON), count


@inner
def cubic_between(y, rates, new, new_rates, step, x, out):
    """The state at the part x of a step, from the cubic through both ends of it."""
    a, b = x * x * (3.0 - 2.0 * x), x * (1.0 - x) * step
    for i in range(y.shape[0]):
        out[i] = y[i] + a * (new[i] - y[i]) + b * ((1.0 - x) * rates[i] - x * new_rates[i])


@inner
def rk4_step(address, plan, workspace, control, t, step, K, y, new, trial):
    """One step of the classical method of Runge and Kutta; K[0] holds the rates at its beginning."""
    for number in range(3):
        part = 0.5 * step if number < 2 else step
        for i in range(y.shape[0]):
            trial[i] = y[i] + part * K[number, i]
        if not evaluate(address, plan, workspace, control, t + part, trial, K[number + 1]):
            return False
    for i in range(y.shape[0]):
        new[i] = y[i] + step / 6.0 * (K[0, i] + 2.0 * K[1, i] + 2.0 * K[2, i] + K[3, i])
    return True


@inner
def euler_step(step, K, y, new):
    """One step of the semi-implicit method of Euler: the new rates move the inputs."""
    half = y.shape[0] // 2
    for i in range(half):
        new[half + i] = y[half + i] + step * K[0, half + i]
        new[i] = y[i] + step * new[half + i]


@inner
def may_vanish(plan, control, margins):
    """The number of a margin that is so small after a step of a fixed size, or fell so fast, that it may be zero in the
    next one; −1 if there is none. margins: as in `watch_margins`."""
    found = -1
    for number in range(plan[MARGINS]):
        before, after, scale = margins[0, number], margins[1, number], margins[2, number]
        fall = before - after
        if fall > 0.0 and scale > 0.0 and (after < control[CLOSE] * scale or after < AHEAD * fall):
            found = number
        margins[0, number] = after
    return found


@compiled
def fixed_steps(address, plan, workspace, is_rk4, control, margins, K, y, new, trial, times, count, out, trail, most):
    """Take up to `most` steps of a fixed size towards the end; otherwise as `dop853`."""
    n = y.shape[0]
    control[TAKEN] = 0.0
    for _ in range(most):
        left = control[END] - control[TIME]
        if left <= 0.0:
            return DONE, count
        is_last = left <= control[STEP] * (1.0 + 1e-9)
        step = left if is_last else control[STEP]
        if is_rk4:
            if not rk4_step(address, plan, workspace, control, control[TIME], step, K, y, new, trial):
                return FAILED, count
        else:
            euler_step(step, K, y, new)
        last = control[END] if is_last else control[TIME] + step
        if not evaluate(address, plan, workspace, control, last, new, K[4]):
            return FAILED, count
        settle_angles(plan, workspace)
        close = -1
        if control[CLOSE] > 0.0:
            keep_margins(plan, workspace, margins, 1)
            close = may_vanish(plan, control, margins)
        while count < times.shape[0] and times[count] <= last:
            if times[count] == last:
                keep_state(new, K[4], out[count])
            else:
                cubic_between(y, K[0], new, K[4], step, (times[count] - control[TIME]) / step, trial)
                if not evaluate(address, plan, workspace, control, times[count], trial, K[1]):
                    return FAILED, count
                keep_state(trial, K[1], out[count])
            count += 1
        control[TIME], control[LAST] = last, step
        for i in range(n):
            y[i], K[0, i] = new[i], K[4, i]
        leave_trail(control, y, trail)
        if close >= 0:
            control[STATUS] = close
            return IS_CLOSE, count
    return (DONE if control[TIME] >= control[END] else GOING_ON), count
