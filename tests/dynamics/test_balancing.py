"""Reduced inertia, fluctuation and flywheel."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, pi

import numpy as np
import pytest

from sgkin import (
    InputError,
    Mechanism,
    Motion,
    OwnForce,
    driving_forces,
    flywheel,
    kinetic_energy,
    load_mechanism,
    reduced_inertia,
    solve,
)
from tests.dynamics.loaded import loaded
from tests.dynamics.motions import MOVING, library_motion

MEAN, SINE, COSINE = 20_000.0, 9_500.0, -5_700.0
SPEED = 180.0 * 2.0 * pi / 60.0


def shaft() -> Mechanism:
    """A crank alone, loaded with the torque of a textbook's diagram, T = 20000 + 9500 sin 2θ − 5700 cos 2θ in N·m."""
    engine = load_mechanism("slider_crank")
    load = OwnForce("load", "A", lambda t, a, rate: -(MEAN + SINE * np.sin(2 * a) + COSINE * np.cos(2 * a)))
    massless = {link: replace(mass, mass=0.0, inertia=0.0) for link, mass in loaded(engine).masses.items()}
    return replace(engine, masses=massless, forces=[load])


def one_turn(mechanism: Mechanism, steps: int = 721, speed: float = SPEED) -> Motion:
    angles = np.linspace(0.0, np.sign(speed) * 2.0 * pi, steps)
    return solve(mechanism, inputs=angles, input_rates=np.full(steps, speed))


@pytest.mark.parametrize("way", [1.0, -1.0])
def test_textbook_flywheel(way: float) -> None:
    """By hand: the torque is √(9500² + 5700²) sin(2θ − …) about its mean, and its integral over half a wave is that."""
    energy = hypot(SINE, COSINE)
    found = flywheel(one_turn(shaft(), speed=way * SPEED), fluctuation=0.01)
    assert found.torque == pytest.approx(MEAN, rel=1e-9)
    assert found.energy == pytest.approx(energy, rel=1e-7)
    assert found.inertia == pytest.approx(energy / (0.01 * SPEED**2), rel=1e-7)
    assert found.power == pytest.approx(way * MEAN * SPEED, rel=1e-9)
    load = np.array([SINE * np.sin(2 * z) + COSINE * np.cos(2 * z) for z in (found.slowest, found.fastest)])
    np.testing.assert_allclose(load, 0.0, atol=1e-4 * energy)


def test_the_flywheel_keeps_the_speed() -> None:
    """Energy: ½ I (ω_max² − ω_min²) is what it has to store, from the torques of an engine with masses."""
    engine = replace(loaded(load_mechanism("slider_crank")), forces=[])
    motion = one_turn(engine, 1441, speed=30.0)
    found = flywheel(motion, fluctuation=0.05)
    torque, angles = driving_forces(motion)[:, 0], motion.inputs[:, 0]
    excess = np.concatenate([[0.0], np.cumsum(0.5 * np.diff(angles) * (torque[1:] + torque[:-1]))])
    excess -= angles * excess[-1] / angles[-1]
    assert found.energy == pytest.approx(np.ptp(excess), rel=1e-4)
    speeds = 30.0 * (1.0 + np.array([-0.025, 0.025]))
    assert 0.5 * found.inertia * (speeds[1] ** 2 - speeds[0] ** 2) == pytest.approx(found.energy)


@pytest.mark.parametrize("name", MOVING)
def test_reduced_inertia_is_that_of_the_kinetic_energy(name: str) -> None:
    motion = library_motion(name)
    found = reduced_inertia(motion)
    f = len(motion.mechanism.input_names)
    assert found.shape == (motion.steps, f, f)
    energy = 0.5 * np.einsum("ni,nij,nj->n", motion.input_rates, found, motion.input_rates)
    np.testing.assert_allclose(energy, kinetic_energy(motion), rtol=1e-10)
    np.testing.assert_allclose(found, np.swapaxes(found, 1, 2), rtol=0.0, atol=1e-14 * np.abs(found).max())


def test_bad_input() -> None:
    motion = one_turn(shaft())
    with pytest.raises(ValueError, match="fluctuation"):
        flywheel(motion, fluctuation=0.0)
    with pytest.raises(InputError, match="one whole cycle, at whose end"):
        flywheel(solve(shaft(), inputs=np.linspace(0.0, 4.0, 99), input_rates=np.ones(99)), 0.01)
    with pytest.raises(InputError, match="does not run at a constant speed"):
        flywheel(solve(shaft(), inputs=np.linspace(0.0, 1.0, 99), input_rates=np.linspace(1.0, 2.0, 99)), 0.01)
    with pytest.raises(InputError, match="in 5 steps or more"):
        flywheel(solve(shaft(), inputs=[0.0], input_rates=[1.0]), 0.01)
    with pytest.raises(InputError, match="say on which the flywheel is: "):
        flywheel(library_motion("five_bar_2dof"), 0.01)
    with pytest.raises(InputError, match="pass coefficients=True"):
        reduced_inertia(motion)
