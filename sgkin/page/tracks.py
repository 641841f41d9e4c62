"""The configurations that a page stores: along every input, and along the motion laws of the drivers.

How far an input can go, and what stops it, is asked of `motion_range`. One that goes round is followed until the
mechanism is where it was, another through the range that is stated for it, and a little beyond to a dead point. Several
inputs are followed one at a time from the initial configuration, and together along their laws.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from sgkin.analysis.motion_range import Limit, ModeRange, motion_range
from sgkin.arrays import Floats
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.duration import default_duration
from sgkin.motion import Motion
from sgkin.solving import motion_laws, solve

BEYOND = 0.3
"""How far beyond the range stated for an input its dead points are shown, as a part of the range."""
CLOSER = 8
"""Configurations added between the last step and a dead point, each half as far from it in the links' angles."""
STOPS = ("dead point", "link at infinity")
"""Limits at which an input cannot go on."""
FAR = 10.0
"""Links that run away further than this many sizes of the mechanism are not followed."""
CLOSED = 1e-9
"""How exactly the links must come back after a turn, as a part of the mechanism's size."""


@dataclass(frozen=True, slots=True)
class Track:
    """Solved configurations in order: inputs (n, f) and poses (n, links, 3) of all links with ground."""

    inputs: Floats
    poses: Floats


@dataclass(frozen=True, slots=True)
class InputTrack:
    """How one input can be moved while the others stay: `low` to `high`, and the dead points, change points and poles
    of its mode there.

    `base`: the interval of its range and its law; `reach`: where limits are looked for; `may_turn`: whether it is an
    angle without a range; `turns`: after high − low the mechanism is where it was.
    """

    track: Track
    low: float
    high: float
    base: tuple[float, float]
    reach: tuple[float, float]
    may_turn: bool
    limits: tuple[Limit, ...] = ()
    turns: bool = False

    @property
    def stops(self) -> tuple[Limit, ...]:
        """Where the input cannot go on."""
        return tuple(limit for limit in self.limits if limit.kind in STOPS)


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


def solve_track(plan: KinematicPlan, inputs: Floats) -> Track:
    """The configurations at inputs (n, f), as far as they go."""
    motion = solve(plan, inputs=inputs, on_failure="return")
    return Track(motion.inputs, all_poses(motion))


def law_track(plan: KinematicPlan, steps: int) -> LawTrack:
    """The motion laws of all drivers from t = 0, for as long as the mechanism can follow them."""
    mechanism = plan.mechanism
    times = np.linspace(0.0, default_duration(mechanism)[0], steps + 1)
    z, rates, accelerations = motion_laws(mechanism.at_rest(), times)
    track = solve_track(plan, z)
    count = len(track.inputs)
    poses = track.poses if z.shape[1] > 1 else None
    return LawTrack(times[:count], z[:count], rates[:count], accelerations[:count], poses)


def input_track(plan: KinematicPlan, number: int, laws: LawTrack, steps: int) -> InputTrack:
    """One input through its range, the others as they are initially."""
    base, may_turn = base_interval(plan, number, laws), _may_turn(plan, number)
    name, start = plan.input_names[number], float(plan.initial_inputs[number])
    reach = base if may_turn else _wider(plan, name, base)
    (mode,) = motion_range(plan, name, between=None if may_turn else reach, present=True)
    limits = tuple(limit for limit in mode.limits if limit.kind != "end of the interval")
    if mode.full_turn and may_turn:
        end = start + 2.0 * pi * max(mode.turns, 1)
        track = solve_track(plan, _varied(plan, number, np.linspace(start, end, steps + 1)))
        turns = mode.turns > 0 or _comes_back(plan, track)
        return InputTrack(track, start, end, (start, end), reach, may_turn, limits, turns)
    ends = _shown_ends(base, mode)
    down, up = (_side(plan, number, base, ends, end, steps) for end in ends)
    track = Track(np.concatenate([down.inputs[:0:-1], up.inputs]), np.concatenate([down.poses[:0:-1], up.poses]))
    low, high = float(track.inputs[0, number]), float(track.inputs[-1, number])
    if len(plan.input_names) > 1:  # the others may let it go further than they do initially
        low, high = min(low, base[0]), max(high, base[1])
    seen = tuple(limit for limit in limits if ends[0] <= limit.value <= ends[1])
    return InputTrack(track, low, high, base, reach, may_turn, seen)


def base_interval(plan: KinematicPlan, number: int, laws: LawTrack) -> tuple[float, float]:
    """The least interval that holds an input's stated range, its law and its initial value; of an angle that may turn,
    all angles, and of another input that is at rest half the mechanism's size or a half turn to either side."""
    name = plan.input_names[number]
    initial = plan.mechanism.initial_inputs[name]
    if _may_turn(plan, number):
        return initial - 2.0 * pi, initial + 2.0 * pi
    values = [*plan.mechanism.expected.range.get(name, ()), *laws.inputs[:, number].tolist(), initial]
    if max(values) > min(values):
        return min(values), max(values)
    reach = pi if plan.angles[number] else 0.5 * plan.unit_length
    low = max(initial - reach, 0.1 * initial) if plan.mechanism.input_freedom(name) == "distance" else initial - reach
    return low, initial + reach


def _may_turn(plan: KinematicPlan, number: int) -> bool:
    """Whether an input is a single angle for which no range is stated."""
    mechanism = plan.mechanism
    single = len(plan.input_names) == 1 and mechanism.input_quantity(plan.input_names[number]) == "angle"
    return single and (mechanism.expected.full_turn or not mechanism.expected.range)


def _shown_ends(base: tuple[float, float], mode: ModeRange) -> tuple[float, float]:
    """From where to where an input is shown: the base interval, or up to where the mode ends in it or near it."""
    low, high = (limit.value if limit is not None and limit.kind in STOPS else None for limit in (mode.low, mode.high))
    return base[0] if low is None else low, base[1] if high is None else high


def _wider(plan: KinematicPlan, name: str, base: tuple[float, float]) -> tuple[float, float]:
    """The interval in which limits are looked for; distances are positive."""
    beyond = BEYOND * (base[1] - base[0])
    low = max(base[0] - beyond, 0.0) if plan.mechanism.input_freedom(name) == "distance" else base[0] - beyond
    return low, base[1] + beyond


def _comes_back(plan: KinematicPlan, track: Track) -> bool:
    """Whether every link is where it was, up to whole turns; of gears, no range says it."""
    change = track.poses[-1] - track.poses[0]
    change[:, 2] -= 2.0 * pi * np.round(change[:, 2] / (2.0 * pi))
    return bool(np.abs(change).max() <= CLOSED * max(plan.size, 1.0))


def _varied(plan: KinematicPlan, number: int, values: Floats) -> Floats:
    inputs = np.tile(plan.initial_inputs, (len(values), 1))
    inputs[:, number] = values
    return inputs


def _side(
    plan: KinematicPlan, number: int, base: tuple[float, float], ends: tuple[float, float], end: float, steps: int
) -> Track:
    """The way from the initial value of an input to one of its two ends; beyond the base interval only as long as no
    link runs away."""
    start = float(plan.initial_inputs[number])
    values = np.linspace(start, end, max(2, round(steps * abs(end - start) / (ends[1] - ends[0]))) + 1)
    if end not in base:
        values = _approaching(values, base)
    track = solve_track(plan, _varied(plan, number, values if end != start else values[:1]))
    reached = track.inputs[:, number]
    gone = np.abs(track.poses[:, :, :2]).max(axis=(1, 2)) > FAR * plan.unit_length
    gone &= (reached < base[0]) | (reached > base[1])
    count = int(gone.argmax()) if gone.any() else len(gone)
    return Track(track.inputs[:count], track.poses[:count])


def _approaching(values: Floats, base: tuple[float, float]) -> Floats:
    """Values up to a dead point, ever closer to it, since near it the links turn like the root of the distance from it;
    and an end of the base interval that lies on the way."""
    end, before = values[-1], values[:-1]
    found = np.concatenate([before, end - (end - before[-1]) * 0.25 ** np.arange(1, CLOSER + 1)])
    apart = 1e-9 * abs(end - values[0])
    passed = [each for each in base if min(values[0], end) < each < max(values[0], end)]
    passed = [each for each in passed if np.abs(found - each).min() > apart]
    found = np.sort(np.concatenate([found, passed]))
    return np.asarray(found if end > values[0] else found[::-1])
