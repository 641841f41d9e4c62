"""Many steps of a whole mechanism, one after the other: what the compiled march cannot decide is decided here.

- Where the sequence of pivots of a large block no longer suits its numbers, it is found anew.
- A step on a change point, where the matrix is singular, is passed over: its position and derivatives are the limit
  along the motion, from steps beside it on both sides. If there is no other side, the motion ends there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.global_solver.blame import open_rows, singular_rows
from sgkin.global_solver.system import Solver
from sgkin.kernels.continuation import (
    COEFFICIENTS,
    COUNTS,
    DONE,
    DOUBTFUL,
    FAILED,
    INCONSISTENT,
    PIVOTS,
    RATES,
    Results,
    begin,
    march,
)
from sgkin.limit import AGREED, DISAGREED, DISTANCES, SIDE_STEPS, WEIGHTS, disagreement
from sgkin.whole_turns import WHOLE_TURN

BLOCK, OFTEN = 256, 0.2
"""Steps after which progress is told at the latest, and seconds, as far as steps are not longer."""
MOST_ORDERS = 20
"""How often an order of elimination is found at one step."""
KEPT = ("positions", "rates", "accelerations", "coefficients", "gradients")
"""What is kept of steps: positions, and first and second derivatives of one kind."""
WEAK = 1e-2
"""Quality of a block, by the best it has had, below which a failure is put down to it."""
SINGULAR = 1e-11
"""Quality of a block, by the best it has had, at which a step cannot be solved."""


@dataclass(frozen=True, slots=True)
class MarchInputs:
    """Inputs (n, f), with rates and accelerations or zeros; lengths in typical lengths."""

    inputs: Floats
    rates: Floats
    accelerations: Floats
    order: int


@dataclass(slots=True)
class Marched:
    """What came out: `results` of the first `solved` steps, and the steps at change points with the conditions that
    depend on each other there.

    Of a march that ended early: `ending`, how; `rows`: the conditions involved; `weakness`: how near to singular it is,
    0 to 1; `residual` (m,) of the last iteration; `reached`: the variables at the last position before it.
    """

    results: Results
    solved: int = 0
    change_points: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    ending: int | None = None
    rows: tuple[int, ...] = ()
    weakness: float = 1.0
    residual: Floats = field(default_factory=lambda: np.zeros(0))
    reached: Floats = field(default_factory=lambda: np.zeros(0))
    counts: Integers = field(default_factory=lambda: np.zeros(COUNTS, dtype=np.int64))

    @property
    def is_open(self) -> bool:
        """Whether the iteration ended without closing the joints."""
        return self.ending == FAILED


def make_results(solver: Solver, kept: Integers, steps: int, order: int) -> Results:
    """Room for what is kept."""
    moving = solver.whole.moving(kept)
    f, count = solver.whole.inputs, len(moving)
    rated = steps if order == RATES else 0
    unit = steps if order == COEFFICIENTS else 0
    return Results(
        kept=kept,
        moving=moving,
        positions=np.zeros((steps, len(kept))),
        rates=np.zeros((rated, count)),
        accelerations=np.zeros((rated, count)),
        coefficients=np.zeros((unit, count, f)),
        gradients=np.zeros((unit, count, f, f)),
        turns=np.zeros((steps, len(solver.tracked)), dtype=np.int64),
        quality=np.zeros(steps),
    )


class March:
    """One motion of a solver from the initial configuration on."""

    def __init__(self, solver: Solver, drive: MarchInputs, kept: Integers, turns: Integers) -> None:
        self.solver, self.drive = solver, drive
        self.found = Marched(make_results(solver, kept, len(drive.inputs), drive.order))
        solver.work.w[:] = solver.whole.start
        solver.work.turns[:] = turns

    def run(self, progress: Callable[[int, int], None] | None = None) -> Marched:
        """Go through all steps, or as far as it goes."""
        steps, step, orders, block = len(self.drive.inputs), 0, 0, 1
        self._begin()
        self.solver.work.best[:] = self.solver.work.quality  # the way to the first step may lead through a change point
        while step < steps and self.found.ending is None:
            stop, start = min(step + block, steps) if progress else steps, monotonic()
            outcome, reached = self._march(self.found.results, self.drive, step, stop)
            block = min(2 * block, BLOCK) if monotonic() - start < OFTEN else max(block // 2, 1)
            orders = orders + 1 if outcome == PIVOTS and reached == step else 0
            step = reached
            if outcome == PIVOTS and orders < MOST_ORDERS:
                self._order_anew()
            elif outcome != DONE:
                step = self._decide(outcome, step)
            if progress:
                progress(step, steps)
        self.found.solved, self.found.counts = step, self.solver.work.counts
        return self.found

    def _begin(self) -> None:
        if begin(self.solver.system, self.solver.work) >= 0:
            self._order_anew()

    def _march(self, results: Results, drive: MarchInputs, step: int, stop: int) -> tuple[int, int]:
        system, work = self.solver.system, self.solver.work
        outcome, reached = march(
            system, work, results, step, drive.inputs[:stop], drive.rates, drive.accelerations, drive.order
        )
        return int(outcome), int(reached)

    def _order_anew(self) -> None:
        """Find the order of elimination at the position that is reached."""
        before = self.solver.work
        self.solver.prepare(before.w)
        work = self.solver.work
        for name in ("turns", "direction", "counts", "last_w", "last_turns", "last_direction"):
            getattr(work, name)[:] = getattr(before, name)
        begin(self.solver.system, work)
        work.last_sign[:] = work.sign

    def _decide(self, outcome: int, step: int) -> int:
        """What becomes of a step that is in doubt or was not reached; the next one."""
        work = self.solver.work
        weakness = weakest(work.quality, work.best)
        residual, trial = work.residual.copy(), work.trial.copy()
        state = {name: getattr(work, name).copy() for name in ("w", "base_sign", "turns", "direction")}
        if outcome in (DOUBTFUL, FAILED) and self._pass_over(step):
            self.found.change_points.append((step, singular_rows(self.solver.whole, trial)))
            return step + 1
        if outcome == DOUBTFUL and weakness > SINGULAR:
            for name, value in state.items():
                getattr(work, name)[:] = value
            self._begin()
            return step + 1
        self.found.ending, self.found.weakness, self.found.residual = outcome, weakness, residual
        self.found.reached = state["w"]
        self.found.rows = self._blamed(outcome, weakness, residual, state["w"])
        return step

    def _blamed(self, outcome: int, weakness: float, residual: Floats, w: Floats) -> tuple[int, ...]:
        whole, n = self.solver.whole, self.solver.whole.size
        if outcome == INCONSISTENT:
            contradicting = residual.copy()
            contradicting[:n] = 0.0
            return open_rows(whole.by_condition(contradicting))
        return singular_rows(whole, w) if weakness < WEAK else open_rows(whole.by_condition(residual))

    def _pass_over(self, step: int) -> bool:
        """Take a step as the limit of steps beside it; whether they can be reached."""
        work, inputs = self.solver.work, self.drive.inputs
        start = work.last_w[self.solver.whole.size :][: inputs.shape[1]]
        along = inputs[step] - start
        if not along.any() and step + 1 < len(inputs):
            along = inputs[step + 1] - inputs[step]
        if not along.any():
            return False
        along = along / np.abs(along).max()
        before = {name: getattr(work, name).copy() for name in ("last_w", "last_sign", "last_turns", "last_direction")}
        best, error, tried = 0.0, DISAGREED, 0.0
        for tried in DISTANCES:
            around = self._around(step, before, tried * along)
            difference = np.inf if around is None else _disagreement(around)
            if difference < error:
                best, error = tried, difference
            if error < AGREED:
                break
        if best and best != tried:
            around = self._around(step, before, best * along)
        if not best or around is None:
            return False
        self._interpolate(step, around)
        return True

    def _around(self, step: int, before: dict[str, Any], along: Floats) -> Results | None:
        """Steps on both sides of a step, from a state before it; None if they are not reached."""
        for name, value in before.items():
            getattr(self.solver.work, name.replace("last_", "") if name != "last_sign" else "base_sign")[:] = value
        sign = self.solver.work.base_sign.copy()
        self._begin()
        if len(sign) == len(self.solver.work.base_sign):
            self.solver.work.base_sign[:] = sign
        count, drive = len(SIDE_STEPS), self.drive
        rates, accelerations = (np.tile(values[step], (count, 1)) for values in (drive.rates, drive.accelerations))
        beside = MarchInputs(drive.inputs[step] + SIDE_STEPS[:, None] * along, rates, accelerations, drive.order)
        around = make_results(self.solver, self.found.results.kept, count, drive.order)
        return around if self._march(around, beside, 0, count)[0] == DONE else None

    def _interpolate(self, step: int, around: Results) -> None:
        results = self.found.results
        results.quality[step] = 0.0
        for name in KEPT:
            if len(getattr(results, name)):
                getattr(results, name)[step] = np.tensordot(WEIGHTS, getattr(around, name), axes=1)
        results.turns[step] = self._turns(step, around)

    def _turns(self, step: int, around: Results) -> Integers:
        """Whole turns such that directions are nearest to those a little before."""
        place = {int(variable): number for number, variable in enumerate(around.kept)}
        last = len(SIDE_STEPS) // 2 - 1
        turns = np.array(around.turns[last], dtype=np.int64)
        for number, (a, b, c, d) in enumerate(self.solver.tracked.tolist()):
            now, then = (
                np.arctan2(row[place[d]] - row[place[b]], row[place[c]] - row[place[a]])
                for row in (self.found.results.positions[step], around.positions[last])
            )
            turns[number] += round((then - now) / WHOLE_TURN)
        return turns


def _disagreement(around: Results) -> float:
    """How far two interpolations of what is kept differ; see `sgkin.limit`."""
    position, *derivatives = (
        getattr(around, name).reshape(len(SIDE_STEPS), -1).T for name in KEPT if len(getattr(around, name))
    )
    nothing = np.zeros((0, len(SIDE_STEPS)))
    first, second = derivatives or (nothing, nothing)
    return disagreement([position, first, second])


def weakest(quality: Floats, best: Floats) -> float:
    """The quality of the block that is nearest to singular, by the best it has had."""
    return float((quality / np.where(best > 0.0, best, 1.0)).min(initial=1.0))
