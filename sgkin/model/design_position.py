"""The design position of a spatial mechanism: where its links are.

Every link lies in ground as the numbers of its points say, its frame on that of ground, unless the initial
configuration has a pose for it. Angles and strokes of joints are zero there, unless the joint says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgkin.space import AT_REST, UPRIGHT, SpacePose, Vector, about, length, scaled, without

if TYPE_CHECKING:
    from sgkin.model.mechanism import Mechanism


def design_pose(mechanism: Mechanism, link: str) -> SpacePose:
    """Where a link is in the design position."""
    given = mechanism.initial.poses.get(link)
    if given is None:
        return AT_REST
    vector = (given[3], given[4], given[5])
    angle = length(vector)
    turn = UPRIGHT if angle == 0.0 else about(scaled(1.0 / angle, vector), angle)
    return SpacePose((given[0], given[1], given[2]), turn)


def design_place(mechanism: Mechanism, reference: str) -> Vector:
    """Where a point `link.point` is in the design position."""
    link, place = mechanism.point(reference)
    return design_pose(mechanism, link).moved(place)


def design_distance(mechanism: Mechanism, first: str, second: str) -> float:
    """The distance of two points in the design position."""
    return length(without(design_place(mechanism, second), design_place(mechanism, first)))
