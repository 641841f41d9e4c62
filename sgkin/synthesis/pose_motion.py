"""Motion generation: a link is to take poses, with timing or without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from sgkin.designs.study import make_study
from sgkin.errors import InputError
from sgkin.model.form import positive
from sgkin.model.mechanism import Mechanism
from sgkin.progress import Progress, telling
from sgkin.synthesis.dimensions import Bounds, Discrete, dimensions_of_family, dimensions_of_mechanism
from sgkin.synthesis.families import family_named
from sgkin.synthesis.pose_dyads import starts_by_dyads
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
from sgkin.synthesis.shape_search import TimedSearch, random_shapes
from sgkin.synthesis.targets import Targets, size_of, taken_targets, taken_timing

TRIED = 4
"""How many pairs of held points are starts, for each start that is asked for: many of them cannot move."""


def synthesise_motion(
    poses: ArrayLike,
    timing: ArrayLike | None = None,
    family: str | Mechanism = "four-bar",
    *,
    output: str = "",
    vary: Sequence[str] | None = None,
    bounds: Bounds | None = None,
    discrete: Discrete | None = None,
    transmission: float | None = None,
    full_turn: bool | None = None,
    between: tuple[float, float] | None = None,
    radian: float | None = None,
    units: str = "m",
    designs: int | None = None,
    starts: int = 40,
    seed: int = 0,
    progress: Progress | Literal[False] | None = None,
) -> Synthesis:
    """Find a linkage of which a link takes poses (n, 3): x, y and θ of its frame, in their order.

    Of a `four-bar` or a `slider-crank` it is the coupler, whose frame lies in the point P and is inclined by `alpha`
    against the line of its pins; of a mechanism, output names the link. radian: the length that an angle of 1 counts as
    much as, by default the size of the targets. A full turn is asked for only of mechanisms that turn fully, or with
    full_turn=True. Everything else is as for `synthesise_path`.

    >>> poses = [(0.0, 0.0, 0.0), (0.01, 0.006, 0.3), (0.03, 0.008, 0.5)]
    >>> found = synthesise_motion(poses, starts=8)
    >>> bool(found.error < 1e-8)
    True
    """
    wanted = taken_targets(poses, "poses", ("x", "y", "theta"), 2)
    times = None if timing is None else taken_timing(timing, "timing", len(wanted))
    effort, chosen = Effort(usual_designs(designs, times is not None), starts, seed), taken_family(family)
    size = size_of(wanted[:, :2])
    if size == 0.0 and radian is None:
        raise InputError("all poses are at one place; say with radian what length an angle of 1 counts as much as")
    size = size or positive(radian, "radian")
    weights = np.array([1.0, 1.0, positive(size if radian is None else radian, "radian")]) / size

    def targets(name: str) -> Targets:
        return Targets(name, (0, 1, 2), wanted, weights, times, is_ordered=times is None)

    if isinstance(chosen, Mechanism):
        if not output:
            raise InputError("name the link that is to take the poses: output='coupler'")
        dimensions = dimensions_of_mechanism(chosen, vary, bounds, discrete)
        chosen.link(output, "output")
        study = make_study(chosen, dimensions.vary, [output])
        asked = Asked(turn_is_wanted(full_turn, chosen, does_turn(study)), transmission, between)
        problem = make_problem(study, targets(output), dimensions, asked)

        def among_designs(turn: int) -> Synthesis:
            with telling(progress, "looking for designs", "designs") as tell:
                found = mechanism_starts(problem, asked, effort, turn, tell)
            return searched(found, dimensions, effort, progress)

        return in_turns(among_designs)
    if output or vary or between:
        raise InputError(f"output, vary and between belong to mechanisms; a {chosen} by name moves its coupler")
    linkage = family_named(chosen, units, with_frame=True)
    dimensions = dimensions_of_family(linkage, size, complex(*wanted[:, :2].mean(axis=0)), bounds, discrete)
    asked = Asked(turn_is_wanted(full_turn, linkage.mechanisms[0], False), transmission)
    problems = family_problems(linkage, targets("coupler"), dimensions, asked, ["coupler", "crank.A"])

    def among_linkages(turn: int) -> Synthesis:
        if times is None:
            dyads = starts_by_dyads(linkage, problems, effort.random(turn))
            return searched(dyads[: TRIED * effort.starts], dimensions, effort, progress, len(problems))
        good: Starts = []
        with telling(progress, "looking for linkages", "designs") as tell:
            for problem in problems:
                looking = TimedSearch(linkage, problem)
                shapes = random_shapes(linkage, effort.random(turn, len(good)), effort.designs, asked.least)
                looking.run(shapes, looking.inputs, tell)
                good = [*good, *((score, problem, start) for score, start in looking.best(effort.starts))]
        return searched(ranked(good, effort.starts), dimensions, effort, progress, len(problems))

    return in_turns(among_linkages)
