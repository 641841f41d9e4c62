"""A mechanism, where it starts, and how it is driven."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed, Harmonic, MotionLaw, Polynomial
from tests.fuzz.drawing import Drawing, Pose, UnsuitableError
from tests.witness.witness import Witness

Array = NDArray[np.float64]

WORST_START = 1000.0
"""|∂F/∂q⁻¹| up to which a start is no singular position."""
WAYS = ("times", "inputs", "inputs", "rates", "all", "contradicting", "constant")
"""How inputs are given, see `given_as`."""
STEPS = (6, 40)
"""Steps a turn."""
RESTLESS = 0.25
"""How often steps are uneven."""
COARSE = (8, 13)
"""Steps a turn that are just fine enough for sgkin to take them as they are, so that most goes wrong there."""


@dataclass
class Drive:
    """`arguments`: what `solve` is given; `inputs`, `rates` and `accelerations` (steps, f): what that means."""

    arguments: dict[str, Any]
    inputs: Array
    rates: Array | None = None
    accelerations: Array | None = None


@dataclass
class Case:
    """`poses`: those of the links at the initial inputs; `turns_stated`: whether the mechanism states whole turns;
    `exact`: whether its branches meet exactly, where they do."""

    mechanism: Mechanism
    poses: dict[str, Pose]
    drives: list[Drive]
    turns_stated: bool = True
    exact: bool = False

    @property
    def witness(self) -> Witness:
        return Witness(self.mechanism, self.poses, self.exact)


def given_as(random: np.random.Generator, mechanism: Mechanism, times: Array) -> Drive:
    """The motion laws at some times, given as times, or as inputs with rates or without, or with contradicting ones."""
    columns = [law(times) for driver in mechanism.drivers for law in driver.laws]
    z, rates, accelerations = (np.stack([column[order] for column in columns], axis=1) for order in range(3))
    way = random.choice(WAYS)
    if way == "times":
        return Drive({"times": times}, z, rates, accelerations)
    if way == "inputs":
        return Drive({"inputs": z}, z)
    if way == "contradicting":
        rates = rates * random.uniform(-3.0, 3.0)
    if way == "constant":
        rates = np.ones_like(z)
    arguments = {"inputs": z, "input_rates": rates}
    if way == "all":
        return Drive(arguments | {"input_accelerations": accelerations}, z, rates, accelerations)
    return Drive(arguments, z, rates, np.zeros_like(z))


def driven(drawing: Drawing, turns: float = 1.0, drives: int = 1, close: float = 0.0) -> Case:
    """A case from a drawing, in which every input follows some law.

    drives: how many; close: how often the start lies less than a radian before a dead point, or before where the motion
    comes near to a change point. All angles are stated where wheels roll, whose whole turns matter; else at times.
    """
    random = drawing.random
    way = gone_next_to_a_special_position(drawing) if random.random() < close else None
    rolling = any(joint.kind in ("gear", "rack-and-pinion") for joint in drawing.made_joints)
    stated = rolling or drawing.happens(0.6)
    mechanism, poses = drawing.finish(lambda number, value: some_law(drawing, number, value, way), stated)
    case = Case(mechanism, poses, [], stated)
    for _ in range(drives):
        a_turn = int(random.integers(*(STEPS if random.random() < 0.4 else COARSE), endpoint=True))
        times = np.arange(round(a_turn * turns) + 1) * (2.0 * pi / a_turn)
        if random.random() < 0.3:
            times = -times
        if random.random() < 0.2:
            times = times + random.uniform(-0.5, 1.5)
        (aside,) = random.spawn(1)  # so that seeds go on meaning the same mechanisms
        if aside.random() < RESTLESS:
            times = restless(aside, times)
        case.drives.append(given_as(random, mechanism, times))
    return suitable(case)


def restless(random: np.random.Generator, times: Array) -> Array:
    """Times from the same start on whose steps are as uneven as can be: some are none, tiny, or lead back."""
    kinds = random.choice([0.0, 1e-9, 1e-5, 0.01, 0.3, 1.0, -0.3, -1.0], size=len(times) - 1)
    kinds[random.random(len(kinds)) < 0.5] = 1.0
    return np.concatenate([times[:1], times[0] + np.cumsum(kinds * np.diff(times))])


def some_law(drawing: Drawing, number: int, value: float, way: Array | None) -> MotionLaw:
    """A law that has a value at t = 0 and changes by about a radian a second, or by a part of the unit of length.

    way: the rates (f,) to be kept, if any.
    """
    random = drawing.random
    if way is not None:
        return ConstantSpeed(float(way[number]), start=value)
    size = drawing.unit * random.uniform(0.1, 0.4) if drawing.is_length[number] else 1.0
    kind = random.choice(["speed", "harmonic", "polynomial"], p=[0.6, 0.25, 0.15])
    if kind == "speed":
        return ConstantSpeed(float(random.choice([-1.0, 1.0]) * size), start=value)
    if kind == "harmonic":
        amplitude, phase = size * random.uniform(0.5, 2.5), random.uniform(-pi, pi)
        frequency = random.uniform(0.5, 1.5) / (2.0 * pi)
        return Harmonic(float(amplitude), float(frequency), float(value - amplitude * np.sin(phase)), float(phase))
    first, second = size * random.uniform(-1.0, 1.0, 2)
    return Polynomial((value, float(first), float(second) * 0.3))


def gone_next_to_a_special_position(drawing: Drawing) -> Array | None:
    """Bring a drawing shortly before the first dead point of some motion, or before where it comes nearest to another.

    The rates (f,) of the inputs of that motion; None where there is no such place.
    """
    random = drawing.random
    mechanism, poses = drawing.finish()
    witness = Witness(mechanism, poses)
    if not witness.start_condition < WORST_START:
        raise UnsuitableError
    way = random.uniform(-1.0, 1.0, witness.f)
    way *= np.where(drawing.is_length, 0.3 * drawing.unit, 1.0)
    way /= np.abs(way / witness.scales.input_scale).max()
    rows = witness.scales.given_inputs(witness.start.z) + np.linspace(0.0, 2.0 * pi, 8)[:, None] * way
    special = witness.follow(rows).special
    if special is None:
        return None
    step, place = special
    found = witness.follow([*rows[:step], place - float(10.0 ** random.uniform(-2.5, 0.0)) * way])
    if found.steps <= step:
        return None
    drawing.move(dict(zip(mechanism.moving_links, found.poses[-1].tolist(), strict=True)))
    return np.asarray(way)


def suitable(case: Case) -> Case:
    """The case, if it starts in no singular position and its first steps can be reached."""
    witness = case.witness
    if not witness.start_condition < WORST_START or witness.opening > 1e-6:
        raise UnsuitableError
    distances = [driver.name for driver in case.mechanism.drivers if driver.kind == "distance"]
    columns = [case.mechanism.input_names.index(name) for name in distances]
    for drive in case.drives:
        if (drive.inputs[:, columns] <= 0.0).any() or witness.follow(drive.inputs[:1]).steps == 0:
            raise UnsuitableError
    return case


def drawn(stratum: Callable[[Drawing], Case], seed: int) -> Case:
    """The case of a stratum that a seed gives."""
    random = np.random.default_rng(seed)
    for _ in range(1000):
        try:
            return stratum(Drawing(random))
        except UnsuitableError:
            continue
    raise AssertionError("nothing suitable was drawn in 1000 attempts")
