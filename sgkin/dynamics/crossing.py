"""Change points on a line across them, and the places from which rows are interpolated there.

Close to a change point the rows of a tape are lost in rounding, like the cube of the distance from it; along the line
they are smooth functions, which are known on both sides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.dynamics.interpolation_reach import ATTEMPTS, CLEARLY, FACTOR, GOOD_ENOUGH
from sgkin.dynamics.line_across import LineAcross, aside_of
from sgkin.errors import Outcome
from sgkin.kernels.equations_block import CROSSING_NODES, SOLVED, W_CROSSING
from sgkin.kinematic_plan import KinematicPlan
from sgkin.sweep.branch_tracking import PathEnd, Start, change_branch, track_branches

LONGEST = 0.1
"""The longest reach: how far apart places are from which rows are interpolated, in radians that links turn."""
FARTHEST = 7.0
"""Reaches up to which a line is looked at."""
ROOM = 9.0
"""Reaches for which there must be room on either side."""
SHORT_OF_END = 0.95
"""How far places may lie towards the end of a mode."""
CLEAR_OF = 0.75
"""Reaches that places must keep from other change points."""
BESIDE, TILTED = 0.5, 2.0
"""How far beside the line it is looked for the same change points, and how far these may be displaced there, in
reaches."""
ACCURATE = 1e-5
"""Accelerations that differ by more than this part of the largest, from reach to reach, are not known."""
LEAST_ON_A_SIDE = 3
"""Places that there must be on either side."""


class Place(NamedTuple):
    """Inputs (f,) with what groups remember there."""

    inputs: Floats
    memory: Floats

    def to(self, plan: KinematicPlan, inputs: Floats) -> PathEnd:
        """What the straight way to other inputs comes to."""
        return track_branches(plan, Start(self.inputs, self.memory.copy()), inputs)


@dataclass(frozen=True)
class Crossing:
    """The line through inputs z: the groups that change on it with the places where they do, in order, and from where
    (`begin`, at the place `low`) to where (`high`) it is known; `blocked`: whether a mode ends on it."""

    plan: KinematicPlan
    z: Floats
    line: LineAcross
    changes: tuple[tuple[float, int], ...]
    low: float
    high: float
    begin: Place
    blocked: bool

    @property
    def groups(self) -> dict[int, float]:
        """Where each group changes that does so only once."""
        numbers = [group for _, group in self.changes]
        return {group: place for place, group in self.changes if numbers.count(group) == 1}

    def mixes_iterations(self, near: Collection[int]) -> bool:
        """Whether a group that is found by iteration changes beside others, or where others come near to it: these may
        change too, unseen where what they depend on is lost in rounding."""
        together = [*{*self.groups, *near}]
        return len(together) > 1 and bool(self.plan.iterated[together].any())

    @property
    def is_simple(self) -> bool:
        """Whether no group changes more than once."""
        return len(self.groups) == len(self.changes)

    def nearest(self, place: float) -> float:
        """The change point nearest to a place; there is one."""
        return min((change for change, _ in self.changes), key=lambda change: abs(change - place))

    def near(self, place: float, far: float) -> tuple[int, ...]:
        """The groups that change up to so far from a place."""
        return tuple(sorted({group for change, group in self.changes if abs(change - place) <= far}))

    def inputs(self, place: float) -> Floats:
        """Those at a place of the line."""
        return np.asarray(self.z + place * self.line.along)

    def places(self, reach: float, centre: float) -> list[float]:
        """From where rows are interpolated next to a change point: places of a lattice about it."""
        changes, steps = np.array([place for place, _ in self.changes]), np.arange(1, 4 * CROSSING_NODES)
        lattice = centre + reach * np.concatenate([-steps[::-1], steps])
        inside = (lattice > SHORT_OF_END * self.low) & (lattice < SHORT_OF_END * self.high)
        clear = (np.abs(lattice[:, None] - changes) >= CLEAR_OF * reach).all(axis=1)
        lattice = lattice[inside & clear]
        found = np.sort(lattice[np.argsort(np.abs(lattice - centre), kind="stable")[:CROSSING_NODES]])
        sides = min(int((found < centre).sum()), int((found > centre).sum()))
        return found.tolist() if len(found) == CROSSING_NODES and sides >= LEAST_ON_A_SIDE else []

    def memories(self, places: list[float]) -> Iterator[Floats]:
        """What groups remember at increasing places."""
        if self.plan.iterated.any():
            here = self.begin
            for place in places:
                inputs = self.inputs(place)
                here = Place(inputs, here.to(self.plan, inputs).memory)
                yield here.memory
            return
        for place in places:
            memory = self.begin.memory.copy()
            for changed, group in self.changes:
                if changed < place:
                    change_branch(memory, self.plan.element(group))
            yield memory

    def write(
        self, equations: EquationsOfMotion, workspace: Floats, number: float, reach: float, centre: float, at: float
    ) -> bool:
        """Let equations be interpolated about a change point, so far along the line from where the inputs are, by a
        number that says so; whether there is room."""
        places = self.places(reach, centre)
        if not places:
            return False
        parts = [self.line.along, self.line.across, self.z, places, *self.memories(places)]
        numbers = np.concatenate([[number, at], *parts])
        start = int(equations.block[W_CROSSING])
        workspace[start : start + len(numbers)] = numbers
        return True

    def memory_at(self, z: Floats) -> Floats:
        """What groups remember at inputs next to the line, away from change points."""
        if self.plan.iterated.any():
            return self.begin.to(self.plan, z).memory
        return next(self.memories([float(self.line.places(z, self.z))]))


def cross_from(plan: KinematicPlan, start: Place, z: Floats, line: LineAcross, length: float) -> Crossing | None:
    """What lies on a line through inputs z up to a length to both sides, for a mode that is known at a start next to
    it; None where it cannot be followed."""
    ends: list[float] = []
    blocked = False
    here = start
    for side in (-1.0, 1.0):
        far = side * length
        found = here.to(plan, z + far * line.along)
        if found.stop is not None:
            blocked = blocked or found.stop.outcome in (Outcome.CANNOT_ASSEMBLE, Outcome.SINGULAR)
            far = SHORT_OF_END * float(line.places(found.stop.inputs, z))
            if not np.isfinite(far) or (far - (ends[0] if ends else 0.0)) * side <= 0.0:
                return None
            found = here.to(plan, z + far * line.along)
            if found.stop is not None:
                return None
        ends.append(far)
        here = Place(z + far * line.along, found.memory) if side < 0.0 else here
    changes = tuple(sorted((float(line.places(inputs, z)), group) for inputs, group in found.changes))
    return Crossing(plan, z, line, changes, ends[0], ends[1], here, blocked)


def tilt_of(crossing: Crossing, reach: float) -> float | None:
    """How far change points next to the inputs are displaced along lines beside this one, by how far these are apart;
    None where they are not there: then they lie on the line by chance."""
    near, tilt = crossing.near(0.0, FARTHEST * reach), 0.0
    places = crossing.groups
    for direction in aside_of(crossing.plan, crossing.line):
        aside = BESIDE * reach * direction
        begin = crossing.begin.inputs + aside
        way = crossing.begin.to(crossing.plan, begin)
        if way.stop is not None or any(group in near for _, group in way.changes):
            return None
        found = Place(begin, way.memory).to(crossing.plan, crossing.inputs(crossing.high) + aside)
        others = {group: float(crossing.line.places(inputs, crossing.z)) for inputs, group in found.changes}
        if found.stop is not None or not all(group in others for group in near):
            return None
        apart = max((abs(others[group] - places[group]) for group in near), default=0.0)
        if apart > TILTED * reach:
            return None
        tilt = max(tilt, apart / (BESIDE * reach))
    return tilt


def best_reach(crossing: Crossing, equations: EquationsOfMotion, workspace: Floats, t: float, y: Floats) -> float:
    """The reach with which accelerations on the nearest change point are known best; 0 if they are not."""
    at = crossing.nearest(0.0)
    longest = min(LONGEST, min(crossing.high, -crossing.low) / ROOM)
    best, least, before = 0.0, np.inf, None
    half, turns = len(y) // 2, equations.turns
    for attempt in range(ATTEMPTS):
        reach, rates, copy = longest * FACTOR**attempt, np.zeros_like(y), workspace.copy()
        is_solved = crossing.write(equations, copy, 1.0, reach, at, at) and equations.rates(copy, t, y, rates) == SOLVED
        if is_solved and before is not None:
            error = float(np.abs((rates - before)[half:] * turns).max()) / _size(rates[half:], y[half:], turns)
            if error < CLEARLY * least:
                best, least = reach / FACTOR, error
            if least <= GOOD_ENOUGH:
                break
        before = rates if is_solved else None
    return best if least <= ACCURATE else 0.0


def _size(accelerations: Floats, rates: Floats, turns: Floats) -> float:
    """How large accelerations are that links may have."""
    return max(float(np.abs(accelerations * turns).max()), float(np.square(rates * turns).max()), 1e-300)
