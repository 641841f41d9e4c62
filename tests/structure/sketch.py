"""Mechanisms reduced to what their structure depends on: to be glued together, shuffled, and then handed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    DistanceDriver,
    Driver,
    GearPair,
    HigherPair,
    InitialConfiguration,
    Joint,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    MotionLaw,
    PinInSlot,
    Prismatic,
    RackAndPinion,
    Revolute,
)

GROUND = -1

JointSketch = tuple[str, tuple[int, ...]]
InputSketch = tuple[str, int, tuple[int, int]]


@dataclass(frozen=True)
class Sketch:
    """Moving links 0 … n − 1 and ground; joints and inputs between them.

    joints: what it is (R, P, HP, slot, rack, or G with the carrier last) and its links. inputs: what is given (the
    coordinate of a `joint`, a `distance`, the angle of a `link`, a coordinate of a `point`), the joint where there is
    one, and the two links between which it acts.
    """

    links: int
    joints: tuple[JointSketch, ...]
    inputs: tuple[InputSketch, ...] = ()

    def without_joint(self, number: int) -> Sketch:
        """The same with a joint taken out; its input, if it has one, goes with it."""
        inputs = [(kind, joint - (joint > number), pair) for kind, joint, pair in self.inputs if joint != number]
        return replace(self, joints=self.joints[:number] + self.joints[number + 1 :], inputs=tuple(inputs))

    def without_input(self, number: int) -> Sketch:
        """The same with an input taken out."""
        return replace(self, inputs=self.inputs[:number] + self.inputs[number + 1 :])

    def with_joint(self, letter: str, *links: int) -> Sketch:
        """The same with one more joint."""
        return replace(self, joints=(*self.joints, (letter, links)))


def shuffled(sketch: Sketch, random: Random) -> tuple[Sketch, list[int]]:
    """The same mechanism written down in another order, and the new number of every link, with ground at −1."""
    number = list(range(sketch.links))
    random.shuffle(number)
    number.append(GROUND)
    order = list(range(len(sketch.joints)))
    random.shuffle(order)
    joints = []
    for old in order:
        letter, links = sketch.joints[old]
        renumbered = [number[link] for link in links]
        if letter == "R":
            random.shuffle(renumbered)
        joints.append((letter, tuple(renumbered)))
    place = {old: new for new, old in enumerate(order)} | {-1: -1}
    inputs = [(kind, place[joint], (number[a], number[b])) for kind, joint, (a, b) in sketch.inputs]
    random.shuffle(inputs)
    return Sketch(sketch.links, tuple(joints), tuple(inputs)), number


def joint_name(number: int) -> str:
    return f"J{number}"


def input_name(number: int) -> str:
    return f"z{number}"


def mechanism(
    sketch: Sketch, names: Sequence[str] = (), placed: bool = False, seed: int = 1, grid: int = 0
) -> Mechanism:
    """The sketch with random joints; without an initial configuration, or placed so that all link frames coincide.

    With a `grid` all points are whole numbers below it, and all angles multiples of 45°: special on purpose.
    """
    names = [*(names or [f"L{link}" for link in range(sketch.links)]), "ground"]
    random = np.random.default_rng(seed)
    points: list[dict[str, tuple[float, float]]] = [{"origin": (0.0, 0.0)} for _ in names]
    joints, drivers = [], []
    for number, (letter, links) in enumerate(sketch.joints):
        place, angle = _random_place(random, grid), random.uniform(0.0, 2.0 * np.pi)
        angle = angle if not grid else float(random.integers(4)) * np.pi / 4
        for link in links:
            points[link][joint_name(number)] = place
        joints.append(_joint(letter, joint_name(number), tuple(names[link] for link in links), angle))
    for number, (kind, joint, (a, b)) in enumerate(sketch.inputs):
        for link in (a, b):
            points[link][input_name(number)] = _random_place(random, grid)
        one, other = (np.array(points[link][input_name(number)]) for link in (a, b))
        start = {"distance": float(np.hypot(*(other - one))), "point": float(other[0])}.get(kind, 0.0)
        law = ConstantSpeed(1.0, start=start)
        drivers.append(_driver(kind, input_name(number), joint_name(joint), names[a], names[b], law))
    initial = InitialConfiguration(
        {f"{name}.origin": (0.0, 0.0) for name in names[:-1]}, dict.fromkeys(names[:-1], 0.0)
    )
    bodies = [Link(names[link], points[link]) for link in [GROUND, *range(sketch.links)]]
    return Mechanism("sketch", bodies, joints, drivers, initial if placed else InitialConfiguration(), floating=True)


def _random_place(random: np.random.Generator, grid: int) -> tuple[float, float]:
    x, y = random.integers(grid, size=2) if grid else random.normal(size=2)
    return float(x), float(y)


def _joint(letter: str, name: str, links: tuple[str, ...], angle: float) -> Joint:
    match letter:
        case "R":
            return Revolute(name, links)
        case "P":
            return Prismatic(name, links, angle=(angle, angle))
        case "G":
            return GearPair(name, links[:2], carrier=links[2], teeth=(17, 40))
        case "rack":
            return RackAndPinion(name, links, radius=0.3, angle=angle)
        case "slot":
            return PinInSlot(name, links, angle=angle)
    return HigherPair(name, links, angle=angle)


def _driver(kind: str, name: str, joint: str, first: str, second: str, law: MotionLaw) -> Driver:
    match kind:
        case "joint":
            return JointDriver(name, joint, law, links=(first, second))
        case "distance":
            return DistanceDriver(name, (f"{first}.{name}", f"{second}.{name}"), law)
        case "link":
            return LinkAngleDriver(name, second, law)
    return CoordinateDriver(name, f"{second}.{name}", "x", law)


def adjacency(sketch: Sketch) -> dict[str, Any]:
    """The arguments of `decompose_adjacency`: ground is link 0, pins stand apart from the matrix."""
    matrix = np.zeros((sketch.links + 1, sketch.links + 1), dtype=int)
    pins = []
    for letter, links in sketch.joints:
        if letter == "R":
            pins.append(tuple(link + 1 for link in links))
        else:
            a, b = (link + 1 for link in links)
            matrix[a, b] = matrix[b, a] = {"P": 2, "HP": 3}[letter]
    return {"matrix": matrix, "inputs": [(a + 1, b + 1) for _, _, (a, b) in sketch.inputs], "pins": pins}
