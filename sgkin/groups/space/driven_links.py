"""Driven links in space: every kind of driver that determines one link on its own."""

from __future__ import annotations

from typing import NamedTuple

from sgkin.groups.declaration import GroupTask
from sgkin.groups.driven import JOIN
from sgkin.groups.element import Feature
from sgkin.groups.space.driven import slid_point, turned_frame
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.vectors import STANDARD, dot, minus
from sgkin.kernels.space.turned_frame import CONSTANT_TURN, TURNED_FRAME
from sgkin.mathematics import pi
from sgkin.model.design_position import design_pose
from sgkin.model.driver import JointDriver, SpatialPoseDriver
from sgkin.model.joint import Joint
from sgkin.model.marker import markers
from sgkin.model.mechanism import Mechanism
from sgkin.model.spatial_joint import Cylindrical, Screw
from sgkin.space import transposed, turned


class Driven(NamedTuple):
    """A joint coordinate as an input gives it: sign · z + shift, counted from the first link of the joint."""

    z: Feature
    sign: float
    shift: float

    def seen_from(self, first: bool) -> tuple[Feature, float, float]:
        """The same counted from the first or from the second link."""
        return (self.z, self.sign, self.shift) if first else (self.z, -self.sign, -self.shift)


def build_driven(task: GroupTask, builder: SpatialPlanBuilder) -> None:
    """A link on one joint, all freedoms of which are driven."""
    (link,), (joint, _) = task.links, task.outer[0]
    base_link = earlier_link(joint, task.links, builder)
    base, own = builder.axis(joint, base_link), builder.axis(joint, link)
    roots = builder.roots(joint)
    drivers = [each for each in builder.drivers(task.group.inputs) if isinstance(each, JointDriver)]
    given = {each.freedoms(builder.mechanism)[0]: driven_coordinate(each, joint, builder) for each in drivers}
    is_first = roots.index(base_link) < roots.index(link)
    frame, point = None, None
    if "angle" in given:
        frame = turned_frame(builder, base, own, *counted(given["angle"], joint, drivers, base_link, is_first, builder))
    if "stroke" in given:
        point = slid_point(builder, base, own, *given["stroke"].seen_from(is_first))
    elif isinstance(joint, Screw):
        z, sign, shift = given["angle"].seen_from(is_first)
        lead, rest = joint.pitch / (2.0 * pi), design_stroke(builder.mechanism, joint) * (1.0 if is_first else -1.0)
        point = slid_point(builder, base, own, z, lead * sign, lead * shift + rest)
    frame = frame or builder.rest(builder.frame(base_link), base, own)
    builder.place(link, [(point or builder.foot(base), own.point)], frame)


def counted(
    driven: Driven,
    joint: Joint,
    drivers: list[JointDriver],
    base_link: str,
    is_first: bool,
    builder: SpatialPlanBuilder,
) -> tuple[Feature, float, float]:
    """An angle as it is counted from the link that is placed to the other one; a pin may join more than two links."""
    if len(joint.links) == 2:
        return driven.seen_from(is_first)
    first, _ = builder.mechanism.driven_links(drivers[0])
    return driven.seen_from(builder.root(first) == base_link)


def driven_coordinate(driver: JointDriver, joint: Joint, builder: SpatialPlanBuilder) -> Driven:
    """What a driver gives: the angle or the stroke from the first link of the joint to the second one.

    Of a pin of more links it is that from the first to the second of the links between which it is driven.
    """
    mechanism, z = builder.mechanism, builder.input_of[driver.inputs[0]]
    first, _ = mechanism.driven_links(driver)
    if driver.freedoms(mechanism)[0] == "angle":
        zero = float(getattr(joint, "zero", 0.0))
        if len(joint.links) > 2:
            second = mechanism.driven_links(driver)[1]
            sign = 1.0 if first == joint.links[0] else -1.0 if second == joint.links[0] else 0.0
            return Driven(z, 1.0, -sign * zero)
        return Driven(z, 1.0, -zero) if first == joint.links[0] else Driven(z, -1.0, -zero)
    zero = float(joint.zero_stroke if isinstance(joint, Cylindrical) else getattr(joint, "zero", 0.0))
    shift = design_stroke(mechanism, joint) - zero
    return Driven(z, 1.0, shift) if first == joint.links[0] else Driven(z, -1.0, shift)


def design_stroke(mechanism: Mechanism, joint: Joint) -> float:
    """How far the point of the second link lies from that of the first along the axis, in the design position."""
    first, second = markers(mechanism, joint)[:2]
    one, other = (design_pose(mechanism, each.link) for each in (first, second))
    return dot(turned(one.turn, first.axis), minus(other.moved(second.point), one.moved(first.point)))


def earlier_link(joint: Joint, inside: tuple[str, ...], builder: SpatialPlanBuilder) -> str:
    """A root of the joint that is built already and is none of the group's own; ground before others."""
    built = [root for root in builder.roots(joint) if builder.is_placed(root) and root not in inside]
    return builder.ground if builder.ground in built else built[0]


def build_posed(task: GroupTask, builder: SpatialPlanBuilder) -> None:
    """A link moved as a whole: x, y and z of its origin, and its Bryant angles."""
    (link,) = task.links
    (driver,) = builder.drivers(task.group.inputs)
    assert isinstance(driver, SpatialPoseDriver)
    inputs = driver.inputs
    root, pose = builder.parts[driver.link]
    assert root == link
    point = Feature("point3", link, place=pose.place)
    coordinates = [builder.coordinate(name, axis) for name, axis in zip(inputs[:3], "xyz", strict=True)]
    builder.add(JOIN, coordinates, [point], [])
    frame = builder.frame(builder.ground)
    for axis, name in zip(STANDARD, inputs[3:], strict=True):
        turned_on = Feature("frame", link)
        builder.add(TURNED_FRAME, [frame, builder.input_of[name]], [turned_on], [*axis, 1.0, 0.0])
        frame = turned_on
    if driver.link != link:
        own = Feature("frame", link)
        builder.add(CONSTANT_TURN, [frame], [own], [number for axis in transposed(pose.turn) for number in axis])
        frame = own
    builder.place(link, [(point, pose.place)], frame)
