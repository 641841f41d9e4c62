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

inputs A v for each leg · outputs origin, direction · geometry for each leg kind B(2) p(2) v(2) h or l²; λ 1/λ
memory pose, sign, lanes known, the two poses before, direction, gradients of the last lane; conditions of the legs
"""

from __future__ import annotations

import math
from functools import cache

from sgkin.kernels.compiled import Operation, compiled, lane
from sgkin.kernels.continuity import CONTRACTION, FURTHEST_TURN, MOST_STEPS, NOT_FOUND, SMOOTH, STEADY
from sgkin.kernels.derivative_marks import at_least_zero, held
from sgkin.kernels.frames import arm_first
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import formula
from sgkin.kernels.vectors import cross, dot, minus, moving, normal, plus, scaled, turned, turning

RR, RP, PR, PP = range(4)
KINDS = ("RR", "RP", "PR", "PP")
LEG, LENGTH, SCALE = 8, 24, 25
POSE, SIGN, KNOWN, BEFORE, HEADING, LAST, TERMS, TERM = 0, 3, 4, 5, 11, 13, 22, 4
FIRST, MEMORY = TERMS + 1, TERMS + 3 * TERM
"""Where the numbers of the geometry and the memory stand; the conditions of a leg are f and its gradient."""


@lane
def same_direction(across, along):
    """Sine and cosine of the angle between two directions, the sine grown on beyond a right angle: only equal ones
    have zero, opposite ones have two."""
    ahead = at_least_zero(along)
    return ahead * across + (1.0 - ahead) * math.copysign(2.0 - abs(across), across), abs(along)


@lane
def leg_terms(kind, leg, a, v, o, u, length, scale):
    """f, its gradient g by (x, y) and that by λθ, κ, b, w, and the direction v or p, of a leg; o and u: the platform's
    origin and direction."""
    b1, b2, p1, p2, v1, v2, h = leg
    b = turned((b1, b2), u)
    w = minus(plus(o, b), a)
    if kind == RR:
        g = scaled(scale, w)
        return 0.5 * (dot(w, g) - h * scale), g, cross(b, g) * scale, 0.0, b, w, (0.0, 0.0)
    p = turned((p1, p2), u)
    if kind == RP:
        return cross(w, p) - h, (p[1], -p[0]), (dot(p, w) - dot(p, b)) * scale, 0.0, b, w, p
    guide = turned(v, (v1, v2))
    if kind == PR:
        return cross(guide, w) - h, normal(guide), dot(guide, b) * scale, -dot(guide, w), b, w, guide
    across, along = same_direction(cross(guide, p), dot(guide, p))
    return across * length, (0.0, 0.0), along, -along * length, b, w, guide


@lane
def leg_first(terms, ai, vi):
    """Right side of a leg's first derivative."""
    _, g, _, kappa, _, _, _ = terms
    return dot(g, ai) - kappa * vi


@lane
def leg_second(kind, terms, scale, ai, vi, aj, vj, aij, vij, oi, ui, oj, uj):
    """Right side of a leg's second derivative; o and u: the platform's."""
    _, g, _, kappa, b, w, d = terms
    wi, wj = minus(arm_first(b, ui, oi), ai), minus(arm_first(b, uj, oj), aj)
    side = dot(g, plus(aij, scaled(ui * uj, b))) - kappa * vij
    if kind == RR:
        return side - dot(wi, wj) * scale
    if kind == RP:
        return side - (ui * dot(d, wj) + uj * dot(d, wi) + ui * uj * cross(d, w))
    if kind == PR:
        return side + (vi * dot(d, wj) + vj * dot(d, wi) + vi * vj * cross(d, w))
    return side


@lane
def determinant3(a, b, c):
    """Of three rows."""
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])


@lane
def solve3(a, b, c, p, q, r, inverse):
    """x of a·x = p, b·x = q, c·x = r, with inverse = 1 / determinant."""
    x = p * (b[1] * c[2] - b[2] * c[1]) + q * (c[1] * a[2] - c[2] * a[1]) + r * (a[1] * b[2] - a[2] * b[1])
    y = p * (b[2] * c[0] - b[0] * c[2]) + q * (c[2] * a[0] - c[0] * a[2]) + r * (a[2] * b[0] - a[0] * b[2])
    z = p * (b[0] * c[1] - b[1] * c[0]) + q * (c[0] * a[1] - c[1] * a[0]) + r * (a[0] * b[1] - a[1] * b[0])
    return x * inverse, y * inverse, z * inverse


@lane
def change_of_pose(t1, t2, t3, p, q, r, scale):
    """Derivatives of the platform's origin and angle, from the right sides of its legs."""
    a, b, c = gradient_of(t1), gradient_of(t2), gradient_of(t3)
    x, y, turn = solve3(a, b, c, p, q, r, 1.0 / determinant3(a, b, c))
    return (x, y), turn * scale


@lane
def gradient_of(terms):
    """The gradient of a leg by x, y and λθ."""
    return terms[1][0], terms[1][1], terms[2]


@lane
def step(kind1, leg1, kind2, leg2, kind3, leg3, length, scale, a1, v1, a2, v2, a3, v3, o, u):
    """Origin and direction after a step of Newton's method from where they are, and the margin."""
    t1 = leg_terms(kind1, leg1, a1, v1, o, u, length, scale)
    t2 = leg_terms(kind2, leg2, a2, v2, o, u, length, scale)
    t3 = leg_terms(kind3, leg3, a3, v3, o, u, length, scale)
    a, b, c = held3(gradient_of(t1)), held3(gradient_of(t2)), held3(gradient_of(t3))
    x, y, turn = solve3(a, b, c, -t1[0], -t2[0], -t3[0], 1.0 / determinant3(a, b, c))
    o, u = moving(o, (x, y)), turning(u, turn * scale)
    a = gradient_of(leg_terms(kind1, leg1, a1, v1, o, u, length, scale))
    b = gradient_of(leg_terms(kind2, leg2, a2, v2, o, u, length, scale))
    c = gradient_of(leg_terms(kind3, leg3, a3, v3, o, u, length, scale))
    return o, u, abs(determinant3(a, b, c)) / (size_of(a) * size_of(b) * size_of(c))


@lane
def held3(a):
    """Three numbers whose changes do not count."""
    return held(a[0]), held(a[1]), held(a[2])


@lane
def size_of(a):
    """Length of a leg's gradient, if it is more than one: it grows when a platform slides away to infinity."""
    return max(1.0, math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]))


@lane
def first(
    kind1, leg1, kind2, leg2, kind3, leg3, length, scale, a1, v1, a2, v2, a3, v3, o, u, a1i, v1i, a2i, v2i, a3i, v3i
):  # fmt: skip
    """oᵢ and θᵢ"""
    t1 = leg_terms(kind1, leg1, a1, v1, o, u, length, scale)
    t2 = leg_terms(kind2, leg2, a2, v2, o, u, length, scale)
    t3 = leg_terms(kind3, leg3, a3, v3, o, u, length, scale)
    p, q, r = leg_first(t1, a1i, v1i), leg_first(t2, a2i, v2i), leg_first(t3, a3i, v3i)
    return change_of_pose(t1, t2, t3, p, q, r, scale)


@lane
def second(
    kind1, leg1, kind2, leg2, kind3, leg3, length, scale, a1, v1, a2, v2, a3, v3, o, u,
    a1i, v1i, a2i, v2i, a3i, v3i, oi, ui, a1j, v1j, a2j, v2j, a3j, v3j, oj, uj, a1ij, v1ij, a2ij, v2ij, a3ij, v3ij,
):  # fmt: skip
    """oᵢⱼ and θᵢⱼ"""
    t1 = leg_terms(kind1, leg1, a1, v1, o, u, length, scale)
    t2 = leg_terms(kind2, leg2, a2, v2, o, u, length, scale)
    t3 = leg_terms(kind3, leg3, a3, v3, o, u, length, scale)
    p = leg_second(kind1, t1, scale, a1i, v1i, a1j, v1j, a1ij, v1ij, oi, ui, oj, uj)
    q = leg_second(kind2, t2, scale, a2i, v2i, a2j, v2j, a2ij, v2ij, oi, ui, oj, uj)
    r = leg_second(kind3, t3, scale, a3i, v3i, a3j, v3j, a3ij, v3ij, oi, ui, oj, uj)
    return change_of_pose(t1, t2, t3, p, q, r, scale)


@compiled
def leg_condition(G, leg, a, v, o, u, length, scale):
    """f and its gradient by x, y and λθ, of a leg by its number."""
    g = LEG * leg
    numbers = (G[g + 1], G[g + 2], G[g + 3], G[g + 4], G[g + 5], G[g + 6], G[g + 7])
    f, (gx, gy), gt, _, _, _, _ = leg_terms(G[g], numbers, a, v, o, u, length, scale)
    return f, gx, gy, gt


@compiled
def evaluate_legs(S, R, G, M, k, o, u, length):
    """Conditions of the three legs into the work space; the sum of the residuals."""
    error = 0.0
    for leg in range(3):
        row, t = 4 * leg, TERMS + TERM * leg
        a, v = (S[R[row] + k], S[R[row + 1] + k]), (S[R[row + 2] + k], S[R[row + 3] + k])
        M[t], M[t + 1], M[t + 2], M[t + 3] = leg_condition(G, leg, a, v, o, u, length, G[SCALE])
        error += abs(M[t])
    return error


@lane
def gradient(M, place):
    """Three numbers of the memory."""
    return M[place], M[place + 1], M[place + 2]


@compiled
def leg_determinant(M):
    """The determinant of the three gradients."""
    return determinant3(gradient(M, FIRST), gradient(M, FIRST + TERM), gradient(M, FIRST + 2 * TERM))


@compiled
def turned_little(c, s, angle):
    """A direction turned by an angle: by its series, to rounding, where that is small."""
    if abs(angle) > 0.1:
        return turned((c, s), (math.cos(angle), math.sin(angle)))
    q = angle * angle
    cosine = 1.0 - q * (0.5 - q * (1.0 / 24.0 - q * (1.0 / 720.0 - q * (1.0 / 40320.0))))
    sine = angle * (1.0 - q * (1.0 / 6.0 - q * (1.0 / 120.0 - q * (1.0 / 5040.0 - q * (1.0 / 362880.0)))))
    return turned((c, s), (cosine, sine))


@compiled
def find_pose(S, R, G, M, k, x, y, angle, c, s, length):
    """Newton iteration from a pose: the pose, its direction, the determinant, and whether it was found.

    The terms of the legs are then those of the pose.
    """
    evaluate_legs(S, R, G, M, k, (x, y), (c, s), length)
    last, det = math.inf, 0.0
    for _step in range(MOST_STEPS):
        det = leg_determinant(M)
        if not abs(det) > 1e-300:
            break
        rows = gradient(M, FIRST), gradient(M, FIRST + TERM), gradient(M, FIRST + 2 * TERM)
        dx, dy, dt = solve3(rows[0], rows[1], rows[2], M[TERMS], M[TERMS + TERM], M[TERMS + 2 * TERM], 1.0 / det)
        largest = max(abs(dx), abs(dy), abs(dt))
        if not (largest < CONTRACTION * last or largest < 1e-9 * length):
            break
        last = largest
        turn = dt * G[SCALE]
        x, y, angle = x - dx, y - dy, angle - turn
        c, s = turned_little(c, s, -turn)
        error = evaluate_legs(S, R, G, M, k, (x, y), (c, s), length)
        if largest < 1e-8 * length:
            return x, y, angle, c, s, leg_determinant(M), error < 1e-11 * length
    return x, y, angle, c, s, det, False


@compiled
def is_steady(M):
    """Whether the gradients are those of the last lane, but for a part of them."""
    a, b, c = gradient(M, LAST), gradient(M, LAST + 3), gradient(M, LAST + 6)
    inverse, total = 1.0 / determinant3(a, b, c), 0.0
    for part in range(3):
        p = M[FIRST + part] - M[LAST + part]
        q = M[FIRST + TERM + part] - M[LAST + 3 + part]
        r = M[FIRST + 2 * TERM + part] - M[LAST + 6 + part]
        x, y, z = solve3(a, b, c, p, q, r, inverse)
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
                M[LAST + 3 * leg + part] = M[FIRST + TERM * leg + part]
        if M[SIGN] == 0.0:
            M[SIGN] = 1.0 if det >= 0.0 else -1.0
        M[BEFORE + 3], M[BEFORE + 4], M[BEFORE + 5] = M[BEFORE], M[BEFORE + 1], M[BEFORE + 2]
        M[BEFORE], M[BEFORE + 1], M[BEFORE + 2] = x0, y0, angle0
        M[POSE], M[POSE + 1], M[POSE + 2] = x, y, angle
        M[HEADING], M[HEADING + 1] = c, s
        M[KNOWN] += 1.0
    return x, y, c, s, det, found


@Operation
def position(S, R, G, M, m):
    length = G[LENGTH]
    for k in range(m):
        x, y, cosine, sine, det, found = place(S, R, G, M, k, length)
        S[R[12] + k], S[R[13] + k], S[R[14] + k], S[R[15] + k] = x, y, cosine, sine
        a, b, c = gradient(M, FIRST), gradient(M, FIRST + TERM), gradient(M, FIRST + 2 * TERM)
        size = size_of(a) * size_of(b) * size_of(c)
        S[R[16] + k] = det * M[SIGN] / size if found else NOT_FOUND


@cache
def platform_kernel(kinds: tuple[int, ...]) -> Kernel:
    """The kernel of a platform on three legs of these kinds."""
    return formula(
        f"platform {'-'.join(KINDS[kind] for kind in kinds)}",
        inputs="a1 v1:direction a2 v2:direction a3 v3:direction",
        outputs="o u:direction",
        position=position,
        first=first,
        second=second,
        step=step,
        geometry="kind1 leg1:7 kind2 leg2:7 kind3 leg3:7 length scale",
        margin=True,
        fixed={f"kind{number}": float(kind) for number, kind in enumerate(kinds, start=1)},
    )
