"""The conditions of joints and drivers, written from what `sgkin.model` states with each.

A condition has an owner, by which it is named where it fails: a joint, an input or, where several points of one link
are coordinates, the link that holds them together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi

from sgkin.global_solver.expression import INPUT, Expression, Point, difference, variable
from sgkin.global_solver.frame import FixedFrame, Frame, TurningFrame
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, PoseDriver
from sgkin.model.joint import GearPair, Joint, PinInSlot, Prismatic, RackAndPinion
from sgkin.model.mechanism import Mechanism


@dataclass(frozen=True, slots=True)
class Owner:
    """Who states a condition; kind: `joint`, `input` or `link`."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


@dataclass(frozen=True, slots=True)
class Plain:
    """value = 0; `period`: what may be added to it without a change of meaning, for conditions on angles."""

    owner: Owner
    value: Expression
    period: float = 0.0


@dataclass(frozen=True, slots=True)
class Projection:
    """u · vector + rest = 0 with the direction u at the angle of the variable `turning` plus `inclination`."""

    owner: Owner
    turning: int
    inclination: float
    vector: Point
    rest: Expression
    period: float = 0.0


@dataclass(frozen=True, slots=True)
class Distance:
    """The length of a vector is that of another expression."""

    owner: Owner
    vector: Point
    length: Expression


@dataclass(frozen=True, slots=True)
class Bar:
    """A constant distance between two points, by their variables."""

    owner: Owner
    first: tuple[int, int]
    second: tuple[int, int]
    length: float


Condition = Plain | Projection | Distance | Bar
TURN = 2.0 * pi


class ConditionWriter:
    """Writes the conditions of joints other than pins, and of drivers, for frames of any kind."""

    def __init__(self, mechanism: Mechanism, unit: float, frames: dict[str, Frame]) -> None:
        self.mechanism, self.unit, self.frames = mechanism, unit, frames
        self.numbers = {name: INPUT + number for number, name in enumerate(mechanism.input_names)}

    def point(self, reference: str) -> Point:
        """A point written `link.point`."""
        link, (x, y) = self.mechanism.point(reference)
        return self.frames[link].point((x / self.unit, y / self.unit))

    def turning(self, link: str) -> TurningFrame | FixedFrame:
        """The frame of a link that has an angle."""
        frame = self.frames[link]
        assert isinstance(frame, TurningFrame | FixedFrame)
        return frame

    def heading(self, link: str) -> Expression:
        """The angle of a link."""
        return self.turning(link).heading()

    def _projected(
        self, owner: Owner, link: str, inclination: float, vector: Point, rest: Expression, period: float = 0.0
    ) -> Projection:
        frame = self.turning(link)
        return Projection(owner, frame.turning, frame.offset + inclination, vector, rest, period)

    def across(self, joint: Prismatic) -> Projection:
        """n·(r₂ − r₁) + offset₂ − offset₁ = 0."""
        one, other = (self.point(point) for point in joint.points)
        gap = Expression((joint.offset[1] - joint.offset[0]) / self.unit)
        inclination = joint.angle[0] + TURN / 4.0
        owner = Owner("joint", joint.name)
        return self._projected(owner, joint.links[0], inclination, difference(other, one), gap)

    def aligned(self, joint: Prismatic) -> Plain:
        """θ₁ + angle₁ = θ₂ + angle₂."""
        first, second = joint.links
        turn = Expression(joint.angle[0] - joint.angle[1])
        return Plain(Owner("joint", joint.name), self.heading(first) - self.heading(second) + turn, TURN)

    def of_joint(self, joint: Joint) -> Condition:
        """The one condition of a gear pair, a rack or a pin in a slot."""
        owner = Owner("joint", joint.name)
        first, second = joint.links
        match joint:
            case GearPair():
                carrier = self.heading(joint.carrier)
                one, other = self.heading(first) - carrier, self.heading(second) - carrier
                return Plain(owner, one - other.times(joint.ratio) - Expression(joint.phase), TURN)
            case PinInSlot():
                pin, slot = (self.point(point) for point in joint.points)
                rest = Expression(-joint.offset / self.unit)
                return self._projected(owner, second, joint.angle + TURN / 4.0, difference(pin, slot), rest)
            case RackAndPinion():
                centre, rack = (self.point(point) for point in joint.points)
                radius = joint.radius / self.unit
                rolled = (self.heading(first) - self.heading(second)).times(radius)
                rest = rolled - Expression(joint.phase / self.unit)
                vector = difference(centre, rack)
                return self._projected(owner, second, joint.angle, vector, rest, TURN * radius)
        raise TypeError(f"no condition is known for {type(joint).__name__}")

    def of_driver(self, driver: Driver) -> Iterator[Condition]:
        """One condition for each input."""
        first, second = self.mechanism.driven_links(driver)
        owner = Owner("input", driver.inputs[0])
        z = variable(self.numbers[driver.inputs[0]])
        match driver:
            case JointDriver() if isinstance(joint := self.mechanism.joint(driver.joint), Prismatic):
                places = {link: self.point(point) for link, point in zip(joint.links, joint.points, strict=True)}
                vector = difference(places[second], places[first])
                yield self._projected(owner, joint.links[0], joint.angle[0], vector, z.times(-1.0))
            case DistanceDriver():
                one, other = (self.point(point) for point in driver.points)
                yield Distance(owner, difference(other, one), z)
            case CoordinateDriver():
                yield Plain(owner, self.point(driver.point)["xy".index(driver.axis)] - z)
            case PoseDriver():
                for value, name in zip(self.frames[driver.link].point((0.0, 0.0)), driver.inputs, strict=False):
                    yield Plain(Owner("input", name), value - variable(self.numbers[name]))
                theta = driver.inputs[2]
                yield Plain(Owner("input", theta), self.heading(driver.link) - variable(self.numbers[theta]), TURN)
            case _:
                yield Plain(owner, self.heading(second) - self.heading(first) - z, TURN)
