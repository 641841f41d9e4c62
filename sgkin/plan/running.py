"""From a sweep to a `Motion`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sgkin.coefficients import along_motion
from sgkin.errors import Outcome
from sgkin.groups.carrying import ROTATE
from sgkin.groups.element import DERIVATIVE_ROWS, Entity
from sgkin.motion import Driven, Frame, Motion
from sgkin.plan.angles import continuous_angle, driven_angle, expected_turns, nearest_angle
from sgkin.plan.failure import failure, group_gap
from sgkin.plan.plan import KinematicPlan
from sgkin.plan.sweep import Drive, Sweep, SweepResult

Array = NDArray[np.float64]


def run_motion(
    plan: KinematicPlan,
    driven: Driven,
    outputs: Sequence[str],
    on_failure: str,
    progress: Callable[[int, int], None] | None,
    coefficients: bool,
) -> Motion:
    """Sweep the plan over the inputs, and give what came out its names."""
    links = {name: plan.link_entities(name) for name in outputs if "." not in name}
    points = {name: plan.point_entity(name) for name in outputs if "." in name}
    wanted = list(dict.fromkeys([*(entity for pair in links.values() for entity in pair), *points.values()]))
    times, inputs, rates, accelerations = driven
    sweep = Sweep(plan, Drive(inputs, rates, accelerations, unit=coefficients), wanted, progress=progress)
    result = sweep.run()
    reader = Reader(plan, sweep, times)
    motion = Motion(
        plan.mechanism,
        plan.structure,
        *driven.first(result.solved),
        outputs=tuple(outputs),
        requested_steps=len(inputs),
        _status=partial(_status, plan, result, len(inputs)),
        _branches=partial(_branches, plan, result),
        _frames={name: partial(reader.frame, name, *pair) for name, pair in links.items()},
        _points={name: partial(reader.point, entity) for name, entity in points.items()},
        _coefficients={
            **{name: partial(reader.coefficients, *pair) for name, pair in links.items()},
            **{name: partial(reader.coefficients, entity) for name, entity in points.items()},
        }
        if coefficients
        else None,
    )
    if result.ending is not None and on_failure == "raise":
        stop = result.ending.stop
        places = (stop.worst, inputs[result.ending.lane])
        gap = max(group_gap(plan, stop.group, place, sweep.memory) for place in places)
        raise failure(plan, stop.group, stop.outcome, result.ending.lane, stop.inputs, gap, motion)
    return motion


def _status(plan: KinematicPlan, result: SweepResult, steps: int) -> NDArray[np.int8]:
    """Outcomes (steps, groups)."""
    status = np.zeros((steps, len(plan.solvers)), dtype=np.int8)
    for group, lane in result.touched:
        status[lane, group] = Outcome.CHANGE_POINT
    if result.ending is not None:
        status[result.ending.lane :] = Outcome.NOT_REACHED
        status[result.ending.lane, result.ending.stop.group] = result.ending.stop.outcome
    return status


def _branches(plan: KinematicPlan, result: SweepResult) -> NDArray[np.int8]:
    """Branches (steps, groups); 0 where a group has only one."""
    branches = np.zeros((result.solved, len(plan.solvers)), dtype=np.int8)
    for group, element in enumerate(plan.solvers):
        if element is not None and element.kernel.branch is not None:
            branches[:, group] = int(plan.geometry[element.start + element.kernel.branch])
    for group, lane in result.flips:
        branches[lane:, group] *= -1
    return branches


class Reader:
    """Reads frames and points of a sweep; kept rows are returned as they are."""

    def __init__(self, plan: KinematicPlan, sweep: Sweep, times: Array | None) -> None:
        self.plan, self.times, self.drive = plan, times, sweep.drive
        self.layout, self.tape, self.solved = sweep.layout, sweep.tape, sweep.result.solved

    def point(self, entity: Entity, order: int) -> tuple[Array, Array]:
        x, y = self._rows(entity, order)
        return x, y

    def frame(self, link: str, origin: Entity, direction: Entity, order: int) -> Frame:
        x, y = self._rows(origin, order)
        if order:
            return x, y, self._rows(direction, order)[0]
        turn = self.plan.site.turn(link)
        return x, y, self._angle(direction, self._first(link) - turn) + turn

    def _first(self, link: str) -> float:
        """The angle of a link in the initial configuration: as stated, or as found; 0 if neither."""
        stated = self.plan.mechanism.initial.angles
        if link in stated:
            return stated[link]
        return self.plan.initial[link][2] if link in self.plan.initial else 0.0

    def _angle(self, direction: Entity, first: float) -> Array:
        """The continuous angle of a direction, which is `first` or nearly so in the initial configuration."""
        inputs = np.concatenate([self.plan.initial_inputs[None], self.drive.inputs[: self.solved]])
        driven = driven_angle(self.plan.site, direction, inputs)
        if driven is not None:
            turned_by_input = direction in self.plan.site.makers and self.plan.site.makers[direction].kernel is ROTATE
            return driven[1:] if turned_by_input else driven[1:] + nearest_angle(driven[:1], first) - driven[:1]
        turns = np.zeros(max(self.solved - 1, 0))
        if self.drive.rates is not None:
            turns = expected_turns(self._rows(direction, 1)[0], self.times, self.drive)
        return continuous_angle(self.plan, direction, self._rows(direction, 0), inputs, turns, first)

    def _rows(self, entity: Entity, order: int) -> list[Array]:
        known = self.tape.entities[entity]
        rows = known.position
        if order and self.drive.unit:
            K, L = self.coefficients(entity)
            return list(along_motion(K, L, self.drive.rates, self.drive.accelerations, order))
        if order:
            found = known.first.get(0) if order == 1 else known.second.get((0, 0))
            if found is None:
                return [np.zeros(self.solved)] * (2 if entity.kind == "point" else 1)
            rows = found
        return [self.layout.row(row)[: self.solved] for row in rows]

    def coefficients(self, *entities: Entity) -> tuple[Array, Array]:
        """K (n, c, f) and L (n, c, f, f) of entities, one after the other."""
        f = self.drive.inputs.shape[1]
        count = sum(DERIVATIVE_ROWS[entity.kind] for entity in entities)
        K, L = np.zeros((self.solved, count, f)), np.zeros((self.solved, count, f, f))
        place = 0
        for entity in entities:
            known = self.tape.entities[entity]
            for part in range(DERIVATIVE_ROWS[entity.kind]):
                for i, rows in known.first.items():
                    K[:, place, i] = self.layout.row(rows[part])[: self.solved]
                for (i, j), rows in known.second.items():
                    L[:, place, i, j] = L[:, place, j, i] = self.layout.row(rows[part])[: self.solved]
                place += 1
        return K, L
