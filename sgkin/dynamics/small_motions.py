"""A mechanism at rest, and small motions about it: forces, stiffness, damping and inertia along the inputs.

With the forces Q of springs, loads and gravity, the forces f(c, ċ) of actions on their coordinates c, and K and L of
the links,

    force        Kᵀ Q
    stiffness    −∂(Kᵀ Q)/∂z = −Kᵀ Q_q K − Q·L,    Q_q = Σ ∂f/∂c ∇c ∇cᵀ + f ∇∇c
    damping      −Kᵀ Q_q̇ K
    inertia      Kᵀ M K

No differences are taken, but of a user's own functions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sgkin.arrays import Booleans, Floats
from sgkin.coefficients import Configuration
from sgkin.dynamics.action_table import ActionTable
from sgkin.dynamics.link_masses import LinkMasses, link_masses, needed_masses, weights
from sgkin.dynamics.link_motion import arms, shifted_velocity
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.action import slopes_of
from sgkin.solving import solve
from sgkin.sweep.one_configuration import followed_memory
from sgkin.whole_turns import nearest_angle


@dataclass(frozen=True)
class AtRest:
    """Where a mechanism rests: its configuration, and poses, K and L of all links with ground.

    `force` (f,) along the inputs and `size` (f,), the sum of what it is made of without signs; `stiffness` and
    `damping` (f, f).
    """

    configuration: Configuration
    poses: Floats
    velocities: Floats
    force: Floats
    size: Floats
    stiffness: Floats
    damping: Floats

    def is_balanced(self, chosen: list[int], scales: Floats, part: float) -> Booleans:
        """Along which of the chosen inputs the force is none: a small part of what it is made of, or of what it becomes
        when inputs move by their scales (f,)."""
        becomes = np.abs(self.stiffness[np.ix_(chosen, chosen)]) @ scales[chosen]
        return np.asarray(np.abs(self.force[chosen]) <= part * (self.size[chosen] + becomes))


class RestingMechanism:
    """A mechanism that is looked at in positions of rest, at one moment."""

    def __init__(self, plan: KinematicPlan, time: float) -> None:
        self.plan, self.time = plan, time
        self.actions = ActionTable.of(plan.mechanism)
        self.masses = needed_masses(plan.mechanism, at_rest=True)
        names = [link.name for link in plan.mechanism.links]
        self._moving = [names.index(link) for link in plan.links]
        self._links = len(names)

    def reached(self, goal: Floats) -> AtRest:
        """At inputs (f,), when the motion is followed to them from the initial ones."""
        motion = solve(self.plan, inputs=goal[None], progress=False)
        angles = np.array([motion.pose(link)[0, 2] for link in self.plan.links])
        start = self.plan.evaluate(self.plan.initial_inputs)
        return self._at(goal, self._followed(start, goal), angles)

    def at(self, z: Floats, near: AtRest) -> AtRest:
        """At inputs (f,), by continuity from another configuration; raises `MotionError` where there is none."""
        return self._at(z, self._followed(near.configuration, z), near.poses[self._moving, 2])

    def _at(self, z: Floats, near: Configuration, angles: Floats) -> AtRest:
        """At inputs (f,) with the branches of a configuration; whole turns of moving links near given angles."""
        found = self.plan.coefficients(z, near)
        assert found.configuration is not None
        f, count = len(z), 3 * len(self._moving)
        moving = found.q[:count].reshape(-1, 3).copy()
        moving[:, 2] = nearest_angle(moving[:, 2], angles)
        poses = self._framed(moving)
        velocities = self._framed(np.moveaxis(found.K[:count], -1, 0).reshape(f, -1, 3))
        bends = self._framed(np.moveaxis(found.L[:count], (-2, -1), (0, 1)).reshape(f, f, -1, 3))
        return AtRest(found.configuration, poses, velocities, *self._balance(poses, velocities, bends))

    def _followed(self, near: Configuration, z: Floats) -> Configuration:
        """A configuration with the branches that groups have at other inputs, when the motion is followed to them."""
        return replace(near, memory=followed_memory(self.plan, near.inputs, near.memory.copy(), z))

    def inertia(self, here: AtRest) -> Floats:
        """Kᵀ M K (f, f)."""
        return reduced_masses(link_masses(self.plan.mechanism), here.poses, here.velocities)

    def _framed(self, values: Floats) -> Floats:
        """Values (…, links, 3) of the moving links, with zeros for ground in its place."""
        found = np.zeros((*values.shape[:-2], self._links, 3))
        found[..., self._moving, :] = values
        return found

    def _balance(self, poses: Floats, K: Floats, L: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Force, its size, stiffness and damping."""
        weighing = weights(self.plan.mechanism, self.masses, poses)
        parts = (K * weighing).sum(axis=-1)
        arm = arms(poses, self.masses.centre)
        hanging = self.masses.mass * (arm @ np.array(self.plan.mechanism.gravity))
        by_weight = (L * weighing).sum(axis=(-2, -1)) - np.einsum("il,jl,l->ij", K[..., 2], K[..., 2], hanging)
        force, size = parts.sum(axis=-1), np.abs(parts).sum(axis=-1)
        if not self.actions.actions:
            return force, size, -by_weight, np.zeros_like(by_weight)
        placed = self.actions.moving(poses, np.zeros_like(poses))
        rates = np.zeros_like(placed.values)
        pulls = placed.forces(self.time, rates)
        by_value, by_rate = slopes_of(self.actions.actions, self.time, placed.values, rates)
        along = placed.rates(K)
        changes = along @ by_value @ along.T + placed.second(K[:, None], K[None]) @ pulls
        changes += (L * placed.on_links(pulls)).sum(axis=(-2, -1))
        together = placed.placed.together  # there the vector from point to point is pulled, and has no direction
        spread = placed.placed.spread(K)[:, together]
        changes += np.einsum("ipx,jpx,p->ij", spread, spread, by_value.diagonal()[together])
        damping = along @ by_rate @ along.T
        damping += np.einsum("ipx,jpx,p->ij", spread, spread, by_rate.diagonal()[together])
        return force + along @ pulls, size + np.abs(along) @ np.abs(pulls), -by_weight - changes, -damping


def reduced_masses(masses: LinkMasses, poses: Floats, velocities: Floats) -> Floats:
    """Kᵀ M K (…, f, f) of links at poses (…, links, 3) that have velocities (…, f, links, 3) by the inputs."""
    arm = arms(poses, masses.centre)[..., None, :, :]
    centres = shifted_velocity(velocities, np.broadcast_to(arm, (*velocities.shape[:-1], 2)))
    moved = np.einsum("...ilx,...jlx,l->...ij", centres, centres, masses.mass)
    turned = np.einsum("...il,...jl,l->...ij", velocities[..., 2], velocities[..., 2], masses.inertia)
    return np.asarray(moved + turned)
