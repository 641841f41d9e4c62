"""Reading kept rows: frames and points of links, from the points and directions that groups have found.

A body is known by a point P and its direction u, or by two points P and C (`sgkin.kernels.frames.span`). Of a point at
the offset o from P these operations give position and direction, or derivatives by i, or by i and j.

They write into the state, and read from the memory, in which the kept rows stand, or from the geometry, in which there
are rows of constants. So a row that is read has two numbers: first those that say where all of them begin, then those
that say whether it is a kept one; behind them stand the rows that are written.

geometry: a and b of `span`, o, constants
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation
from sgkin.kernels.frames import arm_first, arm_second, span, span_turn
from sgkin.kernels.vectors import turned


@Operation
def spanned(S, R, G, M, m):
    """reads P C · writes p, cosine, sine"""
    ratio, offset = (G[0], G[1]), (G[2], G[3])
    px, py, cx, cy = R[0], R[1], R[2], R[3]
    of_p, of_c = M if R[4] else G, M if R[6] else G
    x, y, c, s = R[8], R[9], R[10], R[11]
    for k in range(m):
        u = span(ratio, (of_c[cx + k] - of_p[px + k], of_c[cy + k] - of_p[py + k]))
        r = turned(offset, u)
        S[x + k] = of_p[px + k] + r[0]
        S[y + k] = of_p[py + k] + r[1]
        S[c + k] = u[0]
        S[s + k] = u[1]


@Operation
def directed(S, R, G, M, m):
    """reads P u · writes p, cosine, sine"""
    offset = (G[2], G[3])
    px, py, c, s = R[0], R[1], R[2], R[3]
    of_p, of_u = M if R[4] else G, M if R[6] else G
    x, y, cosine, sine = R[8], R[9], R[10], R[11]
    for k in range(m):
        r = turned(offset, (of_u[c + k], of_u[s + k]))
        S[x + k] = of_p[px + k] + r[0]
        S[y + k] = of_p[py + k] + r[1]
        S[cosine + k] = of_u[c + k]
        S[sine + k] = of_u[s + k]


@Operation
def spanned_first(S, R, G, M, m):
    """reads P C Pᵢ Cᵢ · writes pᵢ θᵢ"""
    ratio, offset = (G[0], G[1]), (G[2], G[3])
    px, py, cx, cy, pvx, pvy, cvx, cvy = R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7]
    of_p, of_c = M if R[8] else G, M if R[10] else G
    of_pvx, of_pvy, of_cvx, of_cvy = M if R[12] else G, M if R[13] else G, M if R[14] else G, M if R[15] else G
    x, y, w = R[16], R[17], R[18]
    for k in range(m):
        d = (of_c[cx + k] - of_p[px + k], of_c[cy + k] - of_p[py + k])
        turn = span_turn(ratio, d, (of_cvx[cvx + k] - of_pvx[pvx + k], of_cvy[cvy + k] - of_pvy[pvy + k]))
        r = turned(offset, span(ratio, d))
        vx, vy = arm_first(r, turn, (of_pvx[pvx + k], of_pvy[pvy + k]))
        S[x + k] = vx
        S[y + k] = vy
        S[w + k] = turn


@Operation
def directed_first(S, R, G, M, m):
    """reads P u Pᵢ θᵢ · writes pᵢ θᵢ"""
    offset = (G[2], G[3])
    c, s, pvx, pvy, turning = R[2], R[3], R[4], R[5], R[6]
    of_u, of_pvx, of_pvy, of_t = M if R[10] else G, M if R[12] else G, M if R[13] else G, M if R[14] else G
    x, y, w = R[16], R[17], R[18]
    for k in range(m):
        turn = of_t[turning + k]
        r = turned(offset, (of_u[c + k], of_u[s + k]))
        vx, vy = arm_first(r, turn, (of_pvx[pvx + k], of_pvy[pvy + k]))
        S[x + k] = vx
        S[y + k] = vy
        S[w + k] = turn


@Operation
def spanned_second(S, R, G, M, m):
    """reads P C Pᵢ Cᵢ Pⱼ Cⱼ Pᵢⱼ Cᵢⱼ · writes pᵢⱼ θᵢⱼ"""
    ratio, offset = (G[0], G[1]), (G[2], G[3])
    px, py, cx, cy, pix, piy, cix, ciy = R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7]
    pjx, pjy, cjx, cjy, pax, pay, cax, cay = R[8], R[9], R[10], R[11], R[12], R[13], R[14], R[15]
    of_p, of_c = M if R[16] else G, M if R[18] else G
    of_pix, of_piy, of_cix, of_ciy = M if R[20] else G, M if R[21] else G, M if R[22] else G, M if R[23] else G
    of_pjx, of_pjy, of_cjx, of_cjy = M if R[24] else G, M if R[25] else G, M if R[26] else G, M if R[27] else G
    of_pax, of_pay, of_cax, of_cay = M if R[28] else G, M if R[29] else G, M if R[30] else G, M if R[31] else G
    x, y, w = R[32], R[33], R[34]
    for k in range(m):
        d = (of_c[cx + k] - of_p[px + k], of_c[cy + k] - of_p[py + k])
        one = span_turn(ratio, d, (of_cix[cix + k] - of_pix[pix + k], of_ciy[ciy + k] - of_piy[piy + k]))
        other = span_turn(ratio, d, (of_cjx[cjx + k] - of_pjx[pjx + k], of_cjy[cjy + k] - of_pjy[pjy + k]))
        turn = span_turn(ratio, d, (of_cax[cax + k] - of_pax[pax + k], of_cay[cay + k] - of_pay[pay + k]))
        r = turned(offset, span(ratio, d))
        ax, ay = arm_second(r, one * other, turn, (of_pax[pax + k], of_pay[pay + k]))
        S[x + k] = ax
        S[y + k] = ay
        S[w + k] = turn


@Operation
def directed_second(S, R, G, M, m):
    """reads P u Pᵢ θᵢ Pⱼ θⱼ Pᵢⱼ θᵢⱼ · writes pᵢⱼ θᵢⱼ"""
    offset = (G[2], G[3])
    c, s, ti, tj, pax, pay, turning = R[2], R[3], R[6], R[10], R[12], R[13], R[14]
    of_u, of_ti, of_tj = M if R[18] else G, M if R[22] else G, M if R[26] else G
    of_pax, of_pay, of_t = M if R[28] else G, M if R[29] else G, M if R[30] else G
    x, y, w = R[32], R[33], R[34]
    for k in range(m):
        turn = of_t[turning + k]
        r = turned(offset, (of_u[c + k], of_u[s + k]))
        ax, ay = arm_second(r, of_ti[ti + k] * of_tj[tj + k], turn, (of_pax[pax + k], of_pay[pay + k]))
        S[x + k] = ax
        S[y + k] = ay
        S[w + k] = turn


@Operation
def count_turns(S, R, G, M, m):
    """Make an angle continuous from lane to lane; in the first lane it is the one nearest to what it was before.

    From a lane to the next it changes by less than half a turn, but at known lanes by the whole turns that bring it
    nearest to known changes. rows: the angle; how many lanes are known, then these · geometry: the angle before ·
    memory: the known changes
    """
    row, known, begin, way = R[0], R[1], 0, 0
    last = G[0]
    while begin < m:
        target = last
        if way < known and R[2 + way] == begin:
            target = last + M[way]
            way += 1
        stop = R[2 + way] if way < known else m
        before = S[row + begin]
        turns = math.floor((target - before) / (2.0 * math.pi) + 0.5)
        for k in range(begin, stop):
            here = S[row + k]
            change = here - before
            turns += (1.0 if change < -math.pi else 0.0) - (1.0 if change > math.pi else 0.0)
            before = here
            S[row + k] = here + 2.0 * math.pi * turns
        last = S[row + stop - 1]
        begin = stop
