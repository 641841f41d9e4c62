"""Steps of Newton's method on the records of a group, from where it is: forwards, and backwards.

rows of a step: values of frames and inputs, what is left of the conditions; of a step of derivatives then these. What
is left is that of `sgkin.kernels.record_forms`; the matrix is that of the records, and scaled as it is.

rows of the margin: values of frames and inputs, the entries of the matrix by rows, the margin. It depends on the length
λ too, by which the matrix is scaled.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sgkin.kernels.compiled import Operation, compiled, lane
from sgkin.kernels.derived import FORWARD, Derived
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.newton import (
    ANGLES,
    HEADER,
    factorise,
    layout,
    prepare_lane,
    solve_rows,
    space_needed,
    substitute,
)
from sgkin.kernels.records import DISTANCE, PIN, RECORD, assemble, has_ends

LENGTH = 6
"""Where λ stands in the header."""


@lane
def behind(sizes, places):
    """Where the memory of the iteration ends: there stand scales of the conditions, then what belongs to the header."""
    known, unknown, inputs, _, _, _ = sizes
    return places[7] + 3 * (3 * (known + unknown) + inputs + 1)


@compiled
def put_scales(G, M, sizes, places, power):
    """Put down by what each condition is multiplied in the records, or with which power of λ; where that stands."""
    count, size, scales, row = sizes[3], G[LENGTH], behind(sizes, places), 0
    for number in range(count):
        e = HEADER + number * RECORD
        code = int(G[e])
        grown = 0.0
        if code == DISTANCE:
            grown = -1.0
        elif code != PIN and not has_ends(G, e):
            grown = 1.0
        for _ in range(2 if code == PIN else 1):
            M[scales + row] = grown if power else size**grown
            row += 1
    return scales


@compiled
def set_matrix(S, R, G, M, k):
    """The matrix of a lane; sizes and places."""
    sizes, places, jacobian, last = layout(G, M)
    known, unknown, inputs, count, _, n = sizes
    frames, values, _, _, right = places[:5]
    prepare_lane(S, R, G, M, k, 0, known, unknown, int(G[5]), inputs, frames, values)
    assemble(G, M, HEADER, count, frames, known, values, jacobian, n, right, G[LENGTH])
    return sizes, places, jacobian, last


@compiled
def solve_transposed(M, jacobian, rows, n, normal, order, right, step):
    """λ of least length, in `right`, with which Jᵀ λ is the step."""
    for j in range(n):
        M[right + j] = M[step + j]
    if rows == n:
        for j in range(n * n):
            M[normal + j] = M[jacobian + j]
        factorise(M, normal, order, n)
        substitute_transposed(M, normal, order, n, right)
        return
    for row in range(rows):
        M[right + row] = 0.0
    solve_rows(M, jacobian, rows, n, normal, order, right, step + n, False)  # for its factors alone
    substitute(M, normal, order, n, step)
    for row in range(rows):
        total = 0.0
        for j in range(n):
            total += M[jacobian + row * n + j] * M[step + j]
        M[right + row] = total


@compiled
def substitute_transposed(M, matrix, order, n, right):
    """Solve with the factors of the transposed matrix, in place."""
    for row in range(n):
        for j in range(row):
            M[right + row] -= M[matrix + j * n + row] * M[right + j]
        M[right + row] /= M[matrix + row * n + row]
    for row in range(n - 1, -1, -1):
        for j in range(row + 1, n):
            M[right + row] -= M[matrix + j * n + row] * M[right + j]
    for row in range(n - 1, -1, -1):
        chosen = int(M[order + row])
        if chosen != row:
            held = M[right + row]
            M[right + row] = M[right + chosen]
            M[right + chosen] = held


@lane
def values_count(G):
    """How many rows the values of frames and inputs have, and those of an unknown frame."""
    known, unknown, inputs = int(G[0]), int(G[1]), int(G[2])
    width = 4 + int(G[ANGLES])
    return 4 * known + int(G[5]) * known + inputs + width * unknown, width


@compiled
def step_forward(S, R, G, M, m, is_value):
    """Rates of the unknown frames from those of what is left."""
    size = G[LENGTH]
    total, width = values_count(G)
    extra = 0 if is_value else (width - 1) * int(G[1])
    for k in range(m):
        sizes, places, jacobian, _ = set_matrix(S, R, G, M, k)
        known, unknown, _, _, rows, n = sizes
        frames, _, normal, order, right, step, _, _ = places
        scales = put_scales(G, M, sizes, places, False)
        rates = total + rows + extra
        for row in range(rows):
            M[right + row] = -M[scales + row] * S[R[rates + row] + k]
        solve_rows(M, jacobian, rows, n, normal, order, right, step, False)
        out = rates + rows
        for number in range(unknown):
            x, y, turn = M[step + 3 * number], M[step + 3 * number + 1], M[step + 3 * number + 2] / size
            S[R[out] + k], S[R[out + 1] + k] = x, y
            if is_value:
                frame = frames + 5 * (known + number)
                S[R[out + 2] + k], S[R[out + 3] + k] = -M[frame + 3] * turn, M[frame + 2] * turn
                if width == 5:
                    S[R[out + 4] + k] = turn
                out += width
            else:
                S[R[out + 2] + k] = turn
                if width == 5:
                    S[R[out + 3] + k] = turn
                out += width - 1


@compiled
def step_backward(S, R, G, M, m, is_value):
    """Bars of what is left from those of the unknown frames."""
    size = G[LENGTH]
    total, width = values_count(G)
    extra = 0 if is_value else (width - 1) * int(G[1])
    for k in range(m):
        sizes, places, jacobian, _ = set_matrix(S, R, G, M, k)
        known, unknown, _, _, rows, n = sizes
        frames, _, normal, order, right, step, _, _ = places
        bars = total + rows + extra
        for number in range(unknown):
            M[step + 3 * number], M[step + 3 * number + 1] = S[R[bars] + k], S[R[bars + 1] + k]
            if is_value:
                frame = frames + 5 * (known + number)
                turn = M[frame + 2] * S[R[bars + 3] + k] - M[frame + 3] * S[R[bars + 2] + k]
                if width == 5:
                    turn += S[R[bars + 4] + k]
                bars += width
            else:
                turn = S[R[bars + 2] + k]
                if width == 5:
                    turn += S[R[bars + 3] + k]
                bars += width - 1
            M[step + 3 * number + 2] = turn / size
        solve_transposed(M, jacobian, rows, n, normal, order, right, step)
        scales = put_scales(G, M, sizes, places, False)
        for row in range(rows):
            S[R[bars + rows + row] + k] = S[R[bars + row] + k] - M[scales + row] * M[right + row]


@Operation
def forward_of_values(S, R, G, M, m):
    step_forward(S, R, G, M, m, True)


@Operation
def backward_of_values(S, R, G, M, m):
    step_backward(S, R, G, M, m, True)


@Operation
def forward_of_derivatives(S, R, G, M, m):
    step_forward(S, R, G, M, m, False)


@Operation
def backward_of_derivatives(S, R, G, M, m):
    step_backward(S, R, G, M, m, False)


@compiled
def set_weights(M, sizes, places, jacobian, weights):
    """By what the logarithm of the margin changes with each entry of the scaled matrix.

    The margin is the determinant by the lengths of its columns where they are more than one.
    """
    _, _, _, _, rows, n = sizes
    _, _, normal, order, right, step, _, _ = places
    for row in range(rows):
        for other in range(rows):
            M[right + other] = 1.0 if other == row else 0.0
        solve_rows(M, jacobian, rows, n, normal, order, right, step, row > 0)
        for j in range(n):
            M[weights + row * n + j] = M[step + j]
    for j in range(n):
        square = 0.0
        for row in range(rows):
            square += M[jacobian + row * n + j] * M[jacobian + row * n + j]
        if square > 1.0:
            for row in range(rows):
                M[weights + row * n + j] -= M[jacobian + row * n + j] / square


@compiled
def grown_by_length(G, M, sizes, places, jacobian, weights):
    """By what the logarithm of the margin changes with that of λ."""
    _, _, _, _, rows, n = sizes
    scales, total = put_scales(G, M, sizes, places, True), 0.0
    for row in range(rows):
        for j in range(n):
            power = M[scales + row] - (1.0 if j % 3 == 2 else 0.0)
            total += power * M[weights + row * n + j] * M[jacobian + row * n + j]
    return total


@Operation
def margin_forward(S, R, G, M, m):
    """The rate of the margin. memory: work, rates of the header"""
    total, _ = values_count(G)
    for k in range(m):
        sizes, places, jacobian, weights = set_matrix(S, R, G, M, k)
        _, _, _, _, rows, n = sizes
        header, entries = behind(sizes, places) + rows, rows * n
        set_weights(M, sizes, places, jacobian, weights)
        rate = grown_by_length(G, M, sizes, places, jacobian, weights) * M[header + LENGTH] / G[LENGTH]
        scales = put_scales(G, M, sizes, places, False)
        for row in range(rows):
            for j in range(n):
                scale = M[scales + row] / (G[LENGTH] if j % 3 == 2 else 1.0)
                entry = S[R[total + entries + 1 + row * n + j] + k]
                rate += M[weights + row * n + j] * scale * entry
        S[R[total + 2 * entries + 1] + k] = rate * S[R[total + entries] + k]


@Operation
def margin_backward(S, R, G, M, m):
    """Bars of the entries of the matrix. memory: work, sums of the header"""
    total, _ = values_count(G)
    for k in range(m):
        sizes, places, jacobian, weights = set_matrix(S, R, G, M, k)
        _, _, _, _, rows, n = sizes
        header, entries = behind(sizes, places) + rows, rows * n
        set_weights(M, sizes, places, jacobian, weights)
        bar = S[R[total + entries] + k] * S[R[total + entries + 1] + k]
        M[header + LENGTH] += bar * grown_by_length(G, M, sizes, places, jacobian, weights) / G[LENGTH]
        scales = put_scales(G, M, sizes, places, False)
        before = total + entries + 2
        for row in range(rows):
            for j in range(n):
                scale = M[scales + row] / (G[LENGTH] if j % 3 == 2 else 1.0)
                place = row * n + j
                value = S[R[before + place] + k] + bar * M[weights + place] * scale
                S[R[before + entries + place] + k] = value


def _counts(header: Sequence[float]) -> tuple[int, int, int, int]:
    """Rows of values, of those the unknown ones', conditions, and the room for work."""
    known, unknown, inputs, _, rows, angles, _, writes = (int(number) for number in header[:8])
    own = (4 + writes) * unknown
    return (4 + angles) * known + inputs + own, own, rows, space_needed(known, unknown, inputs, rows) + rows


def _of_values(stage: str, way: str, wanted: Collection[int], header: Sequence[float]) -> Derived:
    values, own, rows, room = _counts(header)
    operation = forward_of_values if way == FORWARD else backward_of_values
    reads = tuple(range(values, values + rows))
    return Derived(operation, tuple(range(values)), reads, tuple(range(values - own, values)), room, 0, 0)


def _of_derivatives(stage: str, way: str, wanted: Collection[int], header: Sequence[float]) -> Derived:
    values, own, rows, room = _counts(header)
    operation = forward_of_derivatives if way == FORWARD else backward_of_derivatives
    reads, stop = tuple(range(values, values + rows)), values + rows + own - int(header[1])
    return Derived(operation, tuple(range(values)), reads, tuple(range(values + rows, stop)), room, 0, 0)


def _of_margin(stage: str, way: str, wanted: Collection[int], header: Sequence[float]) -> Derived:
    values, _, rows, room = _counts(header)
    operation = margin_forward if way == FORWARD else margin_backward
    margin = values + rows * 3 * int(header[1])
    return Derived(operation, (*range(values), margin), tuple(range(values, margin)), (margin,), room, LENGTH + 1, 0)


STEP = Kernel("Newton step", forward_of_values, derivatives=_of_values)
STEP_OF_DERIVATIVES = Kernel("Newton step of derivatives", forward_of_derivatives, derivatives=_of_derivatives)
MARGIN = Kernel("Newton margin", margin_forward, derivatives=_of_margin)
"""Nothing of them is ever computed but derivatives."""
