"""The search: starts are refined, the best is held to what is required, and its dimensions are put on lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import asin, degrees, sin

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import SynthesisError
from sgkin.progress import Progress
from sgkin.synthesis.dimensions import Dimensions
from sgkin.synthesis.problem import Candidate, Problem
from sgkin.synthesis.refining import LONG, Refined, best_of, refine
from sgkin.synthesis.result import (
    Requirement,
    Synthesis,
    mechanism_of,
    outputs_at,
    part_names,
    transmission_found,
    turns_fully,
)
from sgkin.whole_turns import WHOLE_TURN

RESERVE = 1e-4
"""By how many radians more than what is missing a transmission angle is asked for again."""
AGAIN = 4
"""How often."""
SHORT = 1e-6
"""Radians by which a transmission angle may be too small."""
BEAM = 3
"""Designs that are kept while dimensions are put on their lists, one after the other."""

Starts = Sequence[tuple[float, Problem, Candidate]]


def search(starts: Starts, dimensions: Dimensions, tried: int, tell: Progress | None) -> Synthesis:
    """The best design near some starts."""
    if not starts:
        raise SynthesisError(
            f"none of {tried} designs moves as it must; give other bounds, a smaller transmission angle, or more "
            "designs",
            tried,
        )
    found = best_of([start[1:] for start in starts], tell, one_is_enough=not dimensions.discrete)
    if dimensions.discrete and found:
        found = on_lists(found, dimensions)
    if not found:
        raise SynthesisError(
            f"none of the best {len(starts)} of {tried} designs could be brought to the targets; give other bounds, or "
            "more designs",
            tried,
        )
    return result(with_transmission(found[0]), dimensions, tried)


def with_transmission(found: Refined) -> Refined:
    """The same with a transmission angle that is asked for at every step of a turn: a little more is aimed at."""
    wanted = found.problem.requirements.wanted
    for _ in range(AGAIN if wanted is not None else 0):
        assert wanted is not None
        reached = transmission_found(found.problem, found.candidate)
        if reached is None or reached >= wanted - SHORT:
            break
        requirements = found.problem.requirements
        aimed = asin(min(sin(requirements.transmission) + sin(wanted) - sin(reached) + RESERVE, 1.0))
        problem = replace(found.problem, requirements=replace(requirements, transmission=aimed))
        again = refine(problem, found.candidate, LONG)
        if again is None:
            break
        found = again
    return found


def on_lists(found: Sequence[Refined], dimensions: Dimensions) -> list[Refined]:
    """Designs whose dimensions have listed values: one dimension after the other is put on each neighbour of what it
    is, and the others follow; the best few that can be go on."""
    beam = list(found)
    for name, values in dimensions.discrete.items():
        place, tried, kept = dimensions.vary.index(name), list[Refined](), 0
        for each in beam:
            if kept == BEAM:
                break
            before = len(tried)
            for value in neighbours(values, float(each.candidate.parameters[place])):
                low, high = each.problem.low.copy(), each.problem.high.copy()
                low[place] = high[place] = value
                parameters = each.candidate.parameters.copy()
                parameters[place] = value
                again = refine(
                    replace(each.problem, low=low, high=high), each.candidate._replace(parameters=parameters), LONG
                )
                tried += [] if again is None or not again.is_in_order else [again]
            kept += len(tried) > before
        beam = sorted(tried, key=lambda each: each.cost)
    return beam


def neighbours(values: Floats, value: float) -> Floats:
    """The listed values on both sides of a value.

    >>> neighbours(np.array([1.0, 2.0, 5.0]), 2.5).tolist(), neighbours(np.array([1.0, 2.0]), 2.0).tolist()
    ([2.0, 5.0], [1.0, 2.0])
    """
    after = int(np.searchsorted(values, value))
    return values[max(after - 1, 0) : after + 1]


def result(found: Refined, dimensions: Dimensions, tried: int) -> Synthesis:
    """What the user gets."""
    problem, candidate = found.problem, found.candidate
    endless = np.isinf(problem.low) & np.isinf(problem.high)  # angles, which count without whole turns
    turns = np.where(endless, np.round(candidate.parameters / WHOLE_TURN), 0.0)
    candidate = candidate._replace(parameters=candidate.parameters - WHOLE_TURN * turns)
    targets = problem.targets
    free = replace(problem, low=np.minimum(problem.low, dimensions.low), high=np.maximum(problem.high, dimensions.high))
    return Synthesis(
        mechanism_of(problem, candidate),
        dict(zip(dimensions.vary, candidate.parameters.tolist(), strict=True)),
        targets.output,
        part_names(targets),
        targets.values,
        outputs_at(problem, candidate),
        candidate.inputs,
        targets.weights,
        tuple(_requirements(problem, candidate, dimensions)),
        free.unknowns,
        tried,
    )


def _requirements(problem: Problem, candidate: Candidate, dimensions: Dimensions) -> list[Requirement]:
    """What was asked for beside the targets."""
    found, wanted = [], problem.requirements.wanted
    if problem.requirements.turn is not None:
        is_full = turns_fully(problem, candidate)
        found.append(Requirement("full turn", is_full, "the input turns fully" if is_full else "the input does not"))
    if wanted is not None:
        reached = transmission_found(problem, candidate)
        is_enough = reached is not None and reached >= wanted - SHORT
        told = "not known" if reached is None else f"{degrees(reached):.4g}° at least"
        found.append(Requirement("transmission angle", is_enough, f"{told}, {degrees(wanted):.4g}° asked for"))
    ends = [
        name
        for name, value, low, high in zip(
            dimensions.vary, candidate.parameters, dimensions.low, dimensions.high, strict=True
        )
        if np.isfinite(high - low)
        and low < high
        and min(value - low, high - value) <= 1e-6 * (high - low)
        and name not in dimensions.discrete
    ]
    if ends:
        found.append(Requirement("at their bounds", True, ", ".join(ends)))
    for name, values in dimensions.discrete.items():
        value = candidate.parameters[dimensions.vary.index(name)]
        found.append(Requirement(f"{name} from its list", bool((values == value).any()), f"{value:g}"))
    return found
