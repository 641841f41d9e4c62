"""Which unknown each row determines: a matching of rows to slots, in the order of the rows.

A body has one angular slot and two others, a pin two. Rows that only turn bodies may own only an angular slot.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sgkin.structure.rows import ANGULAR, RATIO, RowPattern

DEAD = -2


def match_rows(pattern: RowPattern, banned: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The row that owns each slot, and the slot of each row (−1: none), by augmenting paths.

    Earlier rows are matched first, and stay matched. All failed searches together cost no more than one pass: the
    slots they reached are closed for good. Complexity is near-linear on mechanisms, O(rows · slots) at worst.
    """
    first = pattern.first
    slots = int(first[-1])
    angular_slots = 1 if pattern.freedoms == 3 else 3
    choices = _slot_choices(pattern, first.tolist(), angular_slots)
    turning = np.isin(pattern.form, (ANGULAR, RATIO)).tolist()
    free, given = slots, pattern.given_rows
    nodes = _least_joined_first(pattern.nodes[:given], len(pattern.capacity))
    owner, slot_of = [-1] * slots, [-1] * len(pattern.nodes)
    stamp, came_from = [-1] * slots, [-1] * slots
    for row, skip in enumerate(banned.tolist()):
        if row == given:
            if free == 0:
                break
            nodes += pattern.nodes[given:].tolist()
        if free == 0 and row > given:
            break
        if skip:
            continue
        found, queue = -1, [row]
        for current in queue:
            choice = choices[turning[current]]
            for node in nodes[current]:
                if node < 0:
                    continue
                for slot in choice[node]:
                    if stamp[slot] == row or stamp[slot] == DEAD:
                        continue
                    stamp[slot], came_from[slot] = row, current
                    if owner[slot] < 0:
                        found = slot
                        break
                    queue.append(owner[slot])
                if found >= 0:
                    break
            if found >= 0:
                break
        if found < 0:
            for reached in queue[1:]:
                stamp[slot_of[reached]] = DEAD
            continue
        free -= 1
        while found >= 0:
            current = came_from[found]
            owner[found], slot_of[current], found = current, found, slot_of[current]
    return np.array(owner, dtype=np.int64), np.array(slot_of, dtype=np.int64)


def _least_joined_first(nodes: NDArray[np.int32], count: int) -> list[list[int]]:
    """The nodes of each row, those with the fewest rows first: they are often right, which keeps searches short."""
    rows_at = np.bincount(nodes[nodes >= 0], minlength=count + 1)
    order = np.argsort(np.where(nodes >= 0, rows_at[nodes], len(nodes) + 1), axis=1, kind="stable")
    found: list[list[int]] = np.take_along_axis(nodes, order, axis=1).tolist()
    return found


def _slot_choices(pattern: RowPattern, first: list[int], angular: int) -> tuple[list[range], list[range]]:
    """For rows that may own any slot, and for turning rows: the slots of each node."""
    bodies = pattern.bodies
    anything = [range(start, stop) for start, stop in pairwise(first)]
    turning = [
        range(slots.stop - angular, slots.stop) if node < bodies else range(0) for node, slots in enumerate(anything)
    ]
    return anything, turning
