"""What a user calls, beside vectorised C that does the same kinematics into memory that is there already.

`solve` with all links kept, and all that can be read from it; two threads beside one; how reading grows with the
length of a chain. C and sgkin write rows that begin on cache lines.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from threading import Barrier, Event, Thread

import numpy as np
from numpy.typing import NDArray

from benchmarks.c_library import NO_COMPILER
from benchmarks.c_reference import built_reference
from benchmarks.chain import crank_inputs, pin_names
from benchmarks.group_speed import best_chain, ratio_figure
from benchmarks.report import Case, Figure
from benchmarks.timing import compare, quartiles
from sgkin import Motion, load_mechanism, make_plan, scalable_four_bar, solve
from sgkin.kinematic_plan import KinematicPlan
from sgkin.solving import one_cycle

Floats = NDArray[np.float64]

ROOT = Path(__file__).parents[1]
LIBRARY = ("four_bar_crank_rocker", "jansen_leg")
"""Mechanisms of which a whole cycle is solved."""
SECONDS = 0.7
"""How long threads work before they are counted."""


def read_all(motion: Motion) -> None:
    """Every pose, velocity and acceleration, a link at a time."""
    for link in motion.outputs:
        motion.pose(link)
        motion.velocity(link)
        motion.acceleration(link)


def call_figures(dyads: int, steps: int, rounds: int) -> Iterator[Figure | str]:
    """Whole calls beside C."""
    reference = built_reference()
    if reference is None:
        yield NO_COMPILER
        return
    z, rates, accelerations = inputs = crank_inputs(steps)
    chain, plan, pins = best_chain(reference, dyads, inputs), make_plan(scalable_four_bar(dyads)), pin_names(dyads)

    def solved(outputs: list[str] | None = None) -> Motion:
        return solve(plan, inputs=z, input_rates=rates, input_accelerations=accelerations, outputs=outputs)

    motion = solved()
    times = compare(
        {
            "vectorised C": chain.run_by_rows,
            "solve keeping pins": lambda: solved(pins),
            "solve": solved,
            "solve and read all": lambda: read_all(solved()),
            "table of all": motion.to_mapping,
        },
        rounds,
    )
    each = f"{dyads} dyads, {steps} steps"
    yield ratio_figure(times, "solve", "solve keeping pins", each, 1.3)
    yield ratio_figure(times, "solve", "vectorised C", each, 2.0)
    yield ratio_figure(times, "solve and read all", "vectorised C", each, 10.0)
    yield ratio_figure(times, "solve keeping pins", "vectorised C", each)
    yield ratio_figure(times, "table of all", "vectorised C", each)
    yield Figure(f"motion.nbytes, {each}", motion.nbytes / 1e6, "MB")


def library_figures(name: str, steps: int, rounds: int) -> Iterator[Figure]:
    """A whole cycle of a mechanism of the library: `solve` by groups and with all equations at once, all links kept."""
    mechanism = load_mechanism(name)
    plan, cycle = make_plan(mechanism), np.linspace(0.0, one_cycle(mechanism)[-1], steps)
    times = compare(
        {
            "groups": lambda: solve(plan, cycle),
            "global": lambda: solve(plan, cycle, method="global-sparse"),
            "one": evaluating(plan),
        },
        rounds,
    )
    low, high = times.spread("groups")
    yield Figure(
        f"solve of {name}: configurations a second",
        steps / times.seconds("groups"),
        "1/s",
        spread=(steps / high, steps / low),
    )
    yield Figure(
        f"solve of {name}: global sparse / groups",
        times.ratio("global", "groups"),
        "×",
        spread=times.ratio_spread("global", "groups"),
    )
    yield Figure(f"plan.evaluate of {name}", times.seconds("one") * 1e6, "µs")


def reading_seconds(dyads: int, rounds: int) -> float:
    """Seconds in which all of a motion of two steps with coefficients is read."""
    motion = solve(make_plan(scalable_four_bar(dyads)), [1.0, 1.01], coefficients=True)

    def read() -> None:
        motion.to_mapping()
        motion.coefficients()

    return compare({"reading": read}, rounds).seconds("reading")


def growth_figures(sizes: tuple[int, ...], rounds: int) -> Iterator[Figure]:
    """The exponent with which reading grows, fitted through all sizes."""
    seconds = [reading_seconds(dyads, rounds) for dyads in sizes]
    exponent = np.polyfit(np.log(sizes), np.log(seconds), 1)[0]
    yield Figure(f"reading K and L of two steps, {sizes[0]} … {sizes[-1]} dyads: growth exponent", exponent, "", 1.1)
    yield Figure(f"reading K and L of two steps, {sizes[-1]} dyads", seconds[-1] * 1e3, "ms")


def rate(work: Callable[[], object], threads: int) -> float:
    """Calls per second that threads make together, by the clock."""
    counts, stop, begin = [0] * threads, Event(), Barrier(threads + 1)

    def run(number: int) -> None:
        begin.wait()
        while not stop.is_set():
            work()
            counts[number] += 1

    workers = [Thread(target=run, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    begin.wait()
    start = time.perf_counter()
    time.sleep(SECONDS)
    stop.set()
    for worker in workers:
        worker.join()
    return sum(counts) / (time.perf_counter() - start)


def thread_ratios(dyads: int, steps: int, rounds: int) -> list[float]:
    """Rates of two threads by that of one: `solve` over steps, or `evaluate` if there are none."""
    plan = make_plan(scalable_four_bar(dyads))
    work = evaluating(plan) if not steps else solving(plan, steps)
    work()
    return [rate(work, 2) / rate(work, 1) for _ in range(rounds)]


def evaluating(plan: KinematicPlan) -> Callable[[], object]:
    """One configuration with rates."""
    return lambda: plan.evaluate(1.0, 1.0, 0.0)


def solving(plan: KinematicPlan, steps: int) -> Callable[[], object]:
    """A motion with all links kept."""
    z, rates, accelerations = crank_inputs(steps)
    return lambda: solve(plan, inputs=z, input_rates=rates, input_accelerations=accelerations)


def thread_figures(dyads: int, steps: int, bar: float, rounds: int) -> Iterator[Figure | str]:
    """`thread_ratios` in a process of its own, in which a sweep uses one core."""
    if len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) < 2:
        yield "there is one core: threads are not compared"
        return
    command = [sys.executable, "-m", "benchmarks.user_calls", *map(str, (dyads, steps, rounds))]
    environment = {**os.environ, "NUMBA_NUM_THREADS": "1"}
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT, env=environment)
    ratios = json.loads(answer.stdout)
    what = f"solve of {steps} steps" if steps else "evaluate"
    name = f"rate of two threads / one, {what}, {dyads} dyads"
    yield Figure(name, median(ratios), "×", bar, at_least=True, spread=quartiles(ratios))


def cases(smoke: bool) -> list[Case]:
    """Calls, growth and threads."""
    calls, growth = partial(call_figures, 71, 3600, 25), partial(growth_figures, (500, 1000, 2000, 4000), 5)
    steps, times = 3600, 15
    threads, rounds = [(300, 3600, 1.6), (3000, 0, 1.6), (1, 0, 0.9)], 7
    if smoke:
        calls, growth = partial(call_figures, 3, 60, 3), partial(growth_figures, (3, 6), 3)
        threads, rounds, steps, times = [(3, 60, 0.1)], 1, 60, 2
    return [
        Case("calls", calls),
        *(Case(name, partial(library_figures, name, steps, times)) for name in LIBRARY),
        Case("growth of reading", growth),
        *(
            Case(f"threads, {dyads} dyads", partial(thread_figures, dyads, steps, bar, rounds), pinned=False)
            for dyads, steps, bar in threads
        ),
    ]


if __name__ == "__main__":
    print(json.dumps(thread_ratios(*map(int, sys.argv[1:]))))
