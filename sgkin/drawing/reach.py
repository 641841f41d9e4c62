"""Where the links go over the configurations that are to be drawn: how far guides reach, and how large signs are."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, hypot, sin

import numpy as np

from sgkin.arrays import Floats
from sgkin.mathematics import Place
from sgkin.model.joint import Revolute
from sgkin.model.mechanism import Mechanism

Configurations = Mapping[str, Floats]
"""Poses (n, 3) of links over n configurations, by link; ground among them. Links that are not placed are missing."""

PIN = 0.016
"""The radius of a pin, as a part of the larger side of the picture."""


def world(configurations: Configurations, link: str, place: Place) -> Floats:
    """A place of a link over all configurations (n, 2)."""
    x, y, theta = configurations[link].T
    return np.stack(
        [
            x + np.cos(theta) * place[0] - np.sin(theta) * place[1],
            y + np.sin(theta) * place[0] + np.cos(theta) * place[1],
        ],
        axis=1,
    )


def local(configurations: Configurations, link: str, places: Floats) -> Floats:
    """Places of the ground frame (n, 2), seen from a link."""
    x, y, theta = configurations[link].T
    dx, dy = places[:, 0] - x, places[:, 1] - y
    return np.stack([np.cos(theta) * dx + np.sin(theta) * dy, np.cos(theta) * dy - np.sin(theta) * dx], axis=1)


def travel(
    configurations: Configurations, base: str, origin: Place, angle: float, link: str, place: Place
) -> tuple[float, float]:
    """The least and the largest coordinate of a place of a link along an axis of another; 0, 0 if one is not placed."""
    if base not in configurations or link not in configurations:
        return 0.0, 0.0
    seen = local(configurations, base, world(configurations, link, place)) - np.array(origin)
    along = cos(angle) * seen[:, 0] + sin(angle) * seen[:, 1]
    return float(along.min()), float(along.max())


def swing(configurations: Configurations, base: str, centre: Place, link: str, place: Place) -> tuple[float, float]:
    """The least and the largest angle at which a place of a link is seen from a place of another; 0, 0 if one is not
    placed."""
    if base not in configurations or link not in configurations:
        return 0.0, 0.0
    seen = local(configurations, base, world(configurations, link, place)) - np.array(centre)
    angles = np.unwrap(np.arctan2(seen[:, 1], seen[:, 0]))
    return float(angles.min()), float(angles.max())


def points_extent(mechanism: Mechanism, configurations: Configurations) -> float:
    """The larger side of the box that holds all points over all configurations; 1 if there is none."""
    return float(np.ptp(np.concatenate(point_ways(mechanism, configurations)), axis=0).max()) or 1.0


def point_ways(mechanism: Mechanism, configurations: Configurations) -> list[Floats]:
    """All points of placed links over all configurations (n, 2), one after the other; the origin if there is none."""
    return [
        world(configurations, link.name, place)
        for link in mechanism.links
        if link.name in configurations
        for place in link.points.values()
    ] or [np.zeros((1, 2))]


def pin_radius(mechanism: Mechanism, extent: float) -> float:
    """A size at which pins are seen in a picture of that extent, but do not hide the links, short ones among them.

    Where few links are very short pins stay large enough to be seen; where many are, pins are smaller than these.
    """
    wanted, distances = PIN * extent, _pin_distances(mechanism, extent)
    seen = np.clip(0.3 * distances.min(), 0.4 * wanted, wanted)
    return float(min(seen, 0.16 * np.quantile(distances, 0.25)))


def _pin_distances(mechanism: Mechanism, extent: float) -> Floats:
    """All distances between two pins of a link; the extent of the picture if there are none."""
    pins: dict[str, list[Place]] = {}
    for joint in mechanism.joints:
        if isinstance(joint, Revolute):
            for link, point in zip(joint.links, joint.at, strict=True):
                pins.setdefault(link, []).append(mechanism.link(link).points[point])
    distances = [
        hypot(a[0] - b[0], a[1] - b[1])
        for link, places in pins.items()
        if link != mechanism.ground
        for number, a in enumerate(places)
        for b in places[:number]
    ]
    return np.array([distance for distance in distances if distance > 1e-9 * extent] or [extent])
