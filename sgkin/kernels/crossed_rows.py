"""The equations of motion close to change points that several inputs, or iterations, come to.

The tape is run at places on a line through the inputs that leads across, each with what groups remember there, and the
rows that are kept are interpolated between.
"""

from __future__ import annotations

from sgkin.kernels.compiled import inner
from sgkin.kernels.equations_block import (
    CROSSING_INPUTS,
    CROSSING_NODES,
    CROSSING_NUMBERS,
    INPUTS,
    KEPT,
    MEMORY,
    SOLVED,
    W_CROSSING,
    W_INPUTS,
    W_STATE,
)
from sgkin.kernels.tape_operations import run_operations, set_rows


def crossing_room(inputs: int, memory: int, kept: int) -> int:
    """How many numbers the workspace needs at W_CROSSING."""
    return CROSSING_NUMBERS + CROSSING_INPUTS * inputs + CROSSING_NODES * (1 + memory) + kept


@inner
def interpolate_crossing(P, W):
    """Put the kept rows into the state; SOLVED, or the number of the margin that failed at a place of the line."""
    at, f, kept, state, memory = P[W_CROSSING], P[INPUTS], P[KEPT], P[W_STATE], P[MEMORY]
    across, origin = at + CROSSING_NUMBERS + f, at + CROSSING_NUMBERS + 2 * f
    places = at + CROSSING_NUMBERS + CROSSING_INPUTS * f
    memories = places + CROSSING_NODES
    sums = memories + CROSSING_NODES * memory
    here = 0.0
    for i in range(f):
        here += W[across + i] * (W[P[W_INPUTS] + i] - W[origin + i])
    wanted = here + W[at + 1]
    for row in range(kept):
        W[sums + row] = 0.0
    for node in range(CROSSING_NODES):
        place, weight = W[places + node], 1.0
        for other in range(CROSSING_NODES):
            if other != node:
                weight *= (wanted - W[places + other]) / (place - W[places + other])
        set_rows(P, W, place - here)
        status = run_operations(P, W, memories + node * memory)
        if status != SOLVED:
            return status
        for row in range(kept):
            W[sums + row] += weight * W[state + row]
    for row in range(kept):
        W[state + row] = W[sums + row]
    return SOLVED
