"""Reading kept rows: frames and points of links, from the points and directions that groups have found.

A body is known by a point P and its direction u, or by two points P and C (`sgkin.kernels.frames.span`), or is a point
alone. `rows` (bodies, 4) says where these stand: x and y of P, then cosine and sine of u, or x and y of C; a derivative
of a direction is one row. A number from 0 on is a row of the data, which begin `stride` numbers apart; −1 − k is the
constant of number k, the same in all lanes. It is put into the scratch (ROWS · BLOCK,), a block of lanes wide.

What is read is written one row after the other: of each point or frame so many rows of n lanes.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled
from sgkin.kernels.conditions import turned
from sgkin.kernels.executor import pointer_to
from sgkin.kernels.frames import carry_first, carry_second, span, span_turn

BLOCK, ROWS = 512, 16
DIRECTED, SPANNED, ALONE = range(3)
"""How a body is known."""


@compiled
def prepare(constants, rows, body, scratch, place):
    """Put what is constant of the four rows of a body into the scratch."""
    for part in range(4):
        row = rows[body, part]
        if row < 0:
            value, start = constants[-1 - row], (place + part) * BLOCK
            for k in range(BLOCK):
                scratch[start + k] = value


@compiled
def row_at(data, stride, row, lane, scratch, place):
    """Where the lanes of a row begin."""
    return pointer_to(data, row * stride + lane) if row >= 0 else pointer_to(scratch, place * BLOCK)


@compiled
def copy(source, target, count):
    for k in range(count):
        target[k] = source[k]


@compiled
def spanned(px, py, cx, cy, a, b, ox, oy, x, y, c, s, count):
    """Position of a point at the offset o from P, and the direction of its body."""
    for k in range(count):
        ux, uy = span(a, b, cx[k] - px[k], cy[k] - py[k])
        rx, ry = turned(ox, oy, ux, uy)
        x[k] = px[k] + rx
        y[k] = py[k] + ry
        c[k] = ux
        s[k] = uy


@compiled
def directed(px, py, ux, uy, ox, oy, x, y, c, s, count):
    """The same of a body with a direction."""
    for k in range(count):
        rx, ry = turned(ox, oy, ux[k], uy[k])
        x[k] = px[k] + rx
        y[k] = py[k] + ry
        c[k] = ux[k]
        s[k] = uy[k]


@compiled
def read_positions(data, stride, constants, rows, kinds, spans, bodies, offsets, scratch, n, out):
    """x and y of points, each given by its body and its offset from P, and cosine and sine of the body: 4 rows each."""
    for number in range(bodies.shape[0]):
        body = bodies[number]
        kind, a, b, ox, oy = kinds[body], spans[body, 0], spans[body, 1], offsets[number, 0], offsets[number, 1]
        prepare(constants, rows, body, scratch, 0)
        for lane in range(0, n, BLOCK):
            count = min(BLOCK, n - lane)
            px = row_at(data, stride, rows[body, 0], lane, scratch, 0)
            py = row_at(data, stride, rows[body, 1], lane, scratch, 1)
            ux = row_at(data, stride, rows[body, 2], lane, scratch, 2)
            uy = row_at(data, stride, rows[body, 3], lane, scratch, 3)
            start = 4 * number * n + lane
            x, y = pointer_to(out, start), pointer_to(out, start + n)
            c, s = pointer_to(out, start + 2 * n), pointer_to(out, start + 3 * n)
            if kind == SPANNED:
                spanned(px, py, ux, uy, a, b, ox, oy, x, y, c, s, count)
            elif kind == DIRECTED:
                directed(px, py, ux, uy, ox, oy, x, y, c, s, count)
            else:
                copy(px, x, count)
                copy(py, y, count)


@compiled
def spanned_first(px, py, cx, cy, pvx, pvy, cvx, cvy, a, b, ox, oy, x, y, w, count):
    """First derivatives of a point and of the angle of its body."""
    scale = a * a + b * b
    for k in range(count):
        dx, dy = cx[k] - px[k], cy[k] - py[k]
        turn = span_turn(scale, dx, dy, cvx[k] - pvx[k], cvy[k] - pvy[k])
        ux, uy = span(a, b, dx, dy)
        rx, ry = turned(ox, oy, ux, uy)
        vx, vy = carry_first(rx, ry, turn, pvx[k], pvy[k])
        x[k] = vx
        y[k] = vy
        w[k] = turn


@compiled
def directed_first(ux, uy, pvx, pvy, turning, ox, oy, x, y, w, count):
    """The same of a body with a direction."""
    for k in range(count):
        turn = turning[k]
        rx, ry = turned(ox, oy, ux[k], uy[k])
        vx, vy = carry_first(rx, ry, turn, pvx[k], pvy[k])
        x[k] = vx
        y[k] = vy
        w[k] = turn


@compiled
def read_first(data, stride, constants, rows, first, kinds, spans, bodies, offsets, scratch, n, out):
    """First derivatives of x, y and θ, 3 rows each; `first` (bodies, 4): rows of derivatives."""
    for number in range(bodies.shape[0]):
        body = bodies[number]
        kind, a, b, ox, oy = kinds[body], spans[body, 0], spans[body, 1], offsets[number, 0], offsets[number, 1]
        prepare(constants, rows, body, scratch, 0)
        prepare(constants, first, body, scratch, 4)
        for lane in range(0, n, BLOCK):
            count = min(BLOCK, n - lane)
            ux = row_at(data, stride, rows[body, 2], lane, scratch, 2)
            uy = row_at(data, stride, rows[body, 3], lane, scratch, 3)
            pvx = row_at(data, stride, first[body, 0], lane, scratch, 4)
            pvy = row_at(data, stride, first[body, 1], lane, scratch, 5)
            cvx = row_at(data, stride, first[body, 2], lane, scratch, 6)
            start = 3 * number * n + lane
            x, y, w = pointer_to(out, start), pointer_to(out, start + n), pointer_to(out, start + 2 * n)
            if kind == SPANNED:
                px = row_at(data, stride, rows[body, 0], lane, scratch, 0)
                py = row_at(data, stride, rows[body, 1], lane, scratch, 1)
                cvy = row_at(data, stride, first[body, 3], lane, scratch, 7)
                spanned_first(px, py, ux, uy, pvx, pvy, cvx, cvy, a, b, ox, oy, x, y, w, count)
            elif kind == DIRECTED:
                directed_first(ux, uy, pvx, pvy, cvx, ox, oy, x, y, w, count)
            else:
                copy(pvx, x, count)
                copy(pvy, y, count)


@compiled
def spanned_second(
    px, py, cx, cy, pix, piy, cix, ciy, pjx, pjy, cjx, cjy, pax, pay, cax, cay, a, b, ox, oy, x, y, w, count
):
    """Second derivatives of a point and of the angle of its body, by i and j."""
    scale = a * a + b * b
    for k in range(count):
        dx, dy = cx[k] - px[k], cy[k] - py[k]
        one = span_turn(scale, dx, dy, cix[k] - pix[k], ciy[k] - piy[k])
        other = span_turn(scale, dx, dy, cjx[k] - pjx[k], cjy[k] - pjy[k])
        turn = span_turn(scale, dx, dy, cax[k] - pax[k], cay[k] - pay[k])
        ux, uy = span(a, b, dx, dy)
        rx, ry = turned(ox, oy, ux, uy)
        ax, ay = carry_second(rx, ry, one * other, turn, pax[k], pay[k])
        x[k] = ax
        y[k] = ay
        w[k] = turn


@compiled
def directed_second(ux, uy, one, other, pax, pay, turning, ox, oy, x, y, w, count):
    """The same of a body with a direction."""
    for k in range(count):
        turn = turning[k]
        rx, ry = turned(ox, oy, ux[k], uy[k])
        ax, ay = carry_second(rx, ry, one[k] * other[k], turn, pax[k], pay[k])
        x[k] = ax
        y[k] = ay
        w[k] = turn


@compiled
def read_second(data, stride, constants, rows, one, other, second, kinds, spans, bodies, offsets, scratch, n, out):
    """Second derivatives of x, y and θ, 3 rows each; `one` and `other`: rows of first derivatives by i and by j."""
    for number in range(bodies.shape[0]):
        body = bodies[number]
        kind, a, b, ox, oy = kinds[body], spans[body, 0], spans[body, 1], offsets[number, 0], offsets[number, 1]
        prepare(constants, rows, body, scratch, 0)
        prepare(constants, one, body, scratch, 4)
        prepare(constants, other, body, scratch, 8)
        prepare(constants, second, body, scratch, 12)
        for lane in range(0, n, BLOCK):
            count = min(BLOCK, n - lane)
            ux = row_at(data, stride, rows[body, 2], lane, scratch, 2)
            uy = row_at(data, stride, rows[body, 3], lane, scratch, 3)
            cix = row_at(data, stride, one[body, 2], lane, scratch, 6)
            cjx = row_at(data, stride, other[body, 2], lane, scratch, 10)
            pax = row_at(data, stride, second[body, 0], lane, scratch, 12)
            pay = row_at(data, stride, second[body, 1], lane, scratch, 13)
            cax = row_at(data, stride, second[body, 2], lane, scratch, 14)
            start = 3 * number * n + lane
            x, y, w = pointer_to(out, start), pointer_to(out, start + n), pointer_to(out, start + 2 * n)
            if kind == SPANNED:
                px = row_at(data, stride, rows[body, 0], lane, scratch, 0)
                py = row_at(data, stride, rows[body, 1], lane, scratch, 1)
                pix = row_at(data, stride, one[body, 0], lane, scratch, 4)
                piy = row_at(data, stride, one[body, 1], lane, scratch, 5)
                ciy = row_at(data, stride, one[body, 3], lane, scratch, 7)
                pjx = row_at(data, stride, other[body, 0], lane, scratch, 8)
                pjy = row_at(data, stride, other[body, 1], lane, scratch, 9)
                cjy = row_at(data, stride, other[body, 3], lane, scratch, 11)
                cay = row_at(data, stride, second[body, 3], lane, scratch, 15)
                spanned_second(
                    px, py, ux, uy, pix, piy, cix, ciy, pjx, pjy, cjx, cjy, pax, pay, cax, cay, a, b, ox, oy, x, y, w,
                    count,
                )  # fmt: skip
            elif kind == DIRECTED:
                directed_second(ux, uy, cix, cjx, pax, pay, cax, ox, oy, x, y, w, count)
            else:
                copy(pax, x, count)
                copy(pay, y, count)


@compiled
def count_turns(angles, first, steps, changes):
    """Make angles (n,) continuous from lane to lane; the first is the one nearest to `first`.

    From a lane to the next they change by less than half a turn, but at the given steps by the whole turns that bring
    them nearest to the given changes.
    """
    n, known, begin = angles.shape[0], steps.shape[0], 0
    last, way = first, 0
    while begin < n:
        target = last
        if way < known and steps[way] == begin:
            target = last + changes[way]
            way += 1
        stop = steps[way] if way < known else n
        turns = math.floor((target - angles[begin]) / (2.0 * math.pi) + 0.5)
        before = angles[begin]
        for k in range(begin, stop):
            here = angles[k]
            change = here - before
            turns += (1.0 if change < -math.pi else 0.0) - (1.0 if change > math.pi else 0.0)
            before = here
            angles[k] = here + 2.0 * math.pi * turns
        last = angles[stop - 1]
        begin = stop
