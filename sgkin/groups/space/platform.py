"""A body in space on six conditions: rods, driven distances, arms on pins and on guides, planes.

Legs and arms are eliminated: a rod or a driven distance leaves a sphere on which a ball of the body lies, an arm on a
pin a plane and a sphere, one on a guide two planes. When the body is found they are placed by its balls.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import chain
from typing import NamedTuple

from sgkin.groups.element import Feature
from sgkin.groups.space.balls import Ball
from sgkin.groups.space.builder import SpatialPose
from sgkin.groups.space.conditions import Holds, on_sphere, planes_through
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.points import Circle, Condition, DrivenSphere, Line, Plane, Sphere
from sgkin.groups.space.vectors import Vector, minus, plus, scaled, square, turned
from sgkin.kernels.space import platform
from sgkin.kernels.space.six import SIX
from sgkin.mathematics import sqrt
from sgkin.model.driver import CoordinateDriver, DistanceDriver
from sgkin.space import UPRIGHT

HELD_AT_BALLS = ("S", "SS", "F", "L")
"""Joints that hold a body at a point alone."""
NOTHING, NOWHERE = Feature("scalar", values=(0.0,)), Feature("direction3", values=(0.0, 0.0, 0.0))


class Hold(NamedTuple):
    """One condition on a point of the body: the centre of a sphere, or a point and the normal of a plane; its radius or
    height is a constant and a given number."""

    place: Vector
    centre: Feature
    normal: Feature | None
    constant: float
    given: Feature = NOTHING


def place_platform(left: list[str], holds: Holds, builder: SpatialPlanBuilder) -> bool:
    """Find a link of which exactly six conditions on its points are known; whether there is one."""
    for link in left:
        found = six_of(link, holds, builder)
        if found is not None:
            add_platform(link, found, builder)
            return True
    return False


def six_of(link: str, holds: Holds, builder: SpatialPlanBuilder) -> list[Hold] | None:
    """The six conditions on a link, if there are six, and no others."""
    own = [joint for joint in holds.joints if link in builder.roots(joint)]
    if any(joint.letter not in HELD_AT_BALLS for joint in own):
        return None
    if any(joint.letter in ("F", "L") and builder.roots(joint)[0] != link for joint in own):
        return None  # the line or the plane is that of the link
    drivers = builder.drivers(holds.task.group.inputs)
    if not all(isinstance(driver, CoordinateDriver | DistanceDriver) for driver in drivers):
        return None
    balls = [ball for ball in holds.balls.all if ball.place(link) is not None]
    if any(holds.balls.feature(ball) is not None for ball in balls):
        return None
    coordinates = [driver for driver in drivers if isinstance(driver, CoordinateDriver)]
    found = [_driven(driver, builder) for driver in coordinates if builder.spot(driver.point)[0] == link]
    found += chain.from_iterable(_holds(ball, link, holds, builder) for ball in balls)
    return found if len(found) == SIX else None


def _driven(driver: CoordinateDriver, builder: SpatialPlanBuilder) -> Hold:
    """A driven coordinate of a point: a plane of ground at that height."""
    normal = builder.direction(builder.ground, UPRIGHT["xyz".index(driver.axis)])
    origin = builder.point(builder.ground, builder.origin)
    return Hold(builder.spot(driver.point)[1], origin, normal, 0.0, builder.coordinate(driver.name, driver.axis))


def _holds(ball: Ball, link: str, holds: Holds, builder: SpatialPlanBuilder) -> list[Hold]:
    place = ball.place(link)
    assert place is not None
    parts = chain.from_iterable(map(partial(_parts, builder), holds.conditions(ball)))
    return [_hold(place, each) for each in parts]


def _parts(builder: SpatialPlanBuilder, condition: Condition) -> list[Condition]:
    """A circle as a plane and a sphere, a line as two planes."""
    if isinstance(condition, Circle):
        return [Plane(condition.point, condition.axis, condition.height), on_sphere(condition)]
    return planes_through(condition, builder) if isinstance(condition, Line) else [condition]


def _hold(place: Vector, condition: Condition) -> Hold:
    match condition:
        case Plane(point, normal, height):
            return Hold(place, point, normal, height)
        case DrivenSphere(centre, length):
            return Hold(place, centre, None, 0.0, length)
        case Sphere(centre, radius):
            return Hold(place, centre, None, sqrt(radius))
    raise TypeError(f"{type(condition).__name__} is no single condition on a point")


def add_platform(link: str, found: list[Hold], builder: SpatialPlanBuilder) -> None:
    """Add the element that finds a body by six conditions, and place it."""
    found = sorted(found, key=lambda each: each.normal is not None)  # spheres before planes
    middle: Vector = (0.0, 0.0, 0.0)
    for each in found:
        middle = plus(middle, scaled(1.0 / len(found), each.place))
    arms = [minus(each.place, middle) for each in found]
    geometry, inputs = [sqrt(max(map(square, arms))) or 1.0], list[Feature]()
    for each, arm in zip(found, arms, strict=True):
        geometry += [float(each.normal is not None), *arm, each.constant]
        inputs += [each.centre, each.normal or NOWHERE, each.given]
    kernel = platform.platform_kernel(sum(each.normal is not None for each in found))
    origin, frame = Feature("point3", link, place=middle), Feature("frame", link)
    element = builder.add(kernel, inputs, [origin, frame], geometry, builder.next_step, platform.ROOM)
    element.begin = partial(_begin, link, middle)
    element.remembered = (link,)
    element.sign = element.unknowns = platform.SIGN
    element.corrected = SIX
    builder.place(link, [(origin, middle)], frame)


def _begin(link: str, middle: Vector, poses: Mapping[str, SpatialPose]) -> list[tuple[int, float]]:
    """The pose to start from."""
    origin, axes = poses[link]
    return list(enumerate([*plus(origin, turned(middle, axes)), *axes.numbers]))
