"""The coordinates of all actions at poses: what they are, how they change, and what a force on them does to the links.

A coordinate is the left side of a condition of `sgkin.conditions`, and is computed there. Only the way along a
direction that turns with a link is none: its rate is u·ṙ, and u does not count as turning, so that its gradient is that
of a projection without the part of its direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan2

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Booleans, Floats
from sgkin.conditions.record import Condition
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import DIRECTION, TO, ConditionTable, Placed, dot, left, place_conditions
from sgkin.model.action import Action, check_directions, forces_of
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance, Stroke
from sgkin.model.mechanism import Mechanism


@dataclass(frozen=True)
class ActionTable:
    """All actions of a mechanism (k of them), whose frames are its links in order.

    `forces`: the name of the force of each; `follows` (k,): whether the direction turns with a link that moves.
    """

    actions: tuple[Action, ...]
    forces: tuple[str, ...]
    table: ConditionTable
    follows: Booleans

    @classmethod
    def of(cls, mechanism: Mechanism) -> ActionTable:
        """The actions of a mechanism."""
        found = [(force.name, action) for force in mechanism.forces for action in force.actions(mechanism)]
        statements, coordinates = Statements(mechanism), [action.coordinate for _, action in found]
        return cls(
            tuple(action for _, action in found),
            tuple(name for name, _ in found),
            ConditionTable.of(condition_of(each, statements) for each in coordinates),
            np.array([isinstance(each, Along) and each.frame != mechanism.ground for each in coordinates], dtype=bool),
        )

    def at(self, poses: Floats) -> PlacedActions:
        """The coordinates at poses (…, links, 3)."""
        return PlacedActions(self, place_conditions(self.table, poses))

    def moving(self, poses: Floats, velocities: Floats) -> PlacedActions:
        """The same, where points that fall together part along velocities (…, links, 3)."""
        return PlacedActions(self, place_conditions(self.table, poses).parting(velocities))


@dataclass(frozen=True)
class PlacedActions:
    """Coordinates at poses (…, links, 3)."""

    actions: ActionTable
    placed: Placed

    @cached_property
    def values(self) -> Floats:
        """The coordinates (…, k); 0 where there is only a rate."""
        found = self.placed.value - self.actions.table.constant
        return np.asarray(np.where(self.actions.follows, 0.0, found))

    @cached_property
    def gradient(self) -> Floats:
        """Their derivatives (…, k, 6, 3) by the frames of `table.frames`."""
        found = self.placed.gradient
        found[..., self.actions.follows, DIRECTION, :] = 0.0
        return found

    def rates(self, velocities: Floats) -> Floats:
        """Their rates (…, k) along velocities (…, links, 3) of the links."""
        return np.asarray((self.gradient * velocities[..., self.actions.table.frames, :]).sum(axis=(-2, -1)))

    def forces(self, t: ArrayLike, rates: Floats) -> Floats:
        """The forces (…, k) at times (…) and rates (…, k) of the coordinates; raises where one has no direction."""
        actions, rates = self.actions.actions, np.moveaxis(rates, -1, 0)
        found = forces_of(actions, t, np.moveaxis(self.values, -1, 0), rates)
        check_directions(actions, self.actions.forces, t, rates, found, np.moveaxis(self.placed.together, -1, 0))
        return np.moveaxis(found, 0, -1)

    def second(self, one: Floats, other: Floats) -> Floats:
        """How the rates (…, k) along one motion (…, links, 3) change along another, besides by its own change."""
        found = self.placed.second(one, other)
        if self.actions.follows.any():
            found = np.where(self.actions.follows, self._following(one, other), found)
        return np.asarray(found)

    def _following(self, one: Floats, other: Floats) -> Floats:
        """The same of directions that turn: u·r_ij + θ_j n·r_i, with θ of the direction's frame."""
        frames, arm = self.actions.table.frames, self.placed.arms[..., TO, :]
        point = one[..., frames[:, TO], :]
        velocity = point[..., :2] + point[..., 2:] * left(arm)
        bend = -point[..., 2] * other[..., frames[:, TO], 2]
        turned = other[..., frames[:, DIRECTION], 2] * dot(left(self.placed.direction), velocity)
        return np.asarray(bend * dot(self.placed.direction, arm) + turned)

    def on_links(self, forces: Floats) -> Floats:
        """What forces (…, k) on the coordinates are on the links: forces and torques (…, links, 3) at their origins."""
        found = np.zeros((*forces.shape[:-1], *self.placed.poses.shape[-2:]))
        add_forces(found, self.actions.table, self.gradient, forces)
        return found


def add_forces(found: Floats, table: ConditionTable, gradient: Floats, forces: Floats) -> None:
    """Add what forces (…, m) on m left sides are by x, y and θ of every frame (…, frames, 3)."""
    for row, slot in np.argwhere(table.slots).tolist():
        found[..., table.frames[row, slot], :] += forces[..., row, None] * gradient[..., row, slot, :]


def condition_of(coordinate: Coordinate, statements: Statements) -> Condition:
    """A coordinate as the left side of a condition."""
    number = statements.number
    match coordinate:
        case Distance(first, second):
            return Condition("", "distance", ends=(statements.place(*first), statements.place(*second)))
        case Angle(first, second):
            return Condition("", turns=((number[second], 1.0), (number[first], -1.0)))
        case Stroke(first, second, guide, angle):
            ends = (statements.place(*first), statements.place(*second))
            return Condition("", "projection", number[guide], angle, ends)
        case Along(link, place, direction, frame):
            origin = statements.origin
            ends = (statements.place(statements.mechanism.ground, origin), statements.place(link, place))
            shift = -(direction[0] * origin[0] + direction[1] * origin[1])
            return Condition("", "projection", number[frame], atan2(direction[1], direction[0]), ends, constant=shift)
    raise TypeError(f"{type(coordinate).__name__} is a coordinate of which no condition is known")
