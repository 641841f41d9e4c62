"""The equations of motion of a whole mechanism with multipliers, formed with NumPy: the other answer to all forces.

    M q̈ + Φ_qᵀ λ = Q        Φ_q q̈ = γ

q are x and y of the centre and θ of every moving link, welded ones too, so that M is constant and diagonal. Φ are the
conditions of all joints, and of every input that is not free; γ = z̈ − Φ_qq q̇ q̇. What holds a link acts on it with
−Φ_qᵀ λ. The force that moves an input along its law is −λ of its condition.

Joints may say the same twice. Then accelerations are unique, but multipliers are not: of all that fit the smallest are
given, and `determined` tells which are the same in all of them. With the singular values of Φ_q = U Σ Vᵀ, V₀ the
directions in which the mechanism can move:

    q̈ = V₁ Σ⁻¹ U₁ᵀ γ + V₀ ÿ        V₀ᵀ M V₀ ÿ = V₀ᵀ (Q − M V₁ Σ⁻¹ U₁ᵀ γ)        λ = U₁ Σ⁻¹ V₁ᵀ (Q − M q̈)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.conditions.record import Condition
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import DIRECTION, ConditionTable, left, place_conditions
from sgkin.errors import WholeMechanismError
from sgkin.global_solver.condition import Owner
from sgkin.global_solver.start import Start
from sgkin.global_solver.system import typical_length
from sgkin.mathematics import Pose, atan2
from sgkin.model.action import check_directions, forces_of
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance, Stroke
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.solving import global_start

SINGULAR = 1e-10
"""Singular values of Φ_q, by the largest, up to which a position is singular."""
LEAST_INERTIA = 1e-14
"""Inertia along a direction, by the largest of the mechanism, up to which it is none."""
UNDETERMINED = 1e-9
"""How much of a multiplier may be left open before it counts as undetermined."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Accelerations (…, links, 3) of the origins of all moving links, and multipliers (…, conditions).

    `owners`: whose condition each multiplier belongs to; `on_links` (…, conditions, links, 3): force on the centre and
    moment with which each condition acts on each moving link; `determined` (…, conditions): whether no other multiplier
    would do.
    """

    links: tuple[str, ...]
    owners: tuple[Owner, ...]
    accelerations: Floats
    multipliers: Floats
    on_links: Floats
    determined: NDArray[np.bool_]
    _arms: Floats

    def joint_force(self, joint: str, link: str) -> Floats:
        """Force fx, fy on a link by all conditions of a joint, and their moment about the link's origin (…, 3)."""
        number = self.links.index(link)
        found = self.on_links[..., self._rows("joint", joint), number, :].sum(axis=-2)
        arm = self._arms[..., number, :]
        found[..., 2] += arm[..., 0] * found[..., 1] - arm[..., 1] * found[..., 0]
        return np.asarray(found)

    def driving_force(self, name: str) -> Floats:
        """Force or torque (…) that moves an input which is not free along its law; its power is that times the rate."""
        return np.asarray(-self.multipliers[..., self._rows("input", name)[0]])

    def is_determined(self, owner: str) -> NDArray[np.bool_]:
        """Whether all multipliers of a joint or an input are determined (…)."""
        rows = [number for number, each in enumerate(self.owners) if each.name == owner]
        return np.asarray(self.determined[..., rows].all(axis=-1))

    def _rows(self, kind: str, name: str) -> list[int]:
        return [number for number, owner in enumerate(self.owners) if owner == Owner(kind, name)]


class MultiplierForm:
    """A mechanism with masses and forces, as a whole; `free`: the names of the inputs that forces move.

    `links`: those that move, in the order of the mechanism.
    """

    def __init__(self, mechanism: Mechanism | Start, free: Sequence[str]) -> None:
        start = mechanism if isinstance(mechanism, Start) else global_start(mechanism)
        self.mechanism, self.held = start.mechanism, start.held
        self.free, self.links = tuple(free), self.held.moving_links
        self.unit = typical_length(self.held)
        masses = self.held.rigid_masses()
        self._moving = [number for number, link in enumerate(self.held.links) if link.name != self.held.ground]
        self._centres = np.array([masses[link].centre for link in self.links]).reshape(-1, 2)
        inertia = np.array([[m.mass * self.unit**2] * 2 + [m.inertia] for m in masses.values()]).reshape(-1, 3)
        self._inertia = inertia.ravel()
        weight = np.zeros((len(self.links), 3))
        weight[:, :2] = inertia[:, :2] * np.array(self.held.gravity) / self.unit
        self._weight = weight.ravel()
        self._actions = self.held.actions

    @cached_property
    def statements(self) -> Statements:
        """Joints and drivers in the frames of centres; that of ground is at the mechanism's own origin."""
        x, y = self.held.origin
        parts: dict[str, tuple[int, Pose]] = {}
        centres = iter(self._centres.tolist())
        for number, link in enumerate(self.held.links):
            cx, cy = (x, y) if link.name == self.held.ground else next(centres)
            parts[link.name] = (number, (-cx, -cy, 0.0))
        return Statements(self.held, parts)

    @cached_property
    def conditions(self) -> tuple[tuple[Owner, Condition], ...]:
        """All conditions with their owners: joints, then inputs that are not free."""
        stated = self.statements
        found = [
            (Owner("joint", joint.name), each)
            for joint, statement in zip(self.held.joints, stated.joints, strict=True)
            for each in statement.scalars(stated.ground)
        ]
        names = self.held.input_names
        driven = [each for statement in stated.drivers for each in statement.conditions]
        found += [(Owner("input", names[each.input]), each) for each in driven if names[each.input] not in self.free]
        return tuple(found)

    @cached_property
    def owners(self) -> tuple[Owner, ...]:
        """Whose condition each is."""
        return tuple(owner for owner, _ in self.conditions)

    @cached_property
    def _table(self) -> ConditionTable:
        return ConditionTable.of(condition for _, condition in self.conditions)

    @cached_property
    def _measured(self) -> ConditionTable:
        return ConditionTable.of(self._coordinate(action.coordinate) for action in self._actions)

    def _coordinate(self, coordinate: Coordinate) -> Condition:
        """What an action works on, as the left side of a condition."""
        stated, ground = self.statements, self.held.ground
        match coordinate:
            case Distance(first, second):
                return Condition("", "distance", ends=(stated.place(*first), stated.place(*second)))
            case Stroke(first, second, guide, angle):
                ends = (stated.place(*first), stated.place(*second))
                return Condition("", "projection", stated.part(guide)[0], angle, ends)
            case Along(link, place, (x, y), frame):
                ends = (stated.place(ground, (0.0, 0.0)), stated.place(link, place))
                return Condition("", "projection", stated.part(frame)[0], atan2(y, x), ends)
            case Angle(first, second):
                return Condition("", turns=((stated.part(second)[0], 1.0), (stated.part(first)[0], -1.0)))
        raise TypeError(f"no such coordinate: {coordinate!r}")

    def _centred(self, poses: Floats, rates: Floats) -> tuple[Floats, Floats]:
        """Poses and velocities (…, frames, 3) of all centres, from those of the links' origins."""
        arms = self._arms(poses)
        places, moving = (np.zeros((*poses.shape[:-2], len(self.held.links), 3)) for _ in range(2))
        places[..., self._moving, :], moving[..., self._moving, :] = poses, rates
        places[..., self._moving, :2] += arms - self.held.origin
        moving[..., self._moving, :2] += rates[..., 2, None] * left(arms)
        return places, moving

    def _arms(self, poses: Floats) -> Floats:
        """From origins of moving links to their centres (…, links, 2)."""
        cosine, sine = np.cos(poses[..., 2]), np.sin(poses[..., 2])
        x, y = self._centres[:, 0], self._centres[:, 1]
        return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)

    def _by_coordinates(self, table: ConditionTable, gradient: Floats) -> Floats:
        """Derivatives (…, m, n) by x, y and θ of the centres, lengths in typical ones, from those by slots."""
        found = np.zeros((*gradient.shape[:-2], len(self.held.links), 3))
        rows = np.arange(len(table.input))
        for slot in range(table.frames.shape[1]):
            found[..., rows, table.frames[:, slot], :] += gradient[..., slot, :]
        found[..., :2] *= self.unit
        return np.asarray(found[..., self._moving, :].reshape(*gradient.shape[:-2], 3 * len(self._moving)))

    def _forces(self, t: Floats, frames: Floats, rates: Floats) -> Floats:
        """Applied forces (…, n) at times (…), in energy by coordinate: lengths are counted in typical ones."""
        result = np.broadcast_to(self._weight, (*frames.shape[:-2], len(self._weight))).copy()
        if not self._actions:
            return result
        placed = place_conditions(self._measured, frames).parting(rates)
        gradient, value = placed.gradient, placed.value
        for number, action in enumerate(self._actions):
            match action.coordinate:
                case Along(_, _, _, frame) if frame != self.held.ground:
                    gradient[..., number, DIRECTION, :] = 0.0
                    value[..., number] = 0.0
        rate = (gradient * rates[..., self._measured.frames, :]).sum(axis=(-2, -1))
        rate, together = np.moveaxis(rate, -1, 0), np.moveaxis(placed.together, -1, 0)
        found = forces_of(self._actions, t, np.moveaxis(value, -1, 0), rate)
        names = [force.name for force in self.held.forces for _ in force.actions(self.held)]
        check_directions(self._actions, names, t, rate, found, together)
        slopes = self._by_coordinates(self._measured, gradient)
        return np.asarray(result + np.einsum("a...,...an->...n", found, slopes))

    def accelerations(self, t: Floats, poses: Floats, rates: Floats, input_accelerations: Floats) -> Answer:
        """At times (…), poses and velocities (…, links, 3) of all moving links and accelerations (…, f) of the inputs,
        of which those of free inputs are not used."""
        frames, moving = self._centred(poses, rates)
        placed = place_conditions(self._table, frames)
        lengths = np.where(self._table.has_ends, self.unit, 1.0)
        jacobian = self._by_coordinates(self._table, placed.gradient) / lengths[:, None]
        driven = np.concatenate([input_accelerations, np.zeros((*input_accelerations.shape[:-1], 1))], axis=-1)
        gamma = (driven[..., self._table.input] - placed.second(moving, moving)) / lengths
        forces = self._forces(t, frames, moving)
        found, multipliers, determined = self._solve(jacobian, gamma, forces)
        on_links = -(multipliers[..., None] * jacobian).reshape(*multipliers.shape, len(self.links), 3)
        on_links[..., :2] /= self.unit
        accelerations = found.reshape(*found.shape[:-1], len(self.links), 3).copy()
        accelerations[..., :2] *= self.unit
        arms = self._arms(poses)
        accelerations[..., :2] -= accelerations[..., 2, None] * left(arms) - rates[..., 2, None] ** 2 * arms
        return Answer(self.links, self.owners, accelerations, multipliers / lengths, on_links, determined, arms)

    def _solve(self, jacobian: Floats, gamma: Floats, forces: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        """q̈, λ and which of these are determined."""
        rows, columns = jacobian.shape[-2:]
        rank = columns - len(self.free)
        left_vectors, sizes, right_vectors = np.linalg.svd(jacobian)
        if rank > 0 and (rank > rows or not (sizes[..., rank - 1] > SINGULAR * sizes[..., 0]).all()):
            raise WholeMechanismError(
                f"{self.mechanism.name}: its conditions leave more than {len(self.free)} freedoms here, a singular "
                "position; take another one"
            )
        held_by, moving = right_vectors[..., :rank, :], right_vectors[..., rank:, :]
        scaled = left_vectors[..., :rank] / sizes[..., None, :rank]
        held = np.einsum("...kn,...mk,...m->...n", held_by, scaled, gamma)
        inertia = np.einsum("...in,n,...jn->...ij", moving, self._inertia, moving)
        if len(self.free):
            least = np.linalg.eigvalsh(inertia)[..., 0]
            if not (least > LEAST_INERTIA * self._inertia.max(initial=0.0)).all():
                raise WholeMechanismError(
                    f"{self.mechanism.name}: it can move without moving any mass, so that its accelerations are not "
                    "determined; give the links mass or inertia, or let the input follow a law"
                )
        along = np.einsum("...in,...n->...i", moving, forces - self._inertia * held)
        found = held + np.einsum("...in,...i->...n", moving, np.linalg.solve(inertia, along[..., None])[..., 0])
        multipliers = np.einsum("...mk,...kn,...n->...m", scaled, held_by, forces - self._inertia * found)
        open_part = np.linalg.norm(left_vectors[..., rank:], axis=-1)
        return found, multipliers, np.asarray(open_part < UNDETERMINED)


def along_motion(motion: Motion, free: Sequence[str] = ()) -> Answer:
    """The whole mechanism with multipliers at all steps of a motion, of which poses and velocities are taken.

    free: inputs that forces move, whose accelerations are found; those of the others are taken from the motion, and
    their multipliers are the forces that they need. By default no input is free.
    """
    form = MultiplierForm(motion.mechanism, free)
    if motion.input_rates is None or motion.input_accelerations is None:
        raise WholeMechanismError(
            f"{motion.mechanism.name}: the motion has no velocities; solve it with times, or with input_rates"
        )
    poses = np.stack([motion.position(link) for link in form.links], axis=1)
    rates = np.stack([motion.velocity(link) for link in form.links], axis=1)
    times = np.zeros(motion.steps) if motion.times is None else motion.times
    return form.accelerations(times, poses, rates, motion.input_accelerations)
