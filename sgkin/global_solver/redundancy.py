"""Which conditions are redundant, and left out of the solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sgkin.conditions.independence import DEPENDENT, remainders
from sgkin.errors import UnsolvableError
from sgkin.global_solver.condition import Condition
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Structure


def redundant_rows(
    mechanism: Mechanism, structure: Structure, conditions: Sequence[Condition], jacobian: Any
) -> list[int]:
    """The conditions to be left out; jacobian (m, n): sparse, at the initial configuration.

    Only conditions of the joints that the structure finds dependent on each other, and of the links between them, can
    be; of these the last that depend on those before them.
    """
    matrix = jacobian.tocsr()
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
