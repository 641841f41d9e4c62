"""Every library mechanism that moves, with masses and springs: it falls, and its energy stays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import Mechanism, energy, kinetic_energy, load_mechanism, mechanism_names, simulate
from sgkin.model.force import RotationalSpring, Spring
from tests.dynamics.loaded import loaded

MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]


def springs_only(mechanism: Mechanism) -> Mechanism:
    """With masses, gravity and springs, which keep the energy."""
    full = loaded(mechanism)
    springs = [force for force in full.forces if isinstance(force, Spring | RotationalSpring)]
    return replace(full, forces=[replace(force, damping=0.0) for force in springs])


@pytest.mark.parametrize("name", MOVING)
def test_energy_stays(name: str) -> None:
    """Past dead points too, where other inputs take over."""
    mechanism = springs_only(load_mechanism(name))
    free = list(mechanism.input_names)
    motion = simulate(mechanism, 0.5, free=free, inputs="auto", rtol=1e-10, times=np.linspace(0.0, 0.5, 26))
    whole = energy(motion)
    assert motion.is_complete
    assert np.abs(whole - whole[0]).max() < 1e-7 * kinetic_energy(motion).max()


def test_a_lift_that_folds_through_its_upright_position() -> None:
    """Two groups change at once there, the second so close to the first's change point that rounding hides it."""
    mechanism = springs_only(load_mechanism("scissor_lift_1_stage"))
    motion = simulate(mechanism, 2.0, free=["actuator"], inputs="auto", rtol=1e-10)
    whole = energy(motion)
    assert motion.inputs.min() < -0.5
    assert np.abs(whole - whole[0]).max() < 1e-7 * kinetic_energy(motion).max()
