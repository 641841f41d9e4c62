"""Where the sites and axes of a spatial mechanism are in its links: named by numbers, so that what joints hold together
for good is one site, and what runs through two sites is known to do so.
"""

from __future__ import annotations

from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

from sgkin.model.design_position import design_pose
from sgkin.model.driver import Driver, SpatialPoseDriver
from sgkin.model.joint import Joint
from sgkin.model.marker import Marker, crossed_axes, gear_axes, markers
from sgkin.model.mechanism import Mechanism
from sgkin.model.spatial_joint import Screw
from sgkin.space import Vector, cross, length, perpendicular, without

if TYPE_CHECKING:
    from sgkin.structure.topology import Topology

ALIKE = 1e-9
"""How near to each other, by the size of the mechanism, two places on an axis are the same."""

POSE = ("x", "y", "z", "wx", "wy", "wz")

Point = tuple[str, str]


class SiteMark(NamedTuple):
    """A place of a link, by which a site is known, and its name, `link.point` where it has one."""

    link: str
    place: Vector
    name: str


class AxisMark(NamedTuple):
    """An axis of a link, and x across it."""

    link: str
    axis: Vector
    x: Vector

    @property
    def y(self) -> Vector:
        return cross(self.axis, self.x)


class Marks(NamedTuple):
    """Sites and axes by number, and of every element the pitch of its screw or the ratio of its gears."""

    sites: tuple[SiteMark, ...]
    axes: tuple[AxisMark, ...]
    factors: tuple[float, ...]


class MarkBook:
    """Numbers sites and axes as they are asked for."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.sites: list[SiteMark] = []
        self.axes: list[AxisMark] = []
        self.axis_sites: list[tuple[int, ...]] = []
        self._above: dict[Point, Point] = {}
        self._number: dict[Point, int] = {}
        for joint in mechanism.joints:
            if joint.letter in ("R", "S", "U", ""):
                self._join(joint)

    def _find(self, point: Point) -> Point:
        while point in self._above:
            point = self._above[point]
        return point

    def _unite(self, one: Point, other: Point) -> None:
        one, other = self._find(one), self._find(other)
        if one != other:
            self._above[other] = one

    def _join(self, joint: Joint) -> None:
        """What a joint holds together: its points, and all on the axis of a pin that are in one place."""
        first, *others = joint.sites
        for other in others:
            self._unite(first, other)
        if joint.letter == "R":
            for name in _named_axis(getattr(joint, "axis", ())):
                self._join_on_axis(joint, name)

    def _join_on_axis(self, joint: Joint, name: str) -> None:
        """A point of the first link through which the axis of a pin goes, and what other links have there."""
        mechanism, first = self.mechanism, joint.links[0]
        place = design_pose(mechanism, first).moved(mechanism.link(first).points[name])
        for link in joint.links[1:]:
            pose = design_pose(mechanism, link)
            for other, own in mechanism.link(link).points.items():
                if length(without(pose.moved(own), place)) <= ALIKE * mechanism.size:
                    self._unite((first, name), (link, other))

    def site(self, link: str, point: str) -> int:
        """The number of a point of a link; that of its origin if it has no name."""
        found = self._find((link, point))
        if found not in self._number:
            place = self.mechanism.link(link).points[point] if point else (0.0, 0.0, 0.0)
            self._number[found] = len(self.sites)
            self.sites.append(SiteMark(link, place, f"{link}.{point}" if point else link))
        return self._number[found]

    def axis(self, marker: Marker | AxisMark, given: Any = ()) -> int:
        """The number of a new axis of a link, through two of its points if it is given so."""
        through = tuple(self.site(marker.link, name) for name in _named_axis(given))
        self.axes.append(AxisMark(marker.link, marker.axis, marker.x))
        self.axis_sites.append(through if len(set(through)) == 2 else ())
        return len(self.axes) - 1

    def of_joint(self, joint: Joint) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The sites and axes of a joint."""
        mechanism = self.mechanism
        if joint.letter == "G":
            return (), tuple(self.axis(pair[0]) for pair in gear_axes(mechanism, joint))
        found = markers(mechanism, joint)
        ends = joint.sites or tuple((link, "") for link in joint.links)
        sites = tuple(self.site(*end) for end in ends[: 2 if joint.letter == "SS" else 1])
        if joint.letter == "U":
            axes = zip(joint.links, crossed_axes(mechanism, joint), strict=True)
            return sites, tuple(self.axis(AxisMark(link, axis, perpendicular(axis))) for link, axis in axes)
        given = getattr(joint, "axis", None)
        if given is None:
            return sites, ()
        number = 1 if joint.letter in ("L", "F") else 0  # the line or plane is in the second link
        nested = len(given) == len(joint.links) and not isinstance(given[0], str | float)
        return sites, (self.axis(found[number], given[number] if nested else () if number else given),)


def _named_axis(given: Any) -> tuple[str, ...]:
    """The two points through which an axis goes, if it is given so."""
    return tuple(given) if given and all(isinstance(each, str) for each in given) else ()


def with_marks(mechanism: Mechanism, topology: Topology) -> Topology:
    """The topology of a spatial mechanism with the sites and axes of its joints and inputs."""
    book = MarkBook(mechanism)
    given = [mechanism.joints[place] for place in topology.joint_indices]
    joints = []
    for joint, element in zip(given, topology.joints, strict=True):
        sites, axes = book.of_joint(joint)
        joints.append(replace(element, sites=sites, axes=axes))
    inputs, pending = [], iter(topology.inputs)
    for driver in mechanism.drivers:
        for kind in POSE if isinstance(driver, SpatialPoseDriver) else driver.freedoms(mechanism):
            entry = next(pending)
            sites, axes = _of_input(mechanism, driver, kind, book)
            if entry.joint is not None:
                sites, axes = joints[entry.joint].sites, joints[entry.joint].axes
            inputs.append(replace(entry, kind=kind, sites=sites, axes=axes))
    factors = [_factor(joint) for joint in given] + [0.0] * len(inputs)
    return replace(
        topology,
        joints=tuple(joints),
        inputs=tuple(inputs),
        site_names=tuple(site.name for site in book.sites),
        axis_sites=tuple(book.axis_sites),
        marks=Marks(tuple(book.sites), tuple(book.axes), tuple(factors)),
    )


def _of_input(
    mechanism: Mechanism, driver: Driver, kind: str, book: MarkBook
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sites and axes of an input."""
    if driver.at_joint:
        return book.of_joint(mechanism.joint(driver.at_joint))
    if driver.acts_at:
        return tuple(book.site(*point.split(".")) for point in driver.acts_at), ()
    link = driver.driven_links(mechanism)[1]
    return ((book.site(link, ""),) if kind in "xyz" else ()), ()


def _factor(joint: Joint) -> float:
    """What `SpatialRows` needs of a joint besides places and directions."""
    if isinstance(joint, Screw):
        return -joint.pitch / (2.0 * pi)
    return float(getattr(joint, "ratio", 0.0))
