"""Records of conditions in space, one lane at a time: value, gradient, and first and second derivative along motions.

With w = r_to − r_from, m and n directions of frames, θ angles, z an input and λ a length of the mechanism:

    PIN          w = 0, three rows along the axes of ground
    PROJECTION   n·w + Σ weight θ = constant + z; angles alone multiplied by λ
    PRODUCT      m·n = constant + z, or constant + sin z; multiplied by λ
    DISTANCE     |w|² = (constant + z)², divided by 2 λ

A record stands in the constants: its form; from and to, each a frame with a place; both directions, each a frame with a
vector; whether there are ends; two weights, each with the number of its angle; the constant, the input, whether its
sine counts, and the period by which a condition on driven angles repeats, 0 where whole turns count.
An angle is: the frames of its zero and of its pointer; the zero, the direction a quarter turn on, and the pointer.
Frames and motions are those of `sgkin.kernels.space.motions`, known links first, then the steps of a tree of joints,
see `sgkin.kernels.space.tree`, whose unknowns are those of the Jacobian.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled, lane
from sgkin.kernels.space.motions import FRAME, axes_of, moved, moved_twice, swept, swept_twice, vector
from sgkin.kernels.space.tree import add_force, add_moment, add_point
from sgkin.kernels.space.vectors import cross, dot, in_ground, minus, plus, scaled

RECORD, ANGLE = 26, 11
PIN, PROJECTION, PRODUCT, DISTANCE = range(4)
START, END, FIRST, SECOND = 1, 5, 9, 13
HAS_ENDS, WEIGHTS, CONSTANT, INPUT, SINE, PERIOD = 17, 18, 22, 23, 24, 25
"""Where the parts of a record stand."""
POINTER, SIDES = 1, 2
"""Where the parts of an angle do."""


@lane
def carried(G, M, frames, part):
    """A direction, or the arm from the origin of its frame to an end."""
    return in_ground(axes_of(M, frames + FRAME * int(G[part])), vector(G, part + 1))


@lane
def between(G, M, frames, e, a, b):
    """From one end of a record to the other, with their arms."""
    start, stop = frames + FRAME * int(G[e + START]), frames + FRAME * int(G[e + END])
    return minus(plus(vector(M, stop), b), plus(vector(M, start), a))


@lane
def side(G, M, frames, angle, number):
    """Zero (0), the direction a quarter turn on (1), or pointer (2) of an angle."""
    frame = int(G[angle + (POINTER if number == 2 else 0)])
    return in_ground(axes_of(M, frames + FRAME * frame), vector(G, angle + SIDES + 3 * number))


@compiled
def count_angles(G, M, angles, count, frames, totals):
    """All angles, each nearest to what it was before."""
    for number in range(count):
        angle = angles + ANGLE * number
        m = side(G, M, frames, angle, 2)
        found = math.atan2(dot(m, side(G, M, frames, angle, 1)), dot(m, side(G, M, frames, angle, 0)))
        turns = math.floor((M[totals + number] - found) / (2.0 * math.pi) + 0.5)
        M[totals + number] = found + 2.0 * math.pi * turns


@compiled
def angle_gradient(G, M, frames, angle):
    """The derivative of an angle by the turning of its pointer; by that of its zero it is the opposite."""
    x, y, m = side(G, M, frames, angle, 0), side(G, M, frames, angle, 1), side(G, M, frames, angle, 2)
    p, q = dot(m, x), dot(m, y)
    return scaled(1.0 / (p * p + q * q), cross(m, minus(scaled(p, y), scaled(q, x))))


@compiled
def product_second(M, i, j, second, products, one, a, other, b):
    """Of the product of two vectors of frames: the changes along two motions, and the second one."""
    ai, aj = swept(M, i, one, a), swept(M, j, one, a)
    bi, bj = swept(M, i, other, b), swept(M, j, other, b)
    a2 = swept_twice(M, i, j, second, products, one, a)
    b2 = swept_twice(M, i, j, second, products, other, b)
    both = dot(a2, b) + dot(a, b2) + products * (dot(ai, bj) + dot(aj, bi))
    return dot(ai, b) + dot(a, bi), dot(aj, b) + dot(a, bj), both


@compiled
def angle_second(G, M, frames, angle, i, j, second, products):
    """The second derivative of an angle atan2(q, p)."""
    zero, pointer = int(G[angle]), int(G[angle + POINTER])
    x, y, m = side(G, M, frames, angle, 0), side(G, M, frames, angle, 1), side(G, M, frames, angle, 2)
    p, q = dot(m, x), dot(m, y)
    pi, pj, pij = product_second(M, i, j, second, products, zero, x, pointer, m)
    qi, qj, qij = product_second(M, i, j, second, products, zero, y, pointer, m)
    size = p * p + q * q
    turned_i, turned_j = (p * qi - q * pi) / size, (p * qj - q * pj) / size
    grown_i, grown_j = (p * pi + q * qi) / size, (p * pj + q * qj) / size
    return (p * qij - q * pij) / size - products * (turned_i * grown_j + turned_j * grown_i)


@lane
def scale_of(G, e, size):
    """By what a record is multiplied so that its rows are lengths."""
    return 1.0 / size if G[e] == DISTANCE else (1.0 if G[e + HAS_ENDS] != 0.0 else size)


@compiled
def pin(G, M, e, frames, known, joints, steps, row, width, residual, inverse):
    """The three rows of a point that lies on another."""
    a, b = carried(G, M, frames, e + START), carried(G, M, frames, e + END)
    w = between(G, M, frames, e, a, b)
    for part in range(3):
        M[residual + part] = w[part]
    start, stop = int(G[e + START]), int(G[e + END])
    one, other = plus(vector(M, frames + FRAME * start), a), plus(vector(M, frames + FRAME * stop), b)
    add_point(G, M, row, width, start, one, -1.0, frames, known, steps, joints, inverse)
    add_point(G, M, row, width, stop, other, 1.0, frames, known, steps, joints, inverse)


@compiled
def assemble(
    G, M, records, count, frames, known, joints, steps, totals, inputs, jacobian, width, residual, size, angles
):
    """Residuals and Jacobian of all records at the frames, with angles counted."""
    row, inverse, still = 0, 1.0 / size, (0.0, 0.0, 0.0)
    for number in range(count):
        e = records + number * RECORD
        code = int(G[e])
        rows = 3 if code == PIN else 1
        for j in range(rows * width):
            M[jacobian + row * width + j] = 0.0
        if code == PIN:
            pin(G, M, e, frames, known, joints, steps, jacobian + row * width, width, residual + row, inverse)
            row += 3
            continue
        scale, given, at = scale_of(G, e, size), M[inputs + int(G[e + INPUT])], jacobian + row * width
        value = -G[e + CONSTANT] - (math.sin(given) if G[e + SINE] != 0.0 else given)
        first, second = int(G[e + FIRST]), int(G[e + SECOND])
        if code == PRODUCT:
            m, n = carried(G, M, frames, e + FIRST), carried(G, M, frames, e + SECOND)
            value += dot(m, n)
            t = scaled(scale, cross(m, n))
            add_moment(G, M, at, first, t, known, steps, joints, inverse)
            add_moment(G, M, at, second, minus(still, t), known, steps, joints, inverse)
        elif G[e + HAS_ENDS] != 0.0:
            a, b = carried(G, M, frames, e + START), carried(G, M, frames, e + END)
            w = between(G, M, frames, e, a, b)
            n = w
            if code == DISTANCE:
                value = 0.5 * (dot(w, w) - value * value)
            else:
                n = carried(G, M, frames, e + FIRST)
                value += dot(n, w)
                add_moment(G, M, at, first, scaled(scale, cross(n, w)), known, steps, joints, inverse)
            f = scaled(scale, n)
            start, stop = int(G[e + START]), int(G[e + END])
            add_force(G, M, at, start, minus(still, f), cross(f, a), frames, known, steps, joints, inverse)
            add_force(G, M, at, stop, f, cross(b, f), frames, known, steps, joints, inverse)
        for turn in range(2):
            weight, angle = G[e + WEIGHTS + 2 * turn], int(G[e + WEIGHTS + 2 * turn + 1])
            if weight != 0.0:
                value += weight * M[totals + angle]
                place = angles + ANGLE * angle
                t = scaled(weight * scale, angle_gradient(G, M, frames, place))
                add_moment(G, M, at, int(G[place]), minus(still, t), known, steps, joints, inverse)
                add_moment(G, M, at, int(G[place + POINTER]), t, known, steps, joints, inverse)
        period = G[e + PERIOD]
        if period != 0.0:
            value -= period * math.floor(value / period + 0.5)
        M[residual + row] = scale * value
        row += 1


@compiled
def differentiate(G, M, records, count, frames, i, j, second, inputs, zi, zj, zij, right, size, angles, products):
    """Right sides of the first (`products` 0) or second derivative (1) of all records.

    i, j: two motions of all frames; `second`: mixed second derivatives of known frames, zero for unknown ones; of first
    derivatives the motion itself.
    """
    row = 0
    for number in range(count):
        e = records + number * RECORD
        code, place = int(G[e]), int(G[e + INPUT])
        start, stop, first, other = int(G[e + START]), int(G[e + END]), int(G[e + FIRST]), int(G[e + SECOND])
        rate, bend, given = M[zij + place], products * M[zi + place] * M[zj + place], M[inputs + place]
        if G[e + SINE] != 0.0:
            rate, bend = math.cos(given) * rate, -math.sin(given) * bend
            value = rate + bend
        elif code == DISTANCE:
            value = (G[e + CONSTANT] + given) * rate + bend
        else:
            value = rate
        if code == PRODUCT:
            m, n = carried(G, M, frames, e + FIRST), carried(G, M, frames, e + SECOND)
            _, _, both = product_second(M, i, j, second, products, first, m, other, n)
            value -= both
        elif G[e + HAS_ENDS] != 0.0 or code == PIN:
            a, b = carried(G, M, frames, e + START), carried(G, M, frames, e + END)
            w2 = minus(
                moved_twice(M, i, j, second, products, stop, b), moved_twice(M, i, j, second, products, start, a)
            )
            if code == PIN:
                for part in range(3):
                    M[right + row + part] = -w2[part]
                row += 3
                continue
            w = between(G, M, frames, e, a, b)
            wi = minus(moved(M, i, stop, b), moved(M, i, start, a))
            wj = minus(moved(M, j, stop, b), moved(M, j, start, a))
            if code == DISTANCE:
                value -= dot(w, w2) + products * dot(wi, wj)
            else:
                n = carried(G, M, frames, e + FIRST)
                value -= dot(n, w2) + dot(swept_twice(M, i, j, second, products, first, n), w)
                value -= products * (dot(swept(M, i, first, n), wj) + dot(swept(M, j, first, n), wi))
        for turn in range(2):
            weight, angle = G[e + WEIGHTS + 2 * turn], int(G[e + WEIGHTS + 2 * turn + 1])
            if weight != 0.0:
                value -= weight * angle_second(G, M, frames, angles + ANGLE * angle, i, j, second, products)
        M[right + row] = scale_of(G, e, size) * value
        row += 1
