"""All that the equations of motion are made of, found by a tape at the inputs and their rates."""

from __future__ import annotations

from sgkin.kernels.compiled import inner, lane
from sgkin.kernels.crossed_rows import interpolate_crossing
from sgkin.kernels.equations_block import (
    CHANGES,
    CROSSED,
    FREE,
    FREE_INPUTS,
    GIVEN,
    GIVEN_LAWS,
    INPUTS,
    SOLVED,
    W_CROSSING,
    W_INPUTS,
    W_LAWS,
    W_MEMORY,
)
from sgkin.kernels.force_laws import input_law
from sgkin.kernels.interpolated_rows import follow_changes
from sgkin.kernels.limits import LARGEST
from sgkin.kernels.tape_operations import run_operations, set_rows


@inner
def set_inputs(P, W, t, y):
    """Put the free inputs and their rates y, and the given ones at a time, into the workspace; whether all are numbers
    that can be computed with."""
    f, free, values = P[INPUTS], P[FREE], P[W_INPUTS]
    for number in range(free):
        i = P[P[FREE_INPUTS] + number]
        W[values + i], W[values + f + i], W[values + 2 * f + i] = y[number], y[free + number], 0.0
    for number in range(P[GIVEN]):
        law = P[GIVEN_LAWS] + 3 * number
        i = P[law]
        z, rate, acceleration = input_law(P[law + 1], W, P[W_LAWS] + P[law + 2], t)
        W[values + i], W[values + f + i], W[values + 2 * f + i] = z, rate, acceleration
    W[values + 3 * f] = t
    are_numbers = True
    for number in range(2 * f):
        are_numbers = are_numbers and abs(W[values + number]) <= LARGEST
    return are_numbers


@inner
def run_plan(P, W):
    """Run the tape at the inputs of the workspace; SOLVED, or the number of the margin that failed."""
    if P[CHANGES] > 0 and follow_changes(P, W, W[P[W_INPUTS]]):
        return SOLVED
    if P[CROSSED] > 0 and W[P[W_CROSSING]] > 0.0:
        return interpolate_crossing(P, W)
    set_rows(P, W, 0.0)
    return run_operations(P, W, P[W_MEMORY])


@lane
def pair_at(P, W, base, place):
    """The two numbers whose rows stand at a place of the plan."""
    return W[base + P[place]], W[base + P[place + 1]]
