"""What inputs cost as estimated, beside what sweeps of the library take; and how long the table of inputs takes.

Every mechanism of the library is driven by each of its single inputs, or by some sets of several, over a short way from
where it is. Only the order of the times counts: the figure is Spearman's rank correlation. The table of inputs is timed
beside `decompose` of the mechanism with each of the sets that it lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from scipy.stats import spearmanr

from benchmarks.report import Case, Figure
from benchmarks.timing import compare
from sgkin import (
    InputChoice,
    Mechanism,
    Motion,
    MotionError,
    compare_inputs,
    decompose,
    load_mechanism,
    make_plan,
    mechanism_names,
    solve,
)
from sgkin.arrays import Floats
from sgkin.kinematic_plan import KinematicPlan

SETS = 20
"""Sets of a mechanism with several inputs."""
WAY, LENGTHS = 0.1, 0.01
"""How far inputs go: radians, and parts of the mechanism's size."""
HALVINGS = 12
"""How often the way is made shorter, or turned round, where a dead point lies on it."""


def sweep(mechanism: Mechanism, steps: int) -> Callable[[], Motion]:
    """A sweep with rates from where a mechanism is, as far as there is no dead point."""
    plan = make_plan(mechanism)
    start = np.array(list(mechanism.initial_inputs.values()))
    kinds = [mechanism.input_quantity(name) for name in mechanism.input_names]
    way = np.array([WAY if kind == "angle" else LENGTHS * mechanism.size for kind in kinds])
    for attempt in range(HALVINGS):
        call = partial(_solved, plan, start, way * (-1.0) ** attempt / 2.0 ** (attempt // 2), steps)
        try:
            call()
        except MotionError:
            continue
        return call
    raise AssertionError(f"{mechanism.name} does not move by {', '.join(mechanism.input_names)}")


def _solved(plan: KinematicPlan, start: Floats, way: Floats, steps: int) -> Motion:
    inputs = start + np.linspace(0.0, 1.0, steps)[:, None] * way
    return solve(plan, inputs=inputs, input_rates=np.tile(way, (steps, 1)))


def solvable(name: str) -> list[InputChoice]:
    """The sets of inputs by which a mechanism can be solved from where it is."""
    found = compare_inputs(load_mechanism(name), sets=SETS)
    return [choice for choice in found if choice.cost is not None and not choice.dead]


def correlation_figures(names: Sequence[str], steps: int, rounds: int) -> Iterator[Figure | str]:
    """Rank correlations over all sets of all mechanisms, and over single inputs."""
    costs, seconds, inputs = list[float](), list[float](), list[int]()
    for name in names:
        for choice in solvable(name):
            assert choice.mechanism is not None
            assert choice.cost is not None
            costs.append(choice.cost)
            seconds.append(compare({"sweep": sweep(choice.mechanism, steps)}, rounds).seconds("sweep"))
            inputs.append(len(choice.structure.inputs))
    single = np.array(inputs) == 1
    pairs = np.array([costs, seconds])
    for what, chosen in (("single inputs", pairs[:, single]), ("sets of all sizes", pairs)):
        told = f"estimated cost and measured time, {chosen.shape[1]} {what}: rank correlation"
        yield Figure(told, float(spearmanr(*chosen).statistic), "", 0.9, at_least=True)
    yield Figure("measured time by estimated cost, median", float(np.median(pairs[1] / pairs[0]) / steps * 1e9), "ns")


def table_figures(names: Sequence[str], rounds: int) -> Iterator[Figure]:
    """The table of inputs by the `decompose` calls it needs, over all mechanisms and at worst."""
    ratios, tables, calls = list[float](), 0.0, 0.0
    for name in names:
        mechanism = load_mechanism(name)
        driven = [choice.mechanism for choice in compare_inputs(mechanism, sets=SETS) if choice.mechanism is not None]

        def taken_apart(driven: Sequence[Mechanism] = driven) -> None:
            for each in driven:
                decompose(each)

        times = compare({"table": partial(compare_inputs, mechanism, sets=SETS), "decompose": taken_apart}, rounds)
        ratios.append(times.ratio("table", "decompose"))
        tables, calls = tables + times.seconds("table"), calls + times.seconds("decompose")
    yield Figure(f"tables of {len(names)} mechanisms / decompose of every set", tables / calls, "", 3.0)
    yield Figure("the same, worst mechanism", max(ratios), "")


def cases(smoke: bool) -> list[Case]:
    """Correlation and time of the table."""
    names = ("four_bar_crank_rocker", "class_III_triad_on_crank") if smoke else mechanism_names("planar")
    steps, rounds = (40, 1) if smoke else (7200, 3)
    return [
        Case("cost", partial(correlation_figures, names, steps, rounds)),
        Case("table", partial(table_figures, names, rounds)),
    ]
