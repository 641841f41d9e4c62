"""A simulation from its start to its end: stretches with the same inputs, and what happens between them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import brentq

from sgkin.arrays import Floats
from sgkin.dynamics.end_stops import EndStops, contacts_of
from sgkin.dynamics.events import Happening, SimulationEvent, Trigger
from sgkin.dynamics.failure import begins_on_change_point, cannot_be_followed, cannot_go_on, too_many_at_once
from sgkin.dynamics.initial_rates import initial_rates
from sgkin.dynamics.integration import COMPILED, Accuracy, Saved
from sgkin.dynamics.measured_inputs import measured_accelerations, measured_inputs, measured_rates
from sgkin.dynamics.stretch import Stretch, equations_of, given_laws
from sgkin.dynamics.takeover import ENOUGH, Takeover, motion_directions
from sgkin.errors import InputError, MotionError, SimulationError, listing
from sgkin.kernels import integrators
from sgkin.kernels.equations_block import SOLVED
from sgkin.kinematic_plan import KinematicPlan
from sgkin.motion import Motion
from sgkin.progress import Progress
from sgkin.results.outcomes import Outcomes
from sgkin.results.stored_frames import StoredFrames

CLOSE, CLOSE_TO_UNKNOWN, CLOSE_TO_DEAD = 0.12, 0.01, 1e-4
"""Roots of margins at which another input takes over; at which a motion ends where none can, and it is not known
whether modes cross there; and at which it ends at a dead point."""
CHANGES, SHORT = 10, 1e-6
"""So many changes of inputs in so small a part of the time lead nowhere."""
LOOKS = 4
"""Places in a step at which it is looked for events."""
SAME = 1e-12
"""Moments of a trigger that are so close, as parts of the time, are one: rounding alone changes its sign."""
SHORTEST_LOOK, LONGEST_LOOK = 1e-9, 5e-3
"""Steps, as parts of the time, in which a force that holds is not looked at more closely, and up to which it can be."""
AT_ONCE = 2000
"""Steps of an integration between two looks at the user."""
BEYOND = 1e-9
"""How far beyond a stop a motion may start, in sizes of the mechanism."""
MOST_AT_ONCE = 200
"""Events that may happen one after the other at the same time."""
GOES_ON = (integrators.GOING_ON, integrators.DONE, integrators.IS_CLOSE)
"""What an integration returns with after a step that it has taken."""


class Flight:
    """Integrates the motion of a plan with free inputs; `times`: the moments that are kept.

    `stretches`: the parts of it; `happenings`; `error`: why it ended early, if it did.
    """

    def __init__(
        self,
        plan: KinematicPlan,
        free: tuple[int, ...],
        times: Floats,
        method: str,
        accuracy: Accuracy,
        may_change: bool,
        events: tuple[SimulationEvent, ...],
    ) -> None:
        self.plan, self.free, self.times = plan, free, times
        self.method, self.accuracy, self.may_change = method, accuracy, may_change
        self.events = events
        seen = [each.coordinates(plan.mechanism) for each in events]
        self.seen = tuple(coordinate for group in seen for coordinate in group)
        self.counts = [len(group) for group in seen]
        self.stops = EndStops(contacts_of(events, plan.mechanism, plan.unit_length, accuracy.rtol, float(times[-1])))
        self.given = [name for number, name in enumerate(plan.input_names) if number not in free]
        self.stretches: list[Stretch] = []
        self.happenings: list[Happening] = []
        self.error: SimulationError | None = None
        self._takeover: Takeover | None = None
        self._triggered: dict[int, float] = {}  # when triggers happened last
        if (may_change or events) and method != "DOP853":
            raise InputError(f"events and inputs='auto' need the method DOP853; leave method={method!r} out")

    @property
    def evaluations(self) -> int:
        """How often the equations were formed."""
        return sum(stretch.integration.evaluations for stretch in self.stretches)

    @property
    def now(self) -> Stretch:
        """The stretch that is integrated."""
        return self.stretches[-1]

    def begin(self, z: Floats, rates: Any) -> None:
        """Start at inputs z (f,), of which those that follow laws are where these begin, with given velocities."""
        plan, begin = self.plan, 0.0
        given = tuple(number for number in range(len(z)) if number not in self.free)
        at, fixed, _ = (values[0] for values in given_laws(plan.mechanism, np.array([begin]), given))
        z = np.where(np.isin(np.arange(len(z)), given), at, z)
        found = initial_rates(plan, z, rates, self.free, fixed)
        self._add(plan, self.free, z, found, begin, self.times)
        if self.may_change and self._begins_at_dead_point():
            self._change_inputs()
            if self.now is not self.stretches[0]:
                del self.stretches[0]

    def _add(
        self, plan: KinematicPlan, free: tuple[int, ...], z: Floats, rates: Floats, begin: float, times: Floats
    ) -> None:
        equations = equations_of(plan, free, self.seen)
        has_map = equations.changes is not None
        looks = self.may_change or (self.method in COMPILED and not has_map)
        close = CLOSE if looks else CLOSE_TO_DEAD if has_map else CLOSE_TO_UNKNOWN
        stretch = Stretch(equations, z, rates, begin, times, self.method, self.accuracy, close)
        if self.events:
            self.stops.hold(stretch)
        self.stretches.append(stretch)

    def run(self, tell: Progress | None) -> None:
        """Integrate to the end, or to where it cannot go on."""
        if self._failed_to_begin():
            return
        self._begin_on_stops()
        if self.method not in COMPILED:
            self._run_scipy()
            return
        while self.error is None:
            outcome = self._step_over_events() if self.events else self.now.advance(AT_ONCE)
            if tell is not None:
                tell(int(1000.0 * self.now.time / self.times[-1]) if self.times[-1] else 1000, 1000)
            if outcome == integrators.DONE:
                return
            if outcome != integrators.GOING_ON and not self._goes_on(outcome):
                self.error = cannot_go_on(self.now, outcome, self.may_change)

    def _goes_on(self, outcome: int) -> bool:
        """Whether a motion that came to a place goes on: across change points, by other inputs, or a little closer."""
        crossings = self.now.crossings if outcome == integrators.IS_CLOSE else None
        if crossings is not None and crossings.crosses():
            return True
        is_singular = outcome != integrators.FAILED or self.now.integration.status >= 0
        if self.may_change and is_singular and self._finds_inputs():
            return True
        return crossings is not None and crossings.goes_closer()

    def _finds_inputs(self) -> bool:
        """Whether other inputs take over where it is."""
        try:
            return self._change_inputs()
        except MotionError:  # too close to the singular position to be told from it
            return False

    def _failed_to_begin(self) -> bool:
        if self.now.integration.begin() != SOLVED:
            self.error = cannot_go_on(self.now, integrators.FAILED, self.may_change)
        elif len(group := self.now.groups_on_change_point()):
            self.error = begins_on_change_point(self.now, int(group[0]))
        elif self.now.crossings is not None:
            self.now.crossings.begin()
        return self.error is not None

    def _run_scipy(self) -> None:
        outcome = self.now.integration.run_scipy()
        if outcome != integrators.DONE:
            self.error = cannot_go_on(self.now, outcome, self.may_change)

    def _begin_on_stops(self) -> None:
        """Refuse a start beyond a stop; what starts on one may rest there."""
        gaps, reach = self._gaps() if self.stops.contacts else np.zeros(0), BEYOND * self.plan.unit_length
        for number, contact in self.stops.contacts.items():
            if gaps[number] < -reach:
                raise InputError(
                    f"end stop {contact.stop.name!r}: the motion starts beyond it, by {-gaps[number]:.4g}; start "
                    "inside of it"
                )
        touching = [contact for number, contact in self.stops.contacts.items() if gaps[number] <= reach]
        for contact in touching:
            self.happenings += self.stops.hit(self.now, contact) if self.stops.is_met(self.now, contact) else []
        if touching:
            self.now.integration.count = 0
            self._failed_to_begin()

    # other inputs

    def _begins_at_dead_point(self) -> bool:
        """Whether it begins so close to a singular position that other inputs are better, and not at a change point,
        which is passed with these."""
        integration, equations = self.now.integration, self.now.equations
        workspace = integration.workspace.copy()
        equations.rates(workspace, integration.time, integration.y, np.zeros_like(integration.y))
        watched = equations.dead_margins != 0.0
        least = np.sqrt(np.maximum(equations.margins(workspace), 0.0))[watched].min(initial=1.0)
        crossings = self.now.crossings
        return bool(least < ENOUGH) and (crossings is None or not crossings.begins_at_change_point())

    def _change_inputs(self) -> bool:
        """Let other inputs take over where it is; whether there were better ones."""
        stretch = self.now
        poses, velocities = stretch.frames_now()
        if self._takeover is None:
            self._takeover = Takeover(self.plan.mechanism, self.given)
        directions = motion_directions(stretch.plan, stretch.configuration, stretch.equations.free)
        found = self._takeover.best(poses, directions)
        if found is None or self._goes_in_circles():
            return False
        plan, free = found
        left = self.times[sum(each.kept for each in self.stretches) :]
        start = measured_rates(plan.mechanism, poses, velocities)
        self._add(plan, free, plan.initial_inputs, start, stretch.time, left)
        if self._failed_to_begin():
            return True
        names = listing([plan.input_names[number] for number in free], verb=False)
        sentence = f"the motion is counted by {names}"
        self.happenings.append(Happening(stretch.time, "input takes over", names, sentence))
        return True

    def _goes_in_circles(self) -> bool:
        """Whether inputs have changed so often in so short a time that nothing helps."""
        return (
            len(self.stretches) > CHANGES and self.now.time - self.stretches[-CHANGES].begins < SHORT * self.times[-1]
        )

    # events

    def _step_over_events(self) -> int:
        """Take one step, and stop at the first event in it."""
        integration = self.now.integration
        before = integration.saved()
        gaps = [self._gaps()]
        outcome = self.now.advance(1)
        while outcome in GOES_ON:
            gaps[1:] = self._gaps_in_step(before)
            if not self.stops.resting or not self._takes_shorter_step(before, np.array(gaps)):
                break
            outcome = self.now.advance(1)
        if outcome not in GOES_ON:
            return outcome
        moments = self._moments(before, gaps)
        if moments:
            first = min(moments, key=lambda number: moments[number])
            self._go_back_to(before, moments[first])
            return self._happen(first)
        if self.stops.resting:
            self.stops.correct(self.now)
        return outcome

    def _takes_shorter_step(self, before: Saved, gaps: Floats) -> bool:
        """Where forces that hold change too much in a step, go back and let the next one be half as long; otherwise let
        the next one be up to twice as long."""
        integration = self.now.integration
        taken = integration.time - before.time
        again = taken > SHORTEST_LOOK * self.times[-1] and self.stops.are_far_apart(gaps)
        if again:
            integration.restore(before)
        longest = LONGEST_LOOK * self.times[-1]
        integration.control[integrators.LARGEST_STEP] = min((0.5 if again else 2.0) * taken, longest)
        return again

    def _gaps_in_step(self, before: Saved) -> list[Floats]:
        """All gaps at places of the step that was taken, the last of them its end."""
        after = self.now.integration.saved()
        times = before.time + (after.time - before.time) * np.arange(1, LOOKS) / LOOKS
        return [*(self._gaps_within(before, after, t) for t in times.tolist()), self._gaps()]

    def _moments(self, before: Saved, gaps: list[Floats]) -> dict[int, float]:
        """When gaps go through zero in the step that was taken; each once, the first time that is seen."""
        after = self.now.integration.saved()
        times = np.linspace(before.time, after.time, LOOKS + 1).tolist()
        found: dict[int, float] = {}
        for number, values in enumerate(np.array(gaps).T.tolist()):
            for look in range(LOOKS):
                if self._happens(number, values[look], values[look + 1]):
                    moment = self._moment(number, before, times[look], times[look + 1])
                    if moment > self._triggered.get(number, -np.inf) + SAME * self.times[-1]:
                        found[number] = moment
                        break
        self.now.integration.restore(after)
        return found

    def _gaps_within(self, before: Saved, after: Saved, t: float) -> Floats:
        """All gaps at a time within a step, where a cubic through its ends is."""
        x, step = (t - before.time) / (after.time - before.time), after.time - before.time
        rise, swing = x * x * (3.0 - 2.0 * x), x * (1.0 - x) * step
        y = before.y + rise * (after.y - before.y) + swing * ((1.0 - x) * before.K[0] - x * after.K[0])
        return self._gaps_at(t, y)

    def _gaps(self) -> Floats:
        """All gaps where the motion is."""
        return self._gaps_at(self.now.time, self.now.integration.y)

    def _gaps_at(self, t: float, y: Floats) -> Floats:
        """All gaps at a time, free inputs and rates y."""
        workspace, equations = self.now.integration.workspace.copy(), self.now.equations
        self.now.integration.rates(workspace, t, y, np.zeros_like(y))
        values, speeds, _ = equations.coordinates(workspace)
        found, start = [], len(self.plan.mechanism.actions)
        for event, count in zip(self.events, self.counts, strict=True):
            found.append(event.gaps(t, values[start : start + count], speeds[start : start + count]))
            start += count
        gaps = np.concatenate(found)
        self.stops.replace_gaps(self.now, workspace, gaps)
        return gaps

    def _happens(self, number: int, old: float, new: float) -> bool:
        if number not in self.stops.contacts:
            return old * new < 0.0 or (new == 0.0 and old != 0.0)
        return new < 0.0 and new < old

    def _moment(self, number: int, before: Saved, low: float, high: float) -> float:
        """When a gap goes through zero between two times of the step that was taken."""

        def gap(t: float) -> float:
            self._go_back_to(before, t)
            return float(self._gaps()[number])

        end = gap(high)
        for part in (0.0, *(0.5**power for power in range(40, 0, -1))):  # it may begin on its stop, and leave it
            begin = low + part * (high - low)
            if gap(begin) * end < 0.0:
                return float(brentq(gap, begin, high, xtol=1e-15, rtol=8.9e-16))
        return low

    def _go_back_to(self, before: Saved, t: float) -> None:
        """Take the last step anew, but only to a time."""
        integration = self.now.integration
        integration.restore(before)
        if t > before.time:
            integration.advance_to(t)

    def _happen(self, number: int) -> int:
        """Let an event happen where the motion is; what becomes of the motion."""
        if self._happens_again_and_again():
            self.error = too_many_at_once(self.now, self.happenings[-1].name)
            return integrators.DONE
        contact = self.stops.contacts.get(number)
        if contact is None:
            return self._trigger(number)
        integration = self.now.integration
        try:
            become = self.stops.leave if contact in self.stops.resting else self.stops.hit
            self.happenings += become(self.now, contact)
        except SimulationError as error:
            self.error = error
            return integrators.DONE
        if not self.stops.resting:
            integration.control[integrators.LARGEST_STEP] = np.inf
        return integrators.GOING_ON if integration.status == SOLVED else integrators.FAILED

    def _trigger(self, number: int) -> int:
        owners = [event for event in self.events for _ in range(event.count)]
        event = owners[number]
        assert isinstance(event, Trigger)
        self._triggered[number] = self.now.time
        sentence = f"trigger {event.name} goes through zero"
        self.happenings.append(Happening(self.now.time, "trigger", event.name, sentence))
        return integrators.DONE if event.ends else integrators.GOING_ON

    def _happens_again_and_again(self) -> bool:
        """Whether so much has happened at this time that nothing will change."""
        return len(self.happenings) >= MOST_AT_ONCE and self.happenings[-MOST_AT_ONCE].time == self.now.time

    # the result

    def _frames(self) -> list[Floats]:
        """Those of all stretches, up to one whose configurations cannot be found again from its inputs."""
        found: list[Floats] = []
        for stretch in self.stretches:
            try:
                found.append(stretch.frames())
            except MotionError as error:
                self.error = cannot_be_followed(stretch, error)
                break
        return found or [np.zeros((3, 0, len(self.plan.mechanism.links), 3))]

    def motion(self, outputs: tuple[str, ...] | None) -> Motion:
        """What was found, by name."""
        if len(self.stretches) == 1 and self.now.plan is self.plan and self.now.is_plain and self.now.kept:
            return self.now.motion(outputs)
        mechanism, plan = self.plan.mechanism, self.plan
        frames = np.concatenate(self._frames(), axis=1)
        at = {link.name: number for number, link in enumerate(mechanism.links)}
        kept = {link: [order[:, at[link]].T.copy() for order in frames] for link in plan.links}
        steps = frames.shape[1]
        return Motion(
            mechanism,
            plan.structure,
            self.times[:steps],
            measured_inputs(mechanism, frames[0]),
            measured_rates(mechanism, *frames[:2]),
            measured_accelerations(mechanism, *frames),
            outputs=plan.links if outputs is None else outputs,
            requested_steps=len(self.times),
            _outcomes=Outcomes(len(self.times), steps, np.zeros(len(plan.structure.groups), dtype=np.int8)),
            _results=StoredFrames(kept, {}, None),
        )
