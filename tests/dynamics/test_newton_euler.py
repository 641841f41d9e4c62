"""Newton's and Euler's equations of every link, formed here from forces at their places, without any Jacobian."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Mechanism, Motion, load_mechanism, make_plan, solve
from sgkin.dynamics.form_comparison import compare_forms
from sgkin.dynamics.multiplier_form import Answer, along_motion
from sgkin.model.force import PointForce, Spring
from sgkin.model.mass import Mass
from tests.dynamics.loaded import places_of_points, some_mass
from tests.dynamics.states import MOVING, along, driven_plans

Array = NDArray[np.float64]
NAMED = ["uchida_stephenson_III", "landing_gear_by_piston", "landing_gear_by_strut_angle"]
LOAD = (3.0, -5.0)


def simply_loaded(name: str, way: int = 0) -> Mechanism:
    """Masses, gravity, a load on the last point and a spring from ground to it."""
    mechanism = driven_plans(name)[way].mechanism
    random = np.random.default_rng(5)
    masses = {link: some_mass(mechanism, link, random, mechanism.size) for link in mechanism.moving_links}
    ground, point = ends_of_spring(mechanism)
    spring = Spring("spring", (ground, point), 40.0 / mechanism.size, 0.4 * mechanism.size)
    load = PointForce("load", point, components=LOAD)
    return replace(mechanism, masses=masses, gravity=(0.7, -9.5), forces=(spring, load))


def ends_of_spring(mechanism: Mechanism) -> tuple[str, str]:
    """A point of ground and the point of a moving link that is furthest from it."""
    places = places_of_points(mechanism)
    ground = next(name for name in places if name.startswith(f"{mechanism.ground}."))
    moving = [name for name in places if not name.startswith(f"{mechanism.ground}.")]
    return ground, max(moving, key=lambda name: float(np.linalg.norm(places[name] - places[ground])))


def cross(a: Array, b: Array) -> Array:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


def centre_motion(motion: Motion, link: str, mass: Mass) -> tuple[Array, Array]:
    """Place and acceleration (n, 2) of the centre of a link."""
    pose, rate, acceleration = motion.pose(link), motion.velocity(link), motion.acceleration(link)
    assert not isinstance(mass.centre, str)
    c, s, (x, y) = np.cos(pose[:, 2]), np.sin(pose[:, 2]), mass.centre
    arm = np.stack([c * x - s * y, s * x + c * y], axis=1)
    left = np.stack([-arm[:, 1], arm[:, 0]], axis=1)
    turned = acceleration[:, 2:] * left - rate[:, 2:] ** 2 * arm
    return pose[:, :2] + arm, acceleration[:, :2] + turned


def unbalanced(motion: Motion, answer: Answer, link: str) -> Array:
    """What is left of Newton's and Euler's equations of a link (n, 3), by the largest of their terms."""
    mechanism = motion.mechanism
    mass = mechanism.masses[link]
    assert isinstance(mass, Mass)
    centre, acceleration = centre_motion(motion, link, mass)
    forces = [(np.array(mechanism.gravity) * mass.mass + 0.0 * centre, centre, np.zeros(len(centre)))]
    ground, point = ends_of_spring(mechanism)
    if point.startswith(f"{link}."):
        fixed, here = motion.position(ground), motion.position(point)
        length = np.linalg.norm(here - fixed, axis=1, keepdims=True)
        pull = 40.0 / mechanism.size * (length - 0.4 * mechanism.size) * (fixed - here) / length
        forces += [(pull, here, np.zeros(len(here))), (np.array(LOAD) + 0.0 * here, here, np.zeros(len(here)))]
    origin = motion.pose(link)[:, :2]
    for joint in {owner.name for owner in answer.owners if owner.kind == "joint"}:
        found = answer.joint_force(joint, link)
        forces.append((found[:, :2], origin, found[:, 2]))
    for owner in answer.owners:
        if owner.kind == "input":
            found = driving(answer, owner.name, link)
            forces.append((found[:, :2], centre, found[:, 2]))
    total = np.zeros((len(centre), 3))
    size = np.zeros(3)
    for force, place, moment in forces:
        about = cross(place - centre, force) + moment
        total += np.column_stack([force, about])
        size = np.maximum(size, np.abs(np.column_stack([force, about])).max(axis=0))
    inertial = np.column_stack([mass.mass * acceleration, mass.inertia * motion.acceleration(link)[:, 2]])
    size = np.maximum(size, np.abs(inertial).max(axis=0))
    size[:2] = size[:2].max()
    return np.asarray(np.abs(total - inertial) / np.maximum(size, 1e-300))


def driving(answer: Answer, name: str, link: str) -> Array:
    rows = [number for number, owner in enumerate(answer.owners) if owner.kind == "input" and owner.name == name]
    return np.asarray(answer.on_links[:, rows, answer.links.index(link), :].sum(axis=1))


@pytest.mark.parametrize("name", MOVING)
def test_every_link_is_in_balance(name: str) -> None:
    plan = make_plan(simply_loaded(name))
    motion = solve(plan, np.linspace(0.05, 0.95, 9))
    answer = along_motion(motion)
    for link in answer.links:
        assert unbalanced(motion, answer, link).max() < 1e-9, link


@pytest.mark.parametrize("name", NAMED)
def test_free_motion_is_in_balance_too(name: str) -> None:
    """Accelerations by groups, with multipliers and by Newton and Euler."""
    plan = make_plan(simply_loaded(name))
    times = np.linspace(0.0, 1.0, 25)
    z, rates = along(plan, times)
    found = compare_forms(plan, plan.input_names, times, z, rates)
    assert found.largest < 1e-9
    motion = solve(plan, inputs=z, input_rates=rates, input_accelerations=found.input_accelerations)
    for link in found.answer.links:
        assert unbalanced(motion, found.answer, link).max() < 1e-9, link


@pytest.mark.parametrize("name", ["crank_shaper", "jansen_leg", "landing_gear_by_piston"])
def test_a_pin_acts_on_its_links_in_opposite_ways(name: str) -> None:
    mechanism = simply_loaded(name)
    motion = solve(make_plan(mechanism), np.linspace(0.05, 0.95, 9))
    answer = along_motion(motion)
    scale = np.abs(answer.on_links).max()
    for joint in mechanism.joints:
        if joint.kind != "revolute" or mechanism.ground in joint.links:
            continue
        forces = {link: answer.joint_force(joint.name, link) for link in joint.links}
        assert np.abs(sum(force[:, :2] for force in forces.values())).max() < 1e-9 * scale
        pin = motion.position(f"{joint.links[0]}.{joint.at[0]}")  # type: ignore[attr-defined]
        for link, force in forces.items():
            about_pin = force[:, 2] - cross(pin - motion.pose(link)[:, :2], force[:, :2])
            assert np.abs(about_pin).max() < 1e-9 * scale * mechanism.size


def test_a_weight_hangs_on_its_pin() -> None:
    """A load of which the answer is known: the pin of a crank at rest carries its weight."""
    mechanism = load_mechanism("gear_pair")
    masses = {link: Mass(2.0, (0.0, 0.0), 0.1) for link in mechanism.moving_links}
    plan = make_plan(replace(mechanism, masses=masses, gravity=(0.0, -10.0)))
    motion = solve(plan, inputs=plan.initial_inputs[None], input_rates=np.zeros((1, 1)))
    answer = along_motion(motion)
    for joint in mechanism.joints:
        if joint.kind == "revolute":
            link = next(link for link in joint.links if link != mechanism.ground)
            np.testing.assert_allclose(answer.joint_force(joint.name, link)[0], [0.0, 20.0, 0.0], atol=1e-9)
