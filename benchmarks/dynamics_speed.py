"""How fast equations of motion are formed and integrated, beside C written by hand, exudyn and SciPy.

The falling rods are N four-bars in a row (A02 of the multibody benchmark library of IFToMM), which are one pendulum:
their motion is known in closed form. Right-hand sides must agree before they are timed. A *whole simulation* begins
from a plan that is new each time: change points, equations, integration, and poses, velocities and accelerations of all
links at all moments that are kept by default; exudyn integrates, and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import log

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

from benchmarks.c_dynamics import HandWritten, built_by_hand
from benchmarks.c_library import NO_COMPILER
from benchmarks.cold_start import first_call_figures
from benchmarks.dynamics_baseline import GRAVITY, Fall, andrews, four_bars
from benchmarks.exudyn_rods import MISSING, ExudynRods, is_there
from benchmarks.many_states import ManyStates
from benchmarks.report import Case, Figure, Finding
from benchmarks.timing import Times, compare, compare_here, sampler, sampler_of_new
from sgkin import load_mechanism, make_plan, simulate
from sgkin.arrays import Floats
from sgkin.dynamics.change_points import change_points
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.dynamics.integration import Accuracy, Integration
from sgkin.dynamics.simulation import Simulation
from sgkin.kernels import equations_block, integrators
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.action import forces_of

AGREEMENT = 1e-12
"""By how much accelerations may differ, of the largest."""
ARC = (0.8, 2.3)
"""Inputs at which right-hand sides are formed: away from where all rods lie in line, which the C cannot pass."""
TOLERANCE = 1e-10
TIMES_EXUDYN = {1: 10.0, 10: 80.0, 40: 200.0}
"""How many times as long exudyn should take at least, by the number of loops."""
TIMES_SCIPY = 5.0
STEP = 1e-3
MOMENTS = 501
"""That are kept of a whole simulation."""

SIMULATING = """
from sgkin import load_mechanism, simulate
from dataclasses import replace
from sgkin.model.mass import UniformBar
found = load_mechanism("four_bar_crank_rocker")
bars = {link.name: UniformBar(tuple(link.points)[:2], mass=1.0) for link in found.links if link.name != found.ground}
simulate(replace(found, masses=bars, gravity=(0.0, -9.81)), 1.0, free=found.input_names[:1])
"""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large the cases are."""

    loops: tuple[int, ...] = (1, 10, 40, 1000)
    falling: tuple[int, ...] = (1, 10, 40)
    growing: tuple[int, int] = (40, 1000)
    whole_growing: tuple[int, int] = (10, 40)
    until: float = 10.0
    work: int = 40_000
    steps: int = 5_000
    rounds: int = 25
    falls: int = 7
    maps: int = 3


SMOKE = Scale((1, 3), (1,), (1, 3), (1, 3), until=1.0, work=60, steps=20, rounds=2, falls=2, maps=1)


def some_states(count: int, arc: tuple[float, float]) -> Floats:
    """Inputs along an arc, with rates that are not all the same (n, 2)."""
    return np.stack([np.linspace(*arc, count), np.linspace(-1.0, 2.0, count)], axis=1)


def beside_c(
    told: str,
    equations: EquationsOfMotion,
    hand: Callable[[Floats, Floats], Callable[[], None]],
    states: Floats,
    rounds: int,
    bar: float | None,
) -> Iterator[Figure]:
    """A right-hand side beside the same one in C."""
    by_groups, rates = ManyStates(equations, states), np.zeros_like(states)
    by_hand = hand(states, rates)
    by_groups.run()
    by_hand()
    found = by_groups.rates[:, 1]
    error = float(np.abs(found - rates[:, 1]).max() / np.abs(rates[:, 1]).max())
    if not error <= AGREEMENT:
        raise AssertionError(f"accelerations of {told} differ from those of C by {error:.1e} of the largest")
    yield Figure(f"right-hand side, {told}: largest difference from C", error, "of largest", AGREEMENT)
    times = compare({"C": by_hand, "sgkin": by_groups.run}, rounds)
    yield ratio_figure(times, f"right-hand side / C by hand, {told}", "sgkin", "C", bar)
    for name in ("sgkin", "C"):
        yield Figure(f"right-hand side, {told}, {name}", times.seconds(name) / len(states) * 1e6, "µs")


def ratio_figure(
    times: Times, told: str, name: str, to: str, bar: float | None = None, part: float = 1.0, at_least: bool = False
) -> Figure:
    """A part of one candidate's time by another's."""
    low, high = times.ratio_spread(name, to)
    value = part * times.ratio(name, to)
    return Figure(told, value, "×", bar, at_least=at_least, spread=(part * low, part * high))


def rods_beside_c(hand: HandWritten, loops: int, scale: Scale) -> Iterator[Figure]:
    """Falling rods."""
    equations = EquationsOfMotion(four_bars(loops).plan, [0])
    states = some_states(max(scale.work // loops, 10), ARC)
    by_hand = partial(hand.rods, loops, GRAVITY[1], 1.0)
    bar = 2.0 if loops == 40 else None
    yield from beside_c(f"N = {loops}", equations, by_hand, states, scale.rounds, bar)


def slider_crank() -> KinematicPlan:
    """The slider-crank of the library, with masses and a force on its piston."""
    return make_plan(load_mechanism("uchida_slider_crank"))


def slider_numbers(plan: KinematicPlan) -> list[float]:
    """What the C needs of it."""
    mechanism = plan.mechanism
    links = {link.name: link for link in mechanism.links}
    crank, rod, piston = (mechanism.masses[name].rigid(links[name]) for name in ("crank", "connecting_rod", "piston"))
    lengths = [links["crank"].points["B"][0], links["connecting_rod"].points["C"][0]]
    turning = [number for mass in (crank, rod) for number in (mass.mass, mass.centre[0], mass.inertia)]
    force = forces_of(mechanism.actions, 0.0, [0.0], [0.0])[0]
    return [*lengths, *turning, piston.mass, force, mechanism.gravity[1]]


def slider_beside_c(hand: HandWritten, scale: Scale) -> Iterator[Figure]:
    """The slider-crank."""
    plan = slider_crank()
    states = some_states(scale.work, (0.0, 6.0))
    by_hand = partial(hand.slider_crank, slider_numbers(plan))
    yield from beside_c("slider-crank", EquationsOfMotion(plan, [0]), by_hand, states, scale.rounds, None)


def pendulum_pin(loops: int, times: Floats) -> Floats:
    """Where the first pin of falling rods is (n, 2): they are one pendulum that goes round.

    With θ from the x-axis and c = ((N + 1)/2 + N) / ((N + 1)/3 + N), θ̈ = −g c cos θ from θ = π/2 and θ̇ = −1; so that
    for u = θ/2 + π/4, u̇ = −½ √((1 + 4 g c) (1 − m sin² u)) with m = 4 g c / (1 + 4 g c): u is an amplitude of Jacobi.
    """
    lever = -GRAVITY[1] * ((loops + 1) / 2.0 + loops) / ((loops + 1) / 3.0 + loops)
    m = 4.0 * lever / (1.0 + 4.0 * lever)
    sine, cosine, _, _ = ellipj(ellipk(m) - 0.5 * np.sqrt(1.0 + 4.0 * lever) * times, m)
    return np.stack([2.0 * sine * cosine, sine**2 - cosine**2], axis=1)


def fall_of(plan: KinematicPlan, until: float) -> Simulation:
    """Falling rods from the beginning to the end, as a user has it."""
    return simulate(plan, until, free=["angle"], rates={"angle": -1.0}, rtol=TOLERANCE, progress=False)


def exudyn_figures(loops: int, scale: Scale) -> Iterator[Finding]:
    """A whole simulation beside exudyn."""
    if not is_there():
        yield MISSING
        return
    rods, mechanism = ExudynRods(loops, GRAVITY[1], scale.until), four_bars(loops).plan.mechanism
    yield f"exudyn, N = {loops}: {rods.way}"
    motion = fall_of(make_plan(mechanism), scale.until)
    moments = np.linspace(0.0, scale.until, MOMENTS)
    errors = {
        "exudyn": largest_error(loops, rods.pin(moments[1]), moments),
        "sgkin": largest_error(loops, motion.position("up 0.B0"), moments),
    }
    for name, error in errors.items():
        bar = errors["exudyn"] if name == "sgkin" else None
        yield Figure(f"N = {loops}, {scale.until:g} s, {name}: largest error", error, "m", bar)
    samplers = {
        "exudyn": sampler(rods.run),
        "sgkin": sampler_of_new(partial(make_plan, mechanism), partial(fall_of, until=scale.until)),
    }
    times = compare_here(samplers, scale.falls)
    told, bar = f"exudyn / whole simulation, N = {loops}", TIMES_EXUDYN.get(loops)
    yield ratio_figure(times, told, "exudyn", "sgkin", bar, at_least=True)
    for name in samplers:
        yield Figure(f"N = {loops}, {scale.until:g} s, {name}", times.seconds(name) * 1e3, "ms")
    yield from part_figures(loops, mechanism_parts(loops, scale), times.seconds("sgkin"))


def largest_error(loops: int, pin: Floats, times: Floats) -> float:
    """How far a pin (n, 2) is from where it should be, at most."""
    expected = pendulum_pin(loops, times)
    if pin.shape != expected.shape:
        raise AssertionError(f"{len(times)} moments were asked for, {len(pin)} were kept")
    return float(np.hypot(*(pin - expected).T).max())


def mechanism_parts(loops: int, scale: Scale) -> Times:
    """The parts of a whole simulation: change points, equations with them, and integration with 501 moments kept."""
    fall = four_bars(loops)
    plan, equations = fall.plan, EquationsOfMotion(fall.plan, [0])
    samplers = {
        "change points": sampler_of_new(partial(make_plan, plan.mechanism), change_points),
        "equations": sampler_of_new(partial(make_plan, plan.mechanism), partial(EquationsOfMotion, free=[0])),
        "integration": sampler(partial(integrate, fall, equations, np.linspace(0.0, scale.until, MOMENTS))),
    }
    return compare_here(samplers, scale.falls)


def part_figures(loops: int, times: Times, whole: float) -> Iterator[Figure]:
    """Where the time of a whole simulation goes."""
    seconds = {name: times.seconds(name) for name in times.rounds}
    seconds["equations"] -= seconds["change points"]
    seconds["results and the rest"] = whole - sum(seconds.values())
    for name, value in seconds.items():
        yield Figure(f"N = {loops}, {name}: of a whole simulation", 1e2 * value / whole, "%")


def integrate(fall: Fall, equations: EquationsOfMotion, moments: Floats) -> Integration:
    """Falling rods with their change points known, from upright through moments."""
    y, accuracy = np.concatenate([fall.inputs, fall.rates]), Accuracy(TOLERANCE, TOLERANCE)
    integration = Integration(equations, equations.workspace(), y, moments, 0.0, "DOP853", accuracy)
    if integration.begin() != equations_block.SOLVED or integration.advance(10**6) != integrators.DONE:
        raise AssertionError(f"{fall.name} does not come to its end")
    return integration


def growth_figures(scale: Scale) -> Iterator[Figure]:
    """How time grows with the number of loops: integration with the map known, the map alone, and all of it."""
    falls = [four_bars(loops) for loops in scale.growing]
    moments = np.array([scale.until])
    calls: dict[str, Callable[[], object]] = {
        str(loops): partial(integrate, fall, EquationsOfMotion(fall.plan, [0]), moments)
        for loops, fall in zip(scale.growing, falls, strict=True)
    }
    yield exponent_figure("integration, change points known", compare(calls, scale.rounds), scale.growing, 1.05)
    maps = {
        str(loops): sampler_of_new(partial(make_plan, fall.plan.mechanism), change_points)
        for loops, fall in zip(scale.growing, falls, strict=True)
    }
    yield exponent_figure("change points", compare_here(maps, scale.maps), scale.growing)
    whole = {
        str(loops): sampler_of_new(
            partial(make_plan, four_bars(loops).plan.mechanism), partial(fall_of, until=scale.until)
        )
        for loops in scale.whole_growing
    }
    yield exponent_figure("whole simulation", compare_here(whole, scale.maps), scale.whole_growing)


def exponent_figure(told: str, times: Times, loops: tuple[int, int], bar: float | None = None) -> Figure:
    """The power of the number of loops with which a time grows."""
    few, many = loops
    width = log(many / few)
    low, high = (log(each) / width for each in times.ratio_spread(str(many), str(few)))
    name = f"growth exponent, {told}, N = {few} to {many}"
    return Figure(name, log(times.ratio(str(many), str(few))) / width, "", bar, spread=(low, high))


def step_figures(scale: Scale) -> Iterator[Figure]:
    """A step of RK4 by right-hand sides, and by the time that it advances."""
    equations, until = EquationsOfMotion(slider_crank(), [0]), STEP * scale.steps
    y = np.array([0.7, 1.9])

    def run() -> None:
        moments, accuracy = np.array([until]), Accuracy(step=STEP)
        integration = Integration(equations, equations.workspace(), y, moments, 0.0, "RK4", accuracy)
        if integration.begin() != equations_block.SOLVED or integration.advance(10**6) != integrators.DONE:
            raise AssertionError("the slider-crank does not come to its end")

    states = ManyStates(equations, some_states(scale.steps, (0.0, 6.0)))
    times = compare({"RK4": run, "right-hand side": states.run}, scale.rounds)
    yield ratio_figure(times, "step of RK4 / right-hand side, slider-crank", "RK4", "right-hand side", 5.0)
    yield Figure("slider-crank, RK4 at 1 ms: times real time", until / times.seconds("RK4"), "×")


def scipy_figures(rtol: float, scale: Scale) -> Iterator[Figure]:
    """SciPy's DOP853 on the same compiled right-hand side, beside the compiled one."""
    fall = andrews()
    equations = EquationsOfMotion(fall.plan, [0])
    by_scipy, by_groups = partial(with_scipy, fall, equations, rtol), partial(fall.by_groups, equations, rtol)
    told = f"Andrews' squeezer, rtol {rtol:.0e}"
    yield Figure(f"{told}: SciPy and compiled differ by", abs(by_scipy() - by_groups()), "rad", 1e4 * rtol)
    times = compare({"SciPy": by_scipy, "compiled": by_groups}, scale.rounds)
    yield ratio_figure(
        times, f"SciPy's DOP853 / compiled DOP853, {told}", "SciPy", "compiled", TIMES_SCIPY, at_least=True
    )
    yield Figure(f"compiled DOP853, {told}", times.seconds("compiled") * 1e3, "ms")


def with_scipy(fall: Fall, equations: EquationsOfMotion, rtol: float) -> float:
    """The input at the end."""
    workspace = equations.workspace()

    def rates(t: float, y: Floats) -> Floats:
        found = np.empty(2)
        if equations.rates(workspace, t, y, found) != equations_block.SOLVED:
            raise AssertionError(f"the equations of motion cannot be formed at {t:g} s")
        return found

    y = np.concatenate([fall.inputs, fall.rates])
    found = solve_ivp(rates, (0.0, fall.until), y, "DOP853", [fall.until], rtol=rtol, atol=rtol)
    return float(found.y[0, -1])


def cases(smoke: bool) -> Sequence[Case]:
    """Beside C, exudyn and SciPy; growth, steps, and the first simulation of a process."""
    scale, hand = SMOKE if smoke else Scale(), built_by_hand()
    if hand is None:
        beside = [Case("C", lambda: [NO_COMPILER])]
    else:
        beside = [Case("C", lambda: [f"compiler: {hand.version}"])]
        beside += [Case(f"C, N = {n}", partial(rods_beside_c, hand, n, scale)) for n in scale.loops]
        beside += [Case("C, slider-crank", partial(slider_beside_c, hand, scale))]
    first = partial(first_call_figures, "simulate a four-bar", SIMULATING, 1 if smoke else 5, not smoke)
    return [
        *beside,
        *(Case(f"exudyn, N = {n}", partial(exudyn_figures, n, scale)) for n in scale.falling),
        Case("growth", partial(growth_figures, scale)),
        Case("RK4", partial(step_figures, scale)),
        *(Case(f"SciPy, {rtol:.0e}", partial(scipy_figures, rtol, scale)) for rtol in (1e-8, 1e-10)),
        Case("fresh processes", first, pinned=False),
    ]
