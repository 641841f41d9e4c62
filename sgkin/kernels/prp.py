"""PRP: the inner pin C on two lines, of directions u₁, u₂, that lie h₁, h₂ to the left of points Q₁, Q₂.

    n₁·(C − Q₁) = h₁,   n₂·(C − Q₂) = h₂

The lines belong to earlier links and are inclined to them by constant angles. One branch only.
Margin: (u₁ × u₂)², zero where the lines are parallel.

inputs Q₁ Q₂ direction₁ direction₂ · outputs C · scratch u₁(2) u₂(2) 1/(n₁ × n₂) τ₁ τ₂
geometry h₁ cos₁ sin₁ h₂ cos₂ sin₂
"""

from __future__ import annotations

from sgkin.kernels.compiled import Operation
from sgkin.kernels.conditions import line_first, line_second, solve2, turned


@Operation
def position(S, R, G, M, m):
    px, py, qx, qy, c1, s1, c2, s2, cx, cy = R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8], R[9]
    r_ux, r_uy, r_vx, r_vy, r_inv, r_t1, r_t2, margin = R[10], R[11], R[12], R[13], R[14], R[15], R[16], R[17]
    h1, cos1, sin1, h2, cos2, sin2 = G[0], G[1], G[2], G[3], G[4], G[5]
    for k in range(m):
        ux, uy = turned(S[c1 + k], S[s1 + k], cos1, sin1)
        vx, vy = turned(S[c2 + k], S[s2 + k], cos2, sin2)
        S[r_ux + k] = ux
        S[r_uy + k] = uy
        S[r_vx + k] = vx
        S[r_vy + k] = vy
    for k in range(m):
        ux, uy, vx, vy = S[r_ux + k], S[r_uy + k], S[r_vx + k], S[r_vy + k]
        x, y = S[px + k], S[py + k]
        dx, dy = S[qx + k] - x, S[qy + k] - y
        sine = ux * vy - uy * vx
        inverse = 1.0 / sine
        ex, ey = solve2(-uy, ux, -vy, vx, inverse, h1, h2 + vx * dy - vy * dx)
        S[cx + k] = x + ex
        S[cy + k] = y + ey
        S[r_inv + k] = inverse
        S[r_t1 + k] = ux * ex + uy * ey
        S[r_t2 + k] = vx * (ex - dx) + vy * (ey - dy)
        S[margin + k] = sine * sine


@Operation
def tangent(S, R, G, M, m):
    pvx, pvy, qvx, qvy, w1, w2, cvx, cvy = R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7]
    pax, pay, qax, qay, a1, a2, cax, cay = R[8], R[9], R[10], R[11], R[12], R[13], R[14], R[15]
    r_ux, r_uy, r_vx, r_vy, r_inv, r_t1, r_t2 = R[26], R[27], R[28], R[29], R[30], R[31], R[32]
    h1, h2 = G[0], G[3]
    for k in range(m):
        ux, uy, vx, vy, inverse = S[r_ux + k], S[r_uy + k], S[r_vx + k], S[r_vy + k], S[r_inv + k]
        px, py, qx, qy, o1, o2 = S[pvx + k], S[pvy + k], S[qvx + k], S[qvy + k], S[w1 + k], S[w2 + k]
        t1, t2 = S[r_t1 + k], S[r_t2 + k]
        b1 = line_first(ux, uy, px, py, o1, t1)
        b2 = line_first(vx, vy, qx, qy, o2, t2)
        x, y = solve2(-uy, ux, -vy, vx, inverse, b1, b2)
        b1 = line_second(ux, uy, S[pax + k], S[pay + k], S[a1 + k], t1, h1, o1, o1, x - px, y - py, x - px, y - py)
        b2 = line_second(vx, vy, S[qax + k], S[qay + k], S[a2 + k], t2, h2, o2, o2, x - qx, y - qy, x - qx, y - qy)
        ax, ay = solve2(-uy, ux, -vy, vx, inverse, b1, b2)
        S[cvx + k] = x
        S[cvy + k] = y
        S[cax + k] = ax
        S[cay + k] = ay


@Operation
def pair(S, R, G, M, m):
    pax, pay, qax, qay, a1, a2, cax, cay = R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7]
    pix, piy, qix, qiy, wi1, wi2, cix, ciy = R[8], R[9], R[10], R[11], R[12], R[13], R[14], R[15]
    pjx, pjy, qjx, qjy, wj1, wj2, cjx, cjy = R[16], R[17], R[18], R[19], R[20], R[21], R[22], R[23]
    r_ux, r_uy, r_vx, r_vy, r_inv, r_t1, r_t2 = R[34], R[35], R[36], R[37], R[38], R[39], R[40]
    h1, h2 = G[0], G[3]
    for k in range(m):
        ux, uy, vx, vy = S[r_ux + k], S[r_uy + k], S[r_vx + k], S[r_vy + k]
        xi, yi, xj, yj = S[cix + k], S[ciy + k], S[cjx + k], S[cjy + k]
        rix, riy, rjx, rjy = xi - S[pix + k], yi - S[piy + k], xj - S[pjx + k], yj - S[pjy + k]
        b1 = line_second(
            ux, uy, S[pax + k], S[pay + k], S[a1 + k], S[r_t1 + k], h1, S[wi1 + k], S[wj1 + k], rix, riy, rjx, rjy
        )
        rix, riy, rjx, rjy = xi - S[qix + k], yi - S[qiy + k], xj - S[qjx + k], yj - S[qjy + k]
        b2 = line_second(
            vx, vy, S[qax + k], S[qay + k], S[a2 + k], S[r_t2 + k], h2, S[wi2 + k], S[wj2 + k], rix, riy, rjx, rjy
        )
        ax, ay = solve2(-uy, ux, -vy, vx, S[r_inv + k], b1, b2)
        S[cax + k] = ax
        S[cay + k] = ay
