"""The experiment of the paper (section 4): ways to solve the scalable four-bar, over the number of constraints.

I global dense; IV global sparse; II groups with time derivatives; III groups with velocity coefficients K and their
gradients L. II is timed as in the paper, every group iterated on its own conditions, and as sgkin does it, in closed
form; III as in the paper, K and L of each group composed, and as sgkin does it, as one propagation. Both stand one step
at a time inside compiled code, and swept in lanes. Neighbours in this row differ in one thing, so that what each idea
gains can be told. Everything is prepared before it is timed. Every method keeps position and two derivatives of every
pin; all are compared before any is timed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.chain import AGREEMENT, Iterated, OneByOne, OtherGroups, Swept, agree, crank_inputs, pin_names
from benchmarks.composed_coefficients import COMPOSED, COMPOSED_BY_NEWTON
from benchmarks.newton_groups import BY_NEWTON
from benchmarks.report import Case, Figure, Finding
from benchmarks.timing import Times, compare, peak_memory
from benchmarks.velocities import Velocities
from benchmarks.whole import Whole
from sgkin import make_plan, scalable_four_bar
from sgkin.kinematic_plan import KinematicPlan

Floats = NDArray[np.float64]

DENSE, SPARSE = "I global dense", "IV global sparse"
NEWTON, SINGLE, SWEPT = "II by Newton", "II closed form, one step at a time", "II closed form, swept"
NEWTON_K, COMPOSED_K = "III composed, by Newton", "III composed, closed form"
SINGLE_K, SWEPT_K = "III propagated, one step at a time", "III propagated, swept"
METHODS = (DENSE, SPARSE, NEWTON, SINGLE, SWEPT, NEWTON_K, COMPOSED_K, SINGLE_K, SWEPT_K)
GLOBAL, LANES = (DENSE, SPARSE), (SWEPT, SWEPT_K)
COEFFICIENTS = (NEWTON_K, COMPOSED_K, SINGLE_K, SWEPT_K)
ITERATED = (*GLOBAL, NEWTON, NEWTON_K)
VELOCITIES = {SINGLE_K: f"{SINGLE_K}: velocities", SWEPT_K: f"{SWEPT_K}: velocities"}
"""What turns the K and L of a method into velocity and acceleration, by the method."""

STRUCTURE, CLOSED_FORM, PROPAGATION, IN_LANES = "structure", "closed form", "one propagation", "lanes"
FINDINGS = {CLOSED_FORM: (NEWTON, SINGLE), PROPAGATION: (COMPOSED_K, SINGLE_K), IN_LANES: (SINGLE, SWEPT)}
"""What an idea gains: the time of one method by that of another which has this idea more, and nothing else; structure
is the better global method by the groups that are solved as it is, by Newton."""

EXPERIMENT = 500 * 360
"""Steps of the paper's motion."""
GLOBAL_AGREEMENT = 1e-8
"""Of the largest number; Newton's method ends at 1e-10 in positions."""
ADDS_UP = 1_000
"""Dyads from which on closed forms agree the less, the longer the chain: rounding adds up along it."""
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
    few_rounds: int = 5
    most_steps: int = 36_000
    fitted_from: int = FITTED_FROM


SMOKE = Scale(dyads=(1, 17), dense=17, rounds=2, few_rounds=2, most_steps=24, fitted_from=1)


def constraints(dyads: int) -> int:
    """The paper's m: two for every pin."""
    return 2 * dyads + 2


def steps_of(method: str, dyads: int, scale: Scale) -> int:
    """Steps of the shorter run: enough for a few milliseconds, few enough for the memory.

    Sweeps keep the same amount of numbers for short chains, more than fit into the second cache, so that these do not
    gain from a cache that the whole experiment would not fit into either. Long chains are swept over a turn at least:
    with shorter rows the processor waits for the memory that it writes to, see `growth`.
    """
    if method == DENSE:
        work = 20_000 if dyads < 100 else 5_000
        return min(max(work // dyads, 4), 3_600, scale.most_steps)
    if method in LANES:
        return min(max(400_000 // dyads, 360), scale.most_steps)
    work = 100_000 if method == SPARSE else 200_000
    return min(max(work // dyads, 8), 3_600, scale.most_steps)


def prepare(method: str, plan: KinematicPlan, dyads: int, steps: int) -> Candidate:
    """A method made ready; the crank advances by a degree in each step."""
    inputs, names, coefficients = degrees(steps), pin_names(dyads), method in COEFFICIENTS
    match method:
        case _ if method in GLOBAL:
            return Whole(plan, names, inputs, full=method == DENSE)
        case _ if method == NEWTON:
            return Iterated(plan, names, inputs, BY_NEWTON)
        case _ if method == NEWTON_K:
            return Iterated(plan, names, inputs, COMPOSED_BY_NEWTON, coefficients)
        case _ if method == COMPOSED_K:
            return OtherGroups(plan, names, inputs, COMPOSED, coefficients)
    return (Swept if method in LANES else OneByOne)(plan, names, inputs, coefficients)


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
        if method in COEFFICIENTS:
            found = along_motion(found[:, :, :steps], degrees(steps))
        agreement = GLOBAL_AGREEMENT if method in ITERATED else AGREEMENT * max(1.0, dyads / ADDS_UP)
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
    calls = {method: candidate.run for method, candidate in candidates.items()}
    for method, told in VELOCITIES.items():
        calls[told], steps[told] = Velocities(candidates[method], degrees(steps[method])).run, steps[method]
    times = per_experiment(compare(calls, scale.rounds if dyads < 500 else scale.few_rounds), steps)
    counts = ", ".join(f"{steps[method]} ({method})" for method in methods)
    yield f"{dyads} dyads: {EXPERIMENT} steps extrapolated from {counts}"
    for method in methods:
        seconds = timed.seconds[method][dyads] = times.seconds(method)
        name = f"{method}, {dyads} dyads"
        yield Figure(name, seconds, "s", spread=times.spread(method), series=method, at=constraints(dyads))
    yield from compare_methods(dyads, times)
    yield from iterations(dyads, candidates)


def per_experiment(times: Times, steps: Mapping[str, int]) -> Times:
    """Times of the whole experiment, extrapolated from so many steps; and of III with its velocities."""
    whole = {name: [each * EXPERIMENT / steps[name] for each in rounds] for name, rounds in times.rounds.items()}
    for method, velocities in VELOCITIES.items():
        whole[with_velocities(method)] = [sum(both) for both in zip(whole[method], whole[velocities], strict=True)]
    return Times(whole, times.disturbed)


def with_velocities(method: str) -> str:
    """What a method is called together with what turns its K and L into velocity and acceleration."""
    return f"{method}, with velocities"


def compare_methods(dyads: int, times: Times) -> Iterator[Figure]:
    """What each idea gains, groups beside the best global method, and III beside II, round by round."""
    best = min((method for method in GLOBAL if method in times.rounds), key=times.seconds)
    for idea, (without, having) in {STRUCTURE: (best, NEWTON), **FINDINGS}.items():
        yield gain(f"gain by {idea}", times, without, having, dyads)
    for method in (SWEPT, SINGLE):
        bar = 50.0 if dyads == 71 and method == SWEPT else 1.0
        yield gain(f"best global / {method}", times, best, method, dyads, bar)
    for method, other in ((SWEPT_K, SWEPT), (SINGLE_K, SINGLE)):
        yield gain(f"{method} / {other}", times, method, other, dyads, 1.2, at_least=False)
        yield gain(f"{with_velocities(method)} / {other}", times, with_velocities(method), other, dyads)
    for method, other in ((NEWTON_K, NEWTON), (SINGLE_K, SWEPT_K)):
        yield gain(f"{method} / {other}", times, method, other, dyads)


def gain(
    told: str, times: Times, method: str, other: str, dyads: int, bar: float | None = None, at_least: bool = True
) -> Figure:
    """The time of a method by that of another, over the number of dyads."""
    spread = times.ratio_spread(method, other)
    name, value = f"{told}, {dyads} dyads", times.ratio(method, other)
    return Figure(name, value, "×", bar, at_least and bar is not None, spread, series=told, at=constraints(dyads))


def iterations(dyads: int, candidates: Mapping[str, Candidate]) -> Iterator[Figure]:
    """How often what is iterated is iterated in a step."""
    for method in (SPARSE, NEWTON):
        candidate = candidates[method]
        assert isinstance(candidate, Whole | Iterated)
        yield Figure(f"iterations of a step, {method}, {dyads} dyads", candidate.iterations, "")


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
            bar = 1.05 if method in (SWEPT, SINGLE, SWEPT_K, SINGLE_K) else None
            largest = max(timed.seconds[method])
            yield Figure(f"{method}: growth exponent from {least} to {largest} dyads", exponent, "", bar)
    found = crossover(timed.seconds[DENSE], timed.seconds[SPARSE])
    if found is None:
        dense, sparse = timed.seconds[DENSE], timed.seconds[SPARSE]
        always = all(sparse[dyads] <= dense[dyads] for dyads in dense)
        yield f"{SPARSE if always else DENSE} is the faster global method at every size measured: they do not cross"
    else:
        yield Figure(f"crossover of {DENSE} and {SPARSE}", found, "constraints")
    yield Figure("peak memory of the experiment", peak_memory(), "MB")


def cases_of(scale: Scale) -> Sequence[Case]:
    """A case for each length of the chain, and one for the growth over all of them."""
    timed = Timed()
    lengths = [Case(f"{dyads} dyads", partial(time_methods, dyads, scale, timed)) for dyads in scale.dyads]
    return [*lengths, Case("growth", partial(growth_figures, timed, scale.fitted_from))]


def cases(smoke: bool) -> Sequence[Case]:
    """The whole experiment, or a tiny one."""
    return cases_of(SMOKE if smoke else Scale())
