"""Watching a motion from lane to lane: could the margin of a group have become zero, could a link have turned round?

Between neighbouring lanes a smooth margin lies above its smaller end less an eighth of its second difference. An
interval is suspicious when several times that allowance reaches zero; so is one in which a link turns far, and one
whose neighbours are so much longer, or lead so far aside, that no second difference is known. What really happens there
is found out elsewhere.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, compiled, inner
from sgkin.kernels.executor import element_pointer
from sgkin.kernels.limits import SMALLEST_MARGIN

STEEP = 1e-3
"""A margin that falls to such a part of itself in one step is next to zero, whatever its second difference."""
LITTLE = math.cos(1.0)
"""Cosine of the angle by which a link may turn from lane to lane without a doubt about whole turns."""


LONGEST, SHORTEST = 3.0, 1e-6
"""By how many times an interval may be longer than the next one, and which part of it it must be, for a second
difference to be known."""
ASIDE = 0.5
"""Which part of an interval the one before it may lead aside."""
UNEVEN = 2.0
"""Ratio of neighbouring intervals up to which they count as equally long."""


@inner
def set_even_lanes(inputs, spacing, lanes):
    """`set_spacing_of_one` on raw pointers, so that lanes are done side by side."""
    for k in range(2, lanes):
        step, last = inputs[k] - inputs[k - 1], inputs[k - 1] - inputs[k - 2]
        ratio = last / step if step != 0.0 else 0.0
        known = (abs(ratio) > SHORTEST) & (abs(ratio) < 1.0 / SHORTEST) & (abs(1.0 + ratio) > SHORTEST)
        spacing[k] = ratio if known else 0.0


@compiled
def set_spacing_of_one(S, inputs, spacing, lanes):
    """`set_spacing` of a single input, from which no interval leads aside; by itself, since most mechanisms need no
    more and it is compiled sooner."""
    S[spacing] = S[spacing + min(1, lanes - 1)] = 1.0
    set_even_lanes(element_pointer(S, inputs), element_pointer(S, spacing), lanes)  # type: ignore[call-arg]


@compiled
def set_spacing(S, rows, scales, spacing, lanes):
    """How many times the interval before each lane of the inputs, whose rows (f,) are given, fits the one before that,
    along it: 1 where lanes are even, negative where the motion turns back, 0 where this says nothing of a second
    difference."""
    S[spacing] = S[spacing + min(1, lanes - 1)] = 1.0
    for k in range(2, lanes):
        along, here, before = 0.0, 0.0, 0.0
        for i in range(rows.shape[0]):
            row, scale = rows[i] + k, scales[i]
            step, last = (S[row] - S[row - 1]) / scale, (S[row - 1] - S[row - 2]) / scale
            along, here, before = along + step * last, here + step * step, before + last * last
        ratio = along / here if here > 0.0 else 0.0
        aside = before - ratio * along
        known = SHORTEST < abs(ratio) < 1.0 / SHORTEST and abs(1.0 + ratio) > SHORTEST
        S[spacing + k] = ratio if known and aside <= ASIDE * ASIDE * min(here, before) else 0.0


@inner
def bend(near, far, other, ratio):
    """The second difference over an interval from `near` to `far`, from what is `ratio` intervals before `near`; no
    number where the ratio says nothing of it."""
    if not SHORTEST < abs(ratio) < LONGEST:
        return math.nan
    return abs(2.0 * (far - near - (near - other) / ratio) / (1.0 + ratio))


@inner
def is_suspicious(before, start, end, after, ratio, later, drop):
    """Whether the margin may vanish between `start` and `end`, given its neighbours on either side, and by how many
    intervals they are away; no numbers where there are none."""
    largest, other = bend(start, end, before, ratio), bend(end, start, after, 1.0 / later if later != 0.0 else 0.0)
    if math.isnan(largest) or other > largest:
        largest = other
    if math.isnan(largest):
        return True  # nothing is known of either side
    return not min(start, end) > max(drop * largest, STEEP * max(start, end)) + SMALLEST_MARGIN


@Operation
def margin(S, R, G, M, m):
    """rows: margin, spacing of the lanes, alarm (lane, group, first lane of the block)

    geometry: group, how much of the second difference is allowed for
    memory: lane up to which all is known, the last two margins before the block (no numbers if there are none)
    """
    g, spacing, alarm = R[0], R[1], R[2]
    earlier, last = M[1], M[2]
    M[1], M[2] = S[g + m - 2] if m > 1 else last, S[g + m - 1]
    doubts = 0
    for k in range(m - 1):  # a margin that changes by less than a quarter of itself is above suspicion
        doubts += 0 if S[g + k] > 4.0 * abs(S[g + k + 1] - S[g + k]) else 1
    for k in range(m):  # if lanes are even
        doubts += 0 if abs(S[spacing + k] - 0.5 * (UNEVEN + 1.0 / UNEVEN)) <= 0.5 * (UNEVEN - 1.0 / UNEVEN) else 1
    if doubts == 0 and S[g] > SMALLEST_MARGIN and (last > 4.0 * abs(S[g] - last) or (math.isnan(last) and m > 2)):
        return
    known = M[0] - S[alarm + 2]
    for k in range(m):
        if k <= known:
            continue
        doubtful = not S[g + k] > SMALLEST_MARGIN
        start = S[g + k - 1] if k > 0 else last
        if not doubtful and not math.isnan(start):
            before = S[g + k - 2] if k > 1 else (last if k == 1 else earlier)
            after, later = (S[g + k + 1], S[spacing + k + 1]) if k + 1 < m else (math.nan, 0.0)
            doubtful = is_suspicious(before, start, S[g + k], after, S[spacing + k], later, G[1])
        if doubtful:
            if k < S[alarm]:
                S[alarm] = k
                S[alarm + 1] = G[0]
            return


@Operation
def turning(S, R, G, M, m):
    """rows: cosine and sine of a direction, alarm

    geometry: cosine of the angle by which it may turn from lane to lane without a doubt about whole turns
    memory: lane up to which all is known, cosine and sine before the block (no numbers if there are none)
    """
    c, s, alarm = R[0], R[1], R[2]
    little, last_c, last_s = G[0], M[1], M[2]
    M[1], M[2] = S[c + m - 1], S[s + m - 1]
    doubts = 0
    for k in range(m - 1):
        doubts += 0 if S[c + k] * S[c + k + 1] + S[s + k] * S[s + k + 1] > little else 1
    if doubts == 0 and not last_c * S[c] + last_s * S[s] <= little:
        return
    known = M[0] - S[alarm + 2]
    for k in range(m):
        if k > known and k < S[alarm]:
            before_c, before_s = (S[c + k - 1], S[s + k - 1]) if k > 0 else (last_c, last_s)
            along = before_c * S[c + k] + before_s * S[s + k]
            if not along > little and not (k == 0 and math.isnan(last_c)):
                S[alarm], S[alarm + 1] = k, -1.0
                return


@Operation
def line(S, R, G, M, m):
    """The same of the line from a point P to a point C. rows: P, C, alarm

    geometry: that cosine, multiplied by the square of the length
    """
    px, py, cx, cy, alarm = R[0], R[1], R[2], R[3], R[4]
    little, last_x, last_y = G[0], M[1], M[2]
    first_x, first_y = S[cx] - S[px], S[cy] - S[py]
    M[1], M[2] = S[cx + m - 1] - S[px + m - 1], S[cy + m - 1] - S[py + m - 1]
    doubts = 0
    for k in range(m - 1):
        x, y = S[cx + k] - S[px + k], S[cy + k] - S[py + k]
        along = x * (S[cx + k + 1] - S[px + k + 1]) + y * (S[cy + k + 1] - S[py + k + 1])
        doubts += 0 if along > little else 1
    if doubts == 0 and not last_x * first_x + last_y * first_y <= little:
        return
    known = M[0] - S[alarm + 2]
    for k in range(m):
        if k > known and k < S[alarm]:
            x, y = (S[cx + k - 1] - S[px + k - 1], S[cy + k - 1] - S[py + k - 1]) if k > 0 else (last_x, last_y)
            along = x * (S[cx + k] - S[px + k]) + y * (S[cy + k] - S[py + k])
            if not along > little and not (k == 0 and math.isnan(last_x)):
                S[alarm], S[alarm + 1] = k, -1.0
                return
