"""The conditions of joints and drivers as a table of numbers, read from the formulas of joints and written for drivers.

Nothing of `sgkin.conditions` is used here: this is the second answer.

Every condition is a row of one form, in x, y and θ of the links and in the inputs z:

    u(θ_g + α) · (r₂ − r₁) + Σ cₖ θₖ − z + constant = 0,    or    (|r₂ − r₁|² − (z + constant)²) / 2 = 0 for distances.

Lengths and places are those of `scales`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.joint import Joint, Prismatic
from sgkin.model.mechanism import Mechanism
from tests.witness.formula import COINCIDE, Formula, read
from tests.witness.scales import Scales

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
        return (
            *(self.kind, self.guide, self.inclination),
            *(*self.first, *self.second),
            *(links, factors, self.input, self.constant),
        )


class Conditions:
    """All conditions of a mechanism; those of joints on angles hold with whole turns as they are at the start."""

    def __init__(self, mechanism: Mechanism, scales: Scales) -> None:
        self.mechanism, self.scales = mechanism, scales
        self.all: list[Condition] = []
        for joint in mechanism.joints:
            self.all += self._of_joint(joint)
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
        places = [self._place(point) for point in joint.points]
        links = [self.scales.number[link] for link in joint.all_links]
        for text in joint.states:
            if text == COINCIDE:
                for place in places[1:]:
                    yield from self._coincide(joint.name, places[0], place)
            else:
                yield self._of_formula(joint, read(text, fields_of(joint)), links, places)

    def _of_formula(self, joint: Joint, formula: Formula, links: list[int], places: list[Place]) -> Condition:
        size = self.scales.size if formula.between else 1.0
        turns = {link: c / size for link, c in zip(links, formula.weights, strict=False) if c != 0.0}
        condition = Condition(
            joint.name,
            turns=turns,
            constant=formula.constant / size,
            period=2.0 * pi * abs(formula.weights[0]) / size,
            rolling=bool(turns) and (formula.between is not None or any(abs(c) != 1.0 for c in turns.values())),
        )
        if formula.between is None:
            return condition
        first, second = (places[number] for number in formula.between)
        if formula.direction is None:
            length = -condition.constant
            return replace(condition, kind=DISTANCE, first=first, second=second, constant=length)
        guide, inclination = formula.direction
        kinds = {"kind": PROJECTION, "guide": links[guide], "inclination": inclination}
        return replace(condition, first=first, second=second, **kinds)

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


def fields_of(joint: Joint) -> dict[str, Any]:
    """What the names in a joint's formulas stand for."""
    return {name: getattr(joint, name) for name in dir(joint) if not name.startswith("_")}
