"""Which points of a mechanism are worth following."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.model.driver import DistanceDriver
from sgkin.motion import Motion

MOST = 4
"""So many points are followed at most."""
STILL = 1e-6
"""A path smaller than this part of the mechanism is none."""


def paths_of_interest(motion: Motion) -> dict[str, Floats]:
    """The paths (n, 2), in space (n, 3), in metres, of the points that matter, by name: those that are no joints, which
    have a name because somebody looks at them; if there are none, the joint of moving links in the last group that goes
    furthest, or where joints are none, as on legs of driven length, the point.

    >>> from sgkin import load_mechanism, solve
    >>> list(paths_of_interest(solve(load_mechanism("jansen_leg"), [0.0, 0.1, 0.2])))
    ['foot_triangle.foot']
    """
    free = {name: motion.position(name) for name in _free_points(motion)}
    moving = {name: path for name, path in free.items() if _extent(path) > STILL * motion.mechanism.size}
    if moving:
        return dict(list(moving.items())[:MOST])
    inner = {name: motion.position(name) for name in _last_joints(motion)}
    furthest = max(inner, key=lambda name: round(_extent(inner[name]) / motion.mechanism.size, 9), default="")
    is_moving = furthest and _extent(inner[furthest]) > STILL * motion.mechanism.size
    return {furthest: inner[furthest]} if is_moving else {}


def _free_points(motion: Motion) -> list[str]:
    mechanism = motion.mechanism
    jointed = {reference for joint in mechanism.joints for reference in joint.points}
    for driver in mechanism.drivers:
        if isinstance(driver, DistanceDriver):
            jointed.update(driver.points)
    names = [f"{link}.{point}" for link in mechanism.moving_links for point in mechanism.link(link).points]
    return [name for name in names if name not in jointed]


def _last_joints(motion: Motion) -> list[str]:
    """The joints inside the last group that has any, or between it and moving links, each by a point of the group."""
    mechanism = motion.mechanism
    for group in reversed(motion.structure.groups):
        joints = [mechanism.joint(name) for name in group.joints]
        moving = [joint for joint in joints if joint.points and mechanism.ground not in joint.links]
        inner = [joint for joint in moving if set(joint.links) <= set(group.links)]
        points = [
            next(reference for reference in joint.points if reference.partition(".")[0] in group.links)
            for joint in inner or moving
        ]
        if points:
            return points
    return [f"{link}.{point}" for link in mechanism.moving_links for point in mechanism.link(link).points]


def _extent(path: Floats) -> float:
    return float(np.linalg.norm(np.ptp(path, axis=0)))
