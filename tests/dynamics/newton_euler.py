"""The laws of mechanics on a motion with forces, formed without any Jacobian: from points, forces and moments.

Velocities and accelerations of points are read from the motion; what joints and drives do is read from `reactions`.
Everything else is written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin import Motion, Reactions, applied_force, driving_forces, power
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance, Stroke

Array = NDArray[np.float64]


class Applied(NamedTuple):
    """A force (n, 2) at places (n, 2) in ground, and a moment (n,), on a link."""

    link: str
    place: Array
    force: Array
    moment: Array


def cross(one: Array, other: Array) -> Array:
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])


def turned(motion: Motion, link: str, local: tuple[float, float]) -> Array:
    angle = motion.pose(link)[:, 2]
    x, y = local
    return np.stack([np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x + np.cos(angle) * y], axis=1)


def place(motion: Motion, link: str, local: tuple[float, float]) -> Array:
    return np.asarray(motion.pose(link)[:, :2] + turned(motion, link, local))


def centre_motion(motion: Motion, link: str) -> tuple[Array, Array, Array]:
    """Place, velocity and acceleration of the centre of mass."""
    local = motion.mechanism.rigid_mass(link).centre
    arm = turned(motion, link, local)
    across = np.stack([-arm[:, 1], arm[:, 0]], axis=1)
    v, a = motion.velocity(link), motion.acceleration(link)
    return (
        motion.pose(link)[:, :2] + arm,
        v[:, :2] + v[:, 2:] * across,
        a[:, :2] + a[:, 2:] * across - v[:, 2:] ** 2 * arm,
    )


def loads(motion: Motion) -> Iterator[Applied]:
    """What the forces of the mechanism do to links, from their values."""
    for force in motion.mechanism.forces:
        values = applied_force(motion, force.name).reshape(motion.steps, -1)
        for number, action in enumerate(force.actions(motion.mechanism)):
            yield from acting(motion, action.coordinate, values[:, number])


def acting(motion: Motion, coordinate: Coordinate, value: Array) -> Iterator[Applied]:
    """What a force (n,) on a coordinate does to links; ground too, where it stands on it."""
    none, nowhere = np.zeros(motion.steps), np.zeros((motion.steps, 2))
    if isinstance(coordinate, Angle):
        yield Applied(coordinate.first, nowhere, nowhere, -value)
        yield Applied(coordinate.second, nowhere, nowhere, value)
    elif isinstance(coordinate, Distance):
        ends = [place(motion, *end) for end in (coordinate.first, coordinate.second)]
        way = ends[1] - ends[0]
        along = way / np.hypot(*way.T)[:, None]
        yield Applied(coordinate.first[0], ends[0], -value[:, None] * along, none)
        yield Applied(coordinate.second[0], ends[1], value[:, None] * along, none)
    elif isinstance(coordinate, Stroke):
        angle = motion.pose(coordinate.guide)[:, 2] + coordinate.angle
        along = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        # both act along one line, that through the point of the link that is guided
        at = coordinate.second if coordinate.guide == coordinate.first[0] else coordinate.first
        spot = place(motion, *at)
        yield Applied(coordinate.first[0], spot, -value[:, None] * along, none)
        yield Applied(coordinate.second[0], spot, value[:, None] * along, none)
    elif isinstance(coordinate, Along):
        along = turned(motion, coordinate.frame, coordinate.direction)
        yield Applied(coordinate.link, place(motion, coordinate.link, coordinate.place), value[:, None] * along, none)


def joint_names(motion: Motion) -> list[str]:
    return [joint.name for joint in motion.mechanism.joints]


def holding(motion: Motion, found: Reactions) -> Iterator[tuple[str, Applied]]:
    """What joints and drives do to links."""
    for name in [*joint_names(motion), *motion.mechanism.input_names]:
        for link in found.links(name):
            yield name, Applied(link, found.point(name, link), found.at(name, link), found.moment(name, link))


def about_origin(each: Applied) -> Array:
    return np.asarray(cross(each.place, each.force) + each.moment)


def largest_force(motion: Motion, found: Reactions) -> float:
    size = motion.mechanism.size or 1.0
    forces = [applied for _, applied in holding(motion, found)]
    return max(max(float(np.abs(each.force).max()), float(np.abs(each.moment).max()) / size) for each in forces)


def worst_of_newton_and_euler(motion: Motion, found: Reactions) -> float:
    """By how much the forces on any link are not what accelerates it, in parts of the largest force."""
    mechanism, worst, size = motion.mechanism, 0.0, motion.mechanism.size or 1.0
    everything = [*(applied for _, applied in holding(motion, found)), *loads(motion)]
    for link in mechanism.moving_links:
        mass = mechanism.rigid_mass(link)
        centre, _, acceleration = centre_motion(motion, link)
        force = mass.mass * (np.array(mechanism.gravity) - acceleration)
        moment = -mass.inertia * motion.acceleration(link)[:, 2]
        for each in everything:
            if each.link == link:
                force = force + each.force
                moment = moment + cross(each.place - centre, each.force) + each.moment
        worst = max(worst, float(np.abs(force).max()), float(np.abs(moment).max()) / size)
    return worst / largest_force(motion, found)


def worst_of_action_and_reaction(motion: Motion, found: Reactions) -> float:
    """By how much what a joint or a drive does to all its links is not nothing, in parts of the largest force."""
    worst, size = 0.0, motion.mechanism.size or 1.0
    far = float(np.abs([motion.pose(link.name)[:, :2] for link in motion.mechanism.links]).max())
    for name in [*joint_names(motion), *motion.mechanism.input_names]:
        parts = [applied for owner, applied in holding(motion, found) if owner == name]
        force = sum((each.force for each in parts), np.zeros((motion.steps, 2)))
        moment = sum((about_origin(each) for each in parts), np.zeros(motion.steps))
        worst = max(worst, float(np.abs(force).max()), float(np.abs(moment).max()) / (size + far))
    return worst / largest_force(motion, found)


def worst_of_virtual_power(motion: Motion, found: Reactions) -> float:
    """By how much joints have power, and drives another than force times rate, in parts of the largest force by the
    largest speed."""
    mechanism, worst, fastest = motion.mechanism, 0.0, 0.0
    size = mechanism.size or 1.0
    for name in [*joint_names(motion), *mechanism.input_names]:
        total = np.zeros(motion.steps)
        for owner, each in holding(motion, found):
            if owner == name:
                velocity = motion.velocity(each.link)
                arm = each.place - motion.pose(each.link)[:, :2]
                point = velocity[:, :2] + velocity[:, 2:] * np.stack([-arm[:, 1], arm[:, 0]], axis=1)
                total += (each.force * point).sum(axis=1) + each.moment * velocity[:, 2]
                fastest = max(fastest, float(np.abs(point).max()), float(np.abs(velocity[:, 2]).max()) * size)
        if name in mechanism.input_names:
            assert motion.input_rates is not None
            number = mechanism.input_names.index(name)
            total -= found.driving_forces[name] * motion.input_rates[:, number]
        worst = max(worst, float(np.abs(total).max()))
    return worst / (largest_force(motion, found) * fastest)


def worst_of_power_balance(motion: Motion) -> float:
    """By how much the powers of drives, forces and gravity are not the change of kinetic energy, by the largest."""
    mechanism = motion.mechanism
    assert motion.input_rates is not None
    powers = [driving_forces(motion) * motion.input_rates]
    powers += [power(motion, force.name)[:, None] for force in mechanism.forces]
    changes = []
    for link in mechanism.moving_links:
        mass = mechanism.rigid_mass(link)
        _, v, a = centre_motion(motion, link)
        turning = mass.inertia * motion.velocity(link)[:, 2] * motion.acceleration(link)[:, 2]
        powers.append(mass.mass * v @ np.array(mechanism.gravity)[:, None])
        changes.append(mass.mass * (v * a).sum(axis=1) + turning)
    everything = np.concatenate([*powers, -np.array(changes).T], axis=1)
    return float(np.abs(everything.sum(axis=1)).max() / np.abs(everything).max())


def by_coefficients(motion: Motion) -> Array:
    """Driving forces (n, f) as Kᵀ (M q̈ − Q), with K of the centre of mass of each link and of the places of loads."""
    mechanism, steps = motion.mechanism, motion.steps
    total = np.zeros((steps, len(mechanism.input_names)))

    def add(link: str, spot: Array, force: Array, moment: Array) -> None:
        if link != mechanism.ground:
            K = motion.velocity_coefficients(link)
            arm = spot - motion.pose(link)[:, :2]
            moved = K[:, :2] + np.stack([-arm[:, 1], arm[:, 0]], axis=1)[:, :, None] * K[:, 2:]
            total[:] += np.einsum("nxi,nx->ni", moved, force) + K[:, 2] * moment[:, None]

    for link in mechanism.moving_links:
        mass = mechanism.rigid_mass(link)
        centre, _, acceleration = centre_motion(motion, link)
        inertia = mass.inertia * motion.acceleration(link)[:, 2]
        add(link, centre, mass.mass * (acceleration - np.array(mechanism.gravity)), inertia)
    for each in loads(motion):
        add(each.link, each.place, -each.force, -each.moment)
    return total
