"""From a sweep to a `Motion`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sgkin.coefficients import along_motion
from sgkin.errors import Outcome
from sgkin.groups.element import DERIVATIVE_ROWS, Entity
from sgkin.groups.turning import whole_turns
from sgkin.motion import Driven, Frame, Motion
from sgkin.plan.angles import LinkAngle
from sgkin.plan.failure import failure, group_gap
from sgkin.plan.plan import KinematicPlan
from sgkin.plan.sweep import Drive
from sgkin.plan.swept import Swept, sweep_steps

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
    angles = {name: plan.link_angle(name) for name in links}
    kept = [entity for name, pair in links.items() for entity in (*pair, *angles[name].entities)]
    wanted = list(dict.fromkeys([*kept, *points.values(), *plan.geared]))
    counted = dict.fromkeys(plan.geared, 0.0)
    counted |= {angle.counted: angle.first for angle in angles.values() if angle.counted is not None}
    _, inputs, rates, accelerations = driven
    result = sweep_steps(plan, Drive(inputs, rates, accelerations, unit=coefficients), wanted, counted, progress)
    reader = Reader(result)
    motion = Motion(
        plan.mechanism,
        plan.structure,
        *driven.first(result.solved),
        outputs=tuple(outputs),
        requested_steps=len(inputs),
        _status=partial(_status, plan, result, len(inputs)),
        _branches=partial(_branches, plan, result),
        _frames={name: partial(reader.frame, *pair, angles[name]) for name, pair in links.items()},
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
        gap = max(group_gap(plan, stop.group, place, result.memory) for place in places)
        raise failure(plan, stop.group, stop.outcome, result.ending.lane, stop.inputs, gap, motion)
    return motion


def _status(plan: KinematicPlan, result: Swept, steps: int) -> NDArray[np.int8]:
    """Outcomes (steps, groups)."""
    status = np.zeros((steps, len(plan.solvers)), dtype=np.int8)
    for group, lane in result.touched:
        status[lane, group] = Outcome.CHANGE_POINT
    if result.ending is not None:
        status[result.ending.lane :] = Outcome.NOT_REACHED
        status[result.ending.lane, result.ending.stop.group] = result.ending.stop.outcome
    return status


def _branches(plan: KinematicPlan, result: Swept) -> NDArray[np.int8]:
    """Branches (steps, groups); 0 where a group has only one."""
    branches = np.zeros((result.solved, len(plan.solvers)), dtype=np.int8)
    for group, element in enumerate(plan.solvers):
        if element is not None and element.kernel.branch:
            branches[:, group] = int(plan.start[element.start])
    for group, lane in result.flips:
        branches[lane:, group] *= -1
    return branches


class Reader:
    """Reads frames and points of a sweep; kept rows are returned as they are."""

    def __init__(self, swept: Swept) -> None:
        self.swept, self.drive, self.tape, self.solved = swept, swept.drive, swept.tape, swept.solved

    def point(self, entity: Entity, order: int) -> tuple[Array, Array]:
        x, y = self._rows(entity, order)
        return x, y

    def frame(self, origin: Entity, direction: Entity, angle: LinkAngle, order: int) -> Frame:
        x, y = self._rows(origin, order)
        return x, y, self._rows(direction, order)[0] if order else self._angle(angle)

    def _angle(self, angle: LinkAngle) -> Array:
        more = np.full(self.solved, angle.constant)
        if angle.counted is not None:
            more = more + self.swept.angle(angle.counted)
        more = more + (angle.more.values[0] if angle.more.values else self._rows(angle.more, 0)[0])
        return more - whole_turns(float(more[0])) if angle.free and len(more) else more

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
        return [self.swept.row(row) for row in rows]

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
                    K[:, place, i] = self.swept.row(rows[part])
                for (i, j), rows in known.second.items():
                    L[:, place, i, j] = L[:, place, j, i] = self.swept.row(rows[part])
                place += 1
        return K, L
