"""The RRR dyad with a driven length: a hydraulic cylinder, as two links on a driven guide or as a driven distance."""

from __future__ import annotations

from sgkin.errors import DriverError
from sgkin.groups import newton
from sgkin.groups.declaration import Declaration, GroupTask, Values
from sgkin.groups.driven_example import cylinder_example
from sgkin.groups.element import Element, Feature
from sgkin.groups.plan_builder import PlanBuilder, along_guide, square_distance
from sgkin.groups.refusal import is_one_place
from sgkin.groups.rrr import branch
from sgkin.kernels import cylinder
from sgkin.kernels.frames import TURN
from sgkin.mathematics import cos, hypot, is_zero, moved, sin, sqrt
from sgkin.model.driver import DistanceDriver, Driver, JointDriver
from sgkin.model.joint import Prismatic, Revolute

KERNEL = cylinder.CYLINDER


def fits(task: GroupTask, builder: PlanBuilder) -> bool:
    """Whether an RRR dyad with inputs is one in which a link is a cylinder."""
    if len(task.group.inputs) != 1 or task.group.redundant:
        return False
    driver = _driver(task, builder)
    if isinstance(driver, DistanceDriver):
        return len(task.links) == 1 and len(task.outer) == 1 and not task.inner
    slides = [joint for joint in task.inner if isinstance(joint, Prismatic)]
    pins = [joint for joint in task.inner if isinstance(joint, Revolute)]
    if len(task.links) != 3 or len(slides) != 1 or len(pins) != 1 or len(task.outer) != 2:
        return False
    if not isinstance(driver, JointDriver) or driver.joint != slides[0].name:
        return False
    halves, hung = set(builder.roots(slides[0])), {link for _, link in task.outer}
    at_pin = set(builder.roots(pins[0])) & set(task.links)
    return len(halves & hung) == 1 and at_pin == (halves - hung) | (hung - halves)


def _driver(task: GroupTask, builder: PlanBuilder) -> Driver:
    return next(driver for driver in builder.mechanism.drivers if task.group.inputs[0] in driver.inputs)


def _idle(driver: Driver, reason: str) -> DriverError:
    return DriverError(
        driver.name, f"{reason}, so that driving a length from there does not turn it; choose another point"
    )


def build(task: GroupTask, builder: PlanBuilder) -> Element:
    if not fits(task, builder):
        return newton.build(task, builder)
    driver = _driver(task, builder)
    if isinstance(driver, DistanceDriver):
        return _build_distance(task, builder, driver)
    assert isinstance(driver, JointDriver)
    return _build_cylinder(task, builder, driver)


def _build_distance(task: GroupTask, builder: PlanBuilder, driver: DistanceDriver) -> Element:
    """One link, pinned to an earlier one; a point of it at a driven distance from a point of another earlier one."""
    link, (joint, _) = task.links[0], task.outer[0]
    ends = [builder.mechanism.point(point) for point in driver.points]
    places = {builder.root(part): moved(builder.parts[part][1], place) for part, place in ends}
    far = next(root for root in places if root != link)
    hinge = builder.pin(joint, link)
    for point, (_, source), (root, place) in zip(driver.points, ends, places.items(), strict=True):
        if root in builder.roots(joint) and is_one_place(place, builder.pin(joint, root), source):
            raise _idle(driver, f"{point} lies on joint {joint.name!r}, about which {link!r} turns")
    inputs = [builder.outer_pin(joint, task.links), builder.point(far, places[far]), builder.input_of[driver.name]]
    fixed = square_distance(hinge, places[link])
    pin = Feature("point", link, places[link])
    element = builder.add(KERNEL, inputs, [pin], [fixed, 0.0, 0.0, 1.0, 1.0, 0.0, 0.25 / (fixed * fixed)], task.number)
    builder.place(link, [(inputs[0], hinge), (pin, places[link])])
    return element


def _build_cylinder(task: GroupTask, builder: PlanBuilder, driver: JointDriver) -> Element:
    slide = next(joint for joint in task.inner if isinstance(joint, Prismatic))
    inner = next(joint for joint in task.inner if isinstance(joint, Revolute))
    halves = builder.roots(slide)
    base = next(link for _, link in task.outer if link in halves)
    rod = halves[1] if halves[0] == base else halves[0]
    arm = next(link for link in task.links if link not in halves)
    near, far = builder.guide(slide, base), builder.guide(slide, rod)
    base_joint, arm_joint = (next(joint for joint, link in task.outer if link == one) for one in (base, arm))
    foot, tip = along_guide(near, builder.pin(base_joint, base)), along_guide(far, builder.pin(inner, rod))
    sign = 1.0 if builder.root(builder.mechanism.driven_links(driver)[0]) == base else -1.0
    shift, h = tip[0] - foot[0], tip[1] - foot[1] + near.offset - far.offset
    if is_one_place(builder.pin(arm_joint, arm), builder.pin(inner, arm)):
        raise _idle(driver, f"joint {inner.name!r} lies on joint {arm_joint.name!r}, about which {arm!r} turns")
    fixed = square_distance(builder.pin(arm_joint, arm), builder.pin(inner, arm))
    sides = [(h * h, 1.0) if link == base else (fixed, 0.0) for _, link in task.outer]
    z = builder.input_of[driver.name]
    pins = [builder.outer_pin(joint, task.links) for joint, _ in task.outer]
    pin = Feature("point", arm, builder.pin(inner, arm))
    geometry = [*sides[0], *sides[1], sign, shift, 0.25 / (fixed * fixed)]
    element = builder.add(KERNEL, [*pins, z], [pin], geometry, task.number)
    pin_of = dict(zip((link for _, link in task.outer), pins, strict=True))
    builder.place(arm, [(pin_of[arm], builder.pin(arm_joint, arm)), (pin, builder.pin(inner, arm))])
    guide = Feature("direction", base, (near.angle, 0.0))
    builder.add(cylinder.AIM, [pin_of[base], pin, z], [guide], [h, sign, shift])
    builder.place(base, [(pin_of[base], builder.pin(base_joint, base))], _turned_back(builder, guide, near.angle, base))
    builder.place(rod, [(pin, builder.pin(inner, rod))], _turned_back(builder, guide, far.angle, rod))
    return element


def _turned_back(builder: PlanBuilder, guide: Feature, angle: float, link: str) -> Feature:
    """The direction of a link whose guide, inclined by an angle to it, has a given direction."""
    if is_zero(angle):
        return guide
    direction = Feature("direction", link)
    builder.add(TURN, [guide], [direction], [cos(angle), -sin(angle)])
    return direction


def cylinder_branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """As for RRR, whatever the stroke."""
    return branch(inputs[:2], outputs, geometry)


def gap(inputs: Values, geometry: list[float]) -> float:
    (px, py), (qx, qy), (z,) = inputs
    c1, w1, c2, w2, sign, shift, _ = geometry
    t = sign * z + shift
    l1, l2, d = sqrt(c1 + w1 * t * t), sqrt(c2 + w2 * t * t), hypot(qx - px, qy - py)
    return max(d - (l1 + l2), abs(l1 - l2) - d)


CYLINDER = Declaration(
    signature="RRR*",
    build=build,
    example=cylinder_example,
    branches=(1, -1),
    branch=cylinder_branch,
    gap=gap,
    singular_when="its two links are in line",
)
