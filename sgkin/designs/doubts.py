"""Designs that are in doubt: each is followed on its own, as `solve` follows a single motion."""

from __future__ import annotations

from dataclasses import replace
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
from sgkin.sweep.sweep import Sweep, SweepInputs


class Settled(NamedTuple):
    """What becomes of a design; `changes`: groups and steps of the change points that it passes or touches."""

    fates: Fates
    changes: list[tuple[int, int]]


def settle(study: Study, outputs: OutputRows, kept: Kept, drive: Driven, plan: Plan | None, block: Block) -> Settled:
    """Find out what becomes of a design with a plan, and put it into its block, in which it is alone."""
    block.found[:], block.angles[:] = np.nan, np.nan
    if plan is None:
        return Settled(fate(NOT_ASSEMBLED, 0, -1), [])
    features = OutputFeatures(plan, study.outputs, kept.transmission, kept.solved)
    plan = replace(plan, site=features.builder)
    wanted, headings = features.wanted, features.headings
    tape, counted = watched_tape(plan, features.builder, wanted, headings, kept.seeds, kept.margins)
    sweep = Sweep(plan, _inputs(kept, drive), wanted, counted, builder=features.builder, tape=tape)
    found = sweep.run()
    first = np.zeros(len(counted))
    first[: len(headings)] = features.first_angles(study.plan)
    block.angles[0, :, : found.solved] = sweep.angles(first)[: len(headings)]
    outputs.fill(block, OutputRows(features, tape, kept.seeds), sweep.layout, found.solved)
    changes = [*found.touched, *found.flips, *((group, lane) for group, lane, _ in found.passed)]
    if found.ending is None:
        return Settled(fate(SOLVED, found.solved, -1), changes)
    is_first = found.solved == 0 and np.array_equal(plan.initial_inputs, drive.inputs[0])
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
