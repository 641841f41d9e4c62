"""The driven link: every kind of driver that determines one link on its own."""

from __future__ import annotations

from sgkin.conditions.welding import moved
from sgkin.groups import newton
from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.driven_example import posed_example, slid_example, turned_example
from sgkin.groups.element import Element, Entity
from sgkin.groups.site import Site
from sgkin.kernels.frames import ROTATE, SLIDE, TURN
from sgkin.kernels.kernel import Kernel
from sgkin.mathematics import cos, pi, sin
from sgkin.model.driver import CoordinateDriver, Driver, LinkAngleDriver, PoseDriver

JOIN = Kernel("join", TURN.position)
"""A point made of two driven coordinates; it has no operation of its own."""


def build_turned(task: GroupTask, site: Site) -> None:
    """A link on a pin, turned against an earlier link."""
    (link,), (joint, _), (driver,) = task.links, task.outer[0], _drivers(task, site)
    pin = site.outer_pin(joint, task.links)
    direction = Entity("direction", link)
    first, second = site.mechanism.driven_links(driver)
    base, moving, sign = (first, second, 1.0) if site.root(second) == link else (second, first, -1.0)
    shift = site.turn(base) - site.turn(moving)
    site.add(ROTATE, [site.direction(site.root(base)), site.input_of[task.group.inputs[0]]], [direction], [sign, shift])
    site.turned_on[direction] = site.root(base)
    site.place(link, [(pin, site.pin(joint, link))], direction)


def build_slid(task: GroupTask, site: Site) -> None:
    """A link on a guide, slid along it."""
    (link,), (joint, _), (driver,) = task.links, task.outer[0], _drivers(task, site)
    base = site.earlier_link(joint, task.links)
    fixed, moving = site.guide(joint, base), site.guide(joint, link)
    first, _ = site.mechanism.driven_links(driver)
    forward = site.root(first) == base
    angle = fixed.angle if forward else fixed.angle + pi
    h = fixed.offset - moving.offset
    point = Entity("point", link, moving.point)
    inputs = [site.point(base, fixed.point), site.direction(base), site.input_of[driver.name]]
    site.add(SLIDE, inputs, [point], [cos(angle), sin(angle), h if forward else -h])
    site.place(link, [(point, moving.point)], site.turned(base, fixed.angle - moving.angle, link))


def build_posed(task: GroupTask, site: Site) -> Element | None:
    """A link moved as a whole, by a pose driver or by two coordinates of a point and an angle."""
    (link,), drivers = task.links, _drivers(task, site)
    coordinates = {driver.axis: driver for driver in drivers if isinstance(driver, CoordinateDriver)}
    if len({driver.point for driver in coordinates.values()}) > 1:
        return newton.build(task, site)
    pose = drivers[0]
    if isinstance(pose, PoseDriver):
        x, y, theta = pose.inputs
        part, place, turned_part = pose.link, (0.0, 0.0), pose.link
    else:
        x, y = coordinates["x"].name, coordinates["y"].name
        part, place = site.mechanism.point(coordinates["x"].point)
        angle = next(driver for driver in drivers if isinstance(driver, LinkAngleDriver))
        theta, turned_part = angle.name, angle.link
    local = moved(site.parts[part][1], place)
    point, direction = Entity("point", link, local), Entity("direction", link)
    site.add(JOIN, [site.coordinate(x, "x"), site.coordinate(y, "y")], [point], [])
    ground = site.direction(site.mechanism.ground)
    site.add(ROTATE, [ground, site.input_of[theta]], [direction], [1.0, -site.turn(turned_part)])
    site.turned_on[direction] = site.mechanism.ground
    site.place(link, [(point, local)], direction)
    return None


def _drivers(task: GroupTask, site: Site) -> list[Driver]:
    return [driver for driver in site.mechanism.drivers if set(driver.inputs) & set(task.group.inputs)]


TURNED = Declaration(signature="R*", build=build_turned, example=turned_example)
SLID = Declaration(signature="P*", build=build_slid, example=slid_example)
POSED = Declaration(signature="pose*", build=build_posed, example=posed_example)
