"""Looking for the modes of a group that is solved by Newton iteration: from many starts.

With the angles of its links given, most conditions of a group are linear in their places. So only the angles are
strewn, evenly and always in the same way; the places follow from them, but for those of bodies that no joint holds.
Levenberg and Marquardt's method leads from there to a solution, or nowhere. In space it goes on until each solution was
found more than once or twice. That no further mode exists is not proved by it.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.kernels import newton
from sgkin.kernels.limits import CLOSED
from sgkin.modes.refinement import ASIDE, FLAT_HERE, is_same, wrapped

STARTS = 60
"""Starts in a round, for each number that is strewn."""
ENOUGH = 3
"""How often each solution must be found for the search to end."""
MOST_SINGULAR = 30
"""Singular solutions that are looked at: more of them lie side by side, where the group can move on its own."""
MOST_STEPS = 60
LEAST_DAMPING = 1e-14
"""With less a singular matrix may stay singular."""


class SearchedGroup(Protocol):
    """The conditions of a group, at the configuration of the earlier groups that a state holds.

    `strewn`: how many numbers are strewn; `rounds`: how many rounds of starts there are at most; `present`: the last
    solution; `turning`: which of the numbers by which solutions are compared are the same after a turn.
    """

    strewn: int
    rounds: int
    present: Floats
    turning: list[bool]

    def at(self, solution: Floats) -> tuple[Floats, Floats]:
        """Residuals and Jacobian, lengths in parts of the group's size."""

    def moved(self, solution: Floats, step: Floats) -> Floats:
        """A solution after a step of the unknowns."""

    def start(self, strewn: Floats) -> Floats:
        """A solution away from the present one by strewn numbers between −π and π."""

    def settled(self, solution: Floats) -> Floats:
        """A solution as it is counted: whole turns that lead to another place may be too many."""

    def compared(self, solution: Floats) -> Floats:
        """The numbers by which solutions are compared, lengths in parts of the group's size."""

    def order(self, compared: Floats) -> list[float]:
        """What puts solutions into an order."""


class Found(NamedTuple):
    """Solutions in their order; `loose`: whether there are others, at which the group can move on its own."""

    solutions: list[Floats]
    loose: bool


class NewtonGroup:
    """A group of the plane: solutions are x, y and θ of its links."""

    rounds = 1

    def __init__(self, state: Floats, rows: Integers, geometry: Floats, memory: Floats) -> None:
        self.G, self.M = geometry, memory
        self.sizes, self.places, self.jacobian, _ = newton.layout(geometry, memory)
        known, self.strewn, inputs, _, height, n = self.sizes
        frames, values, _, _, right, _, self.trial, _ = self.places
        self.size = float(geometry[6])
        self.scales = np.tile([self.size, self.size, 1.0], self.strewn)
        self.turning = [False, False, True] * self.strewn
        self.derivatives, self.right = slice(self.jacobian, self.jacobian + height * n), slice(right, right + height)
        newton.load_known(state, rows, geometry, memory, 0, known, int(geometry[5]), inputs, frames, values)
        self.present = memory[:n].copy()

    def at(self, solution: Floats) -> tuple[Floats, Floats]:
        n = len(solution)
        self.M[self.trial : self.trial + n] = solution
        newton.evaluate(self.G, self.M, self.sizes, self.places, self.jacobian, self.trial, self.size)
        return self.M[self.right] / self.size, self.M[self.derivatives].reshape(-1, n).copy()

    def moved(self, solution: Floats, step: Floats) -> Floats:
        return np.asarray(solution - step * self.scales)

    def start(self, strewn: Floats) -> Floats:
        poses = np.zeros((self.strewn, 3))
        poses[:, 2] = strewn + self.present[2::3]
        residual, jacobian = self.at(poses.ravel())
        places = np.arange(3 * self.strewn).reshape(-1, 3)[:, :2].ravel()
        step = np.linalg.lstsq(jacobian[:, places], residual, rcond=1e-10)[0]
        poses[:, :2] = -step.reshape(-1, 2) * self.size
        return poses.ravel()

    def settled(self, solution: Floats) -> Floats:
        return solution

    def compared(self, solution: Floats) -> Floats:
        return np.asarray(solution / self.scales)

    def order(self, compared: Floats) -> list[float]:
        return [float(each) for each in np.round(wrapped(compared[2::3]), 6)]


def close(group: SearchedGroup, solution: Floats) -> Floats | None:
    """The solution near a start; None if there is none."""
    damping = 1e-3
    residual, jacobian = group.at(solution)
    error = float(residual @ residual)
    for _ in range(MOST_STEPS):
        normal = jacobian.T @ jacobian + damping * np.eye(jacobian.shape[1])
        trial = group.moved(solution, np.asarray(np.linalg.solve(normal, jacobian.T @ residual)))
        found, slopes = group.at(trial)
        square = float(found @ found)
        if square < error:
            solution, residual, jacobian, damping = trial, found, slopes, max(damping * 0.1, LEAST_DAMPING)
            if square < CLOSED**2 and square > 0.01 * error:
                break
            error = square
        elif error < CLOSED**2 or damping > 1e3:
            break
        else:
            damping *= 10.0
    return solution if error < CLOSED**2 else None


def strewn_angles(count: int, dimensions: int) -> Floats:
    """Evenly strewn angles (count, dimensions) between −π and π: multiples of powers of a generalised golden ratio.

    Martin Roberts, The unreasonable effectiveness of quasirandom sequences, 2018.
    """
    ratio = 2.0
    for _ in range(50):
        ratio = (1.0 + ratio) ** (1.0 / (dimensions + 1.0))
    steps = ratio ** -np.arange(1.0, dimensions + 1.0)
    return np.remainder(np.outer(np.arange(1.0, count + 1.0), steps), 1.0) * (2.0 * np.pi) - np.pi


class Tally:
    """Solutions of a group that stand alone, and how often each was found; and those at which its conditions depend on
    each other."""

    def __init__(self, group: SearchedGroup) -> None:
        self.group = group
        self.regular: list[tuple[Floats, Floats]] = []  # as it is compared, and itself
        self.singular: list[Floats] = []
        self.counts: list[int] = []

    def add(self, solution: Floats) -> None:
        """Count a solution."""
        group = self.group
        solution = group.settled(solution)
        sizes = np.linalg.svd(group.at(solution)[1], compute_uv=False)
        if not sizes[-1] > FLAT_HERE * sizes[0]:
            self.singular.append(solution)
            return
        compared = group.compared(solution)
        for number, (other, _) in enumerate(self.regular):
            if is_same(compared, other, group.turning):
                self.counts[number] += 1
                return
        self.regular.append((compared, solution))
        self.counts.append(1)

    @property
    def is_settled(self) -> bool:
        """Whether every solution was found often enough."""
        return min(self.counts, default=ENOUGH) >= ENOUGH

    def _singular(self) -> list[tuple[Floats, Floats]]:
        """Singular solutions, each once; of very many, which no modes would be, the first."""
        kept: list[tuple[Floats, Floats]] = []
        for solution in self.singular:
            compared = self.group.compared(solution)
            if len(kept) < MOST_SINGULAR and not any(is_same(compared, each, self.group.turning) for each, _ in kept):
                kept.append((compared, solution))
        return kept

    def found(self) -> Found:
        """Solutions that stand alone, in their order."""
        group = self.group
        kept, loose = list(self.regular), False
        for compared, solution in self._singular():
            if stands_alone(group, solution):
                kept.append((compared, solution))
            else:
                loose = True
        kept.sort(key=lambda each: group.order(each[0]))
        return Found([solution for _, solution in kept], loose)


def stands_alone(group: SearchedGroup, solution: Floats) -> bool:
    """Whether one comes back to a singular solution from aside, the way that its Jacobian does not see."""
    way = np.linalg.svd(group.at(solution)[1])[2][-1]
    beside = close(group, group.moved(solution, ASIDE * way))
    return beside is None or float(np.abs(group.compared(beside) - group.compared(solution)).max()) < 0.1 * ASIDE


def search_modes(group: SearchedGroup) -> Found:
    """The solutions that are found, the last one among them."""
    count, tally = STARTS * group.strewn, Tally(group)
    strewn = strewn_angles(count * group.rounds, group.strewn)
    for turn in range(group.rounds):
        starts = [*([] if turn else [group.present]), *map(group.start, strewn[turn * count : (turn + 1) * count])]
        for start in starts:
            solution = close(group, start)
            if solution is not None:
                tally.add(solution)
        if tally.is_settled:
            break
    return tally.found()
