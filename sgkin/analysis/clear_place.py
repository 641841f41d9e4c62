"""Where the present mode is looked at from: a place at which none of its groups is close to a singular position.

Close to one, margins are so small that rounding hides where they vanish. All groups are in closed form.
"""

from __future__ import annotations

import numpy as np

from sgkin.analysis.input_line import InputLine
from sgkin.arrays import Floats
from sgkin.kernels.limits import CHANGE_POINT
from sgkin.plan.plan import Plan
from sgkin.plan.tape import Layout, Tape
from sgkin.sweep.branch_tracking import Start, track_branches

CLEAR = 0.03
"""The root of the least margin from which on a place is clear."""
ASIDE = (0.1, -0.1, 0.25, -0.25, 0.45, -0.45)
"""How far from the initial place others are, in radians that links turn."""


def clear_place(line: InputLine, start: float) -> tuple[float, Floats]:
    """The initial place of a line and the memory there, if it is clear; otherwise the clearest place next to it to
    which the motion can be followed. On a change point the memory is that of the motion upward."""
    plan, inputs = line.plan, line.inputs(np.array(start))
    found, most = (start, plan.start.copy()), least_margin(plan, inputs, plan.start)
    if most > CLEAR**2:
        return found
    ways = ASIDE if most > CHANGE_POINT else tuple(aside for aside in ASIDE if aside > 0.0)
    for aside in ways:
        place = start + aside / line.turned(1.0)
        if not (line.period or line.low <= place <= line.high):
            continue
        end = track_branches(plan, Start(inputs, plan.start.copy()), line.inputs(np.array(place)))
        margin = least_margin(plan, line.inputs(np.array(place)), end.memory) if end.stop is None else 0.0
        if margin > most:
            found, most = (place, end.memory), margin
    return found


def least_margin(plan: Plan, inputs: Floats, memory: Floats) -> float:
    """The least margin of all groups at inputs (f,)."""
    tape: Tape = plan.made((clear_place,), lambda: plan.tape((), None, watch=False, groups=plan.solved_groups))
    layout = Layout(tape, 1, 1)
    layout.set_inputs(inputs)
    plan.run(tape, layout, memory.copy(), 1)
    return float(np.nan_to_num(layout.kept[list(tape.margins.values())], nan=0.0).min(initial=1.0))
