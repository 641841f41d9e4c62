"""Derivatives of what a design does by its dimensions: of everything by each of them, or of one number by all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import local
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.designs.block import Block, Fates
from sgkin.designs.derivative_tapes import DerivativeTapes
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.quantities import Quantities
from sgkin.designs.running import Runner
from sgkin.designs.study import Kept, Study
from sgkin.errors import InputError, SensitivityError, brief
from sgkin.kernels.limits import CHANGE_POINT
from sgkin.motion import Driven
from sgkin.sensitivity.derivative_runs import AdjointRun, ForwardRun, SolvedLanes
from sgkin.structure.structure import Group

Weights = Mapping[tuple[str, Any], ArrayLike]
"""Derivatives of a number by quantities: by the quantity's name and that of its output, group or joint."""
Objective = Callable[[DesignMotions], tuple[float, Weights]] | Weights


class Gradient(NamedTuple):
    """What an objective is at a design, and its derivatives (p,) by the parameters."""

    value: float
    gradient: Floats


class Solved(NamedTuple):
    """A design that runs through; `values`: of all numbers of its graph."""

    motions: DesignMotions
    lanes: SolvedLanes
    values: Floats


@dataclass(frozen=True, slots=True)
class DesignJacobian:
    """Derivatives of what a design does over m steps by its p parameters. SI units and radians.

    `motions`: what it does. Everything that is read from it has the parameters as its last axis.
    """

    motions: DesignMotions
    _quantities: Quantities = field(repr=False)
    _rates: Floats = field(repr=False)

    def __repr__(self) -> str:
        steps, parameters = len(self.motions.drive.inputs), len(self.motions.study.vary)
        return f"DesignJacobian of {self.motions.study.mechanism.name}: {steps} steps by {parameters} parameters"

    def position(self, name: str) -> Floats:
        """Of x and y of a point (m, 2, p), or of x, y and θ of a link (m, 3, p)."""
        return self._of("position", name)

    def velocity(self, name: str) -> Floats:
        """Of their rates (m, parts, p)."""
        return self._of("velocity", name)

    def acceleration(self, name: str) -> Floats:
        """Of their accelerations (m, parts, p)."""
        return self._of("acceleration", name)

    def velocity_coefficients(self, name: str) -> Floats:
        """Of K (m, parts, f, p)."""
        return self._of("velocity_coefficients", name)

    def coefficient_gradients(self, name: str) -> Floats:
        """Of L (m, parts, f, f, p)."""
        return self._of("coefficient_gradients", name)

    def margin(self, group: int | Group) -> Floats:
        """Of the margin of a group (m, p)."""
        return self._of("margin", group)

    def transmission_angle(self, joint: str) -> Floats:
        """Of the transmission angle of a joint (m, p)."""
        return self._of("transmission_angle", joint)

    def _of(self, kind: str, name: object) -> Floats:
        quantity = self._quantities.of(kind, name)
        parameters, _, steps = self._rates.shape
        found = np.zeros((steps, len(quantity.parts), parameters))
        for place, part in enumerate(quantity.parts):
            for number, factor in part:
                found[:, place] += (factor * self._rates[:, number]).T
        return found.reshape(steps, *quantity.shape, parameters)


class Sensitivities:
    """Differentiates designs of a study over the steps of a motion; see `Study.sensitivities`.

    Made once, it is used for many designs, by any number of threads.
    """

    def __init__(self, study: Study, kept: Kept, drive: Driven) -> None:
        own = drive.copied()  # the caller may change what was given
        self.study, self.drive, self._kept = study, own, kept
        everything = kept._replace(margins=True, solved=True)
        self._runner = Runner(study, everything, own, nearest=False)
        self._tapes = study.made(
            (DerivativeTapes, everything, kept.margins),
            lambda: DerivativeTapes(study, self._runner.prepared, kept.margins),
        )
        self._own = local()

    def is_of(self, kept: Kept, drive: Driven) -> bool:
        """Whether it differentiates these quantities over these steps."""
        return kept == self._kept and all(map(_are_same, drive, self.drive))

    def motions(self, parameters: ArrayLike) -> DesignMotions:
        """What a design (p,) does over the steps.

        Raises `SensitivityError` where it has no derivatives, as `jacobian` does.
        """
        return self._solved(parameters, self._runner.room(1)).motions

    def jacobian(self, parameters: ArrayLike) -> DesignJacobian:
        """Derivatives of all outputs by each parameter of a design (p,).

        Raises `SensitivityError` where the design does not run through all steps, or passes a change point.
        """
        solved, tapes = self._solved(parameters, self._runner.room(1)), self._tapes
        run = self._state("forward", lambda: ForwardRun(tapes.forward, len(self.drive.inputs)))
        found = run.run(solved.lanes, tapes.pushed(solved.values, run.own))
        return DesignJacobian(solved.motions, Quantities(tapes, solved.motions), found)

    def gradient(self, parameters: ArrayLike, objective: Objective) -> Gradient:
        """An objective at a design (p,), and its derivatives by all parameters at once.

        objective: a function that takes the `DesignMotions` of the design alone, and returns a number with its
        derivatives by quantities, such as {("position", "coupler.P"): (m, 2)}; quantities are named as the methods of
        `DesignMotions` are. Or these derivatives alone: the number is then the sum of quantities times derivatives.

        Raises `SensitivityError` where the design does not run through all steps, or passes a change point.
        """
        room = self._runner.room(1) if callable(objective) else self._state("room", lambda: self._runner.room(1))
        solved, tapes = self._solved(parameters, room), self._tapes
        value, weights = _valued(objective, solved.motions)
        run = self._state("adjoint", lambda: AdjointRun(tapes.adjoint, len(self.drive.inputs)))
        sums = run.run(solved.lanes, self._bars(solved.motions, weights))
        return Gradient(value, tapes.pulled(solved.values, run.own, sums))

    def _bars(self, motions: DesignMotions, weights: Weights) -> Floats:
        """Derivatives by the rows of the outputs, from those by quantities."""
        quantities, steps = Quantities(self._tapes, motions), len(self.drive.inputs)
        bars = np.zeros((len(self._tapes.number), steps))
        for key, given in weights.items():
            if not (isinstance(key, tuple) and len(key) == 2):
                raise InputError(f"derivatives are given for {brief(key)}; name a quantity and an output of each")
            quantity = quantities.of(*key)
            shape, values = (steps, *quantity.shape), np.asarray(given, dtype=np.float64)
            if values.shape not in (shape, (1, *shape)):
                raise InputError(
                    f"derivatives by {key[0]} of {key[1]} have the shape {values.shape} instead of {shape}"
                )
            for part, weight in zip(quantity.parts, values.reshape(steps, -1).T, strict=True):
                for number, factor in part:
                    bars[number] += factor * weight
        return bars

    def _solved(self, parameters: ArrayLike, block: Block) -> Solved:
        """A design, put into a block; what is handed out needs one of its own."""
        study, runner, tapes = self.study, self._runner, self._tapes
        given = study.taken_parameters(parameters)
        if len(given) != 1:
            raise InputError(f"derivatives are those of one design; {len(given)} are given")
        fates = Fates.unknown(1)
        starts = runner.run(given, block, fates)
        motions = DesignMotions(study, given, self.drive, *fates, None, runner.outputs, block)
        self._refuse(motions, starts.changes.get(0, []))
        values = tapes.graph.values(given[0])
        lanes = SolvedLanes(tapes.given(block.found[0], self.drive), tapes.geometry(values), starts.memory[0])
        return Solved(motions, lanes, values)

    def _refuse(self, motions: DesignMotions, changes: list[tuple[int, int]]) -> None:
        """Raise where a design has no derivatives."""
        groups = self.study.plan.structure.groups
        if not motions.solved[0]:
            number = int(motions.ended_by[0])
            label = groups[number].label if number >= 0 else ""
            raise SensitivityError(
                f"the design {motions.fate(0)}; only what runs through all steps has derivatives",
                label,
                int(motions.ended_at[0]),
            )
        _, block = motions.kept()
        margins = block.found[0, self._tapes.margin_rows]
        found = np.argwhere(margins <= CHANGE_POINT).tolist() if margins.min(initial=np.inf) <= CHANGE_POINT else []
        small = [(self._tapes.groups[number], step) for number, step in found]
        if changes or small:
            group, step = min([*changes, *small], key=lambda change: change[1])
            label = groups[group].label
            raise SensitivityError(
                f"the design is at a change point of {label} at step {step}, or passes one before it: assemblies meet "
                "there, and derivatives by dimensions do not exist; take steps that do not reach it",
                label,
                step,
            )

    def _state(self, name: str, make: Callable[[], Any]) -> Any:
        """That of this thread."""
        found = getattr(self._own, name, None)
        if found is None:
            found = make()
            setattr(self._own, name, found)
        return found


def _are_same(one: Floats | None, other: Floats | None) -> bool:
    return one is other if one is None or other is None else np.array_equal(one, other)


def _valued(objective: Objective, motions: DesignMotions) -> tuple[float, Weights]:
    """An objective at a design, and its derivatives by quantities."""
    if isinstance(objective, Mapping):
        total = sum(
            float(np.sum(np.asarray(weight) * getattr(motions, kind)(name)[0]))
            for (kind, name), weight in objective.items()
        )
        return total, objective
    if not callable(objective):
        raise InputError(f"objective is {brief(objective)}; give a function of a motion, or derivatives by quantities")
    answer = objective(motions)
    if not (isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], Mapping)):
        raise InputError(
            f"the objective returned {brief(answer)}; it must return a number and derivatives by quantities"
        )
    return float(np.asarray(answer[0]).item()), answer[1]
