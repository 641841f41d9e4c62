"""The equations of motion in the inputs, H z̈ = p, on raw pointers, with no Python in the loop.

    H = Kᵀ M K        p = Kᵀ (Q − M a₀)        a₀: accelerations at z̈ = 0

A tape gives what bodies and forces are known by (`tape_at_inputs`); masses (`reduced_masses`) and applied forces
(`reduced_forces`) are reduced to the inputs. Some inputs are free; the others are given by laws of time, and their
accelerations go to the right side.

plan, workspace: see `equations_block`.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import called_by_address, compiled, inner
from sgkin.kernels.equations_block import (
    ACTIONS,
    COMPONENT_FREE,
    COMPONENT_INPUTS,
    COMPONENT_START,
    COMPONENTS,
    FORCE_FAILED,
    FREE,
    FREE_INPUTS,
    GIVEN,
    GIVEN_LAWS,
    INPUTS,
    LEAST_INERTIA,
    NO_INERTIA,
    NOT_FINITE,
    SOLVED,
    W_FORCES,
    W_INPUTS,
    W_MATRIX,
)
from sgkin.kernels.executor import element_pointer
from sgkin.kernels.rates_call import SIGNATURE
from sgkin.kernels.reduced_forces import add_actions
from sgkin.kernels.reduced_masses import reduce_many, reduce_one
from sgkin.kernels.tape_at_inputs import run_plan, set_inputs


@inner
def form_equations(P, W, t, y):
    """Fill H and p of the workspace at a time and free inputs with their rates y."""
    if not set_inputs(P, W, t, y):
        return NOT_FINITE
    status = run_plan(P, W)
    if status != SOLVED:
        return status
    if P[INPUTS] == 1:
        reduce_one(P, W)
    else:
        reduce_many(P, W)
    if P[ACTIONS] > 0 and not add_actions(P, W, t):
        return FORCE_FAILED
    return SOLVED


@compiled
def equations_at(plan, workspace, t, y):
    """`form_equations` on contiguous arrays."""
    return form_equations(
        element_pointer(plan, 0),  # type: ignore[call-arg]
        element_pointer(workspace, 0),  # type: ignore[call-arg]
        t,
        element_pointer(y, 0),  # type: ignore[call-arg]
    )


@inner
def factor_component(P, W, first, last):
    """Cholesky's factors of the free inputs that move some of the same links, in the place of H; SOLVED, or which of
    them moves nothing."""
    f, matrix, inputs = P[INPUTS], P[W_MATRIX], P[COMPONENT_INPUTS]
    for a in range(first, last):
        i = P[inputs + a]
        for b in range(first, a + 1):
            j = P[inputs + b]
            value = W[matrix + i * f + j]
            whole = value
            for c in range(first, b):
                k = P[inputs + c]
                value -= W[matrix + i * f + k] * W[matrix + j * f + k]
            if a == b:
                if not value > LEAST_INERTIA * whole:
                    return NO_INERTIA - i
                W[matrix + i * f + i] = math.sqrt(value)
            else:
                W[matrix + i * f + j] = value / W[matrix + j * f + j]
    return SOLVED


@inner
def substitute(P, W, first, last, values):
    """Put H⁻¹ b in the place of b, which stands from `values` on, by the factors of a component."""
    f, matrix, inputs = P[INPUTS], P[W_MATRIX], P[COMPONENT_INPUTS]
    for a in range(first, last):
        i = P[inputs + a]
        value = W[values + i]
        for c in range(first, a):
            value -= W[matrix + i * f + P[inputs + c]] * W[values + P[inputs + c]]
        W[values + i] = value / W[matrix + i * f + i]
    for a in range(last - 1, first - 1, -1):
        i = P[inputs + a]
        value = W[values + i]
        for c in range(a + 1, last):
            value -= W[matrix + P[inputs + c] * f + i] * W[values + P[inputs + c]]
        W[values + i] = value / W[matrix + i * f + i]


@inner
def subtract_given(P, W):
    """Take from p what the given accelerations need."""
    f, matrix, given = P[INPUTS], P[W_MATRIX], P[W_INPUTS] + 2 * P[INPUTS]
    for number in range(P[GIVEN]):
        k = P[P[GIVEN_LAWS] + 3 * number]
        if W[given + k] != 0.0:
            for free in range(P[FREE]):
                i = P[P[FREE_INPUTS] + free]
                W[P[W_FORCES] + i] -= W[matrix + max(i, k) * f + min(i, k)] * W[given + k]


@inner
def accelerations_of(P, W, t, y, rates):
    """Fill rates with ż and z̈ of the free inputs, y having z and ż; SOLVED, or what came of it."""
    status = form_equations(P, W, t, y)
    if status != SOLVED:
        return status
    f, free = P[INPUTS], P[FREE]
    if f == 1:
        h = W[P[W_MATRIX]]
        if not h > 0.0:
            return NO_INERTIA
        rates[0], rates[1] = y[1], W[P[W_FORCES]] / h
        return SOLVED
    subtract_given(P, W)
    for part in range(P[COMPONENTS]):
        first = P[P[COMPONENT_START] + part]
        last = first + P[P[COMPONENT_FREE] + part]
        status = factor_component(P, W, first, last)
        if status != SOLVED:
            return status
        substitute(P, W, first, last, P[W_FORCES])
    for number in range(free):
        rates[number] = y[free + number]
        rates[free + number] = W[P[W_FORCES] + P[P[FREE_INPUTS] + number]]
    return SOLVED


@called_by_address(SIGNATURE)
def accelerations(P, W, t, y, rates):
    """`accelerations_of`, by its address."""
    return accelerations_of(P, W, t, y, rates)
