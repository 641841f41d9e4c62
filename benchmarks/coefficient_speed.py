"""What velocity coefficients K and their gradients L cost, beside velocity and acceleration along a motion.

For one input, both are one first and one second derivative of every point: `experiment` times them on the scalable
four-bar, and a configuration from Python is timed here; the ratio should stay near one. With several inputs, the cost
should follow the number of first derivatives and pairs that can be other than zero, which `structural_work` counts.
Before anything is timed,
K ż and K z̈ + żᵀ L ż must be velocity and acceleration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import networkx
import numpy as np
from numpy.typing import NDArray

from benchmarks.chain import OneByOne, crank_inputs
from benchmarks.report import Case, Figure
from benchmarks.timing import Times, compare
from sgkin import driven_comb, load_mechanism, make_plan, scalable_four_bar
from sgkin.groups.element import Feature
from sgkin.kinematic_plan import KinematicPlan
from sgkin.sweep.sweep import Sweep, SweepInputs

Floats = NDArray[np.float64]

AGREEMENT = 1e-11
COUPLED = {
    "five_bar_2dof": ["rod1.C"],
    "hydraulic_excavator_front": ["bucket.tip"],
    "robot_3RRR_by_motor_angles": ["platform.C1"],
    "robot_3RRR_by_pose": ["crank1.B1", "crank2.B2", "crank3.B3"],
}
"""Mechanisms with two and three inputs, and points that need all that is solved."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large the cases are."""

    dyads: tuple[int, ...] = (17, 71)
    rounds: int = 25
    chains: tuple[int, ...] = (1, 2, 4, 8, 16)
    comb_dyads: int = 17
    comb_steps: int = 1000


SMOKE = Scale((3,), rounds=3, chains=(1, 2), comb_dyads=2, comb_steps=30)


class Pair:
    """Two sweeps of a plan over the same inputs: velocity and acceleration, and K and L."""

    def __init__(self, plan: KinematicPlan, points: Sequence[str], inputs: Floats) -> None:
        site = plan.site.extended()
        self.features = [site.point_feature(point) for point in points]
        z, rates, accelerations = inputs
        self.motion = Sweep(plan, SweepInputs(z, rates, accelerations), self.features, builder=site)
        self.unit = Sweep(plan, SweepInputs(z, unit=True), self.features, builder=site)
        self.inputs = inputs
        for sweep in (self.motion, self.unit):
            if sweep.run().solved != len(z):
                raise AssertionError("the motion ended early")
        for feature in self.features:
            agree(self, feature)

    def run_motion(self) -> None:
        """Velocity and acceleration."""
        self.motion.run()

    def run_unit(self) -> None:
        """K and L."""
        self.unit.run()


def agree(pair: Pair, feature: Feature) -> None:
    """Refuse to time what does not agree: K ż with velocity and K z̈ + żᵀ L ż with acceleration."""
    _, rates, accelerations = pair.inputs
    moved, unit = pair.motion.tape.features[feature], pair.unit.tape.features[feature]
    for part in range(2):
        first = {i: pair.unit.layout.row(rows[part]) for i, rows in unit.first.items()}
        second = {ij: pair.unit.layout.row(rows[part]) for ij, rows in unit.second.items()}
        velocity = sum(row * rates[:, i] for i, row in first.items())
        acceleration = sum(row * accelerations[:, i] for i, row in first.items())
        for (i, j), row in second.items():
            acceleration = acceleration + (1.0 if i == j else 2.0) * row * rates[:, i] * rates[:, j]
        for found, rows in ((velocity, moved.first[0]), (acceleration, moved.second[0, 0])):
            expected = pair.motion.layout.row(rows[part])
            error = np.abs(found - expected).max() / np.abs(expected).max()
            if not error <= AGREEMENT:
                raise AssertionError(f"coefficients and motion differ by {error:.1e} of the largest")


def one_input_figures(dyads: int, scale: Scale) -> Iterator[Figure]:
    """The scalable four-bar, one configuration at a time from Python; `experiment` has the rest."""
    plan = make_plan(scalable_four_bar(dyads))
    times = compare(
        {
            "from Python": partial(plan.evaluate, 0.7, 1.0, 0.0),
            "K and L, from Python": partial(plan.coefficients, 0.7),
        },
        scale.rounds,
    )
    name = f"K and L / velocity and acceleration, from Python, {dyads} dyads"
    yield ratio_figure(times, name, "K and L, from Python", "from Python")
    yield Figure(f"plan.coefficients from Python, {dyads} dyads", times.seconds("K and L, from Python") * 1e6, "µs")


def ratio_figure(times: Times, told: str, name: str, to: str, part: float = 1.0, judged: bool = True) -> Figure:
    """A part of one candidate's time by another's, which should be no more than 1.2."""
    low, high = times.ratio_spread(name, to)
    value = times.ratio(name, to)
    return Figure(told, part * value, "×", 1.2 if judged else None, spread=(part * low, part * high))


def structural_work(plan: KinematicPlan) -> int:
    """First derivatives by an input, and pairs of two, over all groups: those that the structure allows."""
    graph = plan.structure.graph()
    total = 0
    for number in range(len(plan.structure.groups)):
        before = networkx.ancestors(graph, number) | {number}
        inputs = sum(len(plan.structure.groups[earlier].inputs) for earlier in before)
        total += inputs + inputs * (inputs - 1) // 2
    return total


def comb_figures(scale: Scale) -> Iterator[Figure]:
    """Independent driven chains: the cost of K and L against their number, with the last pin of each kept.

    From Python, all of L is given out, zeros and all; that grows with the third power of the number of chains.
    """
    calls: dict[str, dict[str, Callable[[], object]]] = {"sweep": {}, "one by one": {}, "from Python": {}}
    work: dict[int, int] = {}
    for chains in scale.chains:
        plan = make_plan(driven_comb(chains, scale.comb_dyads))
        points = [f"chain{k}_coupler{scale.comb_dyads}.chain{k}_C{scale.comb_dyads}" for k in range(1, chains + 1)]
        inputs = np.repeat(crank_inputs(scale.comb_steps)[:, :, None], chains, axis=2)
        calls["sweep"][f"{chains}"] = Pair(plan, points, inputs).run_unit
        calls["one by one"][f"{chains}"] = OneByOne(plan, points, inputs[0].T, coefficients=True).run
        calls["from Python"][f"{chains}"] = partial(plan.coefficients, inputs[0, 1])
        work[chains] = structural_work(plan)
    least = min(scale.chains)
    for way, candidates in calls.items():
        times = compare(candidates, scale.rounds)
        for chains in scale.chains[1:]:
            told = f"K and L of {chains} chains / {chains} × one, {way}"
            part = work[least] / work[chains]
            yield ratio_figure(times, told, f"{chains}", f"{least}", part, judged=way != "from Python")


def coupled_figures(name: str, points: Sequence[str], scale: Scale) -> Iterator[Figure]:
    """Inputs that meet: the cost of K and L over that of one motion, by the number of derivatives and pairs."""
    plan = make_plan(load_mechanism(name))
    t = np.linspace(0.0, 1.0, scale.comb_steps)
    z = plan.initial_inputs + 0.02 * t[:, None] * plan.input_scales
    rates = np.broadcast_to(0.02 * plan.input_scales, z.shape).copy()
    pair = Pair(plan, points, np.stack([z, rates, np.full_like(z, 0.01)]))
    times = compare({"motion": pair.run_motion, "K and L": pair.run_unit}, scale.rounds)
    share = len(plan.structure.groups) / structural_work(plan)
    yield ratio_figure(times, f"K and L / motion, {name}", "K and L", "motion", judged=False)
    yield ratio_figure(times, f"K and L / motion, {name}, by derivatives and pairs", "K and L", "motion", share)


def cases(smoke: bool) -> list[Case]:
    """One input, independent inputs, and inputs that meet."""
    scale = SMOKE if smoke else Scale()
    return [
        *(Case(f"{dyads} dyads", partial(one_input_figures, dyads, scale)) for dyads in scale.dyads),
        Case("combs", partial(comb_figures, scale)),
        *(Case(name, partial(coupled_figures, name, points, scale)) for name, points in COUPLED.items()),
    ]
