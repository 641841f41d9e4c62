"""From conditions to the tables of the compiled assembler."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Integers
from sgkin.global_solver.condition import Bar, Condition, Distance, Plain, Projection
from sgkin.global_solver.expression import CONSTANT, INPUT, Expression
from sgkin.kernels.equations import Equations


@dataclass(frozen=True, slots=True)
class Pattern:
    """The row and the variable of every derivative that the assembler fills, in the order of its slots: those of linear
    terms, of angles in sums, of the angles of projections, and of bars."""

    row: Integers
    variable: Integers
    parts: tuple[int, int, int, int]


def variable_places(variables: Sequence[int] | Integers, unknowns: int, inputs: int) -> Integers:
    """The places of variables in one vector: unknowns, inputs, constants."""
    numbers = np.asarray(variables, dtype=np.int64)
    result = np.where(numbers >= INPUT, numbers - INPUT + unknowns, numbers)
    return np.where(numbers >= CONSTANT, numbers - CONSTANT + unknowns + inputs, result)


class Table:
    """Collects conditions, and gives their tables; the rows are the numbers of the conditions."""

    def __init__(self, conditions: Sequence[Condition], unknowns: int, inputs: int) -> None:
        self.unknowns, self.inputs = unknowns, inputs
        pairs = list(enumerate(conditions))
        self.plain = [(row, each) for row, each in pairs if isinstance(each, Plain)]
        self.projections = [(row, each) for row, each in pairs if isinstance(each, Projection)]
        self.distances = [(row, each) for row, each in pairs if isinstance(each, Distance)]
        self.bars = [(row, each) for row, each in pairs if isinstance(each, Bar)]
        self.sums: list[tuple[int, Expression]] = [(row, each.value) for row, each in self.plain]
        for row, projection in self.projections:
            self.sums += [(row, part) for part in (*projection.vector, projection.rest)]
        for row, distance in self.distances:
            self.sums += [(row, part) for part in (*distance.vector, distance.length)]
        self.angles: dict[int, int] = {}

    def _angle(self, variable: int) -> int:
        return self.angles.setdefault(variable, len(self.angles))

    def _real(self, variables: Sequence[int]) -> Integers:
        return variable_places(variables, self.unknowns, self.inputs)

    def make(self, scales: Sequence[float]) -> tuple[Equations, Pattern]:
        """The tables; scales: that of every distance."""
        linear = [(row, i, weight) for row, each in self.sums for i, weight in each.linear]
        turns = [(row, self._angle(k), k, a, b) for row, each in self.sums for k, a, b in each.turns]
        turning = [self._angle(each.turning) for _, each in self.projections]
        inclination = np.array([each.inclination for _, each in self.projections])
        bars = self._real([v for _, each in self.bars for v in (*each.first, *each.second)]).reshape(-1, 4)
        lengths = np.array([each.length for _, each in self.bars])
        linear_index = self._real([i for _, i, _ in linear])
        rows = _integers([row for row, _ in self.bars])
        pattern = Pattern(
            row=np.concatenate(
                [
                    _integers([entry[0] for entry in linear]),
                    _integers([entry[0] for entry in turns]),
                    _integers([row for row, _ in self.projections]),
                    np.repeat(rows, 4),
                ]
            ),
            variable=np.concatenate(
                [
                    linear_index,
                    self._real([entry[2] for entry in turns]),
                    self._real([each.turning for _, each in self.projections]),
                    bars.ravel(),
                ]
            ),
            parts=(len(linear), len(turns), len(turning), 4 * len(bars)),
        )
        equations = Equations(
            angle=self._real(list(self.angles)),
            constant=np.array([each.constant for _, each in self.sums]),
            linear_start=_starts([len(each.linear) for _, each in self.sums]),
            linear_index=linear_index,
            linear_weight=np.array([weight for _, _, weight in linear]),
            turn_start=_starts([len(each.turns) for _, each in self.sums]),
            turn_angle=_integers([entry[1] for entry in turns]),
            turn_cos=np.array([entry[3] for entry in turns]),
            turn_sin=np.array([entry[4] for entry in turns]),
            plain_row=_integers([row for row, _ in self.plain]),
            projection_row=_integers([row for row, _ in self.projections]),
            projection_angle=_integers(turning),
            projection_cos=np.cos(inclination),
            projection_sin=np.sin(inclination),
            distance_row=_integers([row for row, _ in self.distances]),
            distance_scale=np.array(scales, dtype=np.float64),
            bar_row=rows,
            bar_index=np.ascontiguousarray(bars),
            bar_square=lengths**2,
            bar_scale=2.0 * lengths,
        )
        return equations, pattern


def _integers(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64)


def _starts(counts: Sequence[int]) -> Integers:
    return np.concatenate([[0], np.cumsum(np.array(counts, dtype=np.int64))]).astype(np.int64)
