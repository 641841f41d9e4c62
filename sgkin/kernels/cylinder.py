"""The RRR dyad with a driven length, and the direction of the cylinder that drives it.

With t = ±z + a the length of the cylinder along its guide, the inner pin C lies on circles about P and Q of radii
l₁² = c₁ + w₁ t² and l₂² = c₂ + w₂ t², where w is 1 for the driven side and 0 for the other:

    e·Cᵢ = e·Pᵢ + w₁ t tᵢ        e·Cᵢⱼ = e·Pᵢⱼ − (Cᵢ − Pᵢ)·(Cⱼ − Pⱼ) + w₁ (t tᵢⱼ + tᵢ tⱼ)        e = C − P, and so for Q

An input has no mixed derivatives: tᵢⱼ and tᵢ tⱼ vanish for i ≠ j. Branch and margin as for RRR.

inputs P Q z · outputs C · scratch e(2) f(2) 1/(e × f) · geometry c₁ w₁ c₂ w₂ ±1 a 1/(l₁² + l₂²)² branch

The guide has the direction u with d = C − A = t u + h n between the cylinder's pins A and C:

    u = (t d + h d⊥ᵀ) / d²,   θᵢ = (d × dᵢ + h tᵢ) / d²,   θᵢⱼ = (d × dᵢⱼ + dⱼ × dᵢ + h tᵢⱼ − 2 d·dⱼ θᵢ) / d²

inputs A C z · outputs direction · geometry h ±1 a
"""

from __future__ import annotations

from sgkin.kernels.compiled import Operation
from sgkin.kernels.conditions import circle_first, circle_second, solve2
from sgkin.kernels.rrr import place


@Operation
def position(S, R, G, M, m):
    px, py, qx, qy, z, cx, cy = R[0], R[1], R[2], R[3], R[4], R[5], R[6]
    r_ex, r_ey, r_fx, r_fy, r_inv, margin = R[7], R[8], R[9], R[10], R[11], R[12]
    c1, w1, c2, w2, sign, shift, scale, branch = G[0], G[1], G[2], G[3], G[4], G[5], G[6], M[0]
    for k in range(m):
        t = sign * S[z + k] + shift
        s1, s2 = c1 + w1 * t * t, c2 + w2 * t * t
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
    pvx, pvy, qvx, qvy, zv, cvx, cvy = R[0], R[1], R[2], R[3], R[4], R[5], R[6]
    pax, pay, qax, qay, za, cax, cay = R[7], R[8], R[9], R[10], R[11], R[12], R[13]
    z, r_ex, r_ey, r_fx, r_fy, r_inv = R[18], R[21], R[22], R[23], R[24], R[25]
    w1, w2, sign, shift = G[1], G[3], G[4], G[5]
    for k in range(m):
        ex, ey, fx, fy, inverse = S[r_ex + k], S[r_ey + k], S[r_fx + k], S[r_fy + k], S[r_inv + k]
        px, py, qx, qy = S[pvx + k], S[pvy + k], S[qvx + k], S[qvy + k]
        t, rate = sign * S[z + k] + shift, sign * S[zv + k]
        b1, b2 = circle_first(ex, ey, px, py) + w1 * t * rate, circle_first(fx, fy, qx, qy) + w2 * t * rate
        vx, vy = solve2(ex, ey, fx, fy, inverse, b1, b2)
        grown = t * sign * S[za + k] + rate * rate
        b1 = circle_second(ex, ey, S[pax + k], S[pay + k], vx - px, vy - py, vx - px, vy - py) + w1 * grown
        b2 = circle_second(fx, fy, S[qax + k], S[qay + k], vx - qx, vy - qy, vx - qx, vy - qy) + w2 * grown
        ax, ay = solve2(ex, ey, fx, fy, inverse, b1, b2)
        S[cvx + k] = vx
        S[cvy + k] = vy
        S[cax + k] = ax
        S[cay + k] = ay


@Operation
def pair(S, R, G, M, m):
    pax, pay, qax, qay, cax, cay = R[0], R[1], R[2], R[3], R[5], R[6]
    pix, piy, qix, qiy, cix, ciy = R[7], R[8], R[9], R[10], R[12], R[13]
    pjx, pjy, qjx, qjy, cjx, cjy = R[14], R[15], R[16], R[17], R[19], R[20]
    r_ex, r_ey, r_fx, r_fy, r_inv = R[28], R[29], R[30], R[31], R[32]
    for k in range(m):
        ex, ey, fx, fy = S[r_ex + k], S[r_ey + k], S[r_fx + k], S[r_fy + k]
        cxi, cyi, cxj, cyj = S[cix + k], S[ciy + k], S[cjx + k], S[cjy + k]
        b1 = circle_second(
            ex, ey, S[pax + k], S[pay + k], cxi - S[pix + k], cyi - S[piy + k], cxj - S[pjx + k], cyj - S[pjy + k]
        )
        b2 = circle_second(
            fx, fy, S[qax + k], S[qay + k], cxi - S[qix + k], cyi - S[qiy + k], cxj - S[qjx + k], cyj - S[qjy + k]
        )
        ax, ay = solve2(ex, ey, fx, fy, S[r_inv + k], b1, b2)
        S[cax + k] = ax
        S[cay + k] = ay


@Operation
def aim_position(S, R, G, M, m):
    ax, ay, cx, cy, z, c, s = R[0], R[1], R[2], R[3], R[4], R[5], R[6]
    h, sign, shift = G[0], G[1], G[2]
    for k in range(m):
        dx, dy, t = S[cx + k] - S[ax + k], S[cy + k] - S[ay + k], sign * S[z + k] + shift
        inverse = 1.0 / (dx * dx + dy * dy)
        S[c + k] = (t * dx + h * dy) * inverse
        S[s + k] = (t * dy - h * dx) * inverse


@Operation
def aim_tangent(S, R, G, M, m):
    avx, avy, cvx, cvy, zv, w = R[0], R[1], R[2], R[3], R[4], R[5]
    aax, aay, cax, cay, za, wa = R[6], R[7], R[8], R[9], R[10], R[11]
    ax, ay, cx, cy = R[12], R[13], R[14], R[15]
    h, sign = G[0], G[1]
    for k in range(m):
        dx, dy = S[cx + k] - S[ax + k], S[cy + k] - S[ay + k]
        inverse = 1.0 / (dx * dx + dy * dy)
        vx, vy = S[cvx + k] - S[avx + k], S[cvy + k] - S[avy + k]
        turn = (dx * vy - dy * vx + h * sign * S[zv + k]) * inverse
        bx, by = S[cax + k] - S[aax + k], S[cay + k] - S[aay + k]
        S[w + k] = turn
        S[wa + k] = (dx * by - dy * bx + h * sign * S[za + k] - 2.0 * (dx * vx + dy * vy) * turn) * inverse


@Operation
def aim_pair(S, R, G, M, m):
    aax, aay, cax, cay, wa = R[0], R[1], R[2], R[3], R[5]
    aix, aiy, cix, ciy, wi = R[6], R[7], R[8], R[9], R[11]
    ajx, ajy, cjx, cjy = R[12], R[13], R[14], R[15]
    ax, ay, cx, cy = R[18], R[19], R[20], R[21]
    for k in range(m):
        dx, dy = S[cx + k] - S[ax + k], S[cy + k] - S[ay + k]
        inverse = 1.0 / (dx * dx + dy * dy)
        vix, viy = S[cix + k] - S[aix + k], S[ciy + k] - S[aiy + k]
        vjx, vjy = S[cjx + k] - S[ajx + k], S[cjy + k] - S[ajy + k]
        bx, by = S[cax + k] - S[aax + k], S[cay + k] - S[aay + k]
        crossed = dx * by - dy * bx + vjx * viy - vjy * vix
        S[wa + k] = (crossed - 2.0 * (dx * vjx + dy * vjy) * S[wi + k]) * inverse
