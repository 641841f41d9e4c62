"""How a wheel moves with its carrier: travel, track, wheelbase, camber and toe, as they are known of suspensions.

In ground x points forwards, y to the left and z up (ISO 8855). With s the direction of the wheel's axis, which points
away from the vehicle, and c its centre:

    camber   −asin s_z, positive where the top of the wheel leans away from the vehicle
    toe      atan2(s_x, |s_y|), positive where the front of the wheel points to the vehicle (toe-in)
    travel   how much higher c is than in the design position
    track    how far to the side the contact with the road is, counted from the design position, positive away from the
             vehicle; the contact is the lowest point of a thin wheel of the given radius
    base     how far in front the contact is, counted from the design position
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError, brief
from sgkin.model.design_position import design_pose
from sgkin.model.form import finite, not_negative, vector
from sgkin.motion import Motion
from sgkin.space import turned, unit
from sgkin.spatial_motion import SpatialMotion

SIDES = {"left": 1.0, "right": -1.0}
"""Which way is away from the vehicle, along y."""


@dataclass(frozen=True, slots=True)
class WheelMotion:
    """Arrays (n,) over the steps of a motion, in metres and radians; see the definitions above."""

    travel: Floats
    track: Floats
    base: Floats
    camber: Floats
    toe: Floats


def wheel_motion(
    motion: Motion,
    centre: str,
    *,
    side: str = "left",
    axis: Sequence[float] = (0.0, 1.0, 0.0),
    radius: float = 0.0,
) -> WheelMotion:
    """How a wheel moves that is fixed to a carrier: travel, track, wheelbase, camber and toe over a motion.

    centre: the point of the carrier in the middle of the wheel, `link.point`. side: of the vehicle, "left" or "right".
    axis: of the wheel in the frame of the carrier, in either sense. radius: of the wheel, in metres; with 0 track and
    base are those of the centre.

    >>> import numpy as np
    >>> from sgkin import load_mechanism, solve, wheel_motion
    >>> motion = solve(load_mechanism("double_wishbone"), inputs=[[0.0, 0.0], [np.radians(10.0), 0.0]])
    >>> wheel = wheel_motion(motion, "carrier.G")
    >>> (1000.0 * wheel.travel[1:]).round(3).tolist(), np.degrees(wheel.camber[1:]).round(4).tolist()
    ([45.262], [-1.3297])
    """
    if not isinstance(motion, SpatialMotion):
        raise InputError(f"wheel_motion needs the motion of a mechanism in space, found {brief(motion)}")
    if side not in SIDES:
        raise InputError(f"side is {brief(side)}; give 'left' or 'right'")
    own, size = vector(tuple(axis), "axis"), not_negative(finite(radius, "radius"), "radius")
    if not any(own):
        raise InputError("axis is zero; give the direction of the wheel's axis in its carrier, such as (0, 1, 0)")
    centre = motion.mechanism.full_name(centre, "wheel_motion")
    link, place = motion.mechanism.point(centre)
    pose = design_pose(motion.mechanism, link)
    outwards = SIDES[side]
    first = np.array([turned(pose.turn, unit(own))])
    directions = np.concatenate([first, motion.orientation(link) @ unit(own)])
    directions *= np.where(outwards * directions[:, 1] < 0.0, -1.0, 1.0)[:, None]
    places = np.concatenate([[pose.moved(place)], motion.position(centre)])
    contact = places - size * _upwards(directions)
    moved = contact - contact[0]
    return WheelMotion(
        travel=(places - places[0])[1:, 2],
        track=outwards * moved[1:, 1],
        base=moved[1:, 0],
        camber=-np.arcsin(directions[1:, 2]),
        toe=np.arctan2(directions[1:, 0], np.abs(directions[1:, 1])),
    )


def _upwards(directions: Floats) -> Floats:
    """The direction in a wheel (n, 3) that rises most steeply."""
    found = np.array([0.0, 0.0, 1.0]) - directions[:, 2:] * directions
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))
