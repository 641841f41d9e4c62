"""How fast groups are solved, beside the same kinematics written by hand in C.

The scalable four-bar, with position, velocity and acceleration of every pin kept on both sides. Before anything is
timed, both sides must agree to 1e-12 of the largest number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.c_library import NO_COMPILER
from benchmarks.c_reference import Chain, Reference, built_reference
from benchmarks.chain import OneByOne, Swept, agree, crank_inputs, pin_names
from benchmarks.report import Case, Figure
from benchmarks.timing import Times, compare
from sgkin import load_mechanism, make_plan, scalable_four_bar

Floats = NDArray[np.float64]

BLOCKS = (128, 256, 512, 1024)
"""Blocks of steps among which the vectorised C takes the one that suits it best."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large the cases are."""

    sweeps: tuple[int, ...] = (3, 17, 71)
    singles: tuple[int, ...] = (17, 71)
    steps: int = 3600
    rounds: int = 25
    evaluations: int = 2000


SMOKE = Scale((3,), (3,), steps=60, rounds=3, evaluations=20)


def best_chain(reference: Reference, dyads: int, inputs: Floats) -> Chain:
    """The chain in C, with the block of steps that suits it best."""
    chains = {str(block): Chain(reference, dyads, inputs, block) for block in BLOCKS}
    times = compare({name: chain.run_by_rows for name, chain in chains.items()}, rounds=3)
    return chains[min(chains, key=times.seconds)]


def sweep_figures(reference: Reference, dyads: int, scale: Scale) -> Iterator[Figure]:
    """A sweep beside C that is vectorised over steps."""
    inputs = crank_inputs(scale.steps)
    chain = best_chain(reference, dyads, inputs)
    swept = Swept(make_plan(scalable_four_bar(dyads)), pin_names(dyads), inputs)
    swept.run()
    for run in (chain.run_by_rows_fixed, chain.run_by_rows):
        run()
        agree(swept.found, chain.found_by_rows, f"sweep of {dyads} dyads")
    candidates = {"vectorised C": chain.run_by_rows, "sweep": swept.run}
    candidates |= {"vectorised C with fixed pivots": chain.run_by_rows_fixed, "whole solve": swept.solve}
    times = compare(candidates, scale.rounds)
    each = f"{dyads} dyads, {scale.steps} steps"
    bar = 2.0 if dyads <= 3 else 1.5
    yield ratio_figure(times, "sweep", "vectorised C", each, bar)
    yield ratio_figure(times, "sweep", "vectorised C with fixed pivots", each)
    yield ratio_figure(times, "whole solve", "vectorised C", each)
    for name in ("vectorised C", "vectorised C with fixed pivots", "sweep"):
        yield work_figure(times, name, each, dyads * scale.steps)


def single_figures(reference: Reference, dyads: int, scale: Scale) -> Iterator[Figure]:
    """One configuration after another in compiled code, beside C that does the same."""
    inputs = crank_inputs(scale.steps)
    chain = Chain(reference, dyads, inputs)
    single = OneByOne(make_plan(scalable_four_bar(dyads)), pin_names(dyads), inputs)
    single.run()
    chain.run_by_step()
    agree(single.found, chain.found_by_step, f"single configurations of {dyads} dyads")
    times = compare({"scalar C": chain.run_by_step, "one by one": single.run}, scale.rounds)
    yield ratio_figure(times, "one by one", "scalar C", f"{dyads} dyads", 2.0)
    for name in ("scalar C", "one by one"):
        yield work_figure(times, name, f"{dyads} dyads", dyads * scale.steps)


def triad_figures(reference: Reference, dyads: int, scale: Scale) -> Iterator[Figure]:
    """The class III triad, beside a dyad in C."""
    inputs = crank_inputs(scale.steps)
    chain, triad = Chain(reference, dyads, inputs), prepare_triad(inputs)
    times = compare({"C": chain.run_by_step, "triad": triad.run}, scale.rounds)
    ratio = dyads * times.ratio("triad", "C")
    yield Figure("class III triad per step / dyad in scalar C", ratio, "×", 12.0)
    yield Figure("class III triad: per step", times.seconds("triad") / scale.steps * 1e9, "ns")


def ratio_figure(times: Times, name: str, to: str, each: str, bar: float | None = None) -> Figure:
    """One candidate's time by another's."""
    return Figure(f"{name} / {to}, {each}", times.ratio(name, to), "×", bar, spread=times.ratio_spread(name, to))


def work_figure(times: Times, name: str, each: str, work: int) -> Figure:
    """Nanoseconds for a dyad and step."""
    low, high = times.spread(name)
    value = times.seconds(name) / work * 1e9
    return Figure(f"{name}, {each}: per dyad and step", value, "ns", spread=(low / work * 1e9, high / work * 1e9))


def prepare_triad(inputs: Floats) -> OneByOne:
    """The class III triad on its crank, ready to run one by one; checked against a sweep."""
    plan = make_plan(load_mechanism("class_III_triad_on_crank"))
    names = ["leg1.P1", "leg2.P2", "leg3.P3"]
    single, swept = OneByOne(plan, names, inputs), Swept(plan, names, inputs)
    single.run()
    swept.run()
    error = np.abs(single.found - swept.found).max() / np.abs(swept.found).max()
    if not error <= 1e-9:
        raise AssertionError(f"the triad one by one differs from its sweep by {error:.1e}")
    return single


def evaluate_figures(scale: Scale) -> Iterator[Figure]:
    """`plan.evaluate` from Python."""
    plan = make_plan(load_mechanism("four_bar_crank_rocker"))
    angles = np.linspace(0.5, 6.5, scale.evaluations).tolist()
    start = plan.evaluate(angles[0], 1.0, 0.0)

    def motions() -> None:
        near = start
        for angle in angles:
            near = plan.evaluate(angle, 1.0, 0.0, near)

    def positions() -> None:
        for angle in angles:
            plan.evaluate(angle)

    times = compare({"motions": motions, "positions": positions}, scale.rounds)
    each = 1e6 / scale.evaluations
    yield Figure("plan.evaluate of a four-bar with rates and near", times.seconds("motions") * each, "µs", 10.0)
    yield Figure("plan.evaluate of a four-bar, position only", times.seconds("positions") * each, "µs")


def cases(smoke: bool) -> list[Case]:
    """Everything beside C, and `plan.evaluate`."""
    scale = SMOKE if smoke else Scale()
    reference = built_reference()
    evaluate = Case("plan.evaluate", partial(evaluate_figures, scale))
    if reference is None:
        return [
            Case("C", lambda: [NO_COMPILER]),
            evaluate,
        ]
    sweeps = [Case(f"sweep, {n} dyads", partial(sweep_figures, reference, n, scale)) for n in scale.sweeps]
    singles = [Case(f"one by one, {n} dyads", partial(single_figures, reference, n, scale)) for n in scale.singles]
    triad = Case("triad", partial(triad_figures, reference, min(scale.singles), scale))
    return [Case("C", lambda: [f"compiler: {reference.version}"]), *sweeps, *singles, triad, evaluate]
