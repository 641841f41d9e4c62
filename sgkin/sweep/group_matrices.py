"""The matrices of one group at a configuration; `sgkin.chain_rule` says what they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.chain_rule import GroupMatrices
from sgkin.coefficients import Configuration
from sgkin.conditions.independence import independent_rows
from sgkin.conditions.record import Condition, Point, coincide
from sgkin.conditions.table import ConditionTable, Placed, place_conditions
from sgkin.errors import Outcome
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.structure.structure import Group, group_number

if TYPE_CHECKING:
    from sgkin.plan.plan import Plan


def group_matrices(plan: Plan, group: int | Group, here: Configuration) -> GroupMatrices:
    """The matrices of a group at a configuration; see `KinematicPlan.group_matrices`."""
    number = group_number(plan.structure, group)
    chosen = plan.structure.groups[number]
    named = list(group_conditions(plan.site, chosen))
    placed, columns = _placed(plan, chosen, [condition for _, condition in named], here.poses)
    jacobian = _jacobian(placed, columns, chosen)
    a = len(chosen.dependent)
    scales = np.tile([1.0, 1.0, 1.0 / plan.unit_length], a // 3)
    kept = independent_rows(jacobian[:, :a] * scales)
    if len(kept) < a:
        from sgkin.sweep.failure import failure

        raise failure(plan, number, Outcome.SINGULAR, 0, here.inputs, 0.0)
    inverse = np.linalg.inv(jacobian[kept, :a])
    K = -inverse @ jacobian[kept, a:]  # eq. (7)
    R = np.concatenate([K, np.eye(K.shape[1])])
    motions = np.concatenate([R, np.zeros((1, K.shape[1]))]).T[:, columns]  # of the frames by each of h
    bent = np.moveaxis(placed.second(motions[:, None], motions[None]), -1, 0)[kept]
    return GroupMatrices(
        chosen,
        tuple(named[row][0] for row in kept),
        Phi_phi=jacobian[kept, :a],
        Phi_h=jacobian[kept, a:],
        S=np.concatenate([inverse, np.zeros((K.shape[1], a))]),  # eq. (6)
        R=R,
        K=K,
        L=-np.tensordot(inverse, bent, 1),  # eq. (15)
    )


def scaled_jacobians(plan: Plan, group: int, poses: Floats) -> Floats:
    """Φ_φ (n, m, a) of a group at the poses (n, links, 3) of the moving links, without dimensions.

    With λ the size of the mechanism, it is by x, y and λθ of the links, and conditions on angles alone stand with λ."""
    chosen = plan.structure.groups[group]
    conditions = [condition for _, condition in group_conditions(plan.site, chosen)]
    placed, columns = _placed(plan, chosen, conditions, poses)
    a = len(chosen.dependent)
    scales = np.tile([1.0, 1.0, 1.0 / plan.unit_length], a // 3)
    rows = np.where(placed.table.has_ends, 1.0, plan.unit_length)
    return np.asarray(_jacobian(placed, columns, chosen)[..., :a] * scales * rows[:, None])


def group_conditions(builder: PlanBuilder, group: Group) -> Iterator[tuple[str, Condition]]:
    """The conditions Φ of a group with their names: welds, joints, inputs.

    Links welded to another are held to the first of them by three conditions; all joints act on that first one.
    """
    mechanism, statements = builder.mechanism, builder.statements
    number = builder.number
    for link in map(str, group.links):
        root, (x, y, theta) = builder.parts[link]
        if root != link:
            frame = number[link]
            for each in coincide(Point(number[root], x, y), Point(frame, 0.0, 0.0), statements.ground):
                yield f"{link}.{each.part}", each
            yield f"{link}.theta", Condition("theta", turns=((frame, 1.0), (number[root], -1.0)), constant=theta)
    own = {number[builder.root(str(link))] for link in group.links}
    earlier = [number[str(link)] for link in group.hangs_on]
    for name in group.joints:
        stated = statements.of_joint(mechanism.joint(name))
        pairs = list(_held(stated.coincident, own, earlier))
        for base, point in pairs:
            stem = name if len(pairs) == 1 else f"{name}.{builder.names[point.frame]}"
            yield from ((f"{stem}.{each.part}", each) for each in coincide(base, point, statements.ground))
        yield from ((f"{name}.{each.part}", each) for each in stated.conditions)
    inputs = [each for driver in mechanism.drivers for each in statements.of_driver(driver).conditions]
    yield from ((name, inputs[mechanism.input_names.index(name)]) for name in group.inputs)


def _held(points: tuple[Point, ...], own: set[int], earlier: list[int]) -> Iterator[tuple[Point, Point]]:
    """Which points a pin holds together: each of the group's links to one earlier link or, where there is none, to the
    first of the group's."""
    at: dict[int, Point] = {}
    for point in points:
        at.setdefault(point.frame, point)
    inside = [frame for frame in at if frame in own]
    before = [frame for frame in earlier if frame in at]
    for frame in inside if before else inside[1:]:
        yield at[before[0] if before else inside[0]], at[frame]


def _placed(plan: Plan, group: Group, conditions: list[Condition], poses: Floats) -> tuple[Placed, Integers]:
    """The conditions at poses (…, links, 3) of the moving links, and for each frame that they involve the columns
    (frames, 3) of its coordinates among (φ, h), −1 for ground."""
    mechanism = plan.mechanism
    involved = sorted({frame for each in conditions for frame in each.frames} | {0})
    local = {frame: number for number, frame in enumerate(involved)}
    moving = {link: number for number, link in enumerate(plan.links)}
    names = [plan.site.names[frame] for frame in involved]
    table = ConditionTable.of(_renumbered(each, local) for each in conditions)
    of_ground = np.zeros_like(poses[..., :1, :])
    chosen = np.array([moving.get(name, -1) for name in names])
    placed = place_conditions(table, np.concatenate([poses, of_ground], axis=-2)[..., chosen, :])
    first = {str(link): 3 * number for number, link in enumerate(group.links)}
    earlier = [str(link) for link in group.hangs_on if link != mechanism.ground]
    start = len(group.dependent) + len(group.inputs)
    first |= {link: start + 3 * number for number, link in enumerate(earlier)}
    return placed, np.array([[first[name] + part if name in first else -1 for part in range(3)] for name in names])


def _renumbered(condition: Condition, number: dict[int, int]) -> Condition:
    return condition._replace(
        frame=number.get(condition.frame, 0),
        ends=tuple(end._replace(frame=number[end.frame]) for end in condition.ends),
        turns=tuple((number[frame], weight) for frame, weight in condition.turns),
    )


def _jacobian(placed: Placed, columns: Integers, group: Group) -> Floats:
    """Derivatives (…, m, a + b) of conditions by φ and h."""
    table, width = placed.table, len(group.dependent) + len(group.independent)
    gradient, row = placed.gradient, np.arange(len(table.frames))
    jacobian = np.zeros((*gradient.shape[:-3], len(row), width + 1))
    for slot in range(table.frames.shape[1]):
        for part in range(3):
            jacobian[..., row, columns[table.frames[:, slot], part]] += gradient[..., slot, part]
    driven = np.flatnonzero(table.input >= 0)
    first = len(group.dependent)
    jacobian[..., driven, first : first + len(driven)] -= np.eye(len(driven))
    return np.asarray(jacobian[..., :width])
