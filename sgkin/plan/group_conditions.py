"""The conditions Φ of a structural group in the poses (x, y, θ) of its links, of earlier links, and its inputs.

They are those stated with the joints and drivers in `sgkin.model`. Links welded to another are held to the first of
them by three conditions; all joints act on that first one. A pin of several links holds each of the group's links to
one earlier link or, where there is none, to the first of the group's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from sgkin.conditions.welding import Place, moved
from sgkin.groups.site import Site
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, PoseDriver
from sgkin.model.joint import GearPair, Joint, PinInSlot, Prismatic, RackAndPinion, Revolute
from sgkin.plan.jet import Jet, constant, variables
from sgkin.structure.structure import Group

Floats = NDArray[np.float64]
Vector = tuple[Jet, Jet]


@dataclass(frozen=True, slots=True)
class Condition:
    """One row of Φ: its name, the places among (φ, h) of the coordinates it depends on, and its derivatives by them."""

    name: str
    places: list[int]
    gradient: Floats
    second: Floats


@dataclass(frozen=True, slots=True)
class Frame:
    """A link's pose, with the cosine and sine of its angle."""

    x: Jet
    y: Jet
    theta: Jet
    cosine: Jet
    sine: Jet

    def point(self, place: Place) -> Vector:
        """World position of a local place."""
        px, py = place
        return self.x + px * self.cosine - py * self.sine, self.y + px * self.sine + py * self.cosine

    def direction(self, angle: float) -> Vector:
        """The direction that is inclined to the link's x axis."""
        c, s = cos(angle), sin(angle)
        return c * self.cosine - s * self.sine, c * self.sine + s * self.cosine

    def normal(self, angle: float) -> Vector:
        """The left normal of that direction."""
        x, y = self.direction(angle)
        return -1.0 * y, x


class GroupConditions:
    """All conditions of a group at a configuration, one after the other when iterated over: welds, joints, inputs.

    `poses`: (x, y, θ) of every moving link; `inputs`: the values of all inputs.
    """

    def __init__(
        self, site: Site, group: Group, poses: Mapping[str, Sequence[float]], inputs: Mapping[str, float]
    ) -> None:
        self.site, self.group, self.poses, self.inputs = site, group, poses, inputs
        self.ground = site.mechanism.ground
        self.own = tuple(dict.fromkeys(site.root(str(link)) for link in group.links))
        self.earlier = tuple(str(link) for link in group.hangs_on)
        moving = [link for link in self.earlier if link != self.ground]
        first = len(group.dependent)
        self.input_places = {name: first + number for number, name in enumerate(group.inputs)}
        first += len(group.inputs)
        self.places = {str(link): 3 * number for number, link in enumerate(group.links)}
        self.places |= {link: first + 3 * number for number, link in enumerate(moving)}

    def __iter__(self) -> Iterator[Condition]:
        for link in self.group.links:
            if str(link) not in self.own:
                yield from self._weld(str(link))
        for name in self.group.joints:
            yield from self._joint(self.site.mechanism.joint(name))
        for driver in self.site.mechanism.drivers:
            for name in driver.inputs:
                if name in self.group.inputs:
                    yield from self._driver(driver, name)

    def _frames(self, links: Sequence[str], name: str | None = None) -> tuple[list[int], list[Frame], Jet]:
        """The places of all coordinates of links and an input, the frames of the links and the value of the input."""
        moving = [link for link in dict.fromkeys(links) if link != self.ground]
        places = [self.places[link] + part for link in moving for part in range(3)]
        values = [float(part) for link in moving for part in self.poses[link]]
        if name is not None:
            places.append(self.input_places[name])
            values.append(self.inputs[name])
        given = variables(values)
        zero = constant(0.0, len(values))
        poses = {link: given[3 * n : 3 * n + 3] for n, link in enumerate(moving)} | {self.ground: [zero] * 3}
        frames = [Frame(x, y, theta, theta.cosine(), theta.sine()) for x, y, theta in (poses[link] for link in links)]
        return places, frames, given[-1] if name is not None else zero

    def _weld(self, link: str) -> Iterator[Condition]:
        root, (x, y, _) = self.site.parts[link]
        places, (body, part), _ = self._frames([root, link])
        at = body.point((x, y))
        yield from _named(link, places, x=part.x - at[0], y=part.y - at[1], theta=part.theta - body.theta)

    def _joint(self, joint: Joint) -> Iterator[Condition]:
        match joint:
            case Revolute():
                held = self._held(joint)
                for first, second in held:
                    places, (one, other), _ = self._frames([first, second])
                    x, y = _between(one.point(self.site.pin(joint, first)), other.point(self.site.pin(joint, second)))
                    name = joint.name if len(held) == 1 else f"{joint.name}.{second}"
                    yield from _named(name, places, x=x, y=y)
            case GearPair():
                places, (one, other, arm), _ = self._frames([self.site.root(link) for link in joint.all_links])
                ratio = one.theta - arm.theta - joint.ratio * (other.theta - arm.theta)
                yield from _named(joint.name, places, ratio=ratio)
            case Prismatic():
                first, second = self.site.roots(joint)
                places, (one, other), _ = self._frames([first, second])
                across = _dot(one.normal(self.site.guide(joint, first).angle), self._ends(joint, one, other))
                yield from _named(joint.name, places, theta=one.theta - other.theta, across=across)
            case PinInSlot():
                places, (pin, slot), _ = self._frames(self.site.roots(joint))
                normal = slot.normal(joint.angle + self.site.turn(joint.links[1]))
                yield from _named(joint.name, places, across=_dot(normal, self._ends(joint, pin, slot)))
            case RackAndPinion():
                places, (pinion, rack), _ = self._frames(self.site.roots(joint))
                along = rack.direction(joint.angle + self.site.turn(joint.links[1]))
                turned = joint.radius * (pinion.theta - rack.theta)
                yield from _named(joint.name, places, along=turned - _dot(along, self._ends(joint, pinion, rack)))

    def _held(self, joint: Joint) -> list[tuple[str, str]]:
        """Which links a pin holds together."""
        roots = list(dict.fromkeys(self.site.roots(joint)))
        own = [root for root in roots if root in self.own]
        before = [root for root in self.earlier if root in roots]
        return [(before[0], root) for root in own] if before else [(own[0], root) for root in own[1:]]

    def _ends(self, joint: Joint, one: Frame, other: Frame) -> Vector:
        """From the joint's place in its first link to that in its second."""
        first, second = self.site.roots(joint)
        return _between(one.point(self.site.pin(joint, first)), other.point(self.site.pin(joint, second)))

    def _driver(self, driver: Driver, name: str) -> Iterator[Condition]:
        roots = [self.site.root(link) for link in self.site.mechanism.driven_links(driver)]
        places, (one, other), z = self._frames(roots, name)
        match driver:
            case DistanceDriver():
                ends = (frame.point(self._place(at)) for frame, at in zip((one, other), driver.points, strict=True))
                x, y = _between(*ends)
                value = (x * x + y * y).root()
            case CoordinateDriver():
                value = other.point(self._place(driver.point))["xy".index(driver.axis)]
            case PoseDriver() if not name.endswith(".theta"):
                value = other.point(self.site.parts[driver.link][1][:2])["xy".index(name[-1])]
            case JointDriver() if isinstance(joint := self.site.mechanism.joint(driver.joint), Prismatic):
                along = one.direction(self.site.guide(joint, roots[0]).angle)
                ends = (frame.point(self.site.pin(joint, at)) for frame, at in zip((one, other), roots, strict=True))
                value = _dot(along, _between(*ends))
            case _:
                value = other.theta - one.theta
        yield from _named(name, places, input=value - z)

    def _place(self, reference: str) -> Place:
        """The place in its root of a point written `link.point`."""
        link, place = self.site.mechanism.point(reference)
        return moved(self.site.parts[link][1], place)


def _named(name: str, places: list[int], **rows: Jet) -> Iterator[Condition]:
    for kind, jet in rows.items():
        yield Condition(name if kind == "input" else f"{name}.{kind}", places, jet.gradient, jet.second)


def _between(start: Vector, end: Vector) -> Vector:
    return end[0] - start[0], end[1] - start[1]


def _dot(one: Vector, other: Vector) -> Jet:
    return one[0] * other[0] + one[1] * other[1]
