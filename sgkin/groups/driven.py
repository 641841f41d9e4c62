"""The driven link: every kind of driver that determines one link on its own."""

from __future__ import annotations

from math import cos, pi, sin

from sgkin.groups.carrying import ROTATE, SLIDE
from sgkin.groups.declaration import GroupTask
from sgkin.groups.element import Entity, Kernel
from sgkin.groups.site import Site
from sgkin.groups.welding import moved
from sgkin.kernels import frames
from sgkin.model.driver import CoordinateDriver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.mechanism import Mechanism

JOIN = Kernel("join", frames.turn_position)
"""A point made of two driven coordinates; it has no operation of its own."""


def is_driven_link(task: GroupTask, mechanism: Mechanism) -> bool:
    """Whether `build_driven` can place the group: its inputs give a turn, a slide, or one point and an angle."""
    if task.group.signature in ("R*", "P*"):
        return True
    if task.group.signature != "pose*":
        return False
    drivers = [driver for driver in mechanism.drivers if set(driver.inputs) & set(task.group.inputs)]
    points = [driver for driver in drivers if isinstance(driver, CoordinateDriver)]
    return not points or (
        len(points) == 2 and points[0].point == points[1].point and {points[0].axis, points[1].axis} == {"x", "y"}
    )


def build_driven(task: GroupTask, site: Site) -> None:
    """A link turned about a pin, slid along a guide, or moved as a whole."""
    link = task.links[0]
    if task.group.signature == "R*":
        _build_turned(task, site, link)
    elif task.group.signature == "P*":
        _build_slid(task, site, link)
    else:
        _build_posed(task, site, link)


def _build_turned(task: GroupTask, site: Site, link: str) -> None:
    driver = next(driver for driver in site.mechanism.drivers if task.group.inputs[0] in driver.inputs)
    pin = site.outer_pin(task.outer[0][0], task.links)
    direction = Entity("direction", link)
    first, second = site.mechanism.driven_links(driver)
    base, moving, sign = (first, second, 1.0) if site.root(second) == link else (second, first, -1.0)
    shift = site.turn(base) - site.turn(moving)
    site.add(ROTATE, [site.direction(site.root(base)), site.input_of[task.group.inputs[0]]], [direction], [sign, shift])
    site.place(link, [(pin, site.pin(task.outer[0][0], link))], direction)


def _build_slid(task: GroupTask, site: Site, link: str) -> None:
    driver = site.mechanism.driver(task.group.inputs[0])
    assert isinstance(driver, JointDriver)
    joint, _ = task.outer[0]
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


def _build_posed(task: GroupTask, site: Site, link: str) -> None:
    """A point and the direction from three inputs, of a pose driver or of two coordinates and an angle."""
    drivers = [driver for driver in site.mechanism.drivers if set(driver.inputs) & set(task.group.inputs)]
    direction = Entity("direction", link)
    part, place = drivers[0].link if isinstance(drivers[0], PoseDriver) else "", (0.0, 0.0)
    if isinstance(drivers[0], PoseDriver):
        x, y, theta = drivers[0].inputs
    else:
        axes = {driver.axis: driver for driver in drivers if isinstance(driver, CoordinateDriver)}
        x, y = axes["x"].name, axes["y"].name
        part, place = site.mechanism.point(axes["x"].point)
        theta = next(name for name in task.group.inputs if name not in (x, y))
    turned_part = next((driver.link for driver in drivers if isinstance(driver, LinkAngleDriver)), part)
    local = moved(site.parts[part][1], place)
    point = Entity("point", link, local)
    site.add(JOIN, [site.coordinate(x, "x"), site.coordinate(y, "y")], [point], [])
    ground = site.direction(site.mechanism.ground)
    site.add(ROTATE, [ground, site.input_of[theta]], [direction], [1.0, -site.turn(turned_part)])
    site.place(link, [(point, local)], direction)
