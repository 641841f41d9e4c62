"""What came of every group on the way: outcomes, branches, and where something happened."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.errors import Outcome


@dataclass(frozen=True, slots=True)
class Event:
    """A group passes a change point, or its motion ends, at `inputs` (f,): on a step or on the way to it.

    `group`: its number in `structure.groups`; `step`: the first step that is not before it.
    """

    step: int
    group: int
    outcome: Outcome
    inputs: Floats


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Of a motion over `steps` steps, of which `reached` were reached.

    `first` (groups,): the branches of the groups at the start, 0 where there is only one; `flips`: group and first step
    of its other branch; `touched`: group and step on a change point; `events`: in the order of the motion, the last of
    them where it ends, if `ended`.
    """

    steps: int
    reached: int
    first: NDArray[np.int8]
    flips: tuple[tuple[int, int], ...] = ()
    touched: tuple[tuple[int, int], ...] = ()
    events: tuple[Event, ...] = ()
    ended: bool = False

    def status(self) -> NDArray[np.int8]:
        """Outcomes (steps, groups) of all steps that were asked for."""
        status = np.zeros((self.steps, len(self.first)), dtype=np.int8)
        for group, step in self.touched:
            status[step, group] = Outcome.CHANGE_POINT
        if self.ended:
            end = self.events[-1]
            status[end.step :] = Outcome.NOT_REACHED
            status[end.step, end.group] = end.outcome
        return status

    def branches(self) -> NDArray[np.int8]:
        """Branches (n, groups) at the steps that were reached."""
        branches = np.tile(self.first, (self.reached, 1))
        for group, step in self.flips:
            branches[step:, group] *= -1
        return branches
