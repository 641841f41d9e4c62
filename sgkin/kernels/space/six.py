"""Six equations with six unknowns: in place, by loops whose lengths are known when they are compiled; and as a lane
function, where several lanes are solved at once and none can exchange rows."""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled, lane

SIX = 6


MOST = 10.0
"""How many times a row may be taken from another before rows are put into another order."""


@lane
def row_of(M, matrix, right, row):
    """A row of the equations, with its right side."""
    at = matrix + SIX * row
    return M[at], M[at + 1], M[at + 2], M[at + 3], M[at + 4], M[at + 5], M[right + row]


@lane
def less7(a, factor, b):
    """a − factor b"""
    return (
        a[0] - factor * b[0],
        a[1] - factor * b[1],
        a[2] - factor * b[2],
        a[3] - factor * b[3],
        a[4] - factor * b[4],
        a[5] - factor * b[5],
        a[6] - factor * b[6],
    )


@lane
def largest(a, b):
    """The larger of two sizes; infinite where one is no number."""
    return max(a, abs(b)) if b == b else math.inf


@compiled
def solve_in_order(M, matrix, right, order, found):
    """Solve six equations whose rows are taken in a given order: one by the product of the pivots, and how many times a
    row was taken from another at most."""
    a, b = row_of(M, matrix, right, int(M[order])), row_of(M, matrix, right, int(M[order + 1]))
    c, d = row_of(M, matrix, right, int(M[order + 2])), row_of(M, matrix, right, int(M[order + 3]))
    e, f = row_of(M, matrix, right, int(M[order + 4])), row_of(M, matrix, right, int(M[order + 5]))
    p = 1.0 / a[0]
    fb, fc, fd, fe, ff = b[0] * p, c[0] * p, d[0] * p, e[0] * p, f[0] * p
    most = largest(largest(largest(largest(largest(0.0, fb), fc), fd), fe), ff)
    b, c, d, e, f = less7(b, fb, a), less7(c, fc, a), less7(d, fd, a), less7(e, fe, a), less7(f, ff, a)
    q = 1.0 / b[1]
    fc, fd, fe, ff = c[1] * q, d[1] * q, e[1] * q, f[1] * q
    most = largest(largest(largest(largest(most, fc), fd), fe), ff)
    c, d, e, f = less7(c, fc, b), less7(d, fd, b), less7(e, fe, b), less7(f, ff, b)
    r = 1.0 / c[2]
    fd, fe, ff = d[2] * r, e[2] * r, f[2] * r
    most = largest(largest(largest(most, fd), fe), ff)
    d, e, f = less7(d, fd, c), less7(e, fe, c), less7(f, ff, c)
    s = 1.0 / d[3]
    fe, ff = e[3] * s, f[3] * s
    most = largest(largest(most, fe), ff)
    e, f = less7(e, fe, d), less7(f, ff, d)
    t = 1.0 / e[4]
    ff = f[4] * t
    most = largest(most, ff)
    f = less7(f, ff, e)
    u = 1.0 / f[5]
    z = f[6] * u
    y = (e[6] - e[5] * z) * t
    x = (d[6] - d[4] * y - d[5] * z) * s
    w = (c[6] - c[3] * x - c[4] * y - c[5] * z) * r
    v = (b[6] - b[2] * w - b[3] * x - b[4] * y - b[5] * z) * q
    M[found] = (a[6] - a[1] * v - a[2] * w - a[3] * x - a[4] * y - a[5] * z) * p
    M[found + 1], M[found + 2], M[found + 3], M[found + 4], M[found + 5] = v, w, x, y, z
    return p * q * r * s * t * u, most


@compiled
def put_in_order(M, matrix, work, order):
    """Find an order of rows in which every pivot is the largest of its column; 1 or −1 for an even or an odd one."""
    for j in range(SIX * SIX):
        M[work + j] = M[matrix + j]
    for row in range(SIX):
        M[order + row] = row
    parity = 1.0
    for column in range(SIX):
        chosen = column
        for row in range(column + 1, SIX):
            if abs(M[work + SIX * row + column]) > abs(M[work + SIX * chosen + column]):
                chosen = row
        if chosen != column:
            parity = -parity
            M[order + column], M[order + chosen] = M[order + chosen], M[order + column]
            for j in range(SIX):
                here, there = work + SIX * column + j, work + SIX * chosen + j
                M[here], M[there] = M[there], M[here]
        pivot = M[work + SIX * column + column]
        for row in range(column + 1, SIX):
            factor = M[work + SIX * row + column] / pivot
            for j in range(column, SIX):
                M[work + SIX * row + j] -= factor * M[work + SIX * column + j]
    return parity


@compiled
def solve_exchanging(M, matrix, right, work, order, parity, found):
    """Solve six equations, with rows in the order that served before, as long as it does: one by the determinant, or 0
    where there is no solution."""
    inverse, most = solve_in_order(M, matrix, right, order, found)
    if not most <= MOST:
        M[parity] = put_in_order(M, matrix, work, order)
        inverse, most = solve_in_order(M, matrix, right, order, found)
    return inverse * M[parity] if most <= MOST else 0.0


@compiled
def lengths_of_columns(M, matrix):
    """The product of the lengths of the columns that are longer than one."""
    product = 1.0
    for j in range(SIX):
        square = 0.0
        for row in range(SIX):
            square += M[matrix + row * SIX + j] * M[matrix + row * SIX + j]
        product *= max(1.0, square)
    return math.sqrt(product)


@lane
def dot6(a, b):
    """a·b"""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]


@lane
def less6(a, factor, b):
    """a − factor b"""
    return (
        a[0] - factor * b[0],
        a[1] - factor * b[1],
        a[2] - factor * b[2],
        a[3] - factor * b[3],
        a[4] - factor * b[4],
        a[5] - factor * b[5],
    )


@lane
def unit6(a):
    """One by the length of a, and a by it."""
    inverse = 1.0 / math.sqrt(dot6(a, a))
    return inverse, (a[0] * inverse, a[1] * inverse, a[2] * inverse, a[3] * inverse, a[4] * inverse, a[5] * inverse)


@lane
def solve_six(columns, right):
    """x of Σ xₖ aₖ = right: columns, and the right side with them, made square to each other (Gram and Schmidt)."""
    a, b, c, d, e, f = columns
    ra, a = unit6(a)
    ab, ac, ad, ae, af, p = dot6(a, b), dot6(a, c), dot6(a, d), dot6(a, e), dot6(a, f), dot6(a, right)
    b, c, d, e, f = less6(b, ab, a), less6(c, ac, a), less6(d, ad, a), less6(e, ae, a), less6(f, af, a)
    right = less6(right, p, a)
    rb, b = unit6(b)
    bc, bd, be, bf, q = dot6(b, c), dot6(b, d), dot6(b, e), dot6(b, f), dot6(b, right)
    c, d, e, f, right = less6(c, bc, b), less6(d, bd, b), less6(e, be, b), less6(f, bf, b), less6(right, q, b)
    rc, c = unit6(c)
    cd, ce, cf, s = dot6(c, d), dot6(c, e), dot6(c, f), dot6(c, right)
    d, e, f, right = less6(d, cd, c), less6(e, ce, c), less6(f, cf, c), less6(right, s, c)
    rd, d = unit6(d)
    de, df, t = dot6(d, e), dot6(d, f), dot6(d, right)
    e, f, right = less6(e, de, d), less6(f, df, d), less6(right, t, d)
    re, e = unit6(e)
    ef, u = dot6(e, f), dot6(e, right)
    f, right = less6(f, ef, e), less6(right, u, e)
    rf, f = unit6(f)
    z = dot6(f, right) * rf
    y = (u - ef * z) * re
    x = (t - de * y - df * z) * rd
    w = (s - cd * x - ce * y - cf * z) * rc
    v = (q - bc * w - bd * x - be * y - bf * z) * rb
    return (p - ab * v - ac * w - ad * x - ae * y - af * z) * ra, v, w, x, y, z
