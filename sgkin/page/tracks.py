"""The configurations that a page stores: along every input, and along the motion laws of the drivers.

One input is followed as far as it goes: round once if it is an angle that turns fully, otherwise through the range in
which the mechanism moves and a little beyond, to the dead points there. Several inputs are followed one at a time
from the initial configuration, and together along their laws.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import MotionError, Outcome
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.duration import default_duration
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed, MotionLaw
from sgkin.motion import Motion
from sgkin.solving import motion_laws, solve

WAYS = (-1.0, 1.0)
"""Down and up."""
BEYOND = 0.3
"""How far beyond its range an input is followed in search of a dead point, as a part of the range."""
CLOSER = 8
"""Configurations added between the last step and a dead point, each half as far from it in the links' angles."""
FAR = 10.0
"""Links that run away further than this many sizes of the mechanism are not followed."""
CLOSED = 1e-9
"""How exactly the links must come back after a turn, as a part of the mechanism's size."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where an input cannot go on: its value there, what came of which group."""

    value: float
    outcome: Outcome
    group: str


@dataclass(frozen=True, slots=True)
class Track:
    """Solved configurations in order: inputs (n, f) and poses (n, links, 3) of all links with ground."""

    inputs: Floats
    poses: Floats


@dataclass(frozen=True, slots=True)
class InputTrack:
    """How one input can be moved while the others stay: `low` to `high`, and what stops it there, if anything.

    `base`: the interval of its range and its law; `turns`: the mechanism is back after a whole turn.
    """

    track: Track
    low: float
    high: float
    base: tuple[float, float]
    stops: tuple[Stop, ...] = ()
    turns: bool = False


@dataclass(frozen=True, slots=True)
class LawTrack:
    """The motion laws: times (n,), the inputs and two derivatives (n, f); poses (n, links, 3) of several inputs."""

    times: Floats
    inputs: Floats
    rates: Floats
    accelerations: Floats
    poses: Floats | None


def all_poses(motion: Motion) -> Floats:
    """Poses (n, links, 3) of all links, with ground."""
    return np.stack([motion.pose(link.name) for link in motion.mechanism.links], axis=1)


def solve_track(plan: KinematicPlan, inputs: Floats) -> tuple[Track, MotionError | None]:
    """The configurations at inputs (n, f) as far as they go, and why they end if they end early."""
    try:
        motion, error = solve(plan, inputs=inputs), None
    except MotionError as found:
        motion, error = found.motion, found
    return Track(motion.inputs, all_poses(motion)), error


def law_track(plan: KinematicPlan, steps: int) -> LawTrack:
    """The motion laws of all drivers from t = 0, for as long as the mechanism can follow them."""
    mechanism = plan.mechanism
    times = np.linspace(0.0, default_duration(mechanism)[0], steps + 1)
    z, rates, accelerations = motion_laws(mechanism, times)
    track, _ = solve_track(plan, z)
    count = len(track.inputs)
    poses = track.poses if z.shape[1] > 1 else None
    return LawTrack(times[:count], z[:count], rates[:count], accelerations[:count], poses)


def input_track(plan: KinematicPlan, number: int, laws: LawTrack, steps: int) -> InputTrack:
    """One input through its range, the others as they are initially."""
    name = plan.input_names[number]
    start = float(plan.initial_inputs[number])
    if _may_turn(plan.mechanism, number):
        track, error = solve_track(plan, _varied(plan, number, start, start + 2.0 * pi, steps))
        if error is None:
            ends = (start, start + 2.0 * pi)
            return InputTrack(track, *ends, ends, turns=_comes_back(plan, track))
        base = (start - 2.0 * pi, start + 2.0 * pi)
    else:
        base = base_interval(plan, number, laws)
    sides = [Side(plan, number, start, end, way, base[1] - base[0], steps) for end, way in zip(base, WAYS, strict=True)]
    inputs = np.concatenate([sides[0].track.inputs[::-1], sides[1].track.inputs[1:]])
    poses = np.concatenate([sides[0].track.poses[::-1], sides[1].track.poses[1:]])
    stops = tuple(Stop(side.error.inputs[name], side.error.outcome, side.error.group) for side in sides if side.error)
    low, high = float(inputs[0, number]), float(inputs[-1, number])
    if len(plan.input_names) > 1:  # the others may let it go further than they do initially
        low, high = min(low, base[0]), max(high, base[1])
    return InputTrack(Track(inputs, poses), low, high, base, stops)


def base_interval(plan: KinematicPlan, number: int, laws: LawTrack) -> tuple[float, float]:
    """The least interval that holds an input's stated range, its law and its initial value; of an input that is at
    rest, a half turn or half the mechanism's size to either side."""
    name = plan.input_names[number]
    initial = plan.mechanism.initial_inputs[name]
    values = [*plan.mechanism.expected.range.get(name, ()), *laws.inputs[:, number].tolist(), initial]
    if max(values) > min(values):
        return min(values), max(values)
    reach = pi if plan.angles[number] else 0.5 * plan.unit_length
    low = max(initial - reach, 0.1 * initial) if plan.mechanism.input_freedom(name) == "distance" else initial - reach
    return low, initial + reach


def _law(mechanism: Mechanism, number: int) -> MotionLaw:
    return [law for driver in mechanism.drivers for law in driver.laws][number]


def _may_turn(mechanism: Mechanism, number: int) -> bool:
    """Whether a single input is an angle that is meant to go on turning."""
    name = mechanism.input_names[number]
    if len(mechanism.input_names) > 1 or mechanism.input_quantity(name) != "angle":
        return False
    turning = isinstance(_law(mechanism, number), ConstantSpeed) and not mechanism.expected.range
    return mechanism.expected.full_turn or turning


def _varied(plan: KinematicPlan, number: int, start: float, end: float, steps: int) -> Floats:
    inputs = np.tile(plan.initial_inputs, (steps + 1, 1))
    inputs[:, number] = np.linspace(start, end, steps + 1)
    return inputs


def _comes_back(plan: KinematicPlan, track: Track) -> bool:
    """Whether every link is where it was, up to whole turns."""
    change = track.poses[-1] - track.poses[0]
    change[:, 2] -= 2.0 * pi * np.round(change[:, 2] / (2.0 * pi))
    return bool(np.abs(change).max() <= CLOSED * max(plan.size, 1.0))


class Side:
    """The way from the initial value of an input to one end of its range, and a little beyond it to a dead point.

    `error` is None where the end is reached and no dead point follows; the way then stops at the end.
    """

    def __init__(
        self, plan: KinematicPlan, number: int, start: float, end: float, way: float, span: float, steps: int
    ) -> None:
        self.plan, self.number, self.start, self.end = plan, number, start, end
        beyond = end + BEYOND * span * way
        if plan.mechanism.input_freedom(plan.input_names[number]) == "distance" and beyond <= 0.0:
            beyond = end
        share = max(2, round(steps * abs(beyond - start) / ((1.0 + BEYOND) * span)))
        self.track, self.error = solve_track(plan, _varied(plan, number, start, float(beyond), share))
        if self.error is None:
            self._cut()
        else:
            self._approach(self.error.inputs[plan.input_names[number]])

    def _cut(self) -> None:
        """Leave out what lies beyond the end, and put the end itself in its place."""
        values = self.track.inputs[:, self.number]
        inner = values[np.abs(values - self.start) < abs(self.end - self.start) * (1.0 - 1e-9)]
        self._redo(np.append(inner, self.end) if self.end != self.start else values[:1])

    def _approach(self, dead: float) -> None:
        """Add steps ever closer to a dead point: near it the links turn like the root of the distance from it."""
        values = self.track.inputs[:, self.number]
        if len(values) > 1 and abs(dead - values[-1]) < 1e-6 * np.ptp(values):
            values = values[:-1]  # this step fell on the dead point
        gaps = (dead - values[-1]) * 0.25 ** np.arange(1, CLOSER + 1)
        after = np.abs(values - self.start) > abs(self.end - self.start)
        if after.any() and np.abs(values - self.end).min() > 1e-9 * np.ptp(values):
            values = np.insert(values, int(after.argmax()), self.end)
        self._redo(np.concatenate([values, dead - gaps]))

    def _redo(self, values: Floats) -> None:
        """Follow the input through other values, but not beyond the end where links run away there."""
        inputs = np.tile(self.plan.initial_inputs, (len(values), 1))
        inputs[:, self.number] = values
        track, _ = solve_track(self.plan, inputs)
        gone = np.abs(track.poses[:, :, :2]).max(axis=(1, 2)) > FAR * self.plan.unit_length
        gone &= np.abs(track.inputs[:, self.number] - self.start) > abs(self.end - self.start)
        count = int(gone.argmax()) if gone.any() else len(gone)
        self.track = Track(track.inputs[:count], track.poses[:count])
