"""From a sweep to a `Motion`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from sgkin.errors import Outcome
from sgkin.motion import Driven, Motion
from sgkin.plan.plan import Plan
from sgkin.plan.selection import Selection
from sgkin.plan.spatial_selection import SpatialSelection
from sgkin.results.kept_rows import Turning
from sgkin.results.outcomes import Event, Outcomes
from sgkin.spatial_motion import SpatialMotion
from sgkin.sweep.divided_sweep import Swept, sweep_steps
from sgkin.sweep.failure import failure, group_gap
from sgkin.sweep.sweep import SweepInputs


def run_motion(
    plan: Plan,
    driven: Driven,
    outputs: tuple[str, ...],
    on_failure: str,
    progress: Callable[[int, int], None] | None,
    coefficients: bool,
) -> Motion:
    """Sweep the plan over the inputs, and give what came out its names."""
    _, inputs, rates, accelerations = driven
    selection = plan.selection(outputs)
    swept = sweep_steps(plan, SweepInputs(inputs, rates, accelerations, coefficients), selection, progress)
    reached = driven.first(swept.solved)
    results = selection.results(
        swept.tape,
        swept.data,
        swept.stride,
        swept.solved,
        Turning(*swept.turning),
        coefficients,
        reached[1:],
    )
    motion = named_motion(selection, reached, outcomes(plan, swept, len(inputs)), results)
    if swept.ending is not None and on_failure == "raise":
        stop = swept.ending.stop
        places = (stop.worst, inputs[swept.ending.lane])
        gap = max(group_gap(plan, stop.group, place, swept.memory) for place in places)
        raise failure(plan, stop.group, stop.outcome, swept.ending.lane, stop.inputs, gap, motion)
    return motion


def named_motion(selection: Selection | SpatialSelection, reached: Driven, outcomes: Outcomes, results: Any) -> Motion:
    """What is selected, by name, at the steps that were reached."""
    kind = SpatialMotion if selection.plan.mechanism.is_spatial else Motion
    return kind(
        selection.plan.mechanism,
        selection.plan.structure,
        *reached,
        outputs=selection.outputs,
        requested_steps=outcomes.steps,
        _outcomes=outcomes,
        _results=results,
    )


def outcomes(plan: Plan, swept: Swept, steps: int) -> Outcomes:
    """What came of every group."""
    passed = [
        Event(step, group, Outcome.CHANGE_POINT, inputs) for group, step, inputs in swept.passed if step < swept.solved
    ]
    end = swept.ending
    ended = [] if end is None else [Event(end.lane, end.stop.group, end.stop.outcome, end.stop.inputs)]
    return Outcomes(
        steps,
        swept.solved,
        plan.start_branches,
        tuple(swept.flips),
        tuple(swept.touched),
        tuple(chain(passed, ended)),
        bool(ended),
    )
