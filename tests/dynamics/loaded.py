"""Mechanisms with masses, gravity and forces of every kind, the same in every run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sgkin import Mechanism, make_plan, solve
from sgkin.model.driver import Driver
from sgkin.model.force import (
    Actuator,
    Damper,
    Force,
    JointFriction,
    Motor,
    PointForce,
    RotationalSpring,
    Spring,
    Torque,
)
from sgkin.model.force_law import Friction
from sgkin.model.mass import Mass
from sgkin.model.motion_law import Harmonic, MotionLaw


def loaded(mechanism: Mechanism, seed: int = 0) -> Mechanism:
    """The mechanism with a mass for each link, gravity that is not vertical, and up to four forces of each kind."""
    random = np.random.default_rng(seed)
    size = mechanism.size or 1.0
    masses = {link: some_mass(mechanism, link, random, size) for link in mechanism.moving_links}
    forces = [*point_forces(mechanism, random, size), *joint_forces(mechanism, random, size)]
    return replace(mechanism, masses=masses, gravity=(1.3, -9.4), forces=forces)


def some_mass(mechanism: Mechanism, link: str, random: np.random.Generator, size: float) -> Mass:
    places = np.array(list(mechanism.link(link).points.values())).reshape(-1, 2)
    middle = places.mean(axis=0) if len(places) else np.zeros(2)
    x, y = (middle + 0.2 * size * random.uniform(-1.0, 1.0, 2)).tolist()
    mass = float(random.uniform(0.5, 2.0))
    return Mass(mass, (x, y), mass * size**2 * float(random.uniform(0.02, 0.2)))


def point_forces(mechanism: Mechanism, random: np.random.Generator, size: float) -> list[Force]:
    """Springs and dampers between points of different links, and loads on points."""
    places = places_of_points(mechanism)
    points = list(places)
    moving = [point for point in points if not point.startswith(f"{mechanism.ground}.")]
    forces: list[Force] = []
    for number in range(4 if moving else 0):
        ends = tuple(random.choice(points, 2, replace=False).tolist())
        apart = float(np.linalg.norm(places[ends[0]] - places[ends[1]]))
        if len({end.partition(".")[0] for end in ends}) == 2 and apart > 1e-3 * size:
            forces.append(Damper(f"damper {number}", ends, float(random.uniform(0.5, 2.0))))
            stiffness, length = float(random.uniform(5.0, 20.0)) / size, size * float(random.uniform(0.2, 1.0))
            forces.append(Spring(f"spring {number}", ends, stiffness, length, 0.3))
        at, frame = str(random.choice(moving)), str(random.choice([link.name for link in mechanism.links]))
        law = Harmonic(float(random.uniform(1.0, 5.0)), 1.0)
        forces.append(PointForce(f"load {number}", at, law, float(random.uniform(-3.0, 3.0)), frame=frame))
        forces.append(
            PointForce(f"drag {number}", at, Friction(viscous=float(random.uniform(0.1, 1.0))), 0.4, frame=frame)
        )
    return forces


def places_of_points(mechanism: Mechanism) -> dict[str, NDArray[np.float64]]:
    """Where all points are initially."""
    plan = make_plan(mechanism)
    motion = solve(plan, inputs=plan.initial_inputs[None])
    names = [f"{link.name}.{point}" for link in mechanism.links for point in link.points]
    return {name: motion.position(name)[0] for name in names}


def joint_forces(mechanism: Mechanism, random: np.random.Generator, size: float) -> list[Force]:
    """Springs, torques and friction at joints and inputs."""
    forces: list[Force] = []
    for joint in [joint for joint in mechanism.joints if joint.kind in ("revolute", "prismatic")][:6]:
        forces.append(JointFriction(f"friction {joint.name}", joint.name, 0.1, 0.2, 0.5, links=joint.links[:2]))
        if joint.kind == "revolute":
            stiffness, angle = float(random.uniform(0.5, 2.0)), float(random.uniform(-1.0, 1.0))
            spring = RotationalSpring(f"torsion {joint.name}", joint.name, stiffness, angle, links=joint.links[:2])
            forces.append(spring)
    for name in mechanism.input_names:
        told = name.replace(".", " ")
        forces.append(Motor(f"motor {told}", name, (-5.0, 0.0, 5.0), (4.0, 3.0, 1.0)))
        forces.append(Actuator(f"actuator {told}", name, Harmonic(2.0, 0.7)))
    for link in mechanism.moving_links[:3]:
        forces.append(Torque(f"torque {link}", law=Harmonic(1.0, 0.5), link=link))
    return forces


def with_laws(mechanism: Mechanism, laws: dict[str, MotionLaw]) -> Mechanism:
    """The mechanism with other motion laws of its inputs."""

    def changed(driver: Driver) -> Driver:
        given = zip(driver.law_fields, driver.inputs, strict=True)
        return replace(driver, **{field: laws[name] for field, name in given})

    return replace(mechanism, drivers=[changed(driver) for driver in mechanism.drivers])
