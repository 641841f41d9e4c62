"""The equations of motion close to a change point of the only input.

Rows of the tape are lost in rounding there, and are interpolated from stored ones on both sides of it.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import inner
from sgkin.kernels.equations_block import (
    BRANCH_PLACES,
    BRANCHES,
    CHANGE_NUMBERS,
    CHANGES,
    KEPT,
    NODES,
    SIDE,
    TURNING_ROWS,
    TURNINGS,
    W_BRANCHES,
    W_CHANGES,
    W_MEMORY,
    W_NODES,
    W_STATE,
    W_TURNING,
)


@inner
def follow_changes(P, W, z):
    """Choose the branches that the groups have at the only input; close to a change point, interpolate the rows that
    are kept, and say so.

    Angles that follow from the input are stored as they are within the first period, and are turned on from there at
    the rates at W_TURNING. The workspace has at W_CHANGES the period, the lowest place, the interval whose branches are
    set, and the change points in order.
    """
    count, at = P[CHANGES], P[W_CHANGES]
    period, low, places = W[at], W[at + 1], at + 3
    inside = z - period * math.floor((z - low) / period) if period > 0.0 else z
    interval = 0
    while interval < count and W[places + CHANGE_NUMBERS * interval] <= inside:
        interval += 1
    for side in range(2):
        number, shift = interval - side, 0.0
        if number < 0 or number >= count:
            if not period > 0.0:
                continue
            number, shift = (count - 1, -period) if number < 0 else (0, period)
        place = places + CHANGE_NUMBERS * number
        away, reach = inside - (W[place] + shift), W[place + 1]
        if abs(away) < reach:
            interpolate(P, W, P[W_NODES] + number * NODES * P[KEPT], away / reach)
            for turning in range(P[TURNINGS]):
                W[P[W_STATE] + P[P[TURNING_ROWS] + turning]] += W[P[W_TURNING] + turning] * (z - inside + shift)
            return True
    if W[at + 2] != interval:
        W[at + 2] = interval
        for number in range(P[BRANCHES]):
            branch = W[P[W_BRANCHES] + interval * P[BRANCHES] + number]
            W[P[W_MEMORY] + P[P[BRANCH_PLACES] + number]] = branch
    return False


@inner
def interpolate(P, W, stored, x):
    """Put kept rows between those that are stored at −6, …, −1, 1, …, 6 into the state, at x."""
    kept, state = P[KEPT], P[W_STATE]
    for row in range(kept):
        W[state + row] = 0.0
    for node in range(NODES):
        here = float(node - SIDE if node < SIDE else node - SIDE + 1)
        weight = 1.0
        for other in range(NODES):
            if other != node:
                there = float(other - SIDE if other < SIDE else other - SIDE + 1)
                weight *= (x - there) / (here - there)
        for row in range(kept):
            W[state + row] += weight * W[stored + node * kept + row]
