"""Forward dynamics of a whole mechanism with multipliers: the other answer to a simulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, place_conditions
from sgkin.dynamics.integration import COMPILED, Accuracy, Integration
from sgkin.dynamics.whole_equations import STABILISATIONS, WholeEquations
from sgkin.errors import InputError, WholeMechanismError, brief
from sgkin.kernels import equations_block, integrators, whole_linear
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.form import not_negative
from sgkin.motion import Motion
from sgkin.results.outcomes import Outcomes
from sgkin.results.stored_frames import StoredFrames
from sgkin.solving import global_start, solve

MATRICES = ("sparse", "dense")
AT_ONCE = 1000
"""Steps that are taken in one go."""
MOST_ORDERS = 1000
"""How often another order of elimination is looked for."""
CLOSED = 1e-6
"""By how much conditions may not be met at the start, in typical lengths and radians."""


@dataclass(frozen=True, slots=True)
class WholeSimulation(Motion):
    """A motion under forces, found with multipliers.

    `drift` and `drift_rate` (n,): by how much conditions, in typical lengths of the mechanism and radians, and their
    rates are not met at each moment; `evaluations`: how often the equations were formed; `orders`: how often another
    order of elimination was looked for.
    """

    free: tuple[str, ...]
    drift: Floats
    drift_rate: Floats
    evaluations: int
    orders: int


def simulate_whole(
    plan: KinematicPlan,
    times: Floats,
    free: Sequence[str],
    inputs: Floats,
    rates: Floats,
    *,
    method: str = "DOP853",
    accuracy: Accuracy | None = None,
    stabilisation: str = "baumgarte",
    matrix: str = "sparse",
    rate: float = 10.0,
    on_failure: str = "raise",
) -> WholeSimulation:
    """The motion of a mechanism under its forces from t = 0 on, in x, y and θ of all links, at increasing `times` (n,).

    free: the inputs that forces move; the others follow their laws. inputs and rates (f,): where all inputs are at
    t = 0, and how fast. method: "DOP853", "RK4" or "Euler". stabilisation: "baumgarte", by which errors of the
    conditions decay with `rate` in 1/s, or "augmented-lagrangian", by which positions and velocities are brought back
    to the conditions after each step. matrix: "sparse" or "dense".

    Where joints say the same twice, Baumgarte's form leaves the redundant conditions out. It ends in singular
    positions, such as with all bars in line, of which the augmented form passes many. Raises a `WholeMechanismError`,
    which carries the motion so far, where it cannot go on; with on_failure="return" that motion is returned.
    """
    for name, value, allowed in (
        ("stabilisation", stabilisation, STABILISATIONS),
        ("matrix", matrix, MATRICES),
        ("method", method, COMPILED),
        ("on_failure", on_failure, ("raise", "return")),
    ):
        if value not in allowed:
            raise InputError(f"{name} is {brief(value)}; use {' or '.join(map(repr, allowed))}")
    run = WholeRun(plan, free, stabilisation, matrix == "dense", not_negative(rate, "rate"))
    run.begin(inputs, rates, times, method, accuracy or Accuracy())
    error = run.go()
    found = run.result(times)
    if error is not None and on_failure == "raise":
        raise WholeMechanismError(error, run.integration.time, found)
    return found


class WholeRun:
    """An integration of the whole mechanism, and what came of it."""

    def __init__(self, plan: KinematicPlan, free: Sequence[str], stabilisation: str, full: bool, rate: float) -> None:
        self.plan, self.orders = plan, 0
        self.equations = WholeEquations(global_start(plan), free, stabilisation, full, rate)
        self.workspace = self.equations.workspace()

    def begin(self, inputs: Floats, rates: Floats, times: Floats, method: str, accuracy: Accuracy) -> None:
        """Put the mechanism where it begins."""
        equations = self.equations
        here = solve(self.plan, inputs=inputs[None], input_rates=rates[None], progress=False)
        poses, velocities = (np.stack([of(link)[0] for link in equations.links]) for of in (here.pose, here.velocity))
        self.inputs = inputs
        y = equations.state(poses, velocities)
        self.integration = Integration(equations, self.workspace, y, times, 0.0, method, accuracy)

    def go(self) -> str | None:
        """Integrate to the end; a sentence where it cannot go on."""
        integration, name = self.integration, self.plan.mechanism.name
        status = integration.begin()
        if status == whole_linear.NEW_ORDER and self._order():
            status = integration.begin()
        if status != equations_block.SOLVED:
            return f"{name}: the equations of the whole mechanism cannot be formed at the start: {_reason(status)}"
        open_by = max(self.equations.residuals(self.workspace))
        if open_by > CLOSED:
            return f"{name}: joints do not close at the start, or its velocities do not fit them, by {open_by:.3g}"
        at_once = 1 if self.equations.is_augmented else AT_ONCE
        while True:
            outcome = integration.advance(at_once)
            if self.equations.is_augmented and outcome in (integrators.GOING_ON, integrators.DONE):
                status = self._project()
                if status != equations_block.SOLVED:
                    return self._ended(status)
            if outcome == integrators.DONE:
                return None
            if outcome == integrators.FAILED and integration.status == whole_linear.NEW_ORDER and self._order():
                self._restart(integration.control[integrators.LAST])
            elif outcome != integrators.GOING_ON:
                return self._ended(integration.status)

    def _ended(self, status: int) -> str:
        name, time = self.plan.mechanism.name, self.integration.time
        return f"{name}: the motion of the whole mechanism ends at t = {time:.6g} s: {_reason(status)}"

    def _order(self) -> bool:
        """Find another order of elimination; whether that may still be done."""
        self.orders += 1
        w = self.equations.whole.start.copy()
        w[: self.equations.size] = self.integration.y[: self.equations.size]
        self.equations.order(w)
        self.workspace = self.integration.workspace = self.equations.workspace()
        return self.orders <= MOST_ORDERS

    def _project(self) -> int:
        """Bring the state back to the conditions, and go on from there; what came of it."""
        integration = self.integration
        status = self.equations.project(self.workspace, integration.time, integration.y)
        if status == whole_linear.NEW_ORDER and self._order():
            status = self.equations.project(self.workspace, integration.time, integration.y)
        if status == equations_block.SOLVED:
            self._restart(integration.control[integrators.STEP])
        return status

    def _restart(self, step: float) -> None:
        """Form the equations at the state; the next step is given."""
        self.integration.begin()
        self.integration.control[integrators.STEP] = step

    def result(self, times: Floats) -> WholeSimulation:
        """What came of it, read by name."""
        equations, integration = self.equations, self.integration
        found = integration.found[: integration.count]
        drift = np.array([self._drift(t, row) for t, row in zip(times.tolist(), found, strict=False)]).reshape(-1, 2)
        poses, velocities, accelerations = equations.link_motion(found)
        frames = {
            link: [np.ascontiguousarray(part[:, number].T) for part in (poses, velocities, accelerations)]
            for number, link in enumerate(equations.links)
        }
        groups = len(self.plan.structure.groups)
        return WholeSimulation(
            self.plan.mechanism,
            self.plan.structure,
            times[: len(found)],
            *self._inputs(poses, velocities, accelerations),
            outputs=equations.links,
            requested_steps=len(times),
            _outcomes=Outcomes(len(found), len(found), np.zeros(groups, dtype=np.int8)),
            _results=StoredFrames(frames, {}, None),
            free=equations.free,
            drift=drift[:, 0],
            drift_rate=drift[:, 1],
            evaluations=integration.evaluations,
            orders=self.orders,
        )

    def _drift(self, t: float, row: Floats) -> tuple[float, float]:
        equations = self.equations
        y = row[: 2 * equations.size].copy()
        equations.rates(self.workspace, t, y, np.empty_like(y))
        return equations.residuals(self.workspace)

    def _inputs(self, *motion: Floats) -> tuple[Floats, Floats, Floats]:
        """Inputs, rates and accelerations (n, f), as they are measured."""
        held = self.equations.held
        stated = Statements(held)
        table = ConditionTable.of(each for driver in stated.drivers for each in driver.conditions)
        frames = []
        for part in motion:
            found = np.zeros((len(part), len(held.links), 3))
            found[:, [stated.number[link] for link in self.equations.links]] = part
            frames.append(found)
        poses, velocities, accelerations = frames
        placed = place_conditions(table, poses)
        values = placed.value - table.constant
        turns = np.round((self.inputs - values[:1]) / np.where(table.period, table.period, np.inf))
        return (
            values + turns * table.period,
            placed.rate(velocities),
            placed.rate(accelerations) + placed.second(velocities, velocities),
        )


def _reason(status: int) -> str:
    if status == equations_block.FORCE_FAILED:
        return "a force is not a number, or has no direction, as its points fall together; look at its law there"
    if status == whole_linear.SINGULAR:
        return "conditions and masses leave accelerations open, as in a singular position or where links have no mass"
    if status == equations_block.NOT_FINITE:
        return "coordinates grow beyond all numbers; take smaller steps"
    return "steps become too small; ask for less accuracy"
