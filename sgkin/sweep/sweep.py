"""Many configurations one after the other, each group kept on its branch by the continuity of the motion.

A block of lanes is run with fixed branches. Where the margin of a group may vanish between two lanes, where an
iteration may have left its mode and where a link turns far, the motion between the lanes is followed in detail
(`sgkin.sweep.branch_tracking`); so is the motion from the start to the first lane.

Lanes on a change point are passed over: branches are decided between the lanes before and after. Their positions and
derivatives are the limit along the motion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.errors import Outcome
from sgkin.groups.element import Feature, Heading
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.kernels.executor import advance_rows, run_blocks
from sgkin.limit import AGREED, DISAGREED, DISTANCES, SIDE_STEPS, WEIGHTS, disagreement
from sgkin.plan.plan import Plan
from sgkin.plan.tape import Layout, Seeds, Tape
from sgkin.sweep.branch_tracking import (
    PathEnd,
    Start,
    Stop,
    branch_place,
    ratio_of,
    respace_lanes,
    track_branches,
)
from sgkin.sweep.counted_angles import Followed, counted_angles, known_changes
from sgkin.sweep.parallel import run_ahead, useful_threads

BLOCK = 512
SMALLEST_BLOCK = 32
UNIT = 1e-6
"""How far the length of an interpolated direction may be from one."""
MOST_WORK = 4_000_000
"""Numbers in the work area above which blocks become shorter."""


@dataclass(slots=True)
class Ending:
    """The first lane that is not reached, and what stops the motion."""

    lane: int
    stop: Stop


@dataclass(slots=True)
class SweepInputs:
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

    def at(self, places: Floats) -> SweepInputs:
        """The drive at places between its lanes, which are numbered from 0 on."""
        lanes = np.arange(len(self.inputs))

        def between(values: Floats | None) -> Floats | None:
            return None if values is None else np.stack([np.interp(places, lanes, row) for row in values.T], axis=1)

        inputs = between(self.inputs)
        assert inputs is not None
        return SweepInputs(inputs, between(self.rates), between(self.accelerations), self.unit)


@dataclass(slots=True)
class SweepResult:
    """What happened on the path.

    `solved`: lanes that were reached; `flips`: group and first lane of its new branch or sign; `touched`: group and
    lane on a change point; `passed`: group, lane and inputs of change points on a lane or on the path to it;
    `followed`: paths on which turns were counted.
    """

    solved: int = 0
    flips: list[tuple[int, int]] = field(default_factory=list)
    touched: list[tuple[int, int]] = field(default_factory=list)
    passed: list[tuple[int, int, Floats]] = field(default_factory=list)
    followed: list[Followed] = field(default_factory=list)
    ending: Ending | None = None


class Sweep:
    """One sweep of a plan over all lanes of a drive, by default from the initial configuration.

    From a given start the first lane must be reached by the motion. From the initial configuration it need not: where
    there is no way to it, branches are those of the initial configuration. `lines`: those whose ends are wanted, and
    whose lengths must be what they are; `tape`: for all of this, if it is at hand.
    """

    def __init__(
        self,
        plan: Plan,
        drive: SweepInputs,
        wanted: Sequence[Feature],
        counted: Sequence[Heading] = (),
        start: Start | None = None,
        progress: Callable[[int, int], None] | None = None,
        builder: PlanBuilder | None = None,
        lines: Sequence[Heading] = (),
        tape: Tape | None = None,
    ) -> None:
        self.plan, self.drive, self.wanted, self.counted, self.progress = plan, drive, wanted, counted, progress
        self.site, self.lines, groups = builder, lines, plan.solved_groups
        if tape is None:
            tape = plan.tape(wanted, drive.seeds, watch=True, groups=groups, counted=counted, builder=builder)
        self.tape = tape
        self.lanes = len(drive.inputs)
        block = block_of(self.tape)
        self.threads = useful_threads(plan, self.tape, self.lanes, block)
        self.layout = Layout(self.tape, self.lanes, block, areas=self.threads)
        self.must_reach = start is not None
        self.start = start or Start(plan.initial_inputs, plan.start)
        self.memory = np.concatenate([self.start.memory[: len(plan.start)], self.tape.watched])
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
        self.layout.set_spacing(self.plan.input_scales)

    def run(self, limits: bool = True) -> SweepResult:
        """Run all lanes, or up to the end of the motion; without `limits`, what is on change points stays as it is."""
        self._lead_in()
        lane = self._run_ahead()
        while lane < self.lanes and self.result.ending is None:
            if self._reached < lane and self._anchor is not None:
                self._follow_to(lane)
                continue
            stop = self.lanes
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
            self._set_limits()
        return self.result

    def _run_ahead(self) -> int:
        """Run what can be run on all cores; the first lane that is left to be run in order."""
        if self.threads == 1 or self._anchor is not None or self.result.ending is not None:
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
        lane, alarm = run_blocks(
            tape.addresses,
            layout.rows,
            layout.advance,
            layout.here,
            tape.row_start,
            tape.geometry,
            tape.geometry_start,
            self.memory,
            tape.memory_start,
            layout.state,
            lane,
            stop,
            layout.block,
            int(layout.offset[tape.alarm]),
            self._before,
        )
        return lane, alarm

    def _run_block(self, lane: int, count: int) -> int:
        """Run lanes lane … lane + count − 1; the first doubtful of them, counted from the first, or `count`."""
        layout, tape = self.layout, self.tape
        advance_rows(layout.rows, layout.advance, layout.here, lane)
        alarm = int(layout.offset[tape.alarm])
        layout.state[alarm : alarm + 3] = (count, -1.0, lane)
        self.plan.run(tape, layout, self.memory, count)
        return int(layout.state[alarm])

    def _lead_in(self) -> None:
        """Follow the motion from the start to the first lane."""
        if not np.array_equal(self.start.inputs, self.drive.inputs[0]):
            path_end = track_branches(self.plan, self.start, self.drive.inputs[0], self.counted)
            if path_end.stop is None:
                self._reach(0, path_end, self.start)
            elif self.must_reach:
                self.result.ending = Ending(0, path_end.stop)

    def _follow_to(self, lane: int) -> None:
        """Bring the memory to a lane, from that of the lane before it or before the change point."""
        inputs = self.drive.inputs
        start = self._anchor or Start(inputs[max(lane - 1, 0)], self.memory.copy(), lane - 1, self._change(lane - 1))
        path_end = track_branches(self.plan, start, inputs[lane], self.counted)
        if path_end.stop is not None:
            self.result.ending = Ending(lane, path_end.stop)
        else:
            self._reach(lane, path_end, start)

    def _change(self, lane: int) -> Floats | None:
        """How the inputs change from lane to lane up to a lane, if that is the same over the lanes from which
        iterations extrapolate."""
        if lane < 2:
            return None
        before, change = np.diff(self.drive.inputs[lane - 2 : lane + 1], axis=0)
        return change if abs(ratio_of(before, change) - 1.0) < 1e-3 else None

    def _reach(self, lane: int, path_end: PathEnd, start: Start) -> None:
        """Take over what following came to."""
        own = len(self.plan.start)
        memory = np.concatenate([path_end.memory[:own], self.memory[own:]])
        memory[list(self.tape.watches.values())] = lane
        groups, places = self.plan.made(_branch_places, lambda: _branch_places(self.plan))
        for group in groups[memory[places] * self.memory[places] < 0.0].tolist():
            self.result.flips.append((group, lane))
            if self.plan.iterated[group]:
                watch = self.tape.watches[group]
                memory[watch + 1 : watch + 3] *= -1.0  # the last margins, by the new sign
        way = (self.drive.inputs[lane] - start.inputs) * path_end.spacing
        later = self.drive.inputs[min(lane + 1, self.lanes - 1)] - self.drive.inputs[lane]
        respace_lanes(self.plan, memory, ratio_of(later, way), again=True)
        self.memory[:], self._reached = memory, lane
        known = {group for group, touched in self.result.touched if touched > start.lane}
        self.result.passed += [(group, lane, inputs) for inputs, group in path_end.changes if group not in known]
        self.result.passed += [
            (group, lane, self.drive.inputs[lane]) for group in path_end.touched if group not in known
        ]
        self.result.touched += [(group, lane) for group in path_end.touched]
        self.result.followed.append(Followed(lane, start.lane, path_end.turns))
        self._anchor = start if path_end.touched or path_end.singular else None
        if path_end.touched or path_end.near_end:
            self._near[lane] = start
        if path_end.near_start and start.lane >= 0:
            self._near.setdefault(start.lane, start)

    @property
    def end(self) -> Start:
        """From where the motion goes on behind the last lane."""
        return self._anchor or Start(self.drive.inputs[-1], self.memory, self.lanes - 1)

    def turning(self, first: Floats) -> tuple[Integers, Floats]:
        """Where and how far headings turned on ways that were followed; they were `first` (h,) at the start."""
        return known_changes(self.tape.headings, self.kept, first, self.result.followed)

    def angles(self, first: Floats) -> Floats:
        """The angles (h, n) of the headings at the lanes that were reached, which were `first` (h,) at the start."""
        return counted_angles(self.tape.headings.angles(self.kept), first, *self.turning(first))

    @property
    def kept(self) -> Floats:
        """The kept rows at the lanes that were reached."""
        return self.layout.kept[:, : self.result.solved]

    def _set_limits(self) -> None:
        """Positions and derivatives on change points, and derivatives next to them: the limit of those around them."""
        touched = {lane: group for group, lane in self.result.touched}
        for lane in sorted(self._near):
            if lane >= self.result.solved:
                continue
            if lane not in touched:
                if self.drive.seeds is not None:
                    self.set_limit(lane, self._near[lane], positions=False)
            elif not self.set_limit(lane, self._near[lane], positions=True):
                if self.drive.seeds is None and self._is_finite(lane):
                    continue  # a dead point, where the mode ends but still has a position
                inputs = self.drive.inputs[lane]
                self.result.ending = Ending(lane, Stop(touched[lane], Outcome.SINGULAR, inputs, inputs))
                self.result.solved = lane

    def _is_finite(self, lane: int) -> bool:
        """Whether all positions of a lane are numbers."""
        rows = [row for feature in self.wanted for row in self.tape.features[feature].position]
        return all(bool(np.isfinite(self.layout.row(row)[lane])) for row in rows)

    def set_limit(self, lane: int, start: Start, positions: bool) -> bool:
        """Put the limit of what is around a lane, reached from a start, into its place; whether there is one."""
        best, error = None, DISAGREED
        for distance in DISTANCES:
            nearby = Sweep(self.plan, self._around(lane, start, distance), self.wanted, start=start, builder=self.site)
            found = nearby.run(limits=False)
            if found.solved < len(SIDE_STEPS) or found.touched:
                continue
            if not positions and not found.flips:
                break
            values = [nearby._values(rows) for rows in nearby._orders()]
            if not self._are_directions(values[0] @ WEIGHTS):
                continue
            difference = disagreement([order / self._units(n)[:, None] for n, order in enumerate(values)])
            if difference < error:
                best, error = values, difference
            if error < AGREED:
                break
        if best is None:
            return False
        for number, (rows, order) in enumerate(zip(self._orders(), best, strict=True)):
            for row, value in zip(rows, order @ WEIGHTS, strict=True):
                if row < self.tape.kept and (positions or number):
                    self.layout.row(row)[lane] = value
        return True

    def _orders(self) -> list[list[int]]:
        """The rows of what is wanted: positions, first derivatives and second ones."""
        known = [self.tape.features[feature] for feature in self.wanted]
        return [
            [row for feature in known for row in feature.position],
            [row for feature in known for rows in feature.first.values() for row in rows],
            [row for feature in known for rows in feature.second.values() for row in rows],
        ]

    def _are_directions(self, positions: Floats) -> bool:
        """Whether directions among interpolated positions are such, and lines as long as they are: between two that
        have little in common they are not."""
        places: dict[Feature, Floats] = {}
        start = 0
        for feature in self.wanted:
            count = len(self.tape.features[feature].position)
            places[feature] = positions[start : start + count]
            start += count
        lengths = [np.hypot(*place) for feature, place in places.items() if feature.kind == "direction"]
        for heading in self.lines:
            if heading.second is not None:
                one, other = (places.get(end, np.array(end.values)) for end in (heading.first, heading.second))
                lengths.append(np.hypot(*(other - one)) / np.sqrt(heading.square))
        return all(abs(length - 1.0) < UNIT for length in lengths)

    def _values(self, rows: Sequence[int]) -> Floats:
        return np.array([self.layout.row(row) for row in rows]).reshape(-1, self.lanes)

    def _units(self, order: int) -> Floats:
        """What is one in each row of `_orders`: the size of the mechanism for lengths."""
        known = [(feature.kind, self.tape.features[feature]) for feature in self.wanted]
        counts = [len(rows.position) if not order else 0 for _, rows in known]
        if order:
            derivatives = [(rows.first, rows.second)[order - 1].values() for _, rows in known]
            counts = [sum(map(len, rows)) for rows in derivatives]
        return np.repeat([self.plan.unit_length if kind == "point" else 1.0 for kind, _ in known], counts)

    def _around(self, lane: int, start: Start, distance: float) -> SweepInputs:
        """Lanes on both sides of a lane, along the motion; the first of them on the side from which it is reached."""
        z, scales = self.drive.inputs[lane], self.plan.input_scales
        nothing = np.zeros_like(z)
        zd = nothing if self.drive.rates is None else self.drive.rates[lane]
        zdd = nothing if self.drive.accelerations is None else self.drive.accelerations[lane]
        reached = z - start.inputs
        later = self.drive.inputs[min(lane + 1, self.lanes - 1)] - z
        ways = [reached, later, zd, np.ones_like(z)] if len(z) == 1 else [zd, zdd, reached, later, np.ones_like(z)]
        along = next(way for way in ways if way.any())
        along = along * (distance / float(np.abs(along / scales).max()))
        ahead = reached.any() and float((along / scales) @ (reached / scales)) >= 0.0
        if not reached.any() and float((along / scales) @ (later / scales)) < 0.0:
            ahead = True  # the branch that is stated on a change point is that towards the next lane
        inputs = z + (SIDE_STEPS if ahead else -SIDE_STEPS)[:, None] * along
        if self.drive.rates is None:
            return SweepInputs(inputs, unit=self.drive.unit)
        rates, accelerations = (np.tile(values, (len(SIDE_STEPS), 1)) for values in (zd, zdd))
        return SweepInputs(inputs, rates, accelerations, self.drive.unit)


def block_of(tape: Tape) -> int:
    """How many lanes of a tape are run at once."""
    return int(np.clip(MOST_WORK // max(tape.work, 1), SMALLEST_BLOCK, BLOCK))


def _branch_places(plan: Plan) -> tuple[Integers, Integers]:
    """Groups (k,) that have branches, or a determinant that keeps its sign, and where in the memory (k,) they stand."""
    found = [(group, branch_place(plan.element(group))) for group in plan.solved_groups]
    known = [(group, place) for group, place in found if place is not None]
    groups, places = np.array(known, dtype=np.int64).reshape(-1, 2).T
    return groups, places
