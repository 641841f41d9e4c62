"""Values and exact derivatives of a table of conditions; numbers only.

x = (q, z): x, y, θ of the links, then the inputs. With w = r₂ − r₁ and arms a₁, a₂ from the links' places to points:

    F = u · w + …,    ∂F/∂(x₂, y₂) = u,    ∂F/∂θ₂ = u · Ja₂,    ∂F/∂θ_g = Ju · w        (J turns to the left)
"""

from __future__ import annotations

from math import cos, sin

from tests.witness.compiled import compiled
from tests.witness.conditions import DISTANCE, PROJECTION


@compiled
def arm(x, link, px, py):
    """Place and arm of a point."""
    if link < 0:
        return px, py, 0.0, 0.0
    c, s = cos(x[3 * link + 2]), sin(x[3 * link + 2])
    ax, ay = c * px - s * py, s * px + c * py
    return x[3 * link] + ax, x[3 * link + 1] + ay, ax, ay


@compiled
def direction(x, row):
    """The unit vector on which a row projects."""
    angle = row.inclination
    if row.guide >= 0:
        angle += x[3 * row.guide + 2]
    return cos(angle), sin(angle)


@compiled
def residuals(table, x, n, out):
    """F (m,) at x, where the inputs begin at n."""
    for k in range(len(table)):
        row = table[k]
        value = row.constant
        x1, y1, _, _ = arm(x, row.first, row.first_x, row.first_y)
        x2, y2, _, _ = arm(x, row.second, row.second_x, row.second_y)
        wx, wy = x2 - x1, y2 - y1
        if row.kind == DISTANCE:
            length = row.constant
            if row.input >= 0:
                length += x[n + row.input]
            out[k] = 0.5 * (wx * wx + wy * wy - length * length)
            continue
        if row.kind == PROJECTION:
            ux, uy = direction(x, row)
            value += ux * wx + uy * wy
        for j in range(3):
            if row.turning[j] >= 0:
                value += row.turn[j] * x[3 * row.turning[j] + 2]
        if row.input >= 0:
            value -= x[n + row.input]
        out[k] = value


@compiled
def jacobian(table, x, n, out):
    """∂F/∂x (m, n + f)."""
    out[:] = 0.0
    for k in range(len(table)):
        row = table[k]
        x1, y1, ax1, ay1 = arm(x, row.first, row.first_x, row.first_y)
        x2, y2, ax2, ay2 = arm(x, row.second, row.second_x, row.second_y)
        wx, wy = x2 - x1, y2 - y1
        if row.kind == DISTANCE:
            ux, uy = wx, wy
            if row.input >= 0:
                out[k, n + row.input] -= row.constant + x[n + row.input]
        elif row.kind == PROJECTION:
            ux, uy = direction(x, row)
        if row.kind == PROJECTION or row.kind == DISTANCE:
            if row.first >= 0:
                place = 3 * row.first
                out[k, place] -= ux
                out[k, place + 1] -= uy
                out[k, place + 2] -= uy * ax1 - ux * ay1
            if row.second >= 0:
                place = 3 * row.second
                out[k, place] += ux
                out[k, place + 1] += uy
                out[k, place + 2] += uy * ax2 - ux * ay2
            if row.guide >= 0:
                out[k, 3 * row.guide + 2] += ux * wy - uy * wx
        for j in range(3):
            if row.turning[j] >= 0:
                out[k, 3 * row.turning[j] + 2] += row.turn[j]
        if row.input >= 0 and row.kind != DISTANCE:
            out[k, n + row.input] -= 1.0


@compiled
def change(v, link, ax, ay):
    """How the place of a point changes along v."""
    if link < 0:
        return 0.0, 0.0
    turn = v[3 * link + 2]
    return v[3 * link] - turn * ay, v[3 * link + 1] + turn * ax


@compiled
def bend(table, x, n, v, out):
    """The change of the Jacobian (m, n + f) along v (n + f,)."""
    out[:] = 0.0
    for k in range(len(table)):
        row = table[k]
        if row.kind != PROJECTION and row.kind != DISTANCE:
            continue
        x1, y1, ax1, ay1 = arm(x, row.first, row.first_x, row.first_y)
        x2, y2, ax2, ay2 = arm(x, row.second, row.second_x, row.second_y)
        wx, wy = x2 - x1, y2 - y1
        vx1, vy1 = change(v, row.first, ax1, ay1)
        vx2, vy2 = change(v, row.second, ax2, ay2)
        vx, vy = vx2 - vx1, vy2 - vy1
        turn = 0.0
        if row.kind == DISTANCE:
            ux, uy, dx, dy = wx, wy, vx, vy
            if row.input >= 0:
                out[k, n + row.input] -= v[n + row.input]
        else:
            ux, uy = direction(x, row)
            if row.guide >= 0:
                turn = v[3 * row.guide + 2]
            dx, dy = -uy * turn, ux * turn
        if row.first >= 0:
            place = 3 * row.first
            out[k, place] -= dx
            out[k, place + 1] -= dy
            out[k, place + 2] -= dy * ax1 - dx * ay1 - (ux * ax1 + uy * ay1) * v[place + 2]
        if row.second >= 0:
            place = 3 * row.second
            out[k, place] += dx
            out[k, place + 1] += dy
            out[k, place + 2] += dy * ax2 - dx * ay2 - (ux * ax2 + uy * ay2) * v[place + 2]
        if row.guide >= 0:
            out[k, 3 * row.guide + 2] += ux * vy - uy * vx - (ux * wx + uy * wy) * turn
