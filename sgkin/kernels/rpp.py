"""RPP: pin P of the first link; the second slides on a guide of an earlier link and carries the guide of the first.

All directions are those of the earlier link, turned by constants, so that the slide s is linear in P: with d = P − Q,
a = u·d, b = n·d,

    s = a + κ b + λ,   G = Q + s u + h n

where G is the guide point of the second link and κ = −cot β, β the constant angle between the guides.
    aᵢ = u·dᵢ + θᵢ b,   bᵢ = n·dᵢ − θᵢ a,   and so on in the turning frame. One branch only.

inputs P Q direction · outputs G · scratch u(2) a b s · geometry cos sin h κ λ
"""

from __future__ import annotations

from sgkin.kernels.compiled import Operation, compiled
from sgkin.kernels.conditions import turned


@compiled
def slide_second(ux, uy, dx, dy, dix, diy, djx, djy, ti, tj, tij, a, b, kappa):
    """sᵢⱼ from dᵢⱼ, dᵢ, dⱼ and the turning of the frame."""
    aij = ux * dx + uy * dy + ti * (ux * djy - uy * djx) + tj * (ux * diy - uy * dix) + tij * b - ti * tj * a
    bij = ux * dy - uy * dx - ti * (ux * djx + uy * djy) - tj * (ux * dix + uy * diy) - tij * a - ti * tj * b
    return aij + kappa * bij


@Operation
def position(S, R, G, M, m):
    px, py, qx, qy, c, s, gx, gy = R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7]
    r_ux, r_uy, r_a, r_b, r_s = R[8], R[9], R[10], R[11], R[12]
    cosine, sine, h, kappa, shift = G[0], G[1], G[2], G[3], G[4]
    for k in range(m):
        ux, uy = turned(S[c + k], S[s + k], cosine, sine)
        x, y = S[qx + k], S[qy + k]
        dx, dy = S[px + k] - x, S[py + k] - y
        a, b = ux * dx + uy * dy, ux * dy - uy * dx
        slide = a + kappa * b + shift
        S[gx + k] = x + slide * ux - h * uy
        S[gy + k] = y + slide * uy + h * ux
        S[r_ux + k] = ux
        S[r_uy + k] = uy
        S[r_a + k] = a
        S[r_b + k] = b
        S[r_s + k] = slide


@Operation
def tangent(S, R, G, M, m):
    pvx, pvy, qvx, qvy, w, gvx, gvy = R[0], R[1], R[2], R[3], R[4], R[5], R[6]
    pax, pay, qax, qay, wa, gax, gay = R[7], R[8], R[9], R[10], R[11], R[12], R[13]
    r_ux, r_uy, r_a, r_b, r_s = R[22], R[23], R[24], R[25], R[26]
    h, kappa = G[2], G[3]
    for k in range(m):
        ux, uy, a, b, slide = S[r_ux + k], S[r_uy + k], S[r_a + k], S[r_b + k], S[r_s + k]
        turn, turn2 = S[w + k], S[wa + k]
        qx, qy = S[qvx + k], S[qvy + k]
        dix, diy = S[pvx + k] - qx, S[pvy + k] - qy
        rate = ux * dix + uy * diy + turn * b + kappa * (ux * diy - uy * dix - turn * a)
        dx, dy = S[pax + k] - S[qax + k], S[pay + k] - S[qay + k]
        second = slide_second(ux, uy, dx, dy, dix, diy, dix, diy, turn, turn, turn2, a, b, kappa)
        along, across = rate - turn * h, turn * slide
        S[gvx + k] = qx + along * ux - across * uy
        S[gvy + k] = qy + along * uy + across * ux
        along = second - turn2 * h - turn * turn * slide
        across = 2.0 * turn * rate + turn2 * slide - turn * turn * h
        S[gax + k] = S[qax + k] + along * ux - across * uy
        S[gay + k] = S[qay + k] + along * uy + across * ux


@Operation
def pair(S, R, G, M, m):
    pax, pay, qax, qay, wa, gax, gay = R[0], R[1], R[2], R[3], R[4], R[5], R[6]
    pix, piy, qix, qiy, wi = R[7], R[8], R[9], R[10], R[11]
    pjx, pjy, qjx, qjy, wj = R[14], R[15], R[16], R[17], R[18]
    r_ux, r_uy, r_a, r_b, r_s = R[29], R[30], R[31], R[32], R[33]
    h, kappa = G[2], G[3]
    for k in range(m):
        ux, uy, a, b, slide = S[r_ux + k], S[r_uy + k], S[r_a + k], S[r_b + k], S[r_s + k]
        ti, tj, tij = S[wi + k], S[wj + k], S[wa + k]
        dix, diy = S[pix + k] - S[qix + k], S[piy + k] - S[qiy + k]
        djx, djy = S[pjx + k] - S[qjx + k], S[pjy + k] - S[qjy + k]
        rate_i = ux * dix + uy * diy + ti * b + kappa * (ux * diy - uy * dix - ti * a)
        rate_j = ux * djx + uy * djy + tj * b + kappa * (ux * djy - uy * djx - tj * a)
        dx, dy = S[pax + k] - S[qax + k], S[pay + k] - S[qay + k]
        second = slide_second(ux, uy, dx, dy, dix, diy, djx, djy, ti, tj, tij, a, b, kappa)
        along = second - tij * h - ti * tj * slide
        across = ti * rate_j + tj * rate_i + tij * slide - ti * tj * h
        S[gax + k] = S[qax + k] + along * ux - across * uy
        S[gay + k] = S[qay + k] + along * uy + across * ux
