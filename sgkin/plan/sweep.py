"""Many configurations one after the other, each group kept on its branch by the continuity of the motion.

A block of lanes is run with fixed branches. Where the margin of a group may vanish between two lanes, where an
iteration does not converge and where an input turns far in one step, the motion between the lanes is followed in
detail (`sgkin.plan.following`); so is the motion from the initial inputs to the first lane.

Lanes on a change point are passed over: branches are decided between the lanes before and after. Their positions and
derivatives are the limit along the motion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import pi

import numpy as np
from numpy.typing import NDArray

from sgkin.errors import Outcome
from sgkin.groups.element import Entity
from sgkin.kernels.compiled import JIT
from sgkin.kernels.executor import advance_rows, run_blocks
from sgkin.plan.following import Arrival, Start, Stop, branch_place, follow, forget_lanes
from sgkin.plan.parallel import run_ahead, useful_threads
from sgkin.plan.plan import WATCHED, KinematicPlan
from sgkin.plan.tape import Layout, Seeds

Floats = NDArray[np.float64]

BLOCK = 512
SMALLEST_BLOCK = 32
MOST_WORK = 4_000_000
"""Numbers in the work area above which blocks become shorter."""
COARSE = pi / 4.0
"""Steps in which an input turns further than this are followed in detail."""
NUDGES = np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])
WEIGHTS = np.array([1.0, -6.0, 15.0, 15.0, -6.0, 1.0]) / 20.0
"""Interpolation to the middle of six equally spaced values, of sixth order."""
DISTANCES = (1e-2, 1e-3, 1e-4)
"""How far apart these values are, in radians or parts of the mechanism's size; the first with which it works."""


@dataclass(slots=True)
class Ending:
    """The first lane that is not reached, and what stops the motion."""

    lane: int
    stop: Stop


@dataclass(slots=True)
class Drive:
    """Inputs (n, f) and, for a motion, their rates and accelerations; `unit`: whether derivatives are taken by each
    input instead of along the motion."""

    inputs: Floats
    rates: Floats | None = None
    accelerations: Floats | None = None
    unit: bool = False

    @property
    def seeds(self) -> Seeds | None:
        if self.unit:
            return Seeds(self.inputs.shape[1], False)
        return None if self.rates is None else Seeds(1, True)


@dataclass(slots=True)
class SweepResult:
    """What happened on the way.

    `solved`: lanes that were reached; `flips`: group and first lane of its new branch or sign; `touched`: group and
    lane on a change point.
    """

    solved: int = 0
    flips: list[tuple[int, int]] = field(default_factory=list)
    touched: list[tuple[int, int]] = field(default_factory=list)
    ending: Ending | None = None


class Sweep:
    """One sweep of a plan over all lanes of a drive, by default from the initial configuration."""

    def __init__(
        self,
        plan: KinematicPlan,
        drive: Drive,
        wanted: Sequence[Entity],
        start: Start | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.plan, self.drive, self.wanted, self.progress = plan, drive, wanted, progress
        self.tape = plan.tape(wanted, drive.seeds, watch=True, groups=plan.solved_groups)
        self.lanes = len(drive.inputs)
        block = int(np.clip(MOST_WORK // max(self.tape.work, 1), SMALLEST_BLOCK, BLOCK))
        self.threads = useful_threads(plan, self.tape, self.lanes, block)
        self.layout = Layout(self.tape, self.lanes, block, areas=self.threads)
        self.start = start or Start(plan.initial_inputs, plan.geometry)
        self.memory = self.start.memory.copy()
        self._before = self.memory.copy()  # as it was before the last block
        self.result = SweepResult()
        self._reached = -1  # the last lane to which the motion was followed
        self._anchor: Start | None = None  # the lane before those on or near a change point, while there
        self._near: dict[int, Start] = {}  # lanes on or near change points, and from where they are reached
        self._fill()

    def _fill(self) -> None:
        rows = [(self.tape.input_rows, self.drive.inputs)]
        if self.drive.rates is not None and self.drive.accelerations is not None:
            rows += [(self.tape.rate_rows, self.drive.rates), (self.tape.acceleration_rows, self.drive.accelerations)]
        for places, values in rows:
            for number, row in enumerate(places):
                self.layout.row(row)[:] = values[:, number]

    def run(self, limits: bool = True) -> SweepResult:
        """Run all lanes, or up to the end of the motion; without `limits`, what is on change points stays as it is."""
        turns = np.abs(np.diff(self.drive.inputs.T[self.plan.angles], axis=1)).max(axis=0, initial=0.0)
        coarse = np.append(np.flatnonzero(turns > COARSE) + 1, self.lanes)
        self._lead_in()
        lane = self._run_ahead() if len(coarse) == 1 else 0
        while lane < self.lanes and self.result.ending is None:
            place = int(np.searchsorted(coarse, lane))
            if self._reached < lane and (coarse[place] == lane or self._anchor is not None):
                self._follow_to(lane)
                continue
            stop = int(coarse[place]) if coarse[place] > lane else int(coarse[place + 1])
            if self._anchor is not None:
                stop = lane + 1
            elif self.progress is not None:
                stop = min(stop, lane + self.layout.block)
            lane, alarm = self._run_blocks(lane, stop)
            if alarm >= 0:
                self.memory[:] = self._before
                if alarm:
                    self._run_block(lane, alarm)  # brings the memory to the lane before the doubtful one
                lane += alarm
                self._follow_to(lane)
            elif self.progress is not None:
                self.progress(lane, self.lanes)
        self.result.solved = lane
        if limits:
            self._take_limits()
        return self.result

    def _run_ahead(self) -> int:
        """Run what can be run on all cores; the first lane that is left to be run in order."""
        if self.threads == 1 or self._anchor is not None:
            return 0
        lane = run_ahead(self.plan, self.tape, self.layout, self.memory, self.threads)
        if 0 < lane < self.lanes:
            start = max(lane - 2, 0)
            self._run_block(start, lane - start)  # brings the memory to the lane before the doubtful one
        if self.progress is not None:
            self.progress(lane, self.lanes)
        return lane

    def _run_blocks(self, lane: int, stop: int) -> tuple[int, int]:
        """Run lanes from one to another, a block at a time; the block that is in doubt and the place in it, or −1."""
        layout, tape = self.layout, self.tape
        if JIT:
            lane, alarm = run_blocks(
                self.plan.addresses(tape),
                layout.rows,
                layout.advance,
                layout.here,
                tape.row_start,
                self.memory,
                tape.geometry_start,
                layout.state,
                lane,
                stop,
                layout.block,
                int(layout.offset[tape.alarm]),
                self._before,
            )
            return lane, alarm
        while lane < stop:
            count = min(layout.block, stop - lane)
            self._before[:] = self.memory
            alarm = self._run_block(lane, count)
            if alarm < count:
                return lane, alarm
            lane += count
        return lane, -1

    def _run_block(self, lane: int, count: int) -> int:
        """Run lanes lane … lane + count − 1; the first doubtful of them, counted from the first, or `count`."""
        layout, tape = self.layout, self.tape
        advance_rows(layout.rows, layout.advance, layout.here, lane)
        alarm = int(layout.offset[tape.alarm])
        layout.state[alarm : alarm + 3] = (count, -1.0, lane)
        self.plan.run(tape, layout, self.memory, count)
        return int(layout.state[alarm])

    def _lead_in(self) -> None:
        """Follow the motion from the start to the first lane; if there is no way, branches are those of the start."""
        if not np.array_equal(self.start.inputs, self.drive.inputs[0]):
            arrival = follow(self.plan, self.start, self.drive.inputs[0])
            if arrival.stop is None:
                self._arrive(0, arrival, self.start)

    def _follow_to(self, lane: int) -> None:
        """Bring the memory to a lane, from that of the lane before it or before the change point."""
        inputs = self.drive.inputs
        start = self._anchor or Start(inputs[max(lane - 1, 0)], self.memory.copy(), lane - 1)
        arrival = follow(self.plan, start, inputs[lane])
        if arrival.stop is not None:
            self.result.ending = Ending(lane, arrival.stop)
        else:
            self._arrive(lane, arrival, start)

    def _arrive(self, lane: int, arrival: Arrival, start: Start) -> None:
        """Take over what following came to."""
        memory = arrival.memory
        for group in self.plan.solved_groups:
            element = self.plan.element(group)
            if element.kernel.margin:
                watch = slice(element.start + len(element.geometry), element.start + len(element.geometry) + WATCHED)
                memory[watch] = self.memory[watch]
                memory[watch.start + 1] = lane
            place = branch_place(element)
            if place is not None and memory[place] * self.memory[place] < 0.0:
                self.result.flips.append((group, lane))
                if element.sign is not None:
                    memory[watch.start + 2 : watch.start + 4] *= -1.0  # the last margins, by the new sign
        forget_lanes(self.plan, memory)
        self.memory[:], self._reached = memory, lane
        self.result.touched += [(group, lane) for group in arrival.touched]
        self._anchor = start if arrival.touched or arrival.singular else None
        if arrival.touched or arrival.near_end:
            self._near[lane] = start
        if arrival.near_start and start.lane >= 0:
            self._near.setdefault(start.lane, start)

    def _take_limits(self) -> None:
        """Positions and derivatives on change points, and derivatives next to them: the limit of those around them."""
        touched = {lane: group for group, lane in self.result.touched}
        for lane in sorted(self._near):
            if lane >= self.result.solved:
                continue
            if lane not in touched:
                if self.drive.seeds is not None:
                    self._take_limit(lane, DISTANCES[0], positions=False)
            elif not any(self._take_limit(lane, distance, positions=True) for distance in DISTANCES):
                if self.drive.seeds is None and self._is_finite(lane):
                    continue  # a dead point, where the mode ends but still has a position
                inputs = self.drive.inputs[lane]
                self.result.ending = Ending(lane, Stop(touched[lane], Outcome.SINGULAR, inputs, inputs))
                self.result.solved = lane

    def _is_finite(self, lane: int) -> bool:
        """Whether all positions of a lane are numbers."""
        rows = [row for entity in self.wanted for row in self.tape.entities[entity].position]
        return all(bool(np.isfinite(self.layout.row(row)[lane])) for row in rows)

    def _take_limit(self, lane: int, distance: float, positions: bool) -> bool:
        start = self._near[lane]
        around = self._around(lane, distance, start)
        nearby = Sweep(self.plan, around, self.wanted, start)
        found = nearby.run(limits=False)
        if found.solved < len(NUDGES) or not (positions or found.flips):
            return False
        for entity in self.wanted:
            known, around_it = self.tape.entities[entity], nearby.tape.entities[entity]
            pairs = [(known.position, around_it.position)] if positions else []
            pairs += [(known.first[i], around_it.first[i]) for i in known.first]
            pairs += [(known.second[p], around_it.second[p]) for p in known.second]
            for rows, nearby_rows in pairs:
                for row, nearby_row in zip(rows, nearby_rows, strict=True):
                    if row < self.tape.kept:
                        self.layout.row(row)[lane] = WEIGHTS @ nearby.layout.row(nearby_row)
        return True

    def _around(self, lane: int, distance: float, start: Start) -> Drive:
        """Lanes on both sides of a lane, along the motion; the first of them on the side from which it is reached."""
        z = self.drive.inputs[lane]
        nothing = np.zeros_like(z)
        zd = nothing if self.drive.rates is None else self.drive.rates[lane]
        zdd = nothing if self.drive.accelerations is None else self.drive.accelerations[lane]
        ways = [zd, zdd, z - start.inputs, np.ones_like(z)]
        along = next(way for way in ways if way.any())
        along = along * (distance / float(np.abs(along / self.plan.input_scales).max()))
        reached = z - start.inputs  # rates that are given need not be those of the steps
        ahead = reached.any() and float((along / self.plan.input_scales) @ (reached / self.plan.input_scales)) >= 0.0
        nudges = NUDGES[:, None] if ahead else -NUDGES[:, None]
        if not zd.any():
            inputs, rates = z + nudges * along, np.zeros((len(nudges), len(z)))
        else:
            times = nudges * float(np.abs(along).max() / np.abs(zd).max())
            inputs, rates = z + zd * times + 0.5 * zdd * times**2, zd + zdd * times
        if self.drive.rates is None:
            return Drive(inputs, unit=self.drive.unit)
        return Drive(inputs, rates, np.broadcast_to(zdd, inputs.shape).copy(), self.drive.unit)
