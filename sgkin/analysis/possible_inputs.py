"""By what a mechanism could be driven.

These are what it is driven by now; the angle at every pin between any two of its links, and the stroke of every guide;
the angle of every link against ground that no pin has; for two inputs together x and y of a point, and for three the
pose of a link. In space these are the angle and the stroke of every joint that has one; for three inputs together x, y
and z of a point, and for six the pose of a link. Distances, and coordinates by themselves, are only those that are
driven already or given besides: any two points have one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations
from typing import Any, ClassVar

from sgkin.conditions.record import left_side
from sgkin.conditions.statement import Statements
from sgkin.conditions.welding import WeldedBodies
from sgkin.errors import FormError, InputError, UnknownNameError
from sgkin.mathematics import Pose
from sgkin.model.driver import (
    CoordinateDriver,
    Driver,
    JointDriver,
    LinkAngleDriver,
    PoseDriver,
    SpatialPoseDriver,
)
from sgkin.model.joint import Joint
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed, MotionLaw

SPEED = 1.0
"""Radians per second of an angle that nobody has given a speed."""
STROKES = 0.1
"""Lengths change by this part of the mechanism's size per second."""

Site = tuple[str, tuple[float, ...]]
"""A place of a link."""


@dataclass(frozen=True, slots=True)
class PossibleInput:
    """Something that can be driven: its name, what it is in words, and its drivers, of which a point has two.

    `is_present`: whether the mechanism is driven by it now; `is_new`: whether its laws are to begin where it is, since
    nobody has given them.
    """

    name: str
    meaning: str
    drivers: tuple[Driver, ...]
    is_present: bool = False
    is_new: bool = False

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of its inputs."""
        return tuple(name for driver in self.drivers for name in driver.inputs)


def possible_inputs(mechanism: Mechanism, also: Sequence[Driver] = ()) -> tuple[PossibleInput, ...]:
    """All of them, those first by which the mechanism is driven now, then those given besides; laws start at 0."""
    found = [
        PossibleInput(driver.name, driver.meaning(mechanism), (driver,), driver in mechanism.drivers)
        for driver in (*mechanism.drivers, *also)
    ]
    known = {_what(driver, mechanism) for each in found for driver in each.drivers}
    taken = {driver.name for each in found for driver in each.drivers}
    for name, words, drivers in (_FinderInSpace if mechanism.is_spatial else _Finder)(mechanism).all():
        if not known.issuperset(_what(driver, mechanism) for driver in drivers):
            name = _unused(name, taken)
            drivers = tuple(replace(driver, name=_unused(driver.name, taken)) for driver in drivers)
            taken.update(driver.name for driver in drivers)
            found.append(PossibleInput(name, words, drivers, is_new=True))
    return tuple(found)


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    return name


def _what(driver: Driver, mechanism: Mechanism) -> tuple[Any, ...]:
    """What a driver drives, whatever it is called, by which law and in which direction."""
    left_out = ("name", "links", *driver.law_fields)
    values = [getattr(driver, entry.name) for entry in fields(driver) if entry.name not in left_out]
    links = frozenset(mechanism.driven_links(driver))
    return driver.kind, links, *(frozenset(value) if isinstance(value, tuple) else value for value in values)


class _Finder:
    """Goes through joints, links and points; takes the first by name of links that turn alike, and of welded ones."""

    axes: ClassVar[str] = "xy"

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        parts = WeldedBodies(mechanism).parts
        self.body = _first_by_name({link: root for link, (root, _) in parts.items()})
        self.angle, self.length = _usual_laws(mechanism)

    def _turning_alike(self) -> dict[str, str]:
        """For every link a link that stands for all which joints such as guides and welds let turn only with it."""
        links = [link.name for link in self.mechanism.links]
        above: dict[str, str] = {}

        def find(link: str) -> str:
            while link in above:
                link = above[link]
            return link

        for condition in (each for stated in Statements(self.mechanism).joints for each in stated.conditions):
            if condition.turns and not condition.ends and not condition.rolls:
                first, second = (find(links[frame]) for frame, _ in condition.turns)
                if first != second:
                    above[second] = first
        return {link: find(link) for link in links}

    def all(self) -> Iterator[tuple[str, str, tuple[Driver, ...]]]:
        """Name, meaning and drivers."""
        single = [driver for joint in self.mechanism.joints for driver in self.joint_drivers(joint)]
        single += self.link_angles([*self.mechanism.drivers, *single])
        for driver in single:
            yield driver.name, driver.meaning(self.mechanism), (driver,)
        for link, point in self.points():
            place, name = f"{link}.{point}", f"{link}_{point}"
            drivers = tuple(CoordinateDriver(f"{name}_{axis}", place, axis, self.length) for axis in self.axes)
            yield place, f"{', '.join(self.axes[:-1])} and {self.axes[-1]} of {place}", drivers
        for link in sorted(set(self.body.values()) - {self.body[self.mechanism.ground]}):
            pose = self.pose(link)
            yield pose.name, pose.meaning(self.mechanism), (pose,)

    def pose(self, link: str) -> Driver:
        """All coordinates of a link."""
        return PoseDriver(f"{link}_pose", link, self.length, self.length, self.angle)

    def joint_drivers(self, joint: Joint) -> Iterator[Driver]:
        """Of a pin between any two links, of a guide; both where a joint turns and slides."""
        links = sorted(joint.links, key=lambda link: (link != self.mechanism.ground, link))
        pairs = [pair for pair in combinations(links, 2) if self.body[pair[0]] != self.body[pair[1]]]
        both = len(joint.coordinates) > 1
        for pair in pairs:
            only = len(joint.links) == 2
            name = joint.name if only else "_".join((joint.name, *pair))
            for of in joint.coordinates:
                law = self.angle if of == "angle" else self.length
                yield JointDriver(
                    f"{name}_{of}" if both else name, joint.name, law, () if only else pair, of if both else ""
                )

    def link_angles(self, drivers: Iterable[Driver]) -> Iterator[Driver]:
        """Against ground, of links whose angle is not driven otherwise."""
        turning = _first_by_name(self._turning_alike())
        ground = turning[self.mechanism.ground]
        measured = {ground}
        for driver in drivers:
            first, second = (turning[link] for link in self.mechanism.driven_links(driver))
            if driver.freedoms(self.mechanism) == ("angle",) and ground in (first, second):
                measured |= {first, second}
        for link in sorted(set(turning.values()) - measured):
            yield LinkAngleDriver(f"{link}_angle", link, self.angle)

    def points(self) -> Iterator[tuple[str, str]]:
        """Points that can move, one at every pin."""
        ground = self.mechanism.ground
        pinned = self._pinned()
        seen = {site for sites in pinned.values() for site in sites if self._is_fixed(sites)}
        for link in sorted(self.mechanism.links, key=lambda link: link.name):
            for point, place in link.points.items() if self.body[link.name] != self.body[ground] else ():
                if (link.name, place) not in seen:
                    yield link.name, point
                    seen.update(pinned.get((link.name, place), [(link.name, place)]))

    def _pinned(self) -> dict[Site, list[Site]]:
        """For every place of a link that a joint holds to places of others, all places there."""
        found: dict[Site, list[Site]] = {}
        for sites in self._coincident():
            for site in sites:
                found.setdefault(site, [site]).extend(sites)
        return found

    def _coincident(self) -> Iterator[list[Site]]:
        """The places of links that each joint holds together."""
        for stated in Statements(self.mechanism).joints:
            yield [(self.mechanism.links[frame].name, (x, y)) for frame, x, y in stated.coincident]

    def _is_fixed(self, sites: Iterable[Site]) -> bool:
        return any(self.body[link] == self.body[self.mechanism.ground] for link, _ in sites)


class _FinderInSpace(_Finder):
    """The same in space, where the angle of a link against ground is no single number."""

    axes = "xyz"

    def pose(self, link: str) -> Driver:
        return SpatialPoseDriver(f"{link}_pose", link, *(self.length,) * 3, *(self.angle,) * 3)

    def link_angles(self, drivers: Iterable[Driver]) -> Iterator[Driver]:
        return iter(())

    def _coincident(self) -> Iterator[list[Site]]:
        from sgkin.conditions.space_statement import SpaceStatements

        for stated in SpaceStatements(self.mechanism).joints:
            yield [(self.mechanism.links[point.frame].name, point.place) for point in stated.coincident]


def _first_by_name(root_of: Mapping[str, str]) -> dict[str, str]:
    """For every link the first by name of those that have the same root."""
    first: dict[str, str] = {}
    for link in sorted(root_of):
        first.setdefault(root_of[link], link)
    return {link: first[root] for link, root in root_of.items()}


def _usual_laws(mechanism: Mechanism) -> tuple[MotionLaw, MotionLaw]:
    """Constant speeds of angles and of lengths: those of the first driver that has such a law, or usual ones."""
    speeds = {"angle": SPEED, "length": STROKES * mechanism.size}
    for driver in reversed(mechanism.drivers):
        for name, law in zip(driver.inputs, driver.laws, strict=True):
            if isinstance(law, ConstantSpeed) and law.speed:
                speeds[mechanism.input_quantity(name)] = law.speed
    return ConstantSpeed(speeds["angle"]), ConstantSpeed(speeds["length"])


def named_input(mechanism: Mechanism, possible: Sequence[PossibleInput], given: object) -> PossibleInput:
    """What is meant by a driver, by the name of a possible input or of a joint, or by what is driven now."""
    if isinstance(given, Driver):
        return PossibleInput(given.name, given.meaning(mechanism), (given,))
    if not isinstance(given, str):
        raise FormError("input", given, "the name of a joint or of another possible input, or a driver")
    at_joint = [each for each in possible if each.drivers[0].at_joint == given]
    alike = [each for each in possible if each.name == given] or at_joint
    if not alike:
        raise UnknownNameError(f"mechanism {mechanism.name!r}", "input", given, [each.name for each in possible])
    if len(alike) > 1:
        names = ", ".join(each.name for each in alike)
        if len(mechanism.joint(given).links) == 2:
            raise InputError(f"joint {given!r} turns and slides; say which is meant: {names}")
        raise InputError(f"joint {given!r} joins more than two links; say between which: {names}")
    return alike[0]


def input_values(mechanism: Mechanism, poses: Mapping[str, Pose]) -> dict[str, float]:
    """What the inputs of a mechanism are at poses of all links in the ground frame."""
    statements = Statements(mechanism)
    placed = {statements.number[link]: pose for link, pose in poses.items()}
    conditions = [each for stated in statements.drivers for each in stated.conditions]
    return {
        name: left_side(each, placed) - each.constant
        for name, each in zip(mechanism.input_names, conditions, strict=True)
    }


def starting_at(driver: Driver, values: Mapping[str, float]) -> Driver:
    """A driver whose laws of constant speed start at the given values of its inputs."""
    begun: dict[str, Any] = {}
    for field, law, name in zip(driver.law_fields, driver.laws, driver.inputs, strict=True):
        assert isinstance(law, ConstantSpeed)
        begun[field] = replace(law, start=values[name])
    return replace(driver, **begun)
