"""The equations of motion of a whole mechanism with multipliers, compiled: a right-hand side that can be integrated.

The state y holds x and y of the centre and θ of every moving link, and their rates; lengths are counted in typical ones
and forces in energy by coordinate. Accelerations are found by one of the forms of `whole_linear`; in the first, with
multipliers, by Baumgarte's stabilisation with a rate σ: Φ_q q̈ = γ − 2 σ Φ̇ − σ² Φ.

`project` brings positions, then rates, back to the conditions by the augmented form, along directions that are
orthogonal to them in the mass matrix.
"""

from __future__ import annotations

from typing import Any

from sgkin.kernels.compiled import called_by_address, compiled, inner
from sgkin.kernels.equations_block import FORCE_FAILED, HEADER, NOT_FINITE, SOLVED
from sgkin.kernels.executor import element_pointer
from sgkin.kernels.limits import LARGEST
from sgkin.kernels.rates_call import SIGNATURE
from sgkin.kernels.whole_conditions import fill_gamma, place_conditions, set_state
from sgkin.kernels.whole_forces import add_actions
from sgkin.kernels.whole_linear import SINGULAR, factor, solve_augmented, solve_with_multipliers
from sgkin.kernels.whole_tables import (
    AT_FORCES,
    AT_FOUND,
    AT_GAMMA,
    AT_RATES,
    AT_RESIDUAL,
    AT_START,
    AT_VALUES,
    CONDITIONS,
    ENTRIES,
    IS_AUGMENTED,
    UNKNOWNS,
    VARIABLES,
    tables_at,
)
from sgkin.kernels.workspace_arrays import numbers_at

MOST_PROJECTIONS, ON_CONDITIONS = 20, 1e-14
"""Iterations of a projection, and the correction, in typical lengths, after which it ends."""


@inner
def accelerate(P, W, t, y):
    """Find q̈ and λ, which stand in the workspace then."""
    S = tables_at(P[HEADER])
    if not set_state(S, W, t, y):
        return NOT_FINITE
    place_conditions(S, W)
    fill_gamma(S, W)
    if not add_actions(S, W, t):
        return FORCE_FAILED
    status = factor(S, W)
    if status != SOLVED:
        return status
    if S.sizes[IS_AUGMENTED]:
        solve_augmented(S, W)
    else:
        solve_with_multipliers(S, W)
    return SOLVED


@called_by_address(SIGNATURE)
def accelerations(P, W, t, y, rates):
    """Fill rates with q̇ and q̈ of the state y; SOLVED, or what came of it."""
    status = accelerate(P, W, t, y)
    if status != SOLVED:
        return status
    S = tables_at(P[HEADER])
    n = S.sizes[UNKNOWNS]
    found = numbers_at(W, S.places[AT_FOUND], n)
    for i in range(n):
        if not abs(found[i]) <= LARGEST:
            return SINGULAR
        rates[i], rates[n + i] = y[n + i], found[i]
    return SOLVED


@compiled
def project(plan, workspace, t, y):
    """Bring coordinates, then rates, of y to the conditions by the second form; what came of it."""
    P: Any = element_pointer(plan, 0)  # type: ignore[call-arg]
    W: Any = element_pointer(workspace, 0)
    S = tables_at(P[HEADER])
    n, conditions = S.sizes[UNKNOWNS], S.sizes[CONDITIONS]
    found, forces = numbers_at(W, S.places[AT_FOUND], n), numbers_at(W, S.places[AT_FORCES], n)
    gamma, residual = numbers_at(W, S.places[AT_GAMMA], conditions), numbers_at(W, S.places[AT_RESIDUAL], conditions)
    start = numbers_at(W, S.places[AT_START], n)
    for i in range(n):
        start[i] = y[i]
    for _ in range(MOST_PROJECTIONS):
        if not set_state(S, W, t, y):
            return NOT_FINITE
        place_conditions(S, W)
        for row in range(conditions):
            gamma[row] = -residual[row]
        for i in range(n):
            forces[i] = S.inertia[i] * (start[i] - y[i])
        status = factor(S, W)
        if status != SOLVED:
            return status
        solve_augmented(S, W)
        change = 0.0
        for i in range(n):
            y[i] += found[i]
            change = max(change, abs(found[i]))
        if not change > ON_CONDITIONS:
            break
    project_rates(S, W, y)
    return SOLVED


@inner
def project_rates(S, W, y):
    """Bring rates to the conditions, which have just been placed."""
    n, conditions = S.sizes[UNKNOWNS], S.sizes[CONDITIONS]
    found, forces = numbers_at(W, S.places[AT_FOUND], n), numbers_at(W, S.places[AT_FORCES], n)
    values, v = (
        numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES]),
        numbers_at(W, S.places[AT_RATES], S.sizes[VARIABLES]),
    )
    gamma = numbers_at(W, S.places[AT_GAMMA], conditions)
    gamma[:] = 0.0
    for k in range(S.sizes[ENTRIES]):
        i = S.entry_variable[k]
        if i >= n:
            gamma[S.entry_row[k]] -= values[k] * v[i]
    for i in range(n):
        forces[i] = S.inertia[i] * y[n + i]
    solve_augmented(S, W)
    for i in range(n):
        y[n + i] = found[i]
