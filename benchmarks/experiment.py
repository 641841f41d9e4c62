"""The experiment of the paper (section 4): four ways to solve the scalable four-bar, over the number of constraints.

I global dense, II groups with time derivatives, III groups with velocity coefficients K and their gradients L, IV
global sparse; the groups swept in lanes, and one step at a time inside compiled code. Everything is prepared before it
is timed. Every method keeps position and two derivatives of every pin; all are compared before any is timed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.chain import OneByOne, Swept, agree, crank_inputs, pin_names
from benchmarks.report import Case, Figure, Finding
from benchmarks.timing import Times, compare
from benchmarks.whole import Whole
from sgkin import make_plan, scalable_four_bar
from sgkin.kinematic_plan import KinematicPlan

Floats = NDArray[np.float64]

DENSE, SPARSE = "I global dense", "IV global sparse"
SWEPT, SINGLE = "II groups, swept", "II groups, one step at a time"
SWEPT_K, SINGLE_K = "III groups with K and L, swept", "III groups with K and L, one step at a time"
METHODS = (DENSE, SWEPT, SINGLE, SWEPT_K, SINGLE_K, SPARSE)

EXPERIMENT = 500 * 360
"""Steps of the paper's motion."""
GLOBAL_AGREEMENT = 1e-8
"""Of the largest number; Newton's method ends at 1e-10 in positions."""
FITTED_FROM = 17
"""Dyads from which growth is fitted: below, what is needed once per step weighs in."""


class Candidate(Protocol):
    """A method made ready."""

    def run(self) -> None:
        """All steps."""

    def found_at(self, points: Sequence[int]) -> Floats:
        """Position and two derivatives (points, 6, steps) of pins by their numbers."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Dyads; those up to which the dense method is feasible; rounds for short and long chains; dyads from which growth
    is fitted."""

    dyads: tuple[int, ...] = (1, 3, 17, 35, 71, 143, 500, 1_000, 10_000, 100_000)
    dense: int = 1_000
    rounds: int = 15
    few_rounds: int = 3
    most_steps: int = 36_000
    fitted_from: int = FITTED_FROM


SMOKE = Scale(dyads=(1, 17), dense=17, rounds=2, few_rounds=2, most_steps=24, fitted_from=1)


def constraints(dyads: int) -> int:
    """The paper's m: two for every pin."""
    return 2 * dyads + 2


def steps_of(method: str, dyads: int, scale: Scale) -> int:
    """Steps of the shorter run: enough for a few milliseconds, few enough for the memory.

    Sweeps keep the same amount of numbers for chains of every length, more than fit into the second cache, so that
    short chains do not gain from a cache that the whole experiment would not fit into either.
    """
    if method == DENSE:
        work = 20_000 if dyads < 100 else 5_000
        return min(max(work // dyads, 4), 3_600, scale.most_steps)
    if method in (SWEPT, SWEPT_K):
        return min(max(400_000 // dyads, 64 if dyads > 10_000 else 360), scale.most_steps)
    work = 100_000 if method == SPARSE else 200_000
    return min(max(work // dyads, 8), 3_600, scale.most_steps)


def prepare(method: str, plan: KinematicPlan, dyads: int, steps: int) -> Candidate:
    """A method made ready; the crank advances by a degree in each step."""
    inputs, names = degrees(steps), pin_names(dyads)
    if method in (DENSE, SPARSE):
        return Whole(plan, names, inputs, full=method == DENSE)
    kind = Swept if method in (SWEPT, SWEPT_K) else OneByOne
    return kind(plan, names, inputs, coefficients=method in (SWEPT_K, SINGLE_K))


def degrees(steps: int) -> Floats:
    """Angle, rate and acceleration (3, steps) of a crank that turns by a degree in each step."""
    inputs = crank_inputs(steps)
    inputs[0] = np.radians(np.arange(steps))
    return inputs


def along_motion(found: Floats, inputs: Floats) -> Floats:
    """Position, velocity and acceleration (pins, 6, steps) from position, K and L."""
    _, rate, acceleration = inputs
    K, L = found[:, 2:4], found[:, 4:6]
    return np.concatenate([found[:, :2], K * rate, K * acceleration + L * rate**2], axis=1)


def check(candidates: Mapping[str, Candidate], dyads: int) -> None:
    """Refuse to time methods that do not agree on the steps that they share; of long chains, at both ends."""
    pins = np.unique([*range(min(dyads, 50)), *range(max(dyads - 50, 0), dyads + 1)]).tolist()
    expected = candidates[SWEPT].found_at(pins)
    for method, candidate in candidates.items():
        found = candidate.found_at(pins)
        steps = min(found.shape[2], expected.shape[2])
        if method in (SWEPT_K, SINGLE_K):
            found = along_motion(found[:, :, :steps], degrees(steps))
        agreement = GLOBAL_AGREEMENT if method in (DENSE, SPARSE) else 1e-12
        agree(found[:, :, :steps], expected[:, :, :steps], method, agreement)


@dataclass(slots=True)
class Timed:
    """What was found so far, for the figures that compare chains of different lengths: seconds by method and dyads."""

    seconds: dict[str, dict[int, float]] = field(default_factory=lambda: {method: {} for method in METHODS})


def time_methods(dyads: int, scale: Scale, timed: Timed) -> Iterator[Finding]:
    """All methods that are feasible for a number of dyads."""
    methods = [method for method in METHODS if method != DENSE or dyads <= scale.dense]
    steps = {method: steps_of(method, dyads, scale) for method in methods}
    plan = make_plan(scalable_four_bar(dyads))
    candidates = {method: prepare(method, plan, dyads, steps[method]) for method in methods}
    for candidate in candidates.values():
        candidate.run()
    check(candidates, dyads)
    times = compare(
        {method: candidate.run for method, candidate in candidates.items()},
        scale.rounds if dyads < 500 else scale.few_rounds,
    )
    whole = {method: EXPERIMENT / steps[method] for method in methods}
    counts = ", ".join(f"{steps[method]} ({method})" for method in methods)
    yield f"{dyads} dyads: {EXPERIMENT} steps extrapolated from {counts}"
    for method in methods:
        low, high = (each * whole[method] for each in times.spread(method))
        seconds = timed.seconds[method][dyads] = times.seconds(method) * whole[method]
        yield Figure(f"{method}, {dyads} dyads", seconds, "s", spread=(low, high), series=method, at=constraints(dyads))
    yield from compare_methods(dyads, times, whole)


def compare_methods(dyads: int, times: Times, whole: Mapping[str, float]) -> Iterator[Figure]:
    """Groups beside the best global method and the two formulations of the groups, round by round."""
    best = min((method for method in (DENSE, SPARSE) if method in whole), key=lambda m: times.seconds(m) * whole[m])
    for method in (SWEPT, SINGLE):
        scale = whole[best] / whole[method]
        low, high = (each * scale for each in times.ratio_spread(best, method))
        bar = 50.0 if dyads == 71 and method == SWEPT else 1.0
        name = f"best global / {method}, {dyads} dyads"
        value = times.ratio(best, method) * scale
        yield Figure(name, value, "×", bar, at_least=True, spread=(low, high), series=name.partition(",")[0], at=dyads)
    for method, other in ((SWEPT_K, SWEPT), (SINGLE_K, SINGLE)):
        scale = whole[method] / whole[other]
        low, high = (each * scale for each in times.ratio_spread(method, other))
        name = f"{method} / {other}, {dyads} dyads"
        yield Figure(name, times.ratio(method, other) * scale, "×", 1.2, spread=(low, high))


def growth_exponent(seconds: Mapping[int, float], least: int) -> float | None:
    """The slope of log time over log constraints, fitted from `least` dyads on; None with fewer than two points."""
    sizes = [dyads for dyads in seconds if dyads >= least]
    if len(sizes) < 2:
        return None
    x, y = np.log([constraints(dyads) for dyads in sizes]), np.log([seconds[dyads] for dyads in sizes])
    return float(np.polyfit(x, y, 1)[0])


def crossover(first: Mapping[int, float], second: Mapping[int, float]) -> float | None:
    """The number of constraints from which the second method is faster for good, between two sizes by a power law."""
    sizes = [dyads for dyads in first if dyads in second]
    gains = [math.log(first[dyads] / second[dyads]) for dyads in sizes]
    slower = [number for number, gain in enumerate(gains) if gain <= 0.0]
    if not slower or slower[-1] == len(sizes) - 1:
        return None
    i = slower[-1]
    left, right = math.log(constraints(sizes[i])), math.log(constraints(sizes[i + 1]))
    return math.exp(left + (right - left) * -gains[i] / (gains[i + 1] - gains[i]))


def growth_figures(timed: Timed, least: int) -> Iterator[Finding]:
    """Growth exponents, and where sparse overtakes dense."""
    for method in METHODS:
        exponent = growth_exponent(timed.seconds[method], least)
        if exponent is not None:
            bar = None if method in (DENSE, SPARSE) else 1.05
            largest = max(timed.seconds[method])
            yield Figure(f"{method}: growth exponent from {least} to {largest} dyads", exponent, "", bar)
    found = crossover(timed.seconds[DENSE], timed.seconds[SPARSE])
    if found is None:
        dense, sparse = timed.seconds[DENSE], timed.seconds[SPARSE]
        always = all(sparse[dyads] <= dense[dyads] for dyads in dense)
        yield f"{SPARSE if always else DENSE} is the faster global method at every size measured: they do not cross"
    else:
        yield Figure(f"crossover of {DENSE} and {SPARSE}", found, "constraints")


def cases_of(scale: Scale) -> Sequence[Case]:
    """A case for each length of the chain, and one for the growth over all of them."""
    timed = Timed()
    lengths = [Case(f"{dyads} dyads", partial(time_methods, dyads, scale, timed)) for dyads in scale.dyads]
    return [*lengths, Case("growth", partial(growth_figures, timed, scale.fitted_from))]


def cases(smoke: bool) -> Sequence[Case]:
    """The whole experiment, or a tiny one."""
    return cases_of(SMOKE if smoke else Scale())
