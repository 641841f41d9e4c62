"""A mechanism to be solved, how it is driven, and where it starts."""

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
from tests.fuzz.witness import Witness

Array = NDArray[np.float64]

WORST_START = 1000.0
"""|∂F/∂q⁻¹| up to which a start is no special position."""

WAYS = ("times", "inputs", "inputs", "rates", "all", "contradicting", "constant")
COARSE = (8, 13)
"""Steps a turn that are just fine enough for sgkin to take them as they are, so that most goes wrong there."""


@dataclass
class Case:
    """`arguments`: what `solve` is given; `inputs`, `rates` and `accelerations` (steps, f) are what that means.

    `poses`: those of the links at the initial inputs; `turns_stated`: whether the mechanism states their whole turns.
    """

    mechanism: Mechanism
    poses: dict[str, Pose]
    arguments: dict[str, Any]
    inputs: Array
    rates: Array | None
    accelerations: Array | None
    turns_stated: bool = True


def laws_along(mechanism: Mechanism, times: Array) -> tuple[Array, Array, Array]:
    """Inputs, rates and accelerations (steps, f) at times, by the motion laws."""
    columns = [law(times) for driver in mechanism.drivers for law in driver.laws]
    z, rates, accelerations = (np.stack([column[order] for column in columns], axis=1) for order in range(3))
    return z, rates, accelerations


def given_as(
    random: np.random.Generator, mechanism: Mechanism, poses: dict[str, Pose], times: Array, turns_stated: bool
) -> Case:
    """A case whose inputs are given as times, or as such with rates or without, also with rates that contradict them."""
    z, rates, accelerations = laws_along(mechanism, times)
    way = random.choice(WAYS)
    if way == "times":
        return Case(mechanism, poses, {"times": times}, z, rates, accelerations, turns_stated)
    if way == "inputs":
        return Case(mechanism, poses, {"inputs": z}, z, None, None, turns_stated)
    if way == "contradicting":
        rates = rates * random.uniform(-3.0, 3.0)
    if way == "constant":
        rates = np.ones_like(z)
    arguments = {"inputs": z, "input_rates": rates}
    if way == "all":
        return Case(
            mechanism, poses, arguments | {"input_accelerations": accelerations}, z, rates, accelerations, turns_stated
        )
    return Case(mechanism, poses, arguments, z, rates, np.zeros_like(z), turns_stated)


def driven(
    drawing: Drawing,
    steps: tuple[int, int] = (6, 40),
    turns: float = 1.0,
    late: float = 0.2,
    close: float = 0.0,
    say: str | None = None,
) -> Case:
    """A case from a drawing: every input follows some law, at so many steps a turn.

    late: how often the first step is not the initial configuration; close: how often the initial configuration lies
    less than a radian before a dead point, or where the motion comes near to a change point.
    """
    random = drawing.random
    way = gone_next_to_a_special_position(drawing) if random.random() < close else None
    plain, poses = drawing.finish()
    is_length = [plain.input_quantity(name) == "length" for name in plain.input_names]

    def law(number: int, value: float) -> MotionLaw:
        if way is not None:
            return ConstantSpeed(float(way[number]), start=value)
        return some_law(random, value, is_length[number] * drawing.unit)

    said = say or str(random.choice(["all", "all", "points"]))
    mechanism, poses = drawing.finish(law, said)
    a_turn = int(random.integers(*(steps if random.random() < 0.4 else COARSE), endpoint=True))
    times = np.arange(round(a_turn * turns) + 1) * (2.0 * pi / a_turn)
    if random.random() < late:
        times = times + random.uniform(-0.5, 1.5)
    case = given_as(random, mechanism, poses, times, said == "all")
    refuse_unsuitable(case)
    return case


def gone_next_to_a_special_position(drawing: Drawing) -> Array | None:
    """Bring a drawing shortly before the first dead point of some motion, or before where it comes nearest to another.

    The rates (f,) of the inputs of that motion; None where there is no such place.
    """
    random = drawing.random
    mechanism, poses = drawing.finish()
    witness = Witness(mechanism, poses)
    if not witness.start_condition < WORST_START:
        raise UnsuitableError
    initial = np.array([mechanism.initial_inputs[name] for name in mechanism.input_names])
    way = random.uniform(-1.0, 1.0, len(initial))
    way *= np.where(witness.scales.input_scale == 1.0, 1.0, 0.3 * witness.scales.size) / np.abs(way).max()
    rows = initial + np.linspace(0.0, 2.0 * pi, 8)[:, None] * way
    said = witness.follow(rows)
    if said.special is None:
        return None
    step, place = said.special
    before = place - float(10.0 ** random.uniform(-2.5, 0.0)) * way
    found = witness.follow([*rows[:step], before])
    if found.steps <= step:
        return None
    for link, (x, y, theta) in zip(mechanism.moving_links, found.poses[-1].tolist(), strict=True):
        dx, dy = drawing.shift
        drawing.poses[link] = ((x - dx) / drawing.unit, (y - dy) / drawing.unit, theta)
    return np.asarray(way)


def some_law(random: np.random.Generator, value: float, length: float) -> MotionLaw:
    """A law that has a value at t = 0 and changes by about a radian in a unit of time, or else by a part of a length."""
    size = length * random.uniform(0.1, 0.4) if length else 1.0
    kind = random.choice(["speed", "harmonic", "polynomial"], p=[0.6, 0.25, 0.15])
    if kind == "speed":
        return ConstantSpeed(float(random.choice([-1.0, 1.0]) * size), start=value)
    if kind == "harmonic":
        amplitude, phase = size * random.uniform(0.5, 2.5), random.uniform(-pi, pi)
        frequency = random.uniform(0.5, 1.5) / (2.0 * pi)
        return Harmonic(float(amplitude), float(frequency), float(value - amplitude * np.sin(phase)), float(phase))
    first, second = size * random.uniform(-1.0, 1.0, 2)
    return Polynomial((value, float(first), float(second) * 0.3))


def refuse_unsuitable(case: Case) -> None:
    """Raise where the start is special or the first step is out of reach."""
    witness = Witness(case.mechanism, case.poses)
    if not witness.start_condition < WORST_START or witness.opening > 1e-6:
        raise UnsuitableError
    names = case.mechanism.input_names
    distances = [driver.name for driver in case.mechanism.drivers if driver.kind == "distance"]
    if (case.inputs[:, [names.index(name) for name in distances]] <= 0.0).any():
        raise UnsuitableError
    if witness.follow(case.inputs[:1]).steps == 0:
        raise UnsuitableError


def drawn(stratum: Callable[[np.random.Generator], Case], seed: int) -> Case:
    """The case of a stratum that a seed gives."""
    random = np.random.default_rng(seed)
    for _ in range(1000):
        try:
            return stratum(random)
        except UnsuitableError:
            continue
    raise AssertionError("nothing suitable was drawn in 1000 attempts")
