"""Energies against the powers that change them, and forces by name."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from sgkin import (
    ElasticTable,
    InputError,
    Link,
    MassError,
    Mechanism,
    Motion,
    OwnForce,
    PointForce,
    RotationalSpring,
    Spring,
    StateForce,
    applied_force,
    driving_forces,
    energy,
    kinetic_energy,
    load_mechanism,
    potential_energy,
    power,
    solve,
    work,
)
from sgkin.errors import UnknownNameError
from tests.dynamics.loaded import loaded
from tests.dynamics.motions import MOVING, library_motion

STEP = 1e-3
PLACES, WEIGHTS = np.arange(-3, 4), np.array([-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0]) / 60.0


@cache
def around(name: str) -> Motion:
    """Seven moments of a mechanism with springs that only store energy, by its own motion laws."""
    given = loaded(load_mechanism(name))
    springs = [replace(force, damping=0.0) for force in given.forces if isinstance(force, Spring | RotationalSpring)]
    point = next(
        f"{link}.{next(iter(given.link(link).points))}" for link in given.moving_links if given.link(link).points
    )
    table = ElasticTable((-9.0, 0.0, 1.0, 9.0), (30.0, 4.0, -3.0, -50.0))
    mechanism = replace(given, forces=[*springs, PointForce("anchor", point, table, direction=0.4)])
    return solve(mechanism, times=0.02 + STEP * PLACES)


@pytest.mark.parametrize(
    "name", ["jansen_leg", "slider_crank", "five_bar_2dof", "planetary_ring_fixed", "crank_shaper"]
)
def test_potential_energy_is_what_its_forces_take(name: str) -> None:
    motion = around(name)
    mechanism = motion.mechanism
    taken = sum(power(motion, force.name)[3] for force in mechanism.forces)
    weights = 0.0
    for link in mechanism.moving_links:
        mass = mechanism.rigid_mass(link)
        held = replace(mechanism, links=[_with_centre(each, mass.centre, link) for each in mechanism.links], forces=[])
        moved = solve(held, times=motion.times)
        weights += mass.mass * float(moved.velocity(f"{link}.centre")[3] @ np.array(mechanism.gravity))
    change = float(WEIGHTS @ potential_energy(motion)) / STEP
    assert change == pytest.approx(-(taken + weights), rel=1e-8)


def _with_centre(link: Link, centre: tuple[float, float], name: str) -> Link:
    return replace(link, points={**link.points, "centre": centre}) if link.name == name else link


@pytest.mark.parametrize(
    "name", ["jansen_leg", "slider_crank", "five_bar_2dof", "planetary_ring_fixed", "crank_shaper"]
)
def test_energy_changes_by_what_the_drives_give(name: str) -> None:
    motion = around(name)
    assert motion.input_rates is not None
    change = float(WEIGHTS @ energy(motion)) / STEP
    given = float((driving_forces(motion) * motion.input_rates)[3].sum())
    assert change == pytest.approx(given, rel=1e-7, abs=1e-7 * float(np.abs(driving_forces(motion)).max()))
    np.testing.assert_array_equal(energy(motion), kinetic_energy(motion) + potential_energy(motion))


@pytest.mark.parametrize("name", MOVING)
def test_forces_are_those_of_their_laws(name: str) -> None:
    """Lengths and angles of springs read from the motion, not from coordinates."""
    motion = library_motion(name)
    for force in motion.mechanism.forces:
        if isinstance(force, Spring):
            first, second = (motion.position(point) for point in force.between)
            length = np.hypot(*(second - first).T)
            v, w = (motion.velocity(point) for point in force.between)
            rate = ((second - first) * (w - v)).sum(axis=1) / length
            expected = -(force.stiffness or 0.0) * (length - (force.free_length or 0.0)) - force.damping * rate
            np.testing.assert_allclose(applied_force(motion, force.name), expected, rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(power(motion, force.name), expected * rate, rtol=1e-9, atol=1e-9)
        if isinstance(force, RotationalSpring):
            one, other = (motion.pose(link)[:, 2] for link in force.links)
            expected = -force.stiffness * (other - one - force.free_angle)
            np.testing.assert_allclose(applied_force(motion, force.name), expected, rtol=1e-12)


def test_work_is_what_a_spring_gives_back() -> None:
    engine = load_mechanism("slider_crank")
    spring = Spring("spring", ("ground.A", "rod.C"), stiffness=70.0, free_length=2.5)
    motion = solve(replace(engine, forces=[spring]), times=np.linspace(0.0, 1.3, 601))
    stored = potential_energy(motion)
    np.testing.assert_allclose(work(motion, "spring"), stored[0] - stored, rtol=0.0, atol=1e-8 * np.abs(stored).max())
    with pytest.raises(InputError, match="two or more times"):
        work(solve(motion.mechanism, inputs=[0.1, 0.2], input_rates=[1.0, 1.0]), "spring")


def own_forces(mechanism: Mechanism) -> Mechanism:
    """With a force of the user's own, and one of several coordinates, that do the same as springs."""
    own = OwnForce("own", "A", lambda t, value, rate: -2.0 * value - 0.5 * rate)
    state = StateForce("state", ("A", "rod.C.x"), lambda t, values, rates: [rates[1], -rates[0]])
    return replace(mechanism, forces=[own, state])


def test_own_forces_need_no_times_unless_they_use_them() -> None:
    engine = own_forces(loaded(load_mechanism("slider_crank")))
    motion = solve(engine, inputs=[0.4, 0.5], input_rates=[1.0, 2.0])
    angle, speed = motion.joint("A").value, motion.joint("A").rate
    assert speed is not None
    np.testing.assert_allclose(applied_force(motion, "own"), -2.0 * angle - 0.5 * speed)
    pushed = motion.velocity("rod.C")[:, 0]
    np.testing.assert_allclose(applied_force(motion, "state"), np.stack([pushed, -speed], axis=1))
    np.testing.assert_allclose(power(motion, "state"), 0.0, atol=1e-12)
    timed = replace(engine, forces=[OwnForce("own", "A", lambda t, value, rate: t)])
    with pytest.raises(Exception, match="nan"):
        applied_force(solve(timed, inputs=[0.4], input_rates=[1.0]), "own")


def test_bad_input() -> None:
    engine = loaded(load_mechanism("slider_crank"))
    motion = solve(engine, inputs=[0.4], input_rates=[1.0])
    with pytest.raises(InputError, match=r"force 'load 0' changes with time, .* give `times`"):
        driving_forces(motion)
    with pytest.raises(UnknownNameError, match=r"no force .*'sprign 0'.*did you mean 'spring 0'"):
        applied_force(motion, "sprign 0")
    with pytest.raises(InputError, match=r"a motion is needed, found .*; use solve"):
        kinetic_energy(engine)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"solved without rod and piston, .* leave `outputs` out"):
        potential_energy(solve(engine, times=[0.0], outputs=["crank"]))
    with pytest.raises(InputError, match="no velocities"):
        kinetic_energy(solve(engine, inputs=[0.4]))
    masses = {link: mass for link, mass in engine.masses.items() if link != "rod"}
    with pytest.raises(MassError, match="rod has no entry in masses") as caught:
        kinetic_energy(solve(replace(engine, masses=masses), times=[0.0]))
    assert caught.value.links == ("rod",)
