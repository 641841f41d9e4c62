"""The line in the space of the inputs that leads across the change points next to them.

The margin of a group in closed form is the square of a smooth function there, the determinant of an iteration is one
itself: it falls fastest along its gradient. Inputs are measured by how far links turn with them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Layout
from sgkin.sweep.branch_tracking import respace_lanes

ASIDE = 1e-4
"""How far apart inputs are from which gradients are found, in radians that links turn."""
NEAR = 0.7
"""Up to where change points count, if margins go on falling as they do, in radians that links turn."""
INDEPENDENT = 0.5
"""What must be left of a gradient beside others that are followed already."""


class LineAcross(NamedTuple):
    """Inputs z + u `along` (f,), u in radians that links turn; u = `across` · (inputs − z)."""

    along: Floats
    across: Floats

    def places(self, inputs: Floats, z: Floats) -> Floats:
        """Where inputs (…, f) lie on the line through z."""
        return np.asarray((inputs - z) @ self.across)


def falling_margins(plan: KinematicPlan, z: Floats, memory: Floats) -> tuple[Floats, Floats]:
    """For all groups, roots of margins, or determinants, (groups,) at inputs, and their slopes (groups, f) by inputs in
    radians that links turn; groups without margins have ones without slopes."""
    tape = plan.tape((), None, watch=False, groups=plan.solved_groups)
    aside = np.diag(ASIDE / plan.input_turns)
    inputs = np.concatenate([z[None], z + aside, z - aside])
    layout, lanes = Layout(tape, len(inputs), len(inputs)), memory.copy()
    layout.set_inputs(inputs)
    respace_lanes(plan, lanes, 0.0, again=True)
    plan.run(tape, layout, lanes, len(inputs))
    found = np.ones((len(plan.solvers), len(inputs)))
    found[list(tape.margins)] = np.nan_to_num(layout.kept[list(tape.margins.values())], nan=0.0)
    values = np.where(plan.iterated[:, None], found, np.sqrt(np.maximum(found, 0.0)))
    count = len(z)
    return values[:, 0], (values[:, 1 : 1 + count] - values[:, 1 + count :]) / (2.0 * ASIDE)


def line_across(plan: KinematicPlan, z: Floats, memory: Floats, known: dict[int, Floats]) -> LineAcross | None:
    """A line that leads across all change points to which groups come near; None if none does.

    known: the directions (f,) across those of some groups, by group; those that are found are put there.
    """
    values, slopes = falling_margins(plan, z, memory)
    steepness = np.linalg.norm(slopes, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        away = np.where(steepness > 0.0, values / steepness, np.inf)
    away[list(known)] = 0.0
    near = [group for group in np.argsort(away, kind="stable").tolist() if away[group] < NEAR]
    if not near:
        return None
    followed = np.zeros((0, len(z)))
    total = np.zeros(len(z))
    for group in near:
        normal = known.setdefault(group, slopes[group] / steepness[group] if steepness[group] else slopes[group])
        left = normal - followed.T @ (followed @ normal)
        size = float(np.linalg.norm(left))
        if size > INDEPENDENT:
            followed = np.concatenate([followed, left[None] / size])
            total += normal if total @ normal >= 0.0 else -normal
    total /= np.linalg.norm(total)
    return LineAcross(total / plan.input_turns, total * plan.input_turns)


def aside_of(plan: KinematicPlan, line: LineAcross) -> Floats:
    """Changes of the inputs (f − 1, f) beside a line, by a radian that links turn."""
    normal = line.along * plan.input_turns
    _, _, rows = np.linalg.svd(normal[None])
    return np.asarray(rows[1:] / plan.input_turns)
