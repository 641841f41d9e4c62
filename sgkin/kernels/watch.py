"""Watching the margin of a group: could it have become zero between two lanes?

Between neighbouring lanes a smooth margin lies above its smaller end less an eighth of its second difference. An
interval is suspicious when four times that allowance reaches zero; what really happens there is found out elsewhere.
"""

from __future__ import annotations

from sgkin.kernels.compiled import Operation, compiled


@compiled
def is_suspicious(before, start, end, after):
    """Whether the margin may vanish between `start` and `end`, given its neighbours on either side."""
    bend = max(abs(before - 2.0 * start + end), abs(start - 2.0 * end + after))
    return not min(start, end) > 0.5 * bend + 1e-13


@Operation
def margin(S, R, G, m):
    """rows: margin, alarm (lane, group, first lane of the block) · geometry: group, lane up to which all is known"""
    g, alarm = R[0], R[1]
    doubts = 0
    for k in range(m - 1):  # a margin that changes by less than a quarter of itself is above suspicion
        doubts += 0 if S[g + k] > 4.0 * abs(S[g + k + 1] - S[g + k]) else 1
    if doubts == 0 and S[g] > 1e-13:
        return
    known = G[1] - S[alarm + 2]
    for k in range(m):
        if k <= known:
            continue
        doubtful = not S[g + k] > 1e-13
        if k > 0 and not doubtful:
            before = S[g + k - 2] if k > 1 else 2.0 * S[g] - S[g + 1]
            after = S[g + k + 1] if k + 1 < m else 2.0 * S[g + k] - S[g + k - 1]
            doubtful = is_suspicious(before, S[g + k - 1], S[g + k], after)
        if doubtful:
            if k < S[alarm]:
                S[alarm] = k
                S[alarm + 1] = G[0]
            return
