"""Other shapes than a chain: groups, swept, beside the global sparse solver on the same mechanism.

Everything that a motion needs is kept on both sides: the origin of every link. Both must agree before they are timed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.chain import Swept, agree
from benchmarks.report import Case, Figure
from benchmarks.shapes import dyad_mixture, dyad_tree, triad_chain
from benchmarks.timing import compare
from benchmarks.whole import Whole
from sgkin import Mechanism, driven_comb, make_plan, scissor_lift

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
    swept, whole = Swept(plan, names, inputs), Whole(plan, names, inputs, full=False)
    swept.run()
    whole.run()
    agree(swept.found, whole.found_at(range(len(names))), name, AGREEMENT)
    times = compare({"groups": swept.run, "global": whole.run}, rounds)
    groups = len(plan.structure.groups)
    told = f"{name}, {groups} groups"
    for method, label in (("groups", "swept by groups"), ("global", "global sparse")):
        low, high = (each / steps / groups * 1e9 for each in times.spread(method))
        value = times.seconds(method) / steps / groups * 1e9
        yield Figure(f"{told}: {label}, per group and step", value, "ns", spread=(low, high))
    spread = times.ratio_spread("global", "groups")
    yield Figure(f"{told}: global sparse / swept by groups", times.ratio("global", "groups"), "×", spread=spread)


def cases(smoke: bool) -> list[Case]:
    """All shapes."""
    return [
        Case(name, partial(shape_figures, name, 6 if smoke else shape.size, 24 if smoke else 720, 2 if smoke else 9))
        for name, shape in SHAPES.items()
    ]
