"""Any group in space: Newton iteration on its own conditions, with their exact derivatives.

The group's links hang in a tree of joints on earlier links, see `sgkin.kernels.space.tree`; unknowns are what these
joints leave free. Conditions are what the others state, as records, whose values and derivatives are in
`sgkin.kernels.space.records`. λ is a length of the mechanism.

More rows than unknowns (redundant joints) are solved by least squares. The iteration has ended when its steps are as
short as rounding; what is then left open tells that the joints contradict each other. It begins at the three last
lanes, extrapolated number by number, axes made orthonormal again, or at the last one where that leads nowhere. What is
found counts only if it goes on from the last lane, see `sgkin.kernels.continuity`.

geometry: HEADER numbers; the records; the angles; the steps of the tree; the frames of the group's links.
header: known links, steps, inputs, records, rows, unknowns, angles, numbers of a solution, links, λ, what may be left
open by λ.
memory: last solution: numbers of the steps, and angles; scale of the determinant, lanes known, the two solutions
before, how often the determinant at the start was scaled, whether two Jacobians have changed places, what was left open
where the iteration ended (−1: it did not end); work space; Jacobian of the last lane.
rows: known points and frames, inputs · the links' points and frames.
Margin: as in `sgkin.kernels.newton`.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, compiled
from sgkin.kernels.continuity import CONTRACTION, FURTHEST_TURN, MOST_STEPS, NOT_FOUND
from sgkin.kernels.newton import ACCURATE, SETTLED, SMALL, determinant, is_steady, solve_rows
from sgkin.kernels.space.motions import FRAME, MOTION
from sgkin.kernels.space.records import ANGLE, RECORD, assemble, count_angles, differentiate
from sgkin.kernels.space.tree import (
    JOINT,
    STEP,
    carry,
    is_near,
    leads_on,
    move_by,
    place_steps,
    rates_of,
    straighten_steps,
)

HEADER = 11
KNOWN, STEPS, INPUTS, RECORDS, ROWS, UNKNOWNS, ANGLES, NUMBERS, LINKS, LENGTH, OPEN = range(HEADER)
"""What the header holds."""


def work_needed(geometry):
    """Numbers in the memory that a group with this geometry needs."""
    known, steps, inputs, _, rows, n, _, numbers = (int(each) for each in geometry[:LINKS])
    fixed = 3 * numbers + 5
    work = (FRAME + MOTION * 3) * (known + steps) + JOINT * steps + numbers + inputs + 1
    return fixed + work + 2 * rows * n + n * n + n + rows + n + 3 * (inputs + 1) + 3 * n


def opening_place(geometry):
    """Where in the memory stands what was left open."""
    return 3 * int(geometry[NUMBERS]) + 4


@compiled
def layout(G, M):
    """How many known links, steps, inputs, records, rows, unknowns, angles, numbers and links there are; where frames,
    joints, the trial, inputs, factors, their order, right sides, a step, derivatives of inputs and of joints, and
    motions stand in the memory; where both Jacobians do, now and before; where angles, the tree, and the frames of
    links stand in the geometry."""
    known, count, inputs, records, rows = int(G[KNOWN]), int(G[STEPS]), int(G[INPUTS]), int(G[RECORDS]), int(G[ROWS])
    n, angles, numbers, links = int(G[UNKNOWNS]), int(G[ANGLES]), int(G[NUMBERS]), int(G[LINKS])
    swapped = 3 * numbers + 3
    frames = swapped + 2
    joints = frames + FRAME * (known + count)
    trial = joints + JOINT * count
    values = trial + numbers
    normal = values + inputs + 1  # the last input is the zero of conditions without one
    order = normal + n * n
    right = order + n
    step = right + rows
    given = step + n
    rates = given + 3 * (inputs + 1)
    motions = rates + 3 * n
    jacobian = motions + 3 * MOTION * (known + count)
    last = jacobian + rows * n
    if M[swapped] != 0.0:
        jacobian, last = last, jacobian
    sizes = (known, count, inputs, records, rows, n, angles, numbers, links)
    places = (frames, joints, trial, values, normal, order, right, step, given, rates, motions)
    turns = HEADER + RECORD * records
    tree = turns + ANGLE * angles
    return sizes, places, jacobian, last, (turns, tree, tree + STEP * count)


@compiled
def evaluate(G, M, sizes, places, constants, jacobian, reading):
    """Residuals and Jacobian at the trial, or at the frames of the links (`reading`), by lengths; the largest residual,
    infinite if one is no number."""
    known, count, _, records, rows, n, angles, numbers, _ = sizes
    frames, joints, trial, values, _, _, right, _, _, _, _ = places
    turns, tree, _ = constants
    totals = trial + numbers - angles
    place_steps(G, M, tree, count, frames, known, joints, trial, reading)
    count_angles(G, M, turns, angles, frames, totals)
    assemble(G, M, HEADER, records, frames, known, joints, tree, totals, values, jacobian, n, right, G[LENGTH], turns)
    error = 0.0
    for j in range(rows):
        error = max(error, abs(M[right + j])) if M[right + j] == M[right + j] else math.inf
    return error


@compiled
def iterate(G, M, sizes, places, constants, jacobian):
    """Newton iteration from the trial: the sign of the determinant, and what is left open, −1 where it did not end."""
    _, count, _, _, rows, n, _, _, _ = sizes
    _, _, trial, _, normal, order, right, step, _, _, _ = places
    tree, size = constants[1], G[LENGTH]
    if not straighten_steps(G, M, tree, count, trial):
        return 0.0, -1.0
    evaluate(G, M, sizes, places, constants, jacobian, False)
    turning, shorter = 1.0, math.inf
    for _step in range(MOST_STEPS):
        turning = solve_rows(M, jacobian, rows, n, normal, order, right, step, False)
        if turning == 0.0:
            break
        largest = 0.0
        for j in range(n):
            largest = max(largest, abs(M[step + j])) if M[step + j] == M[step + j] else math.inf
        if not (largest < CONTRACTION * shorter or largest < 1e-9 * size):
            break
        shorter = largest
        move_by(G, M, tree, count, trial, step, size)
        error = evaluate(G, M, sizes, places, constants, jacobian, False)
        if largest < ACCURATE * size:
            if largest > SETTLED * size:  # the margin is the determinant of the Jacobian there
                turning = solve_rows(M, jacobian, rows, n, normal, order, right, step, False)
            return turning, error if turning != 0.0 else -1.0
    return turning, -1.0


@compiled
def load_known(S, R, G, M, k, first, sizes, places):
    """Known frames and inputs of a lane, from the rows that begin at `first`."""
    known, inputs = sizes[0], sizes[2]
    frames, values = places[0], places[3]
    for part in range(FRAME * known):
        M[frames + part] = S[R[first + part] + k]
    for number in range(inputs):
        M[values + number] = S[R[first + FRAME * known + number] + k]


@compiled
def find(S, R, G, M, k):
    """Find the links in a lane, and go on from there; whether they were found. Their Jacobian is then the last one."""
    sizes, places, jacobian, last, constants = layout(G, M)
    known, count, inputs, _, rows, n, angles, numbers, links = sizes
    frames, _, trial, _, normal, order, right, step, _, _, _ = places
    _, tree, ends = constants
    outputs, size = FRAME * known + inputs, G[LENGTH]
    sign, lanes, before, start_scaled = numbers, numbers + 1, numbers + 2, 3 * numbers + 2
    swapped, opening = start_scaled + 1, start_scaled + 2
    load_known(S, R, G, M, k, 0, sizes, places)
    found, margin = False, 0.0
    for attempt in range(2):  # from where the last three lanes lead, then from the last one
        if found or (attempt == 0 and M[lanes] < 3.0):
            continue
        for j in range(numbers):
            ahead = 3.0 * (M[j] - M[before + j]) + M[before + numbers + j]
            M[trial + j] = ahead if attempt == 0 else M[j]
        turning, M[opening] = iterate(G, M, sizes, places, constants, jacobian)
        found = M[opening] >= 0.0 and M[opening] < G[OPEN] * size
        if found:
            det, scaled = determinant(M, normal, jacobian, rows, n, step)
            if M[sign] == 0.0:
                M[sign], M[start_scaled] = turning / det, scaled
            else:
                found = M[lanes] >= 3.0 and leads_on(G, M, tree, count, trial, before, numbers, size)
                near = is_near(G, M, tree, count, trial)
                for j in range(numbers - angles, numbers):
                    near = near and abs(M[trial + j] - M[j]) < FURTHEST_TURN
                if not found and near:
                    found = is_steady(M, last, jacobian, rows, n, normal, order, right, step, n / links)
            margin = turning * det * M[sign]
            if scaled != M[start_scaled]:
                margin *= SMALL ** (scaled - M[start_scaled])
    if found:
        for j in range(numbers):
            M[before + numbers + j] = M[before + j]
            M[before + j] = M[j]
            M[j] = M[trial + j]
        M[swapped] = 1.0 - M[swapped]
        M[lanes] += 1.0
    for number in range(links):
        frame = frames + FRAME * int(G[ends + number])
        for part in range(FRAME):
            S[R[outputs + FRAME * number + part] + k] = M[frame + part]
    S[R[outputs + FRAME * links] + k] = margin if found else NOT_FOUND
    return found


@Operation
def position(S, R, G, M, m):
    for k in range(m):
        find(S, R, G, M, k)


@compiled
def prepare_lane(S, R, G, M, k, first, sizes, places, constants, jacobian):
    """Frames, joints and Jacobian of a solved lane; the rows of position begin at `first`."""
    known, inputs, links = sizes[0], sizes[2], sizes[8]
    load_known(S, R, G, M, k, first, sizes, places)
    start = first + FRAME * known + inputs
    for number in range(links):
        frame = places[0] + FRAME * int(G[constants[2] + number])
        for part in range(FRAME):
            M[frame + part] = S[R[start + FRAME * number + part] + k]
    evaluate(G, M, sizes, places, constants, jacobian, True)


@compiled
def differentiate_lane(S, R, G, M, k, first, sizes, places, constants, jacobian, i, j, second, products, factored):
    """Derivatives of all frames along the motions with numbers `i` and `j`, into that with number `second`: first ones
    (`products` 0) or second ones (1). Those of known frames and of inputs are in the rows from `first` on."""
    known, count, inputs, records, rows, n, _, _, _ = sizes
    frames, joints, trial, values, normal, order, right, step, given, rates, motions = places
    turns, tree, _ = constants
    width, size = MOTION * (known + count), G[LENGTH]
    mi, mj, own = motions + width * i, motions + width * j, motions + width * second
    zi, zj, zij = given + (inputs + 1) * i, given + (inputs + 1) * j, given + (inputs + 1) * second
    ri, rj, rij = rates + n * i, rates + n * j, rates + n * second
    for part in range(MOTION * known):
        M[own + part] = S[R[first + part] + k]
    for number in range(inputs):
        M[zij + number] = S[R[first + MOTION * known + number] + k]
    for column in range(n):
        M[rij + column] = 0.0
    carry(G, M, tree, count, frames, known, joints, trial, mi, mj, own, ri, rj, rij, products)
    differentiate(G, M, HEADER, records, frames, mi, mj, own, values, zi, zj, zij, right, size, turns, products)
    solve_rows(M, jacobian, rows, n, normal, order, right, step, factored)
    rates_of(G, M, tree, count, step, rij, size)
    carry(G, M, tree, count, frames, known, joints, trial, mi, mj, own, ri, rj, rij, products)


@compiled
def store_motion(S, R, G, M, k, first, sizes, places, constants, second):
    """Write a derivative of the links, behind those of known frames and inputs from `first` on."""
    known, count, inputs, links = sizes[0], sizes[1], sizes[2], sizes[8]
    start, own = first + MOTION * known + inputs, places[10] + MOTION * (known + count) * second
    for number in range(links):
        motion = own + MOTION * int(G[constants[2] + number])
        for part in range(MOTION):
            S[R[start + MOTION * number + part] + k] = M[motion + part]


@Operation
def motion(S, R, G, M, m):
    sizes, places, _, _, constants = layout(G, M)
    known, inputs, links = sizes[0], sizes[2], sizes[8]
    first = FRAME * (known + links) + inputs + 1
    second = first + MOTION * (known + links) + inputs
    for k in range(m):
        found = find(S, R, G, M, k)
        _, _, jacobian, last, _ = layout(G, M)
        if found:
            jacobian = last
        differentiate_lane(S, R, G, M, k, first, sizes, places, constants, jacobian, 0, 0, 0, 0.0, False)
        store_motion(S, R, G, M, k, first, sizes, places, constants, 0)
        differentiate_lane(S, R, G, M, k, second, sizes, places, constants, jacobian, 0, 0, 1, 1.0, True)
        store_motion(S, R, G, M, k, second, sizes, places, constants, 1)


@Operation
def tangent(S, R, G, M, m):
    sizes, places, jacobian, _, constants = layout(G, M)
    width = MOTION * (sizes[0] + sizes[8]) + sizes[2]
    for k in range(m):
        prepare_lane(S, R, G, M, k, 2 * width, sizes, places, constants, jacobian)
        differentiate_lane(S, R, G, M, k, 0, sizes, places, constants, jacobian, 0, 0, 0, 0.0, False)
        store_motion(S, R, G, M, k, 0, sizes, places, constants, 0)
        differentiate_lane(S, R, G, M, k, width, sizes, places, constants, jacobian, 0, 0, 1, 1.0, True)
        store_motion(S, R, G, M, k, width, sizes, places, constants, 1)


@Operation
def pair(S, R, G, M, m):
    sizes, places, jacobian, _, constants = layout(G, M)
    width = MOTION * (sizes[0] + sizes[8]) + sizes[2]
    for k in range(m):
        prepare_lane(S, R, G, M, k, 3 * width, sizes, places, constants, jacobian)
        differentiate_lane(S, R, G, M, k, width, sizes, places, constants, jacobian, 0, 0, 0, 0.0, False)
        differentiate_lane(S, R, G, M, k, 2 * width, sizes, places, constants, jacobian, 1, 1, 1, 0.0, True)
        differentiate_lane(S, R, G, M, k, 0, sizes, places, constants, jacobian, 0, 1, 2, 1.0, True)
        store_motion(S, R, G, M, k, 0, sizes, places, constants, 2)
