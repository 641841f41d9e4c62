"""Equilibrium: where a mechanism stays at rest under its forces, and whether it comes back when it is pushed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.coefficients import Configuration
from sgkin.dynamics.small_motions import AtRest, RestingMechanism
from sgkin.errors import EquilibriumError, InputError, MotionError, UnknownNameError, brief
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.form import finite
from sgkin.model.mechanism import Mechanism, at_inputs
from sgkin.model.planar_only import planar_only
from sgkin.solving import make_plan

MOST = 100
"""Steps of Newton's method."""
LONGEST = 0.2
"""How far links may turn, in radians, in one step of the search."""
FOUND = 1e-11
"""A step in radians that links turn, after which nothing changes any more."""
BALANCED = 1e-9
"""What may be left of the force, see `AtRest.is_balanced`."""
ROUNDING = 1e-14
"""Parts of a number that may be rounding."""
INDIFFERENT = 1e-10
"""A stiffness, in parts of the largest, that counts as none."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A position of rest.

    `inputs`: by name; `free`: those that forces move, the others are held; `stability`: "stable", "unstable" or
    "indifferent", by the eigenvalues of `stiffness` (f, f) along the free inputs; `holding`: the forces that hold the
    others; `configuration`: where all links are.
    """

    mechanism: Mechanism
    inputs: dict[str, float]
    free: tuple[str, ...]
    stability: str
    stiffness: Floats
    holding: dict[str, float]
    configuration: Configuration

    def __repr__(self) -> str:
        return f"{self.stability} equilibrium of {self.mechanism.name}{at_inputs(self.mechanism, self.inputs.values())}"

    @property
    def is_stable(self) -> bool:
        """Whether it comes back when it is pushed a little."""
        return self.stability == "stable"


@planar_only("equilibria are found")
def equilibrium(
    mechanism: Mechanism | KinematicPlan,
    near: ArrayLike | Mapping[str, float] | None = None,
    *,
    free: Sequence[str] | None = None,
    time: float = 0.0,
) -> Equilibrium:
    """The position of rest that is found from inputs `near`, by default the initial ones: Newton's method on Kᵀ Q = 0,
    and where that goes round and round, the way that forces push, which leads to a stable one.

    near: inputs (f,), or some of them by name. free: the inputs that forces move, by default all; the others are held
    where they are. time: the moment at which forces over time are taken. Masses are needed only where there is gravity.
    Unstable positions are found as well as stable ones; `stability` tells.

    >>> from sgkin import RotationalSpring, Torque, equilibrium, load_mechanism
    >>> from dataclasses import replace
    >>> spring = RotationalSpring("spring", "A", stiffness=20.0, free_angle=0.5)
    >>> engine = replace(load_mechanism("slider_crank"), forces=[spring, Torque("load", 4.0, link="crank")])
    >>> found = equilibrium(engine)
    >>> round(found.inputs["motor"], 9), found.stability
    (0.7, 'stable')
    """
    plan = mechanism if isinstance(mechanism, KinematicPlan) else make_plan(mechanism)
    resting, chosen = RestingMechanism(plan, finite(time, "time")), chosen_inputs(plan, free)
    start = resting.reached(given_inputs(plan, near, "near"))
    try:
        return _searched(resting, start, chosen, pushed=False)
    except EquilibriumError as error:
        try:
            return _searched(resting, start, chosen, pushed=True)
        except (EquilibriumError, MotionError):
            raise error from None


def _searched(resting: RestingMechanism, here: AtRest, chosen: list[int], pushed: bool) -> Equilibrium:
    """By Newton's method from a place on; `pushed`: never against the forces."""
    plan = resting.plan
    for _ in range(MOST):
        step = _step(plan, here, chosen, pushed)
        turn = float(np.abs(step * plan.input_turns).max(initial=0.0))
        here = _moved(resting, here, step * min(1.0, LONGEST / max(turn, LONGEST)))
        if turn <= FOUND:
            return _settled(plan, here, chosen)
    raise _not_found(plan, here, chosen, f"was not found in {MOST} steps")


def chosen_inputs(plan: KinematicPlan, named: Sequence[str] | None) -> list[int]:
    """The numbers of the inputs that are free."""
    if named is None:
        return list(range(len(plan.input_names)))
    if isinstance(named, str) or not isinstance(named, Iterable):
        raise InputError(f"free is {brief(named)}; give a list of inputs")
    for name in named:
        if name not in plan.input_names:
            raise UnknownNameError("free", "input", name, plan.input_names)
    found = [number for number, name in enumerate(plan.input_names) if name in named]
    if not found:
        raise InputError("free names no input; name at least one")
    return found


def given_inputs(plan: KinematicPlan, given: Any, where: str) -> Floats:
    """Inputs (f,) as they are given: by name, one after the other, or not at all."""
    if given is None:
        return plan.initial_inputs
    if not isinstance(given, Mapping):
        return plan.taken_inputs(given, where)
    z = plan.initial_inputs
    for name, value in given.items():
        if name not in plan.input_names:
            raise UnknownNameError(where, "input", name, plan.input_names)
        z[plan.input_names.index(name)] = finite(value, f"{where}: {name}")
    return z


def _step(plan: KinematicPlan, here: AtRest, chosen: list[int], pushed: bool) -> Floats:
    """The step (f,) of Newton's method along the free inputs; `pushed`: as if every stiffness were positive."""
    found = np.zeros(len(plan.input_names))
    force = here.force[chosen]
    if here.is_balanced(chosen, plan.input_scales, ROUNDING).all():
        return found
    scales = plan.input_scales[chosen]
    stiffness = here.stiffness[np.ix_(chosen, chosen)] * scales * scales[:, None]
    values = np.linalg.svd(stiffness, compute_uv=False)
    if values[-1] <= ROUNDING * values[0]:
        raise _not_found(plan, here, chosen, "was not found: the forces do not change with the inputs here")
    if pushed:
        values, modes = np.linalg.eigh(0.5 * (stiffness + stiffness.T))
        stiffness = (modes * np.abs(values)) @ modes.T
    found[chosen] = scales * np.linalg.solve(stiffness, scales * force)
    return found


def _moved(resting: RestingMechanism, here: AtRest, step: Floats) -> AtRest:
    """One step further, or a part of it where the mechanism does not reach so far."""
    z = here.configuration.inputs
    for part in (1.0, 0.5, 0.25, 0.1, 0.01):
        try:
            return resting.at(z + part * step, here)
        except MotionError as error:
            last = error
    raise last


def _settled(plan: KinematicPlan, here: AtRest, chosen: list[int]) -> Equilibrium:
    if not here.is_balanced(chosen, plan.input_scales, BALANCED).all():
        raise _not_found(plan, here, chosen, "was not found")
    names, scales = plan.input_names, plan.input_scales[chosen]
    stiffness = here.stiffness[np.ix_(chosen, chosen)]
    values = np.linalg.eigvals(stiffness * scales * scales[:, None]).real
    tiny = INDIFFERENT * float((here.size[chosen] * scales).max(initial=0.0))
    stability = "stable" if values.min() > tiny else "unstable" if values.min() < -tiny else "indifferent"
    return Equilibrium(
        plan.mechanism,
        dict(zip(names, here.configuration.inputs.tolist(), strict=True)),
        tuple(names[number] for number in chosen),
        stability,
        stiffness,
        {name: -float(here.force[number]) for number, name in enumerate(names) if number not in chosen},
        here.configuration,
    )


def _not_found(plan: KinematicPlan, here: AtRest, chosen: list[int], sentence: str) -> EquilibriumError:
    values = here.configuration.inputs.tolist()
    worst = max(chosen, key=lambda number: abs(float(here.force[number])))
    force = float(here.force[worst])
    return EquilibriumError(
        f"{plan.mechanism.name}: an equilibrium {sentence}; the search ended{at_inputs(plan.mechanism, values)} with "
        f"{force:.3g} left along {plan.input_names[worst]}: give other inputs as `near`, or see whether there is one",
        dict(zip(plan.input_names, values, strict=True)),
        force,
    )
