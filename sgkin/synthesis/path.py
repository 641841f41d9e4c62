"""Path generation: a point is to pass through places, with timing or without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.designs.study import make_study
from sgkin.errors import InputError
from sgkin.model.mechanism import Mechanism
from sgkin.progress import Progress, telling
from sgkin.synthesis.arcs import Drawn
from sgkin.synthesis.dimensions import Bounds, Discrete, dimensions_of_family, dimensions_of_mechanism
from sgkin.synthesis.families import family_named
from sgkin.synthesis.questions import (
    Asked,
    Effort,
    does_turn,
    family_problems,
    in_turns,
    make_problem,
    mechanism_starts,
    ranked,
    searched,
    taken_family,
    turn_is_wanted,
    usual_designs,
)
from sgkin.synthesis.result import Synthesis
from sgkin.synthesis.searching import Starts
from sgkin.synthesis.shape_search import DrawnSearch, ShapeSearch, TimedSearch, random_shapes
from sgkin.synthesis.targets import Targets, size_of, taken_targets, taken_timing

GOOD = np.radians(5.0)
"""The transmission angle that starts have at least, where less is asked for; few good designs are near those with
less."""


def synthesise_path(
    points: ArrayLike,
    timing: ArrayLike | None = None,
    family: str | Mechanism = "four-bar",
    *,
    output: str = "",
    closed: bool = False,
    vary: Sequence[str] | None = None,
    bounds: Bounds | None = None,
    discrete: Discrete | None = None,
    transmission: float | None = None,
    full_turn: bool | None = None,
    between: tuple[float, float] | None = None,
    units: str = "m",
    designs: int | None = None,
    starts: int = 40,
    seed: int = 0,
    progress: Progress | Literal[False] | None = None,
) -> Synthesis:
    """Find a linkage of which a point passes through places (n, 2), in their order, in one direction or the other.

    timing (n,): the inputs at these places, counted from a free start; without it each has an input of its own. closed:
    whether the path goes on from the last place to the first. family: `four-bar` or `slider-crank`, whose coupler has
    the point P, or a mechanism with parameters; then output names the point, and vary the dimensions that are looked
    for, by default all parameters with bounds.

    bounds: from and to, by dimension; of linkages by name they are wide where nothing is said. discrete: lists of
    values that dimensions can have. transmission: the least transmission angle, over a turn if the input must turn
    fully, else at the places. full_turn: by default whether a mechanism turns fully as it is; linkages by name must.
    between: the inputs between which places may be passed. units: the unit of length of linkages by name. designs: how
    many are looked at, by default 10,000, or 2,000 with timing; starts: how many of them are refined; seed: of the
    random numbers.

    Raises `SynthesisError` where no design moves as it must.

    >>> import numpy as np
    >>> turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    >>> ellipse = np.stack([0.02 * np.cos(turn), 0.01 * np.sin(turn)], axis=1)
    >>> found = synthesise_path(ellipse, closed=True, starts=8, designs=2000)
    >>> found.is_met, bool(found.error < 0.0005)
    (True, True)
    """
    places = taken_targets(points, "points", ("x", "y"), 2)
    if closed and len(places) > 2 and np.array_equal(places[0], places[-1]):
        places = places[:-1]
    times = None if timing is None else taken_timing(timing, "timing", len(places))
    size, effort, chosen = (
        size_of(places),
        Effort(usual_designs(designs, times is not None), starts, seed),
        taken_family(family),
    )
    if size == 0.0:
        raise InputError("all points are the same; a path needs two places at least")
    if isinstance(chosen, Mechanism):
        if not output:
            raise InputError("name the point that is to pass through the points: output='coupler.P'")
        dimensions = dimensions_of_mechanism(chosen, vary, bounds, discrete)
        point = chosen.full_name(output, "output")
        chosen.point(point, "output")
        study = make_study(chosen, dimensions.vary, [point])
        asked = Asked(turn_is_wanted(full_turn, chosen, does_turn(study)), transmission, between)
        problem = make_problem(study, _targets(point, places, size, times), dimensions, asked)

        def among_designs(turn: int) -> Synthesis:
            with telling(progress, "looking for designs", "designs") as tell:
                found = mechanism_starts(problem, asked, effort, turn, tell)
            return searched(found, dimensions, effort, progress)

        return in_turns(among_designs)
    linkage = family_named(chosen, units)
    for name, value in (("output", output), ("vary", vary), ("between", between)):
        if value:
            raise InputError(f"{name} belongs to mechanisms; a {chosen} by name varies all its dimensions, and P moves")
    dimensions = dimensions_of_family(linkage, size, complex(*places.mean(axis=0)), bounds, discrete)
    asked = Asked(turn_is_wanted(full_turn, linkage.mechanisms[0], True), transmission)
    if not asked.full_turn:
        raise InputError(f"cranks of {chosen}s by name turn fully on paths; give a mechanism for others")
    targets = _targets("coupler.P", places, size, times)
    problems = family_problems(linkage, targets, dimensions, asked, ["coupler.P", "crank.A", "coupler"])

    def among_linkages(turn: int) -> Synthesis:
        good: Starts = []
        with telling(progress, "looking for linkages", "designs") as tell:
            for problem in problems:
                random, drawn = effort.random(turn, len(good)), Drawn.through(places, closed)
                shapes = random_shapes(linkage, random, effort.designs, max(asked.least, GOOD))
                looking: ShapeSearch = (
                    DrawnSearch(linkage, problem, drawn) if times is None else TimedSearch(linkage, problem)
                )
                looking.run(shapes, looking.inputs, tell)
                good = [*good, *((score, problem, start) for score, start in looking.best(effort.starts))]
        return searched(ranked(good, effort.starts), dimensions, effort, progress, len(problems))

    return in_turns(among_linkages)


def _targets(output: str, places: Floats, size: float, times: Floats | None) -> Targets:
    weights = np.full(2, 1.0 / size)
    return Targets(output, (0, 1), places, weights, times, is_ordered=times is None)
