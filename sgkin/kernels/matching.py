"""Matching rows to slots by augmenting paths: plain loops on numbers, run as they are or compiled for large systems."""

from __future__ import annotations

from typing import Any

FREE, DEAD = -1, -2


def match_in_order(
    width: int,
    nodes: Any,
    start: Any,
    stop: Any,
    slots_of: Any,
    banned: Any,
    given: int,
    owner: Any,
    slot_of: Any,
    stamp: Any,
    came_from: Any,
    queue: Any,
) -> None:
    """Match rows to slots in the order of the rows; a matched row stays matched.

    A row may own a slot of its up to `width` nodes (width · m, −1 for none), of node n those from
    start[slots_of[row] + n] up to stop[n]. `given`: the rows before the locks, which are matched only while slots are
    free. All failed searches together cost no more than one pass: the slots they reached are closed for good. Fills
    `owner` (slots) and `slot_of` (m); `stamp`, `came_from` (slots) and `queue` (m + 1) are for its work. All begin with
    −1.
    """
    free = len(owner)
    for row in range(len(slot_of)):
        if free == 0 and row >= given:
            break
        if banned[row]:
            continue
        found, queue[0], reached, number = FREE, row, 1, 0
        while number < reached and found < 0:
            current = queue[number]
            number += 1
            for place in range(width * current, width * (current + 1)):
                node = nodes[place]
                if node < 0:
                    continue
                for slot in range(start[slots_of[current] + node], stop[node]):
                    if stamp[slot] == row or stamp[slot] == DEAD:
                        continue
                    stamp[slot] = row
                    came_from[slot] = current
                    if owner[slot] == FREE:
                        found = slot
                        break
                    queue[reached] = owner[slot]
                    reached += 1
                if found >= 0:
                    break
        if found < 0:
            for number in range(1, reached):
                stamp[slot_of[queue[number]]] = DEAD
            continue
        free -= 1
        while found >= 0:
            current = came_from[found]
            owner[found] = current
            following = slot_of[current]
            slot_of[current] = found
            found = following
