"""A whole mechanism as one system of equations, ready to be solved step after step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.errors import InitialConfigurationError
from sgkin.global_solver.condition import Condition, Distance, Plain, Projection
from sgkin.global_solver.coordinates import Coordinates, Maker, scaled_poses
from sgkin.global_solver.expression import Expression
from sgkin.global_solver.mixed import mixed
from sgkin.global_solver.ordering import Entries, find_order
from sgkin.global_solver.redundancy import redundant_rows
from sgkin.global_solver.reference_points import reference_points
from sgkin.global_solver.table import Pattern, Table, variable_places
from sgkin.global_solver.whole import WholeEquations
from sgkin.kernels.compiled import JIT
from sgkin.kernels.continuation import COUNTS, System, Work
from sgkin.kernels.equations import Slots, fill_jacobian, fill_residuals, turn_angles
from sgkin.mathematics import Pose
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Structure

COORDINATES: dict[str, Maker] = {"mixed": mixed, "reference-point": reference_points}
"""The coordinate sets by name."""
SETTLED, ROUNDING = 1e-13, 8e-16
"""A correction, in typical lengths, after which an iteration ends: absolute, and relative to the largest coordinate."""


class GlobalSystem(WholeEquations):
    """All conditions of a mechanism in one coordinate set.

    `conditions`: in the order of their rows, of which the first `size` are solved and the others are redundant; `size`:
    how many unknowns there are; `condition_count`: how many conditions, the paper's m; `names`: of the unknowns;
    `unit`: the typical length, in which lengths are counted.
    """

    conditions: tuple[Condition, ...]
    pattern: Pattern

    def __init__(
        self, mechanism: Mechanism, structure: Structure, poses: Mapping[str, Pose], coordinates: str | Maker
    ) -> None:
        self.mechanism, self.structure = mechanism, structure
        self.unit = typical_length(mechanism)
        maker = COORDINATES[coordinates] if isinstance(coordinates, str) else coordinates
        made = maker(mechanism, scaled_poses(mechanism, poses, self.unit), self.unit)
        self.frames, self.names, self.size = made.frames, tuple(made.names), len(made.start)
        self.inputs = len(mechanism.input_names)
        lengths = [mechanism.input_quantity(name) == "length" for name in mechanism.input_names]
        self.input_scales = np.where(lengths, self.unit, 1.0)
        stated = np.array(list(mechanism.initial_inputs.values())).reshape(-1) / self.input_scales
        self.start = np.concatenate([made.start, stated, made.constants])
        conditions = self._without_whole_turns(made)
        self.condition_count = len(conditions)
        scales = [2.0 * self._length(each.vector) for each in conditions if isinstance(each, Distance)]
        table = Table(conditions, self.size, self.inputs)
        equations, pattern = table.make(scales)
        self.equations, self.pattern = equations, pattern
        redundant = redundant_rows(mechanism, structure, conditions, self.jacobian(self.start))
        self._move_redundant_last(conditions, redundant)

    def _values(self, variable: int) -> Floats:
        return np.asarray(self.start[variable_places([variable], self.size, self.inputs)[0]])

    def _length(self, vector: tuple[Expression, Expression]) -> float:
        return float(np.hypot(vector[0].value(self._values), vector[1].value(self._values))) or 1.0

    def _without_whole_turns(self, made: Coordinates) -> list[Condition]:
        """The conditions with whole turns taken out of the angles, as they are at the start."""
        conditions: list[Condition] = []
        for each in made.conditions:
            match each:
                case Plain(period=period, value=value) if period:
                    turns = period * round(float(value.value(self._values)) / period)
                    each = replace(each, value=value - Expression(turns))
                case Projection(period=period, rest=rest) if period:
                    turns = period * round(float(self._projected(each)) / period)
                    each = replace(each, rest=rest - Expression(turns))
            conditions.append(each)
        return conditions

    def _projected(self, condition: Projection) -> Floats:
        angle = self._values(condition.turning) + condition.inclination
        x, y = (part.value(self._values) for part in condition.vector)
        return np.asarray(np.cos(angle) * x + np.sin(angle) * y + condition.rest.value(self._values))

    def _move_redundant_last(self, conditions: Sequence[Condition], redundant: list[int]) -> None:
        left_out = set(redundant)
        order = [number for number in range(len(conditions)) if number not in left_out] + redundant
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        self.conditions = tuple(conditions[number] for number in order)
        rows = ("plain_row", "projection_row", "distance_row", "bar_row")
        self.equations = replace(self.equations, **{name: place[getattr(self.equations, name)] for name in rows})
        self.pattern = replace(self.pattern, row=place[self.pattern.row])

    @property
    def redundant(self) -> tuple[Condition, ...]:
        """The conditions that are left out of the solution; their residual is checked at every step."""
        return self.conditions[self.size :]

    def prepare(self, w: Floats) -> None:
        """The rows are the same everywhere."""

    def derivatives(self, w: Floats) -> Floats:
        """All derivatives in the order of `pattern`, at the variables w."""
        count = len(self.pattern.row)
        cosine, sine = self._turned(w)
        values = np.zeros(count)
        fill_jacobian(self.equations, slots_of(self.pattern, np.arange(count)), w, cosine, sine, values)
        return values

    def residuals(self, w: Floats) -> Floats:
        """Φ of all conditions (m,) at the variables w."""
        cosine, sine = self._turned(w)
        residual = np.zeros(self.condition_count)
        fill_residuals(self.equations, w, cosine, sine, residual)
        return residual

    def _turned(self, w: Floats) -> tuple[Floats, Floats]:
        cosine, sine = np.zeros(len(self.equations.angle)), np.zeros(len(self.equations.angle))
        turn_angles(self.equations, w, cosine, sine)
        return cosine, sine

    def by_condition(self, rows: Floats) -> Floats:
        """Every row is a condition."""
        return rows

    def system(self, slot: Integers, parts: Mapping[str, Any]) -> System:
        """The tables of the compiled march."""
        return System(equations=self.equations, slots=slots_of(self.pattern, slot), **parts)

    def work(self, parts: Mapping[str, Any]) -> Work:
        """Its room."""
        angles = len(self.equations.angle)
        return Work(**parts, cosine=np.zeros(angles), sine=np.zeros(angles))

    def grouped_jacobian(self, w: Floats) -> Any:
        """Of the conditions that are solved."""
        return self.jacobian(w)[: self.size]

    def moving(self, kept: Integers) -> Integers:
        """All of them."""
        return kept


def typical_length(mechanism: Mechanism) -> float:
    """The root mean square distance of points from the origin of their link, of those that are not at it.

    Ground is left out if it can be.
    """
    moving = [p for link in mechanism.links if link.name != mechanism.ground for p in link.points.values()]
    places = moving if np.any(moving) else [p for link in mechanism.links for p in link.points.values()]
    squares = (np.array(places).reshape(-1, 3 if mechanism.is_spatial else 2) ** 2).sum(axis=1)
    return float(np.sqrt(squares[squares > 0.0].mean())) if squares.any() else 1.0


def slots_of(pattern: Pattern, slot: Integers) -> Slots:
    """The slots of all derivatives, part by part."""
    ends = np.cumsum(pattern.parts)
    linear, turn, projection, bar = np.split(np.asarray(slot, dtype=np.int64), ends[:-1])
    return Slots(linear, turn, projection, np.ascontiguousarray(bar.reshape(-1, 4)))


class Solver:
    """A system with a way to solve its linear equations: sparse, in blocks, or full, with LAPACK.

    `system` and `work` are what the compiled code is given.
    """

    def __init__(self, whole: WholeEquations, full: bool, tracked: Integers) -> None:
        self.whole, self.tracked = whole, tracked
        self.full = full and whole.size > 0  # LAPACK refuses what has no rows
        self.addresses = lapack_addresses() if self.full and JIT else np.zeros(2, dtype=np.int64)
        self.system: System
        self.work: Work
        self.prepare(whole.start)

    def prepare(self, w: Floats) -> None:
        """Find the order of elimination at the variables w, and make room for everything."""
        whole, n = self.whole, self.whole.size
        whole.prepare(w)
        pattern = whole.pattern
        inside = (pattern.row < n) & (pattern.variable < n)
        codes, where = np.unique(pattern.row[inside] * n + pattern.variable[inside], return_inverse=True)
        entries = Entries(codes // max(n, 1), codes % max(n, 1), n)
        if self.full:
            place, stored = entries.column * n + entries.row, n * n
            blocks = empty_blocks()
        else:
            values = np.zeros(len(codes))
            np.add.at(values, where, whole.derivatives(w)[inside])
            found = find_order(entries, values)
            if found is None:
                raise singular_start(whole)
            place, stored, blocks = found.slot, found.stored, found.blocks
        known = (pattern.row < n) & (pattern.variable >= n) & (pattern.variable < n + whole.inputs)
        pairs, which = np.unique(pattern.row[known] * (n + whole.inputs) + pattern.variable[known], return_inverse=True)
        slot = np.full(len(pattern.row), stored + len(pairs), dtype=np.int64)
        slot[inside] = place[where]
        slot[known] = stored + which
        count = 1 if self.full else len(blocks.start) - 1
        parts = {
            "blocks": blocks,
            "known_row": pairs // (n + whole.inputs),
            "known_input": pairs % (n + whole.inputs) - n,
            "known_store": np.array([stored], dtype=np.int64),
            "sizes": np.array([n, whole.inputs, int(self.full)], dtype=np.int64),
            "addresses": self.addresses,
            "integers": np.array([n, 1, 0], dtype=np.int32),
            "letter": np.frombuffer(b"N", dtype=np.uint8).copy(),
            "tracked": self.tracked,
            "settled": np.array([max(SETTLED, ROUNDING * float(np.abs(w).max(initial=0.0)))]),
        }
        self.system = whole.system(slot, parts)
        self.work = make_work(whole, stored + len(pairs) + 1, count, self.tracked, w)


def make_work(whole: WholeEquations, values: int, blocks: int, tracked: Integers, w: Floats) -> Work:
    """Room for everything that changes."""
    variables, rows, n = len(w), whole.condition_count, whole.size
    directions = np.stack([w[tracked[:, 2]] - w[tracked[:, 0]], w[tracked[:, 3]] - w[tracked[:, 1]]], axis=1)
    parts = {
        "w": w.copy(),
        "trial": w.copy(),
        "values": np.zeros(values),
        "pivots": np.zeros(n, dtype=np.int64),
        "short_pivots": np.zeros(n, dtype=np.int32),
        "sign": np.zeros(blocks),
        "base_sign": np.zeros(blocks),
        "quality": np.zeros(blocks),
        "best": np.zeros(blocks),
        "residual": np.zeros(rows),
        "right": np.zeros(rows),
        "step": np.zeros(n),
        "x": np.zeros(n),
        "first": np.zeros(variables),
        "second": np.zeros(variables),
        "third": np.zeros(n),
        "bend": np.zeros(n),
        "before": np.zeros(2),
        "rate": np.zeros(variables),
        "acceleration": np.zeros(variables),
        "unit": np.zeros((whole.inputs, variables)),
        "change": np.zeros(whole.inputs),
        "turns": np.zeros(len(tracked), dtype=np.int64),
        "direction": np.ascontiguousarray(directions),
        "counts": np.zeros(COUNTS, dtype=np.int64),
        "last_w": w.copy(),
        "last_sign": np.zeros(blocks),
        "last_turns": np.zeros(len(tracked), dtype=np.int64),
        "last_direction": np.ascontiguousarray(directions),
    }
    return whole.work(parts)


def empty_blocks() -> Any:
    """The blocks of a full matrix, which has none."""
    found = find_order(Entries(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), 0), np.zeros(0))
    assert found is not None
    return found.blocks


def lapack_addresses() -> Integers:
    """Where `dgetrf` and `dgetrs` are."""
    from numba.extending import get_cython_function_address

    names = ("dgetrf", "dgetrs")
    return np.array([get_cython_function_address("scipy.linalg.cython_lapack", name) for name in names], dtype=np.int64)


def singular_start(whole: WholeEquations) -> InitialConfigurationError:
    """What is said where the equations are singular in the initial configuration."""
    return InitialConfigurationError(
        f"{whole.mechanism.name}: the initial configuration is a singular position; start from another one"
    )
