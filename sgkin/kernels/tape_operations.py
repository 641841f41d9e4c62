"""The operations of a tape, one after the other, for equations of motion."""

from __future__ import annotations

from sgkin.kernels.compiled import inner
from sgkin.kernels.equations_block import (
    ADDRESSES,
    GEOMETRY_START,
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
    W_CROSSING,
    W_GEOMETRY,
    W_INPUTS,
    W_STATE,
)
from sgkin.kernels.equations_block import CROSSING_NUMBERS as LINE
from sgkin.kernels.executor import call_operation, shifted
from sgkin.kernels.limits import SMALLEST_MARGIN


@inner
def set_rows(P, W, away):
    """Put the inputs, so far away along a line across change points, and their rates into the state."""
    state, f, values = P[W_STATE], P[INPUTS], P[W_INPUTS]
    for i in range(f):
        z = W[values + i]
        if away != 0.0:
            z += away * W[P[W_CROSSING] + LINE + i]
        W[state + P[P[INPUT_ROWS] + i]] = z
        if f > 1:
            W[state + P[P[RATE_ROWS] + i]] = W[values + f + i]


@inner
def run_operations(P, W, memory):
    """Run them at the inputs in the state, with what groups remember from a place of the workspace on; SOLVED, or the
    number of the margin that failed."""
    state = P[W_STATE]
    for number in range(P[ITERATED]):
        W[memory + P[P[LANES_KNOWN] + number]] = 0.0  # places are not equally spaced here
    for g in range(P[OPERATIONS]):
        call_operation(  # type: ignore[call-arg]
            P[P[ADDRESSES] + g],
            shifted(W, state),  # type: ignore[call-arg]
            shifted(P, P[ROWS] + P[P[ROW_START] + g]),  # type: ignore[call-arg]
            shifted(W, P[W_GEOMETRY] + P[P[GEOMETRY_START] + g]),  # type: ignore[call-arg]
            shifted(W, memory + P[P[MEMORY_START] + g]),  # type: ignore[call-arg]
            1,
        )
    for number in range(P[MARGINS]):
        if not W[state + P[P[MARGIN_ROWS] + number]] > SMALLEST_MARGIN:
            return number
    return SOLVED
