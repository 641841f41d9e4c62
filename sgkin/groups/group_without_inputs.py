"""A group that holds inputs, as a mechanism of its own that does not move.

At given inputs all earlier links are fixed, so they are ground, and what a driver moves is held by a weld, by a link of
the driven length, or by a slider. What is left is a group without inputs, whose modes may be found in closed form.
"""

from __future__ import annotations

from collections.abc import Callable

from sgkin.groups.element import Element, Feature
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.mathematics import Place, Pose, atan2, cos, moved, pi, sin
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver
from sgkin.model.joint import Joint, Prismatic, Revolute, Weld
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Group

ReadValue = Callable[[Feature], tuple[float, ...]]


def frozen_group(builder: PlanBuilder, group: Group, element: Element, value: ReadValue) -> Mechanism | None:
    """The mechanism; None where a joint or driver of the group cannot be held in this way.

    `value`: what a feature is in the configuration of the earlier groups.
    """
    joints = [builder.mechanism.joint(name) for name in group.joints]
    drivers = [driver for driver in builder.mechanism.drivers if set(driver.inputs) & set(group.inputs)]
    if not all(isinstance(joint, Revolute | Prismatic) for joint in joints):
        return None
    freezer = _Freezer(builder, group, element, value)
    for driver in drivers:
        if not freezer.hold(driver, value(builder.input_of[driver.inputs[0]])[0]):
            return None
    for joint in joints:
        if joint.name not in freezer.held:
            freezer.keep(joint)
    links = [Link(name, points) for name, points in freezer.points.items()]
    return Mechanism(builder.mechanism.name, links, freezer.joints, ground=freezer.ground, floating=True)


class _Freezer:
    """Collects the links with their points, and the joints, of a frozen group."""

    def __init__(self, builder: PlanBuilder, group: Group, element: Element, value: ReadValue) -> None:
        self.site, self.ground = builder, builder.mechanism.ground
        self.own = tuple(dict.fromkeys(builder.root(str(link)) for link in group.links))
        self.fixed: dict[str, Pose] = {}
        for root, frame in builder.frames.items():
            anchor, place = frame.anchors[0]
            if root not in self.own and frame.direction in element.inputs and anchor in element.inputs:
                (x, y), (c, s) = value(anchor), value(frame.direction)
                self.fixed[root] = (x - c * place[0] + s * place[1], y - s * place[0] - c * place[1], atan2(s, c))
        self.points: dict[str, dict[str, Place]] = {name: {} for name in (self.ground, *self.own)}
        self.joints: list[Joint] = []
        self.held: set[str] = set()

    def put(self, root: str, place: Place, angle: float = 0.0) -> tuple[str, str, float]:
        """A point of a link, and an inclination: the link, the name of the point, the inclination there."""
        link = self.ground if root in self.fixed else root
        if root in self.fixed:
            place, angle = moved(self.fixed[root], place), angle + self.fixed[root][2]
        name = f"P{len(self.points[link])}"
        self.points[link][name] = place
        return link, name, angle

    def known(self, roots: tuple[str, ...]) -> tuple[str, ...]:
        """Of the links of a joint, one that is fixed, if any, and those of the group."""
        fixed = [root for root in dict.fromkeys(roots) if root in self.fixed]
        return (*fixed[:1], *(root for root in dict.fromkeys(roots) if root in self.own))

    def keep(self, joint: Joint) -> None:
        """Take over a joint."""
        roots = self.known(self.site.roots(joint))
        if isinstance(joint, Revolute):
            ends = [self.put(root, self.site.pin(joint, root)) for root in roots]
            links, points, _ = zip(*ends, strict=True)
            self.joints.append(Revolute(joint.name, links, at=points))
            return
        guides = [self.site.guide(joint, root) for root in roots]
        ends = [self.put(guide.link, guide.point, guide.angle) for guide in guides]
        links, points, angles = zip(*ends, strict=True)
        offsets = tuple(guide.offset for guide in guides)
        self.joints.append(Prismatic(joint.name, links, at=points, angle=angles, offset=offsets))

    def hold(self, driver: Driver, z: float) -> bool:
        """Hold what a driver moves where it is; whether that can be done."""
        match driver:
            case JointDriver():
                return self._weld(driver, z)
            case DistanceDriver() if z > 0.0:
                ends = [self.site.mechanism.point(point) for point in driver.points]
                self._pin_link(driver.name, [(0.0, 0.0), (z, 0.0)], ends)
                return True
            case CoordinateDriver():
                self._slider(driver, z - self.site.origin["xy".index(driver.axis)])
                return True
        return False

    def _weld(self, driver: JointDriver, z: float) -> bool:
        joint = self.site.mechanism.joint(driver.joint)
        first, second = self.site.mechanism.driven_links(driver)
        a, b = self.site.root(first), self.site.root(second)
        if len(joint.links) > 2 or not {a, b} <= {*self.own, *self.fixed}:
            return False  # the other links at the pin would have to stay on it
        if isinstance(joint, Prismatic):
            one, other = (self.site.guide(joint, root) for root in self.site.roots(joint))
            along, across = (z if one.link == a else -z), one.offset - other.offset
            c, s = cos(one.angle), sin(one.angle)
            place = (one.point[0] + c * along - s * across, one.point[1] + s * along + c * across)
            ends = [self.put(one.link, place, one.angle), self.put(other.link, other.point, other.angle)]
        else:
            turn = z + self.site.turn(first) - self.site.turn(second)
            ends = [self.put(a, self.site.pin(joint, a), turn), self.put(b, self.site.pin(joint, b))]
        links, points, angles = zip(*ends, strict=True)
        self.joints.append(Weld(joint.name, links, at=points, angle=angles[0] - angles[1]))
        self.held.add(joint.name)
        return True

    def _pin_link(self, name: str, places: list[Place], ends: list[tuple[str, Place]]) -> str:
        """Add a link that is pinned to given places of others; what it is called."""
        link = self._add_link(name)
        for number, (place, (part, local)) in enumerate(zip(places, ends, strict=True)):
            root, pose = self.site.parts[part]
            other, point, _ = self.put(root, moved(pose, local))
            _, mine, _ = self.put(link, place)
            self.joints.append(Revolute(f"{link} {number}", (other, link), at=(point, mine)))
        return link

    def _slider(self, driver: CoordinateDriver, z: float) -> None:
        """Add a slider on a line of constant x or y that carries the driven point."""
        link = self._pin_link(driver.name, [(0.0, 0.0)], [self.site.mechanism.point(driver.point)])
        place, angle = ((z, 0.0), 0.5 * pi) if driver.axis == "x" else ((0.0, z), 0.0)
        name = f"P{len(self.points[self.ground])}"
        self.points[self.ground][name] = place
        guide = Prismatic(f"guide of {link}", (self.ground, link), at=(name, "P0"), angle=(angle, 0.0))
        self.joints.append(guide)

    def _add_link(self, name: str) -> str:
        while name in self.points:
            name += "'"
        self.points[name] = {}
        return name
