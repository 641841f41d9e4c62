"""Many configurations one after the other, each group kept on its branch by the continuity of the motion.

A block of lanes is run with fixed branches. Where the margin of a group may vanish between two lanes, the motion
between them is followed in detail, along the straight line from one set of inputs to the next:

- the margin stays positive: nothing happens;
- it touches zero: a change point, where two modes meet; the branch changes sign and the motion goes on;
- it becomes negative, or an iteration finds no way on: the mode ends there, even if both lanes could be assembled.

Lanes on a change point keep position and branch, and get their derivatives as the limit along the motion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sgkin.errors import Outcome
from sgkin.groups.element import Element, Entity
from sgkin.kernels.executor import advance_rows
from sgkin.plan.plan import KinematicPlan
from sgkin.plan.tape import Layout, Seeds

Floats = NDArray[np.float64]

BLOCK = 512
SMALLEST_BLOCK = 32
MOST_WORK = 4_000_000
"""Numbers in the work area above which blocks become shorter."""
TOUCHES = 1e-11
"""Margins up to this are zero: a change point."""
ON_LANE = 1e-15
"""Margins up to this are zero at the lane itself, as far as rounding can tell."""
NEAR = 1e-7
"""Margins up to this cost so many digits of the derivatives that these are taken as a limit too."""
UNCONVERGED = -1.5
"""Margins below this are those of an iteration that did not converge."""
GRID = np.linspace(0.0, 1.0, 33)
NUDGES = np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])
WEIGHTS = np.array([1.0, -6.0, 15.0, 15.0, -6.0, 1.0]) / 20.0
"""Interpolation to the middle of six equally spaced values, of sixth order."""


@dataclass(slots=True)
class Ending:
    """Where a motion ends: the group, the first lane that is not reached, the inputs at the dead point, and those at
    which the group is furthest from closing on the way to the lane."""

    group: int
    lane: int
    outcome: Outcome
    inputs: Floats
    worst: Floats


@dataclass(slots=True)
class Drive:
    """Inputs (n, f) and, for a motion, their rates and accelerations."""

    inputs: Floats
    rates: Floats | None = None
    accelerations: Floats | None = None

    @property
    def seeds(self) -> Seeds | None:
        return None if self.rates is None else Seeds(1, True)


@dataclass(slots=True)
class SweepResult:
    """Rows of all requested entities, and what happened on the way.

    `solved`: lanes that were reached; `flips`: group and first lane of the new branch; `touched`: group and lane on
    a change point.
    """

    layout: Layout
    solved: int
    flips: list[tuple[int, int]] = field(default_factory=list)
    touched: list[tuple[int, int]] = field(default_factory=list)
    ending: Ending | None = None


class Sweep:
    """One sweep of a plan over all lanes of a drive."""

    def __init__(
        self,
        plan: KinematicPlan,
        drive: Drive,
        wanted: Sequence[Entity],
        memory: Floats | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.plan, self.drive, self.wanted, self.progress = plan, drive, wanted, progress
        self.groups = [number for number, element in enumerate(plan.solvers) if element is not None]
        self.tape = plan.tape(wanted, drive.seeds, watch=True, groups=self.groups)
        self.lanes = len(drive.inputs)
        block = int(np.clip(MOST_WORK // max(self.tape.work, 1), SMALLEST_BLOCK, BLOCK))
        self.layout = Layout(self.tape, self.lanes, block)
        self.memory = (plan.geometry if memory is None else memory).copy()
        self.result = SweepResult(self.layout, 0)
        self._near: set[int] = set()
        self._fill()

    def _fill(self) -> None:
        rows = [(self.tape.input_rows, self.drive.inputs)]
        if self.drive.rates is not None and self.drive.accelerations is not None:
            rows += [(self.tape.rate_rows, self.drive.rates), (self.tape.acceleration_rows, self.drive.accelerations)]
        for places, values in rows:
            for number, row in enumerate(places):
                self.layout.row(row)[:] = values[:, number]

    def run(self) -> SweepResult:
        """Run all lanes, or up to the end of the motion."""
        lane, fresh = 0, 0  # lanes before `fresh` were run with other branches
        while lane < self.lanes and self.result.ending is None:
            start = max(lane - 2, fresh)
            count = min(self.layout.block, self.lanes - start)
            before = self.memory.copy()
            alarm, group = self._run_block(start, count)
            if alarm >= count:
                lane = start + count
                self.result.solved = lane
                if self.progress is not None:
                    self.progress(lane, self.lanes)
                continue
            doubtful = start + alarm
            self.memory[:] = before
            changed = self._decide(group, doubtful, start)
            if self.result.ending is not None:
                self._rerun(start, doubtful)
                self.result.solved = doubtful
            elif changed:
                self._rerun(start, doubtful)
                self._flip(group, doubtful)
                lane = fresh = doubtful
            else:
                lane = max(start, lane)
        self._take_limits()
        return self.result

    def _run_block(self, start: int, count: int) -> tuple[int, int]:
        """Run lanes start … start + count − 1; the first doubtful of them, counted from the start, and its group."""
        layout, tape = self.layout, self.tape
        advance_rows(layout.rows, layout.advance, layout.here, start)
        alarm = int(layout.offset[tape.alarm])
        layout.state[alarm : alarm + 3] = (count, -1.0, start)
        self.plan.run(tape, layout, self.memory, count)
        return int(layout.state[alarm]), int(layout.state[alarm + 1])

    def _rerun(self, start: int, stop: int) -> None:
        """Bring the memory to the lane before `stop`."""
        if stop > start:
            self._run_block(start, stop - start)

    def _element(self, group: int) -> Element:
        element = self.plan.solvers[group]
        assert element is not None
        return element

    def _know(self, group: int, lane: int) -> None:
        """Say that all intervals of a group up to a lane are decided."""
        element = self._element(group)
        self.memory[element.start + len(element.geometry) + 1] = lane

    def _decide(self, group: int, lane: int, start: int) -> int:
        """What happens to a group on the way to a doubtful lane: −1 if its branch changes from there on, else 0."""
        path = Path(self, group, start, lane)
        self._know(group, lane)
        if self._element(group).sign is not None:
            return self._decide_iterated(group, lane, path)
        lowest = path.lowest()
        if lowest < -TOUCHES or (lowest <= TOUCHES and self._element(group).kernel.branch is None):
            outcome = Outcome.CANNOT_ASSEMBLE if lowest < -TOUCHES else Outcome.SINGULAR
            self._end(group, lane, path, path.first_below(-TOUCHES if lowest < -TOUCHES else TOUCHES), outcome)
            return 0
        if lowest > TOUCHES:
            return 0
        self._note_near(path, lane)
        if lane == 0 or path.at(np.array([1.0]))[0] < ON_LANE:
            self.result.touched.append((group, lane))
            return 0
        return 0 if lane == 1 and (group, 0) in self.result.touched else -1

    def _note_near(self, path: Path, lane: int) -> None:
        """Lanes so near a change point that their derivatives would lose half their digits."""
        ends = path.at(np.array([0.0, 1.0]))
        self._near.update(lane - 1 + number for number in range(2) if ends[number] < NEAR and lane - 1 + number >= 0)

    def _decide_iterated(self, group: int, lane: int, path: Path) -> int:
        """Followed in small steps, does an iteration get through to the lane?"""
        found = path.at(GRID[1:])
        if found.min() > UNCONVERGED and abs(found[-1]) > TOUCHES:
            return -1 if found[-1] < 0.0 else 0
        outcome = Outcome.SINGULAR if found.min() > UNCONVERGED else Outcome.CANNOT_ASSEMBLE
        self._end(group, lane, path, path.first_below(TOUCHES), outcome)
        return 0

    def _end(self, group: int, lane: int, path: Path, place: float, outcome: Outcome) -> None:
        worst = GRID[int(np.nanargmin(path.at(GRID)))]
        inputs = path.inputs(np.array([place, worst]))
        self.result.ending = Ending(group, lane, outcome, inputs[0], inputs[1])

    def _flip(self, group: int, lane: int) -> None:
        """Change the branch, or the sign of the determinant that counts as positive, from a lane on."""
        element = self._element(group)
        place = element.kernel.branch if element.kernel.branch is not None else element.sign
        assert place is not None
        self.memory[element.start + place] *= -1.0
        if element.kernel.branch is not None:
            self.result.flips.append((group, lane))

    def _take_limits(self) -> None:
        """Derivatives on change points: the limit of those around them."""
        if self.drive.rates is None or self.drive.accelerations is None:
            return
        for lane in sorted(self._near | {lane for _, lane in self.result.touched}):
            if lane < self.result.solved:
                self._take_limit(lane)

    def _take_limit(self, lane: int) -> None:
        assert self.drive.rates is not None
        assert self.drive.accelerations is not None
        z, zd, zdd = self.drive.inputs[lane], self.drive.rates[lane], self.drive.accelerations[lane]
        speed = float(np.abs(zd).max(initial=0.0))
        if speed == 0.0:
            return
        times = (NUDGES * 0.01 / speed)[:, None]
        around = Drive(
            z + zd * times + 0.5 * zdd * times**2, zd + zdd * times, np.broadcast_to(zdd, (6, len(zd))).copy()
        )
        nearby = Sweep(self.plan, around, self.wanted, self._memory_before(lane))
        found = nearby.run()
        if found.solved < len(NUDGES):
            return
        for entity in self.wanted:
            known, around_it = self.tape.entities[entity], nearby.tape.entities[entity]
            pairs = [(known.first[i], around_it.first[i]) for i in known.first]
            pairs += [(known.second[p], around_it.second[p]) for p in known.second]
            for rows, nearby_rows in pairs:
                for row, nearby_row in zip(rows, nearby_rows, strict=True):
                    if row < self.tape.kept:
                        self.layout.row(row)[lane] = WEIGHTS @ nearby.layout.row(nearby_row)

    def _memory_before(self, lane: int) -> Floats:
        """Branches as they were before a lane, so that a motion through it meets the change point again."""
        memory = self.plan.geometry.copy()
        for group, first in self.result.flips:
            element = self._element(group)
            if first < lane and element.kernel.branch is not None:
                memory[element.start + element.kernel.branch] *= -1.0
        return memory


class Path:
    """The margin of a group between two lanes, as a function of the way from 0 to 1."""

    def __init__(self, sweep: Sweep, group: int, start: int, lane: int) -> None:
        self.sweep, self.group = sweep, group
        self.lead = sweep.drive.inputs[start:lane]
        self.end = sweep.drive.inputs[lane]
        self.begin = sweep.drive.inputs[lane - 1] if lane > 0 else self.end
        plan = sweep.plan
        self.tape = plan.tape((), None, watch=False, groups=sweep.groups)

    def inputs(self, places: Floats) -> Floats:
        """Inputs at places of the way."""
        return np.asarray(self.begin + places[:, None] * (self.end - self.begin))

    def at(self, places: Floats) -> Floats:
        """Margins at places of the way, which must not decrease."""
        values = np.concatenate([self.lead, self.inputs(places)])
        layout = Layout(self.tape, len(values), len(values))
        for number, row in enumerate(self.tape.input_rows):
            layout.row(row)[:] = values[:, number]
        self.sweep.plan.run(self.tape, layout, self.sweep.memory.copy(), len(values))
        return layout.row(self.tape.margins[self.group])[len(self.lead) :].copy()

    def lowest(self) -> float:
        """The smallest margin on the way."""
        low, high = 0.0, 1.0
        for _ in range(8):
            places = low + GRID * (high - low)
            margins = self.at(places)
            least = int(np.nanargmin(margins)) if np.isfinite(margins).any() else len(GRID) - 1
            low, high = places[max(least - 1, 0)], places[min(least + 1, len(GRID) - 1)]
        return float(margins[least])

    def first_below(self, limit: float) -> float:
        """The first place where the margin falls below a limit."""
        low, high = 0.0, 1.0
        for _ in range(8):
            places = low + GRID * (high - low)
            below = np.flatnonzero(~(self.at(places) > limit))
            if len(below) == 0:
                return high
            if below[0] == 0:
                return low
            low, high = places[below[0] - 1], places[below[0]]
        return high
