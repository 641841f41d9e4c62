"""A mechanism with masses and forces, laid out in numbers for the compiled equations of motion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx
import numpy as np

from sgkin.dynamics.block import Block
from sgkin.dynamics.change_points import ChangePoints, branch_table, lowest
from sgkin.dynamics.dynamic_model import DynamicModel, Measured
from sgkin.dynamics.interpolation_reach import best_reaches
from sgkin.groups.element import DERIVATIVE_ROWS, Feature
from sgkin.groups.plan_builder import span_numbers
from sgkin.kernels import equations_block as kernel
from sgkin.kernels.crossed_rows import crossing_room
from sgkin.kernels.held_coordinates import held_room
from sgkin.mathematics import Place
from sgkin.plan.tape import Layout, Seeds

NO_ROW = -1


class EquationsBlock:
    """The equations of a model in its free inputs: a `plan` of integers and the `start` of a workspace, whose parts
    `sgkin.kernels.equations_block` names.

    `margin_groups`: the groups that have margins; `margin_places`: where these stand in the workspace.
    """

    def __init__(self, model: DynamicModel, free: tuple[int, ...], changes: ChangePoints | None) -> None:
        self._model, self._free, self._kinematics = model, free, model.plan
        self._inputs = len(model.plan.input_names)
        seeds = Seeds(self._inputs, False, along=self._inputs > 1)
        self._tape = model.plan.write_tape(
            model.builder, model.features, seeds, watch=False, groups=model.plan.solved_groups
        )
        self._layout = Layout(self._tape, 1, 1)
        self._offset: list[int] = self._layout.offset.tolist()
        self._dependences: list[list[int]] = []
        self._of_laws: list[float] = []
        self._block = Block()
        self._lay_out_tape()
        self._lay_out_memory()
        self._lay_out_pinned()
        self._lay_out_directed()
        self._lay_out_actions()
        self._lay_out_given()
        self._block.integers(kernel.DEPENDENCES, self._dependences)
        self._lay_out_components()
        if changes is not None and len(changes.places):
            self._lay_out_changes(changes)
        if changes is None:
            self._lay_out_crossing()
        self.plan, self.start = self._block.plan(), self._block.workspace()
        self.margin_groups = tuple(self._tape.margins)
        rows = self._offsets(tuple(self._tape.margins.values()))
        self.margin_places = int(self.plan[kernel.W_STATE]) + np.array(rows, dtype=np.int64)

    def _lay_out_tape(self) -> None:
        block, tape = self._block, self._tape
        block.size(kernel.INPUTS, self._inputs)
        block.size(kernel.FREE, len(self._free))
        block.integers(kernel.FREE_INPUTS, self._free)
        block.size(kernel.OPERATIONS, len(tape.operations))
        block.integers(kernel.ADDRESSES, tape.addresses)
        block.integers(kernel.ROW_START, tape.row_start[:-1])
        block.integers(kernel.GEOMETRY_START, tape.geometry_start)
        block.integers(kernel.MEMORY_START, tape.memory_start)
        block.integers(kernel.ROWS, self._layout.rows)
        block.integers(kernel.INPUT_ROWS, self._offsets(tape.input_rows))
        block.integers(kernel.RATE_ROWS, self._offsets(tape.rate_rows))
        block.size(kernel.MARGINS, len(tape.margins))
        block.integers(kernel.MARGIN_ROWS, self._offsets(tuple(tape.margins.values())))
        block.size(kernel.KEPT, tape.kept)
        block.numbers(kernel.W_STATE, self._layout.state)
        block.numbers(kernel.W_GEOMETRY, tape.geometry)

    def _lay_out_memory(self) -> None:
        block, plan, f = self._block, self._kinematics, self._inputs
        iterated = [plan.element(group) for group in plan.solved_groups if plan.iterated[group]]
        block.size(kernel.ITERATED, len(iterated))
        block.integers(kernel.LANES_KNOWN, [each.start + (each.sign or 0) + 1 for each in iterated])
        block.size(kernel.MEMORY, len(plan.start))
        block.numbers(kernel.W_MEMORY, plan.start)
        block.numbers(kernel.W_INPUTS, np.zeros(3 * f + 2))
        block.numbers(kernel.W_MATRIX, np.zeros(f * f))
        block.numbers(kernel.W_FORCES, np.zeros(f))

    def _lay_out_changes(self, changes: ChangePoints) -> None:
        block, plan = self._block, self._kinematics
        branches = branch_table(plan, changes)
        reaches, stored = best_reaches(plan, self._tape, changes, branches)
        block.size(kernel.CHANGES, len(changes.places))
        block.size(kernel.BRANCHES, len(branches.at))
        block.integers(kernel.BRANCH_PLACES, branches.at)
        places = np.stack([changes.places, reaches], axis=1)
        block.numbers(kernel.W_CHANGES, np.concatenate([[changes.period, lowest(changes), -1.0], places.ravel()]))
        block.numbers(kernel.W_BRANCHES, branches.table)
        block.numbers(kernel.W_NODES, stored)
        more = (angle.more for measured in self._model.measured for angle in measured.angles)
        rows = sorted({self._rows(feature)[0] for feature in more if feature is not None})
        turned = stored[0, -1, rows] - stored[0, 0, rows]  # they follow the input in proportion
        block.size(kernel.TURNINGS, len(rows))
        block.integers(kernel.TURNING_ROWS, rows)
        block.numbers(kernel.W_TURNING, turned / (kernel.NODES * reaches[0]))

    def _lay_out_crossing(self) -> None:
        room = crossing_room(self._inputs, len(self._kinematics.start), self._tape.kept)
        self._block.size(kernel.CROSSED, kernel.CROSSING_NODES)
        self._block.numbers(kernel.W_CROSSING, np.zeros(room))

    def _lay_out_pinned(self) -> None:
        gravity = self._kinematics.mechanism.gravity
        rows, numbers, starts = [], [], [len(self._dependences)]
        pinned = [body for body in self._model.pinned if self._inputs_of((body.first[0], body.second[0]))]
        for mass, (first, place), (second, other) in pinned:
            alpha, beta, square = _in_pins(mass.centre, place, other)
            inertia = mass.inertia / square + mass.mass * (alpha * alpha + beta * beta)
            numbers.append([mass.mass, mass.mass * alpha, mass.mass * beta, inertia, *gravity])
            (i, by_first), (j, by_second) = self._motion(first), self._motion(second)
            rows.append([*self._rows(first, i, i), *self._rows(second, j, j), by_first, by_second])
            self._depend((first, second))
            starts.append(len(self._dependences))
        self._add_bodies(kernel.PINNED, kernel.PINNED_ROWS, kernel.PINNED_START, kernel.W_PINNED, rows, starts, numbers)

    def _lay_out_directed(self) -> None:
        gravity = np.array(self._kinematics.mechanism.gravity)
        rows, numbers, starts = [], [], [len(self._dependences)]
        directed = [body for body in self._model.directed if self._inputs_of((body.point[0], body.direction))]
        for mass, (point, place), direction in directed:
            arm = (mass.centre[0] - place[0], mass.centre[1] - place[1])
            numbers.append([mass.mass, mass.inertia, *arm, *(mass.mass * gravity)])
            (i, by_point), (j, by_turn) = self._motion(point), self._motion(direction)
            turning = [*self._rows(direction, j, j), by_turn, *self._rows(direction, j), by_turn]
            rows.append([*self._rows(direction), *self._rows(point, i, i), by_point, *turning])
            self._depend((point, direction))
            starts.append(len(self._dependences))
        self._add_bodies(
            kernel.DIRECTED, kernel.DIRECTED_ROWS, kernel.DIRECTED_START, kernel.W_DIRECTED, rows, starts, numbers
        )

    def _add_bodies(
        self, size: int, at: int, start: int, numbered: int, rows: list[Any], starts: list[int], numbers: list[Any]
    ) -> None:
        self._block.size(size, len(rows))
        self._block.integers(at, rows)
        self._block.integers(start, starts)
        self._block.numbers(numbered, numbers)

    def _lay_out_actions(self) -> None:
        block, laws = self._block, [measured.action.law.record() for measured in self._model.measured]
        rows, numbers, starts = [], [], [len(self._dependences)]
        bends = [self._bend_rows(measured) for measured in self._model.measured]
        for measured in self._model.measured:
            rows.append([measured.kind, *self._action_rows(measured)])
            numbers.append(_action_numbers(measured))
            if measured.kind == kernel.ANGLE:
                self._depend([angle.direction for angle in measured.angles])
            else:
                turned = [measured.direction] if measured.direction is not None else []
                self._depend([*measured.points, *turned])
            starts.append(len(self._dependences))
        block.integers(kernel.ACTION_LAWS, [code for code, _ in laws])
        block.integers(kernel.LAW_STARTS, [self._put_law(of_law) for _, of_law in laws])
        block.size(kernel.ACTIONS, len(rows))
        block.integers(kernel.ACTION_ROWS, rows)
        block.integers(kernel.ACTION_START, starts)
        block.numbers(kernel.W_ACTIONS, numbers)
        block.numbers(kernel.W_VALUES, np.zeros(3 * len(rows)))
        block.integers(kernel.BEND_ROWS, bends)
        block.size(kernel.SEEN, len(self._model.seen))
        block.numbers(kernel.W_HELD, np.zeros(held_room(len(self._model.seen), self._inputs)))

    def _action_rows(self, measured: Measured) -> list[int]:
        if measured.kind == kernel.ANGLE:
            rows = []
            for angle in measured.angles:
                rows += [NO_ROW] * 2 if angle.counted is None else self._rows(angle.counted)
                rows += [NO_ROW] if angle.more is None else self._rows(angle.more)
            return rows
        rows = [row for point in measured.points for row in self._rows(point)]
        return rows + (self._rows(measured.direction) if measured.direction is not None else [0, 0])

    def _bend_rows(self, measured: Measured) -> list[int]:
        """Where the second derivatives of what a coordinate is read from stand, each with what it is multiplied by."""
        directions = [measured.direction] if measured.direction is not None else []
        features = [angle.direction for angle in measured.angles] or [*measured.points, *directions]
        rows: list[int] = []
        for feature in features:
            i, by = self._motion(feature)
            rows += [*self._rows(feature, i, i), by]
        return rows + [0] * (kernel.BEND_SIZE - len(rows))

    def _lay_out_given(self) -> None:
        block, rows = self._block, []
        laws = [law for driver in self._kinematics.mechanism.drivers for law in driver.laws]
        for number, law in enumerate(laws):
            if number not in self._free:
                code, of_law = law.record()
                rows.append([number, code, self._put_law(of_law)])
        block.size(kernel.GIVEN, len(rows))
        block.integers(kernel.GIVEN_LAWS, rows)
        block.numbers(kernel.W_LAWS, self._of_laws)

    def _put_law(self, numbers: Sequence[float]) -> int:
        """Put the numbers of a law behind those of others; where they begin."""
        self._of_laws.extend(numbers)
        return len(self._of_laws) - len(numbers)

    def _lay_out_components(self) -> None:
        """Inputs that move some of the same bodies, together; the free ones of each first."""
        block, graph = self._block, networkx.Graph()
        graph.add_nodes_from(range(self._inputs))
        for features in self._model.bodies:
            networkx.add_path(graph, self._inputs_of(features))
        parts = sorted(sorted(part) for part in networkx.connected_components(graph))
        ordered = [sorted(part, key=lambda i: (i not in self._free, i)) for part in parts]
        block.size(kernel.COMPONENTS, len(ordered))
        block.integers(kernel.COMPONENT_INPUTS, [i for part in ordered for i in part])
        block.integers(kernel.COMPONENT_START, np.cumsum([0, *map(len, ordered)]))
        block.integers(kernel.COMPONENT_FREE, [sum(i in self._free for i in part) for part in ordered])

    def _rows(self, feature: Feature, *tangents: int) -> list[int]:
        """Where the rows of a feature, or of a derivative of it, stand in the state."""
        rows, zero = self._tape.features[feature].by(*tangents), self._tape.constants[0][0]
        return self._offsets(rows if rows is not None else (zero,) * DERIVATIVE_ROWS[feature.kind])

    def _offsets(self, rows: Sequence[int]) -> list[int]:
        return [self._offset[row] for row in rows]

    def _inputs_of(self, features: Sequence[Feature]) -> list[int]:
        """The inputs on which features depend."""
        return sorted({i for feature in features for i in self._tape.features[feature].first if i < self._inputs})

    def _motion(self, feature: Feature) -> tuple[int, int]:
        """By which tangent a feature moves, and by the rate of which input that must be multiplied, −1 for none."""
        first, along = self._tape.features[feature].first, self._inputs
        if along in first:
            return along, NO_ROW
        return (next(iter(first)),) * 2 if first else (0, NO_ROW)

    def _depend(self, features: Sequence[Feature]) -> None:
        """List the derivatives of features by each input on which they depend."""
        for i in self._inputs_of(features):
            rows = [row for feature in features for row in self._rows(feature, i)]
            room = kernel.DEPENDENCE_SIZE - 1 - len(rows)
            self._dependences.append([i, *rows, *[0] * room])


def _in_pins(centre: Place, first: Place, second: Place) -> tuple[float, float, float]:
    """α, β with centre = first + α d + β d⊥, d = second − first, and |d|²."""
    a, b = span_numbers(first, second)
    x, y = centre[0] - first[0], centre[1] - first[1]
    return a * x + b * y, a * y - b * x, 1.0 / (a * a + b * b)


def _action_numbers(measured: Measured) -> list[float]:
    if measured.kind == kernel.ANGLE:
        first, second = measured.angles
        return [second.constant - first.constant, first.first, second.first, first.first, second.first, 0.0]
    return [*measured.inclination, measured.turns, measured.counts, 0.0, measured.shift]
