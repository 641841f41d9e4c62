"""A part of a simulation in which the same inputs are free."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.coefficients import Configuration
from sgkin.dynamics.crossed_frames import Passed
from sgkin.dynamics.crossing_watch import CrossingWatch
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.dynamics.integration import COMPILED, Accuracy, Integration
from sgkin.dynamics.mode_motion import ModeMotion
from sgkin.kernels.limits import CHANGE_POINT
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.coordinate import Coordinate
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.solving import outputs_of_plan, solve
from sgkin.sweep.one_configuration import followed_memory


def equations_of(plan: KinematicPlan, free: tuple[int, ...], seen: tuple[Coordinate, ...] = ()) -> EquationsOfMotion:
    """Those of a plan, made when they are first asked for; `seen`: coordinates that are measured besides."""
    key = (EquationsOfMotion, free, seen)
    return plan.made(key, lambda: EquationsOfMotion(plan, free, seen))


class Stretch:
    """The motion from a configuration of a plan on, through moments that are kept.

    `z` and `rates` (f,): all inputs where it begins, in the initial configuration of the plan or elsewhere.
    """

    def __init__(
        self,
        equations: EquationsOfMotion,
        z: Floats,
        rates: Floats,
        begin: float,
        times: Floats,
        method: str,
        accuracy: Accuracy,
        close: float,
    ) -> None:
        self.equations, self.plan, self.times, self.begins = equations, equations.plan, times, begin
        self.free = list(equations.free)
        workspace = equations.workspace()
        self._begins_initially = np.array_equal(z, self.plan.initial_inputs)
        if not self._begins_initially:
            equations.remember(
                workspace, followed_memory(self.plan, self.plan.initial_inputs, self.plan.start.copy(), z)
            )
        if method in COMPILED:
            equations.hold_angles(workspace)
        y = np.concatenate([z[self.free], rates[self.free]])
        watched = equations.dead_margins
        self.integration = Integration(
            equations, workspace, y, times, begin, method, accuracy, close if watched.any() else 0.0, watched
        )
        if not self.is_plain:
            self.integration.trails = []
        self.crossings = CrossingWatch(self) if not self.is_plain and method in COMPILED else None

    def advance(self, most: int) -> int:
        """Take up to so many steps; what became of it."""
        return (self.integration if self.crossings is None else self.crossings).advance(most)

    @property
    def input_rates_now(self) -> Floats:
        """The rates of all inputs (f,) where it is."""
        rates: Floats = given_laws(self.plan.mechanism, np.array([self.time]), self.equations.given)[1][0]
        rates[self.free] = self.integration.y[len(self.free) :]
        return rates

    @property
    def inputs_now(self) -> Floats:
        """All inputs (f,) where it is."""
        z: Floats = given_laws(self.plan.mechanism, np.array([self.time]), self.equations.given)[0][0]
        z[self.free] = self.integration.y[: len(self.free)]
        return z

    def groups_on_change_point(self) -> Integers:
        """The numbers of margins of closed forms that are zero where it begins, so that the mode is not known."""
        if self.is_plain and not self._begins_initially:
            return np.zeros(0, dtype=np.int64)
        closed = ~self.plan.iterated[list(self.equations.margin_groups)]
        return np.flatnonzero(closed & (self.equations.margins(self.integration.workspace) <= CHANGE_POINT))

    @property
    def configuration(self) -> Configuration:
        """Where it is, to be gone on from: its inputs and branches."""
        memory = self.equations.memory(self.integration.workspace)
        here = self.plan.evaluate(self.plan.initial_inputs)
        return replace(here, inputs=self.inputs_now, memory=memory)

    @property
    def kept(self) -> int:
        """How many moments it has filled."""
        return self.integration.count

    @property
    def time(self) -> float:
        """Where it is."""
        return self.integration.time

    def inputs_at(self, times: Floats, states: Floats) -> tuple[Floats, Floats, Floats]:
        """All inputs, rates and accelerations (n, f) at times (n,), from those of the free ones (n, 3f)."""
        half = len(self.free)
        z, rates, accelerations = given_laws(self.plan.mechanism, times, self.equations.given)
        z[:, self.free], rates[:, self.free] = states[:, :half], states[:, half : 2 * half]
        accelerations[:, self.free] = states[:, 2 * half :]
        return z, rates, accelerations

    def now(self) -> Floats:
        """Free inputs, rates and accelerations (1, 3f) where it is."""
        half, y = len(self.free), self.integration.y
        rates = np.zeros_like(y)
        self.equations.rates(self.integration.workspace.copy(), self.time, y, rates)
        return np.concatenate([y, rates[half:]])[None]

    @property
    def is_plain(self) -> bool:
        """Whether its configurations follow from its inputs alone, whatever the way: with one input in closed form."""
        return self.equations.changes is not None

    def motion(self, outputs: tuple[str, ...] | None) -> Motion:
        """What it has found at the moments that are kept."""
        count = self.integration.count
        return self._solved(self.times[:count], self.integration.found[:count], outputs)

    def frames(self) -> Floats:
        """Poses, velocities and accelerations (3, n, links, 3) of all links at the moments that are kept."""
        count = self.integration.count
        return self._frames(self.times[:count], self.integration.found[:count], 3)

    def frames_now(self) -> Floats:
        """Poses and velocities (2, links, 3) of all links where it is."""
        return self._frames(np.array([self.time]), self.now(), 2)[:, 0]

    def _frames(self, times: Floats, states: Floats, orders: int) -> Floats:
        """Derivatives (orders, n, links, 3) of all links at times (n,) with states (n, 3f), on the way that the
        integration has taken there."""
        links = [link.name for link in self.plan.mechanism.links]
        if not len(times):
            return np.zeros((orders, 0, len(links), 3))
        trail = np.concatenate([np.zeros((0, 1 + len(self.free))), *(self.integration.trails or ())])
        trail = trail[trail[:, 0] < times[-1]]
        passed = self.crossings.passed_at if self.crossings is not None else nothing_passed
        trail = trail[[passed(t) is None for t in trail[:, 0].tolist()]]
        lines = [passed(t) for t in times.tolist()]
        plain = np.array([line is None for line in lines])
        between = np.concatenate([trail[:, 1:], np.zeros((len(trail), 2 * len(self.free)))], axis=1)
        all_times, all_states = np.concatenate([trail[:, 0], times[plain]]), np.concatenate([between, states[plain]])
        order = np.argsort(all_times, kind="stable")
        kept = np.argsort(order, kind="stable")[len(trail) :]
        found = np.zeros((3, len(order), len(links), 3))
        if len(order):
            motion = self._solved(all_times[order], all_states[order], None)
            read = (motion.position, motion.velocity, motion.acceleration)
            found = np.stack([np.stack([of(link) for link in links], axis=1) for of in read])
        frames = np.zeros((3, len(times), len(links), 3))
        frames[:, plain] = found[:, kept]
        for number in np.flatnonzero(~plain).tolist():
            line, last = lines[number], int(np.searchsorted(all_times[order], times[number])) - 1
            assert line is not None
            before = found[0, last] if last >= 0 else np.array([self.plan.initial[link] for link in links])
            frames[:, number] = self._crossed(line, times[number], states[number], before, links)
        return frames[:orders]

    def _crossed(self, line: Passed, t: float, state: Floats, before: Floats, links: list[str]) -> Floats:
        """Derivatives (3, links, 3) of all links while change points are crossed; before (links, 3): poses from which
        whole turns are counted."""
        z, rates, accelerations = (values[0] for values in self.inputs_at(np.array([t]), state[None]))
        numbers = [links.index(link) for link in self.plan.links]
        frames = np.zeros((3, len(links), 3))
        frames[:, numbers] = line.frames(z, rates, accelerations, before[numbers])
        return frames

    def _solved(self, times: Floats, states: Floats, outputs: tuple[str, ...] | None) -> Motion:
        z, rates, accelerations = self.inputs_at(times, states)
        mode = self._mode(outputs)
        found = mode.motion(z, rates, accelerations) if mode is not None else None
        if found is not None:
            return found
        return solve(
            self.plan,
            inputs=z,
            input_rates=rates,
            input_accelerations=accelerations,
            outputs=outputs,
            progress=False,
        )

    def _mode(self, outputs: tuple[str, ...] | None) -> ModeMotion | None:
        """How motions are found where all change points are known; None where they must be looked for."""
        changes, plan = self.equations.changes, self.plan
        if changes is None:
            return None
        kept = outputs_of_plan(plan, outputs)
        return plan.made((ModeMotion, kept), lambda: ModeMotion(plan, kept, changes))


def nothing_passed(_: float) -> Passed | None:
    """The line along which equations were interpolated at a time: none."""
    return None


def given_laws(mechanism: Mechanism, times: Floats, given: tuple[int, ...]) -> tuple[Floats, Floats, Floats]:
    """Inputs, rates and accelerations (n, f) at times (n,) of the inputs that follow laws; zero for the others."""
    laws = [law for driver in mechanism.drivers for law in driver.laws]
    found = np.zeros((3, len(times), len(laws)))
    for number in given:
        found[:, :, number] = laws[number](times)
    return found[0], found[1], found[2]
