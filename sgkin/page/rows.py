"""The conditions of a mechanism in solving order, each with the group that it helps to solve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sgkin.arrays import Floats
from sgkin.conditions.record import Condition
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, place_conditions, residuals
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Structure

FIXED = -1
"""The group of ground, and of what is welded to it."""


class Row(NamedTuple):
    """A condition, in the poses of the links by their numbers; all links but those of its group are known by then."""

    condition: Condition
    group: int


def constraint_rows(
    mechanism: Mechanism, structure: Structure, poses: Floats | None = None, inputs: Floats | None = None
) -> tuple[Row, ...]:
    """All conditions of joints and drivers, in solving order.

    With closed poses (links, 3) at inputs (f,) the constants of angles get the whole turns that they have there.
    """
    number = {link.name: number for number, link in enumerate(mechanism.links)}
    group_of = {number[str(link)]: place for place, group in enumerate(structure.groups) for link in group.links}
    found = [Row(each, max(group_of.get(frame, FIXED) for frame in each.frames)) for each in _all(mechanism, group_of)]
    rows = sorted((row for row in found if row.group != FIXED), key=lambda row: row.group)
    if poses is None or inputs is None or not rows:
        return tuple(rows)
    gaps = row_residuals(rows, poses, inputs)
    return tuple(Row(_counted(row.condition, gap), row.group) for row, gap in zip(rows, gaps.tolist(), strict=True))


def fixed_conditions(mechanism: Mechanism, structure: Structure) -> list[Condition]:
    """The conditions between ground and what is welded to it, which no group solves."""
    number = {link.name: number for number, link in enumerate(mechanism.links)}
    group_of = {number[str(link)]: place for place, group in enumerate(structure.groups) for link in group.links}
    return [each for each in _all(mechanism, group_of) if not any(frame in group_of for frame in each.frames)]


def row_content(condition: Condition) -> dict[str, Any]:
    """What a page needs of a condition."""
    fields = condition._asdict()
    del fields["part"], fields["period"]
    return fields


def row_residuals(rows: list[Row] | tuple[Row, ...], poses: Floats, inputs: Floats) -> Floats:
    """By how much conditions are not met (…, m) at poses (…, links, 3) and inputs (…, f)."""
    return residuals(place_conditions(ConditionTable.of(row.condition for row in rows), poses), inputs)


def _all(mechanism: Mechanism, group_of: dict[int, int]) -> Iterator[Condition]:
    """Every condition; a pin holds its links to the one that is known first."""
    statements = Statements(mechanism)
    for stated in statements.joints:
        groups = [group_of.get(point.frame, FIXED) for point in stated.coincident]
        yield from stated.scalars(statements.ground, base=groups.index(min(groups)) if groups else 0)
    for stated in statements.drivers:
        yield from stated.conditions


def _counted(condition: Condition, gap: float) -> Condition:
    """The condition with as many whole turns in its constant as the gap has."""
    if not condition.period:
        return condition
    return condition._replace(constant=condition.constant + condition.period * round(gap / condition.period))
