"""How all links move, with ground among them, as what is computed of a known motion needs it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.table import left
from sgkin.errors import InputError, brief, listing
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import refuse_space
from sgkin.motion import Motion


@dataclass(frozen=True)
class LinkMotion:
    """Poses, velocities and accelerations (n, links, 3) of all links of a motion, in the order of the mechanism; ground
    stands still. Each is read when it is first asked for.
    """

    motion: Motion

    def __post_init__(self) -> None:
        if not isinstance(self.motion, Motion):
            raise InputError(f"a motion is needed, found {brief(self.motion)}; use solve(mechanism)")
        refuse_space(self.mechanism, "forces are found")
        missing = [link for link in self.mechanism.moving_links if link not in self.motion.outputs]
        if missing:
            raise InputError(
                f"this motion was solved without {listing(missing, verb=False)}, and forces need all links; leave "
                "`outputs` out of `solve`"
            )

    @property
    def mechanism(self) -> Mechanism:
        """What moves."""
        return self.motion.mechanism

    @cached_property
    def poses(self) -> Floats:
        return np.stack([self.motion.position(link.name) for link in self.mechanism.links], axis=1)

    @cached_property
    def velocities(self) -> Floats:
        return np.stack([self.motion.velocity(link.name) for link in self.mechanism.links], axis=1)

    @cached_property
    def accelerations(self) -> Floats:
        return np.stack([self.motion.acceleration(link.name) for link in self.mechanism.links], axis=1)

    @property
    def is_at_rest(self) -> bool:
        """Whether rates and accelerations are given, and nothing moves."""
        given = (self.motion.input_rates, self.motion.input_accelerations)
        return all(values is not None and not values.any() for values in given)


def arms(poses: Floats, places: Floats) -> Floats:
    """The way (…, links, 2) from the origin of each link to a place (links, 2) in it, along the axes of ground."""
    cosine, sine = np.cos(poses[..., 2]), np.sin(poses[..., 2])
    x, y = places[:, 0], places[:, 1]
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)


def shifted_velocity(velocities: Floats, arm: Floats) -> Floats:
    """Velocities (…, links, 2) of the ends of arms."""
    return np.asarray(velocities[..., :2] + velocities[..., 2:] * left(arm))


def shifted_acceleration(velocities: Floats, accelerations: Floats, arm: Floats) -> Floats:
    """Accelerations (…, links, 2) of the ends of arms."""
    turned = accelerations[..., 2:] * left(arm)
    return np.asarray(accelerations[..., :2] + turned - velocities[..., 2:] ** 2 * arm)
