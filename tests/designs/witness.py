"""Designs of a study beside the motions of each design by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin import (
    DesignMotions,
    DesignStatus,
    InitialConfiguration,
    InitialConfigurationError,
    Mechanism,
    Motion,
    Study,
    make_plan,
    make_study,
    solve,
    solve_designs,
)

Array = NDArray[np.float64]

NO_DIMENSIONS = ("drivers", "masses", "forces", "gravity", "initial")
AGREED = 1e-9
"""Of the largest number of an output."""
AT_ITS_END, HALVINGS = 2e-3, 40
"""The margin of a mode beside where it ends on the way to a design, and how often that place is halved in."""


def dimensions(mechanism: Mechanism) -> list[str]:
    """All numbers that can vary: places in links, angles, lengths and teeth of joints, but none that is computed."""
    free = [address for address in mechanism.numbers if address.split(".")[0] not in NO_DIMENSIONS]
    return [address for address in free if address not in mechanism.expressions]


def spread(study: Study, designs: int, by: float, seed: int = 0) -> Array:
    """Designs around the nominal one, which is the first."""
    random = np.random.default_rng(seed)
    parameters = np.repeat(study.nominal[None], designs, axis=0)
    parameters[1:] *= 1.0 + by * random.uniform(-1.0, 1.0, parameters[1:].shape)
    return parameters


class Difference(NamedTuple):
    """What a design is in a study, and by itself, if that is not the same."""

    design: int
    sentence: str


def whole_study(mechanism: Mechanism) -> Study:
    """All dimensions vary, all links are wanted."""
    return make_study(mechanism, dimensions(mechanism))


def started(study: Study, parameters: Array) -> Mechanism | None:
    """The mechanism of a design, with the initial configuration that the study found; None where there is none."""
    begin = solve_designs(study, parameters, inputs=study.plan.initial_inputs[None], progress=False)
    if not begin.solved[0]:
        return None
    made, points, angles = study.design(parameters), {}, {}
    for link in made.moving_links:
        x, y, theta = begin.position(link)[0, 0].tolist()
        angles[link] = theta
        for name, (px, py) in made.link(link).points.items():
            cos, sin = np.cos(theta), np.sin(theta)
            points[f"{link}.{name}"] = (x + cos * px - sin * py, y + sin * px + cos * py)
    inputs = dict(zip(study.plan.input_names, study.plan.initial_inputs.tolist(), strict=True))
    initial = InitialConfiguration(points=points, angles=angles, inputs=inputs)
    return replace(made, initial=initial)


def differences(found: DesignMotions) -> list[Difference]:
    """Where designs are not what they are by themselves."""
    told = ((design, _difference(found, design)) for design in range(len(found)))
    return [Difference(design, sentence) for design, sentence in told if sentence] + early_ends(found)


def early_ends(found: DesignMotions) -> list[Difference]:
    """Designs with iterated groups that count as not assembled, although no margin vanishes on the way to them."""
    study, inputs = found.study, found.study.plan.initial_inputs[None]
    lost = np.flatnonzero(found.status == DesignStatus.NOT_ASSEMBLED)
    if not (study.plan.iterated.any() and len(lost)):
        return []
    way = found.parameters[lost] - study.nominal
    begin, end, margin = np.zeros(len(lost)), np.ones(len(lost)), np.full(len(lost), np.inf)
    for _ in range(HALVINGS):
        middle = 0.5 * (begin + end)
        given = study.nominal + middle[:, None] * way
        tried = solve_designs(study, given, inputs=inputs, quantities=["margin"], progress=False)
        least = np.min([tried.margin(group)[:, 0] for group in study.plan.solved_groups], axis=0)
        begin, end = np.where(tried.solved, middle, begin), np.where(tried.solved, end, middle)
        margin = np.where(tried.solved, least, margin)
    early = np.flatnonzero(margin > AT_ITS_END)
    return [Difference(int(lost[k]), f"its mode is lost at a margin of {margin[k]:.2g}") for k in early]


def _difference(found: DesignMotions, design: int) -> str:
    study, drive, status = found.study, found.drive, DesignStatus(found.status[design])
    mechanism = started(study, found.parameters[design])
    if mechanism is None or status == DesignStatus.NOT_ASSEMBLED:
        return _wrong_start(study, found.parameters[design], mechanism is None, status)
    motion = solve(mechanism, inputs=drive.inputs, input_rates=drive.rates, on_failure="return", progress=False)
    if motion.steps != found.ended_at[design]:
        return f"ends at {found.ended_at[design]}, by itself at {motion.steps}"
    if not motion.is_complete and motion.events[-1].group != found.ended_by[design]:
        return f"is ended by {found.ended_by[design]}, by itself by {motion.events[-1].group}"
    return different_outputs(found, design, motion)


def _wrong_start(study: Study, parameters: Array, is_lost: bool, status: DesignStatus) -> str:
    """What is wrong with a design that cannot be assembled; a mode of an iteration may end on the way to it, where
    others are left."""
    if not is_lost or status != DesignStatus.NOT_ASSEMBLED:
        return f"{status.sentence}, and does not at its initial inputs alone"
    if study.plan.iterated.any():
        return ""
    try:
        make_plan(study.design(parameters))
    except InitialConfigurationError:
        return ""
    return "can be assembled by itself"


def different_outputs(found: DesignMotions, design: int, motion: Motion) -> str:
    steps = motion.steps
    for name in found.study.outputs:
        mine, its = found.position(name)[design, :steps], motion.position(name).copy()
        if steps and its.shape[1] == 3:  # whole turns are counted from the nominal design
            its[:, 2] += 2.0 * np.pi * np.round((mine[0, 2] - its[0, 2]) / (2.0 * np.pi))
        error = float(np.abs(mine - its).max(initial=0.0)) / max(1.0, float(np.abs(its).max(initial=0.0)))
        if not error < AGREED:
            return f"{name} differs by {error:.1e}"
    return ""
