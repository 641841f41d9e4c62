"""A whole mechanism in space as one system of equations: six unknowns for every moving link, turns as increments.

Links are known by reference points, the mean of the places at which joints hold them, so that arms are short wherever
the frames of links are. What joints and drivers state is that of `sgkin.conditions`; every other number here is a place
in a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.conditions.record import NOT_DRIVEN
from sgkin.conditions.space_record import SpaceCondition, Turn
from sgkin.conditions.space_statement import SpaceStatements
from sgkin.conditions.space_table import SpaceTable, frame_of
from sgkin.errors import InitialConfigurationError, UnsolvableError
from sgkin.global_solver.condition import Owner
from sgkin.global_solver.space_table import (
    Combination,
    make_entries,
    make_layout,
    make_tables,
    number_angles,
    overdetermined,
)
from sgkin.global_solver.whole import WholeEquations
from sgkin.kernels.continuation import System, Work
from sgkin.kernels.space_conditions import SLOTS, count_all, fill_gradients, fill_values
from sgkin.kernels.space_continuation import SpaceSlots, SpaceSystem, SpaceWork, take_turns
from sgkin.model.mechanism import Mechanism
from sgkin.space import SpacePose, Vector, scaled
from sgkin.structure.structure import Structure
from sgkin.whole_turns import WHOLE_TURN

ROUNDED = 1e-12
"""Distance, by the size of the mechanism, that is none."""
DEPENDENT = 1e-9
"""Smallest singular value, by the largest, with which conditions are independent."""


class Stated(NamedTuple):
    """A condition, and who states it."""

    owner: Owner
    condition: SpaceCondition


class SpacePattern(NamedTuple):
    """The row and the variable of every part of a derivative; of which derivative of a single condition it is one, and
    how many times; `left_…`: the same of conditions that are left out, whose derivatives are numbered by `target`."""

    row: Integers
    variable: Integers
    source: Integers
    weight: Floats
    left_source: Integers
    left_weight: Floats
    left_target: Integers


class SpaceGlobalSystem(WholeEquations):
    """All conditions of a mechanism in space.

    `angles`: by their numbers, the angles that are counted with whole turns, of joints and in conditions; `bases`: the
    reference points of all links in their frames; `layout`: where variables stand.
    """

    conditions: tuple[Stated, ...]
    pattern: SpacePattern

    def __init__(self, mechanism: Mechanism, structure: Structure, poses: Mapping[str, SpacePose]) -> None:
        self.mechanism, self.structure = mechanism, structure
        links = [link.name for link in mechanism.links]
        self.bases = reference_points(mechanism)
        parts = {link: (number, SpacePose(scaled(-1.0, self.bases[link]))) for number, link in enumerate(links)}
        statements = SpaceStatements(mechanism, parts)
        self.conditions = stated_by(statements)
        conditions = [each.condition for each in self.conditions]
        self.joint_turns = joint_turns(statements)
        self.angles = number_angles(conditions, [turn for _, _, turn in self.joint_turns])
        table = SpaceTable.of(conditions)
        self.unit = _typical_length(table, statements.ground, mechanism.size)
        self.inputs, self.condition_count = len(mechanism.input_names), len(conditions)
        self.input_scales = np.array(
            [self.unit if mechanism.input_quantity(name) == "length" else 1.0 for name in mechanism.input_names]
        )
        self.layout = make_layout(len(links), statements.ground, self.inputs, len(self.angles))
        self.size = self.layout.unknowns
        if self.condition_count < self.size:
            raise UnsolvableError(
                f"{mechanism.name}: the whole mechanism has {self.condition_count} conditions for {self.size} unknowns;"
                " add drivers, or joints"
            )
        self.equations = make_tables(table, conditions, self.angles, self.layout, self.unit)
        self.entries = make_entries(table, self.layout)
        self.start = self._start(poses)
        self._take_out_turns(table)
        self.combination = Combination(np.zeros(0, dtype=np.int64), np.zeros((0, 0)), 0)
        self.dependent = self._dependent()
        self.prepare(self.start)

    def _start(self, poses: Mapping[str, SpacePose]) -> Floats:
        """All variables in the initial configuration; angles within half a turn."""
        start = np.zeros(self.layout.variables)
        origin = np.array(self.mechanism.origin)
        for number, link in enumerate(self.mechanism.links):
            frame = frame_of(poses[link.name])
            at, matrix = self.layout.at[number], self.layout.matrix[number]
            start[at : at + 3] = (frame[:, :3] @ self.bases[link.name] + frame[:, 3] - origin) / self.unit
            start[matrix : matrix + 9] = frame[:, :3].ravel()
        stated = np.array(list(self.mechanism.initial_inputs.values())).reshape(-1)
        start[self.size : self.size + self.inputs] = stated / self.input_scales
        count_all(self.equations, start)
        return start

    def _take_out_turns(self, table: SpaceTable) -> None:
        """Let the conditions hold at the start: driven angles as driven, whole turns of others in their constants."""
        for row in np.flatnonzero(table.period > 0.0).tolist():
            value = np.zeros(self.condition_count)
            fill_values(self.equations, self.start, value)
            weight, angle = self.equations.weight[row], self.equations.angle[row]
            period = float(table.period[row]) / (self.unit if table.has_ends[row] else 1.0)
            turns = round(value[row] / period)
            if table.input[row] != NOT_DRIVEN:
                self.start[self.layout.angle + angle[0]] -= turns * WHOLE_TURN * np.sign(weight[0])
            else:
                self.equations.constant[row] += turns * period

    def _dependent(self) -> Integers:
        """The conditions that can depend on each other."""
        if self.condition_count == self.size:
            return np.zeros(0, dtype=np.int64)
        unknown = self.entries.variable < self.size
        row, variable = self.entries.row[unknown], self.entries.variable[unknown]
        rows, self._columns = overdetermined(row, variable, self.condition_count, self.size)
        return rows

    def prepare(self, w: Floats) -> None:
        """Form the combinations of conditions that depend on each other, and find where all derivatives belong."""
        k = len(self.dependent)
        if k:
            single = self.single_jacobian(w)[self.dependent][:, self._columns].toarray()
            matrix, values, _ = np.linalg.svd(single, full_matrices=True)
            kept = len(self._columns)
            if kept > k or not values[kept - 1] > DEPENDENT * values[0]:
                raise InitialConfigurationError(
                    f"{self.mechanism.name}: the initial configuration is a singular position, or some links are not "
                    "held by anything; start from another one, or add a driver"
                )
            self.combination = Combination(self.dependent, np.ascontiguousarray(matrix.T), kept)
        self.place = self._places()
        self.pattern = self._pattern()

    def _places(self) -> Integers:
        """Where every condition stands among the rows; those that are combined, the rows that stand for them."""
        rows, kept = self.combination.rows, self.combination.kept
        place = np.full(self.condition_count, -1, dtype=np.int64)
        single = np.setdiff1d(np.arange(self.condition_count), rows)
        place[single] = np.arange(len(single))
        place[rows[:kept]] = len(single) + np.arange(kept)
        place[rows[kept:]] = self.size + np.arange(len(rows) - kept)
        return place

    def _pattern(self) -> SpacePattern:
        entries, (rows, matrix, kept) = self.entries, self._combined
        inside = np.isin(entries.row, rows)
        alone, together = np.flatnonzero(~inside), np.flatnonzero(inside)
        which = np.searchsorted(rows, entries.row[together])
        new = self.place[rows[:kept]]
        row = np.concatenate([self.place[entries.row[alone]], np.repeat(new, len(together))])
        source = np.concatenate([alone, np.tile(together, kept)])
        weight = np.concatenate([np.ones(len(alone)), matrix[:kept][:, which].ravel()])
        unknown = together[entries.variable[together] < self.size]
        left_which = np.searchsorted(rows, entries.row[unknown])
        left = len(rows) - kept
        columns, target = np.unique(entries.variable[unknown], return_inverse=True)
        return SpacePattern(
            row=row,
            variable=entries.variable[source],
            source=source,
            weight=weight,
            left_source=np.tile(unknown, left),
            left_weight=np.ascontiguousarray(matrix[kept:][:, left_which]).ravel(),
            left_target=(np.arange(left)[:, None] * len(columns) + target).ravel(),
        )

    @property
    def _combined(self) -> tuple[Integers, Floats, int]:
        return self.combination.rows, self.combination.matrix, self.combination.kept

    @property
    def redundant(self) -> tuple[Stated, ...]:
        """The conditions that depend on each other, where there are more than unknowns."""
        return tuple(self.conditions[row] for row in self.dependent.tolist())

    def _single_derivatives(self, w: Floats) -> Floats:
        """The derivatives of single conditions, as `entries` has them."""
        found = np.zeros(len(self.entries.row))
        fill_gradients(
            self.equations, self.counted(w), self.entries.row_start, self.entries.part, np.zeros(6 * SLOTS), found
        )
        return found

    def single_jacobian(self, w: Floats) -> Any:
        """The derivatives of single conditions by the unknowns (m, n), sparse."""
        from scipy.sparse import coo_array

        unknown = self.entries.variable < self.size
        places = self.entries.row[unknown], self.entries.variable[unknown]
        values = self._single_derivatives(w)[unknown]
        return coo_array((values, places), shape=(self.condition_count, self.size)).tocsr()

    def grouped_jacobian(self, w: Floats) -> Any:
        """Of single conditions; there may be more of them than unknowns."""
        return self.single_jacobian(w)

    def counted(self, w: Floats) -> Floats:
        """The variables with turns taken, and every angle nearest to what it was."""
        found = w.copy()
        take_turns(self.equations, found)
        count_all(self.equations, found)
        return found

    def derivatives(self, w: Floats) -> Floats:
        """All parts of derivatives in the order of `pattern`, at the variables w."""
        return np.asarray(self.pattern.weight * self._single_derivatives(w)[self.pattern.source])

    def residuals(self, w: Floats) -> Floats:
        """What is open of every condition (m,) at the variables w."""
        found = np.zeros(self.condition_count)
        fill_values(self.equations, self.counted(w), found)
        return found

    def by_condition(self, rows: Floats) -> Floats:
        """What belongs to rows, all or the first ones, as shares of the conditions."""
        every = np.zeros(self.condition_count)
        every[: len(rows)] = rows
        found = every[self.place]
        combined, matrix, _ = self._combined
        found[combined] = matrix.T @ every[self.place[combined]]
        return found

    def system(self, slot: Integers, parts: Mapping[str, Any]) -> System:
        """The tables of the compiled march."""
        pattern = self.pattern
        slots = SpaceSlots(
            part=self.entries.part,
            row_start=self.entries.row_start,
            source=pattern.source,
            weight=pattern.weight,
            target=slot,
            left_source=pattern.left_source,
            left_weight=pattern.left_weight,
            left_target=pattern.left_target,
            combined=self.combination.rows,
            combination=self.combination.matrix,
            place=self.place,
        )
        return SpaceSystem(equations=self.equations, slots=slots, **parts)

    def work(self, parts: Mapping[str, Any]) -> Work:
        """Its room."""
        return SpaceWork(
            **parts,
            cosine=np.zeros(0),
            sine=np.zeros(0),
            single=np.zeros(self.condition_count),
            gradient=np.zeros(6 * SLOTS),
            derivatives=np.zeros(len(self.entries.row)),
            left=np.zeros(int(self.pattern.left_target.max(initial=-1)) + 1),
        )

    def moving(self, kept: Integers) -> Integers:
        """The velocities of frames."""
        return kept[kept < self.size]


def stated_by(statements: SpaceStatements) -> tuple[Stated, ...]:
    """All conditions of joints and drivers, by whom they are stated."""
    mechanism = statements.mechanism
    found = [
        Stated(Owner("joint", joint.name), each)
        for joint, stated in zip(mechanism.joints, statements.joints, strict=True)
        for each in stated.scalars(statements.ground)
    ]
    for stated in statements.drivers:
        found += [Stated(Owner("input", mechanism.input_names[each.input]), each) for each in stated.conditions]
    return tuple(found)


def joint_turns(statements: SpaceStatements) -> tuple[tuple[str, str, Turn], ...]:
    """The angles of joints with one axis: joint, second link, and the angle to it from the joint's first link."""
    return tuple(
        (joint.name, other, statements.coordinate(joint, joint.links[0], other, "angle").turns[0])
        for joint in statements.mechanism.joints
        if joint.letter in ("R", "C", "H")
        for other in joint.links[1:]
    )


def reference_points(mechanism: Mechanism) -> dict[str, Vector]:
    """A point of every link in its frame: the mean of the places at which joints and drivers hold it; of ground the
    origin from which coordinates are counted."""
    statements = SpaceStatements(mechanism)
    table = SpaceTable.of(each.condition for each in stated_by(statements))
    found: dict[str, Vector] = {}
    for number, link in enumerate(mechanism.links):
        ends = table.places[table.has_ends[:, None] & (table.frames[:, :2] == number)]
        places = ends if len(ends) else np.array(list(link.points.values())).reshape(-1, 3)
        x, y, z = (float(each) for each in places.mean(axis=0)) if len(places) else (0.0, 0.0, 0.0)
        found[link.name] = (x, y, z)
    found[mechanism.ground] = statements.origin
    return found


def _typical_length(table: SpaceTable, ground: int, size: float) -> float:
    """The root mean square distance of places from the reference points of their links, of those that are not there but
    for rounding; ground is left out if it can be. Where there are none, the size of the mechanism."""
    ends = np.repeat(table.has_ends[:, None], 2, axis=1)
    for chosen in (ends & (table.frames[:, :2] != ground), ends):
        squares = (table.places[chosen] ** 2).sum(axis=-1)
        away = squares > (ROUNDED * size) ** 2
        if away.any():
            return float(np.sqrt(squares[away].mean()))
    return size or 1.0
