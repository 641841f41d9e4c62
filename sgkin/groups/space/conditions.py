"""What holds a point of a group in space that is not known yet: spheres, circles, lines and planes of what is known."""

from __future__ import annotations

from sgkin.groups.declaration import GroupTask
from sgkin.groups.element import Feature
from sgkin.groups.space.arms import circle_of, line_of
from sgkin.groups.space.balls import Ball, Balls, spread
from sgkin.groups.space.builder import Axis, spatial_value
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.points import Circle, Condition, DrivenSphere, Line, Plane, Sphere
from sgkin.groups.space.vectors import Vector, cross, dot, minus, square, unit
from sgkin.model.design_position import design_distance
from sgkin.model.driver import DistanceDriver
from sgkin.model.joint import Joint
from sgkin.model.marker import PARALLEL, markers
from sgkin.model.spatial_joint import Rod
from sgkin.model.spatial_mechanism import rod_length
from sgkin.space import perpendicular, turned, turned_back


class Holds:
    """The joints and drivers of a group, and what they say of its balls while its links are placed one by one."""

    def __init__(self, task: GroupTask, builder: SpatialPlanBuilder) -> None:
        self.task, self.builder, self.balls = task, builder, Balls(builder)
        self.joints: list[Joint] = list(dict.fromkeys((*task.inner, *(joint for joint, _ in task.outer))))
        drivers = builder.drivers(task.group.inputs)
        self.distances = [driver for driver in drivers if isinstance(driver, DistanceDriver)]
        self.rods = [joint for joint in self.joints if isinstance(joint, Rod)]
        self.on_planes = [joint for joint in self.joints if joint.letter in ("F", "L")]
        for joint in self.joints:
            if joint.letter == "R" and joint in task.inner and task.group.redundant and not is_planar(task, builder):
                continue  # of what an overconstrained group must do its balls tell only a part
            if joint.letter in ("S", "U", "R"):
                self.balls.join([(axis.link, axis.point) for axis in builder.axes(joint)])
            elif joint.letter == "SS":
                for axis in builder.axes(joint):
                    self.balls.at((axis.link, axis.point))
            elif joint.letter in ("F", "L"):
                axis = builder.axes(joint)[0]
                self.balls.at((axis.link, axis.point))
        for driver in self.distances:
            for point in driver.points:
                self.balls.at(builder.spot(point))

    def hanging(self, link: str, letter: str) -> list[tuple[Joint, Axis, Axis]]:
        """The joints of a kind between a link and one that is placed, as either sees it, the placed one first."""
        found = []
        for joint in self.joints:
            if joint.letter == letter and link in self.builder.roots(joint):
                axes = self.builder.axes(joint)
                placed = [axis for axis in axes if axis.link != link and self.builder.is_placed(axis.link)]
                if placed:
                    own = next(axis for axis in axes if axis.link == link)
                    base = next((axis for axis in placed if axis.link == self.builder.ground), placed[0])
                    found.append((joint, base, own))
        return found

    def conditions(self, ball: Ball) -> list[Condition]:
        """All that is known of where a ball is."""
        found: list[Condition] = []
        for link, place in ball.spots:
            found += self._by_link(link, place)
        return [*found, *self._by_rods(ball), *self._by_distances(ball), *self._by_planes(ball)]

    def _by_link(self, link: str, place: Vector) -> list[Condition]:
        """By the joint on which its link hangs, and by known points of the link."""
        for _, base, own in self.hanging(link, "R"):
            return [circle_of(self.builder, base, own, place)]
        for _, base, own in self.hanging(link, "P"):
            return [line_of(self.builder, base, own, place)]
        found: list[Condition] = []
        for _, base, own in self.hanging(link, "E"):
            found.append(
                Plane(self.builder.foot(base), self.builder.along(base), dot(own.axis, minus(place, own.point)))
            )
        near = spread(self.balls.known_of(link))
        return [*found, *(Sphere(feature, square(minus(place, known))) for feature, known in near)]

    def _by_rods(self, ball: Ball) -> list[Condition]:
        found: list[Condition] = []
        for rod in self.rods:
            other = self._other_end(ball, [(axis.link, axis.point) for axis in self.builder.axes(rod)])
            if other is not None:
                length = rod_length(self.builder.mechanism, rod)
                found.append(Sphere(other, length * length))
        return found

    def _by_distances(self, ball: Ball) -> list[Condition]:
        found: list[Condition] = []
        for driver in self.distances:
            other = self._other_end(ball, [self.builder.spot(point) for point in driver.points])
            if other is not None:
                nominal = design_distance(self.builder.mechanism, *driver.points)
                found.append(DrivenSphere(other, self.builder.input_of[driver.name], nominal))
        return found

    def _other_end(self, ball: Ball, spots: list[tuple[str, Vector]]) -> Feature | None:
        """Of two ends, one of which is a ball, the other one if it is known."""
        one, other = map(self.balls.at, spots)
        if ball not in (one, other):
            return None
        return self.balls.feature(other if ball is one else one)

    def _by_planes(self, ball: Ball) -> list[Condition]:
        found: list[Condition] = []
        for joint in self.on_planes:
            point, base = self.builder.axes(joint)
            if self.balls.at((point.link, point.point)) is ball and self.builder.is_placed(base.link):
                foot, axis = self.builder.foot(base), self.builder.along(base)
                found.append(Plane(foot, axis, 0.0) if joint.letter == "F" else Line(foot, axis))
        return found


def is_planar(task: GroupTask, builder: SpatialPlanBuilder) -> bool:
    """Whether all pins of a group are parallel, and all its guides at right angles to them."""
    axes: dict[str, list[Vector]] = {}
    for joint in (*task.inner, *(joint for joint, _ in task.outer)):
        first = markers(builder.mechanism, joint)[0]
        axes.setdefault(joint.letter, []).append(turned(builder.design_turns[first.link], first.axis))
    pins = axes.get("R", [])
    across = [square(cross(pins[0], axis)) for axis in pins[1:]] if pins else [1.0]
    along = [dot(pins[0], axis) ** 2 for axis in axes.get("P", [])] if pins else []
    return not axes.keys() - {"R", "P"} and all(each <= PARALLEL * PARALLEL for each in (*across, *along))


def chosen(conditions: list[Condition], builder: SpatialPlanBuilder) -> list[Condition]:
    """Three conditions, a circle or a line counting as two, by which a closed form finds a point, or none.

    Where more are given the others follow from them, as in a mechanism that moves in a plane.
    """
    spheres: list[Condition] = [each for each in conditions if isinstance(each, Sphere | DrivenSphere)]
    planes: list[Condition] = [each for each in conditions if isinstance(each, Plane)]
    lines = [each for each in conditions if isinstance(each, Line)]
    circles = [each for each in conditions if isinstance(each, Circle)]
    others = [*spheres, *map(on_sphere, circles)]
    if lines and others:
        return [lines[0], others[0]]
    if lines and planes:
        return [*planes_through(lines[0], builder), *planes[:1]]
    if len(lines) > 1:
        return crossing(lines[0], lines[1], builder)
    if circles and len(others) > 1:
        return [circles[0], next(each for each in others if not _is_about(each, circles[0]))]
    if len(spheres) > 2:
        return spheres[:3]
    return planes[:3] if len(planes) > 2 else []


def on_sphere(circle: Circle) -> Sphere:
    """The sphere about the foot of an axis on which a circle lies."""
    return Sphere(circle.point, circle.square + circle.height * circle.height)


def _is_about(sphere: Condition, circle: Condition) -> bool:
    return isinstance(sphere, Sphere) and isinstance(circle, Circle) and sphere.centre is circle.point


def planes_through(line: Line, builder: SpatialPlanBuilder) -> list[Condition]:
    """Two planes that cross in a line."""
    link, axis = line.direction.link, line.direction.place
    x = perpendicular(axis)
    return [Plane(line.point, builder.direction(link, side), 0.0) for side in (x, cross(axis, x))]


def crossing(one: Line, other: Line, builder: SpatialPlanBuilder) -> list[Condition]:
    """Three planes that meet where two lines of a plane do; both are there in the design position."""
    poses = builder.design_poses()
    d1, d2 = (spatial_value(line.direction, poses) for line in (one, other))
    normal = cross((d1[0], d1[1], d1[2]), (d2[0], d2[1], d2[2]))
    if square(normal) < PARALLEL * PARALLEL:
        return []

    def plane(line: Line, direction: Vector) -> Plane:
        link = line.direction.link
        return Plane(line.point, builder.direction(link, turned_back(poses[link].axes, unit(direction))), 0.0)

    first, second = ((d[0], d[1], d[2]) for d in (d1, d2))
    return [plane(one, normal), plane(one, cross(normal, first)), plane(other, cross(normal, second))]
