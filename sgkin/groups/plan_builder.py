"""Where a group is built into a plan: what is given to it, and where it leaves its links.

A declaration asks for points and directions of earlier links, adds its elements, and says for every link of the group
which of its points and directions they determine. Everything else of the links follows from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field

from sgkin.conditions.statement import Statements
from sgkin.conditions.welding import WeldedBodies
from sgkin.groups.element import Feature
from sgkin.groups.element_list import ElementList
from sgkin.kernels.frames import CARRY, LATER, SPAN, TURN
from sgkin.mathematics import Place, Pose, cos, hypot, is_same, is_zero, moved, sin
from sgkin.model.joint import Joint, Prismatic, Revolute
from sgkin.model.mechanism import Mechanism


@dataclass(slots=True)
class LinkFrame:
    """What is known of a link: anchors (points with their local places) and, once asked for, its direction."""

    anchors: list[tuple[Feature, Place]] = field(default_factory=list)
    direction: Feature | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """A prismatic joint seen from one of its links: local point, inclination and offset of its line."""

    link: str
    point: Place
    angle: float
    offset: float


class PlanBuilder(ElementList):
    """The frames of all links built so far, and the elements that compute them.

    Welded links are parts of one, their root: wherever a link is asked for here, roots are meant, and places and
    angles are those in the root's frame; so are those of `statements`, which knows roots by their numbers. Where points
    are is counted from the origin of the mechanism; `in_ground` has them in the ground frame.
    them in the ground frame.
    """

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.parts = WeldedBodies(mechanism).parts
        self.names = tuple(link.name for link in mechanism.links)
        self.number = {name: number for number, name in enumerate(self.names)}
        frames = {link: (self.number[root], pose) for link, (root, pose) in self.parts.items()}
        self.statements = Statements(mechanism, frames)
        super().__init__()
        self.angles: dict[Feature, Feature] = {}  # of directions whose angle is found with them, whole turns included
        self.turned_on: dict[Feature, str] = {}  # of directions turned by an input, the link against which
        self.turnings: dict[Feature, tuple[Feature | None, Feature]] = {}  # see `sgkin.groups.continuous_angles`
        self.frames: dict[str, LinkFrame] = {}
        self._points: dict[tuple[str, Place], Feature] = {}
        self.origin = mechanism.origin
        self._in_ground: dict[Feature, Feature] = {}
        origin = Feature("point", mechanism.ground, self.origin, values=(0.0, 0.0))
        x_axis = Feature("direction", mechanism.ground, (0.0, 0.0), values=(1.0, 0.0))
        self.frames[mechanism.ground] = LinkFrame([(origin, self.origin)], x_axis)
        self.inputs = [Feature("scalar", input=number) for number in range(len(mechanism.input_names))]
        self.input_of = dict(zip(mechanism.input_names, self.inputs, strict=True))

    def extended(self) -> PlanBuilder:
        """A copy to which more can be added, for somebody's own use."""
        other = copy(self)
        other.elements, other.makers = list(self.elements), dict(self.makers)
        other.frames = {link: LinkFrame(frame.anchors, frame.direction) for link, frame in self.frames.items()}
        other._points, other._in_ground = dict(self._points), dict(self._in_ground)
        return other

    def counted(self, poses: Mapping[str, Pose]) -> dict[str, Pose]:
        """Poses counted from the origin of the mechanism."""
        ox, oy = self.origin
        return {link: (x - ox, y - oy, theta) for link, (x, y, theta) in poses.items()}

    def place(self, link: str, anchors: list[tuple[Feature, Place]], direction: Feature | None = None) -> None:
        """Say what determines a link: one anchor and its direction, or two anchors."""
        self.frames[link] = LinkFrame(anchors, direction)

    def point(self, link: str, local: Place) -> Feature:
        """The feature of a point of a link that is built already."""
        known = self.known_point(link, local)
        if known is None:
            known = self._points[link, local] = self._carried(link, local)
        return known

    def known_point(self, link: str, local: Place) -> Feature | None:
        """The feature of a point of a link, if there is one."""
        for feature, place in self.frames[link].anchors:
            if is_same(place, local):
                return feature
        return self._points.get((link, local))

    def _carried(self, link: str, local: Place) -> Feature:
        if link == self.mechanism.ground:
            return Feature("point", link, local, values=(local[0] - self.origin[0], local[1] - self.origin[1]))
        anchor, place = self.frames[link].anchors[0]
        outputs = [Feature("point", link, local)]
        offset = [local[0] - place[0], local[1] - place[1]]
        self.add(CARRY, [anchor, self.direction(link)], outputs, offset)
        return outputs[0]

    def in_ground(self, point: Feature) -> Feature:
        """A point in the ground frame, wherever that has its origin."""
        if is_same(self.origin, (0.0, 0.0)):
            return point
        if point not in self._in_ground:
            place = Feature("point", point.link, point.local)
            self.add(CARRY, [point, self.direction(self.mechanism.ground)], [place], list(self.origin))
            self._in_ground[point] = place
        return self._in_ground[point]

    def link_features(self, link: str) -> tuple[Feature, Feature]:
        """Origin and direction of a link; the direction is that of its root."""
        root, pose = self.parts[link]
        return self.in_ground(self.point(root, (pose[0], pose[1]))), self.direction(root)

    def point_feature(self, reference: str) -> Feature:
        """The feature of a point written `link.point`."""
        link, place = self.mechanism.point(reference)
        root, pose = self.parts[link]
        return self.in_ground(self.point(root, moved(pose, place)))

    def coordinate(self, name: str, axis: str) -> Feature:
        """An input that is a coordinate in the ground frame, counted from the origin."""
        shift = self.origin["xy".index(axis)]
        if is_zero(shift):
            return self.input_of[name]
        shifted = Feature("scalar")
        self.add(LATER, [self.input_of[name]], [shifted], [-shift])
        return shifted

    def direction(self, link: str) -> Feature:
        """The feature of a link's x axis."""
        frame = self.frames[link]
        if frame.direction is None:
            (first, p), (second, q) = frame.anchors[:2]
            direction = Feature("direction", link)
            self.add(SPAN, [first, second], [direction], list(span_numbers(p, q)))
            frame.direction = direction
        return frame.direction

    def is_spanned(self, link: str) -> bool:
        """Whether the direction of a link is that of the line between two of its points."""
        direction = self.frames[link].direction
        if direction is None:
            return True
        return direction.link == link and not direction.values and self.makers[direction].kernel == SPAN

    def turned(self, link: str, angle: float, new_link: str) -> Feature:
        """The x axis of `new_link`, which is that of `link` turned by a constant angle."""
        if is_zero(angle):
            source = self.direction(link)
            if source.values:
                return Feature("direction", new_link, values=source.values)
            return source
        outputs = [Feature("direction", new_link)]
        self.add(TURN, [self.direction(link)], outputs, [cos(angle), sin(angle)])
        return outputs[0]

    def root(self, link: str) -> str:
        """The link of which a link is part."""
        return self.parts[link][0]

    def turn(self, link: str) -> float:
        """The constant angle of a link in its root."""
        angle: float = self.parts[link][1][2]  # it may be traced, which `float` would end
        return angle

    def roots(self, joint: Joint) -> tuple[str, ...]:
        """The roots that a joint joins, in its order."""
        return tuple(self.parts[link][0] for link in joint.links)

    def pin(self, joint: Joint, root: str) -> Place:
        """The place of a joint in one of its roots."""
        link, place = self.mechanism.point(joint.points[self.roots(joint).index(root)])
        return moved(self.parts[link][1], place)

    def guide(self, joint: Joint, root: str) -> Guide:
        """A prismatic joint seen from one of its roots."""
        assert isinstance(joint, Prismatic)
        place = self.roots(joint).index(root)
        angle = joint.angle[place] + self.turn(joint.links[place])
        return Guide(root, self.pin(joint, root), angle, joint.offset[place])

    def earlier_link(self, joint: Joint, inside: tuple[str, ...]) -> str:
        """A root of the joint that is built already and is none of the group's own; ground before others."""
        built = [root for root in self.roots(joint) if root in self.frames and root not in inside]
        return self.mechanism.ground if self.mechanism.ground in built else built[0]

    def outer_pin(self, joint: Joint, inside: tuple[str, ...]) -> Feature:
        """The feature of a pin at which a group hangs."""
        assert isinstance(joint, Revolute)
        link = self.earlier_link(joint, inside)
        return self.point(link, self.pin(joint, link))


def span_numbers(first: Place, second: Place) -> tuple[float, float]:
    """The line from one place of a link to another, divided by the square of its length."""
    a, b = second[0] - first[0], second[1] - first[1]
    square = a * a + b * b
    return a / square, b / square


def along_guide(guide: Guide, place: Place) -> Place:
    """A local place measured from the guide's point, along and to the left of the guide."""
    x, y = place[0] - guide.point[0], place[1] - guide.point[1]
    c, s = cos(guide.angle), sin(guide.angle)
    return c * x + s * y, c * y - s * x


def distance(first: Place, second: Place) -> float:
    """Between two places of a link."""
    return hypot(second[0] - first[0], second[1] - first[1])


def square_distance(first: Place, second: Place) -> float:
    """The square of the same."""
    a, b = second[0] - first[0], second[1] - first[1]
    return a * a + b * b


def feature_value(feature: Feature, poses: dict[str, Pose]) -> tuple[float, ...]:
    """What a point or direction is when the links have the given poses; nothing for a scalar."""
    if feature.kind == "scalar":
        return ()
    if feature.kind == "point":
        return moved(poses[feature.link], feature.local)
    angle = poses[feature.link][2] + feature.local[0]
    return cos(angle), sin(angle)
