"""Whether two modes of a group meet where another group passes its own change point.

There the positions on which it depends are lost in rounding, like the inverse of the distance from the change point.
Along a mode they are smooth: they are interpolated from places on both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sgkin.arrays import Floats
from sgkin.plan.tape import Layout
from sgkin.sweep.failure import TOUCH
from sgkin.sweep.interpolation import lagrange_weights

if TYPE_CHECKING:
    from sgkin.sweep.branch_tracking import InputPath

APART, SIDE = 5e-3, 6
"""How far apart the places are, in radians or sizes of the mechanism, and how many there are on a side."""
ROUNDED = 10.0
"""How much larger than others gaps may be that are interpolated."""


def smooth_touch(path: InputPath, group: int, place: float) -> float | None:
    """Where on a path a group touches its change point, of which a place near to it is known; None if it does not."""
    steps = np.array([*range(-SIDE, 0), *range(1, SIDE + 1)], dtype=np.float64)
    around = place + path.part(APART) * steps
    margins = path.margins_at(around, group)
    roots = np.sign(steps) * np.sqrt(np.maximum(margins, 0.0))
    if not (margins > 0.0).all() or not (np.diff(roots) > 0.0).all():
        return None
    found = float(around @ lagrange_weights(roots, 0.0))
    if not around[SIDE - 1] < found < around[SIDE]:
        return None
    return found if _gap(path, group, around, found) <= ROUNDED * TOUCH * path.plan.size else None


def _gap(path: InputPath, group: int, around: Floats, place: float) -> float:
    """How far a group is from its change point at a place, where all on which it depends is interpolated."""
    plan = path.plan
    element = plan.element(group)
    if element.declaration is None or element.declaration.gap is None:
        return np.inf
    tape = plan.tape(tuple(element.inputs), None, watch=False, groups=())
    rows = [tape.features[feature].position for feature in element.inputs]
    known = np.empty((sum(map(len, rows)), len(around)))
    for number, there in enumerate(around.tolist()):
        layout = Layout(tape, 1, 1)
        layout.set_inputs(path.inputs(np.array([there])))
        plan.run(tape, layout, path.memory_at(there), 1)
        lane = layout.first_lane()
        known[:, number] = [lane[row] for of_feature in rows for row in of_feature]
    numbers = iter((known @ lagrange_weights(around, place)).tolist())
    values = tuple(tuple(next(numbers) for _ in of_feature) for of_feature in rows)
    return abs(element.declaration.gap(values, element.geometry))
