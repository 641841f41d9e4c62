"""What synthesis gives back: a linkage, how near it comes to what was wanted, and what else it does."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from sgkin.arrays import Floats
from sgkin.designs.solving_designs import solve_designs
from sgkin.designs.study import make_study
from sgkin.model.initial import InitialConfiguration
from sgkin.model.mechanism import Mechanism
from sgkin.model.quantity import unit_text
from sgkin.synthesis.problem import Candidate, Problem
from sgkin.synthesis.targets import PARTS, Targets
from sgkin.whole_turns import WHOLE_TURN

FINE = 360
"""Steps of a turn at which a result is looked at."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that was asked for beside the targets, and what came of it, in words."""

    name: str
    met: bool
    found: str

    def __str__(self) -> str:
        return f"{self.name}: {self.found}" + ("" if self.met else ", which is not met")


@dataclass(frozen=True, slots=True)
class Synthesis:
    """A linkage that was found for n targets; made by `synthesise_path`, `synthesise_function` and
    `synthesise_motion`. SI units and radians.

    `mechanism`: the linkage, in the configuration at its initial input; `parameters`: the dimensions that were looked
    for; `output`: the point or link that was to reach the targets; `wanted` and `found` (n, c): what it was to reach
    and what it reaches, at the `inputs` (n,); `weights` (c,): by what their differences were compared; `requirements`:
    what else was asked for, and whether it is met; `unknowns`: how many numbers were looked for; `tried`: designs that
    were looked at.
    """

    mechanism: Mechanism
    parameters: dict[str, float]
    output: str
    parts: tuple[str, ...]
    wanted: Floats = field(repr=False)
    found: Floats = field(repr=False)
    inputs: Floats = field(repr=False)
    weights: Floats = field(repr=False)
    requirements: tuple[Requirement, ...]
    unknowns: int
    tried: int

    def __repr__(self) -> str:
        return f"Synthesis of {self.mechanism.name}: {len(self.wanted)} targets, error {self._told(self.error)}"

    def __str__(self) -> str:
        from sgkin.synthesis.result_text import synthesis_text

        return synthesis_text(self)

    @property
    def is_met(self) -> bool:
        """Whether all that was asked for beside the targets is met."""
        return all(each.met for each in self.requirements)

    @property
    def off(self) -> Floats:
        """By how much the output is off at each target (n, c)."""
        return self.found - self.wanted

    @property
    def distances(self) -> Floats:
        """How far the output is from each target (n,): a distance, or the angle of a function."""
        lengths = [place for place, part in enumerate(self.parts) if part != "theta"]
        return np.asarray(np.hypot.reduce(self.off[:, lengths or [0]], axis=1))

    @property
    def turned(self) -> Floats | None:
        """By how much the link is turned against each target (n,), if poses were wanted."""
        return self.off[:, self.parts.index("theta")] if "theta" in self.parts else None

    @property
    def error(self) -> float:
        """The root mean square of all distances."""
        return float(np.sqrt((self.distances**2).mean()))

    @property
    def conditions(self) -> int:
        """How many conditions the targets are, to be compared with the unknowns."""
        return self.wanted.size

    @property
    def is_angle(self) -> bool:
        """Whether distances are angles."""
        return self.parts == ("theta",)

    def _told(self, value: float) -> str:
        quantity = "angle" if self.is_angle else "length"
        units = self.mechanism.units
        return f"{units.write(value, quantity):.4g} {unit_text(quantity, units)}"

    def path(self, steps: int = FINE) -> Floats:
        """The path of the output over a turn of the input (m, 2), or between the inputs at the targets."""
        study = make_study(self.mechanism, [first_free(self.mechanism)], [self.output])
        moved = solve_designs(study, study.nominal, inputs=self._course(steps)[:, None], progress=False)
        return np.asarray(moved.position(self.output)[0][:, :2])

    def _course(self, steps: int) -> Floats:
        start = next(iter(self.mechanism.initial_inputs.values()))
        if self.turns_fully:
            return np.linspace(start, start + WHOLE_TURN, steps + 1)
        return np.linspace(self.inputs.min(), self.inputs.max(), steps + 1)

    @property
    def turns_fully(self) -> bool:
        """Whether a full turn of the input was asked for, and is possible."""
        return any(each.name == "full turn" and each.met for each in self.requirements)


def first_free(mechanism: Mechanism) -> str:
    """A dimension of a mechanism that can vary."""
    free = [name for name, each in mechanism.parameters.items() if not each.expression]
    if free:
        return free[0]
    sections = ("drivers", "initial", "masses", "forces", "gravity")
    return next(address for address in mechanism.numbers if address.split(".")[0] not in sections)


def mechanism_of(problem: Problem, candidate: Candidate) -> Mechanism:
    """The mechanism that a candidate is, with an initial configuration that says its mode."""
    design = problem.study.design(candidate.parameters)
    start = candidate.inputs[:1] if problem.begins_free else problem.study.initial_inputs
    study = problem.study.made("all links", lambda: make_study(problem.study.mechanism, problem.study.vary))
    moved = solve_designs(study.begun_at(start), candidate.parameters, inputs=start[None], progress=False, threads=1)
    poses = {link: moved.position(link)[0, 0] for link in design.moving_links}
    placed = [(design.link(link), (pose[0], pose[1], pose[2])) for link, pose in poses.items()]
    initial = InitialConfiguration.at((link, tuple(map(float, pose))) for link, pose in placed)  # type: ignore[misc]
    inputs = dict(zip(problem.study.plan.input_names, start.tolist(), strict=True)) if problem.begins_free else {}
    return replace(design, initial=replace(initial, inputs=dict(design.initial.inputs) | inputs))


def outputs_at(problem: Problem, candidate: Candidate) -> Floats:
    """What a candidate reaches at its inputs (n, c), angles with the whole turns of the targets."""
    targets: Targets = problem.targets
    inputs = candidate.inputs[:, None]
    study = problem.study_at(candidate)
    moved = solve_designs(study, candidate.parameters, inputs=inputs, progress=False, threads=1)
    return np.asarray(targets.values + targets.off(targets.read(moved)[0]))


def part_names(targets: Targets) -> tuple[str, ...]:
    """x, y or theta."""
    return tuple(PARTS[part] for part in targets.parts)


def transmission_found(problem: Problem, candidate: Candidate) -> float | None:
    """The least transmission angle of a candidate, where it is asked for; None without joints that have one, or where
    it does not run through."""
    turn = problem.requirements.turn
    lanes = candidate.inputs if turn is None else np.linspace(turn[0], turn[-1], FINE + 1)
    moved = solve_designs(
        problem.study_at(candidate),
        candidate.parameters,
        inputs=lanes[:, None],
        quantities=["position", "transmission angle"],
        progress=False,
        threads=1,
    )
    if not moved.solved[0] or not problem.joints:
        return None
    return min(float(moved.transmission_angle(joint).min()) for joint in problem.joints)


def turns_fully(problem: Problem, candidate: Candidate) -> bool:
    """Whether a candidate runs through a turn in fine steps."""
    turn = problem.requirements.turn
    assert turn is not None
    lanes = np.linspace(turn[0], turn[-1], FINE + 1)[:, None]
    moved = solve_designs(problem.study, candidate.parameters, inputs=lanes, keep="status", progress=False, threads=1)
    return bool(moved.solved[0])
