"""Following a motion in detail from one set of inputs to another, along the straight line between them.

At many places of the path all groups are run. What happens to a group is told by its margin:

- it stays positive: nothing;
- it touches zero: a change point, where two modes meet; the branch changes sign there and the motion goes on;
- it becomes negative: the mode ends there, even if both ends of the path could be assembled.

Whether a margin touches zero or only comes near to it is decided by lengths: how much they would have to change for
the group to open, or to close.

Groups found by iteration go on from place to place; where one does not, or the sign of its determinant changes, the
places are put closer together until it does, or the mode is seen to end or to pass a change point. Groups are judged in
solving order, each with the changes of those before it. Places are also put closer together where a link turns far from
one to the next, until its whole turns can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats, Integers
from sgkin.errors import InputError, Outcome
from sgkin.groups.element import Element, Heading
from sgkin.kernels.limits import CHANGE_POINT, LOST, NEAR_CHANGE_POINT
from sgkin.kernels.watch import STEEP
from sgkin.plan.plan import Plan
from sgkin.plan.tape import Layout, Tape
from sgkin.sweep.failure import judged_clearance
from sgkin.sweep.smooth_touch import smooth_touch
from sgkin.whole_turns import WHOLE_TURN, nearest_angle

ZERO_DETERMINANT = 1e-6
"""Determinants of iterations up to this are zero."""
SAME_CHANGE_POINT, LOOK_AHEAD = 100.0, 1e-2
"""How many close distances belong to one change point; how far behind the end of a path one looks for its other side,
in radians or sizes of the mechanism."""
ASIDE = 1e-3
"""How far apart places are between which a change point is interpolated, in radians or sizes of the mechanism."""
BLURRED = 1e-5
"""How close to a change point positions are lost in rounding, in radians or sizes of the mechanism."""
LOOKS = 13
"""How often the places around the smallest margin are divided: where pins fall together the gap is as wide as the place
is off, and not its square as where links come into line."""
PARTS = 37
"""Parts of a path, and of a part that is looked at more closely; a prime number, since steps like to lie symmetrically
about change points."""
MOST_PLACES = 3000
"""Places put in before a group counts as not to be found."""
MOST_TURNS = 1000
"""Turns of an input that are followed in one go."""
TURN = pi / 16.0
"""The most an angle that follows from the inputs changes from one place to the next."""
FAR_TURN = 0.8
"""How far a link turns from one place to the next, in radians, without a doubt about whole turns."""
MOST_AHEAD = 8.0
"""How many times as far as lanes are apart iterations extrapolate: rounding grows with the square."""
CLOSER, CLOSEST_LOOKS, CLOSEST_LOOK = 3.0, 40, 1e-7
"""By what places come closer to where a margin is lowest when turns are counted, how often, and how close, in radians
or sizes of the mechanism: so close that a link turns no further."""
ROUNDED, ACROSS = 1e-6, 4
"""Determinants that are lost in rounding next to a change point, where iterations find no more digits; and how many
places on either side lead across it, no further apart than a change of sign is believed."""
CLOSE, CLOSEST = 1e-5, 1e-9
"""Distance of two places at which a change of sign is believed, as inputs in radians or sizes of the mechanism, and a
failure, as a part of the path."""


@dataclass(slots=True)
class Stop:
    """Where a mode ends: the group, why, the inputs there, and those at which it is furthest from closing."""

    group: int
    outcome: Outcome
    inputs: Floats
    worst: Floats


@dataclass(slots=True)
class PathEnd:
    """What following came to: the memory at the end of the path, the groups that are on a change point there, and the
    stop if the end was not reached. `near_start`, `near_end`: whether a margin is so small at that end of the path that
    derivatives lose many digits; `singular`: whether an iteration comes so near to a singular position that the motion
    should not be followed on from there; `turns` (h,): how far headings turned on the path; `spacing`: how far the last
    places are apart, as a part of the path; `changes`: inputs at which groups changed their branch, and the groups."""

    memory: Floats
    touched: tuple[int, ...] = ()
    stop: Stop | None = None
    near_start: bool = False
    near_end: bool = False
    singular: bool = False
    turns: Floats = field(default_factory=lambda: np.zeros(0))
    spacing: float = 0.0
    changes: tuple[tuple[Floats, int], ...] = ()


@dataclass(slots=True)
class Start:
    """Inputs, a memory that belongs to them, and the number of the lane they are at, if they are at one; `change`: how
    the inputs changed from lane to lane before it, if that was always the same."""

    inputs: Floats
    memory: Floats
    lane: int = -1
    change: Floats | None = None


def track_branches(plan: Plan, start: Start, end: Floats, counted: Sequence[Heading] = ()) -> PathEnd:
    """Go from the start to the inputs `end`, and count how far some headings turn."""
    return InputPath(plan, start, end, tuple(counted)).track_branches()


class Run(NamedTuple):
    """The groups at places of a path: margins (groups, places), infinite for groups without, the memory after the last
    place, and the headings (h, 2, places) that are counted."""

    margins: Floats
    memory: Floats
    directions: Floats


class Turns(NamedTuple):
    """How far headings turn (h, k) between neighbouring places (k + 1,), how far these are apart (k,), and before which
    place of the path (k,) that is."""

    turned: Floats
    apart: Floats
    before: Integers


@dataclass(slots=True)
class InputPath:
    """The straight line between two sets of inputs; places on it run from 0 to 1.

    `counted`: headings whose turning is counted; `beyond`: whether the path only looks what lies behind another;
    `tape`: of all groups and the headings; `places`: those at which the groups are run; `changes`: place and group of
    every change of a branch, in order; `touched`: groups on a change point at the end; `lowest`: where margins
    are lowest, or change their sign; `settled`: group and place of doubts that have been settled; `led_across`: group
    and place where iterations were led across what is lost in rounding.
    """

    plan: Plan
    start: Start
    end: Floats
    counted: tuple[Heading, ...] = ()
    beyond: bool = False
    tape: Tape = field(init=False)
    places: Floats = field(init=False)
    changes: list[tuple[float, int]] = field(default_factory=list, init=False)
    touched: list[int] = field(default_factory=list, init=False)
    lowest: list[float] = field(default_factory=list, init=False)
    settled: set[tuple[int, float]] = field(default_factory=set, init=False)
    led_across: list[tuple[int, float]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.tape = self.plan.made((InputPath, self.counted), self._tape)

    def _tape(self) -> Tape:
        wanted = tuple(dict.fromkeys(feature for heading in self.counted for feature in heading.features))
        groups = self.plan.solved_groups
        return self.plan.tape(wanted, None, watch=False, groups=groups, counted=self.counted)

    def track_branches(self) -> PathEnd:
        self.places = np.linspace(0.0, 1.0, self._parts() + 1)
        while True:
            run = self._run(self.places)
            doubt = self._first_doubt(run.margins)
            if doubt is None:
                turns = self._turns(run) if self.counted else None
                far = None if turns is None else self._first_far_turn(turns)
                if far is None:
                    return self._ended(run, np.zeros(0) if turns is None else turns.turned.sum(axis=1))
                self.places = closer_places(self.places, far)
                continue
            number, group = doubt
            judge = self._judge if self.plan.element(group).sign is None else self._judge_iterated
            stop = judge(group, number, run.margins[group])
            if stop is not None:
                return PathEnd(self.start.memory, stop=stop)

    def _turns(self, run: Run) -> Turns:
        """How far headings turn from place to place.

        Where a margin comes to zero, or near to it, a link may turn round as fast as one likes: there they are looked
        at in places that come closer and closer.
        """
        places = self.places
        if self.lowest:
            near = CLOSER ** -np.arange(CLOSEST_LOOKS) / self._parts()
            near = near[near > self.part(CLOSEST_LOOK)]
            closer = [place + side for place in self.lowest for side in (*near, *-near)]
            places = np.unique(np.clip([*self.places, *closer], 0.0, 1.0))
            run = self._run(places)
        on_change_point = ~(run.margins[self.touched] > CHANGE_POINT).all(axis=0)  # where directions are of no branch
        turned = turned_by(np.where(on_change_point, np.nan, run.directions))
        return Turns(turned, np.diff(places), np.searchsorted(self.places, places[1:]))

    def _ended(self, run: Run, turned: Floats) -> PathEnd:
        margins = run.margins
        for group in np.flatnonzero(self.plan.iterated & (margins[:, -1] < ZERO_DETERMINANT)).tolist():
            if group not in self.touched and self._ends_on_change_point(group, 1.0):
                self.touched.append(group)
        limits = np.where(self.plan.iterated, 0.0, NEAR_CHANGE_POINT)
        limits[[group for _, group in self.changes if self.plan.iterated[group]]] = sqrt(
            NEAR_CHANGE_POINT
        )  # no square, but its root
        near_start, near_end = (bool((margins[:, end] < limits).any()) for end in (0, -1))
        singular = bool((self.plan.iterated & (margins[:, -1] < STEEP * margins[:, 0])).any())
        spacing = float(self.places[-1] - self.places[-2])
        exact = [(self._exact_place(place, group), group) for place, group in self.changes]
        changes = tuple((self.inputs(np.array([place]))[0], group) for place, group in exact)
        return PathEnd(run.memory, tuple(self.touched), None, near_start, near_end, singular, turned, spacing, changes)

    def inputs(self, places: Floats) -> Floats:
        """Inputs at places of the path."""
        return np.asarray(self.start.inputs + places[:, None] * (self.end - self.start.inputs))

    def margins_at(self, places: Floats, group: int) -> Floats:
        """Margins of a group at increasing places of the path, which need not begin at its start."""
        lead = np.linspace(0.0, 1.0, self._parts() + 1)
        lead = lead[lead < places[0]]
        return np.asarray(self._run(np.concatenate([lead, places])).margins[group, len(lead) :])

    def _close(self) -> float:
        """Distance of two places, as a part of the path, at which a change of sign is believed."""
        return self.part(CLOSE)

    def part(self, distance: float) -> float:
        """A distance of inputs, in radians or sizes of the mechanism, as a part of the path."""
        return distance / max(float(np.abs((self.end - self.start.inputs) / self.plan.input_scales).max()), distance)

    def _exact_place(self, place: float, group: int) -> float:
        """Where a group changes its branch, of which a place near to it is known.

        A determinant goes through zero there; so does the root of a margin that is a square, with the sign of its
        branch. The zero is interpolated from both sides; where these do not fit together the place stays as it is.
        """
        around = place + self.part(ASIDE) * np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])
        lead = self.places[self.places < around[0]]
        margins = np.maximum(self._run(np.concatenate([lead, around])).margins[group, len(lead) :], 0.0)
        sides = np.sign(around - place) * (margins if self.plan.iterated[group] else np.sqrt(margins))
        if not (np.diff(sides) * np.sign(sides[-1]) > 0.0).all():
            return place
        others = [np.delete(sides, number) for number in range(len(sides))]
        weights = [np.prod(other / (other - side)) for side, other in zip(sides, others, strict=True)]
        found = float(around @ np.array(weights))
        return found if around[2] < found < around[3] else place

    def _parts(self) -> int:
        turned = float(turned_links(self.plan, self.end - self.start.inputs))
        return PARTS * max(1, ceil(turned / (TURN * PARTS)))

    def _change(self, place: float, group: int) -> None:
        self.lowest.append(place)
        self.changes.append((place, group))
        self.changes.sort()

    def _run(self, places: Floats) -> Run:
        """Run the groups at increasing places."""
        plan, tape = self.plan, self.tape
        kept = np.empty((tape.kept, len(places)))
        memory = self.start.memory.copy()
        apart = np.diff(places)
        spacing = dict.fromkeys((0,), 0.0)
        if plan.iterated.any():
            spacing = {n: apart[n - 1] / apart[n - 2] if apart[n - 2] else 0.0 for n in uneven(places).tolist()}
            spacing[0] = self._first_ratio(apart)
        changes: dict[int, list[int]] = {begin: [] for begin in (*spacing, len(places))}
        for place, group in self.changes:
            changes.setdefault(int(np.searchsorted(places, place, side="right")), []).append(group)
        for begin, stop in pairwise(sorted(changes)):
            for group in changes[begin]:
                change_branch(memory, plan.element(group))
            if begin in spacing:
                respace_lanes(plan, memory, spacing[begin], again=begin == 0)
            layout = Layout(tape, stop - begin, stop - begin)
            layout.set_inputs(self.inputs(places[begin:stop]))
            plan.run(tape, layout, memory, stop - begin)
            kept[:, begin:stop] = layout.kept
        for group in changes[len(places)]:
            change_branch(memory, plan.element(group))
        margins = np.full((len(plan.solvers), len(places)), np.inf)
        margins[list(tape.margins)] = kept[list(tape.margins.values())]
        for column in np.flatnonzero(np.isnan(margins).any(axis=0)).tolist():
            _clear(margins, column)
        return Run(margins, memory, tape.headings.vectors(kept))

    def _first_ratio(self, apart: Floats) -> float:
        """How far the first two places are apart, by the lanes before them; 0 if that is not known."""
        before, way = self.start.change, self.end - self.start.inputs
        if before is None or not len(apart):
            return 0.0
        return ratio_of(apart[0] * way, before)

    def _first_doubt(self, margins: Floats) -> tuple[int, int] | None:
        """The first place, and the first group there, whose margin is zero or may have been since the place before."""
        signs = np.ones_like(margins)
        for place, group in self.changes:
            if self.plan.iterated[group]:
                signs[group, self.places > place] *= -1.0
        doubtful = may_vanish(margins, signs, self.places)
        doubtful[self.plan.iterated, -1] &= not self.touched
        for number, group in np.argwhere(doubtful.T).tolist():
            if (group, float(self.places[number])) not in self.settled:
                return number, group
        return None

    def _first_far_turn(self, turns: Turns) -> int | None:
        """The first place before which a direction turns so far that whole turns are in doubt."""
        if len(self.places) > MOST_PLACES + self._parts():
            return None
        far = (np.abs(turns.turned) > FAR_TURN).any(axis=0) & (turns.apart > CLOSEST)
        return int(turns.before[np.argmax(far)]) if far.any() else None

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
        if any(changed == group and low <= place <= high for place, changed in self.changes):
            return None
        lowest, place = self._lowest(group, low, high)
        self.lowest.append(place)
        clearance = self._clearance(group, place, lowest)
        if clearance and self._is_blurred(group, place):
            smooth = smooth_touch(self, group, place)
            clearance, place = (0.0, smooth) if smooth is not None else (clearance, place)
        if clearance < 0.0:
            return self._stop(group, Outcome.CANNOT_ASSEMBLE, self._first_open(group, low, place), margins)
        if clearance > 0.0:
            return None
        if not self.plan.element(group).kernel.branch:
            return self._stop(group, Outcome.SINGULAR, place, margins)
        if not margins[last] > CHANGE_POINT:
            self.touched.append(group)
        elif number > 1 or self._clearance(group, 0.0, float(margins[0])):
            self._change(place, group)
        return None

    def _is_blurred(self, group: int, place: float) -> bool:
        """Whether others change so close to a place, and a group does not, that what depends on them is lost in
        rounding."""
        near = {changed for at, changed in self.changes if abs(at - place) < self.part(BLURRED)}
        return bool(near) and group not in near

    def _clearance(self, group: int, place: float, margin: float) -> float:
        """What `judged_clearance` says of a group at a place."""
        inputs = self.inputs(np.array([place]))[0]
        return judged_clearance(self.plan, group, inputs, self.memory_at(place), margin)

    def memory_at(self, place: float) -> Floats:
        """The memory with the branches that groups have at a place."""
        if not self.plan.iterated.any():
            memory = self.start.memory.copy()
            for changed, group in self.changes:
                if changed <= place:
                    change_branch(memory, self.plan.element(group))
            return memory
        lead = self.places[self.places < place]
        return self._run(np.append(lead, place)).memory

    def _judge_iterated(self, group: int, number: int, margins: Floats) -> Stop | None:
        """What happens to a group found by iteration before the place of the given number."""
        low, high = float(self.places[max(number - 1, 0)]), float(self.places[number])
        found = margins[number] > LOST
        if high - low > (self._close() if found else CLOSEST):
            if len(self.places) > MOST_PLACES + self._parts():
                return self._stop(group, Outcome.NOT_CONVERGED, high, margins)
            self.places = closer_places(self.places, number)
            return None
        if self._leads_across(group, number, margins):
            return None
        if found and any(
            g == group and abs(place - high) < SAME_CHANGE_POINT * self._close() for place, g in self.changes
        ):
            self.settled.add((group, high))
            return None
        if found and margins[number] < 0.0:
            self.settled.add((group, high))
            self._change(0.5 * (low + high), group)
            return None
        if number > 1 and self._ends_on_change_point(group, low):
            self.lowest.append(low)
            self.touched.append(group)
            self.places = self.places[:number]
            return None
        outcome = Outcome.SINGULAR if found else Outcome.CANNOT_ASSEMBLE
        if not found and self.plan.element(group).redundant and margins[number - 1] > STEEP * margins[0]:
            outcome = Outcome.CONTRADICTORY
        return self._stop(group, outcome, high, margins)

    def _leads_across(self, group: int, number: int, margins: Floats) -> bool:
        """Let places keep clear of where a determinant is lost in rounding, once; whether they do.

        It goes through zero there like the distance from a change point; at a dead point, which has no other side, like
        its root, so that it can be told from zero up to the last place.
        """
        place, step = float(self.places[number]), 0.8 * self._close()
        begin, end = place - ACROSS * step, place + ACROSS * step
        before = any(g == group and abs(at - place) < SAME_CHANGE_POINT * self._close() for g, at in self.led_across)
        if before or not 0.0 < begin < end < 1.0 or number < 1 or not abs(margins[number - 1]) < ROUNDED:
            return False
        self.led_across.append((group, place))
        across = np.linspace(begin, end, 2 * ACROSS)
        self.places = np.concatenate([self.places[self.places < begin], across, self.places[self.places > end]])
        return True

    def _ends_on_change_point(self, group: int, place: float) -> bool:
        """Whether a group that fails next to the end of the path only changes there: it goes on behind it."""
        change = self.end - self.start.inputs
        if self.beyond or not change.any() or place < 1.0 - SAME_CHANGE_POINT * self._close():
            return False
        further = self.end + change * (LOOK_AHEAD / float(np.abs(change / self.plan.input_scales).max()))
        way = InputPath(self.plan, self.start, further, beyond=True)
        return way.track_branches().stop is None and any(changed == group for _, changed in way.changes)

    def _lowest(self, group: int, low: float, high: float) -> tuple[float, float]:
        """The smallest margin between two places, and where it is: to rounding, since lengths decide what it means."""
        for _ in range(LOOKS):
            closer, margins = self._between(group, low, high)
            least = int(np.argmin(margins))
            low, high = float(closer[max(least - 1, 0)]), float(closer[min(least + 1, PARTS)])
        return float(margins[least]), float(closer[least])

    def _first_open(self, group: int, low: float, high: float) -> float:
        """The first place between two others at which a group is open, as it is at the second."""
        for _ in range(8):
            closer, margins = self._between(group, low, high)
            below = np.flatnonzero(margins < 0.0)
            if len(below) == 0 or below[0] == 0:
                return high if len(below) == 0 else low
            low, high = float(closer[below[0] - 1]), float(closer[below[0]])
        return high

    def _between(self, group: int, low: float, high: float) -> tuple[Floats, Floats]:
        """Margins at places between two others."""
        lead, closer = self.places[self.places < low], np.linspace(low, high, PARTS + 1)
        return closer, self._run(np.concatenate([lead, closer])).margins[group, len(lead) :]

    def _stop(self, group: int, outcome: Outcome, place: float, margins: Floats) -> Stop:
        there, furthest = self.inputs(np.array([place, self.places[int(np.argmin(margins))]]))
        return Stop(group, outcome, there, furthest)


def turned_links(plan: Plan, change: Floats) -> Floats:
    """How far, in radians, links turn (…) where the inputs change (…, f): no further than can be followed.

    Raises where an angle changes by more turns than that; lengths are out of reach long before.
    """
    turn = float(np.abs(change)[..., plan.angles].max(initial=0.0))
    if turn > MOST_TURNS * WHOLE_TURN:
        raise InputError(
            f"an input turns {turn / WHOLE_TURN:.3g} times from one step to the next, or from the initial inputs "
            f"to the first step; {MOST_TURNS} turns at most can be followed: use smaller steps, or state in "
            "[initial] to which inputs the initial configuration belongs"
        )
    return np.minimum(np.abs(change) @ plan.input_turns, MOST_TURNS * WHOLE_TURN)


def closer_places(places: Floats, number: int) -> Floats:
    """Places put closer together before the one of the given number, evenly and from two places before it on."""
    begin = max(number - 2, 0)
    closer = np.linspace(places[begin], places[number], PARTS + 1)[1:-1]
    return np.concatenate([places[: begin + 1], closer, places[number:]])


def uneven(places: Floats) -> NDArray[np.int64]:
    """Places that are not as far from the one before as that is from the one before it."""
    apart = np.diff(places)
    return np.asarray(np.flatnonzero(np.abs(np.diff(apart)) > 1e-3 * apart[1:]) + 2)


def respace_lanes(plan: Plan, memory: Floats, ratio: float, again: bool) -> None:
    """Let iterations extrapolate to lanes that are `ratio` times as far apart as those before; with 0 they go on from
    their last solution alone. `again`: whether the lane of the last solution is to be run once more."""
    if not plan.iterated.any():
        return
    for group in plan.solved_groups:
        element = plan.element(group)
        if element.sign is None:
            continue
        sign, n = element.start + element.sign, element.unknowns
        if not ratio or memory[sign + 1] < 3.0:
            memory[sign + 1] = 0.0
            continue
        last, before, earlier = memory[sign - n : sign], memory[sign + 2 : sign + 2 + n], memory[sign + 2 + n :][:n]
        here, rate, bend = last.copy(), 1.5 * last - 2.0 * before + 0.5 * earlier, 0.5 * (last - 2.0 * before + earlier)
        for lane, solution in enumerate((last, before, earlier), start=int(again)):
            solution[:] = here - lane * ratio * rate + (lane * ratio) ** 2 * bend
        memory[sign + 1] = 3.0


def ratio_of(change: Floats, before: Floats) -> float:
    """How many times one change of the inputs is another; 0 if they are no multiples, or too different."""
    square = float(before @ before)
    ratio = float(change @ before) / square if square else 0.0
    parallel = np.abs(change - ratio * before).max(initial=0.0) <= 1e-3 * np.abs(change).max(initial=0.0)
    return ratio if parallel and 0.0 < ratio < MOST_AHEAD else 0.0


def turned_by(directions: Floats) -> Floats:
    """How far directions (n, 2, places) turn from each place at which they are known to the next such place."""
    angles = np.arctan2(directions[:, 1], directions[:, 0])
    if np.isfinite(angles).all():
        return nearest_angle(np.diff(angles, axis=1), 0.0)
    turns = np.zeros((len(angles), max(angles.shape[1] - 1, 0)))
    for row, angle in enumerate(angles):
        known = np.flatnonzero(np.isfinite(angle))
        turns[row, known[1:] - 1] = nearest_angle(np.diff(angle[known]), 0.0)
    return turns


def may_vanish(margins: Floats, signs: Floats, places: Floats) -> NDArray[np.bool_]:
    """Whether margins (groups, places) are zero at each place, or may have been between it and the place before.

    They are smooth when multiplied by the signs.
    """
    doubtful = ~(margins > CHANGE_POINT)
    apart = np.diff(places)
    with np.errstate(invalid="ignore"):  # differences of groups without margins
        smooth = np.where(margins > LOST, margins * signs, np.nan)
        bend = np.abs(np.diff(np.diff(smooth) / apart))
        around = np.fmax(np.concatenate([bend[:, :1], bend], axis=1), np.concatenate([bend, bend[:, -1:]], axis=1))
        doubtful[:, 1:] |= np.minimum(margins[:, :-1], margins[:, 1:]) <= 0.5 * around * apart
    return doubtful


def branch_place(element: Element) -> int | None:
    """Where in the memory the branch of a group stands, or the sign of the determinant that counts as positive."""
    place = 0 if element.kernel.branch else element.sign
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
    failed = ~(margins[later, column] > LOST)
    before = margins[later, column - 1] if column else np.ones(len(margins) - first - 1)
    margins[later, column] = np.where(failed, before, margins[later, column])
