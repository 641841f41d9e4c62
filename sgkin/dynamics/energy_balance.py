"""Where the energy of a motion comes from and where it goes.

    T + V = (T + V at the start) + Σ W

T is the kinetic energy; V that of gravity and of springs; W, one for each, the work of all that does not store what it
takes: drives that follow laws, motors, loads, dampers and friction. W is the integral of a power over the steps of the
motion, by a cubic spline; what is left over tells the drift of a simulation, or that its steps are too far apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.applied_forces import AppliedForces, applied_forces, integrated
from sgkin.dynamics.driving_forces import driving_forces
from sgkin.dynamics.energies import kinetic_energy, potential_energy
from sgkin.dynamics.link_motion import LinkMotion
from sgkin.dynamics.simulation import Simulation
from sgkin.errors import InputError
from sgkin.motion import NO_VELOCITIES, Motion


@dataclass(frozen=True)
class EnergyBalance:
    """Energies (n,) of a motion over time, in J; `works`: what each force and each drive has done so far, by name."""

    motion: Motion
    kinetic: Floats
    potential: Floats
    works: dict[str, Floats]

    @property
    def total(self) -> Floats:
        """Kinetic and potential energy together (n,)."""
        return self.kinetic + self.potential

    @property
    def left_over(self) -> Floats:
        """The change of the total energy (n,) that no work explains; end stops take energy without any."""
        return np.asarray(self.total - self.total[0] - sum(self.works.values()))

    @property
    def drift(self) -> float:
        """The largest of what is left over, as a part of the largest kinetic energy; 0 where nothing moves."""
        largest = float(self.kinetic.max(initial=0.0))
        return float(np.abs(self.left_over).max(initial=0.0)) / largest if largest > 0.0 else 0.0


def energy_balance(motion: Motion) -> EnergyBalance:
    """The energies of a motion over time, and the work of all that gives or takes energy.

    >>> import numpy as np
    >>> from sgkin import Mass, Torque, energy_balance, load_mechanism, simulate
    >>> from dataclasses import replace
    >>> masses = dict.fromkeys(("rod", "piston"), Mass(0.0, centre=(0, 0), inertia=0.0))
    >>> masses["crank"] = Mass(1.0, centre="A", inertia=2.0)
    >>> engine = replace(load_mechanism("slider_crank"), masses=masses, forces=[Torque("load", 4.0, link="crank")])
    >>> found = energy_balance(simulate(engine, 1.0, free=["motor"]))
    >>> found.kinetic[-1].round(6).item(), found.works["load"][-1].round(6).item(), found.drift < 1e-8
    (4.0, 4.0, True)
    """
    if motion.times is None or motion.steps < 2:
        raise InputError(
            "a balance of energies needs a motion over time, of two steps or more; give `times` to `solve`"
        )
    links = LinkMotion(motion)
    applied = applied_forces(links)
    done = {name: _work(applied, name, motion.times) for name in dict.fromkeys(applied.actions.forces)}
    works = {name: work for name, work in done.items() if work is not None}
    for name in driven_inputs(motion):
        power = driving_forces(motion, name) * _rates(motion)[:, motion.mechanism.input_names.index(name)]
        works[name if name not in works else f"drive of {name}"] = integrated(motion.times, power)
    return EnergyBalance(motion, kinetic_energy(motion), potential_energy(motion), works)


def driven_inputs(motion: Motion) -> tuple[str, ...]:
    """The inputs that follow laws: all of them, but for those that forces move in a simulation."""
    free = motion.free if isinstance(motion, Simulation) else ()
    return tuple(name for name in motion.mechanism.input_names if name not in free)


def _rates(motion: Motion) -> Floats:
    if motion.input_rates is None:
        raise InputError(NO_VELOCITIES)
    return motion.input_rates


def _work(applied: AppliedForces, name: str, times: Floats) -> Floats | None:
    """The work of a force beyond what it stores; None where it stores all of it."""
    table, found = applied.actions, None
    for number, (force, (_, law)) in enumerate(zip(table.forces, table.actions, strict=True)):
        if force != name:
            continue
        stored = None if table.follows[number] else law.potential(applied.values[:, number])
        if stored is not None and not getattr(law, "damping", 0.0):
            continue
        work = integrated(times, applied.powers[:, number]) + (0.0 if stored is None else stored - stored[0])
        found = work if found is None else found + work
    return found
