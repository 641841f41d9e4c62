"""Other shapes than a chain: groups, swept, beside the global sparse solver on the same mechanism.

Everything that a motion needs is kept on both sides: the origin of every link. Both must agree before they are timed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.report import Case, Figure
from benchmarks.shapes import dyad_mixture, dyad_tree, triad_chain
from benchmarks.timing import compare
from benchmarks.whole import Whole
from sgkin import Mechanism, driven_comb, make_plan, scissor_lift
from sgkin.plan.plan import KinematicPlan
from sgkin.plan.sweep import Drive, Sweep

Floats = NDArray[np.float64]

AGREEMENT = 1e-7
"""Of the largest number of each order: mechanisms of these shapes come nearer to dead points than the chain."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a mechanism is made and how far its inputs go."""

    make: Callable[[int], Mechanism]
    size: int
    start: float
    stop: float


SHAPES = {
    "tree of RRR dyads": Shape(dyad_tree, 63, 0.0, 2.0 * np.pi),
    "chain of class III triads": Shape(triad_chain, 16, 0.0, 2.0 * np.pi),
    "scissor lift": Shape(scissor_lift, 64, 2.4, 1.0),
    "comb with 8 inputs": Shape(lambda dyads: driven_comb(8, dyads), 8, 0.0, 2.0 * np.pi),
    "mixture of all five dyads": Shape(dyad_mixture, 64, 0.0, 0.3),
}


class SweptShape:
    """A sweep that keeps given points of a mechanism with any number of inputs; inputs (3, steps)."""

    def __init__(self, plan: KinematicPlan, names: Sequence[str], inputs: Floats) -> None:
        self.entities = [plan.point_entity(name) for name in names]
        z, rates, accelerations = (np.repeat(row[:, None], len(plan.input_names), axis=1) for row in inputs)
        drive = Drive(z, rates, accelerations)
        self.sweep, self.steps = Sweep(plan, drive, self.entities), inputs.shape[1]

    def run(self) -> None:
        """The sweep alone."""
        if self.sweep.run().solved != self.steps:
            raise AssertionError("the motion ended early")

    @property
    def found(self) -> Floats:
        """Position, velocity and acceleration (points, 6, steps)."""
        layout, known = self.sweep.layout, self.sweep.tape.entities
        zero = self.sweep.tape.constants[0][0]
        rows = []
        for each in (known[entity] for entity in self.entities):
            first, second = each.first.get(0, (zero, zero)), each.second.get((0, 0), (zero, zero))
            rows.append([layout.row(row) for row in (*each.position, *first, *second)])
        return np.array(rows)


def origins(mechanism: Mechanism) -> list[str]:
    """A point of every moving link: the first that it has."""
    return [f"{link.name}.{next(iter(link.points))}" for link in mechanism.links if link.name != mechanism.ground]


def shape_figures(name: str, size: int, steps: int, rounds: int) -> Iterator[Figure]:
    """One shape, solved by groups and as a whole."""
    shape = SHAPES[name]
    mechanism = shape.make(size)
    plan, names = make_plan(mechanism), origins(mechanism)
    rate = np.sign(shape.stop - shape.start)
    inputs = np.stack([np.linspace(shape.start, shape.stop, steps), np.full(steps, rate), np.zeros(steps)])
    swept, whole = SweptShape(plan, names, inputs), Whole(plan, names, inputs, full=False)
    swept.run()
    whole.run()
    check(name, swept.found, whole.found_at(range(len(names))))
    times = compare({"groups": swept.run, "global": whole.run}, rounds)
    groups = len(plan.structure.groups)
    told = f"{name}, {groups} groups"
    for method, label in (("groups", "swept by groups"), ("global", "global sparse")):
        low, high = (each / steps / groups * 1e9 for each in times.spread(method))
        value = times.seconds(method) / steps / groups * 1e9
        yield Figure(f"{told}: {label}, per group and step", value, "ns", spread=(low, high))
    spread = times.ratio_spread("global", "groups")
    yield Figure(f"{told}: global sparse / swept by groups", times.ratio("global", "groups"), "×", spread=spread)


def check(name: str, found: Floats, expected: Floats) -> None:
    """Refuse to time what does not agree."""
    for order in range(3):
        part = slice(2 * order, 2 * order + 2)
        error = np.abs(found[:, part] - expected[:, part]).max() / max(np.abs(expected[:, part]).max(), 1e-300)
        if not error <= AGREEMENT:
            raise AssertionError(f"{name}: derivatives of order {order} differ by {error:.1e} of the largest")


def cases(smoke: bool) -> list[Case]:
    """All shapes."""
    return [
        Case(name, partial(shape_figures, name, 6 if smoke else shape.size, 24 if smoke else 720, 2 if smoke else 9))
        for name, shape in SHAPES.items()
    ]
