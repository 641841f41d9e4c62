"""Any group: Newton iteration on its own constraints, with their exact derivatives.

Unknowns are (x, y, λθ) of the group's links, λ a length of the mechanism. Constraints are records, whose values and
derivatives are in `sgkin.kernels.records`.

More rows than unknowns (redundant joints) are solved by least squares; what is then left open tells that the joints
contradict each other. The iteration begins at the three last lanes, extrapolated, or at the last one where that leads
nowhere. What is found counts only if it goes on from the last lane, see `sgkin.kernels.continuity`.

geometry: HEADER numbers; the records.
header: known and unknown links, inputs, records, rows, whether angles of known links are read, λ, whether angles are
written, whether angles of known links, up to whole turns, are taken from their directions, whether the margin is wanted
to all its digits.
memory: last solution, scale of the determinant, lanes known, the two solutions before, how often the determinant at the
start was scaled, whether two Jacobians have changed places; work space; Jacobian of the last lane.
rows: known points and directions, angles of known links where gears need them, inputs · links' origins, directions and
angles where gears of later groups need them.
Margin: determinant by the lengths of its columns where they are more than one, as a part of what it was at the start:
unlike a ratio of pivots it does not jump when these change places; −2: not found, or perhaps in another mode.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, compiled
from sgkin.kernels.continuity import CONTRACTION, MOST_STEPS, NOT_FOUND, SMOOTH, STEADY
from sgkin.kernels.records import FRAME, assemble, differentiate

HEADER, ANGLES, DIRECTED, EXACT = 10, 7, 8, 9
SMALL = 1e-100
"""Products of many pivots are scaled up where they are smaller."""
ACCURATE, SETTLED = 1e-8, 1e-10
"""The last step of the iteration, of the mechanism's size: from the first on what it leads to is as exact as it can be;
from the second on so is the determinant of the matrix before it, else it must be factored again."""


@compiled
def factorise(M, matrix, order, n):
    """LU with row pivoting in place, the rows in `order`; the sign of the determinant, 0 if it vanishes."""
    sign = 1.0
    for column in range(n):
        best, chosen = -1.0, column
        for row in range(column, n):
            value = abs(M[matrix + row * n + column])
            if value > best:
                best, chosen = value, row
        M[order + column] = chosen
        if chosen != column:
            sign = -sign
            for j in range(n):
                held = M[matrix + column * n + j]
                M[matrix + column * n + j] = M[matrix + chosen * n + j]
                M[matrix + chosen * n + j] = held
        pivot = M[matrix + column * n + column]
        if pivot < 0.0:
            sign = -sign
        if not best > 0.0:
            return 0.0
        inverse = 1.0 / pivot
        for row in range(column + 1, n):
            factor = M[matrix + row * n + column] * inverse
            M[matrix + row * n + column] = factor
            if factor != 0.0:
                for j in range(column + 1, n):
                    M[matrix + row * n + j] -= factor * M[matrix + column * n + j]
    return sign


@compiled
def determinant(M, normal, jacobian, rows, n, squares):
    """Size of the determinant of factors, by the lengths of the columns of the Jacobian where they are more than one,
    and how often it was scaled up; its root where the factors are those of a Gram matrix."""
    for j in range(n):
        M[squares + j] = 0.0
    for row in range(rows):
        for j in range(n):
            M[squares + j] += M[jacobian + row * n + j] * M[jacobian + row * n + j]
    product, scaled = 1.0, 0.0
    for j in range(n):
        pivot = abs(M[normal + j * n + j])
        product *= (pivot * pivot if rows == n else pivot) / max(1.0, M[squares + j])
        if product < SMALL:
            product /= SMALL
            scaled += 1.0
    return math.sqrt(product), scaled


@compiled
def is_steady(M, last, jacobian, rows, n, normal, order, right, step, each):
    """Whether the Jacobian is that of the last lane, but for a part of it; overwrites the factors. `each`: the unknowns
    of a link."""
    total, factored = 0.0, False
    for j in range(n):
        changed = False
        for row in range(rows):
            change = M[jacobian + row * n + j] - M[last + row * n + j]
            M[right + row] = change
            changed = changed or change != 0.0
        if not changed:
            continue
        if solve_rows(M, last, rows, n, normal, order, right, step, factored) == 0.0:
            return False
        factored = True
        for i in range(n):
            total += M[step + i] * M[step + i]
    return total < STEADY * STEADY * n / each


@compiled
def substitute(M, matrix, order, n, right):
    """Solve with the factors, in place."""
    for row in range(n):
        chosen = int(M[order + row])
        if chosen != row:
            held = M[right + row]
            M[right + row] = M[right + chosen]
            M[right + chosen] = held
        for j in range(row):
            M[right + row] -= M[matrix + row * n + j] * M[right + j]
    for row in range(n - 1, -1, -1):
        for j in range(row + 1, n):
            M[right + row] -= M[matrix + row * n + j] * M[right + j]
        M[right + row] /= M[matrix + row * n + row]


@compiled
def solve_rows(M, jacobian, rows, n, normal, order, right, step, factored):
    """Solve Jacobian · step = right, by least squares if there are more rows than unknowns.

    The sign of the determinant: 0 if it vanishes, 1 if it is not factored anew.
    """
    sign = 1.0
    if rows == n:
        for j in range(n):
            M[step + j] = M[right + j]
        if not factored:
            for j in range(n * n):
                M[normal + j] = M[jacobian + j]
    else:
        for j in range(n):
            total = 0.0
            for row in range(rows):
                total += M[jacobian + row * n + j] * M[right + row]
            M[step + j] = total
        if not factored:
            for p in range(n):
                for q in range(n):
                    total = 0.0
                    for row in range(rows):
                        total += M[jacobian + row * n + p] * M[jacobian + row * n + q]
                    M[normal + p * n + q] = total
    if not factored:
        sign = factorise(M, normal, order, n)
    if sign != 0.0:
        substitute(M, normal, order, n, step)
    return sign


@compiled
def load_known(S, R, G, M, k, known, angles, inputs, frames, values):
    """Copy the known frames and the inputs of a lane into the work space."""
    for number in range(known):
        frame = frames + FRAME * number
        for part in range(4):
            M[frame + part] = S[R[4 * number + part] + k]
        if angles:
            M[frame + 4] = S[R[4 * known + number] + k]
        elif G[DIRECTED] != 0.0:
            M[frame + 4] = math.atan2(M[frame + 3], M[frame + 2])
    for number in range(inputs):
        M[values + number] = S[R[4 * known + angles * known + number] + k]


@compiled
def set_unknown(M, frames, known, unknown, solution):
    """Frames of the unknown links from (x, y, θ)."""
    for number in range(unknown):
        frame, q = frames + FRAME * (known + number), solution + 3 * number
        M[frame], M[frame + 1], M[frame + 4] = M[q], M[q + 1], M[q + 2]
        M[frame + 2], M[frame + 3] = math.cos(M[q + 2]), math.sin(M[q + 2])


@compiled
def evaluate(G, M, sizes, places, jacobian, solution, size):
    """Residuals and Jacobian at (x, y, θ) of the unknown links; the largest residual, infinite if one is no number."""
    known, unknown, _, count, rows, n = sizes
    frames, values, _, _, right = places[:5]
    set_unknown(M, frames, known, unknown, solution)
    assemble(G, M, HEADER, count, frames, known, values, jacobian, n, right, size)
    error = 0.0
    for j in range(rows):
        error = max(error, abs(M[right + j])) if M[right + j] == M[right + j] else math.inf
    return error


@compiled
def layout(G, M):
    """How many known and unknown links, inputs, records, rows and unknowns there are; where frames, inputs, factors,
    their order, right sides, step, trial and rates stand in the memory; where both Jacobians do, now and before."""
    known, unknown, inputs, count, rows = int(G[0]), int(G[1]), int(G[2]), int(G[3]), int(G[4])
    n = 3 * unknown
    swapped = 3 * n + 3
    frames = swapped + 1
    values = frames + FRAME * (known + unknown)
    jacobian = values + inputs + 1  # the last input is the zero of conditions without one
    normal = jacobian + rows * n
    order = normal + n * n
    right = order + n
    step = right + rows
    trial = step + n
    last = trial + n
    if M[swapped] != 0.0:
        jacobian, last = last, jacobian
    places = (frames, values, normal, order, right, step, trial, trial + n + rows * n)
    return (known, unknown, inputs, count, rows, n), places, jacobian, last


def space_needed(known: int, unknown: int, inputs: int, rows: int) -> int:
    """Numbers in the memory: solution, scale, lanes known, two solutions before, and work space."""
    n, total = 3 * unknown, known + unknown
    fixed = 3 * n + 4 + FRAME * total + inputs + 1 + 2 * rows * n + n * n + n + rows + n + n
    return fixed + 3 * (3 * total + inputs + 1)


@compiled
def iterate(G, M, sizes, places, jacobian, size):
    """Newton iteration from (x, y, θ) of the unknown links: the sign of the determinant, and whether it was found.

    Where it was, and the margin is wanted to all its digits, the factors are those of the Jacobian there, of which the
    margin is the determinant.
    """
    _, _, _, _, rows, n = sizes
    _, _, normal, order, right, step, trial, _ = places
    evaluate(G, M, sizes, places, jacobian, trial, size)
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
        for j in range(n):
            M[trial + j] -= M[step + j] / (size if j % 3 == 2 else 1.0)
        error = evaluate(G, M, sizes, places, jacobian, trial, size)
        if largest < ACCURATE * size:
            if largest > SETTLED * size and G[EXACT] != 0.0:
                turning = solve_rows(M, jacobian, rows, n, normal, order, right, step, False)
            return turning, error < 1e-11 * size and turning != 0.0
    return turning, False


@compiled
def leads_on(M, trial, solution, before, n, size):
    """Whether a solution is where the last three, extrapolated, lead."""
    missed, moved = 0.0, 0.0
    for j in range(n):
        scale = size if j % 3 == 2 else 1.0
        ahead = 3.0 * (M[solution + j] - M[before + j]) + M[before + n + j]
        missed = max(missed, abs(M[trial + j] - ahead) * scale)
        moved = max(moved, abs(M[solution + j] - M[before + j]) * scale)
    return missed <= SMOOTH * moved + 1e-9 * size


@Operation
def position(S, R, G, M, m):
    sizes, places, jacobian, last = layout(G, M)
    known, unknown, inputs, _, rows, n = sizes
    frames, values, normal, order, right, step, trial, _ = places
    angles, size, width = int(G[5]), G[6], 4 + int(G[ANGLES])
    outputs = 4 * known + angles * known + inputs
    solution, sign, lanes, before, start_scaled = 0, n, n + 1, n + 2, 3 * n + 2
    swapped = start_scaled + 1
    for k in range(m):
        load_known(S, R, G, M, k, known, angles, inputs, frames, values)
        found, margin = False, 0.0
        for attempt in range(2):  # from where the last three lanes lead, then from the last one
            if found or (attempt == 0 and M[lanes] < 3.0):
                continue
            for j in range(n):
                ahead = 3.0 * (M[solution + j] - M[before + j]) + M[before + n + j]
                M[trial + j] = ahead if attempt == 0 else M[solution + j]
            turning, found = iterate(G, M, sizes, places, jacobian, size)
            if found:
                det, scaled = determinant(M, normal, jacobian, rows, n, step)
                if M[sign] == 0.0:
                    M[sign], M[start_scaled] = turning / det, scaled
                else:
                    found = M[lanes] >= 3.0 and leads_on(M, trial, solution, before, n, size)
                    found = found or is_steady(M, last, jacobian, rows, n, normal, order, right, step, 3)
                margin = turning * det * M[sign]
                if scaled != M[start_scaled]:
                    margin *= SMALL ** (scaled - M[start_scaled])
        if found:
            for j in range(n):
                M[before + n + j] = M[before + j]
                M[before + j] = M[solution + j]
                M[solution + j] = M[trial + j]
            jacobian, last = last, jacobian
            M[swapped] = 1.0 - M[swapped]
            M[lanes] += 1.0
        for number in range(unknown):
            frame = frames + FRAME * (known + number)
            for part in range(width):
                S[R[outputs + width * number + part] + k] = M[frame + part]
        S[R[outputs + width * unknown] + k] = margin if found else NOT_FOUND


@compiled
def load_rates(S, R, G, M, k, first, known, unknown, angles, inputs, velocity, rates, with_unknown):
    """Copy derivatives of frames and inputs from the rows that begin at `first`."""
    width = 3 + int(G[ANGLES])
    for number in range(known):
        for part in range(3):
            M[velocity + 3 * number + part] = S[R[first + 3 * number + part] + k]
    for number in range(inputs):
        M[rates + number] = S[R[first + 3 * known + angles * known + number] + k]
    start = first + 3 * known + angles * known + inputs
    for number in range(unknown):
        for part in range(3):
            value = S[R[start + width * number + part] + k] if with_unknown else 0.0
            M[velocity + 3 * (known + number) + part] = value


@compiled
def prepare_lane(S, R, G, M, k, first, known, unknown, angles, inputs, frames, values):
    """Frames of a solved lane; the rows of position begin at `first`."""
    width = 4 + int(G[ANGLES])
    for number in range(known):
        for part in range(4):
            M[frames + FRAME * number + part] = S[R[first + 4 * number + part] + k]
    for number in range(inputs):
        M[values + number] = S[R[first + 4 * known + angles * known + number] + k]
    start = first + 4 * known + angles * known + inputs
    for number in range(unknown):
        for part in range(4):
            M[frames + FRAME * (known + number) + part] = S[R[start + width * number + part] + k]


@compiled
def store(S, R, G, M, k, first, unknown, step, velocity, known, size):
    """Write the solution of the links' derivatives, to the rows and to the work space."""
    width = 3 + int(G[ANGLES])
    for number in range(unknown):
        for part in range(width):
            place = 3 * number + min(part, 2)
            value = M[step + place] / (size if part >= 2 else 1.0)
            S[R[first + width * number + part] + k] = value
            M[velocity + 3 * known + place] = value


@Operation
def tangent(S, R, G, M, m):
    sizes, places, jacobian, _ = layout(G, M)
    known, unknown, inputs, count, rows, n = sizes
    frames, values, normal, order, right, step, _, rates = places
    angles, size = int(G[5]), G[6]
    given = 3 * known + angles * known + inputs
    total = 3 * (known + unknown)
    first, second = 0, given + (3 + int(G[ANGLES])) * unknown
    velocity = rates + 3 * (inputs + 1)
    acceleration = velocity + total
    zi, zij = rates, rates + inputs + 1
    for k in range(m):
        prepare_lane(S, R, G, M, k, 2 * second, known, unknown, angles, inputs, frames, values)
        assemble(G, M, HEADER, count, frames, known, values, jacobian, n, right, size)
        load_rates(S, R, G, M, k, first, known, unknown, angles, inputs, velocity, zi, False)
        differentiate(G, M, HEADER, count, frames, velocity, velocity, velocity, values, zi, zi, zi, right, size, 1)
        solve_rows(M, jacobian, rows, n, normal, order, right, step, False)
        store(S, R, G, M, k, given, unknown, step, velocity, known, size)
        load_rates(S, R, G, M, k, second, known, unknown, angles, inputs, acceleration, zij, False)
        differentiate(
            G, M, HEADER, count, frames, velocity, velocity, acceleration, values, zi, zi, zij, right, size, 2
        )
        solve_rows(M, jacobian, rows, n, normal, order, right, step, True)
        store(S, R, G, M, k, second + given, unknown, step, acceleration, known, size)


@Operation
def pair(S, R, G, M, m):
    sizes, places, jacobian, _ = layout(G, M)
    known, unknown, inputs, count, rows, n = sizes
    frames, values, normal, order, right, step, _, rates = places
    angles, size = int(G[5]), G[6]
    given = 3 * known + angles * known + inputs
    total = 3 * (known + unknown)
    width = given + (3 + int(G[ANGLES])) * unknown
    velocity_i = rates + 3 * (inputs + 1)
    velocity_j, mixed = velocity_i + total, velocity_i + 2 * total
    zi, zj, zij = rates, rates + inputs + 1, rates + 2 * (inputs + 1)
    for k in range(m):
        prepare_lane(S, R, G, M, k, 3 * width, known, unknown, angles, inputs, frames, values)
        assemble(G, M, HEADER, count, frames, known, values, jacobian, n, right, size)
        load_rates(S, R, G, M, k, width, known, unknown, angles, inputs, velocity_i, zi, True)
        load_rates(S, R, G, M, k, 2 * width, known, unknown, angles, inputs, velocity_j, zj, True)
        load_rates(S, R, G, M, k, 0, known, unknown, angles, inputs, mixed, zij, False)
        differentiate(G, M, HEADER, count, frames, velocity_i, velocity_j, mixed, values, zi, zj, zij, right, size, 2)
        solve_rows(M, jacobian, rows, n, normal, order, right, step, False)
        store(S, R, G, M, k, given, unknown, step, mixed, known, size)
