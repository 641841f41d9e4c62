"""A platform on three legs: class III groups, with any mixture of revolute and prismatic joints.

A leg is a binary link, and states one condition on the pose (x, y, θ) of the platform. With A a point and v a direction
of an earlier link, B a point and p a direction of the platform, m and n left normals of v and p:

    RR   |B − A|² = l²          RP   n·(A − B) = h          PR   m·(B − A) = h          PP   v × p = 0

Newton iteration on these three, from the last lane or, where that is nearer, from the three last ones extrapolated.
Margin: determinant of the conditions, scaled, with the sign it had at the start; −2: not converged.

inputs A v for each leg · outputs origin, direction · geometry for each leg code B(2) p(2) v(2) h or l²; length;
pose, sign, lanes known, the two poses before
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, compiled
from sgkin.kernels.conditions import turned

RR, RP, PR, PP = range(4)
LEG, LENGTH, POSE, SIGN, KNOWN, BEFORE = 8, 24, 25, 28, 29, 30
GEOMETRY = 36
MOST_STEPS = 30
CONTRACTION = 0.5
"""Each step of an iteration must be shorter than the one before by this: a sign that it stays in its mode."""
NOT_CONVERGED = -2.0


@compiled
def leg_condition(G, leg, ax, ay, vc, vs, x, y, c, s, length):
    """Residual of a leg and its gradient with respect to x, y and length · θ."""
    g = LEG * leg
    code = int(G[g])
    bx, by = turned(G[g + 1], G[g + 2], c, s)
    wx, wy = x + bx - ax, y + by - ay
    if code == RR:
        scale = 1.0 / length
        wx, wy, square = wx * scale, wy * scale, G[g + 7]
        return 0.5 * ((wx * wx + wy * wy) * length - square * scale), wx, wy, (wy * bx - wx * by) * scale
    if code == RP:
        px, py = turned(G[g + 3], G[g + 4], c, s)
        return py * wx - px * wy - G[g + 7], py, -px, (px * wx + py * wy - py * by - px * bx) / length
    vx, vy = turned(vc, vs, G[g + 5], G[g + 6])
    if code == PR:
        return vx * wy - vy * wx - G[g + 7], -vy, vx, (vx * bx + vy * by) / length
    px, py = turned(G[g + 3], G[g + 4], c, s)
    return (vx * py - vy * px) * length, 0.0, 0.0, vx * px + vy * py


@compiled
def leg_first(G, leg, ax, ay, vc, vs, x, y, c, s, aix, aiy, turn, length):
    """Right side of a leg's first derivative: what the earlier links contribute."""
    g = LEG * leg
    code = int(G[g])
    bx, by = turned(G[g + 1], G[g + 2], c, s)
    wx, wy = x + bx - ax, y + by - ay
    if code == RR:
        return (wx * aix + wy * aiy) / length
    if code == RP:
        px, py = turned(G[g + 3], G[g + 4], c, s)
        return py * aix - px * aiy
    vx, vy = turned(vc, vs, G[g + 5], G[g + 6])
    if code == PR:
        return vx * aiy - vy * aix + turn * (vx * wx + vy * wy)
    px, py = turned(G[g + 3], G[g + 4], c, s)
    return turn * (vx * px + vy * py) * length


@compiled
def leg_second(
    G, leg, ax, ay, vc, vs, x, y, c, s, a2x, a2y, turn2, aix, aiy, ti, ajx, ajy, tj, xi, yi, oi, xj, yj, oj, length
):
    """Right side of a leg's second derivative: the earlier links' part and the products of first derivatives."""
    g = LEG * leg
    code = int(G[g])
    bx, by = turned(G[g + 1], G[g + 2], c, s)
    wx, wy = x + bx - ax, y + by - ay
    wix, wiy = xi - oi * by - aix, yi + oi * bx - aiy
    wjx, wjy = xj - oj * by - ajx, yj + oj * bx - ajy
    w2x, w2y = -oi * oj * bx - a2x, -oi * oj * by - a2y
    if code == RR:
        return -(wx * w2x + wy * w2y + wix * wjx + wiy * wjy) / length
    if code == RP:
        px, py = turned(G[g + 3], G[g + 4], c, s)
        value = py * w2x - px * w2y + oi * (px * wjx + py * wjy) + oj * (px * wix + py * wiy)
        return -(value - oi * oj * (py * wx - px * wy))
    vx, vy = turned(vc, vs, G[g + 5], G[g + 6])
    if code == PR:
        value = vx * w2y - vy * w2x - ti * (vx * wjx + vy * wjy) - tj * (vx * wix + vy * wiy)
        return -(value - turn2 * (vx * wx + vy * wy) - ti * tj * (vx * wy - vy * wx))
    px, py = turned(G[g + 3], G[g + 4], c, s)
    return turn2 * (vx * px + vy * py) * length


@compiled
def solve3(a0, a1, a2, b0, b1, b2, c0, c1, c2, p, q, r, inverse):
    """Solution of three equations with rows a, b, c, and inverse = 1 / determinant."""
    x = p * (b1 * c2 - b2 * c1) + q * (c1 * a2 - c2 * a1) + r * (a1 * b2 - a2 * b1)
    y = p * (b2 * c0 - b0 * c2) + q * (c2 * a0 - c0 * a2) + r * (a2 * b0 - a0 * b2)
    z = p * (b0 * c1 - b1 * c0) + q * (c0 * a1 - c1 * a0) + r * (a0 * b1 - a1 * b0)
    return x * inverse, y * inverse, z * inverse


@compiled
def determinant(a0, a1, a2, b0, b1, b2, c0, c1, c2):
    return a0 * (b1 * c2 - b2 * c1) + a1 * (b2 * c0 - b0 * c2) + a2 * (b0 * c1 - b1 * c0)


@compiled
def conditions(S, R, G, k, first, x, y, c, s, length):
    """The three residuals and gradients; rows of the legs begin at `first`."""
    f0, a0, a1, a2 = leg_condition(
        G, 0, S[R[first] + k], S[R[first + 1] + k], S[R[first + 2] + k], S[R[first + 3] + k], x, y, c, s, length
    )
    f1, b0, b1, b2 = leg_condition(
        G, 1, S[R[first + 4] + k], S[R[first + 5] + k], S[R[first + 6] + k], S[R[first + 7] + k], x, y, c, s, length
    )
    f2, c0, c1, c2 = leg_condition(
        G, 2, S[R[first + 8] + k], S[R[first + 9] + k], S[R[first + 10] + k], S[R[first + 11] + k], x, y, c, s, length
    )
    return f0, f1, f2, a0, a1, a2, b0, b1, b2, c0, c1, c2


@Operation
def position(S, R, G, m):
    length = G[LENGTH]
    for k in range(m):
        x, y, angle = G[POSE], G[POSE + 1], G[POSE + 2]
        c, s = math.cos(angle), math.sin(angle)
        f0, f1, f2, a0, a1, a2, b0, b1, b2, c0, c1, c2 = conditions(S, R, G, k, 0, x, y, c, s, length)
        error = max(abs(f0), abs(f1), abs(f2))
        if G[KNOWN] >= 3.0:
            ex = 3.0 * (x - G[BEFORE]) + G[BEFORE + 3]
            ey = 3.0 * (y - G[BEFORE + 1]) + G[BEFORE + 4]
            et = 3.0 * (angle - G[BEFORE + 2]) + G[BEFORE + 5]
            ec, es = math.cos(et), math.sin(et)
            g0, g1, g2, d0, d1, d2, e0, e1, e2, h0, h1, h2 = conditions(S, R, G, k, 0, ex, ey, ec, es, length)
            found = max(abs(g0), abs(g1), abs(g2))
            if found < error:
                x, y, angle, c, s, error, f0, f1, f2 = ex, ey, et, ec, es, found, g0, g1, g2
                a0, a1, a2, b0, b1, b2, c0, c1, c2 = d0, d1, d2, e0, e1, e2, h0, h1, h2
        converged, last = False, math.inf
        det = determinant(a0, a1, a2, b0, b1, b2, c0, c1, c2)
        for _step in range(MOST_STEPS):
            if not abs(det) > 1e-300:
                break
            dx, dy, dt = solve3(a0, a1, a2, b0, b1, b2, c0, c1, c2, f0, f1, f2, 1.0 / det)
            largest = max(abs(dx), abs(dy), abs(dt))
            if not (largest < CONTRACTION * last or largest < 1e-9 * length):
                break
            x, y, angle, last = x - dx, y - dy, angle - dt / length, largest
            c, s = math.cos(angle), math.sin(angle)
            f0, f1, f2, a0, a1, a2, b0, b1, b2, c0, c1, c2 = conditions(S, R, G, k, 0, x, y, c, s, length)
            det = determinant(a0, a1, a2, b0, b1, b2, c0, c1, c2)
            if largest < 1e-8 * length:
                converged = max(abs(f0), abs(f1), abs(f2)) < 1e-11 * length
                break
        if converged:
            if G[SIGN] == 0.0:
                G[SIGN] = 1.0 if det >= 0.0 else -1.0
            G[BEFORE + 3], G[BEFORE + 4], G[BEFORE + 5] = G[BEFORE], G[BEFORE + 1], G[BEFORE + 2]
            G[BEFORE], G[BEFORE + 1], G[BEFORE + 2] = G[POSE], G[POSE + 1], G[POSE + 2]
            G[POSE], G[POSE + 1], G[POSE + 2] = x, y, angle
            G[KNOWN] += 1.0
        S[R[12] + k] = x
        S[R[13] + k] = y
        S[R[14] + k] = c
        S[R[15] + k] = s
        S[R[16] + k] = det * G[SIGN] if converged else NOT_CONVERGED


@Operation
def tangent(S, R, G, m):
    length = G[LENGTH]
    for k in range(m):
        x, y, c, s = S[R[36] + k], S[R[37] + k], S[R[38] + k], S[R[39] + k]
        _, _, _, a0, a1, a2, b0, b1, b2, c0, c1, c2 = conditions(S, R, G, k, 24, x, y, c, s, length)
        inverse = 1.0 / determinant(a0, a1, a2, b0, b1, b2, c0, c1, c2)
        p = first_side(S, R, G, k, 0, 24, 0, x, y, c, s, length)
        q = first_side(S, R, G, k, 1, 24, 0, x, y, c, s, length)
        r = first_side(S, R, G, k, 2, 24, 0, x, y, c, s, length)
        xi, yi, oi = solve3(a0, a1, a2, b0, b1, b2, c0, c1, c2, p, q, r, inverse)
        oi /= length
        p = second_side(S, R, G, k, 0, 24, 12, 0, 0, x, y, c, s, xi, yi, oi, xi, yi, oi, length)
        q = second_side(S, R, G, k, 1, 24, 12, 0, 0, x, y, c, s, xi, yi, oi, xi, yi, oi, length)
        r = second_side(S, R, G, k, 2, 24, 12, 0, 0, x, y, c, s, xi, yi, oi, xi, yi, oi, length)
        x2, y2, o2 = solve3(a0, a1, a2, b0, b1, b2, c0, c1, c2, p, q, r, inverse)
        S[R[9] + k] = xi
        S[R[10] + k] = yi
        S[R[11] + k] = oi
        S[R[21] + k] = x2
        S[R[22] + k] = y2
        S[R[23] + k] = o2 / length


@compiled
def first_side(S, R, G, k, leg, placed, rates, x, y, c, s, length):
    """`leg_first` with the numbers of a lane; rows of position and of first derivatives begin as given."""
    p, v = placed + 4 * leg, rates + 3 * leg
    return leg_first(
        G,
        leg,
        S[R[p] + k],
        S[R[p + 1] + k],
        S[R[p + 2] + k],
        S[R[p + 3] + k],
        x,
        y,
        c,
        s,
        S[R[v] + k],
        S[R[v + 1] + k],
        S[R[v + 2] + k],
        length,
    )


@compiled
def second_side(S, R, G, k, leg, placed, seconds, i, j, x, y, c, s, xi, yi, oi, xj, yj, oj, length):
    """`leg_second` with the numbers of a lane."""
    p, w, u, v = placed + 4 * leg, seconds + 3 * leg, i + 3 * leg, j + 3 * leg
    return leg_second(
        G,
        leg,
        S[R[p] + k],
        S[R[p + 1] + k],
        S[R[p + 2] + k],
        S[R[p + 3] + k],
        x,
        y,
        c,
        s,
        S[R[w] + k],
        S[R[w + 1] + k],
        S[R[w + 2] + k],
        S[R[u] + k],
        S[R[u + 1] + k],
        S[R[u + 2] + k],
        S[R[v] + k],
        S[R[v + 1] + k],
        S[R[v + 2] + k],
        xi,
        yi,
        oi,
        xj,
        yj,
        oj,
        length,
    )


@Operation
def pair(S, R, G, m):
    length = G[LENGTH]
    for k in range(m):
        x, y, c, s = S[R[48] + k], S[R[49] + k], S[R[50] + k], S[R[51] + k]
        _, _, _, a0, a1, a2, b0, b1, b2, c0, c1, c2 = conditions(S, R, G, k, 36, x, y, c, s, length)
        inverse = 1.0 / determinant(a0, a1, a2, b0, b1, b2, c0, c1, c2)
        xi, yi, oi = S[R[21] + k], S[R[22] + k], S[R[23] + k]
        xj, yj, oj = S[R[33] + k], S[R[34] + k], S[R[35] + k]
        p = second_side(S, R, G, k, 0, 36, 0, 12, 24, x, y, c, s, xi, yi, oi, xj, yj, oj, length)
        q = second_side(S, R, G, k, 1, 36, 0, 12, 24, x, y, c, s, xi, yi, oi, xj, yj, oj, length)
        r = second_side(S, R, G, k, 2, 36, 0, 12, 24, x, y, c, s, xi, yi, oi, xj, yj, oj, length)
        x2, y2, o2 = solve3(a0, a1, a2, b0, b1, b2, c0, c1, c2, p, q, r, inverse)
        S[R[9] + k] = x2
        S[R[10] + k] = y2
        S[R[11] + k] = o2 / length
