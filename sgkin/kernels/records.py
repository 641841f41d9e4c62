"""Records of conditions, one lane at a time: value, gradient, and second derivative along two motions.

With w = r_to − r_from, u the direction of a frame inclined by an angle, and n its left normal:

    PROJECTION   u·w + Σ weight θ = constant + z, angles alone multiplied by the length λ
    DISTANCE     |w|² = (constant + z)², divided by 2 λ
    PIN          w = 0, two projections in one

A record stands in the constants: its form; from and to, each a frame with a place; the frame of the direction with the
cosine and sine of the angle, both 0 where there are no ends; how many angles there are, their frames and weights; the
constant, the input, and the period by which a condition on angles alone repeats, 0 where whole turns count.
A frame is x, y, cosine, sine and θ in the memory; those from number `known` on are unknown, by (x, y, λθ).
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled, lane

FRAME, RECORD = 5, 20
PIN, PROJECTION, DISTANCE = range(3)
START, END, DIRECTION, TURNS, CONSTANT, INPUT, PERIOD = 1, 4, 7, 10, 17, 18, 19
"""Where the parts of a record stand."""


@lane
def arm_of(G, M, frames, end):
    """The arm from the origin of its frame to an end of a record."""
    frame = frames + FRAME * int(G[end])
    px, py, c, s = G[end + 1], G[end + 2], M[frame + 2], M[frame + 3]
    return c * px - s * py, s * px + c * py


@lane
def between(G, M, frames, e, ax, ay, bx, by):
    """From one end of a record to the other, with their arms."""
    a, b = frames + FRAME * int(G[e + START]), frames + FRAME * int(G[e + END])
    return M[b] + bx - (M[a] + ax), M[b + 1] + by - (M[a + 1] + ay)


@lane
def direction_of(G, M, frames, e):
    """The direction of a projection."""
    frame = frames + FRAME * int(G[e + DIRECTION])
    c, s = M[frame + 2], M[frame + 3]
    cosine, sine = G[e + DIRECTION + 1], G[e + DIRECTION + 2]
    return c * cosine - s * sine, s * cosine + c * sine


@lane
def has_ends(G, e):
    """Whether a projection is more than a condition on angles."""
    return G[e + DIRECTION + 1] != 0.0 or G[e + DIRECTION + 2] != 0.0


@lane
def turned(G, M, e, first, stride):
    """Σ weight θ, with the angle of the first frame at a place and those of the others behind it."""
    total = 0.0
    for turn in range(int(G[e + TURNS])):
        total += G[e + TURNS + 4 + turn] * M[first + stride * int(G[e + TURNS + 1 + turn])]
    return total


@lane
def add_gradient(M, jacobian, width, row, frame, known, gx, gy, gt):
    """Add the gradient of a row with respect to x, y and λθ of a frame, if that is unknown."""
    if frame >= known:
        place = jacobian + row * width + 3 * (frame - known)
        M[place] += gx
        M[place + 1] += gy
        M[place + 2] += gt


@lane
def add_turn(M, jacobian, width, row, frame, known, gt):
    """Add the derivative of a row with respect to λθ of a frame, if that is unknown."""
    if frame >= known:
        M[jacobian + row * width + 3 * (frame - known) + 2] += gt


@compiled
def assemble(G, M, records, count, frames, known, inputs, jacobian, width, residual, size):
    """Residuals and Jacobian of all records at the frames; the number of rows."""
    row, inverse = 0, 1.0 / size
    for number in range(count):
        e = records + number * RECORD
        for j in range(width):
            M[jacobian + row * width + j] = 0.0
        code = int(G[e])
        if code == PROJECTION:
            project(G, M, e, frames, known, inputs, jacobian, width, row, residual, size, inverse)
            row += 1
            continue
        ia, ib = int(G[e + START]), int(G[e + END])
        ax, ay = arm_of(G, M, frames, e + START)
        bx, by = arm_of(G, M, frames, e + END)
        wx, wy = between(G, M, frames, e, ax, ay, bx, by)
        if code == PIN:
            for j in range(width):
                M[jacobian + (row + 1) * width + j] = 0.0
            M[residual + row] = wx
            M[residual + row + 1] = wy
            add_gradient(M, jacobian, width, row, ia, known, -1.0, 0.0, ay * inverse)
            add_gradient(M, jacobian, width, row, ib, known, 1.0, 0.0, -by * inverse)
            add_gradient(M, jacobian, width, row + 1, ia, known, 0.0, -1.0, -ax * inverse)
            add_gradient(M, jacobian, width, row + 1, ib, known, 0.0, 1.0, bx * inverse)
            row += 2
        else:
            length = G[e + CONSTANT] + M[inputs + int(G[e + INPUT])]
            M[residual + row] = 0.5 * (wx * wx + wy * wy - length * length) * inverse
            gx, gy = wx * inverse, wy * inverse
            add_gradient(M, jacobian, width, row, ia, known, -gx, -gy, (gx * ay - gy * ax) * inverse)
            add_gradient(M, jacobian, width, row, ib, known, gx, gy, (gy * bx - gx * by) * inverse)
            row += 1
    return row


@lane
def project(G, M, e, frames, known, inputs, jacobian, width, row, residual, size, inverse):
    """Residual and gradient of a projection."""
    value = turned(G, M, e, frames + 4, FRAME) - G[e + CONSTANT] - M[inputs + int(G[e + INPUT])]
    reaches = has_ends(G, e)
    by_turn = inverse if reaches else 1.0
    for turn in range(int(G[e + TURNS])):
        frame, weight = int(G[e + TURNS + 1 + turn]), G[e + TURNS + 4 + turn]
        add_turn(M, jacobian, width, row, frame, known, weight * by_turn)
    if reaches:
        ax, ay = arm_of(G, M, frames, e + START)
        bx, by = arm_of(G, M, frames, e + END)
        wx, wy = between(G, M, frames, e, ax, ay, bx, by)
        ux, uy = direction_of(G, M, frames, e)
        value += ux * wx + uy * wy
        add_gradient(M, jacobian, width, row, int(G[e + START]), known, -ux, -uy, (ux * ay - uy * ax) * inverse)
        add_gradient(M, jacobian, width, row, int(G[e + END]), known, ux, uy, (uy * bx - ux * by) * inverse)
        add_turn(M, jacobian, width, row, int(G[e + DIRECTION]), known, (ux * wy - uy * wx) * by_turn)
        M[residual + row] = value
        return
    period = G[e + PERIOD]
    if period != 0.0 and abs(value) > 0.5 * period:
        value -= period * math.floor(value / period + 0.5)
    M[residual + row] = value * size


@lane
def spread(M, a, b, ax, ay, bx, by):
    """How w changes with the velocities of both ends, with their arms."""
    return M[b] - M[b + 2] * by - (M[a] - M[a + 2] * ay), M[b + 1] + M[b + 2] * bx - (M[a + 1] + M[a + 2] * ax)


@lane
def point_second(M, i, j, second, products, ax, ay):
    """Second derivative of a point with the given arm."""
    both = products * M[i + 2] * M[j + 2]
    return M[second] - M[second + 2] * ay - both * ax, M[second + 1] + M[second + 2] * ax - both * ay


@compiled
def differentiate(G, M, records, count, frames, i, j, second, inputs, zi, zj, zij, right, size, order):
    """Right sides of the first (order 1) or second derivative of all records.

    i, j: velocities (x, y, θ) of all frames along two motions; `second`: mixed second derivatives of known frames, zero
    for unknown ones. Order 1 uses `second` as the velocities, and leaves the products of velocities out.
    """
    products = 1.0 if order == 2 else 0.0
    row = 0
    for number in range(count):
        e = records + number * RECORD
        code, place = int(G[e]), int(G[e + INPUT])
        if code == PROJECTION and not has_ends(G, e):
            M[right + row] = (M[zij + place] - turned(G, M, e, second + 2, 3)) * size
            row += 1
            continue
        a, b = 3 * int(G[e + START]), 3 * int(G[e + END])
        ax, ay = arm_of(G, M, frames, e + START)
        bx, by = arm_of(G, M, frames, e + END)
        a2x, a2y = point_second(M, i + a, j + a, second + a, products, ax, ay)
        b2x, b2y = point_second(M, i + b, j + b, second + b, products, bx, by)
        w2x, w2y = b2x - a2x, b2y - a2y
        if code == PIN:
            M[right + row] = -w2x
            M[right + row + 1] = -w2y
            row += 2
            continue
        wx, wy = between(G, M, frames, e, ax, ay, bx, by)
        wix, wiy, wjx, wjy = 0.0, 0.0, 0.0, 0.0
        if order == 2:
            wix, wiy = spread(M, i + a, i + b, ax, ay, bx, by)
            wjx, wjy = spread(M, j + a, j + b, ax, ay, bx, by)
        if code == DISTANCE:
            value = wx * w2x + wy * w2y - (G[e + CONSTANT] + M[inputs + place]) * M[zij + place]
            value += wix * wjx + wiy * wjy - products * M[zi + place] * M[zj + place]
            M[right + row] = -value / size
        else:
            d = 3 * int(G[e + DIRECTION]) + 2
            ti, tj = products * M[i + d], M[j + d]
            ux, uy = direction_of(G, M, frames, e)
            value = ux * w2x + uy * w2y + M[second + d] * (ux * wy - uy * wx) - M[zij + place]
            value += ti * (ux * wjy - uy * wjx) + tj * (ux * wiy - uy * wix)
            value -= ti * tj * (ux * wx + uy * wy)
            M[right + row] = -(value + turned(G, M, e, second + 2, 3))
        row += 1


@compiled
def by_dimensions(G, M, e, frames, inputs, size, row, place):
    """Derivatives of a record's residual by its own numbers: x and y of from and to, the angle, the weights and the
    constant, nine of them at a place of the memory; `row`: of a pin 0 for x and 1 for y."""
    code = int(G[e])
    ax, ay = arm_of(G, M, frames, e + START)
    bx, by = arm_of(G, M, frames, e + END)
    wx, wy = between(G, M, frames, e, ax, ay, bx, by)
    if code == PIN:
        ux, uy, constant = 1.0 - row, 1.0 * row, 0.0
    elif code == DISTANCE:
        ux, uy, constant = wx / size, wy / size, -(G[e + CONSTANT] + M[inputs + int(G[e + INPUT])]) / size
    else:
        ux, uy = direction_of(G, M, frames, e)
        constant = -1.0 if has_ends(G, e) else -size
    for end in range(2):
        frame = frames + FRAME * int(G[e + (END if end else START)])
        c, s, sign = M[frame + 2], M[frame + 3], 2.0 * end - 1.0
        M[place + 2 * end] = sign * (ux * c + uy * s)
        M[place + 2 * end + 1] = sign * (uy * c - ux * s)
    M[place + 4] = ux * wy - uy * wx if code == PROJECTION else 0.0
    for turn in range(3):
        counts = turn < int(G[e + TURNS])
        M[place + 5 + turn] = -constant * M[frames + FRAME * int(G[e + TURNS + 1 + turn]) + 4] if counts else 0.0
    M[place + 8] = constant
