"""Work that two states of sgkin can be asked to do, for `benchmarks.before_after`.

Only what is public, and what both states have, is called. A task is made ready first, which is not timed; what its
call gives tells whether both states found the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.shapes import HANGING, Assembly, dyad_mixture, triad_chain
from sgkin import (
    Drive,
    Mechanism,
    Sketch,
    assembly_modes,
    decompose,
    load_mechanism,
    make_plan,
    scalable_four_bar,
    solve,
)

Floats = NDArray[np.float64]
Call = Callable[[], Floats]
Make = Callable[[], Mechanism]


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do, once `make` has made it ready. `held`: whether it may not become slower."""

    make: Callable[[], Call]
    held: bool = True


TURN = 2.0 * np.pi
SWING = 0.3
"""How far the crank of a mechanism turns whose file states no range: fully, or as far as dyads that are hung on it."""

CLASS_IV = Sketch(
    "class_IV_on_crank",
    points={
        "O": (0.0, 0.0), "A": (0.3, 0.0), "D": (-0.4, -1.2), "P": (-1.6, 0.3),
        "Q": (-0.8, 0.7), "R": (-1.2, 1.8), "S": (-0.5, -1.6),
    },
    links={"ground": "O D", "crank": "O A", "one": "A P Q", "upper": "P R", "lower": "Q S", "two": "R S D"},
    drives={"motor": Drive("O", 1.0)},
)  # fmt: skip
SIX_LINKS = Sketch(
    "six_links_on_crank",
    points={
        "O": (0.0, 0.0), "A": (0.3, 0.0), "D": (-0.7, 2.0), "F": (-0.6, 1.0), "P": (-0.6, -0.2),
        "Q": (0.6, 0.0), "R": (-1.1, -1.3), "S": (1.8, 0.4), "T": (-0.2, -0.3), "U": (1.6, -1.1),
    },
    links={
        "ground": "O D F", "crank": "O A", "a": "U P A", "b": "P Q", "c": "Q R D", "d": "R S", "e": "S T F", "f": "T U",
    },
    drives={"motor": Drive("O", 1.0)},
)  # fmt: skip
"""Groups that no mechanism of the library has, on a crank that turns fully."""


def chain(dyads: int) -> Make:
    """The scalable four-bar."""
    return partial(scalable_four_bar, dyads)


def stored(name: str) -> Make:
    """A mechanism of the library."""
    return partial(load_mechanism, name)


def hung(kind: str) -> Mechanism:
    """A dyad between a crank and ground."""
    assembly = Assembly()
    HANGING[kind](assembly, 0, assembly.crank(1.0), 1.0)
    return assembly.mechanism(f"{kind}_on_crank")


ITERATED: Mapping[str, Make] = {
    "class III": stored("class_III_triad_on_crank"),
    "valve gear with class III": stored("stephenson_link_motion_fixed_cutoff"),
    "16 of class III": partial(triad_chain, 16),
    "class IV": CLASS_IV.mechanism,
    "class IV by its piston": stored("landing_gear_by_piston"),
    "class III by three pistons": stored("planar_3RPR_driven_P"),
    "six links": SIX_LINKS.mechanism,
    "gear pair": stored("gear_pair"),
    "planetary gear": stored("planetary_ring_fixed"),
    "rack": stored("rack_and_pinion"),
    "pin in slot": stored("quick_return_pin_in_slot"),
}
"""Mechanisms with groups that are found by iteration."""
FINE, COARSE = (360, 3600), 36
"""Into how many steps a turn, or the range of what does not turn, is divided: 1°, 0.1° and 10°."""


def solving(make: Make, steps: int, reach: float = TURN, rates: bool = True, **options: Any) -> Call:
    """`solve` of a plan as a user calls it, over equal steps through the range; the last of its outputs is read."""
    mechanism = make()
    plan, stated = make_plan(mechanism), mechanism.expected.range
    bounds = np.array([stated.get(name, (0.0, reach)) for name in mechanism.input_names])
    inputs = np.linspace(bounds[:, 0], bounds[:, 1], steps + 1)
    if rates:
        forwards = np.sign(bounds[:, 1] - bounds[:, 0])
        options["input_rates"] = np.tile(1.5 * forwards, (steps + 1, 1))
        options["input_accelerations"] = np.full_like(inputs, 0.3)

    def call() -> Floats:
        motion = solve(plan, inputs=inputs, **options)
        return motion.position(motion.outputs[-1])

    return call


def reading(make: Make, steps: int) -> Call:
    """All poses, velocities and accelerations of a motion."""
    motion = solve(make(), np.linspace(0.0, 1.0, steps))

    def call() -> Floats:
        parts = [(motion.pose(link), motion.velocity(link), motion.acceleration(link)) for link in motion.outputs]
        return np.concatenate(parts[-1], axis=1)

    return call


ANGLES = np.linspace(0.1, 1.0, 100).tolist()
"""Where single configurations are found."""


def positions(make: Make) -> Call:
    """`plan.evaluate` of one configuration after another, each on its own."""
    plan = make_plan(make())
    return lambda: np.array([plan.evaluate(angle).poses[-1] for angle in ANGLES])


def motions(make: Make) -> Call:
    """`plan.evaluate` with rates, each near the one before."""
    plan = make_plan(make())

    def call() -> Floats:
        found = [plan.evaluate(ANGLES[0], 1.0, 0.0)]
        for angle in ANGLES[1:]:
            found.append(plan.evaluate(angle, 1.0, 0.0, found[-1]))
        return np.array([each.poses[-1] for each in found])

    return call


def coefficients(make: Make) -> Call:
    """`plan.coefficients` of one configuration after another."""
    plan = make_plan(make())
    return lambda: np.array([plan.coefficients(angle).K for angle in ANGLES])


def planning(make: Make) -> Call:
    """`make_plan` of a mechanism that is there."""
    mechanism = make()
    return lambda: make_plan(mechanism).initial_inputs


def taking_apart(make: Make) -> Call:
    """`decompose` of a mechanism that is there."""
    mechanism = make()
    return lambda: np.array([len(group.links) for group in decompose(mechanism).groups], dtype=np.float64)


def all_modes(make: Make) -> Call:
    """`assembly_modes` of a plan."""
    plan = make_plan(make())
    return lambda: np.array([mode.poses[-1] for mode in assembly_modes(plan)])


def _dyads() -> dict[str, Task]:
    calls: dict[str, Callable[[], Call]] = {}
    for dyads, steps in {3: 36_000, 17: 7200, 71: 3600, 1000: 360}.items():
        pin = [f"coupler{dyads}.C{dyads}"]
        calls[f"sweep of {dyads} dyads, one pin"] = partial(solving, chain(dyads), steps, outputs=pin)
    for dyads in (3, 71):
        calls[f"sweep of {dyads} dyads, default outputs"] = partial(solving, chain(dyads), 3600)
    for kind in HANGING:
        calls[f"sweep of {kind}"] = partial(solving, partial(hung, kind), 36_000, SWING)
    calls["sweep of a mixture of 64 dyads"] = partial(solving, partial(dyad_mixture, 64), 3600, SWING)
    calls["sweep of 17 dyads, positions only"] = partial(solving, chain(17), 3600, rates=False)
    calls["sweep of 17 dyads with K and L"] = partial(solving, chain(17), 3600, coefficients=True)
    calls["sweep of 3 dyads, 37 steps"] = partial(solving, chain(3), 36)
    calls["sweep of a boom by its cylinder"] = partial(solving, stored("boom_by_distance"), 3600)
    calls["reading all of 17 dyads"] = partial(reading, chain(17), 3600)
    return {name: Task(make) for name, make in calls.items()}


def _iterated() -> dict[str, Task]:
    fine = {
        f"{name} in {steps} steps": Task(partial(solving, make, steps))
        for name, make in ITERATED.items()
        for steps in FINE
    }
    coarse = {
        f"{name} in {COARSE} coarse steps": Task(partial(solving, make, COARSE), held=False)
        for name, make in ITERATED.items()
    }
    return fine | coarse


def _singles() -> dict[str, Task]:
    chosen = {"a four-bar": chain(1), "17 dyads": chain(17), "class III": ITERATED["class III"]}
    chosen |= {"six links": ITERATED["six links"], "a gear pair": ITERATED["gear pair"]}
    ways = {"evaluate {}": positions, "evaluate {} with rates and near": motions, "coefficients of {}": coefficients}
    return {
        title.format(name): Task(partial(way, make)) for name, make in chosen.items() for title, way in ways.items()
    }


def _whole() -> dict[str, Task]:
    sizes = {
        "global-sparse": {3: 360, 17: 360, 71: 90, 1000: 36},
        "global-dense": {3: 360, 17: 90},
    }
    tasks = {
        f"{method}, {dyads} dyads": Task(partial(solving, chain(dyads), steps, method=method))
        for method, each in sizes.items()
        for dyads, steps in each.items()
    }
    for name in ("class III", "planetary gear"):
        tasks[f"global-sparse, {name}"] = Task(partial(solving, ITERATED[name], 360, method="global-sparse"))
    return tasks


def _preparing() -> dict[str, Task]:
    made = {"a four-bar": chain(1), "17 dyads": chain(17), "1000 dyads": chain(1000)}
    made |= {"a mixture of 64 dyads": partial(dyad_mixture, 64), "class III": ITERATED["class III"]}
    tasks = {f"make_plan of {name}": Task(partial(planning, make)) for name, make in made.items()}
    tasks["decompose 1000 dyads"] = Task(partial(taking_apart, chain(1000)))
    tasks["assembly_modes of class III"] = Task(partial(all_modes, ITERATED["class III"]))
    return tasks


TASKS: Mapping[str, Task] = {**_dyads(), **_iterated(), **_singles(), **_whole(), **_preparing()}
"""Every task by its name."""
