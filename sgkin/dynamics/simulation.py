"""Forward dynamics: the motion of a mechanism under its forces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.dynamics.applied_forces import applied_force, power
from sgkin.dynamics.energies import energy, kinetic_energy, potential_energy
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.dynamics.events import Happening, SimulationEvent, checked_events
from sgkin.dynamics.flight import Flight
from sgkin.dynamics.integration import METHODS, Accuracy
from sgkin.dynamics.stretch import equations_of
from sgkin.dynamics.whole_simulation import simulate_whole
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.form import positive, real_numbers
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Motion
from sgkin.progress import Progress, telling
from sgkin.solving import make_plan

FRAMES = 500
"""Steps between the moments at which a motion is kept, where the user says nothing else."""
LOOSEST, TIGHTEST = 1e-3, 1e-14
"""Tolerances that can be asked for."""


@dataclass(frozen=True, slots=True)
class Simulation(Motion):
    """A motion under forces at the moments `times`: all that a `Motion` is asked, and energies and forces by name.

    `free`: the inputs that forces move; `happenings`: what happened, in its order; `evaluations`: how often the
    equations of motion were formed.
    """

    free: tuple[str, ...]
    happenings: tuple[Happening, ...]
    evaluations: int

    def __repr__(self) -> str:
        return Motion.__repr__(self).replace("Motion", "Simulation", 1)

    @property
    def kinetic_energy(self) -> Floats:
        """½ Σ (m v² + J ω²) (n,), in J."""
        return kinetic_energy(self)

    @property
    def potential_energy(self) -> Floats:
        """Of gravity and of springs (n,), in J."""
        return potential_energy(self)

    @property
    def energy(self) -> Floats:
        """Kinetic and potential energy together (n,), in J."""
        return energy(self)

    def force(self, name: str) -> Floats:
        """The force or torque (n,) of one of the mechanism's forces; see `applied_force`."""
        return applied_force(self, name)

    def power(self, name: str) -> Floats:
        """What one of the mechanism's forces does per second (n,), in W."""
        return power(self, name)


@planar_only("simulations are made")
def simulate(
    mechanism: Mechanism | KinematicPlan,
    until: float,
    *,
    free: Sequence[str] | None = None,
    start: Mapping[str, float] | None = None,
    rates: Any = None,
    times: ArrayLike | None = None,
    method: str = "DOP853",
    rtol: float = 1e-9,
    atol: float | None = None,
    step: float | None = None,
    inputs: str = "given",
    formulation: str = "groups",
    events: SimulationEvent | Iterable[SimulationEvent] = (),
    outputs: Sequence[str] | None = None,
    on_failure: str = "raise",
    progress: Progress | Literal[False] | None = None,
) -> Simulation:
    """The motion of a mechanism under its forces from t = 0 to `until`, in seconds.

    free: the inputs that forces move, by default those whose drivers have no law; the others follow their laws. start:
    values of free inputs at the start, by default those of the initial configuration. rates: velocities at the start,
    by name, of inputs, joints, links (x, y, θ) and points; by default it starts from rest. times: the moments that
    are kept, by default 501.

    method: "DOP853" (order 8, error control), "RK4" or "Euler" (semi-implicit) with a fixed `step`, all compiled; or
    one of SciPy's: "RK45", "RK23", "Radau", "BDF", "LSODA". rtol, atol: tolerances of the inputs and their rates in
    each step, by default both the same. inputs: "given", or "auto": the equations of motion are formed in other inputs
    where the free ones come to a dead point; the motion is the same. formulation: "groups", or "whole": x, y and θ of
    all links with multipliers, as an independent answer (see `sgkin.dynamics.whole_simulation` for its kinds). events:
    end stops and triggers. outputs: links and points to keep, by default all links. progress: as for `solve`.

    Raises a `SimulationError`, which carries the motion so far, where it cannot go on; with on_failure="return" that
    motion is returned.
    """
    if not isinstance(mechanism, Mechanism | KinematicPlan):
        raise InputError(f"simulate needs a mechanism or a plan, found {brief(mechanism)}")
    for name, value, allowed in (
        ("on_failure", on_failure, ("raise", "return")),
        ("inputs", inputs, ("given", "auto")),
        ("formulation", formulation, ("groups", "whole")),
    ):
        if value not in allowed:
            raise InputError(f"{name} is {brief(value)}; use {' or '.join(map(repr, allowed))}")
    moments, accuracy = _moments(until, times), _accuracy(method, rtol, atol, step)
    plan = mechanism if isinstance(mechanism, KinematicPlan) else make_plan(mechanism)
    flight = Flight(plan, free_inputs(plan, free), moments, method, accuracy, inputs == "auto", checked_events(events))
    flight.begin(_start(plan, flight.free, start), rates)
    if formulation == "whole":
        return _whole(flight, inputs, on_failure)
    with telling(progress, "simulating", "parts of the time", True) as tell:
        flight.run(tell)
    found = _named(flight, flight.motion(None if outputs is None else tuple(outputs)), flight.evaluations)
    if flight.error is not None:
        flight.error.motion = found
        if on_failure == "raise":
            raise flight.error
    return found


def _named(flight: Flight, motion: Motion, evaluations: int) -> Simulation:
    """A motion as the result of a simulation."""
    values = {entry.name: getattr(motion, entry.name) for entry in fields(Motion)}
    values |= {"times": flight.times[: motion.steps], "requested_steps": len(flight.times)}
    free = tuple(flight.plan.input_names[number] for number in flight.free)
    return Simulation(**values, free=free, happenings=tuple(flight.happenings), evaluations=evaluations)


def _whole(flight: Flight, inputs: str, on_failure: str) -> Simulation:
    """The same motion with multipliers of the whole mechanism."""
    if inputs == "auto" or flight.events:
        raise InputError("formulation='whole' has no inputs that could change, and no events; leave them out")
    begin = flight.now
    z, rates, _ = (values[0] for values in begin.inputs_at(np.array([begin.time]), begin.now()))
    free = [flight.plan.input_names[number] for number in flight.free]
    found = simulate_whole(
        flight.plan,
        flight.times,
        free,
        z,
        rates,
        method=flight.method,
        accuracy=flight.accuracy,
        stabilisation="augmented-lagrangian",
        on_failure=on_failure,
    )
    return _named(flight, found, found.evaluations)


@planar_only("equations of motion are formed")
def equations_of_motion(
    mechanism: Mechanism | KinematicPlan, *, free: Sequence[str] | None = None
) -> EquationsOfMotion:
    """The compiled equations of motion H z̈ = p of a mechanism in its free inputs, for other people's codes.

    free: as for `simulate`.

    >>> import numpy as np
    >>> from sgkin import equations_of_motion, load_mechanism
    >>> equations = equations_of_motion(load_mechanism("uchida_slider_crank"), free=["motor"])
    >>> workspace, rates = equations.workspace(), np.zeros(2)
    >>> equations.rates(workspace, 0.0, np.array([0.7, 1.9]), rates)
    -1
    >>> rates.round(9).tolist()
    [1.9, -13.256061542]
    """
    if not isinstance(mechanism, Mechanism | KinematicPlan):
        raise InputError(f"equations_of_motion needs a mechanism or a plan, found {brief(mechanism)}")
    plan = mechanism if isinstance(mechanism, KinematicPlan) else make_plan(mechanism)
    return equations_of(plan, free_inputs(plan, free))


def free_inputs(plan: KinematicPlan, named: Sequence[str] | None) -> tuple[int, ...]:
    """The numbers of the inputs that forces move."""
    laws = [law for driver in plan.mechanism.drivers for law in driver.laws]
    lawless = {number for number, law in enumerate(laws) if law.is_free}
    if named is None:
        if not lawless:
            raise InputError(
                f"{plan.mechanism.name}: all inputs follow motion laws, so that forces move nothing; say which of them "
                f"are free, such as free={list(plan.input_names[:1])!r} (--free {plan.input_names[0]})"
            )
        return tuple(sorted(lawless))
    if isinstance(named, str) or not isinstance(named, Iterable):
        raise InputError(f"free is {brief(named)}; give a list of inputs")
    chosen = set(lawless)
    for name in named:
        if name not in plan.input_names:
            raise UnknownNameError("free", "input", name, plan.input_names)
        chosen.add(plan.input_names.index(name))
    if not chosen:
        raise InputError("free names no input; name at least one")
    return tuple(sorted(chosen))


def _start(plan: KinematicPlan, free: tuple[int, ...], given: Mapping[str, float] | None) -> Floats:
    """All inputs (f,) at the start; those that follow laws are not looked at."""
    z = plan.initial_inputs
    allowed = [plan.input_names[number] for number in free]
    if given is not None and not isinstance(given, Mapping):
        raise InputError(f"start is {brief(given)}; give places of free inputs by name, as {{name: number}}")
    for name, value in (given or {}).items():
        if name not in allowed:
            raise UnknownNameError("start", "free input", name, allowed)
        number = real_numbers(value, f"start: {name}")
        if number.shape or not np.isfinite(number):
            raise InputError(f"start: {name} is {brief(value)}; give a number")
        z[plan.input_names.index(name)] = float(number)
    return z


def _moments(until: Any, times: ArrayLike | None) -> Floats:
    end = positive(until, "until")
    if times is None:
        return np.linspace(0.0, end, FRAMES + 1)
    moments = real_numbers(times, "times")
    if moments.ndim != 1 or not len(moments) or not np.isfinite(moments).all():
        raise InputError(f"times has shape {moments.shape}; give one or more finite moments, one after the other")
    if (np.diff(moments) <= 0.0).any() or moments[0] < 0.0 or moments[-1] > end:
        raise InputError(f"times must increase from 0 on and end at until = {end:g} s at the latest")
    return moments


def _accuracy(method: Any, rtol: Any, atol: Any, step: Any) -> Accuracy:
    if method not in METHODS:
        raise InputError(f"method is {brief(method)}; use one of {', '.join(METHODS)}")
    tolerance = positive(rtol, "rtol")
    if not TIGHTEST <= tolerance <= LOOSEST:
        raise InputError(f"rtol is {tolerance:g}; give a number from {TIGHTEST:g} to {LOOSEST:g}")
    fixed = method in ("RK4", "Euler")
    if fixed and step is None:
        raise InputError(f"{method} takes steps of a fixed size; give it in seconds as `step`")
    if not fixed and step is not None:
        raise InputError(f"{method} finds its steps by rtol; leave `step` out")
    size = None if step is None else positive(step, "step")
    return Accuracy(tolerance, tolerance if atol is None else positive(atol, "atol"), size)
