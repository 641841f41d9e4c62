"""Function generation: an output follows the input as wanted, an angle or a stroke."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.solving_designs import solve_designs
from sgkin.designs.study import make_study
from sgkin.errors import FormError, InputError
from sgkin.model.mechanism import Mechanism
from sgkin.progress import Progress, telling
from sgkin.synthesis.dimensions import Bounds, Dimensions, Discrete, dimensions_of_family, dimensions_of_mechanism
from sgkin.synthesis.families import Family, family_named
from sgkin.synthesis.problem import Candidate, Problem
from sgkin.synthesis.questions import (
    Asked,
    Effort,
    does_turn,
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
from sgkin.synthesis.targets import PARTS, Targets, taken_targets, taken_timing

IDLE = ("x0", "y0", "cx", "cy")
"""Dimensions of linkages by name that functions do not depend on."""


def synthesise_function(
    inputs: ArrayLike,
    outputs: ArrayLike,
    family: str | Mechanism = "four-bar",
    *,
    output: str = "",
    vary: Sequence[str] | None = None,
    bounds: Bounds | None = None,
    discrete: Discrete | None = None,
    transmission: float | None = None,
    full_turn: bool | None = None,
    units: str = "m",
    designs: int | None = None,
    starts: int = 40,
    seed: int = 0,
    progress: Progress | Literal[False] | None = None,
) -> Synthesis:
    """Find a linkage whose output is a function of its input, given by pairs of both (n,).

    Inputs and outputs are counted from zeros that are free. A `four-bar` gives the angle of its rocker, and is as large
    as its ground, r1, which is 1 if bounds do not say another length; a `slider-crank` gives the way of its piston. Of
    a mechanism, output is `link.theta`, `link.point.x` or `link.point.y`. Everything else is as for `synthesise_path`;
    a full turn is asked for only of mechanisms that turn fully, or with full_turn=True.

    >>> import numpy as np
    >>> x = np.linspace(1.0, 2.0, 7)
    >>> found = synthesise_function(np.radians(60) * (x - 1), np.radians(60) * np.log2(x), starts=8)
    >>> bool(np.degrees(found.error) < 0.05)
    True
    """
    values = taken_targets(outputs, "outputs", ("output",), 3)[:, None]
    times = taken_timing(inputs, "inputs", len(values))
    effort, chosen = Effort(usual_designs(designs, True), starts, seed), taken_family(family)
    spread = float(np.ptp(values))
    if spread == 0.0:
        raise InputError("all outputs are the same; a function that is generated changes")
    if isinstance(chosen, Mechanism):
        name, part = taken_output(chosen, output)
        dimensions = dimensions_of_mechanism(chosen, vary, bounds, discrete)
        study = make_study(chosen, dimensions.vary, [name])
        asked = Asked(turn_is_wanted(full_turn, chosen, does_turn(study)), transmission)
        targets = Targets(name, (part,), values, np.array([1.0 / spread]), times, is_shifted=True)
        problem = make_problem(study, targets, dimensions, asked)

        def among_designs(turn: int) -> Synthesis:
            with telling(progress, "looking for designs", "designs") as tell:
                found = mechanism_starts(problem, asked, effort, turn, tell)
            return searched(found, dimensions, effort, progress)

        return in_turns(among_designs)
    if output or vary:
        raise InputError(f"output and vary belong to mechanisms; a {chosen} by name varies all its dimensions")
    linkage = family_named(chosen, units)
    link, named = linkage.follower
    asked = Asked(turn_is_wanted(full_turn, linkage.mechanisms[0], False), transmission)
    is_angle = named == "theta"
    targets = Targets(
        link, (PARTS.index(named),), values, np.array([1.0 / spread]), times, is_started=is_angle, is_shifted=True
    )
    dimensions = _dimensions(linkage, 1.0 if is_angle else spread, bounds, discrete)

    def among_linkages(turn: int) -> Synthesis:
        good: Starts = []
        with telling(progress, "looking for linkages", "designs") as tell:
            for mechanism in linkage.mechanisms:
                problem = make_problem(
                    make_study(mechanism, linkage.vary, [link]), targets, dimensions, asked, is_named=True
                )
                random = effort.random(turn, len(good))
                good = [*good, *_starts(linkage, problem, asked, random, effort, tell)]
        return searched(ranked(good, effort.starts), dimensions, effort, progress, len(linkage.mechanisms))

    return in_turns(among_linkages)


def taken_output(mechanism: Mechanism, output: str) -> tuple[str, int]:
    """The link or point of an output, and which part of its position it is."""
    name, _, part = output.rpartition(".") if isinstance(output, str) else ("", "", "")
    if not name or part not in PARTS:
        raise FormError("output", output, "an output such as 'rocker.theta' or 'piston.B.x'")
    full = mechanism.full_name(name, "output")
    if "." in full:
        mechanism.point(full, "output")
        if part == "theta":
            raise FormError("output", output, "x or y of a point; links have an angle theta")
    else:
        mechanism.link(full, "output")
    return full, PARTS.index(part)


def _dimensions(family: Family, size: float, bounds: Bounds | None, discrete: Discrete | None) -> Dimensions:
    """Those that matter; a four-bar has a ground of one length, and an inclination that gives the start of the crank, a
    slider-crank a guide along x."""
    found = dimensions_of_family(family, size, 0j, bounds, discrete)
    low, high = found.low.copy(), found.high.copy()
    fixed = dict.fromkeys(IDLE, 0.0)
    if family.name == "slider-crank":
        fixed["phi"] = 0.0
    elif "r1" not in (bounds or {}) and "r1" not in (discrete or {}):
        fixed["r1"] = 1.0
    for name, value in fixed.items():
        place = family.vary.index(name)
        low[place] = high[place] = value
    return found._replace(low=low, high=high)


def _starts(
    family: Family, problem: Problem, asked: Asked, random: np.random.Generator, effort: Effort, tell: Progress | None
) -> Starts:
    """The best of random shapes, with random starts of the crank, or from each of some."""
    targets = problem.targets
    assert targets.timing is not None
    lengths = family.shapes(random, (12 if asked.full_turn else 2) * effort.designs, asked.least, asked.full_turn)
    lengths = lengths[: effort.designs]
    count, timing = len(lengths), targets.timing - targets.timing[0]
    none, begin = np.zeros(count, dtype=complex), random.uniform(-np.pi, np.pi, count)
    if targets.is_started:
        size = problem.low[family.vary.index("r1")]
        parameters = family.placed(lengths, none, size * np.exp(1j * begin), none)
        scorer = Scorer(problem, np.zeros(1), timing, is_scaled=False)
    else:
        parameters = family.placed(lengths, none, np.ones(count, dtype=complex), none)
        scorer = Scorer(problem, np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False), timing, is_scaled=True)
    lanes = (scorer.starts[:, None] + timing).ravel()
    scored = solve_designs(
        problem.study, parameters, inputs=lanes[:, None], keep=scorer.scores, progress=tell or False
    ).scores
    assert scored is not None
    found = []
    for each in np.argsort(scored[:, 0], kind="stable")[: effort.starts]:
        if np.isfinite(scored[each, 0]):
            row, place = parameters[each].copy(), [family.vary.index(name) for name in family.lengths]
            row[place] *= scored[each, 2]
            candidate = Candidate(np.clip(row, problem.low, problem.high), scored[each, 1] + timing)
            found.append((float(scored[each, 0]), problem, candidate))
    return found


class Scorer:
    """How far functions of designs are from the one that is wanted, from the best start, at the best scale."""

    def __init__(self, problem: Problem, starts: Floats, timing: Floats, is_scaled: bool) -> None:
        self.targets, self.starts, self.timing, self.is_scaled = problem.targets, starts, timing, is_scaled

    def scores(self, motions: DesignMotions) -> Floats:
        """The sum of squares (n,), the start and the scale."""
        targets, count = self.targets, len(motions)
        found = targets.read(motions).reshape(count, len(self.starts), len(self.timing), 1)
        scale = np.ones((count, len(self.starts)))
        if self.is_scaled:
            own = found[..., 0] - found[..., 0].mean(axis=2, keepdims=True)
            wanted = targets.values[:, 0] - targets.values[:, 0].mean()
            scale = np.maximum((own * wanted).sum(axis=2) / (own**2).sum(axis=2), 0.0)
        off = targets.off(found * scale[..., None, None])[..., 0] * targets.weights[0]
        error = (off**2).sum(axis=2)
        error[np.isnan(error)] = np.inf
        best = error.argmin(axis=1)
        rows = np.arange(count)
        return np.stack([error[rows, best], self.starts[best], np.nan_to_num(scale[rows, best])], axis=1)
