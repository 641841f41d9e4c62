"""The matrices of one group at a configuration; `sgkin.chain_rule` says what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.chain_rule import GroupMatrices
from sgkin.coefficients import Configuration
from sgkin.errors import Outcome
from sgkin.plan.group_conditions import Condition, GroupConditions
from sgkin.structure.structure import Group, group_number

if TYPE_CHECKING:
    from sgkin.plan.plan import KinematicPlan

Floats = NDArray[np.float64]

DEPENDENT = 1e-9
"""What is left of a row, by its length, when it depends on those before it."""


def group_matrices(plan: KinematicPlan, group: int | Group, z: ArrayLike, near: Configuration | None) -> GroupMatrices:
    """The matrices of a group at the inputs z; see `KinematicPlan.group_matrices`."""
    number = group_number(plan.structure, group)
    found = plan.coefficients(z, near)
    assert found.configuration is not None
    chosen, inputs = plan.structure.groups[number], found.configuration.inputs
    poses = dict(zip(plan.links, found.configuration.poses.tolist(), strict=True))
    values = dict(zip(plan.input_names, inputs.tolist(), strict=True))
    conditions = list(GroupConditions(plan.site, chosen, poses, values))
    a, b = len(chosen.dependent), len(chosen.independent)
    jacobian = np.zeros((len(conditions), a + b))
    for row, condition in enumerate(conditions):
        jacobian[row, condition.places] = condition.gradient
    scales = np.tile([1.0, 1.0, 1.0 / (plan.size or 1.0)], a // 3)
    kept = independent_rows(jacobian[:, :a] * scales)
    if len(kept) < a:
        from sgkin.plan.failure import failure

        raise failure(plan, number, Outcome.SINGULAR, 0, inputs, 0.0)
    return _matrices(chosen, [conditions[row] for row in kept], jacobian[kept])


def independent_rows(matrix: Floats) -> list[int]:
    """The rows of a matrix (m, n) that do not depend on those before them: all, if they are n."""
    rows, columns = matrix.shape
    if rows == columns:
        return list(range(rows))
    kept: list[int] = np.flatnonzero(remainders(matrix) >= DEPENDENT)[:columns].tolist()
    return kept


def remainders(matrix: Floats) -> Floats:
    """What is left of each row (m,), by its length, when the independent ones before it are taken out of it."""
    basis = np.zeros((0, matrix.shape[1]))
    left = np.zeros(len(matrix))
    for number, row in enumerate(matrix):
        rest = row / (float(np.linalg.norm(row)) or 1.0)
        for _ in range(2):
            rest = rest - basis.T @ (basis @ rest)
        left[number] = np.linalg.norm(rest)
        if left[number] >= DEPENDENT:
            basis = np.vstack([basis, rest / left[number]])
    return left


def _matrices(group: Group, conditions: Sequence[Condition], jacobian: Floats) -> GroupMatrices:
    a, b = len(group.dependent), len(group.independent)
    inverse = np.linalg.inv(jacobian[:, :a])
    K = -inverse @ jacobian[:, a:]  # eq. (7)
    R = np.concatenate([K, np.eye(b)])
    bent = np.zeros((a, b, b))
    for row, condition in enumerate(conditions):
        along = R[condition.places]  # the coordinates of the condition by h
        bent[row] = along.T @ condition.second @ along
    return GroupMatrices(
        group,
        tuple(condition.name for condition in conditions),
        Phi_phi=jacobian[:, :a],
        Phi_h=jacobian[:, a:],
        S=np.concatenate([inverse, np.zeros((b, a))]),  # eq. (6)
        R=R,
        K=K,
        L=-np.tensordot(inverse, bent, 1),  # eq. (15)
    )
