"""Designs that are in doubt: each is followed on its own, as `solve` follows a single motion."""

from __future__ import annotations

from dataclasses import replace
from math import atan2
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.designs.block import Block, Fates
from sgkin.designs.outputs import OutputFeatures, OutputRows
from sgkin.designs.programs import watched_tape
from sgkin.designs.study import Kept, Study
from sgkin.errors import InitialConfigurationError
from sgkin.kernels.design_runs import ENDED, NOT_ASSEMBLED, SOLVED
from sgkin.kinematic_plan import make_plan
from sgkin.motion import Driven
from sgkin.plan.plan import Plan
from sgkin.sweep.branch_tracking import Start
from sgkin.sweep.sweep import Sweep, SweepInputs
from sgkin.whole_turns import nearest_angle


class Settled(NamedTuple):
    """What becomes of a design; `changes`: groups and steps of the change points that it passes or touches."""

    fates: Fates
    changes: list[tuple[int, int]]


def settle(study: Study, outputs: OutputRows, kept: Kept, drive: Driven, plan: Plan | None, block: Block) -> Settled:
    """Find out what becomes of a design with a plan, and put it into its block, in which it is alone."""
    block.found[:], block.angles[:] = np.nan, np.nan
    if plan is None:
        return Settled(fate(NOT_ASSEMBLED, 0, -1), [])
    mine = outputs.features
    features = OutputFeatures(plan, study.outputs, kept.transmission, kept.solved, mine.turned)
    plan = replace(plan, site=features.builder)
    wanted, headings = features.wanted, features.headings
    tape, counted = watched_tape(plan, features.builder, wanted, headings, kept.seeds, kept.margins)
    start = None if study.begin is None else Start(study.begin, plan.start)
    sweep = Sweep(plan, _inputs(kept, drive), wanted, counted, start, builder=features.builder, tape=tape)
    found = sweep.run()
    first = np.zeros(len(counted))
    first[: len(headings)] = features.first_angles(study.plan)
    angles = dict(zip(headings, sweep.angles(first), strict=False))  # those that gears count come after them
    for heading, near in zip(mine.headings, mine.first_angles(study.plan), strict=True):
        link = next(link for link, direction in mine.directions.items() if direction == heading)
        own = features.directions[link]
        still = nearest_angle(np.array(atan2(*own.values[::-1])), near) if own.values else angles[own]
        block.angles[0, mine.headings.index(heading), : found.solved] = still
    outputs.fill(block, OutputRows(features, tape, kept.seeds), sweep.layout, found.solved)
    changes = [*found.touched, *found.flips, *((group, lane) for group, lane, _ in found.passed)]
    if found.ending is None:
        return Settled(fate(SOLVED, found.solved, -1), changes)
    is_first = found.solved == 0 and np.array_equal(study.initial_inputs, drive.inputs[0])
    return Settled(fate(NOT_ASSEMBLED if is_first else ENDED, found.solved, found.ending.stop.group), changes)


def fate(status: int, ended_at: int, ended_by: int) -> Fates:
    """That of a single design."""
    return Fates(np.array([status], dtype=np.int8), np.array([ended_at]), np.array([ended_by]))


def _inputs(kept: Kept, drive: Driven) -> SweepInputs:
    seeds = kept.seeds
    if seeds is None or not seeds.motion:
        return SweepInputs(drive.inputs, unit=seeds is not None)
    return SweepInputs(drive.inputs, drive.rates, drive.accelerations)


def plan_in_doubt(study: Study, parameters: Floats, reached: int, start: Floats) -> Plan | None:
    """A plan of a design in the mode that was followed to it; where that was lost, in the one nearest to what the
    mechanism says of its initial configuration; None where there is none. start: its memory at the initial inputs."""
    if reached or not study.plan.iterated.any():
        return study.plan_of(parameters, start)
    return nearest_plan(study, parameters)


def nearest_plan(study: Study, parameters: Floats) -> Plan | None:
    """A plan of a design as it is for itself; None where it cannot be assembled."""
    try:
        return make_plan(study.design(parameters))
    except InitialConfigurationError:
        return None
