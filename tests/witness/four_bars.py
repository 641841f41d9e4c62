"""Four-bars by their formulas, with the poses at which they start."""

from __future__ import annotations

from math import atan2, cos, sin

import numpy as np
from numpy.typing import NDArray

from sgkin.model.mechanism import Mechanism
from tests.motion.four_bars import four_bar, inner_pin

Pose = tuple[float, float, float]


def closed_four_bar(
    crank: float, coupler: float, rocker: float, ground: float, *, angle: float, side: int = 1
) -> tuple[Mechanism, dict[str, Pose]]:
    """A four-bar with the poses of its links at a crank angle."""
    x, y = inner_pin(crank, coupler, rocker, ground, angle, side)
    bx, by = crank * cos(angle), crank * sin(angle)
    poses = {
        "crank": (0.0, 0.0, angle),
        "coupler": (bx, by, atan2(y - by, x - bx)),
        "rocker": (ground, 0.0, atan2(y, x - ground)),
    }
    return four_bar(crank, coupler, rocker, ground, angle=angle, side=side), poses


def rocker_angle(
    crank: float, coupler: float, rocker: float, ground: float, angle: NDArray[np.float64], side: int
) -> NDArray[np.float64]:
    """The rocker's angle at crank angles, continuous, from between −π and π."""
    x, y = crank * np.cos(angle) - ground, crank * np.sin(angle)
    reach = np.hypot(x, y)
    inner = np.arccos((rocker**2 + reach**2 - coupler**2) / (2.0 * rocker * reach))
    found = np.unwrap(np.arctan2(y, x) - side * inner)
    return np.asarray(found - 2.0 * np.pi * np.round(found[0] / (2.0 * np.pi)))
