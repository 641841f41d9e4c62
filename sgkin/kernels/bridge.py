"""Two end links joined by two connectors: class IV groups, with any mixture of revolute and prismatic joints.

Each end link has one freedom q left by its outer joint: the angle at a pin (R), or the slide on a guide of an earlier
link (P). A connector is a binary link, and states one condition between the ends: that of a leg of `platform`, with the
first end in place of the earlier links and the second in place of the platform. Newton iteration on two unknowns.
What is found counts only if it goes on from the last lane, see `sgkin.kernels.continuity`.
Margin: determinant of the conditions, scaled, with the sign it had at the start; −2: not found.

inputs Q and direction for each end · outputs point and direction for each end
geometry: for each connector the numbers of a leg of `platform`; for each the place of its joint in the first end (2);
for each end: kind, cos and sin of the guide, h, cos and sin of the end against the earlier link;
length
memory: q₁ q₂, sign, lanes known, the two pairs before, matrix of the last lane
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, compiled
from sgkin.kernels.conditions import turned
from sgkin.kernels.continuity import CONTRACTION, FURTHEST_TURN, MOST_STEPS, NOT_FOUND, SMOOTH, STEADY
from sgkin.kernels.platform import LEG, leg_rest, leg_terms

ARM, END, END_NUMBERS, LENGTH = 16, 20, 6, 32
FREEDOM, SIGN, KNOWN, BEFORE, LAST, MEMORY = 0, 2, 3, 4, 8, 12
SLIDING = 1.0


@compiled
def end_frame(G, end, q, qx, qy, uc, us):
    """Point and direction of an end link, and the change of the point with q; the change of its angle is 0 or 1."""
    e = END + END_NUMBERS * end
    if G[e] == SLIDING:
        ux, uy = turned(uc, us, G[e + 1], G[e + 2])
        c, s = turned(uc, us, G[e + 4], G[e + 5])
        return qx + q * ux - G[e + 3] * uy, qy + q * uy + G[e + 3] * ux, c, s, ux, uy, 0.0
    return qx, qy, math.cos(q), math.sin(q), 0.0, 0.0, 1.0


@compiled
def end_first(G, end, q, rate, uc, us, vx, vy, turn):
    """First derivatives of point and angle of an end link, its own freedom changing at `rate`."""
    e = END + END_NUMBERS * end
    if G[e] == SLIDING:
        ux, uy = turned(uc, us, G[e + 1], G[e + 2])
        x, y = turned(rate - turn * G[e + 3], turn * q, ux, uy)
        return vx + x, vy + y, turn
    return vx, vy, rate


@compiled
def end_second(G, end, q, rate_i, rate_j, uc, us, ax, ay, ti, tj, tij):
    """Second derivatives of point and angle of an end link without those of its own freedom."""
    e = END + END_NUMBERS * end
    if G[e] == SLIDING:
        h = G[e + 3]
        ux, uy = turned(uc, us, G[e + 1], G[e + 2])
        along = -tij * h - ti * tj * q
        across = tij * q - ti * tj * h + rate_i * tj + rate_j * ti
        x, y = turned(along, across, ux, uy)
        return ax + x, ay + y, tij
    return ax, ay, 0.0


@compiled
def connector_terms(G, number, x1, y1, c1, s1, x2, y2, c2, s2, length):
    """Terms of a leg between the ends, and the arm of its joint in the first."""
    ax, ay = turned(G[ARM + 2 * number], G[ARM + 2 * number + 1], c1, s1)
    terms = leg_terms(G, LEG * number, x1 + ax, y1 + ay, c1, s1, x2, y2, c2, s2, length, 1.0 / length)
    return terms, ax, ay


@compiled
def connector_condition(G, number, x1, y1, c1, s1, x2, y2, c2, s2, length):
    """Residual of a connector; gradients with respect to (x, y, length · θ) of the first and of the second end."""
    terms, ax, ay = connector_terms(G, number, x1, y1, c1, s1, x2, y2, c2, s2, length)
    f, gx, gy, gt, kappa = terms[0], terms[1], terms[2], terms[3], terms[4]
    return f, -gx, -gy, (gx * ay - gy * ax + kappa) / length, gx, gy, gt


@compiled
def along_freedom(gx, gy, gt, dx, dy, dt, length):
    """A gradient along the freedom of an end link."""
    return gx * dx + gy * dy + gt * dt * length


@compiled
def system(S, R, G, k, first, q1, q2, length):
    """Frames of both ends; residuals and the 2 × 2 matrix of the conditions with respect to q₁ and q₂."""
    x1, y1, c1, s1, dx1, dy1, dt1 = end_frame(
        G, 0, q1, S[R[first] + k], S[R[first + 1] + k], S[R[first + 2] + k], S[R[first + 3] + k]
    )
    x2, y2, c2, s2, dx2, dy2, dt2 = end_frame(
        G, 1, q2, S[R[first + 4] + k], S[R[first + 5] + k], S[R[first + 6] + k], S[R[first + 7] + k]
    )
    f, px, py, pt, gx, gy, gt = connector_condition(G, 0, x1, y1, c1, s1, x2, y2, c2, s2, length)
    h, rx, ry, rt, ux, uy, ut = connector_condition(G, 1, x1, y1, c1, s1, x2, y2, c2, s2, length)
    a = along_freedom(px, py, pt, dx1, dy1, dt1, length)
    b = along_freedom(gx, gy, gt, dx2, dy2, dt2, length)
    c = along_freedom(rx, ry, rt, dx1, dy1, dt1, length)
    d = along_freedom(ux, uy, ut, dx2, dy2, dt2, length)
    return x1, y1, c1, s1, x2, y2, c2, s2, f, h, a, b, c, d


@compiled
def freedoms(S, R, G, k, first, out):
    """q₁ and q₂ of a solved lane, from the rows of position that begin at `first` and `out`."""
    q1 = math.atan2(S[R[out + 3] + k], S[R[out + 2] + k])
    q2 = math.atan2(S[R[out + 7] + k], S[R[out + 6] + k])
    if G[END] == SLIDING:
        ux, uy = turned(S[R[first + 2] + k], S[R[first + 3] + k], G[END + 1], G[END + 2])
        q1 = ux * (S[R[out] + k] - S[R[first] + k]) + uy * (S[R[out + 1] + k] - S[R[first + 1] + k])
    if G[END + END_NUMBERS] == SLIDING:
        ux, uy = turned(S[R[first + 6] + k], S[R[first + 7] + k], G[END + END_NUMBERS + 1], G[END + END_NUMBERS + 2])
        q2 = ux * (S[R[out + 4] + k] - S[R[first + 4] + k]) + uy * (S[R[out + 5] + k] - S[R[first + 5] + k])
    return q1, q2


@compiled
def is_steady(M, a, b, c, d):
    """Whether the matrix is that of the last lane, but for a part of it."""
    a0, b0, c0, d0 = M[LAST], M[LAST + 1], M[LAST + 2], M[LAST + 3]
    det = a0 * d0 - b0 * c0
    da, db, dc, dd = a - a0, b - b0, c - c0, d - d0
    p, q, r, s = d0 * da - b0 * dc, d0 * db - b0 * dd, a0 * dc - c0 * da, a0 * dd - c0 * db
    return p * p + q * q + r * r + s * s < STEADY * STEADY * det * det


@Operation
def position(S, R, G, M, m):
    length = G[LENGTH]
    scale1 = 1.0 if G[END] == SLIDING else length
    scale2 = 1.0 if G[END + END_NUMBERS] == SLIDING else length
    for k in range(m):
        q1, q2 = M[FREEDOM], M[FREEDOM + 1]
        x1, y1, c1, s1, x2, y2, c2, s2, f, h, a, b, c, d = system(S, R, G, k, 0, q1, q2, length)
        error = max(abs(f), abs(h))
        e1, e2 = q1, q2
        if M[KNOWN] >= 3.0:
            e1 = 3.0 * (q1 - M[BEFORE]) + M[BEFORE + 2]
            e2 = 3.0 * (q2 - M[BEFORE + 1]) + M[BEFORE + 3]
            _, _, _, _, _, _, _, _, fe, he, ae, be, ce, de = system(S, R, G, k, 0, e1, e2, length)
            if max(abs(fe), abs(he)) < error:
                q1, q2, f, h, a, b, c, d, error = e1, e2, fe, he, ae, be, ce, de, max(abs(fe), abs(he))
        converged, last = False, math.inf
        for _step in range(MOST_STEPS):
            det = a * d - b * c
            if not abs(det) > 1e-300:
                break
            d1, d2 = (f * d - h * b) / det, (h * a - f * c) / det
            largest = max(abs(d1) * scale1, abs(d2) * scale2)
            if not (largest < CONTRACTION * last or largest < 1e-9 * length):
                break
            q1, q2, last = q1 - d1, q2 - d2, largest
            x1, y1, c1, s1, x2, y2, c2, s2, f, h, a, b, c, d = system(S, R, G, k, 0, q1, q2, length)
            if largest < 1e-8 * length:
                converged = max(abs(f), abs(h)) < 1e-11 * length
                break
        a, b, c, d = a / scale1, b / scale2, c / scale1, d / scale2
        margin = (a * d - b * c) / (max(1.0, math.sqrt(a * a + b * b)) * max(1.0, math.sqrt(c * c + d * d)))
        if converged and M[SIGN] != 0.0:
            moved = max(abs(M[FREEDOM] - M[BEFORE]) * scale1, abs(M[FREEDOM + 1] - M[BEFORE + 1]) * scale2)
            missed = max(abs(q1 - e1) * scale1, abs(q2 - e2) * scale2)
            near = (G[END] == SLIDING or abs(q1 - M[FREEDOM]) < FURTHEST_TURN) and (
                G[END + END_NUMBERS] == SLIDING or abs(q2 - M[FREEDOM + 1]) < FURTHEST_TURN
            )
            extrapolated = M[KNOWN] >= 3.0 and missed <= SMOOTH * moved + 1e-9 * length
            converged = extrapolated or (near and is_steady(M, a, b, c, d))
        if converged:
            M[LAST], M[LAST + 1], M[LAST + 2], M[LAST + 3] = a, b, c, d
            if M[SIGN] == 0.0:
                M[SIGN] = 1.0 if margin >= 0.0 else -1.0
            M[BEFORE + 2], M[BEFORE + 3] = M[BEFORE], M[BEFORE + 1]
            M[BEFORE], M[BEFORE + 1] = M[FREEDOM], M[FREEDOM + 1]
            M[FREEDOM], M[FREEDOM + 1] = q1, q2
            M[KNOWN] += 1.0
        S[R[8] + k] = x1
        S[R[9] + k] = y1
        S[R[10] + k] = c1
        S[R[11] + k] = s1
        S[R[12] + k] = x2
        S[R[13] + k] = y2
        S[R[14] + k] = c2
        S[R[15] + k] = s2
        S[R[16] + k] = margin * M[SIGN] if converged else NOT_FOUND


@compiled
def first_right(G, number, frame, v1, v2, length):
    """What is left of a connector's first derivative when the freedoms stand still."""
    x1, y1, c1, s1, x2, y2, c2, s2 = frame
    terms, ax, ay = connector_terms(G, number, x1, y1, c1, s1, x2, y2, c2, s2, length)
    gx, gy, gt, kappa = terms[1], terms[2], terms[3], terms[4]
    aix, aiy = v1[0] - v1[2] * ay, v1[1] + v1[2] * ax
    return gx * (aix - v2[0]) + gy * (aiy - v2[1]) - kappa * v1[2] - gt * length * v2[2]


@compiled
def second_right(G, number, frame, w1, w2, v1, v2, u1, u2, length):
    """What is left of a connector's second derivative when the second ones of the freedoms vanish.

    w: second derivatives of the ends' frames, v and u: first ones by i and by j.
    """
    x1, y1, c1, s1, x2, y2, c2, s2 = frame
    terms, ax, ay = connector_terms(G, number, x1, y1, c1, s1, x2, y2, c2, s2, length)
    _, gx, gy, gt, kappa, bx, by, wx, wy, dx, dy = terms
    a2x = w1[0] - w1[2] * ay - v1[2] * u1[2] * ax
    a2y = w1[1] + w1[2] * ax - v1[2] * u1[2] * ay
    wix, wiy = v2[0] - v2[2] * by - v1[0] + v1[2] * ay, v2[1] + v2[2] * bx - v1[1] - v1[2] * ax
    wjx, wjy = u2[0] - u2[2] * by - u1[0] + u1[2] * ay, u2[1] + u2[2] * bx - u1[1] - u1[2] * ax
    both = v2[2] * u2[2]
    side = gx * (a2x + both * bx - w2[0]) + gy * (a2y + both * by - w2[1]) - kappa * w1[2] - gt * length * w2[2]
    return side + leg_rest(
        G[LEG * number], wx, wy, dx, dy, wix, wiy, wjx, wjy, v2[2], u2[2], v1[2], u1[2], 1.0 / length
    )


@Operation
def tangent(S, R, G, M, m):
    length = G[LENGTH]
    for k in range(m):
        q1, q2 = freedoms(S, R, G, k, 24, 32)
        x1, y1, c1, s1, x2, y2, c2, s2, _, _, a, b, c, d = system(S, R, G, k, 24, q1, q2, length)
        frame = (x1, y1, c1, s1, x2, y2, c2, s2)
        inverse = 1.0 / (a * d - b * c)
        uc1, us1, uc2, us2 = S[R[26] + k], S[R[27] + k], S[R[30] + k], S[R[31] + k]
        qx1, qy1, w1, qx2, qy2, w2 = S[R[0] + k], S[R[1] + k], S[R[2] + k], S[R[3] + k], S[R[4] + k], S[R[5] + k]
        still1 = end_first(G, 0, q1, 0.0, uc1, us1, qx1, qy1, w1)
        still2 = end_first(G, 1, q2, 0.0, uc2, us2, qx2, qy2, w2)
        p = first_right(G, 0, frame, still1, still2, length)
        r = first_right(G, 1, frame, still1, still2, length)
        r1, r2 = (p * d - r * b) * inverse, (r * a - p * c) * inverse
        v1 = end_first(G, 0, q1, r1, uc1, us1, qx1, qy1, w1)
        v2 = end_first(G, 1, q2, r2, uc2, us2, qx2, qy2, w2)
        known1 = end_second(G, 0, q1, r1, r1, uc1, us1, S[R[12] + k], S[R[13] + k], w1, w1, S[R[14] + k])
        known2 = end_second(G, 1, q2, r2, r2, uc2, us2, S[R[15] + k], S[R[16] + k], w2, w2, S[R[17] + k])
        p = second_right(G, 0, frame, known1, known2, v1, v2, v1, v2, length)
        r = second_right(G, 1, frame, known1, known2, v1, v2, v1, v2, length)
        n1, n2 = (p * d - r * b) * inverse, (r * a - p * c) * inverse
        store(S, R, G, k, 6, q1, q2, uc1, us1, uc2, us2, v1, v2, 0.0, 0.0)
        store(S, R, G, k, 18, q1, q2, uc1, us1, uc2, us2, known1, known2, n1, n2)


@compiled
def store(S, R, G, k, row, q1, q2, uc1, us1, uc2, us2, first, second, n1, n2):
    """Write derivatives of both ends, with those of their freedoms added."""
    _, _, _, _, dx1, dy1, dt1 = end_frame(G, 0, q1, 0.0, 0.0, uc1, us1)
    _, _, _, _, dx2, dy2, dt2 = end_frame(G, 1, q2, 0.0, 0.0, uc2, us2)
    S[R[row] + k] = first[0] + n1 * dx1
    S[R[row + 1] + k] = first[1] + n1 * dy1
    S[R[row + 2] + k] = first[2] + n1 * dt1
    S[R[row + 3] + k] = second[0] + n2 * dx2
    S[R[row + 4] + k] = second[1] + n2 * dy2
    S[R[row + 5] + k] = second[2] + n2 * dt2


@compiled
def rate_of(G, end, uc, us, x, y, turn, qx, qy, base):
    """The rate of an end's freedom, from the derivatives of its frame and of the earlier link."""
    e = END + END_NUMBERS * end
    if G[e] == SLIDING:
        ux, uy = turned(uc, us, G[e + 1], G[e + 2])
        return ux * (x - qx) + uy * (y - qy) + base * G[e + 3]
    return turn


@Operation
def pair(S, R, G, M, m):
    length = G[LENGTH]
    for k in range(m):
        q1, q2 = freedoms(S, R, G, k, 36, 44)
        x1, y1, c1, s1, x2, y2, c2, s2, _, _, a, b, c, d = system(S, R, G, k, 36, q1, q2, length)
        frame = (x1, y1, c1, s1, x2, y2, c2, s2)
        inverse = 1.0 / (a * d - b * c)
        uc1, us1, uc2, us2 = S[R[38] + k], S[R[39] + k], S[R[42] + k], S[R[43] + k]
        v1 = (S[R[18] + k], S[R[19] + k], S[R[20] + k])
        v2 = (S[R[21] + k], S[R[22] + k], S[R[23] + k])
        u1 = (S[R[30] + k], S[R[31] + k], S[R[32] + k])
        u2 = (S[R[33] + k], S[R[34] + k], S[R[35] + k])
        w1i, w2i, w1j, w2j = S[R[14] + k], S[R[17] + k], S[R[26] + k], S[R[29] + k]
        r1i = rate_of(G, 0, uc1, us1, v1[0], v1[1], v1[2], S[R[12] + k], S[R[13] + k], w1i)
        r2i = rate_of(G, 1, uc2, us2, v2[0], v2[1], v2[2], S[R[15] + k], S[R[16] + k], w2i)
        r1j = rate_of(G, 0, uc1, us1, u1[0], u1[1], u1[2], S[R[24] + k], S[R[25] + k], w1j)
        r2j = rate_of(G, 1, uc2, us2, u2[0], u2[1], u2[2], S[R[27] + k], S[R[28] + k], w2j)
        known1 = end_second(G, 0, q1, r1i, r1j, uc1, us1, S[R[0] + k], S[R[1] + k], w1i, w1j, S[R[2] + k])
        known2 = end_second(G, 1, q2, r2i, r2j, uc2, us2, S[R[3] + k], S[R[4] + k], w2i, w2j, S[R[5] + k])
        p = second_right(G, 0, frame, known1, known2, v1, v2, u1, u2, length)
        r = second_right(G, 1, frame, known1, known2, v1, v2, u1, u2, length)
        n1, n2 = (p * d - r * b) * inverse, (r * a - p * c) * inverse
        store(S, R, G, k, 6, q1, q2, uc1, us1, uc2, us2, known1, known2, n1, n2)
