"""Where joints sit in space: a point, an axis and a direction across it in every link.

What is given of an axis in one link is known of the others in the design position; so is the direction across it from
which angles are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sgkin.errors import FormError, JointError, UnknownNameError
from sgkin.model.design_position import design_pose
from sgkin.space import (
    Vector,
    across,
    angle_between,
    cross,
    dot,
    length,
    perpendicular,
    scaled,
    turned,
    turned_back,
    unit,
    without,
)

if TYPE_CHECKING:
    from sgkin.model.joint import Joint
    from sgkin.model.mechanism import Mechanism

FITS = 1e-5
"""How exactly, by the size of the mechanism, joints must fit the design position: its numbers may be rounded ones."""
ALIGNED, ROUGHLY = 1e-3, 1.0
"""Angles by which the axis of a joint may differ between its links in the design position: rounding, and where that is
only roughly known."""
ONE_POINT = 1e-9
"""Distance of two points, by the size of the mechanism, through which no axis runs."""
PARALLEL = 1e-6
"""Angle between two axes below which they are parallel."""


class Marker(NamedTuple):
    """What of a joint is fixed in one of its links: a point, the axis, and x across it."""

    link: str
    point: Vector
    axis: Vector = (0.0, 0.0, 1.0)
    x: Vector = (1.0, 0.0, 0.0)

    @property
    def y(self) -> Vector:
        """The third direction, so that x, y and the axis are right-handed."""
        return cross(self.axis, self.x)


def markers(mechanism: Mechanism, joint: Joint) -> tuple[Marker, ...]:
    """What of a joint is fixed in its links, in their order."""
    points = [mechanism.link(link).points[point] for link, point in joint.sites]
    if not points:
        points = [(0.0, 0.0, 0.0)] * len(joint.links)
    given = getattr(joint, "axis", None)
    if given is None:
        turns = [design_pose(mechanism, link).turn for link in joint.links]
        return tuple(
            Marker(link, point, turned_back(turn, (0.0, 0.0, 1.0)), turned_back(turn, (1.0, 0.0, 0.0)))
            for link, point, turn in zip(joint.links, points, turns, strict=True)
        )
    axes, base = _axes(mechanism, joint, given), _base(joint)
    own = [design_pose(mechanism, link).turn for link in joint.links]
    x = perpendicular(axes[base])
    in_ground = turned(own[base], x)
    return tuple(
        Marker(link, point, axis, x if number == base else across(axis, turned_back(turn, in_ground)))
        for number, (link, point, axis, turn) in enumerate(zip(joint.links, points, axes, own, strict=True))
    )


def _base(joint: Joint) -> int:
    """The link in whose frame an axis is meant that is given once: the first, or that of the line or the plane."""
    return 1 if joint.letter in ("L", "F") else 0


def crossed_axes(mechanism: Mechanism, joint: Any) -> tuple[Vector, Vector]:
    """The two axes of a universal joint, each in its link."""
    first, second = (
        axis_in(mechanism, joint.name, link, axis) for link, axis in zip(joint.links, joint.axes, strict=True)
    )
    return first, second


def gear_axes(mechanism: Mechanism, joint: Any) -> tuple[tuple[Marker, Marker], tuple[Marker, Marker]]:
    """The axes of two gears: each in the carrier and in the gear, with the directions from which angles are counted."""
    carrier = joint.carrier
    base = design_pose(mechanism, carrier).turn
    found = []
    for gear, given in zip(joint.links, joint.axes, strict=True):
        axis = axis_in(mechanism, joint.name, carrier, given)
        x, own = perpendicular(axis), design_pose(mechanism, gear).turn
        seen = [turned_back(own, turned(base, each)) for each in (axis, x)]
        origin = (0.0, 0.0, 0.0)
        found.append((Marker(carrier, origin, axis, x), Marker(gear, origin, seen[0], seen[1])))
    return found[0], found[1]


def axis_in(mechanism: Mechanism, joint: str, link: str, given: Sequence[Any]) -> Vector:
    """A direction of length one in a link, from three components or two of its points by name."""
    if not isinstance(given[0], str):
        return unit(given)
    points = mechanism.link(link).points
    for name in given:
        if name not in points:
            remedy = "add it to the link, or give the axis as [x, y, z]"
            raise UnknownNameError(f"joint {joint!r}", f"point of link {link!r} named", name, points, remedy)
    between = without(points[given[1]], points[given[0]])
    if length(between) <= ONE_POINT * mechanism.size:
        raise JointError(joint, [link], f"its axis runs through {given[0]} and {given[1]}, which are one point")
    return unit(between)


def _axes(mechanism: Mechanism, joint: Joint, given: Sequence[Any]) -> list[Vector]:
    """The axis in every link, from what is given of it in one or in each."""
    if len(given) == len(joint.links) and not isinstance(given[0], str | float):
        return [axis_in(mechanism, joint.name, link, each) for link, each in zip(joint.links, given, strict=True)]
    base = _base(joint)
    axis = axis_in(mechanism, joint.name, joint.links[base], given)
    in_ground = turned(design_pose(mechanism, joint.links[base]).turn, axis)
    return [
        axis if number == base else turned_back(design_pose(mechanism, link).turn, in_ground)
        for number, link in enumerate(joint.links)
    ]


def check_axes(mechanism: Mechanism, joint: Joint) -> None:
    """Raise where a joint of a spatial mechanism has no axis that it needs, one too many, or one that cannot be."""
    where = f"joint {joint.name!r}"
    if hasattr(joint, "axis"):
        if not joint.axis:
            raise FormError(
                f"{where}: axis", joint.axis, f"a direction in {joint.links[_base(joint)]!r}, such as [0, 0, 1]"
            )
        _check_directions(mechanism, joint, _axes(mechanism, joint, joint.axis))
    if joint.letter == "G":
        axes: tuple[Any, ...] = getattr(joint, "axes", ())
        if len(axes) != 2:
            raise FormError(f"{where}: axes", axes, f"two directions in {joint.all_links[-1]!r}, one for each gear")
        gear_axes(mechanism, joint)
    if joint.letter == "U":
        one, other = (
            turned(design_pose(mechanism, link).turn, axis)
            for link, axis in zip(joint.links, crossed_axes(mechanism, joint), strict=True)
        )
        if length(cross(one, other)) < PARALLEL:
            raise JointError(
                joint.name, joint.links, "its two axes are parallel; they must cross, best at right angles"
            )


def _check_directions(mechanism: Mechanism, joint: Joint, axes: Sequence[Vector]) -> None:
    """Raise where the axis of a joint does not point the same way in all its links in the design position: exactly, or
    roughly where this says only roughly where a link is."""
    seen = [turned(design_pose(mechanism, link).turn, axis) for link, axis in zip(joint.links, axes, strict=True)]
    for link, axis in zip(joint.links[1:], seen[1:], strict=True):
        is_rough = not {joint.links[0], link}.isdisjoint(mechanism.initial.poses)
        apart = angle_between(seen[0], axis)
        if apart > (ROUGHLY if is_rough else ALIGNED):
            units = mechanism.units
            told = f"{units.write(apart, 'angle'):.6g} {units.angle}"
            remedy = "or say with [initial]" if not is_rough else "or say better with [initial]"
            raise JointError(
                joint.name,
                joint.links,
                f"its axes in {joint.links[0]} and {link} are {told} apart in the design position; let them point the "
                f"same way, {remedy} how the frame of a link is turned",
            )


def check_points(mechanism: Mechanism, joint: Joint) -> None:
    """Raise where the points of a joint do not fit the design position, if that is exact for its links."""
    if not joint.sites or any(link in mechanism.initial.poses for link in joint.links):
        return
    first, *others = markers(mechanism, joint)
    for number, other in enumerate(others, start=1):
        between = without(other.point, first.point)
        axis = (first if joint.letter in ("C", "P", "H", "E") else other).axis
        along = dot(axis, between)
        if joint.letter in ("C", "P", "H", "L"):
            gap, remedy = length(without(between, scaled(along, axis))), "let the axis run through both"
        elif joint.letter in ("E", "F"):
            gap, remedy = abs(along), "let both lie in the plane across the axis"
        elif joint.letter == "SS":
            continue
        else:
            gap, remedy = length(between), "let them fall together"
        if gap > 0.0 and gap > FITS * mechanism.size:
            shown = mechanism.units.write(gap, "length")
            raise JointError(
                joint.name,
                joint.links,
                f"its points {joint.points[0]} and {joint.points[number]} do not fit the design position, by "
                f"{shown:.6g} {mechanism.units.length}; {remedy}, or say with [initial] where a link is whose points "
                "are in a frame of its own",
            )
