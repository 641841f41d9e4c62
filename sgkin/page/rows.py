"""The constraints of a mechanism as small records, in the coordinates (x, y, θ) of its links.

Two forms are enough for all joints and drivers. With r the world place of a point, u(θ) = (cos θ, sin θ) and
z an input, where there is one:

    projection   u(θ_frame + angle)·(r_to − r_from) + Σ weight θ_link = constant + z
    distance     |r_to − r_from| = z

A projection without ends is a condition on angles alone. Every record belongs to the group that it helps to solve:
all its other links are known by then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

import numpy as np
from numpy.typing import NDArray

from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, PoseDriver
from sgkin.model.joint import GearPair, HigherPair, Joint, PinInSlot, Prismatic, RackAndPinion, Revolute, Weld
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Structure

Floats = NDArray[np.float64]
End = tuple[int, float, float]
"""A point: its link, by number, and its place in the link's frame."""
FIXED = -1
"""The group of ground, and of what is welded to it."""
RIGHT_ANGLE = pi / 2.0


@dataclass(frozen=True, slots=True)
class Row:
    """One scalar condition; links by their number in the mechanism, `input` −1 where it has none.

    `period`: what a whole turn of its angles adds to it, 0 where it has none.
    """

    kind: str
    frame: int = 0
    angle: float = 0.0
    ends: tuple[End, ...] = ()
    turns: tuple[tuple[int, float], ...] = ()
    constant: float = 0.0
    input: int = -1
    period: float = 0.0
    group: int = FIXED

    @property
    def links(self) -> tuple[int, ...]:
        """All links whose pose it involves."""
        frame = (self.frame,) if self.kind == "projection" and self.ends else ()
        return (*frame, *(end[0] for end in self.ends), *(link for link, _ in self.turns))


def residual(row: Row, poses: Floats, inputs: Floats) -> float:
    """By how much a condition is not met at poses (links, 3) and inputs (f,)."""
    value = sum(weight * float(poses[link, 2]) for link, weight in row.turns) - row.constant
    if row.input >= 0:
        value -= float(inputs[row.input])
    if not row.ends:
        return value
    (x1, y1), (x2, y2) = (_place(end, poses) for end in row.ends)
    if row.kind == "distance":
        return value + hypot(x2 - x1, y2 - y1)
    direction = float(poses[row.frame, 2]) + row.angle
    return value + cos(direction) * (x2 - x1) + sin(direction) * (y2 - y1)


def _place(end: End, poses: Floats) -> tuple[float, float]:
    link, px, py = end
    x, y, theta = poses[link].tolist()
    return x + cos(theta) * px - sin(theta) * py, y + sin(theta) * px + cos(theta) * py


def constraint_rows(
    mechanism: Mechanism, structure: Structure, poses: Floats | None = None, inputs: Floats | None = None
) -> tuple[Row, ...]:
    """All conditions of joints and drivers, in solving order.

    With closed poses (links, 3) at inputs (f,) the constants of angles get the whole turns that they have there.
    """
    rows = sorted(RowWriter(mechanism, structure).rows(), key=lambda row: row.group)
    if poses is None or inputs is None:
        return tuple(rows)
    return tuple(_counted(row, residual(row, poses, inputs)) for row in rows)


def _counted(row: Row, gap: float) -> Row:
    """The condition with as many whole turns in its constant as the gap has."""
    if not row.period:
        return row
    return replace(row, constant=row.constant + row.period * round(gap / row.period))


class RowWriter:
    """Writes the conditions of a mechanism, each with its group."""

    def __init__(self, mechanism: Mechanism, structure: Structure) -> None:
        self.mechanism = mechanism
        self.index = {link.name: number for number, link in enumerate(mechanism.links)}
        self.group_of = {str(link): number for number, group in enumerate(structure.groups) for link in group.links}
        self.ground = self.index[mechanism.ground]
        self._names = [link.name for link in mechanism.links]

    def rows(self) -> list[Row]:
        """Every condition that some group has to meet."""
        found = [row for joint in self.mechanism.joints for row in self._of_joint(joint)]
        number = 0
        for driver in self.mechanism.drivers:
            found += self._of_driver(driver, number)
            number += len(driver.inputs)
        placed = (replace(row, group=max(map(self._group, row.links))) for row in found)
        return [row for row in placed if row.group != FIXED]

    def _group(self, link: int) -> int:
        return self.group_of.get(self._names[link], FIXED)

    def _end(self, reference: str) -> End:
        link, (x, y) = self.mechanism.point(reference)
        return self.index[link], x, y

    def _coincide(self, one: End, other: End) -> Iterator[Row]:
        for angle in (0.0, RIGHT_ANGLE):
            yield Row("projection", self.ground, angle, (one, other))

    def _turn(self, first: str, second: str, **fields: float | int) -> Row:
        """θ_second − θ_first is given."""
        turns = ((self.index[second], 1.0), (self.index[first], -1.0))
        return Row("projection", turns=turns, period=2.0 * pi, **fields)  # type: ignore[arg-type]

    def _of_joint(self, joint: Joint) -> Iterator[Row]:
        ends = [self._end(point) for point in joint.points]
        links = [self.index[link] for link in joint.links]
        match joint:
            case Revolute():
                base = min(ends, key=lambda end: self._group(end[0]))
                for end in ends:
                    if end is not base:
                        yield from self._coincide(base, end)
            case Weld():
                yield from self._coincide(ends[0], ends[1])
                yield self._turn(*joint.links, constant=joint.angle)
            case Prismatic():
                yield self._turn(*joint.links, constant=joint.angle[0] - joint.angle[1])
                across = joint.offset[0] - joint.offset[1]
                yield Row("projection", links[0], joint.angle[0] + RIGHT_ANGLE, tuple(ends), constant=across)
            case PinInSlot():
                across = joint.angle + RIGHT_ANGLE
                yield Row("projection", links[1], across, (ends[1], ends[0]), constant=joint.offset)
            case HigherPair():
                yield Row("projection", links[0], joint.angle, tuple(ends))
            case RackAndPinion():
                turns = ((links[0], joint.radius), (links[1], -joint.radius))
                period = 2.0 * pi * joint.radius
                ordered = (ends[1], ends[0])
                yield Row("projection", links[1], joint.angle, ordered, turns, joint.phase, period=period)
            case GearPair():
                weights = (1.0, -joint.ratio, joint.ratio - 1.0)
                numbers = (self.index[link] for link in joint.all_links)
                ratio = tuple(zip(numbers, weights, strict=True))
                yield Row("projection", turns=ratio, constant=joint.phase, period=2.0 * pi)
            case _:
                raise TypeError(f"{type(joint).__name__} is not a joint that a page can show")

    def _of_driver(self, driver: Driver, number: int) -> Iterator[Row]:
        first, second = self.mechanism.driven_links(driver)
        match driver:
            case JointDriver() if isinstance(joint := self.mechanism.joint(driver.joint), Prismatic):
                at = dict(zip(joint.links, joint.points, strict=True))
                ends = (self._end(at[first]), self._end(at[second]))
                yield Row("projection", self.index[joint.links[0]], joint.angle[0], ends, input=number)
            case DistanceDriver():
                one, other = (self._end(point) for point in driver.points)
                yield Row("distance", ends=(one, other), input=number)
            case CoordinateDriver():
                angle = 0.0 if driver.axis == "x" else RIGHT_ANGLE
                ends = ((self.ground, 0.0, 0.0), self._end(driver.point))
                yield Row("projection", self.ground, angle, ends, input=number)
            case PoseDriver():
                for offset, angle in enumerate((0.0, RIGHT_ANGLE)):
                    ends = ((self.ground, 0.0, 0.0), (self.index[second], 0.0, 0.0))
                    yield Row("projection", self.ground, angle, ends, input=number + offset)
                yield self._turn(first, second, input=number + 2)
            case _:
                yield self._turn(first, second, input=number)
