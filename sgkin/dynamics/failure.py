"""Why a simulation cannot go on, in a sentence with names and numbers."""

from __future__ import annotations

import numpy as np

from sgkin.dynamics.stretch import Stretch, given_laws
from sgkin.errors import MotionError, SimulationError, listing
from sgkin.kernels import integrators
from sgkin.kernels.equations_block import FORCE_FAILED, NO_INERTIA, NOT_FINITE
from sgkin.model.action import APART, have_direction, no_direction
from sgkin.model.coordinate import Distance
from sgkin.model.mechanism import at_inputs

SINGULAR = 0.05
"""Roots of margins below which steps that become too small are a matter of a singular position."""


def cannot_go_on(stretch: Stretch, outcome: int, may_change: bool) -> SimulationError:
    """The error of an integration that returned with an outcome."""
    status = stretch.integration.status
    doubt = stretch.crossings.doubt if stretch.crossings is not None else ""
    if doubt and outcome in (integrators.IS_CLOSE, integrators.TOO_SMALL):
        return _doubtful(stretch, doubt, may_change)
    if outcome == integrators.IS_CLOSE or (outcome == integrators.FAILED and status >= 0):
        return _dead_point(stretch, status, may_change)
    if outcome == integrators.FAILED and status == FORCE_FAILED:
        return _force_failed(stretch)
    if outcome == integrators.FAILED and status <= NO_INERTIA:
        return _no_inertia(stretch, NO_INERTIA - status)
    if outcome == integrators.FAILED and status == NOT_FINITE:
        when = np.array([stretch.equations.time(stretch.integration.workspace)])
        given_laws(stretch.plan.mechanism, when, stretch.equations.given)  # a user's own law says what is wrong with it
        sentence = "an input or its rate is no longer a number that can be computed with"
        return _error(stretch, sentence, "look at the forces, which may feed the motion without an end", "not finite")
    margins = stretch.equations.margins(stretch.integration.workspace)
    if len(margins) and float(margins.min()) < SINGULAR**2:
        return _dead_point(stretch, int(margins.argmin()), may_change)
    remedy = "use a larger rtol, or a method for stiff equations (method='Radau'), or softer forces"
    return _error(stretch, "steps become too small", remedy, "step too small")


def begins_on_change_point(stretch: Stretch, number: int) -> SimulationError:
    """The error of a motion that begins where two modes of a group meet; the number is that of its margin."""
    group = stretch.plan.structure.groups[stretch.equations.margin_groups[number]]
    sentence = (
        f"{group.label} (joints {listing(group.joints, verb=False)}) is on a change point where the motion begins, and "
        "it is not certain which of its modes goes on"
    )
    remedy = "start 1e-5 rad or more beside it"
    return _error(stretch, sentence, remedy, "not certain", group=group.label, joints=tuple(group.joints))


def cannot_be_followed(stretch: Stretch, error: MotionError) -> SimulationError:
    """The error of a motion of which the links cannot be found again from its inputs."""
    joints = listing(error.joints, verb=False)
    sentence = f"{error.group} (joints {joints}) has come so close to a singular position that links cannot be followed"
    remedy = "start so that it passes at another place, or drive it at another joint"
    found = _error(stretch, sentence, remedy, "not certain", group=error.group, joints=error.joints)
    found.__cause__ = error
    return found


def too_many_at_once(stretch: Stretch, name: str) -> SimulationError:
    """The error of events that happen one after the other and never come to an end."""
    remedy = "let coordinates that stop each other have a single stop, or another restitution"
    return _error(stretch, f"{name} and other events happen again and again at the same time", remedy, "events")


def cannot_stop(stretch: Stretch, name: str) -> SimulationError:
    """The error of a coordinate that goes on through its end stop."""
    sentence = f"the end stop {name} cannot stop what comes to it: inputs that follow laws move it on"
    return _error(stretch, sentence, "let an input that moves it be free, or leave the stop out", "end stop")


def _error(stretch: Stretch, sentence: str, remedy: str, reason: str, **details: object) -> SimulationError:
    plan = stretch.plan
    z = stretch.inputs_now.tolist()
    where = f"{plan.mechanism.name}: {sentence}{at_inputs(plan.mechanism, z)} and t = {stretch.time:.6g} s"
    inputs = dict(zip(plan.input_names, z, strict=True))
    return SimulationError(f"{where}; {remedy}", time=stretch.time, reason=reason, inputs=inputs, **details)


def _dead_point(stretch: Stretch, margin: int, may_change: bool) -> SimulationError:
    group = stretch.plan.structure.groups[stretch.equations.margin_groups[margin]]
    remedy = (
        "no other input takes it past it, as where several modes meet"
        if may_change
        else "let another input take over there: inputs='auto'"
    )
    sentence = f"{group.label} (joints {listing(group.joints, verb=False)}) comes to a singular position"
    return _error(stretch, sentence, remedy, "dead point", group=group.label, joints=tuple(group.joints))


def _doubtful(stretch: Stretch, doubt: str, may_change: bool) -> SimulationError:
    margins = stretch.equations.margins(stretch.integration.workspace)
    group = stretch.plan.structure.groups[stretch.equations.margin_groups[int(margins.argmin())]]
    sentence = (
        f"{group.label} (joints {listing(group.joints, verb=False)}) comes to a place where modes may meet, and {doubt}"
    )
    others = "drive it at another joint" if may_change else "let other inputs take over: inputs='auto'"
    remedy = f"start so that it passes at another place, or {others}"
    return _error(stretch, sentence, remedy, "not certain", group=group.label, joints=tuple(group.joints))


def _no_inertia(stretch: Stretch, number: int) -> SimulationError:
    names = stretch.plan.input_names
    if number == len(names):
        sentence = "the end stops on which it rests hold the same motion"
        return _error(stretch, sentence, "leave one of them out", "at rest")
    name = names[number]
    return _error(
        stretch,
        f"the free input {name} moves no inertia",
        "give a link that it moves a mass, or let it follow a law",
        "no inertia",
    )


def _force_failed(stretch: Stretch) -> SimulationError:
    equations, mechanism = stretch.equations, stretch.plan.mechanism
    values, rates, forces = equations.coordinates(stretch.integration.workspace)
    when = equations.time(stretch.integration.workspace)
    owners = [force for force in mechanism.forces for _ in force.actions(mechanism)]
    actions = [measured.action for measured in equations.model.measured]
    together = np.array([isinstance(action.coordinate, Distance) for action in actions]) & (values == 0.0)
    directed = have_direction(actions, when, rates, forces, together)
    bad = int(np.where(directed, np.where(np.isfinite(forces), np.abs(forces), np.inf), np.inf).argmax())
    if not directed[bad]:
        failure = no_direction(when, float(rates[bad]), float(forces[bad]))
    else:
        of_force = [number for number, owner in enumerate(owners) if owner is owners[bad]]
        failure = actions[bad].law.failure(when, values[of_force].tolist(), rates[of_force].tolist())
    remedy = "mend its law" if directed[bad] else APART
    error = _error(stretch, f"force {owners[bad].name!r}: {failure}", remedy, "force law")
    error.__cause__ = failure
    return error
