"""The equations of motion of a mechanism in its free inputs, compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.change_points import change_points
from sgkin.dynamics.dynamic_model import DynamicModel
from sgkin.dynamics.equations_block import EquationsBlock
from sgkin.kernels import equations_block as kernel
from sgkin.kernels.rates_call import rates_at
from sgkin.kernels.right_hand_side import accelerations, equations_at
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.coordinate import Coordinate

HEADER = """\
/* Equations of motion of a mechanism, by sgkin: y holds the n free inputs and their n rates, rates gets their rates and
   accelerations. SI units and radians.

   plan       the integers of EquationsOfMotion.block; shared by all threads
   workspace  the numbers of EquationsOfMotion.workspace(); one for each thread. It carries branches and starting values
              from call to call, so that a motion is followed in small steps from the initial configuration.
   returns    -1: solved; -2: a number is not finite, or larger than 1e50; -3: a force is not finite; -4 - i: the input
              of number i moves no inertia; otherwise the number of the group that is singular or cannot be assembled,
              as it stands in EquationsOfMotion.groups: then rates is not written. */
#include <stdint.h>
typedef int64_t (*sgkin_accelerations)(const int64_t *plan, double *workspace, double t, const double *y,
                                       double *rates);
"""


class EquationsOfMotion:
    """H z̈ = p of a mechanism in its free inputs.

    `free`: numbers of the free inputs; `changes`: the change points of the only input, where they are known. For other
    people's codes: `address` of the compiled function, which a `header` describes to C; `block`: integers that
    describe the mechanism, shared by all threads; `workspace()`: numbers for one thread. It never changes.
    """

    header = HEADER

    def __init__(self, plan: KinematicPlan, free: Sequence[int], seen: tuple[Coordinate, ...] = ()) -> None:
        self.plan, self.free = plan, tuple(free)
        self.changes = change_points(plan) if _has_map(plan, self.free) else None
        self.model = DynamicModel(plan, seen)
        laid_out = EquationsBlock(self.model, self.free, self.changes)
        self.block, self._start = laid_out.plan, laid_out.start
        self.margin_groups, self._margin_places = laid_out.margin_groups, laid_out.margin_places

    @property
    def address(self) -> Any:
        """Where the right-hand side is."""
        return accelerations.address

    @property
    def names(self) -> tuple[str, ...]:
        """The free inputs."""
        return tuple(self.plan.input_names[number] for number in self.free)

    @property
    def groups(self) -> tuple[str, ...]:
        """Those that a call may name by their numbers."""
        return tuple(self.plan.structure.groups[group].label for group in self.margin_groups)

    @property
    def given(self) -> tuple[int, ...]:
        """The numbers of the inputs that follow laws."""
        return tuple(number for number in range(len(self.plan.input_names)) if number not in self.free)

    @property
    def dead_margins(self) -> Floats:
        """What roots of margins (m,) are measured by where the motion must not go on to their zeros: 1 in closed form,
        −1 for what it is at the start where a group is iterated; 0 for groups that are known not to lock."""
        if self.changes is None:
            return np.where(self.plan.iterated[list(self.margin_groups)], -1.0, 1.0)
        return np.array([float(group in self.changes.locking) for group in self.margin_groups])

    @property
    def turns(self) -> Floats:
        """How far links turn, in radians, for one of each free input (n,)."""
        return self.plan.input_turns[list(self.free)].copy()

    def workspace(self) -> Floats:
        """A new workspace (w,), which starts from the initial configuration."""
        return self._start.copy()

    def rates(self, workspace: Floats, t: float, y: Floats, rates: Floats) -> int:
        """Fill rates (n,) with those of free inputs and their rates y (n,) at a time; see the kernel."""
        return int(rates_at(self.address, self.block, workspace, t, y, rates))

    def margins(self, workspace: Floats) -> Floats:
        """The margins (m,) of the groups `margin_groups` as they were when the equations were formed last."""
        return np.asarray(workspace[self._margin_places])

    def coordinates(self, workspace: Floats) -> tuple[Floats, Floats, Floats]:
        """Values, rates and forces (n,) of all actions, then of what is seen, as they were formed last."""
        count, at = len(self.model.measured), int(self.block[kernel.W_VALUES])
        found = workspace[at : at + 3 * count].reshape(3, count)
        return found[0].copy(), found[1].copy(), found[2].copy()

    def matrix_and_forces(self, workspace: Floats, t: float, y: Floats) -> tuple[int, Floats, Floats]:
        """What came of it, H (f, f) and p (f,) of all inputs at a time and free inputs with their rates y."""
        status = int(equations_at(self.block, workspace, t, y))
        f = len(self.plan.input_names)
        matrix, forces = int(self.block[kernel.W_MATRIX]), int(self.block[kernel.W_FORCES])
        lower = np.tril(workspace[matrix : matrix + f * f].reshape(f, f))
        return status, lower + np.tril(lower, -1).T, workspace[forces : forces + f].copy()

    def time(self, workspace: Floats) -> float:
        """The time at which the equations were formed last."""
        return float(workspace[int(self.block[kernel.W_INPUTS]) + 3 * len(self.plan.input_names)])

    def hold_angles(self, workspace: Floats) -> None:
        """Let whole turns in a workspace be counted only where an integration says so, and not in what it tries."""
        workspace[int(self.block[kernel.W_INPUTS]) + 3 * len(self.plan.input_names) + 1] = 1.0

    def memory(self, workspace: Floats) -> Floats:
        """Branches and starting values (g,) of a workspace: a copy."""
        start = int(self.block[kernel.W_MEMORY])
        return workspace[start : start + len(self.plan.start)].copy()

    def remember(self, workspace: Floats, memory: Floats) -> None:
        """Let a workspace go on from branches and starting values."""
        start = int(self.block[kernel.W_MEMORY])
        workspace[start : start + len(memory)] = memory


def _has_map(plan: KinematicPlan, free: tuple[int, ...]) -> bool:
    """Whether all change points can be found beforehand: along a single free input, of groups in closed form."""
    return len(plan.input_names) == 1 and free == (0,) and not plan.iterated.any()
