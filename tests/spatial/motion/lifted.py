"""Planar mechanisms lifted into a tilted plane of space, every pin at a height of its own.

Of every other joint of two links the axis points down and the links are named the other way round, so that its angle
and its stroke are the same. A pin in a slot is a point on a plane, one in a circular slot a rod, and what is moved as a
whole hangs on two slides and a pin.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin import JointDriver, Mechanism, make_plan
from sgkin.model.driver import DistanceDriver, Driver, LinkAngleDriver, PoseDriver
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import GearPair, Joint, PinInCircularSlot, PinInSlot, Prismatic, Revolute, Weld
from sgkin.model.link import Link
from sgkin.model.spatial_joint import PointOnPlane, Rod
from sgkin.space import about, axis_and_angle, scaled, unit

Array = NDArray[np.float64]
Vector = tuple[float, float, float]

TURN = np.array(about(unit((1.0, -2.0, 0.5)), 0.8)).T
"""Its columns are the axes of the plane, and across it."""
SHIFT = np.array([0.3, -0.2, 0.5])
HEIGHTS = 0.05
UP: Vector = (0.0, 0.0, 1.0)


def can_be_lifted(mechanism: Mechanism) -> bool:
    """Whether a planar mechanism moves, and all its joints and drivers have a counterpart in space."""
    if mechanism.is_spatial or mechanism.expected.structure_only or not mechanism.drivers:
        return False
    kinds = Revolute | Prismatic | Weld | PinInSlot | PinInCircularSlot | GearPair
    drivers = JointDriver | DistanceDriver | LinkAngleDriver | PoseDriver
    return all(isinstance(joint, kinds) for joint in mechanism.joints) and all(
        isinstance(driver, drivers) for driver in mechanism.drivers
    )


def lifted(mechanism: Mechanism) -> Mechanism:
    """The same in space. Ground is in its own frame, other links stand where they do in the plane."""
    return _Lift(mechanism).mechanism()


class _Lift:
    """A mechanism on its way into space."""

    def __init__(self, planar: Mechanism) -> None:
        self.planar = planar
        made = make_plan(planar)
        here = made.evaluate(made.initial_inputs)
        self.poses: dict[str, list[float]] = {link: here.pose(link).tolist() for link in made.links}
        self.poses[planar.ground] = [0.0, 0.0, 0.0]
        self.points: dict[str, dict[str, Vector]] = {link.name: {} for link in planar.links}
        for link in planar.links:
            for name, (x, y) in link.points.items():
                self.points[link.name][name] = self.placed(link.name, (x, y, 0.0))
        self.turned_over: set[str] = set()
        self.joints = [self._joint(joint, number) for number, joint in enumerate(planar.joints)]
        self.drivers = [found for driver in planar.drivers for found in self._driver(driver)]

    def mechanism(self) -> Mechanism:
        vectors = {}
        for link, (x, y, theta) in self.poses.items():
            if link != self.planar.ground:
                turn = TURN @ np.array(about(UP, theta)).T
                axis, angle = axis_and_angle(tuple(map(tuple, turn.T.tolist())))  # type: ignore[arg-type]
                vectors[link] = (*(TURN @ [x, y, 0.0] + SHIFT).tolist(), *scaled(angle, axis))
        return Mechanism(
            self.planar.name,
            [Link(name, found) for name, found in self.points.items()],
            self.joints,
            self.drivers,
            ground=self.planar.ground,
            initial=InitialConfiguration(poses=vectors),
            space="spatial",
        )

    def placed(self, link: str, place: Any) -> Vector:
        """A place of a link in its frame; ground's is not tilted."""
        x, y, z = (TURN @ place + SHIFT).tolist() if link == self.planar.ground else place
        return x, y, z

    def directed(self, link: str, direction: Any) -> Vector:
        """The same of a direction."""
        x, y, z = (TURN @ direction).tolist() if link == self.planar.ground else direction
        return x, y, z

    def _joint(self, joint: Joint, number: int) -> Joint:
        height, (first, *others) = HEIGHTS * number, joint.links
        if isinstance(joint, GearPair):
            up = self.directed(joint.carrier, UP)
            return GearPair(
                joint.name, joint.links, carrier=joint.carrier, teeth=joint.teeth, mesh=joint.mesh, axes=(up, up)
            )
        at = self._at(joint, height)
        match joint:
            case Weld():
                return Weld(joint.name, joint.links, at=at)
            case PinInCircularSlot():
                return Rod(joint.name, joint.links, at=at, length=joint.radius)
            case PinInSlot():
                across = self.directed(others[0], (-np.sin(joint.angle), np.cos(joint.angle), 0.0))
                return PointOnPlane(joint.name, joint.links, at=at, axis=across)
            case Revolute():
                axes, zero = [UP] * len(joint.links), self.poses[others[0]][2] - self.poses[first][2]
            case Prismatic():
                axes = [(float(np.cos(angle)), float(np.sin(angle)), 0.0) for angle in joint.angle]
                zero = self._stroke(joint)
            case _:
                raise TypeError(f"{type(joint).__name__} has no counterpart in space")
        directions = [self.directed(link, axis) for link, axis in zip(joint.links, axes, strict=True)]
        links = joint.links
        if number % 2 and len(links) == 2:
            self.turned_over.add(joint.name)
            links, at = links[::-1], at[::-1]
            directions = [scaled(-1.0, axis) for axis in directions[::-1]]
        return type(joint)(joint.name, links, at=at, axis=tuple(directions), zero=zero)  # type: ignore[call-arg]

    def _at(self, joint: Joint, height: float) -> tuple[str, ...]:
        """New points of the joint on its links, where its lines pass."""
        names = []
        for number, point in enumerate(joint.points):
            link, (x, y) = self.planar.point(point)
            offset, angle = 0.0, 0.0
            if isinstance(joint, Prismatic):
                offset, angle = joint.offset[number], joint.angle[number]
            elif isinstance(joint, PinInSlot) and number == 1:
                offset, angle = joint.offset, joint.angle
            name = f"{joint.name}_at_{number}"
            place = (x - offset * np.sin(angle), y + offset * np.cos(angle), height)
            self.points[link][name] = self.placed(link, place)
            names.append(name)
        return tuple(names)

    def _stroke(self, joint: Prismatic) -> float:
        """Where it is in the initial configuration, counted as in the plane."""
        ends = []
        for point in joint.points:
            link, (px, py) = self.planar.point(point)
            x, y, theta = self.poses[link]
            c, s = np.cos(theta), np.sin(theta)
            ends.append((x + c * px - s * py, y + s * px + c * py))
        angle = self.poses[joint.links[0]][2] + joint.angle[0]
        return float(np.cos(angle) * (ends[1][0] - ends[0][0]) + np.sin(angle) * (ends[1][1] - ends[0][1]))

    def _driver(self, driver: Driver) -> Iterator[Driver]:
        ground = self.planar.ground
        match driver:
            case DistanceDriver():
                yield driver
            case JointDriver():
                links = driver.links[::-1] if driver.joint in self.turned_over else driver.links
                yield JointDriver(driver.name, driver.joint, driver.law, links=links)
            case LinkAngleDriver():
                pin = next(
                    joint
                    for joint in self.planar.joints
                    if joint.letter == "R" and {ground, driver.link} <= set(joint.links)
                )
                links = (driver.link, ground) if pin.name in self.turned_over else (ground, driver.link)
                yield JointDriver(driver.name, pin.name, driver.law, links=links)
            case PoseDriver():
                yield from self._posed(driver)

    def _posed(self, driver: PoseDriver) -> Iterator[JointDriver]:
        """A slide along x, one along y on it, and a pin on that."""
        ground, place = self.planar.ground, self.poses[driver.link]
        chain = [ground, f"{driver.link}_x", f"{driver.link}_y", driver.link]
        for number, link in enumerate(chain[1:3], 1):
            self.points[link] = {"P": (0.0, 0.0, 0.0)}
            self.poses[link] = [place[0], place[1] if number == 2 else 0.0, 0.0]
        self.points[ground]["posed"] = self.placed(ground, (0.0, 0.0, 0.0))
        self.points[driver.link]["P"] = (0.0, 0.0, 0.0)
        for number, (axis, law, kind) in enumerate(
            (
                ((1.0, 0.0, 0.0), driver.x, Prismatic),
                ((0.0, 1.0, 0.0), driver.y, Prismatic),
                (UP, driver.theta, Revolute),
            )
        ):
            links, name = (chain[number], chain[number + 1]), f"posed_{number}"
            axes = tuple(self.directed(link, axis) for link in links)
            at = ("posed" if number == 0 else "P", "P")
            self.joints.append(kind(name, links, at=at, axis=axes, zero=place[number]))
            yield JointDriver(f"{driver.name}_{number}", name, law)
