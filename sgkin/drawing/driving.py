"""Drawing what is driven: arrows the way it goes at first, and cylinders."""

from __future__ import annotations

from math import pi

import numpy as np

from sgkin.drawing import symbols
from sgkin.drawing.reach import world
from sgkin.drawing.shapes import Aim, Circle
from sgkin.drawing.sheet import Sheet, ahead, left_of
from sgkin.drawing.sliding import draw_cylinder, foot, guide_number
from sgkin.mathematics import Place
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.joint import Prismatic, Revolute
from sgkin.model.motion_law import MotionLaw

TURN, LENGTH = 3.6, 7.0
"""Radius of a turning arrow and length of a straight one, in radii of a pin."""


def draw_driver(sheet: Sheet, driver: Driver) -> None:
    """What a driver moves."""
    ways = [_way(law) for law in driver.laws]
    match driver:
        case JointDriver():
            _draw_joint_driver(sheet, driver, ways[0])
        case LinkAngleDriver():
            _draw_turn(sheet, _axes(sheet, driver, driver.link), (0.0, 0.0), ways[0])
        case DistanceDriver():
            _draw_distance(sheet, driver)
        case CoordinateDriver():
            frame = _axes(sheet, driver, *sheet.mechanism.point(driver.point))
            _draw_push(sheet, frame, (0.0, 0.0, 0.0 if driver.axis == "x" else pi / 2), ways[0])
        case PoseDriver():
            frame = _axes(sheet, driver, driver.link)
            _draw_push(sheet, frame, (0.0, 0.0, 0.0), ways[0])
            _draw_push(sheet, frame, (0.0, 0.0, pi / 2), ways[1])
            _draw_turn(sheet, frame, (0.0, 0.0), ways[2])


def _way(law: MotionLaw) -> float:
    """+1 or −1, the way an input goes at first: by its rate, its acceleration, or where it is after a second; +1 of a
    free one."""
    if law.is_free:
        return 1.0
    value, rate, acceleration = (float(number) for number in law(0.0))
    return -1.0 if (rate or acceleration or float(law(1.0)[0]) - value) < 0.0 else 1.0


def _draw_turn(sheet: Sheet, frame: str, centre: Place, way: float) -> None:
    sheet.add(*symbols.turning_arrow(frame, centre, TURN * sheet.size, way, sheet.size))


def _draw_push(sheet: Sheet, frame: str, pose: tuple[float, float, float], way: float) -> None:
    sheet.add(*symbols.straight_arrow(frame, pose, way * LENGTH * sheet.size, sheet.size))


def _draw_joint_driver(sheet: Sheet, driver: JointDriver, way: float) -> None:
    """An arrow round the pin or along the block; a driven pair of moving links is a cylinder already."""
    joint = sheet.mechanism.joint(driver.joint)
    if isinstance(joint, Revolute):
        base = sheet.mechanism.driven_links(driver)[0]
        _draw_turn(sheet, base, sheet.pin_of(joint, base), way)
    elif isinstance(joint, Prismatic) and not sheet.is_cylinder(joint):
        guide = guide_number(sheet, joint)
        block = 1 - guide
        angle = joint.angle[block]
        way = way if joint.links[guide] == sheet.mechanism.driven_links(driver)[0] else -way
        above = left_of(foot(sheet, joint, block), angle, 2.9 * sheet.size)
        start = ahead(above, angle, -0.5 * way * LENGTH * sheet.size)
        _draw_push(sheet, joint.links[block], (*start, angle), way)


def _axes(sheet: Sheet, driver: Driver, link: str, place: Place = (0.0, 0.0)) -> str:
    """A frame on a point of a link that does not turn with it."""
    name = f"{driver.name}.axes"
    sheet.aims.append(Aim(name, link, place))
    sheet.owned[name] = driver.inputs[0]
    return name


def _draw_distance(sheet: Sheet, driver: DistanceDriver) -> None:
    """A cylinder between two points."""
    ends = [sheet.mechanism.point(reference) for reference in driver.points]
    barrel, rod = f"{driver.name}.barrel", f"{driver.name}.rod"
    sheet.aims.extend([Aim(barrel, *ends[0], towards=ends[1]), Aim(rod, *ends[1], towards=ends[0])])
    sheet.owned.update({barrel: driver.name, rod: driver.name})
    if all(link in sheet.configurations for link, _ in ends):
        apart = world(sheet.configurations, *ends[0]) - world(sheet.configurations, *ends[1])
        distances = np.hypot(apart[:, 0], apart[:, 1])
        strokes = (float(distances.min()), float(distances.max()))
        draw_cylinder(sheet, (barrel, (0.0, 0.0), 0.0), (rod, (0.0, 0.0), pi), strokes)
    for reference, (link, place) in zip(driver.points, ends, strict=True):
        sheet.jointed.add((link, reference.partition(".")[2]))
        sheet.add(Circle(link, "pin", place, sheet.size))
        if link == sheet.ground:
            sheet.add(*symbols.support(link, place, -pi / 2, sheet.size))
