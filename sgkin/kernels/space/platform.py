"""One body on six conditions: the spheres and planes on which its points lie, written out.

With O and R the body's point and frame, b the place of a point from there, a = R b, and w = O + a − C the way to it
from a given point C:

    sphere   ½ (w·w − (c + z)²) / λ = 0        plane   n·w − (c + z) = 0

c is a constant and z a given number; λ is a length. Unknowns are (O, λφ), R ← exp(φ̂) R. Along a motion, with v, ω of
the body and i, j two derivatives,

    wᵢ = vᵢ + ωᵢ×a − Cᵢ        wᵢⱼ = vᵢⱼ + aᵢⱼ − Cᵢⱼ,   aᵢⱼ as in `sgkin.kernels.space`
    sphere   w·wᵢⱼ + wᵢ·wⱼ = (c + z) zᵢⱼ + zᵢ zⱼ
    plane    n·wᵢⱼ + nᵢⱼ·w + nᵢ·wⱼ + nⱼ·wᵢ = zᵢⱼ

geometry: λ; of each condition whether it is a plane, b, c.
memory: last solution, scale of the determinant, lanes known, the two solutions before, whether two Jacobians have
changed places; work; the order in which rows of equations are taken, and whether it is odd.
rows: C, n and z of every condition; the body's point and frame.
Margin: as in `sgkin.kernels.newton`.
"""

from __future__ import annotations

import math
from functools import cache

from sgkin.kernels.compiled import Operation, compiled, lane
from sgkin.kernels.continuity import CONTRACTION, MOST_STEPS, NOT_FOUND, SMOOTH
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import formula
from sgkin.kernels.newton import ACCURATE, SETTLED, is_steady
from sgkin.kernels.space.motions import FRAME, MOTION, axes_of, vector
from sgkin.kernels.space.six import SIX, lengths_of_columns, solve_exchanging, solve_six
from sgkin.kernels.space.tree import has_turned_little, missed_by, straighten, turn_by
from sgkin.kernels.space.vectors import bent, cross, dot, in_ground, minus, plus, scaled

EACH, ROWS = 5, 7
"""The numbers of each condition in the geometry, and its rows."""
OWN = ROWS * SIX
SIGN, LANES, BEFORE, SWAPPED = 12, 13, 14, 38
TRIAL, FIRST, SECOND, WORK, SWAPS, RIGHT, STEP, ORDER, PARITY = 39, 51, 87, 123, 159, 165, 171, 177, 183
ROOM = 184
CLOSED = 1e-11
"""What may be left open, as a part of λ."""


@lane
def row_vector(S, R, k, row):
    """Three rows of a lane."""
    return S[R[row] + k], S[R[row + 1] + k], S[R[row + 2] + k]


@compiled
def evaluate(S, R, G, M, k, jacobian):
    """Residuals and Jacobian at the trial; the largest residual."""
    size, error = G[0], 0.0
    inverse = 1.0 / size
    place, axes = vector(M, TRIAL), axes_of(M, TRIAL)
    for c in range(SIX):
        e, row, given = 1 + EACH * c, jacobian + MOTION * c, ROWS * c
        a = in_ground(axes, vector(G, e + 1))
        w = minus(plus(place, a), row_vector(S, R, k, given))
        reach = G[e + 4] + S[R[given + 6] + k]
        n, scale, left = w, inverse, 0.5 * (dot(w, w) - reach * reach)
        if G[e] != 0.0:
            n, scale = row_vector(S, R, k, given + 3), 1.0
            left = dot(n, w) - reach
        t = cross(a, n)
        for part in range(3):
            M[row + part] = scale * n[part]
            M[row + 3 + part] = scale * inverse * t[part]
        M[RIGHT + c] = scale * left
        error = max(error, abs(scale * left)) if left == left else math.inf
    return error


@compiled
def iterate(S, R, G, M, k, jacobian):
    """Newton iteration from the trial: the determinant of the Jacobian there, and whether it was found."""
    if not straighten(M, TRIAL):
        return 0.0, False
    size, inverse, shorter = G[0], 0.0, math.inf
    evaluate(S, R, G, M, k, jacobian)
    for _step in range(MOST_STEPS):
        inverse = solve_exchanging(M, jacobian, RIGHT, WORK, ORDER, PARITY, STEP)
        if inverse == 0.0:
            break
        largest = 0.0
        for j in range(SIX):
            largest = max(largest, abs(M[STEP + j])) if M[STEP + j] == M[STEP + j] else math.inf
        if not (largest < CONTRACTION * shorter or largest < 1e-9 * size):
            break
        shorter = largest
        for part in range(3):
            M[TRIAL + part] -= M[STEP + part]
        turn_by(M, TRIAL, -M[STEP + 3] / size, -M[STEP + 4] / size, -M[STEP + 5] / size)
        if largest < SETTLED * size:  # what such a step leaves open is its square
            return 1.0 / inverse, True
        error = evaluate(S, R, G, M, k, jacobian)
        if largest < ACCURATE * size:
            inverse = solve_exchanging(M, jacobian, RIGHT, WORK, ORDER, PARITY, STEP)
            return 1.0 / inverse, error < CLOSED * size and inverse != 0.0
    return 0.0, False


@compiled
def leads_on(M, size):
    """Whether a solution is where the last three, extrapolated, lead."""
    off, way = missed_by(M, TRIAL, BEFORE, FRAME, 0, 3, 1.0)
    turned_off, turned = missed_by(M, TRIAL, BEFORE, FRAME, 3, FRAME, size)
    return max(off, turned_off) <= SMOOTH * max(way, turned) + 1e-9 * size


@compiled
def find(S, R, G, M, k):
    """Find the body in a lane, and go on from there; whether it was found. Its Jacobian is then the last one."""
    size, found, margin = G[0], False, 0.0
    jacobian, last = (FIRST, SECOND) if M[SWAPPED] == 0.0 else (SECOND, FIRST)
    for attempt in range(2):  # from where the last three lanes lead, then from the last one
        if found or (attempt == 0 and M[LANES] < 3.0):
            continue
        for j in range(FRAME):
            ahead = 3.0 * (M[j] - M[BEFORE + j]) + M[BEFORE + FRAME + j]
            M[TRIAL + j] = ahead if attempt == 0 else M[j]
        determinant, found = iterate(S, R, G, M, k, jacobian)
        if found:
            determinant /= lengths_of_columns(M, jacobian)
            if M[SIGN] == 0.0:
                M[SIGN] = 1.0 / determinant
            else:
                found = M[LANES] >= 3.0 and leads_on(M, size)
                if not found and has_turned_little(M, 3, TRIAL + 3):
                    found = is_steady(M, last, jacobian, SIX, SIX, WORK, SWAPS, RIGHT, STEP, MOTION)
            margin = determinant * M[SIGN]
    if found:
        for j in range(FRAME):
            M[BEFORE + FRAME + j] = M[BEFORE + j]
            M[BEFORE + j] = M[j]
            M[j] = M[TRIAL + j]
        M[SWAPPED] = 1.0 - M[SWAPPED]
        M[LANES] += 1.0
    for part in range(FRAME):
        S[R[OWN + part] + k] = M[TRIAL + part]
    S[R[OWN + FRAME] + k] = margin if found else NOT_FOUND
    return found


@Operation
def position(S, R, G, M, m):
    for k in range(m):
        find(S, R, G, M, k)


@lane
def hold(plane, b, height, size, c, n, z, o, r):
    """Of a condition: its gradient by O and by λφ, w, a, and c + z."""
    a = in_ground(r, b)
    w = minus(plus(o, a), c)
    f = n if plane else scaled(1.0 / size, w)
    return f, scaled(1.0 / size, cross(a, f)), w, a, height + z


@lane
def hold_first(plane, held, size, n, ci, ni, zi):
    """Right side of the first derivative of a condition."""
    f, _, w, _, reach = held
    if plane:
        return zi + dot(n, ci) - dot(ni, w)
    return reach * zi / size + dot(f, ci)


@lane
def hold_second(plane, held, size, n, ci, ni, zi, oi, ri, cj, nj, zj, oj, rj, cij, nij, zij):
    """Right side of the second derivative of a condition; o and r: the body's."""
    f, _, w, a, reach = held
    wi, wj = minus(plus(oi, cross(ri, a)), ci), minus(plus(oj, cross(rj, a)), cj)
    rest = minus(cij, bent(ri, rj, a))
    if plane:
        return zij + dot(n, rest) - dot(nij, w) - dot(ni, wj) - dot(nj, wi)
    return dot(f, rest) + (reach * zij + zi * zj - dot(wi, wj)) / size


@lane
def columns(h1, h2, h3, h4, h5, h6):
    """The Jacobian by columns: those of O, then those of λφ."""
    f1, f2, f3, f4, f5, f6 = h1[0], h2[0], h3[0], h4[0], h5[0], h6[0]
    t1, t2, t3, t4, t5, t6 = h1[1], h2[1], h3[1], h4[1], h5[1], h6[1]
    return (
        (f1[0], f2[0], f3[0], f4[0], f5[0], f6[0]),
        (f1[1], f2[1], f3[1], f4[1], f5[1], f6[1]),
        (f1[2], f2[2], f3[2], f4[2], f5[2], f6[2]),
        (t1[0], t2[0], t3[0], t4[0], t5[0], t6[0]),
        (t1[1], t2[1], t3[1], t4[1], t5[1], t6[1]),
        (t1[2], t2[2], t3[2], t4[2], t5[2], t6[2]),
    )


@lane
def change_of_body(h1, h2, h3, h4, h5, h6, p1, p2, p3, p4, p5, p6, size):
    """Derivatives of the body's point and frame, from the right sides of its conditions."""
    x, y, z, u, v, w = solve_six(columns(h1, h2, h3, h4, h5, h6), (p1, p2, p3, p4, p5, p6))
    return (x, y, z), scaled(1.0 / size, (u, v, w))


@lane
def first(
    size, plane1, b1, height1, plane2, b2, height2, plane3, b3, height3, plane4, b4, height4, plane5, b5, height5,
    plane6, b6, height6, c1, n1, z1, c2, n2, z2, c3, n3, z3, c4, n4, z4, c5, n5, z5, c6, n6, z6, o, r,
    c1i, n1i, z1i, c2i, n2i, z2i, c3i, n3i, z3i, c4i, n4i, z4i, c5i, n5i, z5i, c6i, n6i, z6i,
):  # fmt: skip
    """oᵢ and ωᵢ"""
    h1, h2 = hold(plane1, b1, height1, size, c1, n1, z1, o, r), hold(plane2, b2, height2, size, c2, n2, z2, o, r)
    h3, h4 = hold(plane3, b3, height3, size, c3, n3, z3, o, r), hold(plane4, b4, height4, size, c4, n4, z4, o, r)
    h5, h6 = hold(plane5, b5, height5, size, c5, n5, z5, o, r), hold(plane6, b6, height6, size, c6, n6, z6, o, r)
    p1, p2 = hold_first(plane1, h1, size, n1, c1i, n1i, z1i), hold_first(plane2, h2, size, n2, c2i, n2i, z2i)
    p3, p4 = hold_first(plane3, h3, size, n3, c3i, n3i, z3i), hold_first(plane4, h4, size, n4, c4i, n4i, z4i)
    p5, p6 = hold_first(plane5, h5, size, n5, c5i, n5i, z5i), hold_first(plane6, h6, size, n6, c6i, n6i, z6i)
    return change_of_body(h1, h2, h3, h4, h5, h6, p1, p2, p3, p4, p5, p6, size)


@lane
def second(
    size, plane1, b1, height1, plane2, b2, height2, plane3, b3, height3, plane4, b4, height4, plane5, b5, height5,
    plane6, b6, height6, c1, n1, z1, c2, n2, z2, c3, n3, z3, c4, n4, z4, c5, n5, z5, c6, n6, z6, o, r,
    c1i, n1i, z1i, c2i, n2i, z2i, c3i, n3i, z3i, c4i, n4i, z4i, c5i, n5i, z5i, c6i, n6i, z6i, oi, ri,
    c1j, n1j, z1j, c2j, n2j, z2j, c3j, n3j, z3j, c4j, n4j, z4j, c5j, n5j, z5j, c6j, n6j, z6j, oj, rj,
    c1ij, n1ij, z1ij, c2ij, n2ij, z2ij, c3ij, n3ij, z3ij, c4ij, n4ij, z4ij, c5ij, n5ij, z5ij, c6ij, n6ij, z6ij,
):  # fmt: skip
    """oᵢⱼ and ωᵢⱼ"""
    h1, h2 = hold(plane1, b1, height1, size, c1, n1, z1, o, r), hold(plane2, b2, height2, size, c2, n2, z2, o, r)
    h3, h4 = hold(plane3, b3, height3, size, c3, n3, z3, o, r), hold(plane4, b4, height4, size, c4, n4, z4, o, r)
    h5, h6 = hold(plane5, b5, height5, size, c5, n5, z5, o, r), hold(plane6, b6, height6, size, c6, n6, z6, o, r)
    p1 = hold_second(plane1, h1, size, n1, c1i, n1i, z1i, oi, ri, c1j, n1j, z1j, oj, rj, c1ij, n1ij, z1ij)
    p2 = hold_second(plane2, h2, size, n2, c2i, n2i, z2i, oi, ri, c2j, n2j, z2j, oj, rj, c2ij, n2ij, z2ij)
    p3 = hold_second(plane3, h3, size, n3, c3i, n3i, z3i, oi, ri, c3j, n3j, z3j, oj, rj, c3ij, n3ij, z3ij)
    p4 = hold_second(plane4, h4, size, n4, c4i, n4i, z4i, oi, ri, c4j, n4j, z4j, oj, rj, c4ij, n4ij, z4ij)
    p5 = hold_second(plane5, h5, size, n5, c5i, n5i, z5i, oi, ri, c5j, n5j, z5j, oj, rj, c5ij, n5ij, z5ij)
    p6 = hold_second(plane6, h6, size, n6, c6i, n6i, z6i, oi, ri, c6j, n6j, z6j, oj, rj, c6ij, n6ij, z6ij)
    return change_of_body(h1, h2, h3, h4, h5, h6, p1, p2, p3, p4, p5, p6, size)


@cache
def platform_kernel(planes: int) -> Kernel:
    """The kernel of a body on six conditions, the last `planes` of which are planes."""
    numbers = range(1, SIX + 1)
    return formula(
        f"platform on {SIX - planes} spheres and {planes} planes",
        inputs=" ".join(f"c{number}:point3 n{number}:direction3 z{number}:scalar" for number in numbers),
        outputs="o:point3 r:frame",
        position=position,
        first=first,
        second=second,
        geometry="size " + " ".join(f"plane{number} b{number}:3 height{number}" for number in numbers),
        margin=True,
        fixed={f"plane{number}": float(number > SIX - planes) for number in numbers},
    )


PLATFORMS = tuple(platform_kernel(planes) for planes in range(SIX + 1))
"""All of them, by their planes."""
