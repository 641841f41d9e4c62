"""Where the branches of groups change along the only input, for equations of motion that pass there.

A motion range knows every change point of a mode whose groups are in closed form. Close to one the rows of a tape are
lost in rounding, like the cube of the distance from it. So they are stored on both sides, at one to six reaches from
it, each side with its own branches, and interpolated between.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, pi

import numpy as np

from sgkin.analysis.motion_range import ModeRange, motion_range
from sgkin.arrays import Floats
from sgkin.dynamics.turning_mode import TurningMode
from sgkin.kernels.equations_block import NODES, SIDE
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Layout, Tape
from sgkin.sweep.branch_tracking import branch_place

REACH = 0.1
"""How far around a change point rows are interpolated, in radians that links turn."""
SHARE = 7.0
"""Parts of the way to the next limit that make one reach."""


@dataclass(frozen=True, slots=True)
class ChangePoints:
    """Change points (n,) of a mode along its input, in order, and from where to where it exists.

    `period`: after how much of the input everything is the same again, 0 if it never is; `low` and `high`: the limits
    of the mode, infinite where there are none; `groups`: those that change at each place; `locking`: those that lock at
    its limits.
    """

    places: Floats
    groups: tuple[tuple[int, ...], ...]
    period: float
    low: float
    high: float
    locking: tuple[int, ...]

    @property
    def reaches(self) -> Floats:
        """How far around each rows are interpolated, in parts of which there is room for to the next limit."""
        count = len(self.places)
        around = [self.low, *self.places.tolist(), self.high]
        if self.period and count:
            around[0], around[-1] = self.places[-1] - self.period, self.places[0] + self.period
        gaps = np.diff(around)
        return np.minimum(gaps[:-1], gaps[1:]) / SHARE

    def between(self, start: Floats, end: Floats) -> list[tuple[float, int]]:
        """Where on the way from one input (1,) to another groups change, from 0 to 1, and which."""
        first, last = float(start[0]), float(end[0])
        if first == last:
            return []
        low, high = min(first, last), max(first, last)
        found = []
        for place, groups in zip(self.places.tolist(), self.groups, strict=True):
            turns = range(1)
            if self.period:
                turns = range(ceil((low - place) / self.period), floor((high - place) / self.period) + 1)
            for turn in turns:
                part = (place + turn * self.period - first) / (last - first)
                if 0.0 < part <= 1.0:
                    found += [(part, group) for group in groups]
        return sorted(found)


def change_points(plan: KinematicPlan) -> ChangePoints:
    """The change points of the mode in which a mechanism with one input is initially; all groups in closed form."""
    passages = TurningMode(plan).passages()
    if passages is None:
        return of_motion_range(plan)
    found, turns = passages
    places, groups = np.array([place for place, _ in found]), tuple(groups for _, groups in found)
    return ChangePoints(places, groups, 2.0 * pi * turns, -np.inf, np.inf, ())


def of_motion_range(plan: KinematicPlan) -> ChangePoints:
    """The same for modes of every kind, by a motion range."""
    found = motion_range(plan, present=True)
    mode: ModeRange = found[found.present or 0]
    numbers = {id(group): number for number, group in enumerate(plan.structure.groups)}
    places = np.array([limit.value for limit in mode.change_points])
    groups = tuple(tuple(numbers[id(group)] for group in limit.groups) for limit in mode.change_points)
    low = -np.inf if mode.low is None else mode.low.value
    high = np.inf if mode.high is None else mode.high.value
    ends = (limit for limit in (mode.low, mode.high) if limit is not None)
    locking = tuple(sorted({numbers[id(group)] for limit in ends for group in limit.groups}))
    return ChangePoints(places, groups, 2.0 * pi * mode.turns, low, high, locking)


def branch_table(plan: KinematicPlan, changes: ChangePoints) -> tuple[list[int], Floats]:
    """Where branches stand in the memory, and what they are (n + 1, branches) before, between and behind the places."""
    changing = sorted({group for groups in changes.groups for group in groups})
    columns = {group: column for column, group in enumerate(changing)}
    at = [branch_place(plan.element(group)) or 0 for group in changing]
    table = np.tile(plan.start[at], (len(changes.places) + 1, 1))
    here = int(np.searchsorted(changes.places, _within(changes, float(plan.initial_inputs[0])), side="right"))
    for number, groups in enumerate(changes.groups):
        side = slice(number + 1, None) if number >= here else slice(None, number + 1)
        table[side, [columns[group] for group in groups]] *= -1.0
    return at, table


def _within(changes: ChangePoints, value: float) -> float:
    if not changes.period or not len(changes.places):
        return value
    return value - changes.period * float(np.floor((value - lowest(changes)) / changes.period))


def lowest(changes: ChangePoints) -> float:
    """Where a period begins: half-way between its last change point and the first of the next."""
    if not changes.period or not len(changes.places):
        return 0.0
    return 0.5 * float(changes.places[0] + changes.places[-1] - changes.period)


def stored_rows(plan: KinematicPlan, tape: Tape, changes: ChangePoints, reaches: Floats) -> Floats:
    """The kept rows of a tape (n, NODES, rows) at the nodes around each change point."""
    at, table = branch_table(plan, changes)
    found = np.empty((len(changes.places), NODES, tape.kept))
    for number, (place, reach) in enumerate(zip(changes.places, reaches, strict=True)):
        for side, away in enumerate((np.arange(-SIDE, 0), np.arange(1, SIDE + 1))):
            memory = plan.start.copy()
            memory[at] = table[number + side]
            layout = Layout(tape, SIDE, SIDE)
            layout.set_inputs((place + reach * away)[:, None])
            plan.run(tape, layout, memory, SIDE)
            found[number, side * SIDE : (side + 1) * SIDE] = layout.kept.T
    return found
