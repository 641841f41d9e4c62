"""The forces of joints and drivers, group by group in reverse solving order.

What acts on the links of a group, besides its joints and inputs, and has not been passed on yet, is R. Its conditions,
with derivatives Φ_φ by the poses of its own links and Φ_h by those of earlier ones, answer with λ:

    Φ_φᵀ λ = −R,     R_earlier += Φ_hᵀ λ

and an input with its own entry of λ, the driving force. Where a group has more conditions than its links have
coordinates, or is in a singular position, there are λ ≠ 0 with Φ_φᵀ λ = 0: *self-stresses*. They are passed on to
earlier groups in the same way, so that those of the whole mechanism are found: the left null space of its conditions.
What has a part in one of them is not determined by the motion and the forces.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Booleans, Floats
from sgkin.conditions.table import DIRECTION, FROM, TO, ConditionTable, place_conditions
from sgkin.dynamics.action_table import add_forces
from sgkin.dynamics.held_groups import Held, HeldGroup, Owner, held_groups
from sgkin.dynamics.link_motion import LinkMotion

SINGULAR = 1e-8
"""The smallest singular value of a group, in parts of its largest, up to which it is zero."""
NO_PART = 1e-9
"""A force, in parts of the largest of a self-stress, up to which it has no part in it."""
BALANCED = 1e-6
"""What may be left of the forces on a group in a singular position, in parts of them, if they are balanced there."""

Site = tuple[Owner, int]
"""Where a force acts: by which joint or input, on which link."""


@dataclass(frozen=True)
class Wrench:
    """Force x, y and moment (n, 3, 1 + s) on a link at a place (x, y) in its frame, along the axes of ground; behind
    the first those of s self-stresses."""

    place: tuple[float, float]
    values: Floats


@dataclass(frozen=True)
class ConstraintForces:
    """What joints and inputs do to links at n steps, with s self-stresses.

    `wrenches`: by joint or input and link; `drives` (n, 1 + s): the driving force of each input by name; `singular`
    (n,): steps at which a group is singular; `unbalanced` (n,): those of them at which no forces hold it.
    """

    wrenches: dict[Site, Wrench]
    drives: dict[str, Floats]
    singular: Booleans
    unbalanced: Booleans
    scale: Floats
    size: float

    def undetermined(self, site: Site) -> Booleans:
        """Which components (n, 3) of the force and moment at a site are not determined."""
        return self._has_part(self.wrenches[site].values / np.array([1.0, 1.0, self.size])[:, None])

    def undetermined_drive(self, name: str) -> Booleans:
        """The same of a driving force (n,)."""
        return self._has_part(self.drives[name][:, None])[:, 0]

    def _has_part(self, values: Floats) -> Booleans:
        stressed = (np.abs(values[..., 1:]) > NO_PART * self.scale[:, None, :]).any(axis=-1)
        return np.asarray(stressed | self.unbalanced[:, None])


def constraint_forces(links: LinkMotion, given: Floats) -> ConstraintForces:
    """The forces with which joints and inputs answer to forces and torques (n, links, 3) at the origins of links."""
    mechanism, motion = links.mechanism, links.motion
    size = mechanism.size or 1.0
    left_over = given[..., None].copy()
    singular, unbalanced = np.zeros((2, motion.steps), dtype=bool)
    answers: list[tuple[HeldGroup, Floats, Floats]] = []
    for group in reversed(held_groups(mechanism, motion.structure)):
        gradient = place_conditions(group.table, links.poses).gradient
        answer, is_singular, is_open = _answer(group, gradient, left_over, size)
        singular, unbalanced = singular | is_singular, unbalanced | is_open
        more = answer.shape[-1] - left_over.shape[-1]
        if more:
            left_over = np.concatenate([left_over, np.zeros((*given.shape, more))], axis=-1)
        for column in range(answer.shape[-1]):
            add_forces(left_over[..., column], group.table, gradient, answer[..., column])
        answers.append((group, gradient, answer))
    return _collected(answers, left_over.shape[-1], singular, unbalanced, size)


def _answer(group: HeldGroup, gradient: Floats, left_over: Floats, size: float) -> tuple[Floats, Booleans, Booleans]:
    """λ (n, m, …) of a group, its own self-stresses behind the others; where it is singular, where not in balance."""
    frames = list(group.frames)
    rows = np.where(group.table.has_ends, 1.0, size)  # conditions on angles alone stand with a length
    columns = np.tile([1.0, 1.0, 1.0 / size], len(frames))
    scaled = group.jacobian(gradient) * rows[:, None] * columns
    wanted = -left_over[:, frames].reshape(len(left_over), len(columns), -1) * columns[:, None]
    left_basis, values, right_basis = np.linalg.svd(np.swapaxes(scaled, -1, -2))
    count = values.shape[-1]
    kept = values > SINGULAR * values[:, :1]
    along = np.swapaxes(left_basis[..., :count], -1, -2) @ wanted
    along *= np.where(kept, 1.0 / np.where(kept, values, 1.0), 0.0)[..., None]
    answer = np.swapaxes(right_basis[:, :count], -1, -2) @ along
    own = _self_stresses(kept, right_basis, len(columns))
    is_singular = kept.sum(axis=-1) < len(columns)
    is_open = np.zeros_like(is_singular)
    if is_singular.any():
        missing = np.abs(np.swapaxes(scaled, -1, -2) @ answer - wanted)[..., 0].max(axis=-1, initial=0.0)
        is_open = is_singular & (missing > BALANCED * np.abs(wanted[..., 0]).max(axis=-1, initial=0.0))
    return np.concatenate([answer, own], axis=-1) * rows[:, None], is_singular, is_open


def _self_stresses(kept: Booleans, right_basis: Floats, width: int) -> Floats:
    """All λ (n, m, s) that need no forces; at steps at which there are fewer than elsewhere, zeros behind them."""
    ranks = kept.sum(axis=-1)
    rows = right_basis.shape[-1]
    most = rows - int(ranks.min(initial=width))
    found = np.swapaxes(right_basis[:, rows - most :], -1, -2).copy()
    for number in range(most):
        found[ranks > rows - most + number, :, number] = 0.0
    return found


def _collected(
    answers: list[tuple[HeldGroup, Floats, Floats]], columns: int, singular: Booleans, unbalanced: Booleans, size: float
) -> ConstraintForces:
    steps = len(singular)
    wrenches: dict[Site, Wrench] = {}
    drives: dict[str, Floats] = {}
    for group, gradient, answer in answers:
        full = np.zeros((steps, answer.shape[1], columns))
        full[..., : answer.shape[-1]] = answer
        for row, held in enumerate(group.held):
            if held.owner.is_input:
                drives[held.owner.name] = full[:, row]
            _add(wrenches, held, group.table.rows(slice(row, row + 1)), gradient[:, row], full[:, row])
    scale = np.zeros((steps, columns - 1))
    for wrench in wrenches.values():
        sizes = np.abs(wrench.values[..., 1:] / np.array([1.0, 1.0, size])[:, None])
        scale = np.maximum(scale, sizes.max(axis=1, initial=0.0))
    return ConstraintForces(wrenches, drives, singular, unbalanced, scale, size)


def _add(wrenches: dict[Site, Wrench], held: Held, table: ConditionTable, gradient: Floats, force: Floats) -> None:
    """Add what a condition, alone in a table and with its gradient (n, 6, 3), does to every link of which it speaks,
    with forces (n, …) along its left side.

    Its points are those where its joint sits, so that forces there have no moment; moments come from directions and
    angles, but not from the axes along which points are held together.
    """
    for slot in np.flatnonzero(table.slots[0]).tolist():
        if slot == DIRECTION and held.holds_points:
            continue
        site = (held.owner, int(table.frames[0, slot]))
        parts = slice(0, 2) if slot in (FROM, TO) else slice(2, 3)
        x, y = table.places[0, slot].tolist() if slot in (FROM, TO) else (0.0, 0.0)
        added = np.zeros((len(force), 3, force.shape[-1]))
        added[:, parts] = gradient[:, slot, parts, None] * force[:, None]
        before = wrenches.get(site)
        if before is None:
            wrenches[site] = Wrench((x, y), added)
        else:
            wrenches[site] = Wrench((x, y) if slot in (FROM, TO) else before.place, before.values + added)
