"""A sweep over the steps of a motion: long steps are divided, and what lies between the steps is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import pi

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.plan.plan import Plan
from sgkin.plan.reused_memory import aligned
from sgkin.plan.selection import Selection
from sgkin.plan.tape import Layout, Tape
from sgkin.sweep.branch_tracking import Start, turned_links
from sgkin.sweep.sweep import Ending, Sweep, SweepInputs

COARSE, COARSE_ITERATED = pi / 4.0, pi / 64.0
"""How far links may turn in one lane of a sweep, in radians; less where groups go on from lane to lane."""
FAR = 1.0
"""How far a heading may turn from step to step, in radians, without a doubt about whole turns."""
MOST_ROOM = 1.25
"""How much larger than what is kept the state of a sweep may be that is kept with it."""
MOST_KEPT = 4_000_000
"""Numbers that are kept of the lanes between steps, before they are forgotten."""


@dataclass(slots=True)
class Swept:
    """What a sweep over all steps came to, up to where the motion ends.

    `data`: its kept rows, which begin `stride` numbers apart; `solved`: steps that were reached; `flips`: group and
    first step of its new branch; `touched`: group and step on a change point; `passed`: group, step and inputs of
    change points on a step or on the path to it; `ending`: step and cause; `turning`: steps (k,) before which headings
    change (k, h) by more than can be seen from step to step; `memory`: branches and starting values at the end.
    """

    tape: Tape
    data: Floats
    stride: int
    memory: Floats
    turning: tuple[Integers, Floats]
    solved: int = 0
    flips: list[tuple[int, int]] = field(default_factory=list)
    touched: list[tuple[int, int]] = field(default_factory=list)
    passed: list[tuple[int, int, Floats]] = field(default_factory=list)
    ending: Ending | None = None


def sweep_steps(
    plan: Plan,
    drive: SweepInputs,
    selection: Selection,
    progress: Callable[[int, int], None] | None = None,
) -> Swept:
    """Sweep over all steps, and keep what is selected."""
    if are_short(plan, drive.inputs):
        return _undivided(plan, drive, selection, progress)
    return _divided(plan, drive, selection, progress, parts_of_steps(plan, drive.inputs))


def are_short(plan: Plan, inputs: Floats) -> bool:
    """Whether no step is to be divided."""
    change = np.diff(inputs.T)
    largest = np.maximum(change.max(axis=1, initial=0.0), -change.min(axis=1, initial=0.0))
    return bool(largest @ plan.input_turns <= _longest(plan))


def parts_of_steps(plan: Plan, inputs: Floats) -> Integers:
    """Into how many lanes each step (n − 1,) is divided."""
    turns = turned_links(plan, np.diff(inputs, axis=0))
    return np.maximum(np.ceil(turns / _longest(plan) - 1e-9), 1.0).astype(np.int64)


def _longest(plan: Plan) -> float:
    """How far links may turn in one lane of a sweep of a plan."""
    return COARSE_ITERATED if plan.iterated.any() else COARSE


def _undivided(
    plan: Plan, drive: SweepInputs, selection: Selection, progress: Callable[[int, int], None] | None
) -> Swept:
    tape = selection.tape(drive.seeds)
    wanted, counted = selection.wanted, selection.counted
    sweep = Sweep(plan, drive, wanted, counted, progress=progress, lines=selection.lines, tape=tape)
    result = sweep.run()
    return Swept(
        sweep.tape,
        kept_data(sweep.layout),
        sweep.layout.stride,
        sweep.memory,
        sweep.turning(selection.first_headings),
        result.solved,
        result.flips,
        result.touched,
        result.passed,
        result.ending,
    )


def kept_data(layout: Layout) -> Floats:
    """The kept rows of a layout, without its work area where that is large."""
    room = layout.tape.kept * layout.stride
    if len(layout.state) <= MOST_ROOM * room:
        return layout.state[:room]
    data = aligned(room)
    data[:] = layout.state[:room]
    return data


def _divided(
    plan: Plan,
    drive: SweepInputs,
    selection: Selection,
    progress: Callable[[int, int], None] | None,
    parts: Integers,
) -> Swept:
    wanted, counted = selection.wanted, selection.counted
    tape = selection.tape(drive.seeds)
    steps, start = len(drive.inputs), None
    data = aligned(tape.kept * steps)
    kept = data.reshape(tape.kept, steps)
    turned, first, last = dict[int, Floats](), selection.first_headings, selection.first_headings
    swept = Swept(tape, data, steps, plan.start, (np.zeros(0, dtype=np.int64), np.zeros((0, len(counted)))))
    for begin, stop in pieces(parts, tape.kept):
        places = divided_steps(begin, stop, parts)
        lanes = np.flatnonzero(places == np.floor(places))
        told = _progress_in_steps(progress, begin, lanes, steps)
        sweep = Sweep(plan, drive.at(places), wanted, counted, start, told, lines=selection.lines, tape=tape)
        result = sweep.run()
        here = lanes[lanes < result.solved]
        kept[:, begin : begin + len(here)] = sweep.layout.kept[:, here]
        start = sweep.end
        if counted and result.solved:
            angles = sweep.angles(first)
            changes = np.diff(angles[:, here], axis=1, prepend=last[:, None]).T
            far = (np.abs(changes) > FAR).any(axis=1)
            turned |= {begin + number: changes[number] for number in np.flatnonzero(far).tolist()}
            last = angles[:, here[-1]] if len(here) else last
            if start.lane >= 0 and result.ending is None:
                first = angles[:, start.lane]
        swept.flips += [(group, begin + int(np.searchsorted(lanes, lane))) for group, lane in result.flips]
        swept.touched += [(group, begin + int(np.searchsorted(lanes, n))) for group, n in result.touched if n in lanes]
        swept.passed += [(group, begin + int(np.searchsorted(lanes, n)), inputs) for group, n, inputs in result.passed]
        swept.solved, swept.memory = begin + len(here), sweep.memory
        if result.ending is not None:
            swept.ending = Ending(swept.solved, result.ending.stop)
            break
        start = Start(start.inputs, start.memory)
    if turned:
        swept.turning = np.array(sorted(turned), dtype=np.int64), np.array([turned[step] for step in sorted(turned)])
    return swept


def _progress_in_steps(
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
