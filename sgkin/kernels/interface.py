"""Velocity coefficients for other people's codes: one function on raw pointers, with no Python in the loop.

A plan is one block of integers, and a user's state one block of numbers, so that a call is

    status = sgkin_coefficients(plan, workspace, z, q, K, L)

from C, and the same from compiled Python. The workspace carries branches and starting values from call to call; each
thread has its own, and all share the plan.

plan: SIZES numbers, then addresses, row starts, geometry starts and memory starts of the operations, their rows, and
the places in the state of inputs, links (x, y), what their angles are made of (see
`sgkin.kernels.single_configuration`), other coordinates, K, L and margins.
workspace: memory, state, last angles of the links, two shifts of each, the memory as it was, to which a call that fails
returns, and geometry.
"""

from __future__ import annotations

from numba import types

from sgkin.kernels.compiled import INTEGERS, NUMBERS, called_by_address, compiled
from sgkin.kernels.executor import call_operation, element_pointer, shifted
from sgkin.kernels.limits import LARGEST, SMALLEST_MARGIN
from sgkin.kernels.single_configuration import angle_near

OPERATIONS, ROWS, INPUTS, LINKS, PLACES, MARGINS, MEMORY, STATE, SIZES = range(9)
SOLVED, NOT_FINITE = -1, -2
SIGNATURE = types.int64(INTEGERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)


@compiled
def coefficients_by_pointer(P, W, z, q, K, L):
    """q (c,), K (c, f) and L (c, f, f), row by row; SOLVED, NOT_FINITE, or the number of the margin that failed."""
    operations, rows, f, links, single = P[OPERATIONS], P[ROWS], P[INPUTS], P[LINKS], P[PLACES]
    margins, memory, state = P[MARGINS], 0, P[MEMORY]
    angles = state + P[STATE]
    addresses = SIZES
    row_start, geometry_start = addresses + operations, addresses + 2 * operations
    memory_start, table = addresses + 3 * operations, addresses + 4 * operations
    inputs = table + rows
    frames = inputs + f
    turning = frames + 2 * links
    places = turning + 4 * links
    first = places + single
    c = 3 * links + single
    second = first + c * f
    watched = second + c * f * f
    for i in range(f):
        if not abs(z[i]) <= LARGEST:
            return NOT_FINITE
        W[state + P[inputs + i]] = z[i]
    shifts = angles + links
    kept = shifts + 2 * links
    geometry = kept + P[MEMORY]
    for number in range(P[MEMORY]):
        W[kept + number] = W[memory + number]
    for g in range(operations):
        call_operation(  # type: ignore[call-arg]
            P[addresses + g],
            shifted(W, state),  # type: ignore[call-arg]
            shifted(P, table + P[row_start + g]),  # type: ignore[call-arg]
            shifted(W, geometry + P[geometry_start + g]),  # type: ignore[call-arg]
            shifted(W, memory + P[memory_start + g]),  # type: ignore[call-arg]
            1,
        )
    for number in range(margins):
        if not W[state + P[watched + number]] > SMALLEST_MARGIN:
            for place in range(P[MEMORY]):
                W[memory + place] = W[kept + place]
            return number
    for link in range(links):
        q[3 * link], q[3 * link + 1] = W[state + P[frames + 2 * link]], W[state + P[frames + 2 * link + 1]]
        row, angle = turning + 4 * link, W[shifts + 2 * link + 1]
        if P[row] >= 0:
            near = W[angles + P[row + 2]] + W[shifts + 2 * link]
            angle += angle_near(W[state + P[row]], W[state + P[row + 1]], near)
        if P[row + 3] >= 0:
            angle += W[state + P[row + 3]]
        q[3 * link + 2] = angle
    for link in range(links):
        W[angles + link] = q[3 * link + 2]
    for number in range(single):
        q[3 * links + number] = W[state + P[places + number]]
    for number in range(c * f):
        K[number] = W[state + P[first + number]]
    for number in range(c * f * f):
        L[number] = W[state + P[second + number]]
    for i in range(f):
        q[c + i] = z[i]
        for j in range(f):
            K[(c + i) * f + j] = 1.0 if i == j else 0.0
            for k in range(f):
                L[((c + i) * f + j) * f + k] = 0.0
    return SOLVED


@compiled
def coefficients(plan, workspace, z, q, K, L):
    """`coefficients_by_pointer` on contiguous arrays, for compiled Python."""
    return coefficients_by_pointer(
        element_pointer(plan, 0),  # type: ignore[call-arg]
        element_pointer(workspace, 0),  # type: ignore[call-arg]
        element_pointer(z, 0),  # type: ignore[call-arg]
        element_pointer(q, 0),  # type: ignore[call-arg]
        element_pointer(K, 0),  # type: ignore[call-arg]
        element_pointer(L, 0),  # type: ignore[call-arg]
    )


@called_by_address(SIGNATURE)
def coefficients_for_c(P, W, z, q, K, L):
    """`coefficients_by_pointer` for C."""
    return coefficients_by_pointer(P, W, z, q, K, L)
