"""How fast groups in space are solved: in closed form, written out, by tables, and beside the whole mechanism.

*By tables* is the iteration that takes any group: its links in a tree of joints, its conditions as records. To time it
where there is something faster, plans are made without closed forms, or without the platform on six conditions. The
whole mechanism is solved with light rods, by the sparse method.

Position, velocity and acceleration of a point of every link at every step; answers must agree to 1e-9 of the largest
number before anything is timed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from unittest.mock import patch

import numpy as np

from benchmarks.chain import OneByOne, Swept
from benchmarks.report import Case, Figure
from benchmarks.space_whole import Marching
from benchmarks.timing import Times, compare
from sgkin import Mechanism, load_mechanism, make_plan
from sgkin.arrays import Floats
from sgkin.groups.registry import declaration_for
from sgkin.groups.space import links_by_points, newton
from sgkin.groups.space.links_by_points import NoClosedFormError
from sgkin.kernels.space import platform
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan import spatial_plan

AGREEMENT = 1e-9
CLOSED = ("rssr", "double_wishbone")
PLATFORMS = ("five_link", "gough_stewart")
TREES = ("seven_revolutes", "bennett", "bricard", "sarrus", "double_cardan")
LANE_BAR, COEFFICIENT_BAR, TABLE_BAR, WHOLE_BAR = 6.0, 1.6, 5.0, 8.0


def by_tables(mechanism: Mechanism) -> KinematicPlan:
    """A plan in which every group but driven links is iterated."""

    def driven_alone(group: object) -> object:
        declaration = declaration_for(group)  # type: ignore[arg-type]
        return declaration if declaration is not None and declaration.signature.endswith("*") else None

    def refused(*given: object) -> None:
        raise NoClosedFormError

    with ExitStack() as stack:
        stack.enter_context(patch.object(spatial_plan, "declaration_for", driven_alone))
        stack.enter_context(patch.object(spatial_plan, "build_by_points", refused))
        plan = make_plan(mechanism)
    check(plan, newton.KERNEL)
    return plan


def platform_by_tables(mechanism: Mechanism) -> KinematicPlan:
    """A plan in which a body on six conditions is iterated as any group is."""
    with patch.object(links_by_points, "place_platform", lambda *given: False):
        plan = make_plan(mechanism)
    check(plan, newton.KERNEL)
    return plan


def check(plan: KinematicPlan, *kernels: object) -> None:
    """Refuse to time what is solved in another way."""
    if not any(element is not None and element.kernel in kernels for element in plan.solvers):
        raise AssertionError(f"{plan.mechanism.name} is solved in another way")


def points_of(mechanism: Mechanism) -> list[str]:
    """The last point of every moving link."""
    return [f"{link}.{list(mechanism.link(link).points)[-1]}" for link in mechanism.moving_links]


def driven(marching: Marching) -> Floats:
    """Inputs, their rates and accelerations (3, steps, f), at which the whole mechanism is solved."""
    return np.stack([marching.inputs, marching.rates, np.zeros_like(marching.rates)])


def swept(plan: KinematicPlan, marching: Marching) -> Swept:
    """A plan swept over the inputs at which the whole mechanism is solved."""
    return Swept(plan, points_of(plan.mechanism), driven(marching))


def agree(found: Swept, other: Swept, name: str) -> None:
    """Refuse to time what does not agree."""
    found.run()
    other.run()
    one, two = (np.array(each.rows).reshape(len(each.features), 3, -1) for each in (found, other))
    error = np.abs(one - two).max(axis=(0, 2)) / np.abs(two).max(axis=(0, 2))  # of each order
    if not error.max() <= AGREEMENT:
        raise AssertionError(f"{name}: two ways differ by {error.max():.1e} of the largest")


def ratio(times: Times, told: str, name: str, to: str, bar: float | None = None, at_least: bool = False) -> Figure:
    """One candidate's time by another's."""
    return Figure(told, times.ratio(name, to), "×", bar, at_least=at_least, spread=times.ratio_spread(name, to))


def closed_figures(name: str, steps: int, rounds: int) -> Iterator[Figure]:
    """Closed forms, beside the same groups iterated and the whole mechanism."""
    mechanism, marching = load_mechanism(name), Marching(name, steps, False)
    closed, tables = swept(make_plan(mechanism), marching), swept(by_tables(mechanism), marching)
    agree(closed, tables, name)
    times = compare({"closed form": closed.run, "by tables": tables.run, "whole": marching.march}, rounds)
    yield ratio(times, f"{name}: by tables / closed form", "by tables", "closed form")
    yield ratio(times, f"{name}: whole mechanism, sparse / closed form", "whole", "closed form")
    yield Figure(f"{name}, closed form: a step", times.seconds("closed form") / steps * 1e9, "ns")


def platform_figures(name: str, steps: int, rounds: int) -> Iterator[Figure]:
    """A body on six conditions written out, beside the iteration for any group and the whole mechanism."""
    mechanism, marching = load_mechanism(name), Marching(name, steps, False)
    plan = make_plan(mechanism)
    check(plan, *platform.PLATFORMS)
    written, tables = swept(plan, marching), swept(platform_by_tables(mechanism), marching)
    agree(written, tables, name)
    times = compare({"written out": written.run, "by tables": tables.run, "whole": marching.march}, rounds)
    yield ratio(times, f"{name}: by tables / written out", "by tables", "written out", TABLE_BAR, True)
    yield ratio(times, f"{name}: whole mechanism, sparse / written out", "whole", "written out", WHOLE_BAR, True)
    yield ratio(times, f"{name}: whole mechanism, sparse / by tables", "whole", "by tables")
    for way in ("written out", "by tables"):
        yield Figure(f"{name}, {way}: a step", times.seconds(way) / steps * 1e9, "ns")


def tree_figures(name: str, steps: int, rounds: int) -> Iterator[Figure]:
    """Groups in a tree of joints, beside the whole mechanism."""
    marching = Marching(name, steps, False)
    found = swept(make_plan(load_mechanism(name)), marching)
    found.run()
    times = compare({"groups": found.run, "whole": marching.march}, rounds)
    yield ratio(times, f"{name}: whole mechanism, sparse / groups", "whole", "groups")
    yield Figure(f"{name}, groups: a step", times.seconds("groups") / steps * 1e9, "ns")


def lane_figures(name: str, steps: int, rounds: int) -> Iterator[Figure]:
    """One configuration after the other in compiled code, beside a sweep."""
    marching, plan = Marching(name, steps, False), make_plan(load_mechanism(name))
    lanes = swept(plan, marching)
    rows = driven(marching).swapaxes(1, 2).reshape(-1, steps)
    single = OneByOne(plan, points_of(plan.mechanism), rows)
    lanes.run()
    single.run()
    times = compare({"sweep": lanes.run, "one by one": single.run}, rounds)
    yield ratio(times, f"{name}: one configuration / a lane of a sweep", "one by one", "sweep", LANE_BAR)


def coefficient_figures(name: str, steps: int, rounds: int) -> Iterator[Figure]:
    """K and L, beside velocity and acceleration along a motion."""
    marching, plan = Marching(name, steps, False), make_plan(load_mechanism(name))
    along, unit = swept(plan, marching), Swept(plan, points_of(plan.mechanism), driven(marching)[:1], coefficients=True)
    along.run()
    unit.run()
    times = compare({"motion": along.run, "K and L": unit.run}, rounds)
    told = f"{name}, {len(plan.input_names)} inputs: K and L / velocity and acceleration"
    yield ratio(times, told, "K and L", "motion", COEFFICIENT_BAR if len(plan.input_names) == 2 else None)


def cases(smoke: bool) -> list[Case]:
    """All of them."""
    steps, rounds = (8, 2) if smoke else (720, 25)
    every = [(closed_figures, CLOSED), (platform_figures, PLATFORMS), (tree_figures, TREES)]
    every += [(lane_figures, CLOSED), (coefficient_figures, ("double_wishbone", "gough_stewart"))]
    return [Case(name, partial(figures, name, steps, rounds)) for figures, names in every for name in names]
