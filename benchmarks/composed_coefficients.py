"""Method III as the paper has it: K and L of every group by its own inputs h, composed to those by the mechanism's z.

A dyad has φ = C and h = (P, Q). With Φ_φ = (e; f), e = C − P, f = C − Q, and Φ_h = (−e 0; 0 −f),

    K_φh = −Φ_φ⁻¹ Φ_h                                                        2 × 4        eqs. (6), (7)
    (L_φh)_j = −Φ_φ⁻¹ (dΦ_h/dh_j + (dΦ_φ/dh_j) K_φh)                         2 × 4 × 4    eq. (15), signs corrected
    K_φz = K_φh K_hz                                                         2 × 1        eq. (8)
    L_φz = K_φh L_hz + Σ_j (K_hz)_j (L_φh)_j K_hz                            2 × 1        eq. (14)

in natural coordinates, as method II; the paper adds the angles of the links, to show that any will do. All numbers of
the matrix and the tensor are computed, none is known from another by symmetry. The place of C is found in closed form,
or by iteration as in the paper: so the two ways to K and L can be compared with all else the same. The operations take
the rows and the geometry of RRR.motion; matrices are tuples of their columns.
"""

from __future__ import annotations

from benchmarks.newton_groups import crank_pin, iterated_pin, outer_pins, put_pin
from sgkin.kernels import rrr
from sgkin.kernels.compiled import Operation, lane
from sgkin.kernels.lanes import formula
from sgkin.kernels.pin_conditions import solve2
from sgkin.kernels.vectors import dot, minus, plus, scaled


@lane
def matrix(e, f, inverse):
    """K_φh, eq. (7): four columns, by P and by Q."""
    by_p, by_q = (f[1] * inverse, -f[0] * inverse), (-e[1] * inverse, e[0] * inverse)  # columns of Φ_φ⁻¹
    return scaled(e[0], by_p), scaled(e[1], by_p), scaled(f[0], by_q), scaled(f[1], by_q)


@lane
def tensor_column(e, f, inverse, de, df, moved, known_p, known_q):
    """A column of (L_φh)_j, eq. (15), with dΦ_φ/dh_j = (de; df), a column of K_φh and the same of −dΦ_h/dh_j."""
    return solve2(e, f, inverse, known_p - dot(de, moved), known_q - dot(df, moved))


@lane
def tensor_slice(e, f, inverse, K, moved, p_moved, q_moved):
    """(L_φh)_j: four columns. moved: dC/dh_j, p_moved: dP/dh_j, q_moved: dQ/dh_j."""
    de, df = minus(moved, p_moved), minus(moved, q_moved)
    return (
        tensor_column(e, f, inverse, de, df, K[0], de[0], 0.0),
        tensor_column(e, f, inverse, de, df, K[1], de[1], 0.0),
        tensor_column(e, f, inverse, de, df, K[2], 0.0, df[0]),
        tensor_column(e, f, inverse, de, df, K[3], 0.0, df[1]),
    )


@lane
def tensor(e, f, inverse, K):
    """L_φh: four slices."""
    x, y, still = (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)
    return (
        tensor_slice(e, f, inverse, K, K[0], x, still),
        tensor_slice(e, f, inverse, K, K[1], y, still),
        tensor_slice(e, f, inverse, K, K[2], still, x),
        tensor_slice(e, f, inverse, K, K[3], still, y),
    )


@lane
def times(a, v):
    """A matrix of four columns by a vector."""
    return plus(plus(scaled(v[0], a[0]), scaled(v[1], a[1])), plus(scaled(v[2], a[2]), scaled(v[3], a[3])))


@lane
def first(e, f, inverse, pi, qi):
    """K_φz, eq. (8)."""
    return times(matrix(e, f, inverse), (*pi, *qi))


@lane
def second(e, f, inverse, pi, qi, pj, qj, pij, qij):
    """L_φz, eq. (14)."""
    K = matrix(e, f, inverse)
    L, hj = tensor(e, f, inverse, K), (*pj, *qj)
    slices = times(L[0], hj), times(L[1], hj), times(L[2], hj), times(L[3], hj)
    return plus(times(K, (*pij, *qij)), times(slices, (*pi, *qi)))


CLOSED = formula(
    "RRR composed",
    inputs="p q",
    outputs="c",
    place=rrr.place,
    first=first,
    second=second,
    scratch="e:vector f:vector inverse",
    geometry="s1 s2 scale",
    margin=True,
)
"""RRR with C in closed form, and K and L composed."""


@Operation
def iterated_dyad(S, R, G, M, m):
    """RRR with C by iteration, and K and L composed. Rows and geometry of RRR.motion."""
    for k in range(m):
        p, q, pi, qi, pij, qij = outer_pins(S, R, k)
        c, e, f, inverse = iterated_pin(p, q, G[0], G[1], M)
        ci, cij = first(e, f, inverse, pi, qi), second(e, f, inverse, pi, qi, pi, qi, pij, qij)
        put_pin(S, R, k, c, ci, cij)


assert CLOSED.motion is not None
COMPOSED: dict[str, Operation] = {"RRR.motion": CLOSED.motion}
COMPOSED_BY_NEWTON: dict[str, Operation] = {"RRR.motion": iterated_dyad, "carry.motion": crank_pin}
"""What stands in the place of which operation."""
