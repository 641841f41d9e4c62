"""Two end links joined by two connectors: class IV groups, with any mixture of revolute and prismatic joints.

Each end link has one freedom q left by its outer joint: the angle at a pin (R), or the slide on a guide of an earlier
link (P). A connector is a binary link, and states one condition between the ends: that of a leg of `platform`, with the
first end in place of the earlier links and the second in place of the platform. Newton iteration on two unknowns.
What is found counts only if it goes on from the last lane, see `sgkin.kernels.continuity`.
Margin: determinant of the conditions, scaled, with the sign it had at the start; −2: not found.

inputs Q and direction v for each end · outputs point p and direction u for each end
geometry: for each connector the numbers of a leg of `platform`; for each the place of its joint in the first end (2);
for each end: whether it slides, cos and sin of the guide, h, cos and sin of the end against the earlier link; length
memory: q₁ q₂, sign, lanes known, the two pairs before, matrix of the last lane
"""

from __future__ import annotations

import math
from functools import cache

from sgkin.kernels.class_iii import KINDS, LEG, PP, leg_second, leg_terms
from sgkin.kernels.compiled import Operation, compiled, lane
from sgkin.kernels.continuity import CONTRACTION, FURTHEST_TURN, MOST_STEPS, NOT_FOUND, SMOOTH, STEADY
from sgkin.kernels.derivative_marks import changing, held
from sgkin.kernels.frames import arm_first, arm_second, slide_first, slide_second
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import formula
from sgkin.kernels.limits import CLOSED, CLOSED_WELL, PLAIN_STEPS
from sgkin.kernels.vectors import cross, dot, minus, plus, scaled, turned, turning

ARM, END, END_NUMBERS, LENGTH = 16, 20, 6, 32
FREEDOM, SIGN, KNOWN, BEFORE, LAST, MEMORY = 0, 2, 3, 4, 8, 12
SLIDING = 1.0


@lane
def end_at(slides, end, slide, u, q, v):
    """Point and direction of an end link, from how far it has slid, or else from its direction."""
    if slides == SLIDING:
        guide = turned(v, (end[0], end[1]))
        return plus(q, turned((slide, end[2]), guide)), turned(v, (end[3], end[4]))
    return q, u


@lane
def end_frame(slides, end, freedom, q, v):
    """The same from its freedom."""
    if slides == SLIDING:
        return end_at(slides, end, freedom, (1.0, 0.0), q, v)
    return end_at(slides, end, 0.0, (math.cos(freedom), math.sin(freedom)), q, v)


@lane
def end_change(slides, end, v):
    """How point and angle of an end link change with its freedom."""
    if slides == SLIDING:
        return turned(v, (end[0], end[1])), 0.0
    return (0.0, 0.0), 1.0


@lane
def end_slide(slides, end, q, v, p):
    """How far an end link has slid; of one that turns nobody asks."""
    if slides == SLIDING:
        return dot(turned(v, (end[0], end[1])), minus(p, q))
    return 0.0


@lane
def end_first(slides, end, slide, rate, v, qi, vi):
    """First derivatives of point and angle of an end link, its own freedom changing at a rate."""
    if slides == SLIDING:
        return slide_first(turned(v, (end[0], end[1])), slide, end[2], qi, vi, rate), vi
    return qi, rate


@lane
def end_rate(slides, end, v, qi, vi, pi, ui):
    """The rate of an end's freedom, from the derivatives of its frame."""
    if slides == SLIDING:
        return dot(turned(v, (end[0], end[1])), minus(pi, qi)) + vi * end[2]
    return ui


@lane
def end_second(slides, end, slide, rate_i, rate_j, v, vi, vj, qij, vij):
    """Second derivatives of point and angle of an end link without those of its own freedom."""
    if slides == SLIDING:
        guide = turned(v, (end[0], end[1]))
        return slide_second(guide, slide, end[2], vi, rate_i, vj, rate_j, qij, vij, 0.0), vij
    return qij, 0.0


@lane
def connector(kind, leg, arm, p1, u1, p2, u2, length):
    """Terms of a leg between the ends, and the arm of its joint in the first."""
    a = turned(arm, u1)
    return leg_terms(kind, leg, plus(p1, a), u1, p2, u2, length, 1.0 / length), a


@lane
def connector_change(joined, change1, change2, length):
    """How a connector's condition changes with the freedoms of both ends."""
    (_, g, gt, kappa, _, _, _), a = joined
    (d1, t1), (d2, t2) = change1, change2
    return (cross(g, a) + kappa) * t1 - dot(g, d1), dot(g, d2) + gt * length * t2


@lane
def change_matrix(one, other, change1, change2, length):
    """The 2 × 2 matrix of both connectors with respect to the freedoms of both ends, row by row."""
    a, b = connector_change(one, change1, change2, length)
    c, d = connector_change(other, change1, change2, length)
    return a, b, c, d


@lane
def connector_first(joined, still1, still2, length):
    """What is left of a connector's first derivative when the freedoms stand still."""
    (_, g, gt, kappa, _, _, _), a = joined
    (p1i, u1i), (p2i, u2i) = still1, still2
    return dot(g, minus(arm_first(a, u1i, p1i), p2i)) - kappa * u1i - gt * length * u2i


@lane
def connector_second(kind, joined, still1, still2, p1i, u1i, p2i, u2i, p1j, u1j, p2j, u2j, length):
    """What is left of a connector's second derivative when the second ones of the freedoms vanish."""
    terms, a = joined
    (p1ij, u1ij), (p2ij, u2ij) = still1, still2
    ai, aj, aij = arm_first(a, u1i, p1i), arm_first(a, u1j, p1j), arm_second(a, u1i * u1j, u1ij, p1ij)
    side = leg_second(kind, terms, 1.0 / length, ai, u1i, aj, u1j, aij, u1ij, p2i, u2i, p2j, u2j)
    return side - dot(terms[1], p2ij) - terms[2] * length * u2ij


@lane
def with_freedom(still, change, rate):
    """A derivative of an end with that of its own freedom."""
    return plus(still[0], scaled(rate, change[0])), still[1] + rate * change[1]


@lane
def rates_of(matrix, p, r):
    """The derivatives of both freedoms, from the right sides of the connectors."""
    a, b, c, d = matrix
    inverse = 1.0 / (a * d - b * c)
    return (p * d - r * b) * inverse, (r * a - p * c) * inverse


@lane
def step(
    kind1, leg1, kind2, leg2, arm1, arm2, slides1, end1, slides2, end2, length, q1, v1, q2, v2, p1, u1, p2, u2
):  # fmt: skip
    """Points and directions of both ends after a step of Newton's method from where they are, and the margin."""
    slide1, slide2 = held(end_slide(slides1, end1, q1, v1, p1)), held(end_slide(slides2, end2, q2, v2, p2))
    (p1, w1), (p2, w2) = end_at(slides1, end1, slide1, u1, q1, v1), end_at(slides2, end2, slide2, u2, q2, v2)
    one, other = (
        connector(kind1, leg1, arm1, p1, w1, p2, w2, length),
        connector(kind2, leg2, arm2, p1, w1, p2, w2, length),
    )
    change1, change2 = end_change(slides1, end1, v1), end_change(slides2, end2, v2)
    a, b, c, d = change_matrix(one, other, change1, change2, length)
    rate1, rate2 = rates_of((held(a), held(b), held(c), held(d)), -one[0][0], -other[0][0])
    p1, u1 = end_at(slides1, end1, changing(slide1, rate1), turning(u1, rate1), q1, v1)
    p2, u2 = end_at(slides2, end2, changing(slide2, rate2), turning(u2, rate2), q2, v2)
    one, other = (
        connector(kind1, leg1, arm1, p1, u1, p2, u2, length),
        connector(kind2, leg2, arm2, p1, u1, p2, u2, length),
    )
    matrix = change_matrix(one, other, change1, change2, length)
    return p1, u1, p2, u2, abs(margin_of(matrix, end_scale(slides1, length), end_scale(slides2, length)))


@lane
def end_scale(slides, length):
    """By what the freedom of an end is multiplied to be a length."""
    return 1.0 if slides == SLIDING else length


@lane
def margin_of(matrix, scale1, scale2):
    """The determinant of the conditions by the lengths of its rows, where they are more than one."""
    a, b, c, d = matrix
    a, b, c, d = a / scale1, b / scale2, c / scale1, d / scale2
    return (a * d - b * c) / (max(1.0, math.sqrt(a * a + b * b)) * max(1.0, math.sqrt(c * c + d * d)))


@lane
def first(
    kind1, leg1, kind2, leg2, arm1, arm2, slides1, end1, slides2, end2, length,
    q1, v1, q2, v2, p1, u1, p2, u2, q1i, v1i, q2i, v2i,
):  # fmt: skip
    """Derivatives of points and angles of both ends by i."""
    one, other = (
        connector(kind1, leg1, arm1, p1, u1, p2, u2, length),
        connector(kind2, leg2, arm2, p1, u1, p2, u2, length),
    )
    change1, change2 = end_change(slides1, end1, v1), end_change(slides2, end2, v2)
    still1 = end_first(slides1, end1, end_slide(slides1, end1, q1, v1, p1), 0.0, v1, q1i, v1i)
    still2 = end_first(slides2, end2, end_slide(slides2, end2, q2, v2, p2), 0.0, v2, q2i, v2i)
    p, r = connector_first(one, still1, still2, length), connector_first(other, still1, still2, length)
    rate1, rate2 = rates_of(change_matrix(one, other, change1, change2, length), p, r)
    (p1i, u1i), (p2i, u2i) = with_freedom(still1, change1, rate1), with_freedom(still2, change2, rate2)
    return p1i, u1i, p2i, u2i


@lane
def second(
    kind1, leg1, kind2, leg2, arm1, arm2, slides1, end1, slides2, end2, length, q1, v1, q2, v2, p1, u1, p2, u2,
    q1i, v1i, q2i, v2i, p1i, u1i, p2i, u2i, q1j, v1j, q2j, v2j, p1j, u1j, p2j, u2j, q1ij, v1ij, q2ij, v2ij,
):  # fmt: skip
    """Derivatives of points and angles of both ends by i and j."""
    one, other = (
        connector(kind1, leg1, arm1, p1, u1, p2, u2, length),
        connector(kind2, leg2, arm2, p1, u1, p2, u2, length),
    )
    slide1, slide2 = end_slide(slides1, end1, q1, v1, p1), end_slide(slides2, end2, q2, v2, p2)
    r1i, r1j = end_rate(slides1, end1, v1, q1i, v1i, p1i, u1i), end_rate(slides1, end1, v1, q1j, v1j, p1j, u1j)
    r2i, r2j = end_rate(slides2, end2, v2, q2i, v2i, p2i, u2i), end_rate(slides2, end2, v2, q2j, v2j, p2j, u2j)
    still1 = end_second(slides1, end1, slide1, r1i, r1j, v1, v1i, v1j, q1ij, v1ij)
    still2 = end_second(slides2, end2, slide2, r2i, r2j, v2, v2i, v2j, q2ij, v2ij)
    p = connector_second(kind1, one, still1, still2, p1i, u1i, p2i, u2i, p1j, u1j, p2j, u2j, length)
    r = connector_second(kind2, other, still1, still2, p1i, u1i, p2i, u2i, p1j, u1j, p2j, u2j, length)
    change1, change2 = end_change(slides1, end1, v1), end_change(slides2, end2, v2)
    rate1, rate2 = rates_of(change_matrix(one, other, change1, change2, length), p, r)
    (p1ij, u1ij), (p2ij, u2ij) = with_freedom(still1, change1, rate1), with_freedom(still2, change2, rate2)
    return p1ij, u1ij, p2ij, u2ij


@lane
def end_numbers(G, end):
    """Whether an end slides, and its other numbers."""
    e = END + END_NUMBERS * end
    return G[e], (G[e + 1], G[e + 2], G[e + 3], G[e + 4], G[e + 5])


@compiled
def frame_of_end(G, end, freedom, q, v):
    """Point and direction of an end link by its number."""
    slides, numbers = end_numbers(G, end)
    return end_frame(slides, numbers, freedom, q, v)


@lane
def connector_between(G, number, p1, u1, p2, u2, length):
    """A connector by its number."""
    g, arm = LEG * number, (G[ARM + 2 * number], G[ARM + 2 * number + 1])
    leg = (G[g + 1], G[g + 2], G[g + 3], G[g + 4], G[g + 5], G[g + 6], G[g + 7])
    return connector(G[g], leg, arm, p1, u1, p2, u2, length)


@compiled
def connector_condition(G, number, p1, u1, p2, u2, length):
    """Residual of a connector, and the direction of its leg."""
    (f, _, _, _, _, _, d), _ = connector_between(G, number, p1, u1, p2, u2, length)
    return f, d


@compiled
def system(S, R, G, k, freedom1, freedom2, length):
    """Frames of both ends; residuals and the 2 × 2 matrix of the conditions with respect to both freedoms."""
    q1, v1 = (S[R[0] + k], S[R[1] + k]), (S[R[2] + k], S[R[3] + k])
    q2, v2 = (S[R[4] + k], S[R[5] + k]), (S[R[6] + k], S[R[7] + k])
    (slides1, end1), (slides2, end2) = end_numbers(G, 0), end_numbers(G, 1)
    (p1, u1), (p2, u2) = end_frame(slides1, end1, freedom1, q1, v1), end_frame(slides2, end2, freedom2, q2, v2)
    one, other = connector_between(G, 0, p1, u1, p2, u2, length), connector_between(G, 1, p1, u1, p2, u2, length)
    change1, change2 = end_change(slides1, end1, v1), end_change(slides2, end2, v2)
    a, b, c, d = change_matrix(one, other, change1, change2, length)
    return p1, u1, p2, u2, one[0][0], other[0][0], a, b, c, d


@compiled
def close_freedoms(S, R, G, freedoms):
    """Plain steps of Newton's method from both freedoms, in their place; whether they lead to where both connectors
    close. Lengths are in parts of the group's reach; residuals grow with the slides, but those of angles do not."""
    last = math.inf
    for _step in range(PLAIN_STEPS):
        q1, q2 = freedoms[0], freedoms[1]
        _, _, _, _, f, h, a, b, c, d = system(S, R, G, 0, q1, q2, 1.0)
        slide1 = abs(q1) if G[END] == SLIDING else 0.0
        slide2 = abs(q2) if G[END + END_NUMBERS] == SLIDING else 0.0
        unit = 1.0 + max(slide1, slide2)
        error = max(abs(f) / (1.0 if G[0] == PP else unit), abs(h) / (1.0 if G[LEG] == PP else unit))
        if error < CLOSED_WELL or (error < CLOSED and not error < 0.1 * last):
            return True
        det = a * d - b * c
        if not error < last or not abs(det) > 1e-300:
            return False
        freedoms[0], freedoms[1], last = q1 - (f * d - h * b) / det, q2 - (h * a - f * c) / det, error
    return False


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
    scale1, scale2 = end_scale(G[END], length), end_scale(G[END + END_NUMBERS], length)
    for k in range(m):
        q1, q2 = M[FREEDOM], M[FREEDOM + 1]
        p1, u1, p2, u2, f, h, a, b, c, d = system(S, R, G, k, q1, q2, length)
        error = max(abs(f), abs(h))
        e1, e2 = q1, q2
        if M[KNOWN] >= 3.0:
            e1 = 3.0 * (q1 - M[BEFORE]) + M[BEFORE + 2]
            e2 = 3.0 * (q2 - M[BEFORE + 1]) + M[BEFORE + 3]
            _, _, _, _, fe, he, ae, be, ce, de = system(S, R, G, k, e1, e2, length)
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
            p1, u1, p2, u2, f, h, a, b, c, d = system(S, R, G, k, q1, q2, length)
            if largest < 1e-8 * length:
                converged = max(abs(f), abs(h)) < 1e-11 * length
                break
        margin = margin_of((a, b, c, d), scale1, scale2)
        a, b, c, d = a / scale1, b / scale2, c / scale1, d / scale2
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
        S[R[8] + k], S[R[9] + k] = p1
        S[R[10] + k], S[R[11] + k] = u1
        S[R[12] + k], S[R[13] + k] = p2
        S[R[14] + k], S[R[15] + k] = u2
        S[R[16] + k] = margin * M[SIGN] if converged else NOT_FOUND


@cache
def bridge_kernel(connectors: tuple[int, ...], slides: tuple[float, ...]) -> Kernel:
    """The kernel of two ends that slide or do not, joined by connectors of these kinds."""
    ends = ["P" if each == SLIDING else "R" for each in slides]
    return formula(
        f"bridge {'|'.join([ends[0], *(KINDS[kind] for kind in connectors), ends[1]])}",
        inputs="q1 v1:direction q2 v2:direction",
        outputs="p1 u1:direction p2 u2:direction",
        position=position,
        first=first,
        second=second,
        step=step,
        geometry="kind1 leg1:7 kind2 leg2:7 arm1:vector arm2:vector slides1 end1:5 slides2 end2:5 length",
        margin=True,
        fixed={f"kind{number}": float(kind) for number, kind in enumerate(connectors, start=1)}
        | {f"slides{number}": each for number, each in enumerate(slides, start=1)},
    )
