"""Which groups pass change points on the way along the only input, where these are known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.dynamics.change_points import ChangePoints
from sgkin.errors import Outcome
from sgkin.results.outcomes import Event, Outcomes


class Touch(NamedTuple):
    """A change point on which a step lies, by how many others lie below it, and the groups that do."""

    passed: int
    groups: tuple[int, ...]


NOWHERE = Touch(0, ())


class Passages:
    """What happens on a way (n + 1,) from the initial input through n steps, some of which lie on change points."""

    def __init__(self, changes: ChangePoints, way: Floats, touched: dict[int, Touch]) -> None:
        self.changes, self.way, self.touched = changes, way, touched
        self.passed = changes.passed(way)
        for step, (number, _) in sorted(touched.items()):  # it has not come to the other side yet
            self.passed[step + 1] = np.clip(self.passed[step], number, number + 1)
        self.flips, self.events = list[tuple[int, int]](), list[Event]()
        for step in sorted({*np.flatnonzero(np.diff(self.passed)).tolist(), *touched}):
            self._take(step)

    def _take(self, step: int) -> None:
        """Go on to a step."""
        changed = set[int]()
        for passed in _between(*self.passed[step : step + 2].tolist()):
            numbers, places = self.changes.numbered(np.array([passed]))
            groups = self.changes.groups[int(numbers[0])]
            changed ^= {*groups}
            self._add(step, Touch(passed, groups), places)
        self._add(step, self.touched.get(step, NOWHERE), self.way[step + 1 : step + 2])
        self.flips += [(group, step) for group in sorted(changed)]

    def _add(self, step: int, here: Touch, inputs: Floats) -> None:
        """Groups are on a change point, or pass it: they may have been there before."""
        before = self.touched.get(step - 1, NOWHERE)
        new = {*here.groups} - {*(before.groups if before.passed == here.passed else ())}
        self.events += [Event(step, group, Outcome.CHANGE_POINT, inputs) for group in sorted(new)]

    def outcomes(self, first: NDArray[np.int8]) -> Outcomes:
        """The same for groups that have these branches (groups,) initially."""
        steps, touched = len(self.way) - 1, sorted(self.touched.items())
        on = tuple((group, step) for step, touch in touched for group in touch.groups)
        return Outcomes(steps, steps, first, tuple(self.flips), on, tuple(self.events))


def _between(start: int, end: int) -> range:
    """The change points between two inputs that have passed so many, by how many others lie below each."""
    return range(start, end) if start <= end else range(start - 1, end - 1, -1)
