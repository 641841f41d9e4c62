"""Groups in space whose pins are all parallel, and whose guides are at right angles to them: solved as planar groups.

What earlier links give is seen in a plane of one of them, a planar group is built of it there, and what that finds is
brought back. The planar frames of all links are parallel in the design position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, cast

from sgkin.groups import newton
from sgkin.groups.declaration import GroupTask
from sgkin.groups.element import Element, Feature
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.groups.space.builder import SpatialPose
from sgkin.groups.space.driven_links import driven_coordinate, earlier_link
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.vectors import Triad, Vector, cross, dot, minus, plus, scaled, turn_between
from sgkin.kernels.space.in_plane import FRAME_BY_DIRECTION, LIFTED_POINT, SEEN_POINT
from sgkin.kernels.space.joint_coordinates import ANGLE_ABOUT
from sgkin.kernels.space.turned_frame import CONSTANT_TURN
from sgkin.mathematics import Place, Pose, atan2
from sgkin.model.driver import DistanceDriver, Driver, JointDriver
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import Joint, Prismatic, Revolute
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed
from sgkin.space import perpendicular, turned, turned_back
from sgkin.structure.decomposition import decompose

STILL = ConstantSpeed(0.0)
"""In place of the law of a driver, which nobody asks for."""


class Plane(NamedTuple):
    """The plane of a base link: its origin, its two directions and across them, in the frame of the base."""

    base: str
    origin: Vector
    e1: Vector
    e2: Vector
    normal: Vector


def build_in_plane(task: GroupTask, builder: SpatialPlanBuilder) -> bool:
    """Place all links of a group; whether the planar groups that it is are all declared.

    Its joints are pins and guides, its inputs angles, strokes or distances.
    """
    from sgkin.groups.registry import declaration_for

    flat = Flat(task, builder)
    site = flat.site()
    tasks = flat.tasks()
    if any(declaration_for(planar.group) is None for planar in tasks):
        return False
    for planar in tasks:
        declaration = declaration_for(planar.group)
        assert declaration is not None
        element = declaration.build(replace(planar, number=builder.next_step), site)
        if element is None:
            continue
        if element.kernel == newton.KERNEL:
            return False
        element.declaration = element.declaration or declaration
        builder.steps.append(element)
        flat.remember(element, site)
    for link in task.links:
        flat.lift(link, site)
    return True


class Flat:
    """A group as it is seen in the plane."""

    def __init__(self, task: GroupTask, builder: SpatialPlanBuilder) -> None:
        self.task, self.builder = task, builder
        self.poses = builder.design_poses()
        joint = task.outer[0][0]
        base = builder.axis(joint, earlier_link(joint, task.links, builder))
        pin = next(each for each in self.joints if each.letter == "R")
        normal_in_ground = self._in_ground(builder.axes(pin)[0].link, builder.axes(pin)[0].axis)
        normal = self._local(base.link, normal_in_ground)
        e1 = perpendicular(normal)
        self.plane = Plane(base.link, base.point, e1, cross(normal, e1), normal)
        self.earlier = list(
            dict.fromkeys(
                root
                for each in self._all_roots()
                for root in each
                if root not in task.links and builder.is_placed(root) and root != base.link
            )
        )
        self.points: dict[str, dict[str, Place]] = {name: {} for name in (base.link, *self.earlier, *task.links)}

    @property
    def joints(self) -> list[Joint]:
        """All joints of the group."""
        return list(dict.fromkeys((*self.task.inner, *(joint for joint, _ in self.task.outer))))

    @property
    def drivers(self) -> list[Driver]:
        """All drivers of the group."""
        return self.builder.drivers(self.task.group.inputs)

    def _all_roots(self) -> list[tuple[str, ...]]:
        found = [self.builder.roots(joint) for joint in self.joints]
        for driver in self.drivers:
            if isinstance(driver, DistanceDriver):
                found.append(tuple(self.builder.spot(point)[0] for point in driver.points))
        return found

    def _in_ground(self, link: str, vector: Vector) -> Vector:
        return turned(self.poses[link].axes, vector)

    def _local(self, link: str, vector: Vector) -> Vector:
        return turned_back(self.poses[link].axes, vector)

    def axes(self, link: str) -> tuple[Vector, Vector]:
        """The directions of the plane in the frame of a link, in the design position."""
        one, other = (self._local(link, self._in_ground(self.plane.base, e)) for e in (self.plane.e1, self.plane.e2))
        return one, other

    def place(self, link: str, point: Vector) -> Place:
        """A place of a link in its planar frame."""
        e1, e2 = self.axes(link)
        origin = self.plane.origin if link == self.plane.base else (0.0, 0.0, 0.0)
        return dot(e1, minus(point, origin)), dot(e2, minus(point, origin))

    def pose(self, link: str) -> Pose:
        """Where the planar frame of a link is in the design position."""
        if link == self.plane.base:
            return 0.0, 0.0, 0.0
        away = self._local(self.plane.base, minus(self.poses[link].origin, self._origin_in_ground()))
        return dot(self.plane.e1, away), dot(self.plane.e2, away), 0.0

    def seen(self, poses: Mapping[str, SpatialPose]) -> dict[str, Pose]:
        """Where the planar frames of all links are when the links have the given poses."""
        plane, base = self.plane, poses[self.plane.base]
        origin = plus(base.origin, turned(base.axes, plane.origin))
        e1, e2 = turned(base.axes, plane.e1), turned(base.axes, plane.e2)
        found: dict[str, Pose] = {plane.base: (0.0, 0.0, 0.0)}
        for link in self.points.keys() - found.keys():
            away, x = minus(poses[link].origin, origin), turned(poses[link].axes, self.axes(link)[0])
            found[link] = dot(e1, away), dot(e2, away), atan2(dot(x, e2), dot(x, e1))
        return found

    def _origin_in_ground(self) -> Vector:
        return plus(self.poses[self.plane.base].origin, self._in_ground(self.plane.base, self.plane.origin))

    def site(self) -> PlanBuilder:
        """A planar builder with the earlier links as they are seen."""
        builder, plane = self.builder, self.plane
        made = [self._joint(joint) for joint in self.joints]
        drivers = [self._driver(driver) for driver in self.drivers]
        self.mechanism = self._mechanism(made, drivers)
        site = PlanBuilder(self.mechanism)
        site.elements, site.makers = builder.elements, builder.makers
        origin, frame = builder.point(plane.base, plane.origin), builder.frame(plane.base)
        for link in self.earlier:
            anchor, place = builder.frames[link].anchors[0]
            local = self.place(link, place)
            point, direction = Feature("point", link, local), Feature("direction", link)
            builder.add(SEEN_POINT, [anchor, origin, frame], [point], [*plane.e1, *plane.e2])
            geometry = [*plane.normal, *plane.e1, *plane.e2, *self.axes(link)[0]]
            builder.add(ANGLE_ABOUT, [frame, builder.frame(link)], [direction], geometry)
            site.place(link, [(point, local)], direction)
        for driver in self.drivers:
            site.input_of[driver.inputs[0]] = self._input(driver)
        return site

    def _mechanism(self, joints: list[Joint], drivers: list[Driver]) -> Mechanism:
        links = [Link(name, found) for name, found in self.points.items()]
        places = ((link, self.pose(link.name)) for link in links if link.name != self.plane.base)
        return Mechanism(
            self.builder.mechanism.name,
            links,
            joints,
            drivers,
            ground=self.plane.base,
            initial=InitialConfiguration.at(places),
            floating=True,
        )

    def _note(self, name: str, link: str, point: Vector) -> str:
        self.points[link][name] = self.place(link, point)
        return name

    def _joint(self, joint: Joint) -> Joint:
        axes = [axis for axis in self.builder.axes(joint) if axis.link in self.points]
        links = tuple(axis.link for axis in axes)
        at = tuple(self._note(joint.name, axis.link, axis.point) for axis in axes)
        if isinstance(joint, Revolute):
            return Revolute(joint.name, links, at=at)
        angles = []
        for axis in axes:
            e1, e2 = self.axes(axis.link)
            angles.append(atan2(dot(e2, axis.axis), dot(e1, axis.axis)))
        return Prismatic(joint.name, links, at=at, angle=tuple(angles))

    def _driver(self, driver: Driver) -> Driver:
        if isinstance(driver, DistanceDriver):
            spots = [self.builder.spot(point) for point in driver.points]
            names = [f"{driver.name}_{number}" for number in range(2)]
            points = [
                f"{root}.{self._note(name, root, place)}" for name, (root, place) in zip(names, spots, strict=True)
            ]
            return DistanceDriver(driver.name, (points[0], points[1]), STILL)
        assert isinstance(driver, JointDriver)
        first, second = (self.builder.root(link) for link in self.builder.mechanism.driven_links(driver))
        return JointDriver(driver.name, driver.joint, STILL, links=(first, second))

    def _input(self, driver: Driver) -> Feature:
        """A driven angle, stroke or distance as the plane counts it."""
        builder = self.builder
        z = builder.input_of[driver.inputs[0]]
        if isinstance(driver, JointDriver):
            driven = driven_coordinate(driver, builder.mechanism.joint(driver.joint), builder)
            return builder.later(z, driven.shift * driven.sign)
        return z

    def tasks(self) -> list[GroupTask]:
        """The planar groups of the group, as they are when the earlier links stand still."""
        found = []
        for number, group in enumerate(decompose(self._held()).groups):
            links = tuple(str(link) for link in group.links)
            inner, outer = [], []
            for name in group.joints:
                joint = self.mechanism.joint(name)
                if name in group.outer_joints:
                    outer += [(joint, link) for link in dict.fromkeys(joint.links) if link in links]
                else:
                    inner.append(joint)
            found.append(GroupTask(number, group, links, tuple(inner), tuple(outer)))
        return found

    def _held(self) -> Mechanism:
        """The planar mechanism with the earlier links as parts of its ground."""
        base, fixed = self.plane.base, {self.plane.base, *self.earlier}
        points = {name: dict(found) for name, found in self.points.items() if name == base or name not in fixed}

        def moved(link: str, point: str) -> tuple[str, str, float]:
            if link not in fixed or link == base:
                return link, point, 0.0
            x, y, _ = self.pose(link)
            px, py = self.points[link][point]
            name = f"{link}_{point}"
            points[base][name] = (x + px, y + py)
            return base, name, 0.0

        joints: list[Joint] = []
        for joint in self.mechanism.joints:
            ends = [moved(*reference.split(".", 1)) for reference in joint.points]
            links, at = tuple(end[0] for end in ends), tuple(end[1] for end in ends)
            if len(set(links)) < len(links):
                keep = [number for number, link in enumerate(links) if link not in links[:number]]
                links, at = tuple(links[number] for number in keep), tuple(at[number] for number in keep)
            joints.append(replace(cast(Any, joint), links=links, at=at))
        drivers: list[Driver] = []
        for driver in self.mechanism.drivers:
            if isinstance(driver, DistanceDriver):
                ends = [moved(*reference.split(".", 1)) for reference in driver.points]
                drivers.append(replace(driver, points=tuple(f"{link}.{point}" for link, point, _ in ends)))
            else:
                assert isinstance(driver, JointDriver)
                links = tuple(base if link in fixed else link for link in driver.links)
                drivers.append(replace(driver, links=links))
        made = [Link(name, found) for name, found in points.items()]
        places = ((link, self.pose(link.name)) for link in made if link.name != base)
        return Mechanism("held", made, joints, drivers, ground=base, initial=InitialConfiguration.at(places))

    def remember(self, element: Element, site: PlanBuilder) -> None:
        """Note where the links of a planar element are in the design position."""
        self.builder.in_plane[element] = {link: self.pose(link) for link in self.points}
        if element.begin is not None:
            element.begin = partial(_begin, element.begin, self, site)

    def lift(self, link: str, site: PlanBuilder) -> None:
        """Bring a link back into space."""
        builder, plane = self.builder, self.plane
        point, (x, y) = site.frames[link].anchors[0]
        e1, e2 = self.axes(link)
        place = plus(scaled(x, e1), scaled(y, e2))
        at = plus(self.poses[link].origin, self._in_ground(link, place))
        height = dot(plane.normal, self._local(plane.base, minus(at, self._origin_in_ground())))
        frame, origin = builder.frame(plane.base), builder.point(plane.base, plane.origin)
        lifted = Feature("point3", link, place=place)
        geometry = [*plane.e1, *plane.e2, *scaled(height, plane.normal)]
        builder.add(LIFTED_POINT, [site.in_ground(point), origin, frame], [lifted], geometry)
        turned_on = Feature("frame", link)
        builder.add(FRAME_BY_DIRECTION, [frame, site.direction(link)], [turned_on], [*plane.normal])
        rest = turn_between(_back(self.poses[plane.base].axes), _back(self.poses[link].axes))
        own = Feature("frame", link)
        builder.add(CONSTANT_TURN, [turned_on], [own], [*rest.numbers])
        builder.place(link, [(lifted, place)], own)


def _back(axes: Triad) -> Triad:
    """The inverse of a turn."""
    return Triad(*((axes.x[k], axes.y[k], axes.z[k]) for k in range(3)))


def _begin(begin: Any, flat: Flat, site: PlanBuilder, poses: Mapping[str, SpatialPose]) -> list[tuple[int, float]]:
    """Where an iteration in the plane begins."""
    return cast(list[tuple[int, float]], begin(site.counted(flat.seen(poses))))
