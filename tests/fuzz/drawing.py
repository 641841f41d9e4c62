"""A mechanism drawn at known poses, so that it closes by construction and the witness knows where it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import GearPair, Joint, PinInSlot, Prismatic, RackAndPinion, Revolute, Weld
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed, MotionLaw

Array = NDArray[np.float64]
Pose = tuple[float, float, float]
Place = tuple[float, float]


class UnsuitableError(Exception):
    """What was drawn is no mechanism that moves as it should; another is drawn instead."""


EVERYTHING: list[Any] = [1.0, (0.0, 0.0)]
"""The unit and the shift of new drawings."""


@contextmanager
def everything(unit: float, shift: Place) -> Iterator[None]:
    """Draw in another unit and another place."""
    before = EVERYTHING[:]
    EVERYTHING[:] = [unit, shift]
    try:
        yield
    finally:
        EVERYTHING[:] = before


@dataclass
class Drawing:
    """Links at poses, joints at places of the plane; `drives` are made last, when all poses are known.

    `unit` stretches all lengths, `shift` moves all places. Frames of links lie anywhere.
    """

    random: np.random.Generator
    poses: dict[str, Pose] = field(default_factory=lambda: {"ground": (0.0, 0.0, 0.0)})
    points: dict[str, dict[str, Place]] = field(default_factory=lambda: {"ground": {}})
    joints: list[Any] = field(default_factory=list)
    drives: list[Any] = field(default_factory=list)
    unit: float = field(default_factory=lambda: EVERYTHING[0])
    shift: Place = field(default_factory=lambda: EVERYTHING[1])

    def link(self, name: str, pose: Pose | None = None, turns: int = 0) -> str:
        """A link at a pose, by default any."""
        x, y, theta = self.random.uniform(-1.0, 1.0, 3)
        chosen = (float(x), float(y), 3.0 * float(theta)) if pose is None else pose
        self.poses[name] = (chosen[0], chosen[1], chosen[2] + 2.0 * pi * turns)
        self.points[name] = {}
        return name

    def bar(self, name: str, first: Place, second: Place) -> str:
        """A link with its origin at one place and its x axis towards another."""
        angle = float(np.arctan2(second[1] - first[1], second[0] - first[0]))
        return self.link(name, (*first, angle))

    def anywhere(self, reach: float = 2.0) -> Place:
        x, y = self.random.uniform(-reach, reach, 2)
        return float(x), float(y)

    def mark(self, link: str, point: str, place: Place) -> str:
        """A point of a link at a place."""
        x, y, theta = self.poses[link]
        dx, dy = place[0] - x, place[1] - y
        self.points[link][point] = (cos(theta) * dx + sin(theta) * dy, cos(theta) * dy - sin(theta) * dx)
        return f"{link}.{point}"

    def place(self, reference: str) -> Place:
        """Where a point written `link.point` lies."""
        link, point = reference.split(".")
        x, y, theta = self.poses[link]
        px, py = self.points[link][point]
        return x + cos(theta) * px - sin(theta) * py, y + sin(theta) * px + cos(theta) * py

    def pin(self, name: str, links: Sequence[str], place: Place) -> str:
        for link in links:
            self.mark(link, name, place)
        self.joints.append(lambda unit: Revolute(name, tuple(links)))
        return name

    def slide(self, name: str, first: str, second: str, place: Place, inclination: float) -> str:
        """A prismatic joint whose guide passes through a place, at random distances from the points of the links."""
        offsets = []
        for link in (first, second):
            along, offset = (float(number) for number in self.random.uniform(-0.5, 0.5, 2))
            c, s = cos(inclination), sin(inclination)
            self.mark(link, name, (place[0] + along * c + offset * s, place[1] + along * s - offset * c))
            offsets.append(offset)
        angles = (inclination - self.poses[first][2], inclination - self.poses[second][2])
        links = (first, second)
        self.joints.append(
            lambda unit: Prismatic(name, links, angle=angles, offset=(offsets[0] * unit, offsets[1] * unit))
        )
        return name

    def guide(self, name: str, first: str, second: str, foot: Place, place: Place, inclination: float) -> str:
        """A prismatic joint whose guide passes through a point of both links."""
        self.mark(first, name, foot)
        self.mark(second, name, place)
        angles = (inclination - self.poses[first][2], inclination - self.poses[second][2])
        self.joints.append(lambda unit: Prismatic(name, (first, second), angle=angles))
        return name

    def slot(self, name: str, pin: str, slot: str, place: Place, inclination: float) -> str:
        """A pin at a place, in a slot through it."""
        along, offset = (float(number) for number in self.random.uniform(-0.5, 0.5, 2))
        c, s = cos(inclination), sin(inclination)
        self.mark(pin, name, place)
        self.mark(slot, name, (place[0] + along * c + offset * s, place[1] + along * s - offset * c))
        angle = inclination - self.poses[slot][2]
        self.joints.append(lambda unit: PinInSlot(name, (pin, slot), angle=angle, offset=offset * unit))
        return name

    def gear(
        self, name: str, first: str, second: str, carrier: str, teeth: tuple[float, float], mesh: str = "external"
    ) -> str:
        pair = GearPair(name, (first, second), carrier=carrier, teeth=teeth, mesh=mesh)
        one, other, base = (self.poses[link][2] for link in (first, second, carrier))
        phase = one - base - pair.ratio * (other - base)
        self.joints.append(lambda unit: GearPair(name, (first, second), carrier, teeth, mesh, phase))
        return name

    def rack(self, name: str, pinion: str, rack: str, centre: Place, foot: Place, inclination: float, r: float) -> str:
        """A pinion that rolls on a line of the rack through a foot."""
        self.mark(pinion, name, centre)
        self.mark(rack, name, foot)
        turn = self.poses[pinion][2] - self.poses[rack][2]
        along = cos(inclination) * (centre[0] - foot[0]) + sin(inclination) * (centre[1] - foot[1])
        angle, phase = inclination - self.poses[rack][2], along + r * turn
        self.joints.append(
            lambda unit: RackAndPinion(name, (pinion, rack), radius=r * unit, angle=angle, phase=phase * unit)
        )
        return name

    def weld(self, name: str, first: str, second: str, place: Place) -> str:
        for link in (first, second):
            self.mark(link, name, place)
        angle = self.poses[second][2] - self.poses[first][2]
        self.joints.append(lambda unit: Weld(name, (first, second), angle=angle))
        return name

    def drive_turn(self, name: str, pin: str, first: str, second: str) -> None:
        self.drives.append((1, lambda law: JointDriver(name, pin, law, links=(first, second))))

    def drive_stroke(self, name: str, slide: str) -> None:
        self.drives.append((1, lambda law: JointDriver(name, slide, law)))

    def drive_angle(self, name: str, link: str) -> None:
        self.drives.append((1, lambda law: LinkAngleDriver(name, link, law)))

    def drive_distance(self, name: str, first: str, second: str) -> None:
        self.drives.append((1, lambda law: DistanceDriver(name, (first, second), law)))

    def drive_coordinate(self, name: str, point: str, axis: str) -> None:
        self.drives.append((1, lambda law: CoordinateDriver(name, point, axis, law)))

    def drive_pose(self, name: str, link: str) -> None:
        self.drives.append((3, lambda *laws: PoseDriver(name, link, *laws)))

    @property
    def moving(self) -> list[str]:
        return [name for name in self.poses if name != "ground"]

    def placed(self, link: str) -> Pose:
        """The pose of a link, stretched and shifted."""
        x, y, theta = self.poses[link]
        return x * self.unit + self.shift[0], y * self.unit + self.shift[1], theta

    def finish(self, laws: Any = None, say: str = "all") -> tuple[Mechanism, dict[str, Pose]]:
        """The mechanism and the poses of its links.

        laws: a function of an input's number and value that gives its motion law. say: what the initial configuration
        states, "all" or, of links with two points or more, only the "points".
        """
        unit = self.unit
        links = []
        for name, points in self.points.items():
            dx, dy = self.shift if name == "ground" else (0.0, 0.0)
            links.append(Link(name, {point: (x * unit + dx, y * unit + dy) for point, (x, y) in points.items()}))
        joints: list[Joint] = [make(unit) for make in self.joints]
        poses = {name: self.placed(name) for name in self.moving}
        drivers: list[Driver] = []
        for count, make in self.drives:
            values = self.values(make(*[ConstantSpeed(1.0)] * count))
            number = sum(len(other.inputs) for other in drivers)
            chosen: list[MotionLaw] = [
                ConstantSpeed(1.0, start=value) if laws is None else laws(number + k, value)
                for k, value in enumerate(values)
            ]
            drivers.append(make(*chosen))
        return Mechanism("drawn", links=links, joints=joints, drivers=drivers, initial=self._initial(say)), poses

    def _initial(self, say: str) -> InitialConfiguration:
        points, angles = {}, {}
        for name in self.moving:
            for point in self.points[name]:
                x, y = self.place(f"{name}.{point}")
                points[f"{name}.{point}"] = (x * self.unit + self.shift[0], y * self.unit + self.shift[1])
            places = list(self.points[name].values())
            if say == "all" or all(hypot(x - places[0][0], y - places[0][1]) < 1e-6 for x, y in places):
                angles[name] = self.poses[name][2]
        return InitialConfiguration(points=points, angles=angles)

    def values(self, driver: Driver) -> list[float]:
        """The inputs of a driver as drawn."""
        unit = self.unit
        match driver:
            case JointDriver():
                joint = next(made for made in (make(unit) for make in self.joints) if made.name == driver.joint)
                first, second = driver.links or joint.links
                if isinstance(joint, Revolute):
                    return [self.poses[second][2] - self.poses[first][2]]
                angle = self.poses[joint.links[0]][2] + joint.angle[0]
                start, end = self.place(f"{first}.{joint.name}"), self.place(f"{second}.{joint.name}")
                return [(cos(angle) * (end[0] - start[0]) + sin(angle) * (end[1] - start[1])) * unit]
            case LinkAngleDriver():
                return [self.poses[driver.link][2]]
            case DistanceDriver():
                start, end = (self.place(point) for point in driver.points)
                return [hypot(end[0] - start[0], end[1] - start[1]) * unit]
            case CoordinateDriver():
                axis = "xy".index(driver.axis)
                return [self.place(driver.point)[axis] * unit + self.shift[axis]]
            case PoseDriver():
                return list(self.placed(driver.link))
        raise TypeError(f"{driver} is not known")
