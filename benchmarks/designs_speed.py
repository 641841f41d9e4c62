"""How fast many designs are solved: beside pylinkage's `Ensemble`, beside single motions, and beside the bare sweep.

All coordinates of all links vary, a point is kept over a turn of 360 steps. pylinkage takes the lengths of the links;
its `Ensemble.simulate` runs all members in code compiled by numba and keeps all pins. One thread each. Nothing is timed
before the pins of some designs agree. The *bare sweep* is the same tape run once over the same steps, with nothing
looked at.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks.report import Case, Figure, Finding
from benchmarks.timing import Times, compare
from sgkin import DesignMotions, Mechanism, Study, load_mechanism, make_plan, make_study, solve, solve_designs
from sgkin.arrays import Floats
from sgkin.designs.programs import ThreadPrograms
from sgkin.designs.study import Kept
from sgkin.kernels.compiled import compiled
from sgkin.kernels.design_runs import run_once
from sgkin.kernels.number_graph import evaluate
from sgkin.model.duration import default_duration
from sgkin.solving import drive_of

STEPS = 360
AGREEMENT = 1e-9
"""Of the size of the mechanism."""
SPREAD = 0.02
NO_DIMENSIONS = ("drivers", "masses", "forces", "gravity", "initial")


@dataclass(frozen=True, slots=True)
class Question:
    """A mechanism, the point that is kept, and the most that its designs should take by the bare sweep."""

    told: str
    name: str
    point: str
    by_bare_sweep: float


FOUR_BAR = Question("four-bar", "four_bar_crank_rocker", "coupler.C", 1.5)
JANSEN = Question("Jansen's leg", "jansen_leg", "foot_triangle.foot", 1.5)
CLASS_III = Question("Stephenson III, class III", "Stephenson_III_input_fivebar_side", "T2.vT2", 2.5)


def whole_study(question: Question) -> Study:
    """All places in links vary."""
    mechanism = load_mechanism(question.name)
    places = [address for address in mechanism.numbers if address.split(".")[0] not in NO_DIMENSIONS]
    return make_study(mechanism, [each for each in places if each not in mechanism.expressions], [question.point])


def some_designs(study: Study, count: int) -> Floats:
    """Around the nominal one."""
    random = np.random.default_rng(0)
    return study.nominal * (1.0 + SPREAD * random.uniform(-1.0, 1.0, (count, len(study.nominal))))


def cycle_of(mechanism: Mechanism) -> Floats:
    """The inputs (steps, 1) of a cycle: a turn of the crank, or the range that the file states."""
    times = np.linspace(0.0, default_duration(mechanism)[0], STEPS, endpoint=False)
    return drive_of(mechanism, times, None, None, None).inputs


def solved(study: Study, parameters: Floats) -> DesignMotions:
    """As a user has it, by one thread."""
    return solve_designs(study, parameters, inputs=cycle_of(study.mechanism), threads=1, progress=False)


def alone(study: Study, parameters: Floats) -> list[object]:
    """Every design by itself: its plan, and its motion."""
    inputs = cycle_of(study.mechanism)
    made = (make_plan(study.design(row)) for row in parameters)
    return [solve(plan, inputs=inputs, outputs=study.outputs, on_failure="return", progress=False) for plan in made]


def bare_sweep(study: Study) -> Callable[[], object]:
    """The tape of the study, run over the steps and not looked at; with what is the same for all designs."""
    prepared = study.prepared(Kept(None))
    drive = drive_of(study.mechanism, None, cycle_of(study.mechanism), None, None)
    programs = ThreadPrograms(prepared.tapes, prepared.graph, drive)
    every = programs.main._replace(chosen=np.arange(len(prepared.tapes.tape.operations)))

    def run() -> None:
        for _ in range(200):
            run_once(every, STEPS, programs.block)

    return run


def geometry_step(study: Study) -> Callable[[], object]:
    """The numbers of a design from its dimensions."""
    graph = study.prepared(Kept(None)).graph
    values, parameters = np.empty(len(graph.codes)), study.nominal

    def run() -> None:
        many_times(graph.codes, graph.first, graph.second, graph.constants, parameters, values, 2000)  # type: ignore[no-untyped-call]

    return run


@compiled
def many_times(codes, first, second, constants, given, values, count):  # type: ignore[no-untyped-def]
    """The same graph again and again, with no Python between."""
    for _ in range(count):
        evaluate(codes, first, second, constants, given, values)


def by_itself(question: Question, designs: int, rounds: int) -> Iterator[Figure]:
    """Designs beside single motions and the bare sweep."""
    study = whole_study(question)
    many, few = some_designs(study, designs), some_designs(study, max(designs // 100, 2))
    found = solved(study, many)
    runs: dict[str, Callable[[], object]] = {
        "designs": partial(solved, study, many),
        "single motions": partial(alone, study, few),
        "bare sweep": bare_sweep(study),
    }
    times = compare(runs, rounds)
    per_design = times.seconds("designs") / designs
    yield Figure(f"{question.told}: designs that run through", float(found.solved.mean()), "of all")
    yield Figure(f"{question.told}: a design", per_design * 1e6, "µs")
    yield ratio(
        times, f"{question.told}: plan and motion alone / a design", "single motions", len(few), "designs", designs
    )
    yield ratio(
        times, f"{question.told}: a design / bare sweep", "designs", designs, "bare sweep", 200, question.by_bare_sweep
    )


def ratio(
    times: Times, told: str, name: str, count: int, to: str, of: int, bar: float | None = None, at_least: bool = False
) -> Figure:
    """The time of one thing of some by that of one of others."""
    low, high = times.ratio_spread(name, to)
    part = of / count
    return Figure(told, part * times.ratio(name, to), "×", bar, at_least=at_least, spread=(part * low, part * high))


class Ensemble:
    """A linkage of RRR dyads in pylinkage, as an ensemble of which all lengths vary.

    dyads: of each the two pins on which it hangs (−1 the crank, −2 − k the pivot k, otherwise a dyad), its two lengths,
    where it is at the start, and the angle of the crank there.
    """

    def __init__(
        self,
        crank: tuple[float, float, float],
        pivots: Sequence[tuple[float, float]],
        dyads: Sequence[Any],
        factors: Floats,
    ) -> None:
        from pylinkage.actuators import Crank
        from pylinkage.components import Ground
        from pylinkage.dyads import RRRDyad
        from pylinkage.population import Ensemble as Population
        from pylinkage.simulation import Linkage

        x, y, radius = crank
        origin, step = Ground(x, y), 2.0 * np.pi / STEPS
        grounds = [Ground(*place) for place in pivots]
        start = dyads[0][-1]
        driver = Crank(anchor=origin, radius=radius, angular_velocity=step, initial_angle=start - step)
        made: list[Any] = []
        for first, second, one, other, place, _ in dyads:
            hung = [
                driver.output if pin == -1 else grounds[-2 - pin] if pin < -1 else made[pin] for pin in (first, second)
            ]
            made.append(RRRDyad(hung[0], hung[1], distance1=one, distance2=other, x=place[0], y=place[1]))
        linkage = Linkage([origin, *grounds, driver, *made])
        lengths = np.array(linkage.get_constraints(), dtype=np.float64)
        places = np.array(linkage.get_coords(), dtype=np.float64)
        members = lengths * factors[:, : len(lengths)]
        self.members = Population(linkage, members, np.repeat(places[None], len(members), axis=0))

    def run(self) -> Floats:
        """All members over a turn."""
        return np.asarray(self.members.simulate(STEPS, store=False))


def pins_of(mechanism: Mechanism) -> dict[str, tuple[float, float]]:
    """Where the pins are at the start."""
    return {name.rpartition(".")[2]: place for name, place in mechanism.initial.points.items()}


def in_pylinkage(question: Question, designs: int) -> Ensemble:
    """The same mechanism there."""
    mechanism = load_mechanism(question.name)
    at, start = pins_of(mechanism), float(next(iter(mechanism.initial_inputs.values())))
    length = {link.name: {p: np.array(place) for p, place in link.points.items()} for link in mechanism.links}

    def apart(link: str, one: str, other: str) -> float:
        return float(np.hypot(*(length[link][one] - length[link][other])))

    factors = 1.0 + SPREAD * np.random.default_rng(0).uniform(-1.0, 1.0, (designs, 40))
    factors[0] = 1.0
    ground = mechanism.link("ground").points
    if question is FOUR_BAR:
        dyads = [(-1, -2, apart("coupler", "B", "C"), apart("rocker", "D", "C"), at["C"], start)]
        return Ensemble((*ground["A"], apart("crank", "A", "B")), [ground["D"]], dyads, factors)
    foot = at.get("foot", (-60.0, -80.0))
    dyads = [
        (-1, -2, apart("j", "Y", "W"), apart("upper_triangle", "O", "W"), at["W"], start),
        (-1, -2, apart("k", "Y", "V"), apart("c", "O", "V"), at["V"], start),
        (0, -2, apart("upper_triangle", "W", "U"), apart("upper_triangle", "O", "U"), at["U"], start),
        (2, 1, apart("f", "U", "T"), apart("foot_triangle", "V", "T"), at["T"], start),
        (3, 1, apart("foot_triangle", "T", "foot"), apart("foot_triangle", "V", "foot"), foot, start),
    ]
    return Ensemble((*ground["Z"], apart("crank", "Z", "Y")), [ground["O"]], dyads, factors)


def beside_pylinkage(question: Question, designs: int, rounds: int, bar: float) -> Iterator[Finding]:
    """Designs beside an ensemble of pylinkage."""
    if importlib.util.find_spec("pylinkage") is None:
        yield "pylinkage is not installed; `pip install -e .[bench-peers]`"
        return
    study, ensemble = whole_study(question), in_pylinkage(question, designs)
    pin = ensemble.run()[0, :, -1]
    mine = solved(study, study.nominal).position(study.outputs[0])[0]
    error = float(min(np.abs(np.roll(pin, shift, axis=0) - mine).max() for shift in (-1, 0, 1))) / study.mechanism.size
    if not error < AGREEMENT:
        raise AssertionError(f"{question.told}: pins of pylinkage differ by {error:.1e} of the size of the mechanism")
    yield Figure(f"{question.told}: largest difference from pylinkage", error, "of size", AGREEMENT)
    times = compare({"pylinkage": ensemble.run, "sgkin": partial(solved, study, some_designs(study, designs))}, rounds)
    yield ratio(times, f"{question.told}: pylinkage's Ensemble / sgkin", "pylinkage", 1, "sgkin", 1, bar, at_least=True)


def geometry_figures(rounds: int) -> Iterator[Figure]:
    """The numbers of a design beside its sweep."""
    study = whole_study(FOUR_BAR)
    times = compare({"geometry": geometry_step(study), "bare sweep": bare_sweep(study)}, rounds)
    yield ratio(times, "four-bar: geometry of a design / bare sweep", "geometry", 2000, "bare sweep", 200, 0.05)


def cases(smoke: bool) -> Sequence[Case]:
    """All of them."""
    designs, rounds = (40, 2) if smoke else (2000, 15)
    return [
        *(Case(each.told, partial(by_itself, each, designs, rounds)) for each in (FOUR_BAR, JANSEN, CLASS_III)),
        Case("geometry", partial(geometry_figures, rounds)),
        Case("four-bar beside pylinkage", partial(beside_pylinkage, FOUR_BAR, designs, rounds, 20.0)),
        Case("Jansen's leg beside pylinkage", partial(beside_pylinkage, JANSEN, designs, rounds, 15.0)),
    ]
