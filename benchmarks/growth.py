"""The scalable four-bar as it grows: time per dyad of plan, first solve and sweep, and the memory that takes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.chain import Swept, crank_inputs, pin_names
from benchmarks.report import Case, Figure
from benchmarks.timing import compare, peak_memory
from sgkin import make_plan, scalable_four_bar, solve
from sgkin.kinematic_plan import KinematicPlan

Floats = NDArray[np.float64]

ROOT = Path(__file__).parents[1]


def growth(small: int, large: int, steps: int) -> dict[str, float]:
    """Seconds per dyad of a small and a large chain with ten points kept; peak memory of solving both, in MB."""
    inputs = crank_inputs(steps)
    first_solve(make_plan(scalable_four_bar(3)), 3, inputs)  # what is imported or compiled at first use
    timed: dict[str, float] = {}
    plans: dict[str, KinematicPlan] = {}
    for name, dyads in (("small", small), ("large", large)):
        start = time.thread_time()
        plans[name] = make_plan(scalable_four_bar(dyads))
        timed[f"plan {name}"] = (time.thread_time() - start) / dyads
        timed[f"solve {name}"] = first_solve(plans[name], dyads, inputs) / dyads
    timed["memory"] = peak_memory()
    swept = {name: Swept(plans[name], ten_pins(dyads), inputs) for name, dyads in (("small", small), ("large", large))}
    times = compare({name: each.run for name, each in swept.items()}, rounds=3)
    return timed | {
        f"sweep {name}": times.seconds(name) / dyads for name, dyads in (("small", small), ("large", large))
    }


def ten_pins(dyads: int) -> list[str]:
    """Ten pins of a chain, the last among them."""
    return [f"coupler{i}.C{i}" for i in np.unique(np.linspace(1, dyads, 10).round().astype(int)).tolist()]


def first_solve(plan: KinematicPlan, dyads: int, inputs: Floats) -> float:
    """Seconds of the first solve with a plan, which writes its tape too."""
    z, rates, accelerations = inputs
    start = time.thread_time()
    solve(plan, inputs=z, input_rates=rates, input_accelerations=accelerations, outputs=ten_pins(dyads))
    return time.thread_time() - start


def row_figures(dyads: int, few: int, many: int) -> Iterator[Figure]:
    """What a step takes in a sweep over few steps, by what it takes over many, with all pins kept and with ten.

    A row is a number of a pin over all steps; of short rows the processor does not see early which memory comes next.
    """
    plan = make_plan(scalable_four_bar(dyads))
    kept = {"all pins": pin_names(dyads), "ten pins": ten_pins(dyads)}
    swept = {
        f"{what}, {steps}": Swept(plan, pins, crank_inputs(steps)).run
        for what, pins in kept.items()
        for steps in (few, many)
    }
    times = compare(swept, rounds=5)
    for what in kept:
        value = times.ratio(f"{what}, {few}", f"{what}, {many}") * many / few
        low, high = (each * many / few for each in times.ratio_spread(f"{what}, {few}", f"{what}, {many}"))
        name = f"sweep per step, {few} steps / {many} steps, {dyads} dyads, {what} kept"
        yield Figure(name, value, "×", spread=(low, high))


def growth_figures(small: int, large: int, steps: int) -> Iterator[Figure]:
    """`growth` in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growth", *map(str, (small, large, steps))]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    timed = json.loads(answer.stdout)
    told = f"{large} dyads / {small} dyads, {steps} steps, ten points"
    yield from row_figures(*((6, 12, 24) if steps < 100 else (10_000, 64, 360)))
    yield Figure(f"sweep per dyad, {told}", timed["sweep large"] / timed["sweep small"], "×", 1.5)
    yield Figure(f"first solve per dyad, {told}", timed["solve large"] / timed["solve small"], "×")
    yield Figure(f"plan per dyad, {large} dyads / {small} dyads", timed["plan large"] / timed["plan small"], "×")
    for what, label in (("plan", "plan"), ("solve", "first solve"), ("sweep", "sweep")):
        yield Figure(f"{label}, {large} dyads: per dyad", timed[f"{what} large"] * 1e6, "µs")
    yield Figure(f"peak memory, {large} dyads", timed["memory"], "MB", 1000.0)


def cases(smoke: bool) -> list[Case]:
    """A chain a hundred times longer than another."""
    small, large, steps = (5, 20, 40) if smoke else (1_000, 100_000, 1_000)
    return [Case(f"{large} dyads", partial(growth_figures, small, large, steps))]


if __name__ == "__main__":
    print(json.dumps(growth(*map(int, sys.argv[1:]))))
