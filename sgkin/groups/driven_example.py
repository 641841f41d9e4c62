"""Examples of driven links and of dyads with a driven length: at random geometry, driven in one of the ways there are.

What is driven hangs on a link of a dyad between two cranks, so that its base turns with both of them and not in
proportion. Pins, guides and driven points lie on welded parts, which have frames of their own.
"""

from __future__ import annotations

from dataclasses import replace
from math import cos, dist, sin
from typing import Any

from sgkin.groups.example import Template, dyad_template, strewn_mechanism
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.joint import Prismatic
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed

BASE: Template = [*dyad_template("RRR"), ("W", "1", "base")]
STILL = ConstantSpeed(0.0)
"""In place of the law that a driver gets in the end."""


def turned_example(random: Any) -> Mechanism:
    """A link on a pin, its angle driven against the base, of the base against it, or against ground."""
    mechanism = strewn_mechanism([*BASE, ("W", "3", "part"), ("R", "base", "part")], random)
    ways = [
        JointDriver("drive", "J7", STILL),
        JointDriver("drive", "J7", STILL, links=("part", "base")),
        LinkAngleDriver("drive", "part", STILL),
    ]
    return _driven(mechanism, [ways[random.integers(3)]], random)


def slid_example(random: Any) -> Mechanism:
    """A link on a guide, its stroke driven from the base or towards it."""
    ends = ("base", "part") if random.integers(2) else ("part", "base")
    mechanism = strewn_mechanism([*BASE, ("W", "3", "part"), ("P", *ends)], random)
    links = ends if random.integers(2) else ends[::-1]
    return _driven(mechanism, [JointDriver("drive", "J7", STILL, links=links)], random)


def posed_example(random: Any) -> Mechanism:
    """A link whose pose is driven, or two coordinates of a point and an angle."""
    mechanism = strewn_mechanism([("W", "1", "part")], random, floating=True)
    pose: list[Driver] = [PoseDriver("pose", "part", STILL, STILL, STILL)]
    point: list[Driver] = [CoordinateDriver(axis, "part.J2", axis, STILL) for axis in "yx"]
    ways = [pose, [*point, LinkAngleDriver("angle", "1", STILL)], [LinkAngleDriver("angle", "part", STILL), *point]]
    return _driven(mechanism, ways[random.integers(3)], random)


def cylinder_example(random: Any) -> Mechanism:
    """A dyad one of whose links is a cylinder: two links on a driven guide, or the driven distance of two points."""
    ends = ("a", "b") if random.integers(2) else ("b", "a")
    if random.integers(2):
        template = [("W", "1", "part"), ("R", "part", ends[0]), ("W", ends[1], "far")]
        points = ("part.J2", "far.J4") if random.integers(2) else ("far.J4", "part.J2")
        return _driven(strewn_mechanism(template, random), [DistanceDriver("drive", points, STILL)], random)
    template = [("W", "1", "part"), ("R", ends[0], "1"), ("P", "part", "2"), ("R", "2", "3"), ("R", "3", ends[1])]
    links = ("part", "2") if random.integers(2) else ("2", "part")
    return _driven(strewn_mechanism(template, random), [JointDriver("drive", "J4", STILL, links=links)], random)


def _driven(mechanism: Mechanism, drivers: list[Driver], random: Any) -> Mechanism:
    """With further drivers, which start in the initial configuration and run at random speeds."""
    started = []
    for driver in drivers:
        laws: dict[str, Any] = {
            field: ConstantSpeed(float(random.uniform(0.1, 0.3)), start=value)
            for field, value in zip(driver.law_fields, _values(mechanism, driver), strict=True)
        }
        started.append(replace(driver, **laws))
    return replace(mechanism, drivers=[*mechanism.drivers, *started])


def _values(mechanism: Mechanism, driver: Driver) -> list[float]:
    """What a driver drives, as the initial configuration has it."""
    places, angles = mechanism.initial.points, {mechanism.ground: 0.0, **mechanism.initial.angles}
    first, second = mechanism.driven_links(driver)
    match driver:
        case JointDriver() if isinstance(joint := mechanism.joint(driver.joint), Prismatic):
            ends = dict(zip(joint.links, (places[point] for point in joint.points), strict=True))
            angle = angles[first] + joint.angle[joint.links.index(first)]
            (x1, y1), (x2, y2) = ends[first], ends[second]
            return [cos(angle) * (x2 - x1) + sin(angle) * (y2 - y1)]
        case CoordinateDriver():
            return [places[driver.point]["xy".index(driver.axis)]]
        case DistanceDriver():
            return [dist(*(places[point] for point in driver.points))]
        case PoseDriver():
            point, (px, py) = next(iter(mechanism.link(driver.link).points.items()))
            (x, y), angle = places[f"{driver.link}.{point}"], angles[driver.link]
            return [x - cos(angle) * px + sin(angle) * py, y - sin(angle) * px - cos(angle) * py, angle]
    return [angles[second] - angles[first]]
