"""From what joints and drivers state in space to the tables of the compiled assembler, and where derivatives belong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.conditions.space_record import SpaceCondition, Turn
from sgkin.conditions.space_table import SpaceTable
from sgkin.kernels.space_conditions import FIRST, PROJECTION, TURN, SpaceConditions
from sgkin.space import UPRIGHT, cross


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the variables of frames and angles stand.

    at (frames,): the first of the six of each frame; matrix (frames,): of its nine; angle: the first of the angles;
    unknowns, inputs, variables: how many there are; ground: the frame that does not move.
    """

    at: Integers
    matrix: Integers
    angle: int
    unknowns: int
    inputs: int
    variables: int
    ground: int


def make_layout(frames: int, ground: int, inputs: int, angles: int) -> Layout:
    """Unknowns of moving frames in their order, inputs, ground, matrices, angles."""
    moving = [frame for frame in range(frames) if frame != ground]
    unknowns = 6 * len(moving)
    at = np.full(frames, unknowns + inputs, dtype=np.int64)
    at[moving] = 6 * np.arange(len(moving))
    first = unknowns + inputs + 6
    matrix = first + 9 * np.arange(frames, dtype=np.int64)
    angle = first + 9 * frames
    return Layout(at, matrix, angle, unknowns, inputs, angle + angles, ground)


def number_angles(conditions: Sequence[SpaceCondition], others: Sequence[Turn]) -> dict[Turn, int]:
    """All angles of conditions and some others, each once whatever its weight, by their numbers."""
    found: dict[Turn, int] = {}
    for turn in (*(each for condition in conditions for each in condition.turns), *others):
        found.setdefault(turn._replace(weight=1.0), len(found))
    return found


def make_tables(
    table: SpaceTable, conditions: Sequence[SpaceCondition], angles: dict[Turn, int], layout: Layout, unit: float
) -> SpaceConditions:
    """The tables, lengths in typical lengths."""
    scale = np.where(table.has_ends, unit, 1.0)
    number = np.zeros((len(conditions), 2), dtype=np.int64)
    for row, condition in enumerate(conditions):
        for slot, turn in enumerate(condition.turns):
            number[row, slot] = angles[turn._replace(weight=1.0)]
    sides = [(turn.zero.vector, cross(turn.axis.vector, turn.zero.vector), turn.pointer.vector) for turn in angles]
    frames = [(turn.zero.frame, turn.pointer.frame) for turn in angles]
    return SpaceConditions(
        at=layout.at,
        matrix=layout.matrix,
        kind=table.kind.astype(np.int64),
        frame=np.ascontiguousarray(table.frames, dtype=np.int64),
        place=table.places / unit,
        direction=np.ascontiguousarray(table.directions),
        has_ends=table.has_ends.astype(np.int64),
        weight=table.weights / scale[:, None],
        angle=number,
        constant=table.constant / scale,
        input=np.where(table.input >= 0, layout.unknowns + table.input.astype(np.int64), -1),
        is_sine=table.is_sine.astype(np.int64),
        angle_frame=np.array(frames, dtype=np.int64).reshape(-1, 2),
        angle_side=np.array(sides, dtype=np.float64).reshape(-1, 3, 3),
        angle_total=layout.angle + np.arange(len(angles), dtype=np.int64),
    )


@dataclass(frozen=True, slots=True)
class Entries:
    """The derivatives of single conditions that can be other than zero: condition, which of its 48, and variable.

    Those by inputs come last, in the order of the conditions; they have no part. row_start (m + 1,): where those of a
    condition begin.
    """

    row: Integers
    part: Integers
    variable: Integers
    row_start: Integers


def make_entries(table: SpaceTable, layout: Layout) -> Entries:
    """Of ends all that are not zero by the axes of ground, of directions and angles those by turns."""
    row, part, variable, starts = list[int](), list[int](), list[int](), [0]
    for number in range(len(table.kind)):
        for slot in np.flatnonzero(table.slots[number]).tolist():
            frame = int(table.frames[number, slot])
            if frame == layout.ground:
                continue
            for component in _acting(table, number, slot, layout.ground):
                row.append(number)
                part.append(6 * slot + component)
                variable.append(int(layout.at[frame]) + component)
        starts.append(len(row))
    driven = np.flatnonzero(table.input >= 0)
    return Entries(
        row=np.concatenate([np.array(row, dtype=np.int64), driven]),
        part=np.array(part, dtype=np.int64),
        variable=np.concatenate([np.array(variable, dtype=np.int64), layout.unknowns + table.input[driven]]),
        row_start=np.array(starts, dtype=np.int64),
    )


def _acting(table: SpaceTable, row: int, slot: int, ground: int) -> list[int]:
    """Which of the six motions of a frame act on a condition."""
    turns = list(range(TURN, 6))
    if slot >= FIRST:
        return turns
    is_along = table.kind[row] == PROJECTION and table.frames[row, FIRST] == ground
    along = table.directions[row, 0].tolist() if is_along else [1.0, 1.0, 1.0]
    places = [component for component in range(3) if along[component] != 0.0]
    if not table.places[row, slot].any():
        return places
    if is_along and tuple(along) in UPRIGHT:
        turns.remove(TURN + places[0])
    return places + turns


@dataclass(frozen=True, slots=True)
class Combination:
    """Conditions that depend on each other, and orthonormal sums of them: `matrix` (k, k), of which the first `kept`
    are solved."""

    rows: Integers
    matrix: Floats
    kept: int


def overdetermined(row: Integers, variable: Integers, rows: int, variables: int) -> tuple[Integers, Integers]:
    """The rows and variables of a matrix in which there are more rows than variables: what can be reached from rows
    that are left over in a largest matching (Dulmage and Mendelsohn)."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    matrix = coo_array((np.ones(len(row)), (row, variable)), shape=(rows, variables)).tocsr()
    column_of = maximum_bipartite_matching(matrix, perm_type="column")
    row_of = np.full(variables, -1)
    row_of[column_of[column_of >= 0]] = np.flatnonzero(column_of >= 0)
    waiting = np.flatnonzero(column_of < 0).tolist()
    seen = set(waiting)
    reached: set[int] = set()
    while waiting:
        current = waiting.pop()
        for column in matrix.indices[matrix.indptr[current] : matrix.indptr[current + 1]].tolist():
            if column not in reached:
                reached.add(column)
                other = int(row_of[column])
                if other >= 0 and other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return np.array(sorted(seen), dtype=np.int64), np.array(sorted(reached), dtype=np.int64)
