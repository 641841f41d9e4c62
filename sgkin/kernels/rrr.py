"""RRR: the inner pin C at distances l₁ from pin P and l₂ from pin Q.

    C = P + u d + h d⊥,   d = Q − P,   u = (d² + l₁² − l₂²) / 2d²,   h² = l²/d² − v²,   v = (d² − |l₁² − l₂²|) / 2d²

where l is the shorter of the two: from the longer one twice as many digits would be lost as their lengths differ by.

Branch +1: C lies left of the line from P to Q. Margin: h² d⁴ over the square of l₁² + l₂², or of 100 l₁ l₂ if that is
less: links of very unlike length are not in line because of it.

inputs P Q · outputs C · scratch e(2) f(2) 1/(e × f) · geometry l₁² l₂² scale-of-the-margin · memory branch
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, compiled, inner
from sgkin.kernels.conditions import circle_first, circle_second, solve2


@compiled
def place(px, py, qx, qy, s1, s2, branch):
    """e = C − P, f = C − Q, 1 / (e × f) and h² d⁴, which is negative where the dyad does not reach."""
    dx = qx - px
    dy = qy - py
    d2 = dx * dx + dy * dy
    i2 = 1.0 / d2
    u = 0.5 * (d2 + (s1 - s2)) * i2
    v = 0.5 * (d2 - abs(s1 - s2)) * i2
    square = min(s1, s2) * i2 - v * v
    h = branch * math.sqrt(max(square, 0.0))
    ex = u * dx - h * dy
    ey = u * dy + h * dx
    fx = ex - dx
    fy = ey - dy
    return ex, ey, fx, fy, 1.0 / (ex * fy - ey * fx), square * d2 * d2


@Operation
def position(S, R, G, M, m):
    px, py, qx, qy, cx, cy = R[0], R[1], R[2], R[3], R[4], R[5]
    r_ex, r_ey, r_fx, r_fy, r_inv, margin = R[6], R[7], R[8], R[9], R[10], R[11]
    s1, s2, scale, branch = G[0], G[1], G[2], M[0]
    for k in range(m):
        x, y = S[px + k], S[py + k]
        ex, ey, fx, fy, inverse, square = place(x, y, S[qx + k], S[qy + k], s1, s2, branch)
        S[cx + k] = x + ex
        S[cy + k] = y + ey
        S[r_ex + k] = ex
        S[r_ey + k] = ey
        S[r_fx + k] = fx
        S[r_fy + k] = fy
        S[r_inv + k] = inverse
        S[margin + k] = square * scale


@Operation
def tangent(S, R, G, M, m):
    pvx, pvy, qvx, qvy, cvx, cvy = R[0], R[1], R[2], R[3], R[4], R[5]
    pax, pay, qax, qay, cax, cay = R[6], R[7], R[8], R[9], R[10], R[11]
    r_ex, r_ey, r_fx, r_fy, r_inv = R[18], R[19], R[20], R[21], R[22]
    for k in range(m):
        ex, ey, fx, fy, inverse = S[r_ex + k], S[r_ey + k], S[r_fx + k], S[r_fy + k], S[r_inv + k]
        px, py, qx, qy = S[pvx + k], S[pvy + k], S[qvx + k], S[qvy + k]
        vx, vy = solve2(ex, ey, fx, fy, inverse, circle_first(ex, ey, px, py), circle_first(fx, fy, qx, qy))
        b1 = circle_second(ex, ey, S[pax + k], S[pay + k], vx - px, vy - py, vx - px, vy - py)
        b2 = circle_second(fx, fy, S[qax + k], S[qay + k], vx - qx, vy - qy, vx - qx, vy - qy)
        ax, ay = solve2(ex, ey, fx, fy, inverse, b1, b2)
        S[cvx + k] = vx
        S[cvy + k] = vy
        S[cax + k] = ax
        S[cay + k] = ay


@Operation
def pair(S, R, G, M, m):
    pax, pay, qax, qay, cax, cay = R[0], R[1], R[2], R[3], R[4], R[5]
    pix, piy, qix, qiy, cix, ciy = R[6], R[7], R[8], R[9], R[10], R[11]
    pjx, pjy, qjx, qjy, cjx, cjy = R[12], R[13], R[14], R[15], R[16], R[17]
    r_ex, r_ey, r_fx, r_fy, r_inv = R[24], R[25], R[26], R[27], R[28]
    for k in range(m):
        ex, ey, fx, fy, inverse = S[r_ex + k], S[r_ey + k], S[r_fx + k], S[r_fy + k], S[r_inv + k]
        cxi, cyi, cxj, cyj = S[cix + k], S[ciy + k], S[cjx + k], S[cjy + k]
        b1 = circle_second(
            ex, ey, S[pax + k], S[pay + k], cxi - S[pix + k], cyi - S[piy + k], cxj - S[pjx + k], cyj - S[pjy + k]
        )
        b2 = circle_second(
            fx, fy, S[qax + k], S[qay + k], cxi - S[qix + k], cyi - S[qiy + k], cxj - S[qjx + k], cyj - S[qjy + k]
        )
        ax, ay = solve2(ex, ey, fx, fy, inverse, b1, b2)
        S[cax + k] = ax
        S[cay + k] = ay


@inner
def motion_lane(x, y, qx, qy, pvx, pvy, qvx, qvy, pax, pay, qax, qay, s1, s2, branch):
    """C and its first and second derivative along one motion, and h² d⁴."""
    ex, ey, fx, fy, inverse, square = place(x, y, qx, qy, s1, s2, branch)
    vx, vy = solve2(ex, ey, fx, fy, inverse, circle_first(ex, ey, pvx, pvy), circle_first(fx, fy, qvx, qvy))
    b1 = circle_second(ex, ey, pax, pay, vx - pvx, vy - pvy, vx - pvx, vy - pvy)
    b2 = circle_second(fx, fy, qax, qay, vx - qvx, vy - qvy, vx - qvx, vy - qvy)
    ax, ay = solve2(ex, ey, fx, fy, inverse, b1, b2)
    return x + ex, y + ey, vx, vy, ax, ay, square


@Operation
def motion(S, R, G, M, m):
    """`position` and `tangent` in one, for a single tangent and nothing left for others."""
    s1, s2, scale, branch = G[0], G[1], G[2], M[0]
    if m == 1:  # without the checks that come before a loop in vectors, which would cost as much as the lane
        x, y, vx, vy, ax, ay, square = motion_lane(
            S[R[0]],
            S[R[1]],
            S[R[2]],
            S[R[3]],
            S[R[7]],
            S[R[8]],
            S[R[9]],
            S[R[10]],
            S[R[13]],
            S[R[14]],
            S[R[15]],
            S[R[16]],
            s1,
            s2,
            branch,
        )
        S[R[4]], S[R[5]], S[R[6]] = x, y, square * scale
        S[R[11]], S[R[12]], S[R[17]], S[R[18]] = vx, vy, ax, ay
        return
    px, py, qx, qy, cx, cy, margin = R[0], R[1], R[2], R[3], R[4], R[5], R[6]
    pvx, pvy, qvx, qvy, cvx, cvy = R[7], R[8], R[9], R[10], R[11], R[12]
    pax, pay, qax, qay, cax, cay = R[13], R[14], R[15], R[16], R[17], R[18]
    for k in range(m):
        x, y, vx, vy, ax, ay, square = motion_lane(
            S[px + k],
            S[py + k],
            S[qx + k],
            S[qy + k],
            S[pvx + k],
            S[pvy + k],
            S[qvx + k],
            S[qvy + k],
            S[pax + k],
            S[pay + k],
            S[qax + k],
            S[qay + k],
            s1,
            s2,
            branch,
        )
        S[cx + k] = x
        S[cy + k] = y
        S[margin + k] = square * scale
        S[cvx + k] = vx
        S[cvy + k] = vy
        S[cax + k] = ax
        S[cay + k] = ay
