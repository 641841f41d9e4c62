"""The forces of springs, dampers, motors and loads along a motion, and what they do to its links."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.action_table import ActionTable, PlacedActions
from sgkin.dynamics.link_motion import LinkMotion
from sgkin.errors import InputError
from sgkin.model.coordinate import Along
from sgkin.motion import Motion


@dataclass(frozen=True)
class AppliedForces:
    """The forces (n, k) on all k coordinates along a motion, with the coordinates' values and rates (n, k).

    `ground`: the number of that link.
    """

    actions: ActionTable
    placed: PlacedActions
    values: Floats
    rates: Floats
    forces: Floats
    ground: int

    @property
    def on_links(self) -> Floats:
        """Forces and torques (n, links, 3) at the origins of all links, in their order."""
        return self.placed.on_links(self.forces)

    @property
    def from_outside(self) -> Floats:
        """Those of them on moving links that act from outside: loads on points, which stand on nothing of the frame."""
        loads = np.array([isinstance(action.coordinate, Along) for action in self.actions.actions], dtype=bool)
        found = self.placed.on_links(self.forces * loads)
        found[:, self.ground] = 0.0
        return found

    @property
    def powers(self) -> Floats:
        """Their powers (n, k)."""
        return self.forces * self.rates


def applied_forces(links: LinkMotion) -> AppliedForces:
    """The forces along a motion, which must have velocities if there are any."""
    actions, motion = ActionTable.of(links.mechanism), links.motion
    ground = [link.name for link in links.mechanism.links].index(links.mechanism.ground)
    if not actions.actions:
        none = np.zeros((motion.steps, 0))
        return AppliedForces(actions, actions.at(links.poses), none, none, none, ground)
    placed = actions.moving(links.poses, links.velocities)
    rates = placed.rates(links.velocities)
    forces = placed.forces(_times(actions, motion), rates)
    return AppliedForces(actions, placed, placed.values, rates, forces, ground)


def applied_force(motion: Motion, name: str) -> Floats:
    """The force (n,) of that name along a motion, in N, or in N·m on an angle; (n, k) where it acts on k coordinates.

    It is positive where it makes its coordinate larger: a spring that pulls has a negative force.

    >>> from sgkin import Spring, applied_force, load_mechanism, solve
    >>> from dataclasses import replace
    >>> spring = Spring("spring", ("ground.A", "piston.C"), stiffness=100.0, free_length=1.0)
    >>> pulled = replace(load_mechanism("slider_crank"), forces=[spring])
    >>> motion = solve(pulled, inputs=[0.0], input_rates=[1.0])
    >>> motion.position("piston.C").round(9).tolist(), applied_force(motion, "spring").round(9).tolist()
    ([[4.0, 0.0]], [-300.0])
    """
    found, columns = _found(motion, name)
    forces = found.forces[:, columns]
    return forces[:, 0] if len(columns) == 1 else forces


def power(motion: Motion, name: str) -> Floats:
    """The power (n,) of the force of that name along a motion, in W; positive where it gives the mechanism energy."""
    found, columns = _found(motion, name)
    return np.asarray(found.powers[:, columns].sum(axis=1))


def work(motion: Motion, name: str) -> Floats:
    """The work (n,) of the force of that name from the first step of a motion to each, in J.

    It is the integral of the power over the times of the motion, which is a cubic spline between them.
    """
    powers = power(motion, name)
    if motion.times is None or motion.steps < 2 or (np.diff(motion.times) <= 0.0).any():
        raise InputError("work needs a motion with two or more times, one after the other; give `times` to `solve`")
    return integrated(motion.times, powers)


def integrated(times: Floats, powers: Floats) -> Floats:
    """The work (n,) of powers (n,), which are a cubic spline between times (n,)."""
    from scipy.interpolate import CubicSpline

    return np.asarray(CubicSpline(times, powers).antiderivative()(times))


def _found(motion: Motion, name: str) -> tuple[AppliedForces, list[int]]:
    links = LinkMotion(motion)
    force = links.mechanism.force(name)
    found = applied_forces(links)
    return found, [number for number, each in enumerate(found.actions.forces) if each == force.name]


def _times(actions: ActionTable, motion: Motion) -> Floats:
    """The times (n,); of a motion that has none, what no law may make a force of."""
    if motion.times is not None:
        return motion.times
    for name, action in zip(actions.forces, actions.actions, strict=True):
        if action.law.needs_time:
            raise InputError(f"force {name!r} changes with time, and this motion has no times; give `times` to `solve`")
    return np.full(motion.steps, np.nan)
