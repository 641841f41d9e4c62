"""The scalable four-bar made ready for timing: swept in lanes, and one configuration after another.

Position, velocity and acceleration of every pin are kept, or their velocity coefficients and gradients.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from benchmarks import newton_groups
from sgkin import solve
from sgkin.groups.element import Feature
from sgkin.kernels.compiled import Operation
from sgkin.kernels.executor import addresses_of, run_tape
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Layout, Seeds, Tape
from sgkin.sweep.sweep import Sweep, SweepInputs

Floats = NDArray[np.float64]

AGREEMENT = 1e-12


def crank_inputs(steps: int) -> Floats:
    """Angle, rate and acceleration (3, steps) over a turn of the crank."""
    angle = np.linspace(0.0, 2.0 * np.pi, steps, endpoint=False)
    return np.stack([angle, np.full(steps, 1.5), np.full(steps, 0.3)])


def pin_names(dyads: int) -> list[str]:
    """The moving pins of the scalable four-bar, from the crank's on."""
    return ["crank.B", *(f"coupler{i}.C{i}" for i in range(1, dyads + 1))]


def agree(found: Floats, expected: Floats, what: str, agreement: float = AGREEMENT) -> None:
    """Refuse to time what does not agree; arrays (pins, 6, steps)."""
    for order in range(3):
        part = slice(2 * order, 2 * order + 2)
        error = np.abs(found[:, part] - expected[:, part]).max() / max(np.abs(expected[:, part]).max(), 1e-300)
        if not error <= agreement:
            raise AssertionError(f"{what}: derivatives of order {order} differ by {error:.1e} of the largest")


def rows_of(tape: Tape, feature: Feature) -> list[int]:
    """The rows of a point: position, velocity, acceleration, or position and derivatives by the inputs.

    Those of a point that stands still are zero.
    """
    known, zero = tape.features[feature], tape.constants[0][0]
    derivatives = (*known.first.values(), *known.second.values()) or ((zero, zero), (zero, zero))
    return [*known.position, *(row for rows in derivatives for row in rows)]


class Swept:
    """A plan made ready to be swept, with points to keep; `coefficients`: with K and L instead of rates.

    inputs (3, steps): value, rate and acceleration, the same for each input; or (1, steps), for positions alone; or
    (3, steps, f), for each input by itself.
    """

    def __init__(self, plan: KinematicPlan, names: Sequence[str], inputs: Floats, coefficients: bool = False) -> None:
        self.plan, self.names, self.inputs = plan, list(names), inputs
        site = plan.site.extended()
        self.features = [site.point_feature(name) for name in names]
        each = inputs if inputs.ndim == 3 else np.repeat(inputs[..., None], len(plan.input_names), axis=2)
        z, *derivatives = each
        rates, accelerations = derivatives or (None, None)
        drive = SweepInputs(z, unit=True) if coefficients else SweepInputs(z, rates, accelerations)
        self.sweep = Sweep(plan, drive, self.features, builder=site)
        self.start = self.sweep.memory.copy()

    def run(self) -> None:
        """The sweep alone, from its start."""
        self.sweep.memory[:] = self.start
        if self.sweep.run().solved != self.inputs.shape[1]:
            raise AssertionError("the motion ended early")

    def solve(self) -> None:
        """All that a user calls, but the plan."""
        z, rates, accelerations = self.inputs
        solve(self.plan, inputs=z, input_rates=rates, input_accelerations=accelerations, outputs=self.names)

    @property
    def rows(self) -> list[Floats]:
        """All that is kept, row by row."""
        layout, tape = self.sweep.layout, self.sweep.tape
        return [layout.row(row) for feature in self.features for row in rows_of(tape, feature)]

    @property
    def found(self) -> Floats:
        """Position, velocity and acceleration, or position, K and L (points, 6, steps)."""
        return self.found_at(range(len(self.features)))

    def found_at(self, points: Sequence[int]) -> Floats:
        """The same of some points, by their numbers."""
        layout, tape = self.sweep.layout, self.sweep.tape
        features = [self.features[number] for number in points]
        return np.array([[layout.row(row) for row in rows_of(tape, feature)] for feature in features])


def _one_by_one(
    addresses: Any,
    rows: Any,
    row_start: Any,
    geometry: Any,
    geometry_start: Any,
    memory: Any,
    memory_start: Any,
    state: Any,
    seeds: Any,
    inputs: Any,
    first: int,
    kept: Any,
) -> None:
    """Configurations one after the other; what stands from `first` on in the state is kept (steps, numbers)."""
    for k in range(inputs.shape[1]):
        for order in range(seeds.shape[0]):
            state[seeds[order]] = inputs[order, k]
        run_tape(addresses, rows, row_start, geometry, geometry_start, memory, memory_start, state, 1)
        for j in range(kept.shape[1]):
            kept[k, j] = state[first + j]


one_by_one = numba.njit(_one_by_one)  # not cached: the cache would not see that the executor has changed


class OneByOne:
    """A plan made ready to be run for one configuration after another, inside compiled code.

    inputs: angle, rate and acceleration (3, steps), those of all inputs one after the other (3 f, steps).
    `coefficients`: with K and L instead of rates; then the inputs (f, steps) are enough.
    """

    def __init__(self, plan: KinematicPlan, names: Sequence[str], inputs: Floats, coefficients: bool = False) -> None:
        self.plan, self.inputs = plan, np.ascontiguousarray(inputs)
        site = plan.site.extended()
        features = [site.point_feature(name) for name in names]
        seeded = Seeds(len(plan.input_names), False) if coefficients else Seeds(1, True)
        self.tape = plan.write_tape(site, features, seeded, watch=False, groups=plan.solved_groups)
        self.layout = Layout(self.tape, 1, 1)
        self.addresses = self.tape.addresses
        self.memory, self.memory_start = plan.start.copy(), self.tape.memory_start
        seeds = [*self.tape.input_rows, *self.tape.rate_rows, *self.tape.acceleration_rows]
        self.seeds = self.layout.offset[seeds]
        places = self.layout.offset[[row for feature in features for row in rows_of(self.tape, feature)]]
        if not np.array_equal(places, places[0] + np.arange(len(places))):
            raise AssertionError("the kept rows are not one block of the state")
        self.first, self.kept = int(places[0]), np.zeros((inputs.shape[1], len(places)))

    def run(self) -> None:
        """All configurations."""
        self.march(self.addresses, self.memory, self.memory_start, self.inputs, self.kept)

    def march(self, addresses: Any, memory: Floats, memory_start: Any, inputs: Floats, kept: Floats) -> None:
        """Configurations (3, n) with operations at given addresses; what is kept (n, numbers)."""
        one_by_one(
            addresses,
            self.layout.here,
            self.tape.row_start,
            self.tape.geometry,
            self.tape.geometry_start,
            memory,
            memory_start,
            self.layout.state,
            self.seeds,
            inputs,
            self.first,
            kept,
        )

    @property
    def found(self) -> Floats:
        """Position, velocity and acceleration, or position, K and L (points, 6, steps)."""
        return self.kept.reshape(len(self.kept), -1, 6).transpose(1, 2, 0)

    def found_at(self, points: Sequence[int]) -> Floats:
        """The same of some points, by their numbers."""
        return np.asarray(self.found[list(points)])


class OtherGroups(OneByOne):
    """The same with other operations in the place of some, by name, on the same tape and rows."""

    def __init__(
        self,
        plan: KinematicPlan,
        names: Sequence[str],
        inputs: Floats,
        stand_in: Mapping[str, Operation],
        coefficients: bool = False,
    ) -> None:
        super().__init__(plan, names, inputs, coefficients)
        self.operations = [stand_in.get(operation.name, operation) for operation in self.tape.operations]
        missing = stand_in.keys() - {operation.name for operation in self.tape.operations}
        if missing:
            raise AssertionError(f"the tape has no {', '.join(sorted(missing))}")
        self.addresses = addresses_of(self.operations)


class Iterated(OtherGroups):
    """The same with operations of `newton_groups`, which remember the steps before.

    They begin as in the middle of the motion: with the last places at which the inputs, which advance evenly, would
    have been before. Every run begins there again.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        earlier = self.inputs[:, :1] - np.arange(newton_groups.ORDER + 1, 0, -1) * np.diff(self.inputs[:, :2])
        kept = np.zeros((earlier.shape[1], self.kept.shape[1]))
        self.march(self.tape.addresses, self.memory, self.memory_start, earlier, kept)
        differences = [np.diff(kept, order, axis=0)[-1] for order in range(newton_groups.ORDER + 1)]
        self.memory_start = newton_groups.MEMORY * np.arange(len(self.operations))
        memory = np.zeros((len(self.operations), newton_groups.MEMORY))
        for number, (operation, new) in enumerate(zip(self.tape.operations, self.operations, strict=True)):
            if new is not operation:
                place = int(self.layout.here[self.tape.row_start[number] + newton_groups.PIN]) - self.first
                memory[number, newton_groups.PLACE :] = [row[place + part] for row in differences for part in range(2)]
        self.memory, self.begin = memory.ravel(), memory.ravel().copy()

    def run(self) -> None:
        """All configurations, from the beginning."""
        self.memory[:] = self.begin
        super().run()

    @property
    def iterations(self) -> float:
        """Iterations of a group in a step of the last run, on average."""
        counts = self.memory[newton_groups.ITERATIONS :: newton_groups.MEMORY]
        return float(counts[counts > 0.0].mean() / self.inputs.shape[1])
