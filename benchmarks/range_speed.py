"""How long ranges and assembly modes take, by the time of making the plan from which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from benchmarks.report import Case, Figure
from benchmarks.timing import compare
from sgkin import assembly_modes, load_mechanism, make_plan, motion_range
from sgkin.kinematic_plan import KinematicPlan

QUESTIONS: tuple[tuple[str, str, Callable[[KinematicPlan], object], float], ...] = (
    ("range of a four-bar", "four_bar_crank_rocker", motion_range, 0.5),
    ("range of Jansen's leg", "jansen_leg", motion_range, 5.0),
    ("modes of a class III triad", "class_III_triad_on_crank", assembly_modes, 0.5),
)
"""What is asked of which mechanism, and the most that it should take."""


def times_of_plan(
    told: str, name: str, ask: Callable[[KinematicPlan], object], bar: float, rounds: int
) -> Iterator[Figure]:
    """A question beside the plan."""
    mechanism = load_mechanism(name)
    plan = make_plan(mechanism)
    times = compare({"asked": partial(ask, plan), "plan": partial(make_plan, mechanism)}, rounds)
    yield Figure(
        f"{told} / its plan", times.ratio("asked", "plan"), "×", bar, spread=times.ratio_spread("asked", "plan")
    )


def cases(smoke: bool) -> Sequence[Case]:
    """All questions."""
    rounds = 2 if smoke else 31
    return [Case(told, partial(times_of_plan, told, name, ask, bar, rounds)) for told, name, ask, bar in QUESTIONS]
