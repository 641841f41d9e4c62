"""Which conditions are redundant, and left out of the solution."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sgkin.errors import UnsolvableError
from sgkin.global_solver.condition import Condition
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Structure

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DEPENDENT = 1e-9
"""What is left of a row, by its length, when those before it are taken out of it."""


def redundant_rows(
    mechanism: Mechanism, structure: Structure, conditions: Sequence[Condition], jacobian: NDArray[np.float64] | object
) -> list[int]:
    """The conditions to be left out; jacobian (m, n): sparse, at the initial configuration.

    Only conditions of the joints that the structure finds dependent on each other, and of the links between them, can
    be; of these the last that depend on those before them.
    """
    matrix = jacobian.tocsr()  # type: ignore[union-attr]
    excess = matrix.shape[0] - matrix.shape[1]
    if excess == 0:
        return []
    candidates = _candidates(mechanism, structure, conditions)
    part = matrix[candidates].toarray()
    left = remainders(part[:, np.abs(part).any(axis=0)])
    found = np.flatnonzero(left < DEPENDENT)
    if len(found) != excess:  # a singular position: those that are the most dependent
        found = np.sort(np.argsort(left, kind="stable")[:excess])
    if excess < 0 or len(found) < excess:
        raise UnsolvableError(
            f"{mechanism.name}: the whole mechanism has {matrix.shape[0]} conditions for {matrix.shape[1]} unknowns; "
            'solve it by groups with method="groups"'
        )
    return [candidates[number] for number in found.tolist()]


def _candidates(mechanism: Mechanism, structure: Structure, conditions: Sequence[Condition]) -> list[int]:
    joints = {name for entry in structure.redundant for name in entry.circuit}
    links = {link for joint in mechanism.joints if joint.name in joints for link in joint.all_links}
    return [
        number
        for number, condition in enumerate(conditions)
        if condition.owner.name in (links if condition.owner.kind == "link" else joints)
    ]


def remainders(rows: Floats) -> Floats:
    """What is left of each row, by its length, when the independent ones before it are taken out of it."""
    basis = np.zeros((0, rows.shape[1]))
    left = np.zeros(len(rows))
    for number, row in enumerate(rows):
        length = np.linalg.norm(row)
        if length == 0.0:
            continue
        rest = row / length
        for _ in range(2):
            rest = rest - basis.T @ (basis @ rest)
        left[number] = np.linalg.norm(rest)
        if left[number] >= DEPENDENT:
            basis = np.vstack([basis, rest / left[number]])
    return left
