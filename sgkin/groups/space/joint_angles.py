"""Angles of joints in space: driven ones follow from their inputs, others are read of frames and counted."""

from __future__ import annotations

from typing import NamedTuple

from sgkin.groups.element import Feature, Heading
from sgkin.groups.space.driven_links import driven_coordinate
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.vectors import cross
from sgkin.kernels.space.joint_coordinates import ANGLE_ABOUT
from sgkin.model.driver import JointDriver
from sgkin.model.joint import Joint


class JointAngle(NamedTuple):
    """The angle of a joint from the first of its links to the second: a heading that is counted from where it is zero
    in the design position, or sign · z of an input; and a constant."""

    roots: tuple[str, str]
    heading: Heading | None
    number: int
    sign: float
    constant: float


def add_joint_angles(builder: SpatialPlanBuilder) -> dict[str, JointAngle]:
    """The angles of all joints that have one, by name."""
    mechanism, found = builder.mechanism, dict[str, JointAngle]()
    drivers = {
        each.joint: each for each in mechanism.drivers if isinstance(each, JointDriver) and _turns(builder, each)
    }
    for joint in mechanism.joints:
        if joint.letter not in ("R", "C", "H"):
            continue
        base, own = builder.axes(joint)[:2]
        driver = drivers.get(joint.name)
        if driver is not None and set(mechanism.driven_links(driver)) == set(joint.links[:2]):
            driven = driven_coordinate(driver, joint, builder)
            zero = float(getattr(joint, "zero", 0.0))
            sign, shift = driven.sign, driven.shift
            if len(joint.links) > 2 and mechanism.driven_links(driver)[0] != joint.links[0]:
                sign, shift = -sign, -shift
            found[joint.name] = JointAngle((base.link, own.link), None, driven.z.input, sign, shift + zero)
        elif base.link != own.link:
            found[joint.name] = _counted(joint, builder)
    return found


def _turns(builder: SpatialPlanBuilder, driver: JointDriver) -> bool:
    return driver.freedoms(builder.mechanism)[0] == "angle"


def _counted(joint: Joint, builder: SpatialPlanBuilder) -> JointAngle:
    base, own = builder.axes(joint)[:2]
    angle = Feature("direction", own.link)
    geometry = [*base.axis, *base.arm, *cross(base.axis, base.arm), *own.arm]
    builder.add(ANGLE_ABOUT, [builder.frame(base.link), builder.frame(own.link)], [angle], geometry)
    return JointAngle((base.link, own.link), Heading(angle), -1, 1.0, float(getattr(joint, "zero", 0.0)))
