"""All that the equations of motion are made of, found by a tape at the inputs and their rates."""

from __future__ import annotations

from sgkin.kernels.compiled import inner, lane
from sgkin.kernels.equations_block import (
    ADDRESSES,
    CHANGES,
    FREE,
    FREE_INPUTS,
    GEOMETRY_START,
    GIVEN,
    GIVEN_LAWS,
    INPUT_ROWS,
    INPUTS,
    ITERATED,
    LANES_KNOWN,
    MARGIN_ROWS,
    MARGINS,
    MEMORY_START,
    OPERATIONS,
    RATE_ROWS,
    ROW_START,
    ROWS,
    SOLVED,
    W_GEOMETRY,
    W_INPUTS,
    W_LAWS,
    W_MEMORY,
    W_STATE,
)
from sgkin.kernels.executor import call_operation, shifted
from sgkin.kernels.force_laws import input_law
from sgkin.kernels.interpolated_rows import follow_changes
from sgkin.kernels.limits import LARGEST, SMALLEST_MARGIN


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
    state, f, values = P[W_STATE], P[INPUTS], P[W_INPUTS]
    if P[CHANGES] > 0 and follow_changes(P, W, W[values]):
        return SOLVED
    for i in range(f):
        W[state + P[P[INPUT_ROWS] + i]] = W[values + i]
        if f > 1:
            W[state + P[P[RATE_ROWS] + i]] = W[values + f + i]
    for number in range(P[ITERATED]):
        W[P[W_MEMORY] + P[P[LANES_KNOWN] + number]] = 0.0  # places are not equally spaced here
    for g in range(P[OPERATIONS]):
        call_operation(  # type: ignore[call-arg]
            P[P[ADDRESSES] + g],
            shifted(W, state),  # type: ignore[call-arg]
            shifted(P, P[ROWS] + P[P[ROW_START] + g]),  # type: ignore[call-arg]
            shifted(W, P[W_GEOMETRY] + P[P[GEOMETRY_START] + g]),  # type: ignore[call-arg]
            shifted(W, P[W_MEMORY] + P[P[MEMORY_START] + g]),  # type: ignore[call-arg]
            1,
        )
    for number in range(P[MARGINS]):
        if not W[state + P[P[MARGIN_ROWS] + number]] > SMALLEST_MARGIN:
            return number
    return SOLVED


@lane
def pair_at(P, W, base, place):
    """The two numbers whose rows stand at a place of the plan."""
    return W[base + P[place]], W[base + P[place + 1]]
