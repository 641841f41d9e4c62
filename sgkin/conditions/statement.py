"""What each joint and driver states, written from the condition given with it in `sgkin.model`.

This is the only place where the kinds of joints and drivers have their mathematics. Closed-form groups have their own,
on purpose: they and the conditions are two answers to one question.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sgkin.conditions.record import RIGHT_ANGLE, Condition, Point, Statement
from sgkin.conditions.welding import AT_ORIGIN
from sgkin.mathematics import Pose, moved
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.joint import (
    GearPair,
    HigherPair,
    Joint,
    PinInCircularSlot,
    PinInSlot,
    Prismatic,
    RackAndPinion,
    Revolute,
    Weld,
)
from sgkin.model.mechanism import Mechanism
from sgkin.whole_turns import WHOLE_TURN


class Statements:
    """States the joints and drivers of a mechanism in the poses of frames.

    `parts`: the frame of every link and the link's pose in it; by default every link is a frame of its own, numbered as
    in the mechanism.
    """

    def __init__(self, mechanism: Mechanism, parts: Mapping[str, tuple[int, Pose]] | None = None) -> None:
        self.mechanism, self.parts = mechanism, parts
        self.number = {link.name: number for number, link in enumerate(mechanism.links)}
        self._inputs = {name: number for number, name in enumerate(mechanism.input_names)}

    @property
    def ground(self) -> int:
        """The frame of ground."""
        return self.part(self.mechanism.ground)[0]

    @cached_property
    def origin(self) -> tuple[float, float]:
        """The point of ground from which coordinates are counted."""
        x, y = self.mechanism.origin
        return x, y

    @cached_property
    def joints(self) -> tuple[Statement, ...]:
        """What every joint states, in the order of the mechanism."""
        return tuple(map(self.of_joint, self.mechanism.joints))

    @cached_property
    def drivers(self) -> tuple[Statement, ...]:
        """What every driver states."""
        return tuple(map(self.of_driver, self.mechanism.drivers))

    def part(self, link: str) -> tuple[int, Pose]:
        """The frame of a link, and its pose there."""
        return (self.number[link], AT_ORIGIN) if self.parts is None else self.parts[link]

    def place(self, link: str, local: tuple[float, float]) -> Point:
        """A place of a link in its frame."""
        frame, pose = self.part(link)
        x, y = local if pose is AT_ORIGIN else moved(pose, local)
        return Point(frame, x, y)

    def point(self, reference: str) -> Point:
        """A point written `link.point` in its frame."""
        return self.place(*self.mechanism.point(reference))

    def of_joint(self, joint: Joint) -> Statement:
        """What a joint states."""
        links, number = self.mechanism.links, self.number
        ends = tuple([self.place(link, links[number[link]].points[point]) for link, point in joint.sites])
        first, second = joint.links[:2]
        match joint:
            case Revolute():
                return Statement(ends)
            case Weld():
                return Statement(ends, (self._turn("theta", {second: 1.0, first: -1.0}, joint.angle),))
            case Prismatic():
                turn = self._turn("theta", {second: 1.0, first: -1.0}, joint.angle[0] - joint.angle[1])
                normal = joint.angle[0] + RIGHT_ANGLE
                return _stated(turn, self._along("across", first, normal, ends, joint.offset[0] - joint.offset[1]))
            case PinInSlot():
                return _stated(self._along("across", second, joint.angle + RIGHT_ANGLE, ends[::-1], joint.offset))
            case PinInCircularSlot():
                return _stated(Condition("distance", "distance", ends=ends[::-1], constant=joint.radius))
            case HigherPair():
                return _stated(self._along("along", first, joint.angle, ends))
            case RackAndPinion():
                rolled = self._turn("along", {first: joint.radius, second: -joint.radius}, joint.phase)
                along = self._along("along", second, joint.angle, ends[::-1])
                period = WHOLE_TURN * joint.radius
                return _stated(along._replace(turns=rolled.turns, constant=rolled.constant, period=period))
            case GearPair():
                weights = dict(zip(joint.all_links, (1.0, -joint.ratio, joint.ratio - 1.0), strict=True))
                return _stated(self._turn("ratio", weights, joint.phase))
        raise TypeError(f"{type(joint).__name__} is a joint of which no statement is known")

    def of_driver(self, driver: Driver) -> Statement:
        """What a driver states, a condition for each of its inputs."""
        found = zip(self._driven(driver), driver.inputs, strict=True)
        return _stated(*(each._replace(part="", input=self._inputs[name]) for each, name in found))

    def _driven(self, driver: Driver) -> tuple[Condition, ...]:
        first, second = self.mechanism.driven_links(driver)
        match driver:
            case JointDriver():
                return (self.coordinate(self.mechanism.joint(driver.joint), first, second),)
            case LinkAngleDriver():
                return (self._turn("", {second: 1.0, first: -1.0}),)
            case DistanceDriver():
                return (Condition("", "distance", ends=tuple(self.point(point) for point in driver.points)),)
            case CoordinateDriver():
                return (self._coordinates(self.point(driver.point))["xy".index(driver.axis)],)
            case PoseDriver():
                turn = self._turn("", {second: 1.0, first: -1.0})
                return (*self._coordinates(self.place(driver.link, (0.0, 0.0))), turn)
        raise TypeError(f"{type(driver).__name__} is a driver of which no statement is known")

    def coordinate(self, joint: Joint, first: str, second: str) -> Condition:
        """What is measured at a joint between two of its links, as the left side of a condition."""
        match joint:
            case Revolute():
                return self._turn("", {second: 1.0, first: -1.0})
            case Prismatic():
                at = dict(zip(joint.links, joint.points, strict=True))
                ends = (self.point(at[first]), self.point(at[second]))
                return self._along("", joint.links[0], joint.angle[0], ends)
        raise TypeError(f"{type(joint).__name__} is a joint at which nothing is measured")

    def _coordinates(self, point: Point) -> tuple[Condition, Condition]:
        """x and y of a point in ground, counted from the mechanism's origin so that no digits are lost far away."""
        x, y = self.origin
        ends = (self.place(self.mechanism.ground, (x, y)), point)
        along_x = Condition("", "projection", self.ground, 0.0, ends, constant=-x)
        return along_x, along_x._replace(angle=RIGHT_ANGLE, constant=-y)

    def _turn(self, part: str, weights: Mapping[str, float], constant: float = 0.0) -> Condition:
        """Σ weight θ = constant, of links."""
        turns = tuple((self.part(link)[0], weight) for link, weight in weights.items())
        constant -= sum(weight * self.part(link)[1][2] for link, weight in weights.items())
        return Condition(part, turns=turns, constant=constant, period=WHOLE_TURN)

    def _along(self, part: str, link: str, angle: float, ends: tuple[Point, ...], constant: float = 0.0) -> Condition:
        """u·(r_to − r_from) = constant, with u inclined by an angle to a link."""
        frame, pose = self.part(link)
        return Condition(part, "projection", frame, angle + pose[2], ends, constant=constant)


def _stated(*conditions: Condition) -> Statement:
    return Statement((), conditions)
