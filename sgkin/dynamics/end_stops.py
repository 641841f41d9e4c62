"""Coordinates that come to their end stops: how they bounce, when they rest there, and when they leave.

An impact is an impulse on the coordinate that hits, and on those that rest: they are pushed, never pulled. Its speed
becomes −e of what it was. Where it would rise by less than rtol before it comes again, in radians or sizes of the
mechanism, it is brought to rest and held: H z̈ = p + cᵤ λ, c̈ = 0. Forces that press it on give λ ≥ 0; it leaves
where λ becomes so negative that without it the coordinate would move off by as much until the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.contact_forces import independent, moves, pushes
from sgkin.dynamics.events import EndStop, Happening, SimulationEvent
from sgkin.dynamics.failure import cannot_stop
from sgkin.dynamics.stretch import Stretch
from sgkin.kernels.equations_block import SEEN, W_HELD
from sgkin.kernels.held_coordinates import held_accelerations, slopes_at
from sgkin.model.mechanism import Mechanism

SEPARATES = 1e-9
"""The speed with which an impact elsewhere makes a coordinate leave its stop, as a part of a typical one."""
COARSE = 0.02
"""By how much a force that holds may differ between the ends of a step from a parabola, as a part of the largest."""
UNITS = {"length": "m/s", "angle": "rad/s"}


class Contact(NamedTuple):
    """One limit of an end stop: the number of its gap, that of its coordinate, the sign of a way off it, where it is;
    what counts as no rise, and as no acceleration off it."""

    stop: EndStop
    gap: int
    coordinate: int
    sign: float
    limit: float
    measure: str
    rise: float
    drift: float

    def ends(self, speed: float, pressed: float) -> bool:
        """Whether a coordinate that leaves with a speed, and is pressed back with an acceleration, hardly rises."""
        return pressed >= -self.drift and speed**2 <= 2.0 * self.rise * max(pressed, self.drift)


class Felt(NamedTuple):
    """What contacts (k,) feel of a state: slopes (k, n) of their gaps by the n free inputs, the gaps, their speeds and
    accelerations where nothing is held, and H (n, n)."""

    slopes: Floats
    gaps: Floats
    speeds: Floats
    accelerations: Floats
    matrix: Floats


class EndStops:
    """The end stops of a simulation; `resting`: those on which coordinates rest."""

    def __init__(self, contacts: Sequence[Contact]) -> None:
        self.contacts = {contact.gap: contact for contact in contacts}
        self.resting: list[Contact] = []

    def hold(self, stretch: Stretch) -> None:
        """Let the equations of a stretch hold what rests; they are not formed yet."""
        integration, block = stretch.integration, stretch.equations.block
        at = int(block[W_HELD])
        integration.workspace[at] = len(self.resting)
        for number, contact in enumerate(self.resting):
            integration.workspace[at + 1 + number] = contact.coordinate
        integration.address = held_accelerations.address if self.resting else stretch.equations.address

    def replace_gaps(self, stretch: Stretch, workspace: Floats, gaps: Floats) -> None:
        """Where a coordinate rests its gap is zero: put in its place by how much it is pressed on, as an acceleration,
        from equations that were formed in a workspace."""
        room, f = int(stretch.equations.block[SEEN]), len(stretch.plan.input_names)
        pressed = int(stretch.equations.block[W_HELD]) + 1 + room * (2 + 2 * f + room)
        for number, contact in enumerate(self.resting):
            gaps[contact.gap] = contact.sign * workspace[pressed + number] + contact.drift

    def are_far_apart(self, seen: Floats) -> bool:
        """Whether forces that hold change so much between five places of a step (5, gaps) that one could become
        negative unseen."""
        columns = [contact.gap for contact in self.resting]
        start, first, middle, last, end = seen[:, columns]
        bends = [3.0 * start + 6.0 * middle - end - 8.0 * first, 3.0 * end + 6.0 * middle - start - 8.0 * last]
        return bool((np.abs(bends) > 8.0 * COARSE * np.abs(seen[:, columns]).max(axis=0)).any())

    def correct(self, stretch: Stretch) -> None:
        """Bring what rests back to its limits, from which it drifts by what a step may err."""
        half, y = len(stretch.free), stretch.integration.y.copy()
        for part in (slice(None, half), slice(half, None)):
            felt = self._felt(stretch, y, self.resting)
            move = moves(felt.slopes, felt.matrix)
            y[part] -= move @ np.linalg.solve(felt.slopes @ move, felt.gaps if part.stop else felt.speeds)
        stretch.integration.jump(y)

    def leave(self, stretch: Stretch, contact: Contact) -> list[Happening]:
        """Let go what is not pressed on any more."""
        self.resting.remove(contact)
        self._go_on(stretch, stretch.integration.y)
        return [_leaves(stretch, contact)]

    def is_met(self, stretch: Stretch, contact: Contact) -> bool:
        """Whether a coordinate that is at its limit goes on to it, or is pressed on."""
        speed = float(self._felt(stretch, stretch.integration.y, [contact]).speeds[0])
        return speed < 0.0 or contact.ends(speed, -self._acceleration(stretch, contact))

    def hit(self, stretch: Stretch, contact: Contact) -> list[Happening]:
        """A coordinate comes to its limit; what happens. Raises where no force on it stops it."""
        before, were = stretch.integration.y.copy(), list(self.resting)
        felt = self._felt(stretch, before, [contact])
        speed = float(felt.speeds[0])
        rebound = max(-contact.stop.restitution * speed, 0.0)
        after = self._pushed(stretch, before, contact, rebound)
        if float(self._felt(stretch, after, [contact]).speeds[0]) < 0.5 * speed:
            raise cannot_stop(stretch, contact.stop.name)
        self._go_on(stretch, after)
        pressed = -self._acceleration(stretch, contact)
        if contact.ends(rebound, pressed):
            self.resting, rebound = list(were), 0.0
            after = self._pushed(stretch, before, contact, 0.0)
            self.resting.append(contact)
            self._settle(stretch, after)
            self._go_on(stretch, after)
        found = []
        if contact not in self.resting or not contact.ends(speed, pressed):
            unit = UNITS[contact.measure]
            sentence = f"{contact.stop.name} is hit with {abs(speed):.4g} {unit} and left with {rebound:.4g} {unit}"
            found.append(Happening(stretch.time, "end stop", contact.stop.name, sentence))
        found += [_leaves(stretch, each) for each in were if each not in self.resting]
        if contact in self.resting:
            sentence = f"it comes to rest on {contact.stop.name}"
            found.append(Happening(stretch.time, "rests", contact.stop.name, sentence))
        return found

    def _pushed(self, stretch: Stretch, y: Floats, contact: Contact, rebound: float) -> Floats:
        """A state after an impact; what else rests may be pushed, or leave."""
        touching = [*self.resting, contact]
        felt, half = self._felt(stretch, y, touching), len(stretch.free)
        wanted = np.append(np.zeros(len(self.resting)), rebound - felt.speeds[-1])
        change = moves(felt.slopes, felt.matrix) @ pushes(felt.slopes, felt.matrix, wanted)
        speeds, typical = felt.slopes @ change, np.abs(felt.slopes) @ np.abs(change)
        self.resting = [each for each, v, of in zip(self.resting, speeds, typical, strict=False) if v <= SEPARATES * of]
        return np.concatenate([y[:half], y[half:] + change])

    def _settle(self, stretch: Stretch, y: Floats) -> None:
        """Of coordinates that rest in a state, keep those that are pressed on and are not held by others."""
        felt = self._felt(stretch, y, self.resting)
        forces = pushes(felt.slopes, felt.matrix, -felt.accelerations)
        off = felt.slopes @ moves(felt.slopes, felt.matrix) @ forces + felt.accelerations
        pressed = [n for n, each in enumerate(self.resting) if forces[n] > 0.0 or off[n] <= each.drift]
        pressed.sort(key=lambda n: -forces[n])
        kept = {pressed[n] for n in independent(felt.slopes[pressed], felt.matrix)}
        self.resting = [each for n, each in enumerate(self.resting) if n in kept]

    def _go_on(self, stretch: Stretch, y: Floats) -> None:
        self.hold(stretch)
        stretch.integration.jump(y)

    def _acceleration(self, stretch: Stretch, contact: Contact) -> float:
        """Of a gap where the motion is, with what is held."""
        integration, free = stretch.integration, stretch.free
        felt, rates, found = self._felt(stretch, integration.y, [contact]), np.zeros_like(integration.y), []
        for form in (integration.rates, stretch.equations.rates):
            form(integration.workspace.copy(), integration.time, integration.y, rates)
            found.append(rates[len(free) :].copy())
        return float(felt.accelerations[0] + felt.slopes[0] @ (found[0] - found[1]))

    def _felt(self, stretch: Stretch, y: Floats, contacts: Sequence[Contact]) -> Felt:
        equations, free, time = stretch.equations, stretch.free, stretch.time
        workspace, rates = stretch.integration.workspace.copy(), np.zeros_like(y)
        equations.rates(workspace, time, y, rates)
        values, speeds, _ = equations.coordinates(workspace)
        slopes, bends = np.zeros((len(values), len(equations.plan.input_names))), np.zeros(len(values))
        slopes_at(equations.block, workspace, slopes, bends)
        _, _, accelerations = stretch.inputs_at(np.array([time]), np.concatenate([y, rates[len(free) :]])[None])
        _, matrix, _ = equations.matrix_and_forces(workspace, time, y)
        at, signs = [each.coordinate for each in contacts], np.array([each.sign for each in contacts])
        limits = np.array([each.limit for each in contacts])
        return Felt(
            signs[:, None] * slopes[np.ix_(at, free)],
            signs * (values[at] - limits),
            signs * speeds[at],
            signs * (slopes[at] @ accelerations[0] + bends[at]),
            matrix[np.ix_(free, free)],
        )


def contacts_of(
    events: Sequence[SimulationEvent], mechanism: Mechanism, size: float, rtol: float, until: float
) -> list[Contact]:
    """Of the end stops among events; coordinates are numbered behind those on which forces act."""
    found, gap, coordinate = [], 0, len(mechanism.actions)
    for event in events:
        seen = event.coordinates(mechanism)
        if isinstance(event, EndStop):
            rise = rtol * {"length": size, "angle": 1.0}[seen[0].measure]
            drift = 2.0 * rise / until**2 if until else 0.0
            for number, (limit, sign) in enumerate(event.limits):
                found.append(Contact(event, gap + number, coordinate, sign, limit, seen[0].measure, rise, drift))
        gap, coordinate = gap + event.count, coordinate + len(seen)
    return found


def _leaves(stretch: Stretch, contact: Contact) -> Happening:
    return Happening(stretch.time, "leaves", contact.stop.name, f"it leaves {contact.stop.name}")
