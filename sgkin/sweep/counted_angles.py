"""Whole turns of links, counted along a motion.

From one lane to the next a link turns less than half a turn; where that is in doubt the path between them was followed
in detail, and the turn over it is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.plan.tape import HeadingRows
from sgkin.whole_turns import nearest_angle


class Followed(NamedTuple):
    """A way that was followed in detail to a lane, from another or (−1) from the initial inputs, and how far headings
    (h,) turned on it."""

    lane: int
    start: int
    turns: Floats


def known_changes(
    headings: HeadingRows, kept: Floats, first: Floats, followed: Sequence[Followed]
) -> tuple[Integers, Floats]:
    """Lanes (k,) to which ways were followed, and how headings (k, h) change from the lane before to them.

    `kept` (rows, n): at the lanes that were reached; `first` (h,): the angles at the start, from which those of the
    first lane change.
    """
    changes: dict[int, Floats] = {}
    for lane, start, turns in followed if len(first) else ():
        if lane >= kept.shape[1]:
            continue
        if start == lane - 1:
            changes[lane] = turns
            continue
        begin = max(start, 0)
        wrapped = headings.angles(kept[:, begin : lane + 1])
        between = {number - begin: change for number, change in changes.items() if begin < number < lane}
        passed = angle_changes(wrapped[:, :-1], between).sum(axis=1)
        if start < 0:
            passed += nearest_angle(wrapped[:, 0], first + changes.get(0, 0.0)) - first
        changes[lane] = turns - passed
    lanes = sorted(changes)
    return np.array(lanes, dtype=np.int64), np.array([changes[lane] for lane in lanes]).reshape(len(lanes), len(first))


def angle_changes(wrapped: Floats, known: dict[int, Floats]) -> Floats:
    """How angles (h, m) change from each lane to the next (h, m − 1); known changes, by lane, to their whole turns."""
    change = np.diff(wrapped, axis=1)
    near = np.zeros_like(change)
    for lane, turns in known.items():
        if lane > 0:
            near[:, lane - 1] = turns
    return nearest_angle(change, near)


def counted_angles(wrapped: Floats, first: Floats, lanes: Integers, changes: Floats) -> Floats:
    """Continuous angles (h, m), which are `first` (h,) before the first lane."""
    known = dict(zip(lanes.tolist(), changes, strict=True))
    begin = nearest_angle(wrapped[:, :1], (first + known.get(0, 0.0))[:, None])
    angle = np.cumsum(np.concatenate([begin, angle_changes(wrapped, known)], axis=1), axis=1)
    return nearest_angle(wrapped, angle)
