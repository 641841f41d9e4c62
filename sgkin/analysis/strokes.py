"""Dead centres, stroke and time ratio of an output over a whole turn of the input.

The output stands still and turns back at its *dead centres*, the extremes of its value over the input. From one to the
next goes a stroke. The *time ratio* of a quick return is the time of all strokes of the slower way by that of all
strokes of the other: with constant speed of the input, the angles that it turns meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import ceil, pi

import numpy as np
from scipy.optimize import brentq

from sgkin.analysis.course import Course, Reading
from sgkin.analysis.extremes import ExtremeValue, find_extremes
from sgkin.analysis.input_line import InputLine
from sgkin.arrays import Floats
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.duration import default_duration
from sgkin.model.mechanism import Mechanism, at_inputs
from sgkin.model.planar_only import planar_only
from sgkin.motion import PARTS
from sgkin.solving import make_plan, solve

TURN = 2.0 * pi
MOST_TURNS = 12
"""Turns after which a mechanism is looked at to be where it was."""
STEPS = 90
"""Steps of a turn by which it is seen whether the input goes round."""
STILL = 1e-12
"""A stroke that is none, in parts of the mechanism's size or in radians."""
ROUND = 1e-9
"""A place this near to the end of a cycle, as a part of it, is its beginning."""
LAW_STEPS = 2000
"""Moments between which a motion law passes a dead centre once at most."""


@dataclass(frozen=True, slots=True)
class DeadCentre:
    """Where an output turns back: its `value` and the `input` there, from 0 to the end of the cycle; `kind`: "maximum"
    or "minimum" of the output.

    `time`: when the driver's own law comes there first in a turn, in seconds; None if it does not.
    """

    value: float
    input: float
    kind: str
    time: float | None


@dataclass(frozen=True, slots=True)
class Stroke:
    """From one dead centre to the next: how far the output goes, and how far the input turns meanwhile.

    `duration`: by the driver's own law, in seconds; None if the law makes no whole turn.
    """

    begin: DeadCentre
    end: DeadCentre
    input_angle: float
    duration: float | None

    @property
    def length(self) -> float:
        """How far the output goes: positive where it grows."""
        return self.end.value - self.begin.value


@dataclass(frozen=True)
class Strokes:
    """The strokes of an output over a cycle of the input; made by `strokes`. SI units and radians.

    `turns`: of the input in a cycle, after which the mechanism is where it was; `dead_centres` and `strokes`: as the
    input comes to them with growing values; the last stroke ends at the first dead centre.
    """

    mechanism: Mechanism = field(repr=False)
    output: str
    input: str
    turns: int
    dead_centres: tuple[DeadCentre, ...]
    strokes: tuple[Stroke, ...]

    @property
    def least(self) -> DeadCentre:
        """The dead centre of the least value."""
        return min(self.dead_centres, key=lambda each: each.value)

    @property
    def greatest(self) -> DeadCentre:
        """The dead centre of the greatest value."""
        return max(self.dead_centres, key=lambda each: each.value)

    @property
    def stroke(self) -> float:
        """From the least value to the greatest."""
        return self.greatest.value - self.least.value

    @property
    def forward(self) -> float:
        """How far the input turns while the output grows."""
        return sum(each.input_angle for each in self.strokes if each.length > 0.0)

    @property
    def back(self) -> float:
        """How far the input turns while the output falls."""
        return sum(each.input_angle for each in self.strokes if each.length < 0.0)

    @property
    def time_ratio(self) -> float:
        """The time of the slower way by that of the other, with constant speed of the input: 1 or more."""
        return max(self.forward, self.back) / min(self.forward, self.back)

    @cached_property
    def time_ratio_by_law(self) -> float | None:
        """The same with the driver's own law; None if that makes no whole turn."""
        ways = {True: 0.0, False: 0.0}
        for each in self.strokes:
            if each.duration is None:
                return None
            ways[each.length > 0.0] += each.duration
        return max(ways.values()) / min(ways.values())

    def __str__(self) -> str:
        from sgkin.analysis.transmission_text import strokes_text

        return strokes_text(self)


@planar_only("strokes and time ratios are known")
def strokes(mechanism: Mechanism | KinematicPlan, output: str, input: str | None = None) -> Strokes:
    """Dead centres, stroke and time ratio of an output over a whole turn of an input.

    output: a joint (its angle or stroke), a link (its angle) or a coordinate such as `coupler.P.x`. input: its name,
    which may be left out if there is only one; the others stay as they are initially. Raises `InputError` where the
    input makes no whole turn, or the output never turns back.

    >>> from sgkin import load_mechanism, strokes
    >>> shaper = strokes(load_mechanism("quick_return_slotted_lever"), "lever")
    >>> round(shaper.time_ratio, 3), len(shaper.dead_centres)
    (1.71, 2)
    """
    if not isinstance(mechanism, Mechanism | KinematicPlan):
        raise InputError(f"strokes needs a mechanism or a plan, found {brief(mechanism)}")
    plan = mechanism if isinstance(mechanism, KinematicPlan) else make_plan(mechanism)
    number = _input_number(plan, input)
    course = _whole_turns(plan, number)
    reading = coordinate(plan.mechanism, output)
    _refuse_winding(output, course.read(reading, np.array([course.low, course.high])))
    extremes = find_extremes(course, reading)
    _refuse_still(course, output, extremes)
    return _strokes(course, output, plan.input_names[number], extremes)


@planar_only("strokes and time ratios are known")
def quick_return(mechanism: Mechanism | KinematicPlan, output: str, input: str | None = None) -> float:
    """The time ratio of an output with constant speed of the input; see `strokes`."""
    return strokes(mechanism, output, input).time_ratio


def coordinate(mechanism: Mechanism, name: str) -> Reading:
    """How a coordinate is read of a motion: a joint, a link (its angle), `rocker.theta` or `coupler.P.x`."""
    joints = [joint.name for joint in mechanism.joints if joint.coordinate]
    if isinstance(name, str) and mechanism.has_link(name):
        return lambda motion: motion.pose(name)[:, 2]
    if name in joints:
        return lambda motion: motion.joint(name).value
    place, _, part = name.rpartition(".") if isinstance(name, str) else ("", "", "")
    is_point = "." in place
    if place and part in PARTS[: 2 if is_point else 3]:
        (mechanism.point if is_point else mechanism.link)(place)
        return lambda motion: motion.position(place)[:, PARTS.index(part)]
    allowed = (*mechanism.moving_links, *joints)
    raise UnknownNameError("output", "link, joint or coordinate", name, allowed, "a coordinate is written coupler.P.x")


def _input_number(plan: KinematicPlan, input: str | None) -> int:
    names = plan.input_names
    if input is None and len(names) != 1:
        remedy = f"say which is meant: {', '.join(names)}" if names else "add a driver"
        raise InputError(f"{plan.mechanism.name} has {'several inputs' if names else 'no input'}; {remedy}")
    if input is not None and input not in names:
        raise UnknownNameError("strokes", "input", input, names)
    chosen = names[0] if input is None else input
    if plan.mechanism.input_freedom(chosen) != "angle":
        raise InputError(f"input {chosen!r} is a length and makes no turns; strokes need an input that goes round")
    return names.index(chosen)


def _whole_turns(plan: KinematicPlan, number: int) -> Course:
    """The closed course of the input through as many turns as it takes; raises where it does not go round."""
    begin = float(plan.initial_inputs[number])
    name = plan.input_names[number]
    for turns in range(1, MOST_TURNS + 1):
        end = begin + turns * TURN
        course = Course(plan, InputLine.along_input(plan, number, begin, end), begin, end, begin, closed=True)
        places = np.linspace(begin, end, turns * STEPS + 1)
        motion = solve(plan, inputs=course.inputs(places), on_failure="return")
        if not motion.is_complete:
            where = at_inputs(plan.mechanism, motion.events[-1].inputs)
            raise InputError(
                f"input {name!r} makes no whole turn: the motion ends{where}"
                "; a time ratio needs an input that goes round, motion_range tells how far it can be moved"
            )
        if course.returns():
            return course
    raise InputError(f"the mechanism is not where it was after {MOST_TURNS} turns of {name!r}; it has no cycle")


def _refuse_winding(output: str, ends: Floats) -> None:
    """Raise where an angle is another one, by whole turns, when the mechanism is where it was."""
    if abs(ends[1] - ends[0]) > 1.0:
        raise InputError(f"{output} goes round with the input; it has no dead centres, as what it drives may have")


def _refuse_still(course: Course, output: str, extremes: tuple[ExtremeValue, ...]) -> None:
    values = [each.value for each in extremes]
    if max(values) - min(values) <= STILL * max(1.0, course.plan.unit_length):
        raise InputError(f"{output} does not move with the input; name an output that does")


def _strokes(course: Course, output: str, name: str, extremes: tuple[ExtremeValue, ...]) -> Strokes:
    cycle = course.span
    law = _Law(course.plan.mechanism, name, cycle)
    places = [(each.at + ROUND * cycle) % cycle - ROUND * cycle for each in extremes]
    centres = [
        DeadCentre(each.value, place, each.kind, law.time(place))
        for place, each in sorted(zip(places, extremes, strict=True), key=lambda both: both[0])
    ]
    found = [
        Stroke(begin, end, (end.input - begin.input) % cycle, law.duration(begin.time, end.time))
        for begin, end in pairwise([*centres, centres[0]])
    ]
    return Strokes(course.plan.mechanism, output, name, round(cycle / TURN), tuple(centres), tuple(found))


class _Law:
    """When the law of an input comes to a value in its first cycle, if it goes through one without turning back."""

    def __init__(self, mechanism: Mechanism, name: str, cycle: float) -> None:
        drivers = mechanism.at_rest().drivers
        laws = {each: law for driver in drivers for each, law in zip(driver.inputs, driver.laws, strict=True)}
        self.law, self.cycle = laws[name], cycle
        turns = max(1, ceil(cycle / TURN))
        self.times = np.linspace(0.0, turns * default_duration(mechanism)[0], turns * LAW_STEPS + 1)
        values = self.law(self.times)[0]
        self.first, self.sign = float(values[0]), 1.0 if values[-1] > values[0] else -1.0
        self.turned = self.sign * (values - self.first)
        self.goes_round = bool(np.diff(self.turned).min() >= 0.0 and self.turned[-1] >= cycle * (1.0 - ROUND))

    def time(self, value: float) -> float | None:
        """When it comes to a value first, but for whole cycles."""
        return self._moment((self.sign * (value - self.first)) % self.cycle) if self.goes_round else None

    def duration(self, begin: float | None, end: float | None) -> float | None:
        """From one moment to the other in a cycle, in the direction in which the input grows."""
        if begin is None or end is None:
            return None
        return (self.sign * (end - begin)) % self._moment(self.cycle)

    def _moment(self, turned: float) -> float:
        """When the input has gone so far from where it begins."""
        place = int(np.searchsorted(self.turned, turned))
        if place in (0, len(self.turned)):
            return float(self.times[min(place, len(self.times) - 1)])

        def ahead(t: float) -> float:
            return self.sign * (float(self.law(np.array([t]))[0][0]) - self.first) - turned

        low, high = self.times[place - 1 : place + 1].tolist()
        return float(brentq(ahead, low, high, xtol=1e-15, rtol=1e-15))
