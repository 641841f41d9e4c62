"""The conditions of joints and drivers, group by group, with every link a frame of its own.

A condition belongs to the last group of whose links it speaks. Welds hold links to each other like any other joint, so
that forces in welds come out too. A pin of several links holds each of them to the one that is solved first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.record import Condition, coincide
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable
from sgkin.model.mechanism import Mechanism
from sgkin.structure.idle import leave_at_rest
from sgkin.structure.structure import Structure


class Owner(NamedTuple):
    """Who states a condition: a joint or an input, by its name."""

    name: str
    is_input: bool


class Held(NamedTuple):
    """A condition, who states it, and whether it holds two points together, along an axis of ground."""

    owner: Owner
    condition: Condition
    holds_points: bool = False


@dataclass(frozen=True)
class HeldGroup:
    """Links with the m conditions that hold them: `frames`, numbers of the links; `held`, the conditions, and the same
    as a `table`."""

    frames: tuple[int, ...]
    held: tuple[Held, ...]
    table: ConditionTable

    @property
    def columns(self) -> dict[int, int]:
        """Where the coordinates of each of its links begin."""
        return {frame: 3 * number for number, frame in enumerate(self.frames)}

    def jacobian(self, gradient: Floats) -> Floats:
        """Derivatives (…, m, 3a) of the conditions by the poses of its links."""
        found = np.zeros((*gradient.shape[:-3], len(self.held), 3 * len(self.frames)))
        columns = self.columns
        for row, slot in np.argwhere(self.table.slots).tolist():
            start = columns.get(int(self.table.frames[row, slot]))
            if start is not None:
                found[..., row, start : start + 3] += gradient[..., row, slot, :]
        return found


def held_groups(mechanism: Mechanism, structure: Structure) -> list[HeldGroup]:
    """All groups in solving order; first the links that no group moves, such as those welded to ground."""
    held = leave_at_rest(mechanism)[0] if structure.spins else mechanism
    statements = Statements(held)
    order = _order(held, structure)
    owned: list[list[Held]] = [[] for _ in range(len(structure.groups) + 1)]
    resting = {f"{spin.joint} ({spin.link})": spin.joint for spin in structure.spins}
    for each in _conditions(held, statements, order):
        owner = each.owner._replace(name=resting.get(each.owner.name, each.owner.name))
        owned[max(order[frame] for frame in each.condition.frames)].append(each._replace(owner=owner))
    frames: list[list[int]] = [[] for _ in owned]
    for frame, group in order.items():
        if group >= 0:
            frames[group].append(frame)
    return [
        HeldGroup(tuple(links), tuple(conditions), ConditionTable.of(each.condition for each in conditions))
        for links, conditions in zip(frames, owned, strict=True)
        if conditions
    ]


def _order(mechanism: Mechanism, structure: Structure) -> dict[int, int]:
    """When each link is solved: ground −1, links in no group 0, then by groups."""
    group_of = {str(link): number for number, group in enumerate(structure.groups, 1) for link in group.links}
    order = {number: group_of.get(link.name, 0) for number, link in enumerate(mechanism.links)}
    return order | {number: -1 for number, link in enumerate(mechanism.links) if link.name == mechanism.ground}


def _conditions(mechanism: Mechanism, statements: Statements, order: dict[int, int]) -> Iterator[Held]:
    for joint, stated in zip(mechanism.joints, statements.joints, strict=True):
        owner = Owner(joint.name, False)
        base = min(stated.coincident, key=lambda point: order[point.frame], default=None)
        for point in stated.coincident:
            if base is not None and point is not base:
                yield from (Held(owner, each, True) for each in coincide(base, point, statements.ground))
        yield from (Held(owner, each) for each in stated.conditions)
    for driver, stated in zip(mechanism.drivers, statements.drivers, strict=True):
        for name, condition in zip(driver.inputs, stated.conditions, strict=True):
            yield Held(Owner(name, True), condition)
