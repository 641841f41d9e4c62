"""The frame of a link of which enough points and directions are found, and with it the place of the link."""

from __future__ import annotations

from collections.abc import Sequence

from sgkin.errors import UnsolvableError
from sgkin.groups.element import Feature
from sgkin.groups.refusal import ALMOST_ZERO
from sgkin.groups.space.builder import Axis, SpatialBuilder
from sgkin.groups.space.vectors import Vector, cross, minus, square, triad
from sgkin.kernels.space.frame_of_vectors import FRAME_OF_ARM, FRAME_OF_DIRECTIONS, FRAME_OF_POINTS

Known = tuple[Feature, Vector]
"""A point or a direction that is found, and what it is in the frame of the link."""


def place_on_points(builder: SpatialBuilder, link: str, points: Sequence[Known]) -> None:
    """A link of which three points are found."""
    (o, local_o), (p, local_p), (q, local_q) = points
    a, b = minus(local_p, local_o), minus(local_q, local_o)
    geometry = triad_numbers(link, a, b, "three of its points lie on a line")
    frame = Feature("frame", link)
    builder.add(FRAME_OF_POINTS, [o, p, q], [frame], geometry)
    builder.place(link, list(points), frame)


def place_on_arm(builder: SpatialBuilder, base: Axis, own: Axis, ball: Known) -> None:
    """A link on a revolute joint with an earlier one, of which another point is found."""
    point, local = ball
    geometry = triad_numbers(own.link, own.axis, minus(local, own.point), "its ball lies on the axis of its joint")
    foot, frame = builder.foot(base), Feature("frame", own.link)
    builder.add(FRAME_OF_ARM, [builder.along(base), foot, point], [frame], geometry)
    builder.place(own.link, [(foot, own.point), ball], frame)


def frame_of_directions(builder: SpatialBuilder, link: str, one: Known, other: Known) -> Feature:
    """The frame of a link of which two directions are found."""
    (u, local_u), (v, local_v) = one, other
    frame = Feature("frame", link)
    builder.add(
        FRAME_OF_DIRECTIONS, [u, v], [frame], triad_numbers(link, local_u, local_v, "two of its axes are parallel")
    )
    return frame


def triad_numbers(link: str, a: Vector, b: Vector, reason: str) -> list[float]:
    """The triad of two vectors of a link; refused where they have one direction."""
    if square(cross(a, b)) <= ALMOST_ZERO * ALMOST_ZERO * square(a) * square(b):
        raise UnsolvableError(
            f"{link} is singular in every position: {reason}, so that nothing says how it turns about them; change its "
            "points or axes",
            (),
        )
    return [*triad(a, b).numbers]
