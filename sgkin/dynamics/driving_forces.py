"""Driving forces: what the inputs must do so that a mechanism with masses moves as it is told to.

    τ = Kᵀ (M q̈ − Q)

with one force for each input: a torque for an angle, a force for a stroke, a distance or a coordinate. It is found by
solving backwards through the groups, so that K is not needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.dynamics.applied_forces import AppliedForces, applied_forces
from sgkin.dynamics.constraint_forces import ConstraintForces, constraint_forces
from sgkin.dynamics.link_masses import LinkMasses, inertia_forces, needed_masses, weights
from sgkin.dynamics.link_motion import LinkMotion
from sgkin.errors import UndeterminedForceError, UnknownNameError
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.form import finite, real_numbers
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Motion
from sgkin.solving import make_plan, solve
from sgkin.text_table import count


@dataclass(frozen=True)
class KnownForces:
    """All that acts on the links of a motion (n, links, 3) at their origins, but for joints and drives."""

    links: LinkMotion
    masses: LinkMasses
    applied: AppliedForces
    weights: Floats
    inertia: Floats

    @property
    def total(self) -> Floats:
        """Q − M q̈."""
        return np.asarray(self.applied.on_links + self.weights + self.inertia)


def known_forces(motion: Motion) -> KnownForces:
    """What acts on the links of a motion with velocities and accelerations."""
    links = LinkMotion(motion)
    masses = needed_masses(links.mechanism, links.is_at_rest)
    applied = applied_forces(links)
    weighing, inertia = weights(links.mechanism, masses, links.poses), inertia_forces(links, masses)
    return KnownForces(links, masses, applied, weighing, inertia)


def driving_forces(motion: Motion, input: str | None = None) -> Floats:
    """The driving forces (n, f) of all inputs along a motion, or those of one input (n,), by its name.

    In N, of angles in N·m; positive where they make their input larger. The motion needs velocities and accelerations,
    the mechanism its masses; on a change point `coefficients=True` is needed too. The power of a drive is its force
    times the rate of its input; inputs that are free in a simulation need none.

    >>> from sgkin import Mass, UniformBar, driving_forces, load_mechanism, solve
    >>> from dataclasses import replace
    >>> masses = {"crank": UniformBar(("A", "B"), mass=2.0), "rod": UniformBar(("B", "C"), mass=0.0)}
    >>> masses["piston"] = Mass(0.0)
    >>> crank = replace(load_mechanism("slider_crank"), masses=masses, gravity=(0.0, -10.0))
    >>> motion = solve(crank, inputs=[0.0], input_rates=[3.0])
    >>> driving_forces(motion, "motor").round(9).tolist()  # holds the weight of the crank, 1 m long
    [10.0]
    """
    known = known_forces(motion)
    names = motion.mechanism.input_names
    if input is not None and input not in names:
        raise UnknownNameError("driving forces", "input", input, names)
    found = drives(known, constraint_forces(known.links, known.total))
    return found if input is None else found[:, names.index(input)]


def drives(known: KnownForces, found: ConstraintForces) -> Floats:
    """The driving forces (n, f), also at change points, if K is known there."""
    motion, mechanism = known.links.motion, known.links.mechanism
    names = mechanism.input_names
    values = np.array([found.drives[name][:, 0] for name in names]).reshape(len(names), motion.steps).T.copy()
    missing = np.zeros(motion.steps, dtype=bool)
    for name in names:
        missing |= found.undetermined_drive(name)
    steps = np.flatnonzero(missing)
    if not len(steps):
        return values
    if not motion.has_coefficients:
        raise UndeterminedForceError(
            f"the driving forces are not determined by the joints at {count(len(steps), 'step')}, first at step "
            f"{steps[0]}, where the mechanism is in a singular position; pass coefficients=True to `solve`, or leave "
            "these steps out",
            names,
            steps.tolist(),
        )
    moving = [number for number, link in enumerate(mechanism.links) if link.name != mechanism.ground]
    coefficients = motion.velocity_coefficients(*mechanism.moving_links)[steps]
    values[steps] = -np.einsum("nci,nc->ni", coefficients, known.total[steps][:, moving].reshape(len(steps), -1))
    return values


@planar_only("forces are found")
def holding_forces(
    mechanism: Mechanism | KinematicPlan, inputs: ArrayLike | None = None, *, time: float = 0.0
) -> Floats:
    """The forces (n, f) of the inputs that hold a mechanism at rest at inputs (n, f), by default the initial ones.

    Positive where they would make their input larger. time: the moment at which forces over time are taken. Masses are
    needed only where there is gravity. The forces in the joints are those of a motion whose rates are zero:
    `reactions(solve(mechanism, inputs=z, input_rates=0 * z))`.

    >>> from sgkin import Torque, holding_forces, load_mechanism
    >>> from dataclasses import replace
    >>> loaded = replace(load_mechanism("four_bar_crank_rocker"), forces=[Torque("load", 5.0, link="crank")])
    >>> holding_forces(loaded).round(9).tolist()
    [[-5.0]]
    """
    plan = mechanism if isinstance(mechanism, KinematicPlan) else make_plan(mechanism)
    z = plan.initial_inputs[None] if inputs is None else real_numbers(inputs, "inputs")
    resting = solve(plan, inputs=z, input_rates=np.zeros_like(z))
    return driving_forces(replace(resting, times=np.full(resting.steps, finite(time, "time"))))
