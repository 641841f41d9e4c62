"""Where groups in space are built into a plan: the frames of the links that are solved, and what they carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sgkin.groups.element import Feature
from sgkin.groups.element_list import ElementList
from sgkin.groups.space.vectors import STANDARD, Triad, Vector, minus, plus, triad, turn_between, turned
from sgkin.kernels.space.carried import CARRIED_DIRECTION, CARRIED_POINT
from sgkin.kernels.space.turned_frame import CONSTANT_TURN
from sgkin.mathematics import is_same


class Axis(NamedTuple):
    """A joint seen from one of its links: a point of its axis and the direction of it, in the frame of the link.

    `arm`: a direction that is not along the axis. Where a joint has an angle, it is that from the arm of one link to
    the arm of the other, so far as they are square to the axis.
    """

    link: str
    point: Vector
    axis: Vector
    arm: Vector

    @property
    def triad(self) -> Triad:
        """The frame of the joint: along its axis, towards its arm, and square to both."""
        return triad(self.axis, self.arm)


class LinkFrame(NamedTuple):
    """What is known of a link: points with their places in it, and its frame."""

    anchors: Sequence[tuple[Feature, Vector]]
    frame: Feature


class SpatialPose(NamedTuple):
    """Where a link is: its origin and its axes, in the ground frame."""

    origin: Vector
    axes: Triad


class SpatialBuilder(ElementList):
    """The frames of all links built so far, and the elements that compute them.

    ground: the link that stands still; inputs: their names
    """

    def __init__(self, ground: str, inputs: Sequence[str]) -> None:
        super().__init__()
        self.ground = ground
        self.inputs = [Feature("scalar", input=number) for number in range(len(inputs))]
        self.input_of = dict(zip(inputs, self.inputs, strict=True))
        self.frames: dict[str, LinkFrame] = {}
        self._carried: dict[tuple[str, str, Vector], Feature] = {}
        origin = (0.0, 0.0, 0.0)
        still = Feature("frame", ground, values=STANDARD.numbers)
        self.place(ground, [(Feature("point3", ground, values=origin), origin)], still)

    def place(self, link: str, anchors: Sequence[tuple[Feature, Vector]], frame: Feature) -> None:
        """Say what determines a link: points of it, one at least, with their places in it, and its frame."""
        self.frames[link] = LinkFrame(anchors, frame)

    def frame(self, link: str) -> Feature:
        """The frame of a link that is built already."""
        return self.frames[link].frame

    def point(self, link: str, place: Vector) -> Feature:
        """A point of a link that is built already."""
        for feature, known in self.frames[link].anchors:
            if is_same(known, place):
                return feature
        key = "point3", link, place
        if key not in self._carried:
            self._carried[key] = self._carry_point(link, place)
        return self._carried[key]

    def _carry_point(self, link: str, place: Vector) -> Feature:
        if link == self.ground:
            return Feature("point3", link, place=place, values=place)
        (anchor, known), *_ = self.frames[link].anchors
        point = Feature("point3", link, place=place)
        self.add(CARRIED_POINT, [anchor, self.frame(link)], [point], [*minus(place, known)])
        return point

    def direction(self, link: str, local: Vector) -> Feature:
        """A direction of a link that is built already; local: the unit vector in its frame."""
        key = "direction3", link, local
        if key not in self._carried:
            self._carried[key] = self._carry_direction(link, local)
        return self._carried[key]

    def _carry_direction(self, link: str, local: Vector) -> Feature:
        if link == self.ground:
            return Feature("direction3", link, place=local, values=local)
        direction = Feature("direction3", link, place=local)
        self.add(CARRIED_DIRECTION, [self.frame(link)], [direction], [*local])
        return direction

    def foot(self, axis: Axis) -> Feature:
        """The point of a joint on a link that is built already."""
        return self.point(axis.link, axis.point)

    def along(self, axis: Axis) -> Feature:
        """The direction of a joint on a link that is built already."""
        return self.direction(axis.link, axis.axis)

    def rest(self, frame: Feature, base: Axis, own: Axis) -> Feature:
        """The frame of a link on a joint whose arms fall together; `frame`: that of the other link, at least so far."""
        if is_same(base.axis, own.axis) and is_same(base.arm, own.arm):
            return frame
        found = Feature("frame", own.link)
        self.add(CONSTANT_TURN, [frame], [found], [*turn_between(base.triad, own.triad).numbers])
        return found


def spatial_value(feature: Feature, poses: Mapping[str, SpatialPose]) -> tuple[float, ...]:
    """What a point, a direction or a frame is when the links have the given poses; nothing for a scalar."""
    if feature.kind == "scalar":
        return ()
    origin, axes = poses[feature.link]
    if feature.kind == "frame":
        return axes.numbers
    arm = turned(feature.place, axes)
    return plus(origin, arm) if feature.kind == "point3" else arm
