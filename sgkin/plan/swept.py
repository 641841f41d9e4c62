"""A sweep over the steps of a motion: long steps are divided, and what lies between the steps is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import pi

import numpy as np
from numpy.typing import NDArray

from sgkin.groups.element import Entity
from sgkin.plan.following import Start, turned_links
from sgkin.plan.plan import KinematicPlan
from sgkin.plan.sweep import Drive, Ending, Sweep
from sgkin.plan.tape import Tape

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

COARSE, COARSE_ITERATED = pi / 4.0, pi / 64.0
"""How far links may turn in one lane of a sweep, in radians; less where groups go on from lane to lane."""
MOST_KEPT = 4_000_000
"""Numbers that are kept of the lanes between steps, before they are forgotten."""


@dataclass(slots=True)
class Swept:
    """What a sweep over all steps came to, up to where the motion ends.

    `solved`: steps that were reached; `flips`: group and first step of its new branch; `touched`: group and step on a
    change point; `ending`: step and cause; `memory`: branches and starting values at the end. Rows are read at the
    steps.
    """

    drive: Drive
    tape: Tape
    memory: Floats
    solved: int = 0
    flips: list[tuple[int, int]] = field(default_factory=list)
    touched: list[tuple[int, int]] = field(default_factory=list)
    ending: Ending | None = None
    _row: Callable[[int], Floats] = field(init=False)
    _angle: Callable[[Entity], Floats] = field(init=False)

    def row(self, row: int) -> Floats:
        """A row of the tape at the steps that were reached."""
        return self._row(row)[: self.solved]

    def angle(self, direction: Entity) -> Floats:
        """The angle of a counted direction at the steps that were reached, whole turns counted."""
        return self._angle(direction)[: self.solved]


def sweep_steps(
    plan: KinematicPlan,
    drive: Drive,
    wanted: Sequence[Entity],
    counted: Mapping[Entity, float],
    progress: Callable[[int, int], None] | None = None,
) -> Swept:
    """Sweep over all steps; `counted`: directions whose turns are counted, and their angles at the start."""
    if are_short(plan, drive.inputs):
        return _undivided(plan, drive, wanted, counted, progress)
    return _divided(plan, drive, wanted, counted, progress, parts_of_steps(plan, drive.inputs))


def are_short(plan: KinematicPlan, inputs: Floats) -> bool:
    """Whether no step is to be divided."""
    change = np.diff(inputs.T)
    largest = np.maximum(change.max(axis=1, initial=0.0), -change.min(axis=1, initial=0.0))
    return bool(largest @ plan.input_turns <= _longest(plan))


def parts_of_steps(plan: KinematicPlan, inputs: Floats) -> Integers:
    """Into how many lanes each step (n − 1,) is divided."""
    turns = turned_links(plan, np.diff(inputs, axis=0))
    return np.maximum(np.ceil(turns / _longest(plan) - 1e-9), 1.0).astype(np.int64)


def _longest(plan: KinematicPlan) -> float:
    """How far links may turn in one lane of a sweep of a plan."""
    return COARSE_ITERATED if plan.iterated.any() else COARSE


def _undivided(
    plan: KinematicPlan,
    drive: Drive,
    wanted: Sequence[Entity],
    counted: Mapping[Entity, float],
    progress: Callable[[int, int], None] | None,
) -> Swept:
    sweep = Sweep(plan, drive, wanted, tuple(counted), progress=progress)
    result = sweep.run()
    swept = Swept(drive, sweep.tape, sweep.memory, result.solved, result.flips, result.touched, result.ending)
    swept._row, swept._angle = sweep.layout.row, lambda direction: sweep.angle(direction, counted[direction])
    return swept


def _divided(
    plan: KinematicPlan,
    drive: Drive,
    wanted: Sequence[Entity],
    counted: Mapping[Entity, float],
    progress: Callable[[int, int], None] | None,
    parts: Integers,
) -> Swept:
    tape = plan.tape(wanted, drive.seeds, watch=True, groups=plan.solved_groups, counted=tuple(counted))
    steps, start = len(drive.inputs), None
    kept = np.empty((tape.kept, steps))
    angles, first = {direction: np.empty(steps) for direction in counted}, dict(counted)
    swept = Swept(drive, tape, plan.start)
    for begin, stop in pieces(parts, tape.kept):
        places = divided_steps(begin, stop, parts)
        lanes = np.flatnonzero(places == np.floor(places))
        told = _told_in_steps(progress, begin, lanes, steps)
        sweep = Sweep(plan, drive.at(places), wanted, tuple(counted), start, told)
        result = sweep.run()
        here = lanes[lanes < result.solved]
        reached = slice(begin, begin + len(here))
        kept[:, reached] = sweep.layout.kept[:, here]
        start = sweep.end
        for direction in counted:
            angle = sweep.angle(direction, first[direction])
            angles[direction][reached] = angle[here]
            if start.lane >= 0 and result.ending is None:
                first[direction] = float(angle[start.lane])
        swept.flips += [(group, begin + int(np.searchsorted(lanes, lane))) for group, lane in result.flips]
        swept.touched += [(group, begin + int(np.searchsorted(lanes, n))) for group, n in result.touched if n in lanes]
        swept.solved, swept.memory = begin + len(here), sweep.memory
        if result.ending is not None:
            swept.ending = Ending(swept.solved, result.ending.stop)
            break
        start = Start(start.inputs, start.memory)
    constants = sweep.layout.row
    swept._row = lambda row: kept[row] if row < tape.kept else np.full(steps, constants(row)[0])
    swept._angle = angles.__getitem__
    return swept


def _told_in_steps(
    progress: Callable[[int, int], None] | None, begin: int, lanes: Integers, steps: int
) -> Callable[[int, int], None] | None:
    """What tells of the progress of a piece, in steps of the whole; `lanes`: those of its steps."""
    if progress is None:
        return None
    return lambda lane, _: progress(begin + int(np.searchsorted(lanes, lane)), steps)


def pieces(parts: Integers, rows: int) -> Iterator[tuple[int, int]]:
    """The first step and that behind the last of each piece, whose lanes together are not too many to be kept."""
    lanes = np.concatenate([[1], 1 + np.cumsum(parts)])
    piece = lanes // max(MOST_KEPT // max(rows, 1), 1)
    edges = np.flatnonzero(np.diff(piece)) + 1
    yield from pairwise([0, *edges.tolist(), len(lanes)])


def divided_steps(begin: int, stop: int, parts: Integers) -> Floats:
    """Places of the lanes that lead to the steps from `begin` on, counted in steps."""
    ways = [[float(begin)]] if begin == 0 else []
    for step in range(max(begin, 1), stop):
        count = int(parts[step - 1])
        ways.append([*(step - 1 + np.arange(1, count) / count), float(step)])
    return np.concatenate(ways)
