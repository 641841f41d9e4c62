"""Where the groups of a structure stand in a picture: each in a column to the right of those it depends on.

The way of K. Sugiyama, S. Tagawa and M. Toda, "Methods for visual understanding of hierarchical system structures",
IEEE Transactions on Systems, Man, and Cybernetics 11 (1981) 109-125: an arrow that passes a column takes a place in it,
as a box would, so that it runs through none; within its column everything is ordered by the middle of its neighbours.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise

from sgkin.structure.structure import Group

Node = Hashable
"""A group by its number, or the place (earlier, later, column) of an arrow that passes a column."""
SWEEPS = 6


def group_columns(groups: Sequence[Group]) -> list[int]:
    """The column of each group: the length of the longest way to it."""
    column: list[int] = []
    for group in groups:
        column.append(1 + max((column[earlier] for earlier in group.depends_on), default=-1))
    return column


def arrow_ways(groups: Sequence[Group], column: Sequence[int]) -> list[tuple[Node, ...]]:
    """For each dependence, the group it comes from, the places it passes, and the group it goes to."""
    return [
        (earlier, *((earlier, later, passed) for passed in range(column[earlier] + 1, column[later])), later)
        for later, group in enumerate(groups)
        for earlier in group.depends_on
    ]


def ordered_columns(column: Sequence[int], ways: Sequence[tuple[Node, ...]]) -> list[list[Node]]:
    """The nodes of each column from top to bottom."""
    columns: list[list[Node]] = [[] for _ in range(max(column, default=-1) + 1)]
    for number, place in enumerate(column):
        columns[place].append(number)
    for way in ways:
        for place, node in enumerate(way[1:-1], start=column[int(str(way[0]))] + 1):
            columns[place].append(node)
    left, right = _neighbours(ways)
    for sweep in range(SWEEPS):
        order, sides = (range(1, len(columns)), left) if sweep % 2 == 0 else (range(len(columns) - 2, -1, -1), right)
        for place in order:
            beside = columns[place - 1] if sweep % 2 == 0 else columns[place + 1]
            columns[place] = _by_neighbours(columns[place], beside, sides)
    return columns


def _neighbours(ways: Sequence[tuple[Node, ...]]) -> tuple[dict[Node, list[Node]], dict[Node, list[Node]]]:
    left: dict[Node, list[Node]] = {}
    right: dict[Node, list[Node]] = {}
    for way in ways:
        for before, after in pairwise(way):
            left.setdefault(after, []).append(before)
            right.setdefault(before, []).append(after)
    return left, right


def _by_neighbours(nodes: list[Node], beside: list[Node], sides: Mapping[Node, list[Node]]) -> list[Node]:
    """A column ordered by the mean place of the neighbours in the column beside it; those without any stay."""
    height = {node: (number + 0.5) / len(beside) for number, node in enumerate(beside)}

    def wanted(number: int) -> float:
        known = [height[node] for node in sides.get(nodes[number], ()) if node in height]
        return sum(known) / len(known) if known else (number + 0.5) / len(nodes)

    return [
        nodes[number] for number in sorted(range(len(nodes)), key=lambda number: (round(wanted(number), 9), number))
    ]
