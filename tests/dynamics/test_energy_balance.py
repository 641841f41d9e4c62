"""Energies and work: what goes in, comes out, or is left."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    EndStop,
    InputError,
    JointFriction,
    Mass,
    RotationalSpring,
    energy,
    energy_balance,
    load_mechanism,
    simulate,
    solve,
)
from tests.dynamics.loaded import loaded


@pytest.mark.parametrize(
    "name", ["jansen_leg", "crank_shaper", "five_bar_2dof", "v_twin_engine", "planetary_ring_fixed"]
)
def test_work_explains_every_change_of_energy(name: str) -> None:
    mechanism = loaded(load_mechanism(name))
    errors = []
    for steps in (200, 400):
        found = energy_balance(solve(mechanism, np.linspace(0.0, 0.2, steps + 1)))
        assert set(found.works) >= set(mechanism.input_names)
        largest = max(float(np.abs(work).max()) for work in found.works.values())
        errors.append(float(np.abs(found.left_over).max()) / largest)
    assert errors[1] < 1e-6
    assert errors[1] < errors[0] / 8.0 or errors[1] < 1e-10  # cubic splines


def wheel(*forces: object) -> object:
    masses = {link: Mass(0.0, centre=(0, 0), inertia=0.0) for link in ("rod", "piston")}
    masses["crank"] = Mass(1.0, centre="A", inertia=2.0)
    return replace(load_mechanism("slider_crank"), masses=masses, forces=list(forces))


def test_friction_takes_what_the_formula_says() -> None:
    motion = simulate(wheel(JointFriction("friction", "A", viscous=0.5)), 3.0, free=["motor"], rates=4.0)  # type: ignore[arg-type]
    found = energy_balance(motion)
    np.testing.assert_allclose(found.works["friction"], -16.0 * (1.0 - np.exp(-0.5 * motion.times)), atol=1e-7)
    assert found.drift < 1e-8


def test_a_damped_spring_stores_one_part_and_takes_the_other() -> None:
    spring = RotationalSpring("spring", "A", stiffness=8.0, free_angle=0.5, damping=0.8)
    motion = simulate(wheel(spring), 4.0, free=["motor"], start={"motor": 1.5}, rtol=1e-11)  # type: ignore[arg-type]
    found = energy_balance(motion)
    rate = motion.input_rates[:, 0]
    taken = np.concatenate([[0.0], np.cumsum(0.5 * 0.8 * (rate[1:] ** 2 + rate[:-1] ** 2) * np.diff(motion.times))])
    np.testing.assert_allclose(found.works["spring"], -taken, atol=1e-3)
    np.testing.assert_allclose(found.total, energy(motion))
    assert found.drift < 1e-8
    assert energy_balance(simulate(wheel(replace(spring, damping=0.0)), 1.0, free=["motor"])).works == {}  # type: ignore[arg-type]


def test_what_a_stop_takes_is_left_over() -> None:
    stop = EndStop("stop", on="motor", high=2.0, restitution=0.5)
    motion = simulate(wheel(), 2.0, free=["motor"], start={"motor": 0.0}, rates=3.0, events=stop)  # type: ignore[arg-type]
    found = energy_balance(motion)
    assert found.left_over[-1] == pytest.approx(-0.5 * 2.0 * 9.0 * 0.75)


def test_it_needs_a_motion_over_time() -> None:
    motion = solve(wheel(), inputs=[0.1, 0.2], input_rates=[1.0, 1.0])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="needs a motion over time"):
        energy_balance(motion)
