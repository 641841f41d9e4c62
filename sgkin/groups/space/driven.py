"""Links that inputs place against an earlier link: on one joint, or freely.

`base` and `own` are the joint on the earlier link and on the one that is placed. Its angle is counted from the arm of
the earlier link to that of the driven one, about the axis, and its stroke from the point of one to the point of the
other, along the axis of the earlier one; a driver may count otherwise: sign · z + shift.
"""

from __future__ import annotations

from collections.abc import Sequence

from sgkin.groups.driven import JOIN
from sgkin.groups.element import Feature
from sgkin.groups.space.builder import Axis, SpatialBuilder
from sgkin.groups.space.vectors import STANDARD, Vector
from sgkin.kernels.space.along_axis import ALONG_AXIS
from sgkin.kernels.space.turned_frame import TURNED_FRAME
from sgkin.mathematics import pi


def turned_frame(
    builder: SpatialBuilder, base: Axis, own: Axis, z: Feature, sign: float = 1.0, shift: float = 0.0
) -> Feature:
    """The frame of a link that is turned about a joint."""
    turned = Feature("frame", own.link)
    builder.add(TURNED_FRAME, [builder.frame(base.link), z], [turned], [*base.axis, sign, shift])
    return builder.rest(turned, base, own)


def slid_point(
    builder: SpatialBuilder, base: Axis, own: Axis, z: Feature, factor: float = 1.0, shift: float = 0.0
) -> Feature:
    """The point of a joint on the link that slides along it."""
    point = Feature("point3", own.link, place=own.point)
    builder.add(ALONG_AXIS, [builder.foot(base), builder.along(base), z], [point], [factor, shift])
    return point


def place_turned(
    builder: SpatialBuilder, base: Axis, own: Axis, z: Feature, sign: float = 1.0, shift: float = 0.0
) -> None:
    """A revolute joint."""
    frame = turned_frame(builder, base, own, z, sign, shift)
    builder.place(own.link, [(builder.foot(base), own.point)], frame)


def place_slid(
    builder: SpatialBuilder, base: Axis, own: Axis, z: Feature, sign: float = 1.0, shift: float = 0.0
) -> None:
    """A prismatic joint."""
    point = slid_point(builder, base, own, z, sign, shift)
    builder.place(own.link, [(point, own.point)], builder.rest(builder.frame(base.link), base, own))


def place_on_cylinder(builder: SpatialBuilder, base: Axis, own: Axis, angle: Feature, stroke: Feature) -> None:
    """A cylindrical joint of which both the angle and the stroke are given."""
    frame = turned_frame(builder, base, own, angle)
    builder.place(own.link, [(slid_point(builder, base, own, stroke), own.point)], frame)


def place_screwed(
    builder: SpatialBuilder, base: Axis, own: Axis, z: Feature, pitch: float, sign: float = 1.0, shift: float = 0.0
) -> None:
    """A screw joint of which the angle is given; pitch: the stroke of a whole turn."""
    frame = turned_frame(builder, base, own, z, sign, shift)
    lead = pitch / (2.0 * pi)
    point = slid_point(builder, base, own, z, lead * sign, lead * shift)
    builder.place(own.link, [(point, own.point)], frame)


def place_posed(
    builder: SpatialBuilder, link: str, place: Vector, coordinates: Sequence[Feature], angles: Sequence[Feature]
) -> None:
    """A link moved as a whole: x, y, z of the point at a place of it, and its Bryant angles.

    They turn it about its x axis, then about its new y axis, then about its new z axis.
    """
    point, frame = Feature("point3", link, place=place), builder.frame(builder.ground)
    builder.add(JOIN, list(coordinates), [point], [])
    for axis, angle in zip(STANDARD, angles, strict=True):
        turned = Feature("frame", link)
        builder.add(TURNED_FRAME, [frame, angle], [turned], [*axis, 1.0, 0.0])
        frame = turned
    builder.place(link, [(point, place)], frame)
