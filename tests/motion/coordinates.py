"""A motion as rows of numbers: x, y, θ of every moving link, in the order of the links."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgkin import Motion

Array = NDArray[np.float64]


def positions(motion: Motion) -> Array:
    """q (3n, steps)."""
    return np.concatenate([motion.position(link) for link in motion.mechanism.moving_links], axis=1).T


def velocities(motion: Motion) -> Array:
    """q̇ (3n, steps)."""
    return np.concatenate([motion.velocity(link) for link in motion.mechanism.moving_links], axis=1).T


def accelerations(motion: Motion) -> Array:
    """q̈ (3n, steps)."""
    return np.concatenate([motion.acceleration(link) for link in motion.mechanism.moving_links], axis=1).T
