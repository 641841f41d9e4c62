"""What the three kinds of synthesis have in common: whose designs are looked at, and what else they must do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import pi
from typing import Literal

import numpy as np

from sgkin.designs.solving_designs import solve_designs
from sgkin.designs.study import Study, make_study
from sgkin.errors import InputError, SynthesisError, brief
from sgkin.model.form import count, finite, pair, truth
from sgkin.model.mechanism import Mechanism
from sgkin.progress import Progress, telling
from sgkin.synthesis.dimensions import Dimensions
from sgkin.synthesis.families import FAMILIES, Family
from sgkin.synthesis.problem import STEPS, Candidate, Problem, Requirements
from sgkin.synthesis.random_designs import best_starts, random_parameters
from sgkin.synthesis.refining import EXACT
from sgkin.synthesis.result import Synthesis
from sgkin.synthesis.searching import Starts, search
from sgkin.synthesis.targets import Targets
from sgkin.whole_turns import WHOLE_TURN

LEAST = np.radians(2.0)
"""The transmission angle that cranks which turn fully have at least, where none is asked for; they would stop soon."""
ROUNDS = 3
"""How often random designs are drawn at most, where targets that could be reached are not."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How many `designs` are looked at, and how many of them are the `starts` that are refined; and the random seed."""

    designs: int
    starts: int
    seed: int

    def __post_init__(self) -> None:
        count(self.designs, "designs", 1)
        count(self.starts, "starts", 1)
        count(self.seed, "seed")

    def random(self, turn: int, number: int = 0) -> np.random.Generator:
        """The same for the same seed; another one for each turn of the search, and each number in it."""
        return np.random.default_rng([self.seed, number, turn])


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of designs beside their targets: a `full_turn` of the input, a `transmission` angle, and `between`
    which inputs targets may lie."""

    full_turn: bool
    transmission: float | None = None
    between: tuple[float, float] | None = None
    least: float = field(init=False)

    def __post_init__(self) -> None:
        truth(self.full_turn, "full_turn")
        if self.transmission is not None and not 0.0 < finite(self.transmission, "transmission") < 0.5 * pi:
            raise InputError(
                f"transmission is {self.transmission:g}; give an angle in radians between 0 and a right angle"
            )
        if self.between is not None:
            low, high = pair(self.between, "between", "two inputs (from, to)")
            if not low < high:
                raise InputError(f"between is {brief(self.between)}; give two inputs, the smaller one first")
        object.__setattr__(self, "least", self.transmission if self.transmission is not None else LEAST)

    def requirements(self, initial: float) -> Requirements:
        """For problems whose input begins at some value."""
        turn = initial + np.linspace(0.0, WHOLE_TURN, STEPS + 1) if self.full_turn else None
        return Requirements(turn, self.transmission, self.least)

    def interval(self, initial: float) -> tuple[float, float]:
        """Between which inputs targets may lie."""
        return self.between if self.between is not None else (initial, initial + WHOLE_TURN)


def taken_family(family: object) -> str | Mechanism:
    """The name of a family, or a mechanism with one input."""
    if isinstance(family, str):
        return family
    if not isinstance(family, Mechanism):
        names = " or ".join(map(repr, FAMILIES))
        raise InputError(f"family is {brief(family)}; give {names}, or a mechanism with parameters")
    if len(family.input_names) != 1:
        raise InputError(f"{family.name} has {len(family.input_names)} inputs; synthesis needs a mechanism with one")
    return family


def input_is_angle(mechanism: Mechanism) -> bool:
    """Whether the input is an angle, which can turn fully."""
    return mechanism.input_quantity(mechanism.input_names[0]) == "angle"


def make_problem(
    study: Study, targets: Targets, dimensions: Dimensions, asked: Asked, is_named: bool = False
) -> Problem:
    """Targets for a study; `is_named`: of a linkage by name, whose initial input means nothing to the user."""
    requirements = asked.requirements(float(study.plan.initial_inputs[0]))
    begins_free = is_named and requirements.turn is None
    return Problem(study, targets, dimensions.low, dimensions.high, requirements, begins_free)


def family_problems(
    family: Family, targets: Targets, dimensions: Dimensions, asked: Asked, outputs: Sequence[str]
) -> tuple[Problem, ...]:
    """One for each mode of a linkage by name."""
    studies = [make_study(mechanism, family.vary, outputs) for mechanism in family.mechanisms]
    return tuple(make_problem(study, targets, dimensions, asked, is_named=True) for study in studies)


def mechanism_starts(problem: Problem, asked: Asked, effort: Effort, turn: int, tell: Progress | None) -> Starts:
    """For any mechanism: its nominal design, if it moves, and the best of random ones that can be."""
    interval = asked.interval(problem.initial_input)
    parameters = random_parameters(problem, effort.random(turn), effort.designs)
    parameters[0] = np.clip(problem.study.nominal, problem.low, problem.high)
    parameters = parameters[problem.study.possible(parameters)]
    if not len(parameters):
        return []
    return [(score, problem, start) for score, start in best_starts(problem, parameters, interval, effort.starts, tell)]


def turn_is_wanted(full_turn: bool | None, mechanism: Mechanism, usual: bool) -> bool:
    """Whether designs must turn fully: as the user says, or as a mechanism does at its nominal dimensions."""
    if full_turn is not None:
        if truth(full_turn, "full_turn") and not input_is_angle(mechanism):
            raise InputError(f"the input of {mechanism.name} is no angle and cannot turn fully; leave full_turn out")
        return full_turn
    return usual


def does_turn(study: Study) -> bool:
    """Whether the nominal design runs through a turn of its input."""
    if not input_is_angle(study.mechanism):
        return False
    lanes = float(study.plan.initial_inputs[0]) + np.linspace(0.0, WHOLE_TURN, STEPS + 1)
    return bool(solve_designs(study, study.nominal, inputs=lanes[:, None], keep="status", progress=False).solved[0])


def ranked(starts: Starts, count: int) -> list[tuple[float, Problem, Candidate]]:
    """The best of some starts."""
    return sorted(starts, key=lambda start: start[0])[:count]


def usual_designs(designs: int | None, is_timed: bool) -> int:
    """How many designs are looked at; those at stated inputs are looked at from many starts."""
    return (2_000 if is_timed else 10_000) if designs is None else designs


def searched(
    starts: Starts, dimensions: Dimensions, effort: Effort, progress: Progress | Literal[False] | None, modes: int = 1
) -> Synthesis:
    """The best design near some starts; what is being done is told."""
    with telling(progress, "refining designs", "starts") as tell:
        return search(starts, dimensions, modes * effort.designs, tell)


def in_turns(look: Callable[[int], Synthesis]) -> Synthesis:
    """The best of a search that draws other random designs in each turn.

    Fewer conditions than unknowns can most often be reached: where they are not, it is looked again.
    """
    best = look(0)
    for turn in range(1, ROUNDS):
        if is_exact(best) or best.conditions >= best.unknowns:
            break
        try:
            again = look(turn)
        except SynthesisError:  # what an earlier turn found stays
            continue
        tried = best.tried + again.tried
        best = replace(min(best, again, key=lambda found: (not found.is_met, found.error)), tried=tried)
    return best


def is_exact(found: Synthesis) -> bool:
    """Whether all targets are reached to rounding."""
    return bool(((found.weights * found.off) ** 2).sum() < EXACT)
