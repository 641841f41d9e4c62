"""What each joint and driver states in space, written from the condition given with it in `sgkin.model`.

This is the only place where the kinds of spatial joints and drivers have their mathematics; closed forms have their
own, on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import pi

from sgkin.conditions.space_record import Direction, SpaceCondition, SpacePoint, SpaceStatement, Turn
from sgkin.model.design_position import design_pose
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, SpatialPoseDriver
from sgkin.model.joint import GearPair, Joint, Prismatic, Revolute, Weld
from sgkin.model.marker import Marker, crossed_axes, gear_axes, markers
from sgkin.model.mechanism import Mechanism
from sgkin.model.spatial_joint import (
    Cylindrical,
    PlanarJoint,
    PointOnLine,
    PointOnPlane,
    Rod,
    Screw,
    Spherical,
    Universal,
)
from sgkin.model.spatial_mechanism import rod_length
from sgkin.space import AT_REST, UPRIGHT, SpacePose, Vector, dot, scaled, turned, without
from sgkin.whole_turns import WHOLE_TURN

X, Y, Z = UPRIGHT


class SpaceStatements:
    """States the joints and drivers of a spatial mechanism in the poses of frames.

    `parts`: the frame of every link and the link's pose in it; by default every link is a frame of its own, numbered as
    in the mechanism.
    """

    def __init__(self, mechanism: Mechanism, parts: Mapping[str, tuple[int, SpacePose]] | None = None) -> None:
        self.mechanism, self.parts = mechanism, parts
        self.number = {link.name: number for number, link in enumerate(mechanism.links)}
        self._inputs = {name: number for number, name in enumerate(mechanism.input_names)}

    @property
    def ground(self) -> int:
        """The frame of ground."""
        return self.part(self.mechanism.ground)[0]

    @cached_property
    def origin(self) -> Vector:
        """The point of ground from which coordinates are counted."""
        x, y, z = self.mechanism.origin
        return x, y, z

    @cached_property
    def joints(self) -> tuple[SpaceStatement, ...]:
        """What every joint states, in the order of the mechanism."""
        return tuple(map(self.of_joint, self.mechanism.joints))

    @cached_property
    def drivers(self) -> tuple[SpaceStatement, ...]:
        """What every driver states."""
        return tuple(map(self.of_driver, self.mechanism.drivers))

    def part(self, link: str) -> tuple[int, SpacePose]:
        """The frame of a link, and its pose there."""
        return (self.number[link], AT_REST) if self.parts is None else self.parts[link]

    def place(self, link: str, local: Vector) -> SpacePoint:
        """A place of a link in its frame."""
        frame, pose = self.part(link)
        return SpacePoint(frame, local if pose is AT_REST else pose.moved(local))

    def point(self, reference: str) -> SpacePoint:
        """A point written `link.point` in its frame."""
        return self.place(*self.mechanism.point(reference))

    def direction(self, link: str, vector: Vector) -> Direction:
        """A direction of a link in its frame."""
        frame, pose = self.part(link)
        return Direction(frame, vector if pose is AT_REST else turned(pose.turn, vector))

    def of_joint(self, joint: Joint, among: Sequence[str] = ()) -> SpaceStatement:
        """What a joint states; of a pin or a ball of more than two links what it states `among` some of them, the first
        of which is that on which the others are held."""
        if isinstance(joint, GearPair):
            return _stated(self._meshing(joint))
        found = markers(self.mechanism, joint)
        if among:
            found = tuple(found[joint.links.index(link)] for link in among)
        first, second = found[:2]
        ends = tuple(self.place(each.link, each.point) for each in found)
        match joint:
            case Spherical():
                return SpaceStatement(ends)
            case Revolute():
                return SpaceStatement(ends, tuple(each for other in found[1:] for each in self._parallel(first, other)))
            case Universal():
                one, other = crossed_axes(self.mechanism, joint)
                crossing = (self.direction(first.link, one), self.direction(second.link, other))
                held = dot(
                    *(
                        turned(design_pose(self.mechanism, link).turn, axis)
                        for link, axis in zip(joint.links, (one, other), strict=True)
                    )
                )
                return SpaceStatement(ends, (SpaceCondition("cross", "product", crossing, constant=held),))
            case Weld():
                return SpaceStatement(ends, (*self._parallel(first, second), self._not_turned(first, second)))
            case Cylindrical():
                return _stated(*self._parallel(first, second), *self._on_line(first, second))
            case Prismatic():
                turn = self._not_turned(first, second)
                return _stated(*self._parallel(first, second), turn, *self._on_line(first, second))
            case Screw():
                return _stated(*self._parallel(first, second), *self._on_line(first, second), self._winding(joint))
            case PlanarJoint():
                return _stated(*self._parallel(first, second), self._along("plane", first, first.axis, second))
            case PointOnLine():
                return _stated(*self._on_line(second, first))
            case PointOnPlane():
                return _stated(self._along("plane", second, second.axis, first))
            case Rod():
                return _stated(
                    SpaceCondition("length", "distance", ends=ends, constant=rod_length(self.mechanism, joint))
                )
        raise TypeError(f"{type(joint).__name__} is a joint of which no statement is known in space")

    def of_driver(self, driver: Driver) -> SpaceStatement:
        """What a driver states, a condition for each of its inputs."""
        found = zip(self._driven(driver), driver.inputs, strict=True)
        return _stated(*(each._replace(part="", input=self._inputs[name]) for each, name in found))

    def coordinate(self, joint: Joint, first: str, second: str, of: str = "") -> SpaceCondition:
        """What is measured at a joint between two of its links, as the left side of a condition and its constant."""
        at = {each.link: each for each in markers(self.mechanism, joint)}
        sign = 1.0 if first == joint.links[0] else -1.0 if second == joint.links[0] else 0.0
        if (of or joint.coordinate) == "angle":
            zero = sign * float(getattr(joint, "zero", 0.0))
            turn = self._turn(at[first], at[second], 1.0)
            return SpaceCondition("", "projection", turns=(turn,), constant=-zero, period=WHOLE_TURN)
        zero = float(joint.zero_stroke if isinstance(joint, Cylindrical) else getattr(joint, "zero", 0.0))
        ends = (self.place(first, at[first].point), self.place(second, at[second].point))
        axis = at[joint.links[0]].axis
        along = (self.direction(joint.links[0], axis),)
        return SpaceCondition("", "projection", along, ends, constant=sign * (self._design_stroke(joint) - zero))

    def _design_stroke(self, joint: Joint) -> float:
        """What the stroke of a joint would be in the design position, counted from point to point."""
        first, second = markers(self.mechanism, joint)[:2]
        poses = [design_pose(self.mechanism, each.link) for each in (first, second)]
        between = without(poses[1].moved(second.point), poses[0].moved(first.point))
        return dot(turned(poses[0].turn, first.axis), between)

    def _driven(self, driver: Driver) -> tuple[SpaceCondition, ...]:
        mechanism = self.mechanism
        first, second = mechanism.driven_links(driver)
        match driver:
            case JointDriver():
                of = driver.freedoms(mechanism)[0]
                return (self.coordinate(mechanism.joint(driver.joint), first, second, of),)
            case DistanceDriver():
                return (SpaceCondition("", "distance", ends=tuple(self.point(point) for point in driver.points)),)
            case CoordinateDriver():
                return (self._coordinates(self.point(driver.point))["xyz".index(driver.axis)],)
            case SpatialPoseDriver():
                return (*self._coordinates(self.place(driver.link, (0.0, 0.0, 0.0))), *self._bryant(driver.link))
        raise TypeError(f"{type(driver).__name__} is a driver of which no statement is known in space")

    def _coordinates(self, point: SpacePoint) -> tuple[SpaceCondition, ...]:
        """x, y and z of a point in ground, counted from the mechanism's origin so that no digits are lost far away."""
        ends = (self.place(self.mechanism.ground, self.origin), point)
        return tuple(
            SpaceCondition("", "projection", (Direction(self.ground, axis),), ends, constant=-own)
            for axis, own in zip(UPRIGHT, self.origin, strict=True)
        )

    def _bryant(self, link: str) -> tuple[SpaceCondition, SpaceCondition, SpaceCondition]:
        """The angles of Bryant of a link: α about x of ground to its z, β by the x of its z, γ about its −z to x of
        ground."""
        ground = self.mechanism.ground
        x, z = self.direction(ground, X), self.direction(ground, Z)
        alpha = Turn(x, z, self.direction(link, Z))
        gamma = Turn(self.direction(link, scaled(-1.0, Z)), self.direction(link, X), x)
        beta = SpaceCondition("", "product", (x, self.direction(link, Z)), is_sine=True)
        of_alpha, of_gamma = (
            SpaceCondition("", "projection", turns=(turn,), period=WHOLE_TURN) for turn in (alpha, gamma)
        )
        return of_alpha, beta, of_gamma

    def _parallel(self, first: Marker, second: Marker) -> tuple[SpaceCondition, SpaceCondition]:
        """That the axes of two links stay parallel."""
        axis = self.direction(second.link, second.axis)
        one, other = (
            SpaceCondition(part, "product", (self.direction(first.link, side), axis))
            for part, side in (("axis x", first.x), ("axis y", first.y))
        )
        return one, other

    def _not_turned(self, first: Marker, second: Marker) -> SpaceCondition:
        """That two links with parallel axes are not turned about them."""
        sides = (self.direction(first.link, first.y), self.direction(second.link, second.x))
        return SpaceCondition("turn", "product", sides)

    def _on_line(self, line: Marker, point: Marker) -> tuple[SpaceCondition, SpaceCondition]:
        """That the point of a link lies on the axis of another."""
        return self._along("across x", line, line.x, point), self._along("across y", line, line.y, point)

    def _along(self, part: str, guide: Marker, direction: Vector, point: Marker) -> SpaceCondition:
        """That the point of a link has not moved along a direction from that of another, in which this is fixed."""
        ends = (self.place(guide.link, guide.point), self.place(point.link, point.point))
        return SpaceCondition(part, "projection", (self.direction(guide.link, direction),), ends)

    def _turn(self, first: Marker, second: Marker, weight: float) -> Turn:
        """The angle from one link of a joint to another."""
        axis, zero = self.direction(first.link, first.axis), self.direction(first.link, first.x)
        return Turn(axis, zero, self.direction(second.link, second.x), weight)

    def _winding(self, joint: Screw) -> SpaceCondition:
        """That a nut goes on by the pitch for every turn."""
        first, second = markers(self.mechanism, joint)
        along = self._along("thread", first, first.axis, second)
        turn = self._turn(first, second, -joint.pitch / (2.0 * pi))
        return along._replace(turns=(turn,), constant=self._design_stroke(joint), period=abs(joint.pitch))

    def _meshing(self, joint: GearPair) -> SpaceCondition:
        """That the angles of two gears on their carrier keep their ratio."""
        one, other = gear_axes(self.mechanism, joint)
        turns = (self._turn(*one, 1.0), self._turn(*other, -joint.ratio))
        return SpaceCondition("ratio", "projection", turns=turns, period=WHOLE_TURN)


def _stated(*conditions: SpaceCondition) -> SpaceStatement:
    return SpaceStatement((), conditions)
