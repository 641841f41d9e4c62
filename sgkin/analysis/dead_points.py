"""How far, in the input, the next dead points are."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor, inf

import numpy as np

from sgkin.analysis.motion_range import Limit, ModeRange, MotionRange, motion_range
from sgkin.analysis.pieces import EndKind
from sgkin.arrays import Floats
from sgkin.errors import InputError, brief
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Motion
from sgkin.solving import make_plan


@dataclass(frozen=True, slots=True)
class DeadPointDistance:
    """How far the next dead points are along an input, in its SI unit; made by `dead_point_distance`.

    `low`, `high`: the dead points next below and above, with the groups that lock; None where there is none. `below`
    and `above` (n,): how far they are from each step, infinite without one; of a mechanism n is 1.
    """

    input: str
    low: Limit | None
    high: Limit | None
    below: Floats = field(repr=False)
    above: Floats = field(repr=False)

    @property
    def nearest(self) -> float:
        """The least distance of all steps from both."""
        return float(min(self.below.min(), self.above.min()))


@planar_only("the distance of dead points is known")
def dead_point_distance(motion: Motion | Mechanism | KinematicPlan, input: str | None = None) -> DeadPointDistance:
    """How far the next dead points are, in the mode of the initial configuration: from every step of a motion, or from
    the initial inputs of a mechanism.

    input: its name, which may be left out if there is only one; the others are held. A motion must have a single input:
    with several, ask of a mechanism whose initial configuration is the step that is meant.

    >>> from sgkin import dead_point_distance, load_mechanism
    >>> dead_point_distance(load_mechanism("four_bar_crank_rocker")).nearest
    inf
    """
    if isinstance(motion, Motion):
        if motion.inputs.shape[1] != 1:
            raise InputError(
                "along a motion of several inputs dead points move; ask of a mechanism that begins at the step meant"
            )
        mechanism: Mechanism | KinematicPlan = motion.mechanism
        values = motion.inputs[:, 0]
    elif isinstance(motion, Mechanism | KinematicPlan):
        mechanism, values = motion, np.zeros(0)
    else:
        raise InputError(f"dead_point_distance needs a motion, a mechanism or a plan, found {brief(motion)}")
    found = _present_range(mechanism, input)
    assert found.present is not None
    if not len(values):
        values = np.array([found.mechanism.initial_inputs[found.input]])
    return _distances(found.input, found[found.present], values)


def _present_range(mechanism: Mechanism | KinematicPlan, input: str | None) -> MotionRange:
    """The range with the present mode as far as it goes: alone, which is quick, where a dead point ends it at both
    sides; otherwise with all others, into which it goes on at change points and where a turn is cut open."""
    plan = mechanism if isinstance(mechanism, KinematicPlan) else make_plan(mechanism)
    found = motion_range(plan, input, present=True)
    if found.present is not None:
        mode = found[found.present]
        through = {EndKind.CHANGE.value, *([EndKind.LINE.value] if mode.turn else [])}
        if not any(limit is not None and limit.kind in through for limit in (mode.low, mode.high)):
            return found
    found = motion_range(plan, input)
    if found.present is None:
        raise InputError(f"{found.mechanism.name}: the initial configuration lies in no mode; start from another one")
    return found


def _distances(name: str, mode: ModeRange, values: Floats) -> DeadPointDistance:
    low, high = (limit if _is_dead(limit) else None for limit in (mode.low, mode.high))
    shift = _shift(mode, float(values[0]))
    below = np.full(len(values), inf) if low is None else values + shift - low.value
    above = np.full(len(values), inf) if high is None else high.value - values - shift
    return DeadPointDistance(name, low, high, below, above)


def _is_dead(limit: Limit | None) -> bool:
    return limit is not None and limit.kind == EndKind.DEAD.value


def _shift(mode: ModeRange, value: float) -> float:
    """Whole turns by which values of an angle differ from those of its range."""
    turn = mode.turn
    if not turn or mode.low is None or mode.high is None:
        return 0.0
    middle = 0.5 * (mode.low.value + mode.high.value)
    return -turn * floor((value - middle) / turn + 0.5)
