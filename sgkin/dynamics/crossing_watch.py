"""Change points that an integration comes to, where they are not known beforehand.

Steps end where the margin of a group becomes small. It is looked along the line that leads across what may be there.
Where that is a change point, the equations are interpolated along the line from there on until it lies behind; each
step is short, and counts only if the change points lie after it where they were expected. Where a mode ends, or it is
not certain what is there, the integration goes only as close as it can tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.crossed_frames import Passed
from sgkin.dynamics.crossing import FARTHEST, Crossing, Place, best_reach, cross_from, tilt_of
from sgkin.dynamics.line_across import NEAR, falling_margins, line_across
from sgkin.errors import MotionError
from sgkin.kernels import integrators
from sgkin.kernels.equations_block import SOLVED, W_CROSSING

if TYPE_CHECKING:
    from sgkin.dynamics.stretch import Stretch

ENTER, LEAVE = 1.25, 1.5
"""Reaches from a change point up to which equations begin to be interpolated, and from which on no more."""
STEP, LONGEST_STEP = 0.5, 0.8
"""Reaches across which a step is meant to go, and goes at most."""
STILL = 3.0
"""Reaches up to which rows are interpolated about a change point if they cannot be about a nearer one."""
DISPLACED = 0.4
"""Reaches by which change points may lie elsewhere after a step than was expected."""
CLOSER = 0.5
"""Parts of the root of a margin at which it is looked again."""
UNKNOWN, DEAD = 0.01, 1e-4
"""Roots of margins at which a motion ends where it is not certain what is there, and at a dead point."""
IN_SIGHT = 0.1
"""How far away, in radians that links turn, iterations are looked at that begin next to a change point."""
FEW, MANY = 20, 2000
"""Steps between two looks at how margins are, while some are watched more closely, and else."""


class CrossingWatch:
    """Takes the steps of a stretch; `doubt`: why it is not certain what lies ahead."""

    def __init__(self, stretch: Stretch) -> None:
        self.stretch, self.plan, self.equations = stretch, stretch.plan, stretch.equations
        self.integration = stretch.integration
        self.doubt = ""
        self._groups = list(self.equations.margin_groups)
        self._levels = np.ones(len(self._groups))
        self._measures = np.zeros(0)
        self._written: list[Passed] = []  # lines along which equations were interpolated, by their numbers from 1 on
        self._passed: list[Passed] = []  # the same, with times, in the order of the steps
        self._reach, self._tilt, self._normals = 0.0, 0.0, dict[int, Floats]()

    @property
    def now(self) -> Crossing | None:
        """The one along which equations are interpolated."""
        line = self._line
        return None if line is None else line.crossing

    @property
    def _line(self) -> Passed | None:
        number = int(self.integration.workspace[int(self.equations.block[W_CROSSING])])
        return self._written[number - 1] if number else None

    def passed_at(self, t: float) -> Passed | None:
        """The line along which equations were interpolated at a time."""
        return next((line for line in reversed(self._passed) if line.begin <= t <= line.end), None)

    def begin(self) -> None:
        """Look where the motion begins, or begins anew; it has been begun."""
        self._leave_all()
        roots = self._roots()
        if len(roots) and roots.min() < self.integration.control[integrators.CLOSE]:
            self._look(int(roots.argmin()))

    def begins_at_change_point(self) -> bool:
        """Whether change points, which can be passed, are what is close to where the motion begins."""
        if self.integration.begin() != SOLVED:
            return False
        self._leave_all()
        roots = self._roots()
        found = bool(len(roots)) and self._look(int(roots.argmin()))
        self._leave_all()
        self.integration.count = 0
        return found

    def advance(self, most: int) -> int:
        """Take up to so many steps; what became of it."""
        if self.now is None:
            self._reset_levels()
            return self.integration.advance(min(most, MANY if (self._levels == 1.0).all() else FEW))
        while True:
            before, place, line = self.integration.saved(), self._on_line(), self._line
            assert line is not None
            self._limit_step()
            outcome = self.integration.advance(1)
            if outcome not in (integrators.GOING_ON, integrators.DONE, integrators.IS_CLOSE):
                return outcome
            if self._follow(place):
                self._passed.append(line._replace(begin=before.time, end=self.integration.time))
                return outcome
            taken = self.integration.time - before.time
            if self._cannot_step(taken):
                return integrators.TOO_SMALL
            self.integration.restore(before)
            self.integration.control[integrators.STEP] = 0.5 * taken

    def _cannot_step(self, taken: float) -> bool:
        """Whether a shorter step than the last one is none."""
        control = self.integration.control
        if self.integration.method != "DOP853":
            self.doubt = f"steps of {taken:.3g} s are too long to pass change points in them"
        elif taken <= 2.0 * control[integrators.SMALLEST]:
            self.doubt = "change points lie elsewhere from step to step"
        return bool(self.doubt)

    def crosses(self) -> bool:
        """Look for change points where a step has ended close to something; whether there are any."""
        return self._look(self.integration.status)

    def goes_closer(self) -> bool:
        """Whether an integration may go on towards what it came close to: until it cannot be told any more."""
        number = self.integration.status
        root = float(self._roots()[number])
        if root < (UNKNOWN if self.doubt else DEAD):
            return False
        self._lower(number, root)
        return True

    # what is there

    def _roots(self) -> Floats:
        """Roots of margins where it is, as they are measured."""
        measures = np.where(self._measures > 0.0, self._measures, np.inf)
        found = self.integration.roots / measures
        return np.where(self._measures > 0.0, found, np.inf)

    def _lower(self, number: int, root: float) -> None:
        self._levels[number] = CLOSER * root / self.integration.control[integrators.CLOSE]
        self._set_levels()

    def _set_levels(self) -> None:
        """Let those groups be watched that are not known to change."""
        crossing = self.now
        known = crossing.near(self._on_line(), FARTHEST * self._reach) if crossing is not None else ()
        watched = np.array([group not in known for group in self._groups])
        self.integration.measures[:] = np.where(watched, self._measures * self._levels, 0.0)

    def _leave_all(self) -> None:
        """Watch everything, and interpolate nothing; no step has been taken."""
        if not len(self._measures):
            self._measures = self._first_measures()
        self.integration.workspace[int(self.equations.block[W_CROSSING])] = 0.0
        self._levels[:] = 1.0
        self._set_levels()

    def _first_measures(self) -> Floats:
        """What roots of margins are measured by. Those of iterations are by what they are at the start; where one falls
        so fast that it may vanish near there, it becomes small `IN_SIGHT` of that place."""
        measures = self.integration.measures.copy()
        iterated = self.plan.iterated[self._groups]
        if iterated.any():
            memory = self.equations.memory(self.integration.workspace)
            values, slopes = (
                each[self._groups] for each in falling_margins(self.plan, self.stretch.inputs_now, memory)
            )
            steepness = np.linalg.norm(slopes, axis=1)
            falls = iterated & (values < NEAR * steepness)
            least = np.sqrt(IN_SIGHT * steepness) / self.integration.control[integrators.CLOSE]
            measures[falls] = np.maximum(measures, least)[falls]
        return measures

    def _reset_levels(self) -> None:
        """Watch groups as before that are no longer close to anything."""
        again = (self._levels < 1.0) & (self._roots() > 2.0 * self.integration.control[integrators.CLOSE])
        if again.any():
            self._levels[again] = 1.0
            self._set_levels()

    def _look(self, number: int) -> bool:
        """Look along the line across what may be there; whether change points are, and nothing else."""
        self.doubt, root = "", float(self._roots()[number])
        before = self._reach, self._tilt, dict(self._normals)
        if self.now is None:
            self._normals, self._reach = {}, 0.0
        else:
            self._normals = {group: self._normals[group] for group in self.now.groups if group in self._normals}
        try:
            found = self._found()
        except MotionError:
            found, self.doubt = None, "the way on cannot be followed"
        is_certain = found is not None and bool(found.changes) and self._is_certain(found)
        if (
            found is not None
            and is_certain
            and abs(found.nearest(0.0)) <= ENTER * self._reach
            and self._write(found, 0.0)
        ):
            self.integration.jump(self.integration.y)
            return True
        if self.now is not None:  # what is crossed already stays as it is
            self._reach, self._tilt, self._normals = before
        if is_certain:
            self._lower(number, root)
        return is_certain

    def _found(self) -> Crossing | None:
        """What lies on the line across, where there is one."""
        z, crossing = self.stretch.inputs_now, self.now
        memory = self.equations.memory(self.integration.workspace) if crossing is None else crossing.memory_at(z)
        line = line_across(self.plan, z, memory, self._normals)
        begin = Place(z, memory) if crossing is None else crossing.begin
        return None if line is None else cross_from(self.plan, begin, z, line, NEAR)

    def _is_certain(self, found: Crossing) -> bool:
        """Whether what changes on a line does so beside it too, and can be interpolated."""
        integration = self.integration
        y, t, workspace = integration.y, integration.time, integration.workspace
        self._reach = 0.0
        if not found.is_simple:
            self.doubt = "several change points of a group lie next to each other"
            return False
        if found.mixes_iterations(self._normals):
            self.doubt = "a group that is found by iteration changes there beside others"
            return False
        self._reach = best_reach(found, self.equations, workspace, t, y)
        if not self._reach:
            self.doubt = "its motion cannot be interpolated there"
        else:
            tilt = tilt_of(found, self._reach)
            self._tilt = tilt or 0.0
            if tilt is None:
                self.doubt = "it changes there by chance: not where inputs are a little different"
        return not self.doubt

    # crossing it

    def _write(self, crossing: Crossing, place: float) -> bool:
        """Let equations be interpolated along a line next to a place of it; whether they can be."""
        centre, workspace = crossing.nearest(place), self.integration.workspace
        if not crossing.write(self.equations, workspace, len(self._written) + 1.0, self._reach, centre, 0.0):
            return False
        self._written.append(Passed(0.0, 0.0, crossing, centre, self._reach))
        self._set_levels()
        return True

    def _limit_step(self) -> None:
        """Let the next step go only a part of a reach across."""
        crossing = self.now
        assert crossing is not None
        rates = self.stretch.input_rates_now
        speed = abs(float(rates @ crossing.line.across))
        control = self.integration.control
        if speed > 0.0 and self.integration.method == "DOP853":
            control[integrators.STEP] = min(control[integrators.STEP], STEP * self._reach / speed)

    def _on_line(self) -> float:
        """Where it is on the line along which equations are interpolated; 0 if there is none."""
        crossing = self.now
        return 0.0 if crossing is None else float(crossing.line.places(self.stretch.inputs_now, crossing.z))

    def _follow(self, before: float) -> bool:
        """After a step from a place of the line on, see whether change points are where they are expected: as they are
        while the line is near, otherwise on a new one; and leave them where they lie behind."""
        crossing = self.now
        assert crossing is not None
        z = self.stretch.inputs_now
        place = self._on_line()
        if abs(place - before) > LONGEST_STEP * self._reach:
            return False
        aside = (z - crossing.inputs(place)) * self.plan.input_turns
        if self._tilt * float(np.linalg.norm(aside)) > DISPLACED * self._reach:
            try:
                found = cross_from(self.plan, crossing.begin, z, crossing.line, (FARTHEST + 1.0) * self._reach)
            except MotionError:
                return False
            if found is None or not found.is_simple or not self._are_expected(crossing, found, place):
                return False
            crossing, place = found, 0.0
        if not crossing.changes or abs(crossing.nearest(place) - place) > LEAVE * self._reach:
            self._leave(crossing, z)
            return True
        line = self._line
        if line is None or crossing is not line.crossing:
            return self._write(crossing, place)
        if crossing.nearest(place) != line.centre and not self._write(crossing, place):
            return abs(place - line.centre) < STILL * self._reach
        return True

    def _are_expected(self, crossing: Crossing, found: Crossing, place: float) -> bool:
        """Whether change points next to a place of a line are on another, which begins there, where they were."""
        here, there, far = crossing.groups, found.groups, DISPLACED * self._reach
        near = crossing.near(place, FARTHEST * self._reach)
        return all(group in there and abs(there[group] + place - here[group]) <= 2.0 * far for group in near)

    def _leave(self, crossing: Crossing, z: Floats) -> None:
        """Go on without interpolation."""
        workspace = self.integration.workspace
        workspace[int(self.equations.block[W_CROSSING])] = 0.0
        self.equations.remember(workspace, crossing.memory_at(z))
        close = self.integration.control[integrators.CLOSE]
        roots = self._roots()
        self._levels = np.where(roots < 2.0 * close, np.minimum(CLOSER * roots / close, 1.0), 1.0)
        self._set_levels()
