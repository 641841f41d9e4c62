"""Where the branches of groups change along the only input, for equations of motion that pass there.

A motion range knows every change point of a mode whose groups are in closed form. Close to one the rows of a tape are
lost in rounding, like the cube of the distance from it. So they are stored on both sides, at one to six reaches from
it, each side with its own branches, and interpolated between.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from sgkin.analysis.motion_range import ModeRange, motion_range
from sgkin.arrays import Floats, Integers
from sgkin.dynamics.turning_mode import TurningMode
from sgkin.kernels.equations_block import NODES, SIDE
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Tape
from sgkin.sweep.branch_tracking import branch_place
from sgkin.sweep.known_branches import KnownBranches

REACH = 0.1
"""How far around a change point rows are interpolated, in radians that links turn."""
SHARE = 7.0
"""Parts of the way to the next limit that make one reach."""
OFFSETS = np.array([*range(-SIDE, 0), *range(1, SIDE + 1)], dtype=np.float64)
"""Where rows are stored around a change point, in reaches."""


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

    def turns(self, z: Floats) -> Floats:
        """In which period inputs (n,) lie."""
        return np.floor((z - lowest(self)) / self.period) if self.period else np.zeros(len(z))

    def passed(self, z: Floats) -> Integers:
        """How many change points lie below inputs (n,), counted from the lowest place of the first period on."""
        turns = self.turns(z)
        inside = np.searchsorted(self.places, z - self.period * turns, side="right")
        return np.asarray(inside + len(self.places) * turns, dtype=np.int64)

    def cells(self, passed: Integers) -> Integers:
        """Between which places inputs lie that have passed so many change points."""
        return passed % len(self.places) if self.period and len(self.places) else passed

    def numbered(self, passed: Integers) -> tuple[Integers, Floats]:
        """The change points with so many others below them: their numbers, and where they are; infinitely far away if
        there are none."""
        turns, numbers = np.divmod(passed, len(self.places))
        places = self.places[numbers] + self.period * turns
        return numbers, places if self.period else np.where(turns == 0, places, np.inf)


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


def branch_table(plan: KinematicPlan, changes: ChangePoints) -> KnownBranches:
    """The branches (n + 1, branches) before, between and behind the places."""
    changing = sorted({group for groups in changes.groups for group in groups})
    columns = {group: column for column, group in enumerate(changing)}
    at = np.array([branch_place(plan.element(group)) for group in changing], dtype=np.int64)
    table = np.tile(plan.start[at], (len(changes.places) + 1, 1))
    z = plan.initial_inputs
    here = int(changes.passed(z - changes.period * changes.turns(z))[0])
    for number, groups in enumerate(changes.groups):
        side = slice(number + 1, None) if number >= here else slice(None, number + 1)
        table[side, [columns[group] for group in groups]] *= -1.0
    return KnownBranches(at, table)


def lowest(changes: ChangePoints) -> float:
    """Where a period begins: half-way between its last change point and the first of the next."""
    if not changes.period or not len(changes.places):
        return 0.0
    return 0.5 * float(changes.places[0] + changes.places[-1] - changes.period)


def stored_rows(
    plan: KinematicPlan, tape: Tape, changes: ChangePoints, branches: KnownBranches, reaches: Floats
) -> Floats:
    """The kept rows of a tape (n, NODES, rows) at the nodes around each change point, by the input."""
    count = len(changes.places)
    layout = branches.layout(plan, tape, NODES * count)
    layout.set_inputs((changes.places[:, None] + reaches[:, None] * OFFSETS).reshape(-1, 1))
    for rows, value in ((tape.rate_rows, 1.0), (tape.acceleration_rows, 0.0)):
        for row in rows:
            layout.row(row)[:] = value
    branches.run(plan, layout, np.repeat(np.arange(count)[:, None] + [0, 1], SIDE))
    return layout.kept.T.reshape(count, NODES, tape.kept)


def node_weights(x: Floats) -> Floats:
    """Of rows stored at the nodes (m, NODES), for those at places x (m,) between them, in reaches."""
    apart = np.where(np.eye(NODES) == 1.0, 1.0, OFFSETS[:, None] - OFFSETS)
    away = np.where(np.eye(NODES) == 1.0, 1.0, x[:, None, None] - OFFSETS)
    return np.asarray((away / apart).prod(axis=2))
