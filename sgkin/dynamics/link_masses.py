"""The masses of all links as arrays, and the forces of gravity and inertia that follow from them.

Of a link with mass m, centre c and inertia J about it, whose arm from the link's origin is a:

    gravity   m g in c                  inertia   −m r̈_c in c,  −J θ̈
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.table import dot, left
from sgkin.dynamics.link_motion import LinkMotion, arms, shifted_acceleration
from sgkin.model.mechanism import Mechanism


class LinkMasses(NamedTuple):
    """Mass (links,), place of the centre (links, 2) and inertia about it (links,) of all links; of ground zero."""

    mass: Floats
    centre: Floats
    inertia: Floats


def link_masses(mechanism: Mechanism) -> LinkMasses:
    """The masses of a mechanism; raises `MassError` where some are missing."""
    given = mechanism.rigid_masses()
    none = (0.0, (0.0, 0.0), 0.0)
    mass, centre, inertia = zip(*(given.get(link.name, none) for link in mechanism.links), strict=True)
    return LinkMasses(np.array(mass), np.array(centre), np.array(inertia))


def needed_masses(mechanism: Mechanism, at_rest: bool) -> LinkMasses:
    """The same; where nothing moves and nothing weighs they are not needed, and counted as zero."""
    if at_rest and not any(mechanism.gravity):
        zero = np.zeros(len(mechanism.links))
        return LinkMasses(zero, np.zeros((len(zero), 2)), zero)
    return link_masses(mechanism)


def at_origins(forces: Floats, arm: Floats) -> Floats:
    """Forces (…, links, 2) at the ends of arms as forces and torques (…, links, 3) at the origins of links."""
    return np.concatenate([forces, dot(left(arm), forces)[..., None]], axis=-1)


def weights(mechanism: Mechanism, masses: LinkMasses, poses: Floats) -> Floats:
    """Gravity as forces and torques (…, links, 3) at the origins of links at poses (…, links, 3)."""
    arm = arms(poses, masses.centre)
    return at_origins(np.broadcast_to(masses.mass[:, None] * np.array(mechanism.gravity), arm.shape), arm)


def inertia_forces(links: LinkMotion, masses: LinkMasses) -> Floats:
    """Forces and torques of inertia (n, links, 3), against the accelerations, at the origins of links."""
    arm = arms(links.poses, masses.centre)
    centre = shifted_acceleration(links.velocities, links.accelerations, arm)
    found = at_origins(-masses.mass[:, None] * centre, arm)
    found[..., 2] -= masses.inertia * links.accelerations[..., 2]
    return found
