"""A platform on three legs: class III groups, with any mixture of revolute and prismatic joints.

A leg is a binary link, and states one condition f = 0 on the pose (x, y, θ) of the platform. With A a point and v a
direction of an earlier link, B a point and p a direction of the platform, w = B − A, and lengths divided by λ:

    RR   (|w|² − l²) / 2λ        RP   w × p − h        PR   v × w − h        PP   λ v × p

Newton iteration on these three, from the three last lanes extrapolated or, where that leads nowhere, from the last one.
What is found counts only if it goes on from the last lane, see `sgkin.kernels.continuity`.

Differentiated, with g the gradient of f by (x, y), b the arm of B, oᵢ the turning of p, tᵢ that of v and κ = ∂f/∂v:

    first    g·Aᵢ − κ tᵢ
    second   g·Aᵢⱼ − κ tᵢⱼ + oᵢ oⱼ g·b + rest
    rest     RR −wᵢ·wⱼ/λ     RP −(oᵢ p·wⱼ + oⱼ p·wᵢ) − oᵢ oⱼ p × w     PR tᵢ v·wⱼ + tⱼ v·wᵢ + tᵢ tⱼ v × w     PP 0

stand on the right side. Margin: determinant of the gradients, by their lengths where they are more than one, with the
sign it had at the start; −2: not found, or perhaps in another mode.

inputs A v for each leg · outputs origin, direction · geometry for each leg code B(2) p(2) v(2) h or l²; λ 1/λ
memory pose, sign, lanes known, the two poses before, direction, gradients of the last lane; terms of the legs
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, compiled
from sgkin.kernels.conditions import same_direction, turned
from sgkin.kernels.continuity import CONTRACTION, FURTHEST_TURN, MOST_STEPS, NOT_FOUND, SMOOTH, STEADY

RR, RP, PR, PP = range(4)
LEG, LENGTH, SCALE = 8, 24, 25
POSE, SIGN, KNOWN, BEFORE, HEADING, LAST, TERMS, TERM = 0, 3, 4, 5, 11, 13, 22, 11
MEMORY = TERMS + 3 * TERM
F, GX, GY, GT, KAPPA, BX, BY, WX, WY, DX, DY = range(TERM)


@compiled
def leg_terms(G, g, ax, ay, vc, vs, x, y, c, s, length, scale):
    """f, its gradient by x, y and λθ, κ, b, w, and the direction v or p, of the leg whose numbers begin at g."""
    code = G[g]
    bx, by = turned(G[g + 1], G[g + 2], c, s)
    wx, wy = x + bx - ax, y + by - ay
    if code == RR:
        gx, gy = wx * scale, wy * scale
        f = 0.5 * (wx * gx + wy * gy - G[g + 7] * scale)
        return f, gx, gy, (gy * bx - gx * by) * scale, 0.0, bx, by, wx, wy, 0.0, 0.0
    if code == RP:
        px, py = turned(G[g + 3], G[g + 4], c, s)
        gt = (px * wx + py * wy - py * by - px * bx) * scale
        return py * wx - px * wy - G[g + 7], py, -px, gt, 0.0, bx, by, wx, wy, px, py
    vx, vy = turned(vc, vs, G[g + 5], G[g + 6])
    if code == PR:
        kappa = -(vx * wx + vy * wy)
        return vx * wy - vy * wx - G[g + 7], -vy, vx, (vx * bx + vy * by) * scale, kappa, bx, by, wx, wy, vx, vy
    px, py = turned(G[g + 3], G[g + 4], c, s)
    across, along = same_direction(vx * py - vy * px, vx * px + vy * py)
    return across * length, 0.0, 0.0, along, -along * length, bx, by, wx, wy, vx, vy


@compiled
def leg_rest(code, wx, wy, dx, dy, wix, wiy, wjx, wjy, oi, oj, ti, tj, scale):
    """The part of a leg's second derivative that is its own."""
    if code == RR:
        return -(wix * wjx + wiy * wjy) * scale
    if code == PP:
        return 0.0
    if code == RP:
        ti, tj = oi, oj
    rest = ti * (dx * wjx + dy * wjy) + tj * (dx * wix + dy * wiy) + ti * tj * (dx * wy - dy * wx)
    return -rest if code == RP else rest


@compiled
def solve3(a0, a1, a2, b0, b1, b2, c0, c1, c2, p, q, r, inverse):
    """Solution of three equations with rows a, b, c, and inverse = 1 / determinant."""
    x = p * (b1 * c2 - b2 * c1) + q * (c1 * a2 - c2 * a1) + r * (a1 * b2 - a2 * b1)
    y = p * (b2 * c0 - b0 * c2) + q * (c2 * a0 - c0 * a2) + r * (a2 * b0 - a0 * b2)
    z = p * (b0 * c1 - b1 * c0) + q * (c0 * a1 - c1 * a0) + r * (a0 * b1 - a1 * b0)
    return x * inverse, y * inverse, z * inverse


@compiled
def take_legs(S, R, G, M, k, first, x, y, c, s, length):
    """Terms of the three legs into the work space; the sum of the residuals. Rows of the legs begin at `first`."""
    error, scale = 0.0, G[SCALE]
    for leg in range(3):
        row, t = first + 4 * leg, TERMS + TERM * leg
        terms = leg_terms(
            G,
            LEG * leg,
            S[R[row] + k],
            S[R[row + 1] + k],
            S[R[row + 2] + k],
            S[R[row + 3] + k],
            x,
            y,
            c,
            s,
            length,
            scale,
        )
        M[t + F], M[t + GX], M[t + GY], M[t + GT], M[t + KAPPA] = terms[0], terms[1], terms[2], terms[3], terms[4]
        M[t + BX], M[t + BY], M[t + WX], M[t + WY] = terms[5], terms[6], terms[7], terms[8]
        M[t + DX], M[t + DY] = terms[9], terms[10]
        error += abs(terms[0])
    return error


@compiled
def leg_determinant(M):
    """The determinant of the three gradients."""
    a, b, c = TERMS + GX, TERMS + TERM + GX, TERMS + 2 * TERM + GX
    return (
        M[a] * (M[b + 1] * M[c + 2] - M[b + 2] * M[c + 1])
        + M[a + 1] * (M[b + 2] * M[c] - M[b] * M[c + 2])
        + M[a + 2] * (M[b] * M[c + 1] - M[b + 1] * M[c])
    )


@compiled
def solve_legs(M, p, q, r, inverse):
    """Solution of the three legs' linear equations."""
    a, b, c = TERMS + GX, TERMS + TERM + GX, TERMS + 2 * TERM + GX
    return solve3(M[a], M[a + 1], M[a + 2], M[b], M[b + 1], M[b + 2], M[c], M[c + 1], M[c + 2], p, q, r, inverse)


@compiled
def turned_little(c, s, angle):
    """A direction turned by an angle: by its series, to rounding, where that is small."""
    if abs(angle) > 0.1:
        return turned(c, s, math.cos(angle), math.sin(angle))
    q = angle * angle
    cosine = 1.0 - q * (0.5 - q * (1.0 / 24.0 - q * (1.0 / 720.0 - q * (1.0 / 40320.0))))
    sine = angle * (1.0 - q * (1.0 / 6.0 - q * (1.0 / 120.0 - q * (1.0 / 5040.0 - q * (1.0 / 362880.0)))))
    return turned(c, s, cosine, sine)


@compiled
def find_pose(S, R, G, M, k, x, y, angle, c, s, length):
    """Newton iteration from a pose: the pose, its direction, the determinant, and whether it was found.

    The terms of the legs are then those of the pose.
    """
    take_legs(S, R, G, M, k, 0, x, y, c, s, length)
    last, det = math.inf, 0.0
    for _step in range(MOST_STEPS):
        det = leg_determinant(M)
        if not abs(det) > 1e-300:
            break
        dx, dy, dt = solve_legs(M, M[TERMS], M[TERMS + TERM], M[TERMS + 2 * TERM], 1.0 / det)
        largest = max(abs(dx), abs(dy), abs(dt))
        if not (largest < CONTRACTION * last or largest < 1e-9 * length):
            break
        last = largest
        turn = dt * G[SCALE]
        x, y, angle = x - dx, y - dy, angle - turn
        c, s = turned_little(c, s, -turn)
        error = take_legs(S, R, G, M, k, 0, x, y, c, s, length)
        if largest < 1e-8 * length:
            return x, y, angle, c, s, leg_determinant(M), error < 1e-11 * length
    return x, y, angle, c, s, det, False


@compiled
def is_steady(M):
    """Whether the gradients are those of the last lane, but for a part of them."""
    a, b, c = LAST, LAST + 3, LAST + 6
    det = (
        M[a] * (M[b + 1] * M[c + 2] - M[b + 2] * M[c + 1])
        + M[a + 1] * (M[b + 2] * M[c] - M[b] * M[c + 2])
        + M[a + 2] * (M[b] * M[c + 1] - M[b + 1] * M[c])
    )
    inverse, total = 1.0 / det, 0.0
    for part in range(3):
        p = M[TERMS + GX + part] - M[a + part]
        q = M[TERMS + TERM + GX + part] - M[b + part]
        r = M[TERMS + 2 * TERM + GX + part] - M[c + part]
        x, y, z = solve3(M[a], M[a + 1], M[a + 2], M[b], M[b + 1], M[b + 2], M[c], M[c + 1], M[c + 2], p, q, r, inverse)
        total += x * x + y * y + z * z
    return total < STEADY * STEADY


@compiled
def place(S, R, G, M, k, length):
    """Find the pose of a lane and remember it; pose, direction, determinant, and whether it was found."""
    x0, y0, angle0 = M[POSE], M[POSE + 1], M[POSE + 2]
    found = False
    x, y, angle, c, s, det = x0, y0, angle0, 1.0, 0.0, 0.0
    if M[KNOWN] >= 3.0:
        ex = 3.0 * (x0 - M[BEFORE]) + M[BEFORE + 3]
        ey = 3.0 * (y0 - M[BEFORE + 1]) + M[BEFORE + 4]
        et = 3.0 * (angle0 - M[BEFORE + 2]) + M[BEFORE + 5]
        if M[KNOWN] == 3.0:  # the lanes may have been put there by others
            M[HEADING], M[HEADING + 1] = math.cos(angle0), math.sin(angle0)
        ec, es = turned_little(M[HEADING], M[HEADING + 1], et - angle0)
        norm = 1.5 - 0.5 * (ec * ec + es * es)  # keeps it a direction over many lanes
        x, y, angle, c, s, det, found = find_pose(S, R, G, M, k, ex, ey, et, ec * norm, es * norm, length)
        moved = max(abs(x0 - M[BEFORE]), abs(y0 - M[BEFORE + 1]), abs(angle0 - M[BEFORE + 2]) * length)
        missed = max(abs(x - ex), abs(y - ey), abs(angle - et) * length)
        found = found and (missed <= SMOOTH * moved + 1e-9 * length or (missed <= moved and is_steady(M)))
    if not found:
        c, s = math.cos(angle0), math.sin(angle0)
        x, y, angle, c, s, det, found = find_pose(S, R, G, M, k, x0, y0, angle0, c, s, length)
        found = found and (M[SIGN] == 0.0 or (abs(angle - angle0) < FURTHEST_TURN and is_steady(M)))
    if found:
        for leg in range(3):
            for part in range(3):
                M[LAST + 3 * leg + part] = M[TERMS + TERM * leg + GX + part]
        if M[SIGN] == 0.0:
            M[SIGN] = 1.0 if det >= 0.0 else -1.0
        M[BEFORE + 3], M[BEFORE + 4], M[BEFORE + 5] = M[BEFORE], M[BEFORE + 1], M[BEFORE + 2]
        M[BEFORE], M[BEFORE + 1], M[BEFORE + 2] = x0, y0, angle0
        M[POSE], M[POSE + 1], M[POSE + 2] = x, y, angle
        M[HEADING], M[HEADING + 1] = c, s
        M[KNOWN] += 1.0
    return x, y, c, s, det, found


@compiled
def first_side(S, R, M, k, leg, row):
    """Right side of a leg's first derivative; rows of first derivatives begin at `row`."""
    t, v = TERMS + TERM * leg, row + 3 * leg
    return M[t + GX] * S[R[v] + k] + M[t + GY] * S[R[v + 1] + k] - M[t + KAPPA] * S[R[v + 2] + k]


@compiled
def second_side(S, R, G, M, k, leg, row, i, j, xi, yi, oi, xj, yj, oj):
    """Right side of a leg's second derivative; rows of second and of first derivatives by i and j begin as given."""
    t, w, u, v = TERMS + TERM * leg, row + 3 * leg, i + 3 * leg, j + 3 * leg
    bx, by = M[t + BX], M[t + BY]
    wix, wiy = xi - oi * by - S[R[u] + k], yi + oi * bx - S[R[u + 1] + k]
    wjx, wjy = xj - oj * by - S[R[v] + k], yj + oj * bx - S[R[v + 1] + k]
    side = M[t + GX] * (S[R[w] + k] + oi * oj * bx) + M[t + GY] * (S[R[w + 1] + k] + oi * oj * by)
    side -= M[t + KAPPA] * S[R[w + 2] + k]
    ti, tj = S[R[u + 2] + k], S[R[v + 2] + k]
    return side + leg_rest(
        G[LEG * leg], M[t + WX], M[t + WY], M[t + DX], M[t + DY], wix, wiy, wjx, wjy, oi, oj, ti, tj, G[SCALE]
    )


@compiled
def differentiate(S, R, G, M, k, inverse, first, second, first_out, second_out):
    """First derivatives of the pose and their own second ones, from the terms of the legs."""
    p, q, r = first_side(S, R, M, k, 0, first), first_side(S, R, M, k, 1, first), first_side(S, R, M, k, 2, first)
    xi, yi, oi = solve_legs(M, p, q, r, inverse)
    oi *= G[SCALE]
    p = second_side(S, R, G, M, k, 0, second, first, first, xi, yi, oi, xi, yi, oi)
    q = second_side(S, R, G, M, k, 1, second, first, first, xi, yi, oi, xi, yi, oi)
    r = second_side(S, R, G, M, k, 2, second, first, first, xi, yi, oi, xi, yi, oi)
    x2, y2, o2 = solve_legs(M, p, q, r, inverse)
    S[R[first_out] + k], S[R[first_out + 1] + k], S[R[first_out + 2] + k] = xi, yi, oi
    S[R[second_out] + k], S[R[second_out + 1] + k], S[R[second_out + 2] + k] = x2, y2, o2 * G[SCALE]


@compiled
def store_pose(S, R, M, k, x, y, c, s, det, found):
    S[R[12] + k], S[R[13] + k], S[R[14] + k], S[R[15] + k] = x, y, c, s
    size = gradient_size(M, TERMS) * gradient_size(M, TERMS + TERM) * gradient_size(M, TERMS + 2 * TERM)
    S[R[16] + k] = det * M[SIGN] / size if found else NOT_FOUND


@compiled
def gradient_size(M, t):
    """Length of a leg's gradient, if it is more than one: it grows when a platform slides away to infinity."""
    return max(1.0, math.sqrt(M[t + GX] * M[t + GX] + M[t + GY] * M[t + GY] + M[t + GT] * M[t + GT]))


@Operation
def position(S, R, G, M, m):
    length = G[LENGTH]
    for k in range(m):
        x, y, c, s, det, found = place(S, R, G, M, k, length)
        store_pose(S, R, M, k, x, y, c, s, det, found)


@Operation
def motion(S, R, G, M, m):
    """`position` and `tangent` in one, for a single tangent."""
    length = G[LENGTH]
    for k in range(m):
        x, y, c, s, det, found = place(S, R, G, M, k, length)
        store_pose(S, R, M, k, x, y, c, s, det, found)
        differentiate(S, R, G, M, k, 1.0 / det, 17, 29, 26, 38)


@Operation
def tangent(S, R, G, M, m):
    length = G[LENGTH]
    for k in range(m):
        take_legs(S, R, G, M, k, 24, S[R[36] + k], S[R[37] + k], S[R[38] + k], S[R[39] + k], length)
        differentiate(S, R, G, M, k, 1.0 / leg_determinant(M), 0, 12, 9, 21)


@Operation
def pair(S, R, G, M, m):
    length = G[LENGTH]
    for k in range(m):
        take_legs(S, R, G, M, k, 36, S[R[48] + k], S[R[49] + k], S[R[50] + k], S[R[51] + k], length)
        xi, yi, oi = S[R[21] + k], S[R[22] + k], S[R[23] + k]
        xj, yj, oj = S[R[33] + k], S[R[34] + k], S[R[35] + k]
        p = second_side(S, R, G, M, k, 0, 0, 12, 24, xi, yi, oi, xj, yj, oj)
        q = second_side(S, R, G, M, k, 1, 0, 12, 24, xi, yi, oi, xj, yj, oj)
        r = second_side(S, R, G, M, k, 2, 0, 12, 24, xi, yi, oi, xj, yj, oj)
        x2, y2, o2 = solve_legs(M, p, q, r, 1.0 / leg_determinant(M))
        S[R[9] + k], S[R[10] + k], S[R[11] + k] = x2, y2, o2 * G[SCALE]
