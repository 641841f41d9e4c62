"""The driven link: every kind of driver that determines one link on its own."""

from __future__ import annotations

from sgkin.groups import newton
from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.driven_example import posed_example, slid_example, turned_example
from sgkin.groups.element import Element, Feature
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.kernels.frames import ROTATE, SLIDE, TURN
from sgkin.kernels.kernel import Kernel
from sgkin.mathematics import cos, moved, pi, sin
from sgkin.model.driver import CoordinateDriver, Driver, LinkAngleDriver, PoseDriver

JOIN = Kernel("join", TURN.position)
"""A point made of two driven coordinates; it has no operation of its own."""


def build_turned(task: GroupTask, builder: PlanBuilder) -> None:
    """A link on a pin, turned against an earlier link."""
    (link,), (joint, _), (driver,) = task.links, task.outer[0], _drivers(task, builder)
    pin = builder.outer_pin(joint, task.links)
    direction = Feature("direction", link)
    first, second = builder.mechanism.driven_links(driver)
    base, moving, sign = (first, second, 1.0) if builder.root(second) == link else (second, first, -1.0)
    shift = builder.turn(base) - builder.turn(moving)
    builder.add(
        ROTATE,
        [builder.direction(builder.root(base)), builder.input_of[task.group.inputs[0]]],
        [direction],
        [sign, shift],
    )
    builder.turned_on[direction] = builder.root(base)
    builder.place(link, [(pin, builder.pin(joint, link))], direction)


def build_slid(task: GroupTask, builder: PlanBuilder) -> None:
    """A link on a guide, slid along it."""
    (link,), (joint, _), (driver,) = task.links, task.outer[0], _drivers(task, builder)
    base = builder.earlier_link(joint, task.links)
    fixed, moving = builder.guide(joint, base), builder.guide(joint, link)
    first, _ = builder.mechanism.driven_links(driver)
    forward = builder.root(first) == base
    angle = fixed.angle if forward else fixed.angle + pi
    h = fixed.offset - moving.offset
    point = Feature("point", link, moving.point)
    inputs = [builder.point(base, fixed.point), builder.direction(base), builder.input_of[driver.name]]
    builder.add(SLIDE, inputs, [point], [cos(angle), sin(angle), h if forward else -h])
    builder.place(link, [(point, moving.point)], builder.turned(base, fixed.angle - moving.angle, link))


def build_posed(task: GroupTask, builder: PlanBuilder) -> Element | None:
    """A link moved as a whole, by a pose driver or by two coordinates of a point and an angle."""
    (link,), drivers = task.links, _drivers(task, builder)
    coordinates = {driver.axis: driver for driver in drivers if isinstance(driver, CoordinateDriver)}
    if len({driver.point for driver in coordinates.values()}) > 1:
        return newton.build(task, builder)
    pose = drivers[0]
    if isinstance(pose, PoseDriver):
        x, y, theta = pose.inputs
        part, place, turned_part = pose.link, (0.0, 0.0), pose.link
    else:
        x, y = coordinates["x"].name, coordinates["y"].name
        part, place = builder.mechanism.point(coordinates["x"].point)
        angle = next(driver for driver in drivers if isinstance(driver, LinkAngleDriver))
        theta, turned_part = angle.name, angle.link
    local = moved(builder.parts[part][1], place)
    point, direction = Feature("point", link, local), Feature("direction", link)
    builder.add(JOIN, [builder.coordinate(x, "x"), builder.coordinate(y, "y")], [point], [])
    ground = builder.direction(builder.mechanism.ground)
    builder.add(ROTATE, [ground, builder.input_of[theta]], [direction], [1.0, -builder.turn(turned_part)])
    builder.turned_on[direction] = builder.mechanism.ground
    builder.place(link, [(point, local)], direction)
    return None


def _drivers(task: GroupTask, builder: PlanBuilder) -> list[Driver]:
    return [driver for driver in builder.mechanism.drivers if set(driver.inputs) & set(task.group.inputs)]


TURNED = Declaration(signature="R*", build=build_turned, example=turned_example)
SLID = Declaration(signature="P*", build=build_slid, example=slid_example)
POSED = Declaration(signature="pose*", build=build_posed, example=posed_example)
