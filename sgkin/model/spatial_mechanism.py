"""What must be so of a mechanism in space, besides what must be of any."""

from __future__ import annotations

from sgkin.errors import FormError, JointError
from sgkin.model.design_position import design_distance
from sgkin.model.marker import check_axes, check_points
from sgkin.model.mechanism import Mechanism
from sgkin.model.spatial_joint import Rod

SHORT = 1e-9
"""Length of a rod, by the size of the mechanism, up to which it is none."""


def check_spatial(mechanism: Mechanism) -> None:
    """Raise where a joint has no axis that it needs, where points do not fit, and for what is planar only."""
    for section in ("masses", "forces"):
        if getattr(mechanism, section):
            raise FormError(section, len(getattr(mechanism, section)), "none, since dynamics is planar")
    if any(mechanism.gravity):
        raise FormError("gravity", list(mechanism.gravity), "none, since dynamics is planar")
    if mechanism.initial.points or mechanism.initial.angles:
        given = [*mechanism.initial.points, *mechanism.initial.angles][0]
        raise FormError(f"initial: {given}", given, "a link with its place, and axis and angle of its turn")
    if mechanism.ground in mechanism.initial.poses:
        raise FormError(f"initial: {mechanism.ground}", mechanism.ground, "a link that moves; ground is where it is")
    size = mechanism.size
    for joint in mechanism.joints:
        check_axes(mechanism, joint)
        check_points(mechanism, joint)
        if isinstance(joint, Rod):
            length = rod_length(mechanism, joint)
            if length <= SHORT * size:
                raise JointError(
                    joint.name, joint.links, "its length is zero; join the two links by a spherical joint instead"
                )


def rod_length(mechanism: Mechanism, rod: Rod) -> float:
    """The length of a rod: as given, or that of the design position."""
    return design_distance(mechanism, *rod.points) if rod.length is None else rod.length
