"""Saying what went wrong with a group, in one sentence with names and numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import MotionError, Outcome
from sgkin.groups.element import Element
from sgkin.kernels.limits import CHANGE_POINT
from sgkin.plan.plan import Plan
from sgkin.plan.tape import Layout, Tape
from sgkin.results.ending import ended
from sgkin.structure.configuration import close_joints, geometry_of
from sgkin.structure.generic_rows import generic_rows
from sgkin.structure.topology import topology_of_mechanism

TOUCH = 1e-13
"""How much lengths may have to change for a group to open or to close where two modes meet, by the mechanism's size."""
ROUNDING = 2.5e-16
"""What rounding leaves of that, for each group up to the one that is looked at."""


def failure(
    plan: Plan, group: int, outcome: Outcome, step: int, inputs: Floats, gap: float, motion: Any = None
) -> MotionError:
    """The error of a group at a step."""
    found = plan.structure.groups[group]
    sentence = f"{found.told} {outcome.verb}"
    details = {"group": found.label, "joints": found.joints, "motion": motion}
    return ended(plan.mechanism, sentence, outcome, step, inputs, gap, **details)


def group_gap(plan: Plan, group: int, inputs: Floats, memory: Floats) -> float:
    """How far a group is from closing at given inputs, in metres.

    For a group that cannot tell it is the opening that is left between all joints when they are closed as far as they
    can be, beginning at the initial configuration; in space it is zero.
    """
    declaration = plan.element(group).declaration
    if declaration is None or declaration.gap is None:
        return least_opening(plan, inputs)
    return max(-group_clearance(plan, group, inputs, memory), 0.0)


def group_clearance(plan: Plan, group: int, inputs: Floats, memory: Floats) -> float:
    """How far a group is from opening at given inputs, in metres, negative where it is open; 0 if it cannot tell."""
    element = plan.element(group)
    if element.declaration is None or element.declaration.gap is None:
        return 0.0
    tape = plan.tape(tuple(element.inputs), None, watch=False, groups=())
    layout = Layout(tape, 1, 1)
    layout.set_inputs(inputs)
    plan.run(tape, layout, memory.copy(), 1)
    return clearance_in(element, tape, layout.first_lane())


def clearance_in(element: Element, tape: Tape, lane: list[float]) -> float:
    """The same in a lane of all rows of a tape that has found all on which the group depends."""
    if element.declaration is None or element.declaration.gap is None:
        return 0.0
    values = tuple(tuple(lane[row] for row in tape.features[feature].position) for feature in element.inputs)
    return -element.declaration.gap(values, element.geometry)


def judged_clearance(plan: Plan, group: int, inputs: Floats, memory: Floats, margin: float) -> float:
    """A number that is negative where a group with this margin is open, positive where it is not, and 0 where two of
    its modes meet."""
    return judged(plan, group_clearance(plan, group, inputs, memory), margin)


def judged(plan: Plan, clearance: float, margin: float) -> float:
    """The same from how far it is from opening.

    Lengths decide: a margin that is the square of one is small long before its group is near to a change point.
    """
    if abs(clearance) > TOUCH * plan.size:
        return clearance
    return margin if not abs(margin) <= CHANGE_POINT else 0.0


def meets_exactly(plan: Plan, group: int, inputs: Floats, memory: Floats) -> bool:
    """Whether two modes of a group that touch meet as exactly as numbers can say.

    Otherwise they pass each other, or end, if a length changes by less than `TOUCH`.
    """
    return abs(group_clearance(plan, group, inputs, memory)) <= ROUNDING * (group + 1) * plan.size


def least_opening(plan: Plan, inputs: Floats) -> float:
    """How far the joints stay from closing at given inputs, followed from the initial configuration, in metres."""
    topology = topology_of_mechanism(plan.site.mechanism)
    geometry: Any = geometry_of(plan.site.mechanism, topology, generic_rows(topology)[0])
    initial = [plan.initial[link.name] for link in plan.mechanism.links]
    poses = geometry.counted(initial if plan.mechanism.is_spatial else np.array(initial))
    opening = 0.0
    for part in (0.3, 0.6, 0.9, 1.0):
        values = plan.initial_inputs + part * (inputs - plan.initial_inputs)
        geometry.inputs = values
        found = close_joints(geometry, poses, steps=20)
        poses, opening = found.poses, 0.0 if found.is_closed else found.opening
    return opening
