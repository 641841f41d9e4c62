"""RRP: the inner pin C at distance l from pin P, on a line of direction u that lies h to the left of point Q.

    C = Q + h n + t u,   t = −a ± √(l² − w²),   a, w components of Q + h n − P along and across u

The line belongs to an earlier link of direction (c, s) and is inclined to it by a constant angle.
Branch +1: C lies ahead of the foot of P on the line. Margin: (l² − w²) / l².

inputs P Q direction · outputs C · scratch e(2) u(2) 1/(e × n) τ · geometry l² h cos sin · memory branch
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, compiled
from sgkin.kernels.conditions import circle_first, circle_second, line_first, line_second, solve2, turned


@compiled
def place(px, py, qx, qy, ux, uy, s, h, branch):
    """e = C − P, 1 / (e × n), τ and l² − w², which is negative where the dyad does not reach."""
    dx = qx - h * uy - px
    dy = qy + h * ux - py
    along = dx * ux + dy * uy
    across = ux * dy - uy * dx
    square = s - across * across
    reach = branch * math.sqrt(max(square, 0.0))
    t = reach - along
    ex = dx + t * ux
    ey = dy + t * uy
    return ex, ey, 1.0 / reach, t, square


@Operation
def position(S, R, G, M, m):
    px, py, qx, qy, dc, ds, cx, cy = R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7]
    r_ex, r_ey, r_ux, r_uy, r_inv, r_tau, margin = R[8], R[9], R[10], R[11], R[12], R[13], R[14]
    s, h, cosine, sine, branch = G[0], G[1], G[2], G[3], M[0]
    scale = 1.0 / s
    for k in range(m):
        ux, uy = turned(S[dc + k], S[ds + k], cosine, sine)
        x, y = S[px + k], S[py + k]
        ex, ey, inverse, t, square = place(x, y, S[qx + k], S[qy + k], ux, uy, s, h, branch)
        S[cx + k] = x + ex
        S[cy + k] = y + ey
        S[r_ex + k] = ex
        S[r_ey + k] = ey
        S[r_ux + k] = ux
        S[r_uy + k] = uy
        S[r_inv + k] = inverse
        S[r_tau + k] = t
        S[margin + k] = square * scale


@Operation
def tangent(S, R, G, M, m):
    pvx, pvy, qvx, qvy, w, cvx, cvy = R[0], R[1], R[2], R[3], R[4], R[5], R[6]
    pax, pay, qax, qay, wa, cax, cay = R[7], R[8], R[9], R[10], R[11], R[12], R[13]
    r_ex, r_ey, r_ux, r_uy, r_inv, r_tau = R[22], R[23], R[24], R[25], R[26], R[27]
    h = G[1]
    for k in range(m):
        ex, ey, ux, uy = S[r_ex + k], S[r_ey + k], S[r_ux + k], S[r_uy + k]
        inverse, tau, turn = S[r_inv + k], S[r_tau + k], S[w + k]
        px, py, qx, qy = S[pvx + k], S[pvy + k], S[qvx + k], S[qvy + k]
        b1 = circle_first(ex, ey, px, py)
        b2 = line_first(ux, uy, qx, qy, turn, tau)
        vx, vy = solve2(ex, ey, -uy, ux, inverse, b1, b2)
        b1 = circle_second(ex, ey, S[pax + k], S[pay + k], vx - px, vy - py, vx - px, vy - py)
        b2 = line_second(
            ux, uy, S[qax + k], S[qay + k], S[wa + k], tau, h, turn, turn, vx - qx, vy - qy, vx - qx, vy - qy
        )
        ax, ay = solve2(ex, ey, -uy, ux, inverse, b1, b2)
        S[cvx + k] = vx
        S[cvy + k] = vy
        S[cax + k] = ax
        S[cay + k] = ay


@Operation
def pair(S, R, G, M, m):
    pax, pay, qax, qay, wa, cax, cay = R[0], R[1], R[2], R[3], R[4], R[5], R[6]
    pix, piy, qix, qiy, wi, cix, ciy = R[7], R[8], R[9], R[10], R[11], R[12], R[13]
    pjx, pjy, qjx, qjy, wj, cjx, cjy = R[14], R[15], R[16], R[17], R[18], R[19], R[20]
    r_ex, r_ey, r_ux, r_uy, r_inv, r_tau = R[29], R[30], R[31], R[32], R[33], R[34]
    h = G[1]
    for k in range(m):
        ex, ey, ux, uy = S[r_ex + k], S[r_ey + k], S[r_ux + k], S[r_uy + k]
        cxi, cyi, cxj, cyj = S[cix + k], S[ciy + k], S[cjx + k], S[cjy + k]
        b1 = circle_second(
            ex, ey, S[pax + k], S[pay + k], cxi - S[pix + k], cyi - S[piy + k], cxj - S[pjx + k], cyj - S[pjy + k]
        )
        rix, riy, rjx, rjy = cxi - S[qix + k], cyi - S[qiy + k], cxj - S[qjx + k], cyj - S[qjy + k]
        b2 = line_second(
            ux, uy, S[qax + k], S[qay + k], S[wa + k], S[r_tau + k], h, S[wi + k], S[wj + k], rix, riy, rjx, rjy
        )
        ax, ay = solve2(ex, ey, -uy, ux, S[r_inv + k], b1, b2)
        S[cax + k] = ax
        S[cay + k] = ay
