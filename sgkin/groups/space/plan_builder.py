"""Where groups in space are built into a plan: the joints and points of a mechanism, as closed forms want to have them.

Welded links are parts of one, their root: wherever a link is asked for here, roots are meant, and places and directions
are those in the root's frame. Where points are is counted from the origin of the mechanism; `in_ground` has them in the
ground frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import Any

from sgkin.conditions.welding import WeldedBodies
from sgkin.groups.element import Element, Feature
from sgkin.groups.space.builder import Axis, LinkFrame, SpatialBuilder, SpatialPose
from sgkin.groups.space.vectors import Triad, Vector, dot, minus
from sgkin.kernels.frames import LATER
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.space.carried import CARRIED_POINT
from sgkin.kernels.space.rotation_vector import ROTATION_VECTOR
from sgkin.kernels.space.turned_frame import CONSTANT_TURN
from sgkin.mathematics import Pose, is_same, is_zero
from sgkin.model.design_position import design_pose
from sgkin.model.driver import Driver
from sgkin.model.joint import Joint
from sgkin.model.marker import crossed_axes, markers
from sgkin.model.mechanism import Mechanism
from sgkin.space import Rotation, SpacePose, turned

STILL = (0.0, 0.0, 0.0)


class SpatialPlanBuilder(SpatialBuilder):
    """The frames of all links of a mechanism that are built so far, and the elements that compute them.

    `steps`: the elements that solve something, in solving order, by their numbers; None for links that inputs place.
    """

    def __init__(self, mechanism: Mechanism) -> None:
        super().__init__(mechanism.ground, mechanism.input_names)
        self.mechanism = mechanism
        self.parts: dict[str, tuple[str, SpacePose]] = WeldedBodies(mechanism).parts
        self.names = tuple(link.name for link in mechanism.links)
        self.number = {name: number for number, name in enumerate(self.names)}
        self.origin: Vector = (mechanism.origin[0], mechanism.origin[1], mechanism.origin[2])
        self.steps: list[Element | None] = []
        self.angles: dict[Feature, Feature] = {}  # of the plane, where angles of directions are found with them
        self.joint_angles: dict[str, Any] = {}  # see `sgkin.groups.space.joint_angles`
        self.in_plane: dict[
            Element, dict[str, Pose]
        ] = {}  # of elements of the plane, see `sgkin.groups.space.in_plane`
        self._in_ground: dict[Feature, Feature] = {}
        still = self.frames[self.ground].frame
        self.place(self.ground, [(Feature("point3", self.ground, place=self.origin, values=STILL), self.origin)], still)

    def extended(self) -> SpatialPlanBuilder:
        """A copy to which more can be added, for somebody's own use."""
        other = copy(self)
        other.elements, other.makers = list(self.elements), dict(self.makers)
        other.frames = {link: LinkFrame(*frame) for link, frame in self.frames.items()}
        other._carried, other._in_ground = dict(self._carried), dict(self._in_ground)
        return other

    def add(
        self,
        kernel: Kernel,
        inputs: list[Feature],
        outputs: list[Feature],
        geometry: list[float],
        group: int = -1,
        room: int = 0,
    ) -> Element:
        element = super().add(kernel, inputs, outputs, geometry, group, room)
        if group >= 0:
            assert group == len(self.steps), "elements that solve groups are numbered as they come"
            self.steps.append(element)
        return element

    def mark(self) -> tuple[int, ...]:
        """How much there is now of all that is built."""
        return tuple(map(len, self._built))

    def back_to(self, mark: tuple[int, ...]) -> None:
        """Take back what was built since then."""
        for built, size in zip(self._built, mark, strict=True):
            while len(built) > size:
                built.popitem() if isinstance(built, dict) else built.pop()

    @property
    def _built(self) -> tuple[Any, ...]:
        return self.elements, self.makers, self.frames, self.steps, self._carried, self._in_ground

    @property
    def next_step(self) -> int:
        """The number of the next element that solves something."""
        return len(self.steps)

    def _carry_point(self, link: str, place: Vector) -> Feature:
        if link == self.ground:
            return Feature("point3", link, place=place, values=minus(place, self.origin))
        return super()._carry_point(link, place)

    def known_point(self, root: str, place: Vector) -> Feature | None:
        """The feature of a point of a link, if there is one."""
        for feature, known in self.frames[root].anchors:
            if is_same(known, place):
                return feature
        return self._carried.get(("point3", root, place))

    def in_ground(self, point: Feature) -> Feature:
        """A point in the ground frame, wherever the mechanism has its origin."""
        if all(map(is_zero, self.origin)):
            return point
        if point not in self._in_ground:
            place = Feature("point3", point.link, place=point.place)
            self.add(CARRIED_POINT, [point, self.frame(self.ground)], [place], [*self.origin])
            self._in_ground[point] = place
        return self._in_ground[point]

    def is_placed(self, root: str) -> bool:
        """Whether a link is built already."""
        return root in self.frames

    def root(self, link: str) -> str:
        """The link of which a link is part."""
        return self.parts[link][0]

    def in_root(self, link: str, place: Vector) -> tuple[str, Vector]:
        """A place of a link in its root."""
        root, pose = self.parts[link]
        return root, pose.moved(place)

    def spot(self, reference: str) -> tuple[str, Vector]:
        """The same of a point written `link.point`."""
        link, place = self.mechanism.point(reference)
        return self.in_root(link, place)

    def point_feature(self, reference: str) -> Feature:
        """The feature of a point written `link.point`, in the ground frame."""
        return self.in_ground(self.point(*self.spot(reference)))

    def link_features(self, link: str) -> tuple[Feature, Feature]:
        """Origin and frame of a link, in the ground frame."""
        root, pose = self.parts[link]
        origin, frame = self.in_ground(self.point(root, pose.place)), self.frame(root)
        if root == link:
            return origin, frame
        turned_on = Feature("frame", link)
        self.add(CONSTANT_TURN, [frame], [turned_on], [number for axis in pose.turn for number in axis])
        return origin, turned_on

    def turn_vector(self, frame: Feature) -> Feature:
        """Axis times angle of a frame."""
        vector = Feature("point3", frame.link)
        self.add(ROTATION_VECTOR, [frame], [vector], [])
        return vector

    def roots(self, joint: Joint) -> tuple[str, ...]:
        """The roots that a joint joins, in its order."""
        return tuple(self.root(link) for link in joint.links)

    def axes(self, joint: Joint) -> tuple[Axis, ...]:
        """A joint as each of its links sees it, in its order, in their roots."""
        return tuple(self._axis(each.link, each.point, each.axis, each.x) for each in markers(self.mechanism, joint))

    def axis(self, joint: Joint, root: str) -> Axis:
        """A joint as one of its roots sees it."""
        return self.axes(joint)[self.roots(joint).index(root)]

    def cross_axis(self, joint: Joint, root: str) -> Axis:
        """The axis of a universal joint that is fixed in one of its roots."""
        number = self.roots(joint).index(root)
        marker, axis = markers(self.mechanism, joint)[number], crossed_axes(self.mechanism, joint)[number]
        arm = marker.axis if abs(dot(marker.axis, axis)) < abs(dot(marker.x, axis)) else marker.x
        return self._axis(marker.link, marker.point, axis, arm)

    def _axis(self, link: str, point: Vector, axis: Vector, arm: Vector) -> Axis:
        root, pose = self.parts[link]
        return Axis(root, pose.moved(point), turned(pose.turn, axis), turned(pose.turn, arm))

    def coordinate(self, name: str, axis: str) -> Feature:
        """An input that is a coordinate in the ground frame, counted from the origin."""
        shift = self.origin["xyz".index(axis)]
        return self.later(self.input_of[name], -shift)

    def later(self, scalar: Feature, shift: float) -> Feature:
        """A scalar to which a constant is added."""
        if is_zero(shift):
            return scalar
        shifted = Feature("scalar")
        self.add(LATER, [scalar], [shifted], [shift])
        return shifted

    def drivers(self, inputs: tuple[str, ...]) -> list[Driver]:
        """The drivers to which some inputs belong."""
        return [driver for driver in self.mechanism.drivers if set(driver.inputs) & set(inputs)]

    @cached_property
    def design_turns(self) -> dict[str, Rotation]:
        """How all links are turned in the design position."""
        return {link: design_pose(self.mechanism, link).turn for link in self.names}

    def design_poses(self) -> dict[str, SpatialPose]:
        """Where all links are in the design position, counted from the origin."""
        return self.counted({link: design_pose(self.mechanism, link) for link in self.names})

    def counted(self, poses: Mapping[str, SpacePose]) -> dict[str, SpatialPose]:
        """Poses counted from the origin of the mechanism."""
        return {link: SpatialPose(minus(pose.place, self.origin), Triad(*pose.turn)) for link, pose in poses.items()}
