"""Following a motion along a straight line of inputs, as a curve x = (q, σ) with z = z₀ + σ e; numbers only.

Where the input turns back on the curve, its branch ends: a dead point. A step h along the unit tangent t is at most a
part of 1/|A⁻¹A′|, the distance in which the matrix A = (∂F, t) could become singular, A′ being its change along t; so
no other branch can be mistaken for this one. Where that distance shrinks to what digits can tell, two branches meet: a
change point, which is leapt over straight on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tests.witness.compiled import compiled
from tests.witness.derivatives import bend, jacobian, residuals
from tests.witness.elimination import eliminate, kernel, substitute

REACHED, ENDED, UNDECIDED = 0, 1, 2
END, NEAREST, NEAREST_AT, LEAPS, ON_CHANGE_POINT = 0, 1, 2, 3, 4
"""What is reported: σ at which the branch ends, the shortest distance to a singular position that is not leapt over and
σ there, the number of change points leapt over, and 1 where the way ends on one."""
TURN = 0.5
"""The most that a link turns in a step."""
STRAIGHT = 0.95
"""The least cosine between the tangents before and after a step."""
MOST_STEPS = 20000
SHORT = 1e-6
"""A step in which nothing turns back and forth."""
TINY = 1e-9
"""A step that leads nowhere else."""
AWAY = 1e5
"""Who goes so many sizes away does not come back: the branch ends at infinity."""
LEAP, LONGEST_LEAP = 50.0, 1e-2
"""How far a change point is leapt over, in distances at which it is taken for one; and at most."""
POLISH = 4
"""Corrections beyond what the condition of the matrix promises to be of use: it promises too little at times."""
SINGULAR = 1e-15
"""A pivot that is none."""


class Line(NamedTuple):
    """A table of conditions on n coordinates, and the line of inputs z₀ + σ e."""

    table: Any
    start: Any
    way: Any
    n: int


class Point(NamedTuple):
    """x = (q, σ) on the curve, the unit tangent t and the curvature x″."""

    x: Any
    t: Any
    curvature: Any


class Factors(NamedTuple):
    """Of ∂F by (q, σ), see `elimination`."""

    matrix: Any
    rows: Any
    columns: Any


@compiled
def new_point(line):
    return Point(np.zeros(line.n + 1), np.zeros(line.n + 1), np.zeros(line.n + 1))


@compiled
def new_factors(line):
    m, n = len(line.table), line.n
    return Factors(np.empty((m, n + 1)), np.empty(m, np.int64), np.empty(n + 1, np.int64))


@compiled
def with_inputs(line, x):
    """Coordinates and inputs (n + f,) of a point of the curve."""
    full = np.empty(line.n + len(line.way))
    full[: line.n] = x[: line.n]
    full[line.n :] = line.start + x[line.n] * line.way
    return full


@compiled
def along_line(line, matrix, out):
    """Columns by q and σ from those by q and z."""
    n = line.n
    for k in range(len(matrix)):
        out[k, n] = 0.0
        for j in range(n):
            out[k, j] = matrix[k, j]
        for i in range(len(line.way)):
            out[k, n] += matrix[k, n + i] * line.way[i]


@compiled
def factor(line, x, factors, t):
    """Factor ∂F at a point of the curve, and take its unit tangent; the smallest pivot."""
    wide = np.empty((len(line.table), line.n + len(line.way)))
    jacobian(line.table, with_inputs(line, x), line.n, wide)
    along_line(line, wide, factors.matrix)
    pivot = eliminate(factors.matrix, line.n, factors.rows, factors.columns)
    if pivot > 0.0:
        kernel(factors.matrix, line.n, factors.columns, t)
    return pivot


@compiled
def corrected(line, x, t, across, most, factors):
    """Bring x to the curve in the plane across a vector; false if it is further than `most` away, or never gets there.

    Factors and t are those of the point that is found, to rounding.
    """
    right, step = np.empty((len(line.table), 1)), np.empty((line.n + 1, 1))
    before, polished = most, 0
    for attempt in range(12 + POLISH):
        pivot = factor(line, x, factors, t)
        inclination = (across * t).sum()
        if not pivot > SINGULAR or abs(inclination) < 1e-12:
            return False
        residuals(line.table, with_inputs(line, x), line.n, right[:, 0])
        substitute(factors.matrix, line.n, factors.rows, factors.columns, right, step)
        move = step[:, 0] - (across * step[:, 0]).sum() / inclination * t
        size = np.sqrt((move * move).sum())
        if size > before and polished > 0:
            return True
        if size > before and (attempt == 0 or size > 1e-13 / pivot):
            return False
        x -= move
        if size * size <= 1e-15 * pivot or size <= 1e-14 / pivot:
            polished += 1
            if size <= 1e-15 or polished == POLISH:
                return True
        before = 0.7 * size
    return False


@compiled
def bend_along(line, point, factors):
    """|A⁻¹A′| at a point, places being measured by their distance if that is large; its curvature is taken as well."""
    m, n, f = len(line.table), line.n, len(line.way)
    x, t, curvature = point
    v = np.empty(n + f)
    v[:n] = t[:n]
    v[n:] = t[n] * line.way
    wide, change, found = np.empty((m, n + f)), np.empty((m, n + 1)), np.empty((n + 1, n + 1))
    bend(line.table, with_inputs(line, x), n, v, wide)
    along_line(line, wide, change)
    substitute(factors.matrix, n, factors.rows, factors.columns, change, found)
    weight = np.ones(n + 1)
    for i in range(n):
        if i % 3 != 2:
            weight[i] = max(1.0, abs(x[i]))
    total = 0.0
    curvature[:] = 0.0
    for j in range(n + 1):
        along = (t * found[:, j]).sum()
        for i in range(n + 1):
            value = found[i, j] - along * t[i]
            total += (value * weight[j] / weight[i]) ** 2
            curvature[i] -= value * t[j]
    return np.sqrt(total)


@compiled
def advance(line, point, h, straight, factors, new):
    """Go a step of length h along the curve; whether it is believed."""
    new.x[:] = point.x + h * point.t + 0.5 * h * h * point.curvature
    if not corrected(line, new.x, new.t, point.t, 0.2 * h + 1e-12, factors):
        return False
    if (point.t * new.t).sum() < 0.0:
        new.t[:] = -new.t
    return (point.t * new.t).sum() > straight


@compiled
def may_turn_between(slope, bend, slope_new, h):
    """Whether dσ, positive at both ends of a step, may have been much smaller between them: a parabola has it so."""
    second = (slope_new - slope - bend * h) / (h * h)
    if slope_new <= 0.0 or bend >= 0.0 or second <= 0.0 or -bend >= 2.0 * second * h:
        return False
    return slope - 0.25 * bend * bend / second < 0.5 * min(slope, slope_new)


@compiled
def locate(line, point, h, end, slope, new):
    """The step between 0 and h at which σ is `end`, or dσ vanishes where `slope` is true; the new point is there.

    −1 if it is not found. False position with Illinois' remedy.
    """
    n, factors = line.n, new_factors(line)
    low, at_low = 0.0, point.t[n] if slope else point.x[n] - end
    high, at_high = h, new.t[n] if slope else new.x[n] - end
    near = 1e-15 * (1.0 + abs(end))
    if abs(at_high) <= near:
        return h
    side, middle = 0, h
    for _ in range(80):
        if at_high == at_low or high - low <= 1e-16 * (1.0 + h):
            break
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        if not (low < middle < high):
            middle = 0.5 * (low + high)
        if not advance(line, point, middle, 0.5, factors, new):
            return middle if middle < TINY else -1.0
        value = new.t[n] if slope else new.x[n] - end
        if abs(value) <= near:
            break
        if (value > 0.0) == (at_high > 0.0):
            high, at_high = middle, value
            at_low *= 0.5 if side == 1 else 1.0
            side = 1
        else:
            low, at_low = middle, value
            at_high *= 0.5 if side == -1 else 1.0
            side = -1
    return middle


@compiled
def longest(t, n):
    """The longest step along t in which no link turns too far."""
    turn = 1e-300
    for i in range(2, n, 3):
        turn = max(turn, abs(t[i]))
    return TURN / turn


@compiled
def forwards(t, n, arrival, on_change_point):
    """Let the tangent at the start, on a change point that of the arrival, lead forwards; whether that is clear."""
    if on_change_point:
        t[:] = arrival
    if t[n] < 0.0:
        t[:] = -t
    return t[n] > 1e-14


@compiled
def step_on(line, point, h, factors, new):
    """Go on along the curve, by h or less; the length of the step, 0 if there is no way."""
    n = line.n
    while h > 1e-13:
        believed = advance(line, point, h, STRAIGHT, factors, new)
        if believed and (h < SHORT or not may_turn_between(point.t[n], point.curvature[n], new.t[n], h)):
            return h
        h *= 0.5
    return 0.0


@compiled
def leap_over(line, point, h, factors, new):
    """Go straight on over a change point, by h or more; whether there is a way."""
    point.curvature[:] = 0.0
    while h < LONGEST_LEAP:
        if advance(line, point, h, STRAIGHT, factors, new):
            return new.t[line.n] > 0.0
        h *= 4.0
    return False


@compiled
def follow(line, q, length, care, blur, arrival, report):
    """Go from q at σ = 0 to σ = length; q becomes the configuration reached, `arrival` the tangent there.

    care: the part of the distance to a singular position that is gone in a step; blur: the distance at which it cannot
    be told from a change point. arrival (n + 1,): the tangent by which one came to the start, zero if there is none.
    """
    n = line.n
    here, there, factors = new_point(line), new_point(line), new_factors(line)
    here.x[:n] = q
    report[:] = 0.0
    report[NEAREST] = np.inf
    h = TURN
    regular = factor(line, here.x, factors, here.t) > SINGULAR
    for number in range(MOST_STEPS):
        bent = bend_along(line, here, factors) if regular else np.inf
        leaps = not bent * blur < 1.0
        if number == 0 and not forwards(here.t, n, arrival, leaps):
            return UNDECIDED
        if leaps:
            report[LEAPS] += 1.0
            if not leap_over(line, here, LEAP * blur, factors, there):
                return UNDECIDED
        else:
            if 1.0 / bent < report[NEAREST]:
                report[NEAREST], report[NEAREST_AT] = 1.0 / bent, here.x[n]
            h = step_on(line, here, min(min(care / bent, longest(here.t, n)), 2.0 * h), factors, there)
            if h == 0.0:
                return UNDECIDED
            if there.x[n] < length and there.t[n] <= 0.0:
                h = locate(line, here, h, 0.0, True, there)
                if h < 0.0:
                    return UNDECIDED
                if there.x[n] < length:
                    q[:], arrival[:], report[END] = there.x[:n], there.t, there.x[n]
                    return ENDED
        if there.x[n] >= length:
            if leaps:
                part, report[ON_CHANGE_POINT] = (length - here.x[n]) / (there.x[n] - here.x[n]), 1.0
                there.x[:] = here.x + part * (there.x - here.x)
            elif locate(line, here, h, length, False, there) < 0.0:
                return UNDECIDED
            q[:], arrival[:] = there.x[:n], there.t
            return REACHED
        here.x[:], here.t[:], regular = there.x, there.t, True
        if np.abs(here.x[:n]).max() > AWAY:
            q[:], report[END] = here.x[:n], here.x[n]
            return ENDED
    return UNDECIDED
