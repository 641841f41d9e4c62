"""One configuration at a time: position, velocity, acceleration, or velocity coefficients and their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.coefficients import Coefficients, Configuration
from sgkin.errors import InputError, Outcome
from sgkin.groups.element import DERIVATIVE_ROWS, Entity
from sgkin.kernels.compiled import JIT
from sgkin.kernels.gather import NOT_FINITE, fill_inputs, gather_numbers, gather_poses, run_single
from sgkin.kernels.limits import LARGEST, LARGEST_ACCELERATION
from sgkin.model.form import real_numbers, too_large
from sgkin.plan.tape import Layout, Seeds

if TYPE_CHECKING:
    from sgkin.plan.plan import KinematicPlan

Floats = NDArray[np.float64]

CHANGE_POINT = 1e-11
"""Margins up to this are zero: a change point, where two modes meet."""
ZERO = 1e-13
"""Margins up to this are looked at more closely."""
NOTHING = np.zeros(0)


class SingleRunner:
    """Runs a plan for one configuration at a time."""

    def __init__(self, plan: KinematicPlan, seeds: Seeds | None, points: tuple[str, ...] = ()) -> None:
        self.plan, self.count = plan, len(plan.input_names)
        places = tuple(f"{point}.{axis}" for point in points for axis in ("x", "y"))
        self.names = (*plan.coordinate_names[: 3 * len(plan.links)], *places, *plan.input_names)
        self.ground = plan.mechanism.ground
        self.motion, self.differentiated = seeds is not None and seeds.motion, seeds is not None
        entities = [plan.link_entities(link) for link in plan.links]
        entities_of_points = [plan.point_entity(point) for point in points]
        wanted = list(dict.fromkeys([*(entity for pair in entities for entity in pair), *entities_of_points]))
        self.tape = plan.tape(wanted, seeds, watch=False, groups=plan.solved_groups)
        self.layout = Layout(self.tape, 1, 1)
        self.addresses = plan.addresses(self.tape)
        orders = range(3 if self.motion else 1)
        rows = [[self._rows(entity, order) for entity in pair] for order in orders for pair in entities]
        table = [[*point, *direction, *[-1] * (4 - len(point) - len(direction))] for point, direction in rows]
        self.gathered = self.layout.offset[np.array(table, dtype=np.int64).reshape(len(orders), -1, 4)]
        rows_in = [self.tape.input_rows, self.tape.rate_rows, self.tape.acceleration_rows]
        self.point_rows = self._offsets(
            [row for entity in entities_of_points for row in self.tape.entities[entity].position]
        )
        self.taken = np.zeros(0, dtype=np.int64)
        if seeds is not None and not seeds.motion:
            self._find_coefficients([*(entity for pair in entities for entity in pair), *entities_of_points])
        seeded = np.array([row for row in rows_in if row], dtype=np.int64)
        self.seeds = self.layout.offset[seeded.reshape(len(seeded), self.count)]
        self.margin_groups = np.array(list(self.tape.margins), dtype=np.int64)
        self.margin_rows = self.layout.offset[np.array(list(self.tape.margins.values()), dtype=np.int64)]
        self.turns = np.array([plan.site.turn(link) for link in plan.links])
        self.angles = np.array([plan.initial[link][2] if link in plan.initial else 0.0 for link in plan.links])

    def _offsets(self, rows: Sequence[int]) -> NDArray[np.int64]:
        return np.asarray(self.layout.offset[np.array(rows, dtype=np.int64)])

    def _find_coefficients(self, entities: list[Entity]) -> None:
        """Where K (c, f) and L (c, f, f) of all but the inputs stand; what cannot depend on an input is zero."""
        f, zero = self.count, self.tape.constants[0][0]
        first: list[list[int]] = []
        second: list[list[list[int]]] = []
        for entity in entities:
            known = self.tape.entities[entity]
            for part in range(DERIVATIVE_ROWS[entity.kind]):
                first.append([known.first[i][part] if i in known.first else zero for i in range(f)])
                pairs = [[(min(i, j), max(i, j)) for j in range(f)] for i in range(f)]
                second.append([[known.second[p][part] if p in known.second else zero for p in row] for row in pairs])
        self.K_rows = self.layout.offset[np.array(first, dtype=np.int64).reshape(len(first), f)]
        self.L_rows = self.layout.offset[np.array(second, dtype=np.int64).reshape(len(second), f, f)]
        one = next((row for row, value in self.tape.constants if value == 1.0), zero)
        unit, nothing = self._offsets([one]), self._offsets([zero])
        inputs = np.where(np.eye(f, dtype=bool), unit, nothing)
        parts = [
            self.point_rows,
            self._offsets(self.tape.input_rows),
            self.K_rows.ravel(),
            inputs.ravel(),
            self.L_rows.ravel(),
            np.full(f**3, nothing[0]),
        ]
        self.taken = np.concatenate(parts)

    def _rows(self, entity: Entity, order: int) -> tuple[int, ...]:
        known = self.tape.entities[entity]
        zero = self.tape.constants[0][0]
        if order == 0:
            return known.position
        rows = known.first.get(0) if order == 1 else known.second.get((0, 0))
        return rows if rows is not None else (zero,) * (2 if entity.kind == "point" else 1)

    def evaluate(
        self, z: ArrayLike, zd: ArrayLike | None, zdd: ArrayLike | None, near: Configuration | None
    ) -> Configuration:
        values = np.zeros((3, self.count))
        take_values(values[0], z, "z", self.plan.input_names)
        if self.motion:
            take_values(values[1], zd, "zd", self.plan.input_names)
            if zdd is not None:
                take_values(values[2], zdd, "zdd", self.plan.input_names)
        results, memory = self._run(values, near, NOTHING)
        velocities, accelerations = (results[1], results[2]) if self.motion else (None, None)
        return Configuration(
            self.plan.links, values[0], results[0], velocities, accelerations, memory, self.plan.origin
        )

    def coefficients(self, z: ArrayLike, near: Configuration | None) -> Coefficients:
        values = np.zeros((3, self.count))
        take_values(values[0], z, "z", self.plan.input_names)
        c, f = len(self.names), self.count
        numbers = np.empty(c * (1 + f + f * f))
        results, memory = self._run(values, near, numbers)
        q, K, L = numbers[:c], numbers[c : c + c * f].reshape(c, f), numbers[c + c * f :].reshape(c, f, f)
        here = Configuration(self.plan.links, values[0], results[0], None, None, memory, self.plan.origin)
        return Coefficients(q, K, L, self.names, self.plan.links, self.plan.input_names, self.ground, here)

    def _run(self, values: Floats, near: Configuration | None, numbers: Floats) -> tuple[Floats, Floats]:
        """Poses and their derivatives (1 or 3, links, 3) at inputs, rates and accelerations (3, f), and the memory.

        `numbers` is filled with q, K and L one after the other, if it has room for them.
        """
        plan, tape, layout = self.plan, self.tape, self.layout
        memory, angles = plan.memory(near), self.angles if near is None else near.poses[:, 2]
        results = np.empty((len(self.gathered), len(plan.links), 3))
        if JIT:
            worst = run_single(
                self.addresses,
                layout.here,
                tape.row_start,
                memory,
                tape.geometry_start,
                layout.state,
                self.seeds,
                values,
                self.gathered,
                self.turns,
                angles,
                self.margin_rows,
                results,
                self.taken,
                numbers,
            )
        else:
            worst = NOT_FINITE
            if fill_inputs(layout.state, self.seeds, values):
                plan.run(tape, layout, memory, 1)
                worst = gather_poses(layout.state, self.gathered, self.turns, angles, self.margin_rows, results)
                gather_numbers(layout.state, self.taken, results, numbers)
        if worst == NOT_FINITE:
            refuse_numbers(values, self.plan.input_names)
        if worst >= 0:
            margins = layout.state[self.margin_rows]
            for number in np.flatnonzero(~(margins > ZERO)).tolist():
                self._fail(int(self.margin_groups[number]), values[0], float(margins[number]), memory)
        return results, memory

    def _fail(self, group: int, inputs: Floats, margin: float, memory: Floats) -> None:
        """Raise, unless the configuration is only a change point, where positions are what they are."""
        from sgkin.plan.failure import failure, group_gap

        iterated = self.plan.element(group).sign is not None
        if margin > -CHANGE_POINT and not self.differentiated and not iterated:
            return
        outcome = Outcome.SINGULAR if not margin < -CHANGE_POINT else Outcome.CANNOT_ASSEMBLE
        if iterated and margin < -CHANGE_POINT:
            outcome = Outcome.NOT_CONVERGED
        raise failure(self.plan, group, outcome, 0, inputs, group_gap(self.plan, group, inputs, memory))


def refuse_numbers(values: Floats, inputs: Sequence[str]) -> None:
    """Raise at the first of inputs, rates and accelerations (up to 3, f) that cannot be computed with."""
    limits = (LARGEST, LARGEST, LARGEST_ACCELERATION)
    for name, row, limit in zip(("z", "zd", "zdd"), values, limits, strict=False):
        for place, value in enumerate(row.tolist()):
            if not abs(value) <= limit:
                of = f" of {inputs[place]!r}" if len(inputs) > 1 else ""
                raise InputError(f"{name}{of} is {too_large(value, limit)}")


def take_values(row: Floats, values: Any, name: str, inputs: Sequence[str]) -> None:
    """Copy values of the right shape, one for each input; a single input may be given as a number."""
    if isinstance(values, np.ndarray) and values.shape == row.shape and values.dtype == np.float64:
        row[:] = values
        return
    if isinstance(values, float) and len(row) == 1:
        row[0] = values
        return
    array = real_numbers(values, name)
    if array.shape != row.shape and (array.ndim or len(row) != 1):
        meant = f"({len(row)},) for {', '.join(inputs)}" if inputs else "(0,): nothing is driven"
        raise InputError(f"{name} has shape {array.shape}, expected {meant}")
    row[:] = array
