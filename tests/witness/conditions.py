"""The conditions of joints and drivers as a table of numbers, written from what `sgkin.model` states with each.

Every condition is a row of one form, in x, y and θ of the links and in the inputs z:

    u(θ_g + α) · (r₂ − r₁) + Σ cₖ θₖ + c z + constant = 0,    or    (|r₂ − r₁|² − z²) / 2 = 0 for driven distances.

Lengths are in sizes of the mechanism and places are counted from one of its points, so that units and a place far from
the origin cost no digits. The place of a link is that of the middle of its points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import pi
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.joint import GearPair, Joint, PinInSlot, Prismatic, RackAndPinion, Revolute, Weld
from sgkin.model.mechanism import Mechanism

Array = NDArray[np.float64]
Place = tuple[int, float, float]
"""A link, −1 for ground, and local coordinates."""

NOWHERE: Place = (-1, 0.0, 0.0)
PROJECTION, DISTANCE, LINEAR = 0, 1, 2
ROW = np.dtype(
    [
        ("kind", np.int64),
        ("guide", np.int64),
        ("inclination", np.float64),
        ("first", np.int64),
        ("first_x", np.float64),
        ("first_y", np.float64),
        ("second", np.int64),
        ("second_x", np.float64),
        ("second_y", np.float64),
        ("turning", np.int64, 3),
        ("turn", np.float64, 3),
        ("input", np.int64),
        ("by_input", np.float64),
        ("constant", np.float64),
    ]
)


@dataclass(frozen=True)
class Condition:
    """One row; `guide` −1 is a fixed direction, `input` −1 none.

    `period`: what whole turns add to it; `rolling`: whether whole turns of single links matter.
    """

    owner: str
    kind: int = LINEAR
    guide: int = -1
    inclination: float = 0.0
    first: Place = NOWHERE
    second: Place = NOWHERE
    turns: dict[int, float] = field(default_factory=dict)
    input: int = -1
    constant: float = 0.0
    period: float = 0.0
    rolling: bool = False

    @property
    def row(self) -> tuple[Any, ...]:
        turns = [(link, c) for link, c in self.turns.items() if link >= 0]
        turns += [(-1, 0.0)] * (3 - len(turns))
        links, factors = zip(*turns, strict=True)
        by_input = -1.0 if self.input >= 0 else 0.0
        return (
            *(self.kind, self.guide, self.inclination),
            *(*self.first, *self.second),
            *(links, factors, self.input, by_input, self.constant),
        )


class Scales:
    """Between the numbers of a mechanism and those of its conditions."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.links = mechanism.moving_links
        self.number = {name: number for number, name in enumerate(self.links)} | {mechanism.ground: -1}
        points = {link.name: np.array(list(link.points.values()) or [(0.0, 0.0)]) for link in mechanism.links}
        self.size = max(float(np.hypot(*np.ptp(places, axis=0))) for places in points.values()) or 1.0
        self.middle = {name: places.mean(axis=0) for name, places in points.items()}
        self.base = points[mechanism.ground][0]
        self.middle[mechanism.ground] = self.base
        self.middles = np.array([self.middle[name] for name in self.links]) / self.size
        self.far = float(np.abs(self.base).max()) / self.size

    @cached_property
    def input_scale(self) -> Array:
        """What is one for each input (f,)."""
        lengths = [self.mechanism.input_quantity(name) == "length" for name in self.mechanism.input_names]
        return np.where(lengths, self.size, 1.0)

    @cached_property
    def input_offset(self) -> Array:
        """What is zero for each input (f,): driven coordinates count from the base."""
        offsets: list[float] = []
        for driver in self.mechanism.drivers:
            match driver:
                case CoordinateDriver():
                    offsets.append(self.base["xy".index(driver.axis)])
                case PoseDriver():
                    offsets += [*self.base, 0.0]
                case _:
                    offsets.append(0.0)
        return np.array(offsets)

    def inputs(self, z: ArrayLike) -> Array:
        """Inputs (…, f) of the conditions."""
        return np.asarray((np.asarray(z, dtype=float) - self.input_offset) / self.input_scale)

    def given_inputs(self, z: Array) -> Array:
        """Inputs (…, f) of the mechanism from those of the conditions."""
        return np.asarray(z * self.input_scale + self.input_offset)

    def coordinates(self, poses: ArrayLike) -> Array:
        """Coordinates (…, 3n) of the conditions from the poses (…, n, 3) of the links."""
        poses = np.asarray(poses, dtype=float)
        place = (poses[..., :2] - self.base) / self.size + turned(self.middles, poses[..., 2])
        joined = np.concatenate([place, poses[..., 2:]], axis=-1)
        return joined.reshape(*joined.shape[:-2], -1)

    def poses(self, q: Array) -> Array:
        """Poses (…, n, 3) of the links from the coordinates (…, 3n)."""
        parts = q.reshape(*q.shape[:-1], -1, 3)
        place = (parts[..., :2] - turned(self.middles, parts[..., 2])) * self.size + self.base
        return np.concatenate([place, parts[..., 2:]], axis=-1)

    def derivatives(self, q: Array, first: Array, second: Array) -> tuple[Array, Array]:
        """K (n, 3, f) and L (n, 3, f, f) of the links' frames, from those of the coordinates (3n, f), (3n, f, f)."""
        f = first.shape[1]
        K, L = first.reshape(-1, 3, f).copy(), second.reshape(-1, 3, f, f).copy()
        arm = turned(self.middles, q.reshape(-1, 3)[:, 2])
        left = np.stack([-arm[:, 1], arm[:, 0]], axis=1)
        turn = K[:, 2]
        K[:, :2] -= left[:, :, None] * turn[:, None]
        L[:, :2] -= left[:, :, None, None] * L[:, None, 2]
        L[:, :2] += arm[:, :, None, None] * (turn[:, :, None] * turn[:, None, :])[:, None]
        K[:, :2] *= self.size
        L[:, :2] *= self.size
        K /= self.input_scale
        L /= self.input_scale[:, None] * self.input_scale
        return K, L


def turned(vectors: Array, angle: Array) -> Array:
    """Vectors (n, 2) turned by angles (…, n)."""
    cosine, sine = np.cos(angle), np.sin(angle)
    x, y = vectors[:, 0], vectors[:, 1]
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)


class Conditions:
    """All conditions of a mechanism; those of joints on angles hold with whole turns as they are at the start."""

    def __init__(self, mechanism: Mechanism, scales: Scales) -> None:
        self.mechanism, self.scales = mechanism, scales
        self.all: list[Condition] = []
        for joint in mechanism.joints:
            self.all += self._of_joint(joint)
        self.joint_rows = len(self.all)
        number = 0
        for driver in mechanism.drivers:
            self.all += self._of_driver(driver, number)
            number += len(driver.inputs)

    @property
    def table(self) -> NDArray[Any]:
        return np.array([condition.row for condition in self.all], dtype=ROW)

    def with_turns(self, residuals: Array) -> NDArray[Any]:
        """The table with whole turns taken away from conditions that have these residuals at the start."""
        rows = [
            replace(c, constant=c.constant - c.period * round(r / c.period)) if c.period else c
            for c, r in zip(self.all, residuals.tolist(), strict=True)
        ]
        return np.array([condition.row for condition in rows], dtype=ROW)

    def _place(self, reference: str) -> Place:
        link, (x, y) = self.mechanism.point(reference)
        middle = self.scales.middle[link]
        return self.scales.number[link], (x - middle[0]) / self.scales.size, (y - middle[1]) / self.scales.size

    def _origin(self, link: str) -> Place:
        middle = self.scales.middle[link] / self.scales.size
        return self.scales.number[link], -float(middle[0]), -float(middle[1])

    def _coincide(self, owner: str, first: Place, second: Place) -> Iterator[Condition]:
        for inclination in (0.0, pi / 2.0):
            yield Condition(owner, PROJECTION, -1, inclination, first, second)

    def _of_joint(self, joint: Joint) -> Iterator[Condition]:
        size = self.scales.size
        places = [self._place(point) for point in joint.points]
        links = [self.scales.number[link] for link in joint.all_links]
        match joint:
            case Revolute():
                for place in places[1:]:
                    yield from self._coincide(joint.name, places[0], place)
            case Weld():
                yield from self._coincide(joint.name, *places)
                turns = {links[0]: -1.0, links[1]: 1.0}
                yield Condition(joint.name, turns=turns, constant=-joint.angle, period=2.0 * pi)
            case Prismatic():
                turns, angle = {links[0]: 1.0, links[1]: -1.0}, joint.angle[0] - joint.angle[1]
                yield Condition(joint.name, turns=turns, constant=angle, period=2.0 * pi)
                gap = (joint.offset[1] - joint.offset[0]) / size
                inclination = joint.angle[0] + pi / 2.0
                yield Condition(joint.name, PROJECTION, links[0], inclination, *places, constant=gap)
            case PinInSlot():
                pin, slot = places
                inclination, gap = joint.angle + pi / 2.0, -joint.offset / size
                yield Condition(joint.name, PROJECTION, links[1], inclination, slot, pin, constant=gap)
            case GearPair():
                first, second, carrier = links
                turns = {first: 1.0, second: -joint.ratio, carrier: joint.ratio - 1.0}
                yield Condition(joint.name, turns=turns, constant=-joint.phase, period=2.0 * pi, rolling=True)
            case RackAndPinion():
                centre, rack = places
                radius = joint.radius / size
                turns = {links[0]: radius, links[1]: -radius}
                phase, period = -joint.phase / size, 2.0 * pi * radius
                yield Condition(
                    *(joint.name, PROJECTION, links[1], joint.angle, rack, centre, turns),
                    constant=phase,
                    period=period,
                    rolling=True,
                )
            case _:
                raise TypeError(f"no condition is known for {joint}")

    def _of_driver(self, driver: Driver, number: int) -> Iterator[Condition]:
        mechanism = self.mechanism
        first, second = mechanism.driven_links(driver)
        turns = {self.scales.number[first]: -1.0, self.scales.number[second]: 1.0}
        match driver:
            case JointDriver() if isinstance(joint := mechanism.joint(driver.joint), Prismatic):
                places = dict(zip(joint.links, map(self._place, joint.points), strict=True))
                guide, inclination = self.scales.number[joint.links[0]], joint.angle[0]
                ends = places[first], places[second]
                yield Condition(driver.name, PROJECTION, guide, inclination, *ends, input=number)
            case JointDriver() | LinkAngleDriver():
                yield Condition(driver.name, turns=turns, input=number)
            case DistanceDriver():
                ends = self._place(driver.points[0]), self._place(driver.points[1])
                yield Condition(driver.name, DISTANCE, -1, 0.0, *ends, input=number)
            case CoordinateDriver():
                inclination = pi / 2.0 * "xy".index(driver.axis)
                place = self._place(driver.point)
                yield Condition(driver.name, PROJECTION, -1, inclination, NOWHERE, place, input=number)
            case PoseDriver():
                for k, condition in enumerate(self._coincide(driver.name, NOWHERE, self._origin(driver.link))):
                    yield replace(condition, input=number + k)
                yield Condition(driver.name, turns=turns, input=number + 2)
            case _:
                raise TypeError(f"no condition is known for {driver}")
