"""Welded links as parts of one: which link they belong to, and how they lie in it."""

from __future__ import annotations

from math import cos, sin

from sgkin.model.joint import Weld
from sgkin.model.mechanism import Mechanism

Place = tuple[float, float]
Pose = tuple[float, float, float]


def welded_parts(mechanism: Mechanism) -> dict[str, tuple[str, Pose]]:
    """For every link, the link it is part of (ground, or the first of those welded together) and its pose there."""
    welds = [joint for joint in mechanism.joints if isinstance(joint, Weld)]
    ordered = [mechanism.ground, *mechanism.moving_links]
    parts: dict[str, tuple[str, Pose]] = {}
    for root in ordered:
        if root in parts:
            continue
        parts[root] = (root, (0.0, 0.0, 0.0))
        waiting = [root] if welds else []
        while waiting:
            link = waiting.pop()
            for weld in welds:
                if link in weld.links:
                    mine = weld.links.index(link)
                    other = weld.links[1 - mine]
                    if other not in parts:
                        places = [mechanism.point(point)[1] for point in weld.points]
                        turn = weld.angle if mine == 0 else -weld.angle
                        parts[other] = (root, _attached(parts[link][1], places[mine], places[1 - mine], turn))
                        waiting.append(other)
    return parts


def _attached(pose: Pose, here: Place, there: Place, turn: float) -> Pose:
    """The pose of a link whose point `there` lies on the point `here` of a link with the given pose, turned to it."""
    x, y = moved(pose, here)
    theta = pose[2] + turn
    return (
        x - cos(theta) * there[0] + sin(theta) * there[1],
        y - sin(theta) * there[0] - cos(theta) * there[1],
        theta,
    )


def moved(pose: Pose, place: Place) -> Place:
    """A local place, seen from the frame in which its link has the given pose."""
    x, y, theta = pose
    if theta == 0.0:
        return x + place[0], y + place[1]
    return x + cos(theta) * place[0] - sin(theta) * place[1], y + sin(theta) * place[0] + cos(theta) * place[1]
