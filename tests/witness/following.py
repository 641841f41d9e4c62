"""Following a motion along a straight line of inputs, as a curve in (q, σ): z = z₀ + σ e; numbers only.

Where the input turns back on the curve, its branch ends: a dead point. A step h along the unit tangent t is at most a
part of 1/|A⁻¹A′|, the distance in which the matrix A = (∂F, t) could become singular, A′ being its change along t; so
no other branch can be mistaken for this one. Where that distance shrinks to what digits can tell, two branches meet: a
change point, which is leapt over straight on.
"""

from __future__ import annotations

import numpy as np

from tests.witness.compiled import compiled
from tests.witness.derivatives import bend, jacobian, residuals
from tests.witness.elimination import eliminate, kernel, substitute

REACHED, ENDED, UNDECIDED = 0, 1, 2
TURN = 0.5
"""The most that a link turns in a step."""
SHORT = 1e-6
"""A step in which nothing turns back and forth."""
TINY = 1e-9
"""A step that leads nowhere else."""
AWAY = 1e5
"""Who goes so many sizes away does not come back: the branch ends at infinity."""
MOST_STEPS = 20000
LEAP = 50.0
"""How far a change point is leapt over, in distances at which it is taken for one."""


@compiled
def place(x, z0, e, n, full):
    """Coordinates and inputs (n + f,) of a point of the curve."""
    for i in range(n):
        full[i] = x[i]
    for i in range(len(e)):
        full[n + i] = z0[i] + x[n] * e[i]


@compiled
def along_line(matrix, e, n, out):
    """Columns by q and σ from those by q and z."""
    for k in range(len(matrix)):
        for j in range(n):
            out[k, j] = matrix[k, j]
        total = 0.0
        for i in range(len(e)):
            total += matrix[k, n + i] * e[i]
        out[k, n] = total


@compiled
def factored(table, x, z0, e, n, a, rows, columns, t):
    """Factors of ∂F at a point of the curve, and the unit tangent there; the smallest pivot."""
    m = len(table)
    full, wide = np.empty(n + len(e)), np.empty((m, n + len(e)))
    place(x, z0, e, n, full)
    jacobian(table, full, n, wide)
    along_line(wide, e, n, a)
    pivot = eliminate(a, n, rows, columns)
    if pivot > 0.0:
        kernel(a, n, columns, t)
    return pivot


@compiled
def corrected(table, x, z0, e, n, across, most, a, rows, columns, t):
    """Bring x to the curve in the plane across a vector; how far the first correction was, −1 if there is no way.

    Factors and tangent are those of the point that is found, to rounding.
    """
    m = len(table)
    full, right, step = np.empty(n + len(e)), np.empty((m, 1)), np.empty((n + 1, 1))
    first, before = -1.0, np.inf
    for attempt in range(12):
        pivot = factored(table, x, z0, e, n, a, rows, columns, t)
        if not pivot > 1e-15:
            return -1.0
        place(x, z0, e, n, full)
        residuals(table, full, n, right[:, 0])
        substitute(a, n, rows, columns, right, step)
        inclination = (across * t).sum()
        if abs(inclination) < 1e-12:
            return -1.0
        shift = (across * step[:, 0]).sum() / inclination
        size = 0.0
        for i in range(n + 1):
            step[i, 0] -= shift * t[i]
            size += step[i, 0] ** 2
        size = np.sqrt(size)
        if attempt == 0:
            first = size
            if size > most:
                return -1.0
        elif size > 0.7 * before and size > 1e-13 / pivot:
            return -1.0
        for i in range(n + 1):
            x[i] -= step[i, 0]
        if size * size <= 1e-15 * pivot or size <= 1e-14 / pivot:
            return first
        before = size
    return -1.0


@compiled
def bending(table, x, z0, e, n, t, a, rows, columns, curvature):
    """|A⁻¹A′|, places being measured by their distance if that is large; the curvature x″ goes to `curvature`."""
    m, f = len(table), len(e)
    full, v = np.empty(n + f), np.empty(n + f)
    place(x, z0, e, n, full)
    for i in range(n):
        v[i] = t[i]
    for i in range(f):
        v[n + i] = t[n] * e[i]
    wide, turned = np.empty((m, n + f)), np.empty((m, n + 1))
    bend(table, full, n, v, wide)
    along_line(wide, e, n, turned)
    found = np.empty((n + 1, n + 1))
    substitute(a, n, rows, columns, turned, found)
    weight = np.ones(n + 1)
    for i in range(n):
        if i % 3 != 2:
            weight[i] = max(1.0, abs(x[i]))
    total = 0.0
    curvature[:] = 0.0
    for j in range(n + 1):
        along = 0.0
        for i in range(n + 1):
            along += t[i] * found[i, j]
        for i in range(n + 1):
            value = found[i, j] - along * t[i]
            total += (value * weight[j] / weight[i]) ** 2
            curvature[i] -= value * t[j]
    return np.sqrt(total)


@compiled
def longest(t, n):
    """The longest step along t in which no link turns too far."""
    turn = 1e-300
    for i in range(2, n, 3):
        turn = max(turn, abs(t[i]))
    return TURN / turn


@compiled
def advanced(table, x, z0, e, n, t, curvature, h, strict, a, rows, columns, x_new, t_new):
    """A step of length h along the curve; whether it is believed."""
    for i in range(n + 1):
        x_new[i] = x[i] + h * t[i] + 0.5 * h * h * curvature[i]
    moved = corrected(table, x_new, z0, e, n, t, 0.2 * h + 1e-12, a, rows, columns, t_new)
    if moved < 0.0:
        return False
    if (t * t_new).sum() < 0.0:
        t_new *= -1.0
    return (t * t_new).sum() > strict


@compiled
def may_turn_between(slope, bend, slope_new, h):
    """Whether dσ, positive at both ends of a step, may have been much smaller between them: a parabola has it so."""
    second = (slope_new - slope - bend * h) / (h * h)
    if slope_new <= 0.0 or bend >= 0.0 or second <= 0.0 or -bend >= 2.0 * second * h:
        return False
    return slope - 0.25 * bend * bend / second < 0.5 * min(slope, slope_new)


@compiled
def located(table, x, z0, e, n, t, curvature, h, end, slope, x_new, t_new):
    """The step between 0 and h at which σ is `end`, or dσ vanishes where `slope` is true; x_new, t_new are there.

    False position with Illinois' remedy.
    """
    m = len(table)
    a, rows, columns = np.empty((m, n + 1)), np.empty(m, np.int64), np.empty(n + 1, np.int64)
    low, high = 0.0, h
    at_low = t[n] if slope else x[n] - end
    at_high = t_new[n] if slope else x_new[n] - end
    side = 0
    middle = h
    if abs(at_high) <= 1e-15 * (1.0 + abs(end)):
        return h
    for _ in range(80):
        if at_high == at_low or high - low <= 1e-16 * (1.0 + h):
            break
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        if not (low < middle < high):
            middle = 0.5 * (low + high)
        if not advanced(table, x, z0, e, n, t, curvature, middle, 0.5, a, rows, columns, x_new, t_new):
            return middle if middle < TINY else -1.0
        value = t_new[n] if slope else x_new[n] - end
        if abs(value) <= 1e-15 * (1.0 + abs(end)):
            break
        if (value > 0.0) == (at_high > 0.0):
            high, at_high = middle, value
            if side == 1:
                at_low *= 0.5
            side = 1
        else:
            low, at_low = middle, value
            if side == -1:
                at_high *= 0.5
            side = -1
    return middle


@compiled
def follow(table, q, z0, e, length, n, care, blur, hint, report):
    """Go from q at σ = 0 to σ = length; q becomes the configuration reached, hint the tangent there.

    care: the part of the distance to a singular position that is gone in a step; blur: the distance at which it cannot
    be told from a change point. hint (n + 1,): the tangent by which one arrived, used where the start is on a change
    point; zero if there is none. report: σ at which the branch ends, the shortest distance to a singular position that
    was not leapt over and σ there, the number of change points leapt over, 1 where the end lies on a change point.
    """
    m = len(table)
    a, rows, columns = np.empty((m, n + 1)), np.empty(m, np.int64), np.empty(n + 1, np.int64)
    x, t, curvature = np.empty(n + 1), np.empty(n + 1), np.empty(n + 1)
    x_new, t_new = np.empty(n + 1), np.empty(n + 1)
    x[:n] = q
    x[n] = 0.0
    report[:] = 0.0
    report[1] = np.inf
    h = TURN
    pivot = factored(table, x, z0, e, n, a, rows, columns, t)
    begin = True
    for _ in range(MOST_STEPS):
        bent = bending(table, x, z0, e, n, t, a, rows, columns, curvature) if pivot > 1e-15 else np.inf
        leap = not bent * blur < 1.0
        if begin:
            if leap:
                if (hint * hint).sum() == 0.0:
                    return UNDECIDED
                t[:] = hint
            if abs(t[n]) < 1e-14:
                return UNDECIDED
            if t[n] < 0.0:
                t *= -1.0
            begin = False
        if leap:
            curvature[:] = 0.0
            h = LEAP * blur
            report[3] += 1
        else:
            if 1.0 / bent < report[1]:
                report[1], report[2] = 1.0 / bent, x[n]
            h = min(min(care / bent, longest(t, n)), 2.0 * h)
        while not advanced(table, x, z0, e, n, t, curvature, h, 0.95, a, rows, columns, x_new, t_new) or (
            not leap and h > SHORT and may_turn_between(t[n], curvature[n], t_new[n], h)
        ):
            h = 4.0 * h if leap else 0.5 * h
            if h < 1e-13 or (leap and h > 1e-2):
                return UNDECIDED
        beyond = x_new[n] >= length
        if not beyond and t_new[n] <= 0.0 and not leap:
            at = located(table, x, z0, e, n, t, curvature, h, 0.0, True, x_new, t_new)
            if at < 0.0:
                return UNDECIDED
            report[0] = x_new[n]
            if x_new[n] < length:
                q[:] = x_new[:n]
                hint[:] = t_new
                return ENDED
            h, beyond = at, True
        if beyond:
            if leap:
                part = (length - x[n]) / (x_new[n] - x[n])
                q[:] = x[:n] + part * (x_new[:n] - x[:n])
                hint[:] = t
                report[4] = 1.0
                return REACHED
            if located(table, x, z0, e, n, t, curvature, h, length, False, x_new, t_new) < 0.0:
                return UNDECIDED
            q[:] = x_new[:n]
            hint[:] = t_new
            return REACHED
        if leap and t_new[n] * t[n] <= 0.0:
            return UNDECIDED
        x[:] = x_new
        t[:] = t_new
        pivot = 1.0
        if np.abs(x[:n]).max() > AWAY:
            report[0] = x[n]
            q[:] = x[:n]
            return ENDED
    return UNDECIDED
