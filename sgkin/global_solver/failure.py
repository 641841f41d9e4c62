"""Saying what went wrong with a whole mechanism, in one sentence with names and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import MotionError, Outcome, listing
from sgkin.global_solver.marching import WEAK, Marched
from sgkin.global_solver.whole import WholeEquations
from sgkin.kernels.continuation import INCONSISTENT
from sgkin.results.ending import ended


def outcome_of(found: Marched) -> Outcome:
    """What a march that ended early came to."""
    if found.ending == INCONSISTENT:
        return Outcome.CANNOT_ASSEMBLE
    if found.weakness > WEAK:
        return Outcome.NOT_CONVERGED
    return Outcome.CANNOT_ASSEMBLE if found.is_open else Outcome.SINGULAR


def joints_of(whole: WholeEquations, rows: Sequence[int]) -> tuple[str, ...]:
    """The joints and inputs of conditions; those of a link are all its joints."""
    names: list[str] = []
    for row in rows:
        owner = whole.conditions[row].owner
        if owner.kind == "link":
            names += [joint.name for joint in whole.mechanism.joints if owner.name in joint.all_links]
        else:
            names.append(owner.name)
    return tuple(dict.fromkeys(names))


def group_of(whole: WholeEquations, rows: Sequence[int]) -> int:
    """The group that is singular where the given conditions depend on each other: the last to which they belong.

    What the conditions of a group depend on besides themselves are conditions of groups before it.
    """
    owners = {(owner.kind, owner.name) for owner in (whole.conditions[row].owner for row in rows)}
    found = 0
    for number, group in enumerate(whole.structure.groups):
        members = {("link", link) for link in group.links} | {("input", name) for name in group.inputs}
        joints = {("joint", name) for name in group.joints}
        if owners & (members | joints):
            found = number
    return found


def last_inputs(whole: WholeEquations, found: Marched) -> Floats:
    """The inputs (f,) up to which a march came that ended early."""
    return np.asarray(found.reached[whole.size : whole.size + whole.inputs] * whole.input_scales)


def opening(whole: WholeEquations, found: Marched, wanted: Floats) -> float:
    """How far the conditions are from being fulfilled where the march ended, with the inputs wanted, in metres."""
    w = found.reached.copy()
    w[whole.size : whole.size + whole.inputs] = wanted / whole.input_scales
    return float(np.abs(whole.residuals(w)).max(initial=0.0)) * whole.unit


def failure(whole: WholeEquations, found: Marched, wanted: Floats, motion: Any) -> MotionError:
    """The error of a march that ended early; wanted (f,): the inputs of the step that is not reached."""
    mechanism, outcome = whole.mechanism, outcome_of(found)
    units, rows = mechanism.units, found.rows
    owners = tuple(dict.fromkeys(str(whole.conditions[row].owner) for row in rows))
    residual = float(np.abs(whole.by_condition(found.residual)).max(initial=0.0)) * whole.unit / units.factor("length")
    sentence = f"the whole mechanism ({len(found.residual)} conditions) {outcome.verb}"
    if found.ending == INCONSISTENT:
        sentence = "redundant conditions contradict the others"
    more = f"; {listing(owners)} involved, the largest residual is {residual:.3g} {units.length}"
    details = {
        "group": whole.structure.groups[group_of(whole, rows)].label,
        "joints": joints_of(whole, rows),
        "motion": motion,
        "conditions": owners,
    }
    inputs, gap = last_inputs(whole, found), opening(whole, found, wanted)
    return ended(mechanism, sentence, outcome, found.solved, inputs, gap, more, **details)
