"""Following a motion in detail from one set of inputs to another, along the straight line between them.

At many places of the way all groups are run. What happens to a group is told by its margin:

- it stays positive: nothing;
- it touches zero: a change point, where two modes meet; the branch changes sign there and the motion goes on;
- it becomes negative: the mode ends there, even if both ends of the way could be assembled.

Groups found by iteration go on from place to place; where one does not converge or the sign of its determinant
changes, the places are put closer together until it does, or the mode is seen to end or to pass a change point.
Groups are judged in solving order, each with the changes of those before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from sgkin.errors import InputError, Outcome
from sgkin.groups.element import Element
from sgkin.kernels.watch import STEEP
from sgkin.plan.plan import KinematicPlan
from sgkin.plan.single import CHANGE_POINT
from sgkin.plan.tape import Layout

Floats = NDArray[np.float64]

ZERO = 1e-7
"""Determinants of iterations up to this are zero."""
NEAR = 1e-7
"""Margins up to this cost so many digits of the derivatives that these are better taken as a limit."""
UNCONVERGED = -1.5
"""Margins below this are those of an iteration that did not converge."""
LEAPT, LEAP, LEAST_LEAP, FAR = -2.0, 4.0, 1e-3, 1e-2
"""Margin of an iteration that leapt; how many times faster, and how far in sizes of the mechanism, it must have moved
for that. Where a mode ends it moves ever faster, but less than three times from one place to the next. Who moves far
while its determinant changes sign has gone through infinity."""
AROUND, BEHIND = 100.0, 1e-2
"""How many close distances belong to one change point; how far behind the end of a way one looks for its other side, in
radians or sizes of the mechanism."""
PARTS = 37
"""Parts of a way, and of a part that is looked at more closely; a prime number, since steps like to lie symmetrically
about change points."""
MOST_PLACES = 3000
"""Places put in before a group counts as not to be found."""
MOST_TURNS = 1000
"""Turns of an input that are followed in one go."""
TURN = pi / 16.0
"""The most an angle changes from one place to the next."""
CLOSE, CLOSEST = 1e-5, 1e-9
"""Distance of two places at which a change of sign is believed, as inputs in radians or sizes of the mechanism, and a
failure, as a part of the way."""


@dataclass(slots=True)
class Stop:
    """Where a mode ends: the group, why, the inputs there, and those at which it is furthest from closing."""

    group: int
    outcome: Outcome
    inputs: Floats
    worst: Floats


@dataclass(slots=True)
class Arrival:
    """What following came to: the memory at the end of the way, the groups that are on a change point there, and the
    stop if the end was not reached. `near_start`, `near_end`: whether a margin is so small at that end of the way that
    derivatives lose many digits; `singular`: whether an iteration comes so near to a singular position that the motion
    should not be followed on from there."""

    memory: Floats
    touched: tuple[int, ...] = ()
    stop: Stop | None = None
    near_start: bool = False
    near_end: bool = False
    singular: bool = False


@dataclass(slots=True)
class Start:
    """Inputs, a memory that belongs to them, and the number of the lane they are at, if they are at one."""

    inputs: Floats
    memory: Floats
    lane: int = -1


def follow(plan: KinematicPlan, start: Start, end: Floats) -> Arrival:
    """Go from the start to the inputs `end`."""
    return Way(plan, start, end).follow()


@dataclass(slots=True)
class Way:
    """The straight line between two sets of inputs; places on it run from 0 to 1.

    `places`: those at which the groups are run; `changes`: place and group of every change of a branch, in order;
    `touched`: groups on a change point at the end; `settled`: group and place of doubts that have been settled;
    `moves`: how far the links of groups found by iteration move from place to place, in sizes of the mechanism;
    `beyond`: whether the way only looks what lies behind another.
    """

    plan: KinematicPlan
    start: Start
    end: Floats
    beyond: bool = False
    places: Floats = field(init=False)
    changes: list[tuple[float, int]] = field(default_factory=list, init=False)
    touched: list[int] = field(default_factory=list, init=False)
    settled: set[tuple[int, float]] = field(default_factory=set, init=False)
    moves: dict[int, Floats] = field(default_factory=dict, init=False)

    def follow(self) -> Arrival:
        self.places = np.linspace(0.0, 1.0, self._parts() + 1)
        while True:
            margins, memory = self._run(self.places)
            doubt = self._first_doubt(margins)
            if doubt is None:
                return self._arrived(margins, memory)
            number, group = doubt
            judge = self._judge if self.plan.element(group).sign is None else self._judge_iterated
            stop = judge(group, number, margins[group])
            if stop is not None:
                return Arrival(self.start.memory, stop=stop)

    def _arrived(self, margins: Floats, memory: Floats) -> Arrival:
        for group in np.flatnonzero(self._iterated & (margins[:, -1] < ZERO)).tolist():
            if group not in self.touched and self._ends_on_change_point(group, 1.0):
                self.touched.append(group)
        limits = np.where(self._iterated, 0.0, NEAR)
        limits[[group for _, group in self.changes if self._iterated[group]]] = sqrt(NEAR)  # no square, but its root
        near_start, near_end = (bool((margins[:, end] < limits).any()) for end in (0, -1))
        singular = bool((self._iterated & (margins[:, -1] < STEEP * margins[:, 0])).any())
        return Arrival(memory, tuple(self.touched), None, near_start, near_end, singular)

    def inputs(self, places: Floats) -> Floats:
        """Inputs at places of the way."""
        return np.asarray(self.start.inputs + places[:, None] * (self.end - self.start.inputs))

    @property
    def _iterated(self) -> NDArray[np.bool_]:
        """Which groups are found by iteration."""
        return np.array([element is not None and element.sign is not None for element in self.plan.solvers], dtype=bool)

    def _close(self) -> float:
        """Distance of two places, as a part of the way, at which a change of sign is believed."""
        return CLOSE / max(float(np.abs((self.end - self.start.inputs) / self.plan.input_scales).max()), CLOSE)

    def _parts(self) -> int:
        turn = float(np.abs((self.end - self.start.inputs)[self.plan.angles]).max(initial=0.0))
        if turn > MOST_TURNS * 2.0 * pi:
            raise InputError(
                f"an input turns {turn / (2.0 * pi):.3g} times from one step to the next, or from the initial inputs "
                f"to the first step; {MOST_TURNS} turns at most can be followed: use smaller steps, or state in "
                "[initial] to which inputs the initial configuration belongs"
            )
        return PARTS * max(1, ceil(turn / (TURN * PARTS)))

    def _change(self, place: float, group: int) -> None:
        self.changes.append((place, group))
        self.changes.sort()

    def _run(self, places: Floats) -> tuple[Floats, Floats]:
        """Margins (groups, places) at increasing places, infinite for groups without, and the memory after the last."""
        plan = self.plan
        iterated = {group: plan.element(group).outputs for group in np.flatnonzero(self._iterated).tolist()}
        wanted = [entity for outputs in iterated.values() for entity in outputs]
        tape = plan.tape(wanted, None, watch=False, groups=plan.solved_groups)
        kept = np.empty((tape.kept, len(places)))
        memory = self.start.memory.copy()
        changes: dict[int, list[int]] = {begin: [] for begin in (0, *uneven(places).tolist(), len(places))}
        for place, group in self.changes:
            changes.setdefault(int(np.searchsorted(places, place, side="right")), []).append(group)
        for begin, stop in pairwise(sorted(changes)):
            for group in changes[begin]:
                change_branch(memory, plan.element(group))
            forget_lanes(plan, memory)
            layout = Layout(tape, stop - begin, stop - begin)
            layout.set_inputs(self.inputs(places[begin:stop]))
            plan.run(tape, layout, memory, stop - begin)
            kept[:, begin:stop] = [layout.row(row) for row in range(tape.kept)]
        for group in changes[len(places)]:
            change_branch(memory, plan.element(group))
        margins = np.full((len(plan.solvers), len(places)), np.inf)
        margins[list(tape.margins)] = kept[list(tape.margins.values())]
        for column in np.flatnonzero(np.isnan(margins).any(axis=0)).tolist():
            _clear(margins, column)
        for group, outputs in iterated.items():
            scales = [
                (row, plan.size if e.kind == "point" else 1.0) for e in outputs for row in tape.entities[e].position
            ]
            moves = np.abs([np.diff(kept[row]) / scale for row, scale in scales]).max(axis=0)
            margins[group, 1:][leaps(moves, places)] = LEAPT
            self.moves[group] = moves
        return margins, memory

    def _first_doubt(self, margins: Floats) -> tuple[int, int] | None:
        """The first place, and the first group there, whose margin is zero or may have been since the place before."""
        signs = np.ones_like(margins)
        for place, group in self.changes:
            if self._iterated[group]:
                signs[group, self.places > place] *= -1.0
        doubtful = may_vanish(margins, signs, self.places)
        doubtful[self._iterated, -1] &= not self.touched
        for number, group in np.argwhere(doubtful.T).tolist():
            if (group, float(self.places[number])) not in self.settled:
                return number, group
        return None

    @staticmethod
    def _end_of_zero(margins: Floats, number: int) -> int:
        """The first place from `number` on at which the margin is not zero, or the last place of all."""
        later = np.flatnonzero(margins[number:] > CHANGE_POINT)
        return number + int(later[0]) if len(later) else len(margins) - 1

    def _judge(self, group: int, number: int, margins: Floats) -> Stop | None:
        """What happens to a group in closed form before the place of the given number."""
        last = self._end_of_zero(margins, number)
        self.settled.update((group, float(place)) for place in self.places[number : last + 1])
        low, high = float(self.places[max(number - 1, 0)]), float(self.places[last])
        lowest, place = self._lowest(group, low, high)
        if lowest < -CHANGE_POINT:
            return self._stop(group, Outcome.CANNOT_ASSEMBLE, self._first_below(group, low, high), margins)
        if lowest > CHANGE_POINT:
            return None
        if self.plan.element(group).kernel.branch is None:
            return self._stop(group, Outcome.SINGULAR, place, margins)
        if not margins[last] > CHANGE_POINT:
            self.touched.append(group)
        elif margins[0] > CHANGE_POINT or number > 1:
            self._change(place, group)
        return None

    def _judge_iterated(self, group: int, number: int, margins: Floats) -> Stop | None:
        """What happens to a group found by iteration before the place of the given number."""
        low, high = float(self.places[max(number - 1, 0)]), float(self.places[number])
        found = margins[number] > UNCONVERGED
        if high - low > (self._close() if found else CLOSEST):
            if len(self.places) > MOST_PLACES + self._parts():
                return self._stop(group, Outcome.NOT_CONVERGED, high, margins)
            self.places = closer_places(self.places, number)
            return None
        if found and any(g == group and abs(place - high) < AROUND * self._close() for place, g in self.changes):
            self.settled.add((group, high))
            return None
        if found and margins[number] < 0.0 and self.moves[group][number - 1] < FAR:
            self.settled.add((group, high))
            self._change(0.5 * (low + high), group)
            return None
        if number > 1 and self._ends_on_change_point(group, low):
            self.touched.append(group)
            self.places = self.places[:number]
            return None
        return self._stop(group, Outcome.SINGULAR if found else Outcome.CANNOT_ASSEMBLE, high, margins)

    def _ends_on_change_point(self, group: int, place: float) -> bool:
        """Whether a group that fails next to the end of the way only changes there: it goes on behind it."""
        if self.beyond or place < 1.0 - AROUND * self._close():
            return False
        change = self.end - self.start.inputs
        further = self.end + change * (BEHIND / float(np.abs(change / self.plan.input_scales).max()))
        way = Way(self.plan, self.start, further, beyond=True)
        return way.follow().stop is None and any(changed == group for _, changed in way.changes)

    def _lowest(self, group: int, low: float, high: float) -> tuple[float, float]:
        """The smallest margin between two places, and where it is."""
        for _ in range(8):
            closer, margins = self._between(group, low, high)
            least = int(np.argmin(margins))
            low, high = float(closer[max(least - 1, 0)]), float(closer[min(least + 1, PARTS)])
        return float(margins[least]), float(closer[least])

    def _first_below(self, group: int, low: float, high: float) -> float:
        """The first place between two others where the margin is that of a mode that has ended."""
        for _ in range(8):
            closer, margins = self._between(group, low, high)
            below = np.flatnonzero(margins < -CHANGE_POINT)
            if len(below) == 0 or below[0] == 0:
                return high if len(below) == 0 else low
            low, high = float(closer[below[0] - 1]), float(closer[below[0]])
        return high

    def _between(self, group: int, low: float, high: float) -> tuple[Floats, Floats]:
        """Margins at places between two others."""
        lead, closer = self.places[self.places < low], np.linspace(low, high, PARTS + 1)
        return closer, self._run(np.concatenate([lead, closer]))[0][group, len(lead) :]

    def _stop(self, group: int, outcome: Outcome, place: float, margins: Floats) -> Stop:
        there, furthest = self.inputs(np.array([place, self.places[int(np.argmin(margins))]]))
        return Stop(group, outcome, there, furthest)


def closer_places(places: Floats, number: int) -> Floats:
    """Places put closer together before the one of the given number, evenly and from two places before it on."""
    begin = max(number - 2, 0)
    closer = np.linspace(places[begin], places[number], PARTS + 1)[1:-1]
    return np.concatenate([places[: begin + 1], closer, places[number:]])


def uneven(places: Floats) -> NDArray[np.int64]:
    """Places that are not as far from the one before as that is from the one before it."""
    apart = np.diff(places)
    return np.asarray(np.flatnonzero(np.abs(np.diff(apart)) > 1e-3 * apart[1:]) + 2)


def forget_lanes(plan: KinematicPlan, memory: Floats) -> None:
    """Let iterations go on from their last solution; those before it lie at uneven distances."""
    for group in plan.solved_groups:
        element = plan.element(group)
        if element.sign is not None:
            memory[element.start + element.sign + 1] = 0.0


def leaps(moves: Floats, places: Floats) -> NDArray[np.bool_]:
    """Between which places an iteration seems to have leapt to another mode: it moves much faster than before."""
    speeds = moves / np.diff(places)
    before = np.concatenate([speeds[1:2], speeds[:-1]])
    return (moves > LEAST_LEAP) & (speeds > LEAP * before)


def may_vanish(margins: Floats, signs: Floats, places: Floats) -> NDArray[np.bool_]:
    """Whether margins (groups, places) are zero at each place, or may have been between it and the place before.

    They are smooth when multiplied by the signs.
    """
    doubtful = ~(margins > CHANGE_POINT)
    apart = np.diff(places)
    with np.errstate(invalid="ignore"):  # differences of groups without margins
        smooth = np.where(margins > UNCONVERGED, margins * signs, np.nan)
        bend = np.abs(np.diff(np.diff(smooth) / apart))
        around = np.fmax(np.concatenate([bend[:, :1], bend], axis=1), np.concatenate([bend, bend[:, -1:]], axis=1))
        doubtful[:, 1:] |= np.minimum(margins[:, :-1], margins[:, 1:]) <= 0.5 * around * apart
    return doubtful


def branch_place(element: Element) -> int | None:
    """Where in the memory the branch of a group stands, or the sign of the determinant that counts as positive."""
    place = element.kernel.branch if element.kernel.branch is not None else element.sign
    return None if place is None else element.start + place


def change_branch(memory: Floats, element: Element) -> None:
    """Change the branch of a group, or the sign of its determinant."""
    place = branch_place(element)
    assert place is not None
    memory[place] *= -1.0


def _clear(margins: Floats, column: int) -> None:
    """A margin that is no number is zero; those of later groups, which could not be run there, are as before."""
    first = int(np.flatnonzero(np.isnan(margins[:, column]))[0])
    margins[first, column] = 0.0
    later = slice(first + 1, None)
    failed = ~(margins[later, column] > UNCONVERGED)
    before = margins[later, column - 1] if column else np.ones(len(margins) - first - 1)
    margins[later, column] = np.where(failed, before, margins[later, column])
