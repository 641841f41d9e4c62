"""The linear equations of a whole mechanism for accelerations and multipliers, in two forms.

With M constant and diagonal, Φ the conditions, Q the applied forces and γ what the accelerations must meet:

    with multipliers    M q̈ + Φ_qᵀ λ = Q,    Φ_q q̈ = γ
    augmented           (M + α Φ_qᵀ Φ_q) δ = Q − M q̈ − Φ_qᵀ λ + α Φ_qᵀ (γ − Φ_q q̈),
                        q̈ += δ, λ += α (Φ_q q̈ − γ), again and again until δ is nothing

The second is the augmented Lagrangian of index 1 (E. Bayo, R. Ledesma, Nonlinear Dynamics 9, 1996); conditions may say
the same twice there.
"""

from __future__ import annotations

from sgkin.kernels.block_triangular import factor_blocks, solve_blocks
from sgkin.kernels.compiled import inner
from sgkin.kernels.equations_block import SOLVED
from sgkin.kernels.lapack import factor_full, solve_full
from sgkin.kernels.whole_tables import (
    AT_FORCES,
    AT_FOUND,
    AT_GAMMA,
    AT_MATRIX,
    AT_MISS,
    AT_MULTIPLIERS,
    AT_PIVOTS,
    AT_RIGHT,
    AT_SHORT,
    AT_SIGN,
    AT_SOLUTION,
    AT_VALUES,
    AT_WORK,
    CONDITIONS,
    ENTRIES,
    IS_AUGMENTED,
    IS_FULL,
    ORDER,
    STORED,
    UNKNOWNS,
    USED,
)
from sgkin.kernels.workspace_arrays import integers_at, numbers_at, short_at

SINGULAR, NEW_ORDER = -101, -102
"""What else can come of a call: conditions and masses leave accelerations open; another order of elimination is
needed."""
MOST_MULTIPLE = 1e6
"""Multiples of a row in a sparse elimination above which another order is looked for."""
LEAST_QUALITY = 1e-15
"""Smallest pivot by largest up to which equations are singular."""
MOST_CORRECTIONS, SETTLED = 30, 1e-15
"""Corrections of the augmented form, and what they come down to, in parts of the accelerations."""


@inner
def factor(S, W):
    """Form the linear equations and factorise them; SOLVED, SINGULAR or NEW_ORDER."""
    n, stored = S.sizes[UNKNOWNS], S.sizes[STORED]
    values, matrix = numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES]), numbers_at(W, S.places[AT_MATRIX], stored)
    matrix[:] = 0.0
    for i in range(n):
        matrix[S.diagonal[i]] += S.inertia[i]
    if S.sizes[IS_AUGMENTED]:
        penalty = S.constants[1]
        for p in range(S.pair_one.shape[0]):
            matrix[S.pair_place[p]] += penalty * values[S.pair_one[p]] * values[S.pair_other[p]]
    else:
        for k in range(S.sizes[ENTRIES]):
            if S.place[k] >= 0:
                matrix[S.place[k]] += values[k]
                matrix[S.mirrored[k]] += values[k]
    blocks = S.blocks.start.shape[0] - 1
    sign, quality = (
        numbers_at(W, S.places[AT_SIGN], blocks + 1),
        numbers_at(W, S.places[AT_SIGN], 2 * blocks + 2)[blocks + 1 :],
    )
    if S.sizes[IS_FULL]:
        pivots = short_at(W, S.places[AT_PIVOTS], S.sizes[ORDER])
        integers = short_at(W, S.places[AT_SHORT], 3)
        factor_full(S.addresses, matrix, pivots, integers, sign, quality)
        return SOLVED if quality[0] > LEAST_QUALITY else SINGULAR
    pivots = integers_at(W, S.places[AT_PIVOTS], S.sizes[ORDER])
    if factor_blocks(S.blocks, matrix, pivots, sign, quality, MOST_MULTIPLE) >= 0:
        return NEW_ORDER
    for block in range(blocks):
        if not quality[block] > LEAST_QUALITY:
            return SINGULAR
    return SOLVED


@inner
def solve_linear(S, W, right, solution):
    """Solve with the factors."""
    order = S.sizes[ORDER]
    matrix = numbers_at(W, S.places[AT_MATRIX], S.sizes[STORED])
    if S.sizes[IS_FULL]:
        pivots = short_at(W, S.places[AT_PIVOTS], order)
        integers = short_at(W, S.places[AT_SHORT], 3)
        solve_full(S.addresses, matrix, pivots, integers, S.letter, right, solution)
    else:
        pivots = integers_at(W, S.places[AT_PIVOTS], order)
        solve_blocks(S.blocks, matrix, pivots, right, solution, numbers_at(W, S.places[AT_WORK], order))


@inner
def solve_with_multipliers(S, W):
    """The first form: q̈ and λ of M q̈ + Φ_qᵀ λ = Q, Φ_q q̈ = γ."""
    n, used = S.sizes[UNKNOWNS], S.sizes[USED]
    right, solution = numbers_at(W, S.places[AT_RIGHT], n + used), numbers_at(W, S.places[AT_SOLUTION], n + used)
    found, multipliers = numbers_at(W, S.places[AT_FOUND], n), numbers_at(W, S.places[AT_MULTIPLIERS], used)
    forces, gamma = numbers_at(W, S.places[AT_FORCES], n), numbers_at(W, S.places[AT_GAMMA], S.sizes[CONDITIONS])
    for i in range(n):
        right[i] = forces[i]
    for row in range(S.sizes[CONDITIONS]):
        if S.used[row] >= 0:
            right[n + S.used[row]] = gamma[row]
    solve_linear(S, W, right, solution)
    for i in range(n):
        found[i] = solution[i]
    for row in range(used):
        multipliers[row] = solution[n + row]


@inner
def solve_augmented(S, W):
    """The second form of the same."""
    n, used, penalty = S.sizes[UNKNOWNS], S.sizes[USED], S.constants[1]
    values = numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES])
    right, solution = numbers_at(W, S.places[AT_RIGHT], n), numbers_at(W, S.places[AT_SOLUTION], n)
    found, multipliers = numbers_at(W, S.places[AT_FOUND], n), numbers_at(W, S.places[AT_MULTIPLIERS], used)
    forces, gamma = numbers_at(W, S.places[AT_FORCES], n), numbers_at(W, S.places[AT_GAMMA], S.sizes[CONDITIONS])
    miss = numbers_at(W, S.places[AT_MISS], used)
    found[:] = 0.0
    multipliers[:] = 0.0
    for row in range(S.sizes[CONDITIONS]):
        if S.used[row] >= 0:
            miss[S.used[row]] = -gamma[row]
    for _ in range(MOST_CORRECTIONS):
        for i in range(n):
            right[i] = forces[i] - S.inertia[i] * found[i]
        for k in range(S.sizes[ENTRIES]):
            row, i = S.used[S.entry_row[k]], S.entry_variable[k]
            if row >= 0 and i < n:
                right[i] -= values[k] * (multipliers[row] + penalty * miss[row])
        solve_linear(S, W, right, solution)
        largest = change = 0.0
        for i in range(n):
            found[i] += solution[i]
            largest, change = max(largest, abs(found[i])), max(change, abs(solution[i]))
        for row in range(S.sizes[CONDITIONS]):
            if S.used[row] >= 0:
                miss[S.used[row]] = -gamma[row]
        for k in range(S.sizes[ENTRIES]):
            row, i = S.used[S.entry_row[k]], S.entry_variable[k]
            if row >= 0 and i < n:
                miss[row] += values[k] * found[i]
        for row in range(used):
            multipliers[row] += penalty * miss[row]
        if not change > SETTLED * largest:
            break
