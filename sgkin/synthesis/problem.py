"""A problem of synthesis for one mechanism in one mode: what is unknown, and how far a design is from what is wanted.

Unknowns are the dimensions that are free, then the inputs at targets: one for each, or one start for all.
Differences from targets are the residuals of a least squares problem; where a transmission angle is too small, or a
crank would soon no longer turn fully, residuals are added that vanish where it is not:

    r = w (q(p, z) − q*),    ∂r/∂p from the study,    ∂r/∂z = w K;        r = W √Σ max(0, sin μ* − sin μ)²
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.designs.sensitivities import Sensitivities
from sgkin.designs.solving_designs import kept_for
from sgkin.designs.study import Study
from sgkin.errors import ExpressionError, ImpossibleDesignError, SensitivityError
from sgkin.synthesis.targets import Targets

STEEPNESS = 3.0
"""By what differences of sin μ are multiplied, against lengths in sizes of the targets."""
STEPS = 36
"""Of a turn, at which transmission angles are looked at."""


class Candidate(NamedTuple):
    """A design (p,) and the inputs (n,) at the targets."""

    parameters: Floats
    inputs: Floats


class Residuals(NamedTuple):
    """How far a design is from what is wanted (r,), and the derivatives by the unknowns (r, u)."""

    values: Floats
    jacobian: Floats


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a design must do beside reaching its targets: run through `turn`, inputs (m,), if there are any; have
    transmission angles of at least `transmission` there, or at the targets. `wanted`: what the user asked for; a little
    more than that is aimed at."""

    turn: Floats | None = field(repr=False)
    wanted: float | None
    transmission: float


@dataclass(frozen=True, eq=False)
class Problem:
    """Targets for designs of a study within bounds (p,) below and above; equal bounds fix a dimension. `begins_free`:
    whether the initial input is that at the first target, and designs need not be assembled at another."""

    study: Study
    targets: Targets
    low: Floats
    high: Floats
    requirements: Requirements
    begins_free: bool = False
    _made: dict[str, Sensitivities] = field(default_factory=dict, init=False, repr=False)

    @property
    def free(self) -> Integers:
        """Which dimensions (k,) are free."""
        return np.flatnonzero(self.low < self.high)

    @property
    def initial_input(self) -> float:
        """The input in the initial configuration."""
        return float(self.study.plan.initial_inputs[0])

    def study_at(self, candidate: Candidate) -> Study:
        """The study, whose designs begin where a candidate does."""
        return self.study.begun_at(candidate.inputs[:1]) if self.begins_free else self.study

    @property
    def unknown_inputs(self) -> int:
        """How many there are."""
        if self.targets.timing is None:
            return len(self.targets.values)
        return 0 if self.targets.is_started else 1

    @property
    def unknowns(self) -> int:
        """How many numbers are looked for."""
        return len(self.free) + self.unknown_inputs + int(self.targets.is_shifted)

    def pack(self, candidate: Candidate) -> Floats:
        """The unknowns (u,) of a candidate."""
        count = self.unknown_inputs
        return np.concatenate([candidate.parameters[self.free], candidate.inputs[:count]])

    def unpack(self, unknowns: Floats, base: Candidate) -> Candidate:
        """The candidate that unknowns are; fixed dimensions are those of another."""
        free, timing = self.free, self.targets.timing
        parameters = base.parameters.copy()
        parameters[free] = unknowns[: len(free)]
        own = unknowns[len(free) :]
        if timing is None:
            return Candidate(parameters, own)
        start = self.initial_input if self.targets.is_started else own[0]
        return Candidate(parameters, start + timing - timing[0])

    def bounds(self) -> tuple[Floats, Floats]:
        """Of the unknowns (u,)."""
        endless = np.full(self.unknown_inputs, np.inf)
        return np.concatenate([self.low[self.free], -endless]), np.concatenate([self.high[self.free], endless])

    def residuals(self, candidate: Candidate) -> Residuals | None:
        """How far a candidate is from what is wanted; None where it does not move as it must, or cannot be."""
        try:
            parts = [self._reaching(candidate)]
            more = self._transmitting(candidate)
        except (SensitivityError, ExpressionError, ImpossibleDesignError):
            return None
        parts += [] if more is None else [more]
        return Residuals(
            np.concatenate([part.values for part in parts]), np.concatenate([part.jacobian for part in parts])
        )

    def _reaching(self, candidate: Candidate) -> Residuals:
        """Differences from the targets, times their weights."""
        targets = self.targets
        quantities = ["position", "coefficients"] if self.unknown_inputs else ["position"]
        reaching = self.study_at(candidate).sensitivities(inputs=candidate.inputs[:, None], quantities=quantities)
        found = reaching.jacobian(candidate.parameters)
        parts = list(targets.parts)
        off = targets.off(targets.read(found.motions)[0])
        columns = [found.position(targets.output)[:, parts][:, :, self.free]]
        if self.unknown_inputs:
            rates = found.motions.velocity_coefficients(targets.output)[0][:, parts, 0]
            columns.append(self._by_inputs(rates))
        jacobian = np.concatenate(columns, axis=2)
        if targets.is_shifted:  # the best zero moves with the mean
            jacobian -= jacobian.mean(axis=0)
        weights = targets.weights
        return Residuals(
            (weights * off).ravel(), (weights[:, None] * jacobian).reshape(targets.conditions, jacobian.shape[2])
        )

    def _by_inputs(self, rates: Floats) -> Floats:
        """Derivatives (n, c, inputs) by the unknown inputs, from those (n, c) by the input at each target."""
        if self.targets.timing is not None:
            return rates[:, :, None]
        found = np.zeros((*rates.shape, len(rates)))
        places = np.arange(len(rates))
        found[places, :, places] = rates
        return found

    def _transmitting(self, candidate: Candidate) -> Residuals | None:
        """By how much sines of transmission angles are too small, where they are looked at: of each joint the root of
        the sum of squares over all steps."""
        turn, joints = self.requirements.turn, self.joints
        if turn is None and (self.requirements.wanted is None or not joints):
            return None
        if turn is not None:
            looked = self._over_the_turn(turn)
        else:
            quantities = ["position", "transmission angle"]
            looked = self.study_at(candidate).sensitivities(inputs=candidate.inputs[:, None], quantities=quantities)
        motions = looked.motions(candidate.parameters)
        if not joints:
            return None
        sines = np.stack([np.sin(motions.transmission_angle(joint)[0]) for joint in joints])
        short = np.maximum(np.sin(self.requirements.transmission) - sines, 0.0)
        total = np.sqrt((short**2).sum(axis=1))
        jacobian = np.zeros((len(joints), len(self.free) + self.unknown_inputs))
        if short.any():
            found = looked.jacobian(candidate.parameters)
            for place in np.flatnonzero(total).tolist():
                by_angle = -short[place] * np.sqrt(1.0 - sines[place] ** 2) / total[place]
                jacobian[place, : len(self.free)] = by_angle @ found.transmission_angle(joints[place])[:, self.free]
        return Residuals(STEEPNESS * total, STEEPNESS * jacobian)

    def _over_the_turn(self, turn: Floats) -> Sensitivities:
        if "turn" not in self._made:
            quantities = ["position", "transmission angle"] if self.joints else ["position"]
            self._made["turn"] = self.study.sensitivities(inputs=turn[:, None], quantities=quantities)
        return self._made["turn"]

    @property
    def joints(self) -> tuple[str, ...]:
        """Those that have a transmission angle."""
        kept = kept_for(self.study, ("transmission angle",))
        return tuple(self.study.prepared(kept).outputs.features.lines)
