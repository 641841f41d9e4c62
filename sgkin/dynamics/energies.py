"""Energies of a motion: kinetic, potential, and their sum."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.action_table import ActionTable
from sgkin.dynamics.link_masses import LinkMasses, link_masses, needed_masses
from sgkin.dynamics.link_motion import LinkMotion, arms, shifted_velocity
from sgkin.model.force_law import ForceLaw
from sgkin.motion import Motion


def kinetic_energy(motion: Motion) -> Floats:
    """½ Σ (m v² + J ω²) (n,) of a motion with velocities, in J.

    >>> from sgkin import Mass, UniformBar, kinetic_energy, load_mechanism, solve
    >>> from dataclasses import replace
    >>> masses = {"crank": UniformBar(("A", "B"), mass=3.0)}
    >>> masses |= {"rod": UniformBar(("B", "C"), mass=0.0), "piston": Mass(2.0, centre="C", inertia=0.0)}
    >>> motion = solve(replace(load_mechanism("slider_crank"), masses=masses), inputs=[0.0], input_rates=[2.0])
    >>> float(kinetic_energy(motion)[0].round(9))  # the piston is in its dead centre
    2.0
    """
    links = LinkMotion(motion)
    masses = link_masses(links.mechanism)
    speed = shifted_velocity(links.velocities, arms(links.poses, masses.centre))
    twice = masses.mass * (speed**2).sum(axis=-1) + masses.inertia * links.velocities[..., 2] ** 2
    return np.asarray(0.5 * twice.sum(axis=-1))


def potential_energy(motion: Motion) -> Floats:
    """−Σ m g·r of all links, and what springs have stored (n,), in J.

    The height is counted from the origin of ground. Springs are all force laws that only depend on their coordinate,
    and those with damping, without it; a user's own functions store nothing.
    """
    links = LinkMotion(motion)
    weighing = needed_masses(links.mechanism, at_rest=True)
    return np.asarray(_height_energy(links, weighing) + _stored(links))


def energy(motion: Motion) -> Floats:
    """Kinetic and potential energy together (n,), in J."""
    return kinetic_energy(motion) + potential_energy(motion)


def _height_energy(links: LinkMotion, masses: LinkMasses) -> Floats:
    centres = links.poses[..., :2] + arms(links.poses, masses.centre)
    return np.asarray(-(masses.mass * (centres @ np.array(links.mechanism.gravity))).sum(axis=-1))


def _stored(links: LinkMotion) -> Floats:
    actions = ActionTable.of(links.mechanism)
    found = np.zeros(links.motion.steps)
    if not actions.actions:
        return found
    values = actions.at(links.poses).values
    for number, (_, law) in enumerate(actions.actions):
        if not actions.follows[number]:
            found += _potential(law, values[:, number])
    return found


def _potential(law: ForceLaw, values: Floats) -> Floats | float:
    stored = law.potential(values)
    return 0.0 if stored is None else stored
