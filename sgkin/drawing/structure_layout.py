"""Where the groups of a structure stand in a picture: each to the right of those it depends on."""

from __future__ import annotations

from collections.abc import Sequence

from sgkin.structure.structure import Group


def group_columns(groups: Sequence[Group]) -> list[int]:
    """The column of each group: the length of the longest way to it."""
    column: list[int] = []
    for group in groups:
        column.append(1 + max((column[earlier] for earlier in group.depends_on), default=-1))
    return column


def layout_extent(column: Sequence[int]) -> tuple[int, int]:
    """Columns, and boxes in the fullest column."""
    depth = max(column, default=0) + 1
    return depth, max(1, *(column.count(number) for number in range(depth)))


def group_places(column: Sequence[int]) -> list[tuple[float, float]]:
    """The place of each group: its column, and how far above the middle it stands."""
    depth, _ = layout_extent(column)
    count = [column.count(number) for number in range(depth)]
    seen = [0] * depth
    places = []
    for number in column:
        places.append((float(number), (count[number] - 1) / 2 - seen[number]))
        seen[number] += 1
    return places
