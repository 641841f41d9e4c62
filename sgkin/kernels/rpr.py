"""RPR: a guide of unknown direction u between pins P and Q, which lies h to the left on the way from P to Q.

    d = Q − P = t u + h n,   t = ± √(d² − h²),   u = (t d + h d⊥ᵀ) / d²
    θᵢ = n·dᵢ / t,   tᵢ = u·dᵢ + h θᵢ,   θᵢⱼ = (n·dᵢⱼ − tᵢ θⱼ − tⱼ θᵢ + h θᵢ θⱼ) / t

Branch +1: u points from P to Q. Margin: (d² − h²) over the square of a length of the mechanism.

inputs P Q · outputs direction · scratch 1/t · geometry h 1/length² · memory branch
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, compiled


@compiled
def place(dx, dy, h, branch):
    """u, t and d² − h²."""
    d2 = dx * dx + dy * dy
    square = d2 - h * h
    t = branch * math.sqrt(max(square, 0.0))
    i2 = 1.0 / d2
    return (t * dx + h * dy) * i2, (t * dy - h * dx) * i2, t, square


@Operation
def position(S, R, G, M, m):
    px, py, qx, qy, c, s, r_inv, margin = R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7]
    h, scale, branch = G[0], G[1], M[0]
    for k in range(m):
        ux, uy, t, square = place(S[qx + k] - S[px + k], S[qy + k] - S[py + k], h, branch)
        S[c + k] = ux
        S[s + k] = uy
        S[r_inv + k] = 1.0 / t
        S[margin + k] = square * scale


@Operation
def tangent(S, R, G, M, m):
    pvx, pvy, qvx, qvy, w = R[0], R[1], R[2], R[3], R[4]
    pax, pay, qax, qay, wa = R[5], R[6], R[7], R[8], R[9]
    c, s, r_inv = R[14], R[15], R[16]
    h = G[0]
    for k in range(m):
        ux, uy, inverse = S[c + k], S[s + k], S[r_inv + k]
        dx, dy = S[qvx + k] - S[pvx + k], S[qvy + k] - S[pvy + k]
        turn = (ux * dy - uy * dx) * inverse
        slide = ux * dx + uy * dy + h * turn
        dx, dy = S[qax + k] - S[pax + k], S[qay + k] - S[pay + k]
        S[w + k] = turn
        S[wa + k] = (ux * dy - uy * dx - 2.0 * slide * turn + h * turn * turn) * inverse


@Operation
def pair(S, R, G, M, m):
    pax, pay, qax, qay, wa = R[0], R[1], R[2], R[3], R[4]
    pix, piy, qix, qiy, wi = R[5], R[6], R[7], R[8], R[9]
    pjx, pjy, qjx, qjy, wj = R[10], R[11], R[12], R[13], R[14]
    c, s, r_inv = R[19], R[20], R[21]
    h = G[0]
    for k in range(m):
        ux, uy, ti, tj = S[c + k], S[s + k], S[wi + k], S[wj + k]
        slide_i = ux * (S[qix + k] - S[pix + k]) + uy * (S[qiy + k] - S[piy + k]) + h * ti
        slide_j = ux * (S[qjx + k] - S[pjx + k]) + uy * (S[qjy + k] - S[pjy + k]) + h * tj
        dx, dy = S[qax + k] - S[pax + k], S[qay + k] - S[pay + k]
        S[wa + k] = (ux * dy - uy * dx - slide_i * tj - slide_j * ti + h * ti * tj) * S[r_inv + k]
