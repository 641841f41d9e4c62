"""A mechanism drawn at known poses, so that it closes by construction and the witness knows where it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from math import atan2, cos, hypot, pi, sin
from typing import Any

import numpy as np

from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import JOINT_KINDS, GearPair, Joint, PinInSlot, Prismatic, RackAndPinion, Revolute, Weld
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed, MotionLaw
from tests.witness.formula import read

Pose = tuple[float, float, float]
Place = tuple[float, float]


class UnsuitableError(Exception):
    """What was drawn does not move as it should; another is drawn instead."""


@dataclass
class Actuator:
    """A driver to be made with a law for each input; `values` are its inputs as drawn."""

    is_length: tuple[bool, ...]
    values: Callable[[], Sequence[float]]
    make: Callable[..., Driver]


@dataclass
class Drawing:
    """Links at poses, joints at places of the plane, and actuators.

    All numbers are drawn at size one; `unit` stretches and `shift` moves what is finished.
    """

    random: np.random.Generator
    unit: float = 1.0
    shift: Place = (0.0, 0.0)
    poses: dict[str, Pose] = field(default_factory=lambda: {"ground": (0.0, 0.0, 0.0)})
    points: dict[str, dict[str, Place]] = field(default_factory=lambda: {"ground": {}})
    joints: list[Callable[[float], Joint]] = field(default_factory=list)
    actuators: list[Actuator] = field(default_factory=list)

    def anywhere(self, reach: float = 2.0) -> Place:
        x, y = self.random.uniform(-reach, reach, 2).tolist()
        return x, y

    def any_angle(self) -> float:
        return float(self.random.uniform(-pi, pi))

    def choose(self, things: Sequence[Any], chances: Sequence[float] | None = None) -> Any:
        return things[int(self.random.choice(len(things), p=chances))]

    def happens(self, chance: float) -> bool:
        return bool(self.random.random() < chance)

    def link(self, name: str, pose: Pose | None = None) -> str:
        """A link at a pose, by default any, at times with whole turns."""
        x, y, theta = pose or (*self.anywhere(1.0), self.any_angle())
        turns = self.choose([-1, 1]) if self.happens(0.1) else 0
        self.poses[name], self.points[name] = (x, y, theta + 2.0 * pi * turns), {}
        return name

    def bar(self, name: str, first: Place, second: Place) -> str:
        """A link with its origin at one place and its x axis towards another."""
        return self.link(name, (*first, atan2(second[1] - first[1], second[0] - first[0])))

    def mark(self, link: str, point: str, place: Place) -> str:
        """A point of a link at a place."""
        x, y, theta = self.poses[link]
        dx, dy, c, s = place[0] - x, place[1] - y, cos(theta), sin(theta)
        self.points[link][point] = (c * dx + s * dy, c * dy - s * dx)
        return f"{link}.{point}"

    def place(self, reference: str) -> Place:
        """Where a point written `link.point` lies."""
        link, point = reference.split(".")
        (x, y, theta), (px, py) = self.poses[link], self.points[link][point]
        return x + cos(theta) * px - sin(theta) * py, y + sin(theta) * px + cos(theta) * py

    def pin(self, name: str, links: Sequence[str], place: Place) -> str:
        for link in links:
            self.mark(link, name, place)
        return self.pin_marked(name, links)

    def pin_marked(self, name: str, links: Sequence[str]) -> str:
        """A pin at points that the links have already."""
        self.joints.append(lambda unit: Revolute(name, tuple(links)))
        return name

    def slide(self, name: str, links: tuple[str, str], place: Place, inclination: float) -> str:
        """A prismatic joint whose guide passes through a place, at some distance from the points of the links."""
        offsets = [self._mark_beside(link, name, place, inclination) for link in links]
        self._guide(name, links, inclination, offsets)
        return name

    def slide_between(self, name: str, links: tuple[str, str], places: tuple[Place, Place], inclination: float) -> str:
        """A prismatic joint whose guide passes through a point of each link."""
        for link, place in zip(links, places, strict=True):
            self.mark(link, name, place)
        self._guide(name, links, inclination, [0.0, 0.0])
        return name

    def _guide(self, name: str, links: tuple[str, str], inclination: float, offsets: list[float]) -> None:
        angles = tuple(inclination - self.poses[link][2] for link in links)
        self.joints.append(
            lambda unit: Prismatic(name, links, angle=angles, offset=tuple(offset * unit for offset in offsets))
        )

    def _mark_beside(self, link: str, point: str, place: Place, inclination: float) -> float:
        """A point somewhere near a line through a place; how far the line passes to its left."""
        (along, offset), c, s = self.anywhere(0.5), cos(inclination), sin(inclination)
        self.mark(link, point, (place[0] + along * c + offset * s, place[1] + along * s - offset * c))
        return offset

    def slot(self, name: str, pin: str, slot: str, place: Place, inclination: float) -> str:
        """A pin at a place, in a slot through it."""
        self.mark(pin, name, place)
        offset, angle = self._mark_beside(slot, name, place, inclination), inclination - self.poses[slot][2]
        self.joints.append(lambda unit: PinInSlot(name, (pin, slot), angle=angle, offset=offset * unit))
        return name

    def slot_marked(self, name: str, pin: str, slot: str, at: str) -> str:
        """A pin at a point of one link, in a slot along the x axis of another through a point of it."""
        self.joints.append(lambda unit: PinInSlot(name, (pin, slot), at=(name, at)))
        return name

    def gear(
        self, name: str, links: tuple[str, str], carrier: str, teeth: tuple[float, float], mesh: str = "external"
    ) -> str:
        pair = GearPair(name, links, carrier, teeth, mesh)
        one, other, base = (self.poses[link][2] for link in pair.all_links)
        phase = one - base - pair.ratio * (other - base)
        self.joints.append(lambda unit: GearPair(name, links, carrier, teeth, mesh, phase))
        return name

    def rack(self, name: str, links: tuple[str, str], places: tuple[Place, Place], angle: float, radius: float) -> str:
        """A pinion with its centre at a place, on a line of the rack through another that is inclined by an angle."""
        for link, place in zip(links, places, strict=True):
            self.mark(link, name, place)
        (centre, foot), (pinion, rack) = places, links
        along = cos(angle) * (centre[0] - foot[0]) + sin(angle) * (centre[1] - foot[1])
        phase = along + radius * (self.poses[pinion][2] - self.poses[rack][2])
        angle -= self.poses[rack][2]
        self.joints.append(
            lambda unit: RackAndPinion(name, links, radius=radius * unit, angle=angle, phase=phase * unit)
        )
        return name

    def one_condition(self, kind: str, name: str, links: tuple[str, str], places: tuple[Place, Place]) -> str:
        """A joint of any kind with one condition, at places of its links; its last field makes it close."""
        joint = JOINT_KINDS[kind]
        for link, place in zip(links, places, strict=True):
            self.mark(link, name, place)
        own = {entry.name: entry.metadata["kind"] for entry in fields(joint)[2:] if entry.name != "at"}
        *others, last = own
        values = {
            field: self.any_angle() if own[field] == "angle" else self.random.uniform(0.2, 1.0) for field in others
        }
        angles = [self.poses[link][2] for link in links]
        zero, one = (read(joint.states[0], {**values, last: x}).value(angles, places) for x in (0.0, 1.0))
        values[last] = zero / (zero - one)
        lengths = {field for field in own if own[field] == "length"}
        self.joints.append(
            lambda unit: joint(name, links, **{f: x * unit if f in lengths else x for f, x in values.items()})
        )
        return name

    def weld(self, name: str, links: tuple[str, str], place: Place) -> str:
        for link in links:
            self.mark(link, name, place)
        angle = self.poses[links[1]][2] - self.poses[links[0]][2]
        self.joints.append(lambda unit: Weld(name, links, angle=angle))
        return name

    def drive_turn(self, name: str, pin: str, first: str, second: str) -> None:
        def values() -> Sequence[float]:
            return [self.poses[second][2] - self.poses[first][2]]

        self.actuators.append(Actuator((False,), values, lambda law: JointDriver(name, pin, law, (first, second))))

    def drive_angle(self, name: str, link: str) -> None:
        self.actuators.append(
            Actuator((False,), lambda: [self.poses[link][2]], lambda law: LinkAngleDriver(name, link, law))
        )

    def drive_stroke(self, name: str, slide: str, backwards: bool = False) -> None:
        guide = next(joint for joint in self.made_joints if joint.name == slide)
        assert isinstance(guide, Prismatic)
        links = guide.links[::-1] if backwards else guide.links

        def values() -> Sequence[float]:
            angle = self.poses[guide.links[0]][2] + guide.angle[0]
            (x1, y1), (x2, y2) = (self.place(f"{link}.{slide}") for link in links)
            return [(cos(angle) * (x2 - x1) + sin(angle) * (y2 - y1)) * self.unit]

        self.actuators.append(Actuator((True,), values, lambda law: JointDriver(name, slide, law, links)))

    def drive_distance(self, name: str, first: str, second: str) -> None:
        def values() -> Sequence[float]:
            (x1, y1), (x2, y2) = self.place(first), self.place(second)
            return [hypot(x2 - x1, y2 - y1) * self.unit]

        self.actuators.append(Actuator((True,), values, lambda law: DistanceDriver(name, (first, second), law)))

    def drive_coordinate(self, name: str, point: str, axis: str) -> None:
        number = "xy".index(axis)
        self.actuators.append(
            Actuator(
                (True,),
                lambda: [self.place(point)[number] * self.unit + self.shift[number]],
                lambda law: CoordinateDriver(name, point, axis, law),
            )
        )

    def drive_pose(self, name: str, link: str) -> None:
        self.actuators.append(
            Actuator((True, True, False), lambda: self._placed(link), lambda *laws: PoseDriver(name, link, *laws))
        )

    @property
    def moving(self) -> list[str]:
        return [name for name in self.poses if name != "ground"]

    @property
    def made_joints(self) -> list[Joint]:
        return [make(self.unit) for make in self.joints]

    @property
    def is_length(self) -> list[bool]:
        """Of every input."""
        return [each for actuator in self.actuators for each in actuator.is_length]

    def _placed(self, link: str) -> Pose:
        x, y, theta = self.poses[link]
        return x * self.unit + self.shift[0], y * self.unit + self.shift[1], theta

    def move(self, poses: Mapping[str, Sequence[float]]) -> None:
        """Bring links to poses that the finished mechanism can have."""
        for link, (x, y, theta) in poses.items():
            self.poses[link] = ((x - self.shift[0]) / self.unit, (y - self.shift[1]) / self.unit, theta)

    def finish(
        self, law: Callable[[int, float], MotionLaw] | None = None, stated: bool = True
    ) -> tuple[Mechanism, dict[str, Pose]]:
        """The mechanism and the poses of its links.

        law: the motion law of an input by its number and its value as drawn. stated: whether the initial configuration
        states all angles, or only those that do not follow from points.
        """
        law = law or (lambda number, value: ConstantSpeed(1.0, start=value))
        drivers: list[Driver] = []
        for actuator in self.actuators:
            number = sum(len(driver.inputs) for driver in drivers)
            drivers.append(actuator.make(*(law(number + k, value) for k, value in enumerate(actuator.values()))))
        mechanism = Mechanism(
            "drawn",
            links=[self._link(name) for name in self.points],
            joints=self.made_joints,
            drivers=drivers,
            initial=self._initial(stated),
        )
        return mechanism, {name: self._placed(name) for name in self.moving}

    def _link(self, name: str) -> Link:
        dx, dy = self.shift if name == "ground" else (0.0, 0.0)
        return Link(
            name, {point: (x * self.unit + dx, y * self.unit + dy) for point, (x, y) in self.points[name].items()}
        )

    def _initial(self, stated: bool) -> InitialConfiguration:
        points, angles = {}, {}
        for name in self.moving:
            for point in self.points[name]:
                x, y = self.place(f"{name}.{point}")
                points[f"{name}.{point}"] = (x * self.unit + self.shift[0], y * self.unit + self.shift[1])
            places = np.array([*self.points[name].values(), *[(0.0, 0.0)] * (not self.points[name])])
            if stated or np.ptp(places, axis=0).max() < 1e-6:
                angles[name] = self.poses[name][2]
        return InitialConfiguration(points=points, angles=angles)
