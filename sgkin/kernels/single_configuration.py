"""Putting inputs into a state and taking poses out of it, one configuration at a time."""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled, compiled_holding, inner
from sgkin.kernels.executor import call_operation, element_pointer
from sgkin.kernels.limits import LARGEST, LARGEST_ACCELERATION
from sgkin.kernels.vectors import nearest_angle

NOT_FINITE = -2
"""Returned where an input is not finite, or too large to be computed with."""


@compiled
def fill_inputs(state, rows, values):
    """Write inputs, rates and accelerations (as many as there are rows) into the first lane; whether all are numbers
    that can be computed with."""
    for order in range(rows.shape[0]):
        largest = LARGEST_ACCELERATION if order == 2 else LARGEST
        for number in range(rows.shape[1]):
            state[rows[order, number]] = values[order, number]
            if not abs(values[order, number]) <= largest:
                return False
    return True


@compiled
def angle_near(cosine, sine, near):
    """The angle of a direction that is nearest to another."""
    return nearest_angle(math.atan2(sine, cosine), near)


@compiled
def gather_poses(state, rows, angle_rows, shifts, near, margins, least, results):
    """Fill results (1 or 3, links, 3) with poses and their derivatives; the first margin that is not more than `least`,
    or −1.

    rows (1 or 3, links, 3): x, y, and θ of the derivatives. An angle is the sum of what angle_rows (links, 4) name, −1
    for nothing: cosine and sine of a direction, whose angle is taken near that of a link and a shift, and a scalar; and
    of a second shift.
    """
    for link in range(rows.shape[1]):
        for order in range(rows.shape[0]):
            for part in range(3 if order else 2):
                results[order, link, part] = state[rows[order, link, part]]
        angle = shifts[link, 1]
        if angle_rows[link, 0] >= 0:
            base = near[angle_rows[link, 2]] + shifts[link, 0]
            angle += angle_near(state[angle_rows[link, 0]], state[angle_rows[link, 1]], base)
        if angle_rows[link, 3] >= 0:
            angle += state[angle_rows[link, 3]]
        results[0, link, 2] = angle
    for group in range(margins.shape[0]):
        if not state[margins[group]] > least:
            return group
    return -1


@compiled
def gather_numbers(state, rows, results, numbers):
    """Fill `numbers` with the poses among the results, then with what stands in the given rows."""
    place = 0
    if numbers.shape[0] > 0:
        for link in range(results.shape[1]):
            for part in range(3):
                numbers[place] = results[0, link, part]
                place += 1
    for number in range(rows.shape[0]):
        numbers[place + number] = state[rows[number]]


@inner
def run_single(
    addresses,
    rows,
    geometry,
    memory,
    starts,
    state,
    seeds,
    values,
    gathered,
    angle_rows,
    shifts,
    near,
    margins,
    least,
    results,
    taken,
    numbers,
):
    """`fill_inputs`, the tape, `gather_poses` and `gather_numbers` in one call.

    starts (3, operations): where rows, geometry and memory of each operation begin.
    """
    if not fill_inputs(state, seeds, values):
        return NOT_FINITE
    for g in range(addresses.shape[0]):
        call_operation(  # type: ignore[call-arg]
            addresses[g],
            element_pointer(state, 0),  # type: ignore[call-arg]
            element_pointer(rows, starts[0, g]),  # type: ignore[call-arg]
            element_pointer(geometry, starts[1, g]),  # type: ignore[call-arg]
            element_pointer(memory, starts[2, g]),  # type: ignore[call-arg]
            1,
        )
    worst = gather_poses(state, gathered, angle_rows, shifts, near, margins, least, results)
    gather_numbers(state, taken, results, numbers)
    return worst


# arguments are spelled out: as a tuple they would take half a microsecond more
@compiled
def run_long(
    addresses,
    rows,
    geometry,
    memory,
    starts,
    state,
    seeds,
    values,
    gathered,
    angle_rows,
    shifts,
    near,
    margins,
    least,
    results,
    taken,
    numbers,
):
    """`run_single` while other threads run too."""
    return run_single(
        addresses,
        rows,
        geometry,
        memory,
        starts,
        state,
        seeds,
        values,
        gathered,
        angle_rows,
        shifts,
        near,
        margins,
        least,
        results,
        taken,
        numbers,
    )


@compiled_holding
def run_short(
    addresses,
    rows,
    geometry,
    memory,
    starts,
    state,
    seeds,
    values,
    gathered,
    angle_rows,
    shifts,
    near,
    margins,
    least,
    results,
    taken,
    numbers,
):
    """`run_single` while they wait, as long as a few operations take."""
    return run_single(
        addresses,
        rows,
        geometry,
        memory,
        starts,
        state,
        seeds,
        values,
        gathered,
        angle_rows,
        shifts,
        near,
        margins,
        least,
        results,
        taken,
        numbers,
    )
