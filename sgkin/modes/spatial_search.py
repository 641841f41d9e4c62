"""Groups in space whose modes are searched, see `sgkin.modes.search`: hung in a tree of joints, or a body on six
conditions."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.kernels.space import newton, platform, tree
from sgkin.kernels.space.motions import FRAME
from sgkin.kernels.space.six import SIX
from sgkin.modes.refinement import SAME
from sgkin.modes.search import close
from sgkin.space import Vector
from sgkin.whole_turns import WHOLE_TURN

ROUNDED = 6
"""Digits by which solutions are put into an order."""
ROUNDS = 10
"""Of starts, at most."""
FAR = 0.6
"""How far bodies that no joint holds are strewn, for a strewn number of one, by the size of the group."""


class TreeGroup:
    """A group of links in a tree of joints: solutions are the numbers of its steps, and angles that are counted.

    Turns about joints are strewn, those of balls, and turns and places of free frames; slides follow.
    """

    rounds = ROUNDS

    def __init__(self, state: Floats, rows: Integers, geometry: Floats, memory: Floats) -> None:
        self.G, self.M = geometry, memory
        self.sizes, self.places, self.jacobian, _, self.constants = newton.layout(geometry, memory)
        _, self.count, _, _, height, self.n, totals, numbers, self.links = self.sizes
        self.frames, self.trial, self.right, self.step = (self.places[place] for place in (0, 2, 6, 7))
        self.size, self.height, self.steps = float(geometry[newton.LENGTH]), height, self.constants[1]
        self.counted = slice(numbers - totals, numbers)
        self.kinds = [int(each) for each in self._of_steps(tree.KIND)]
        self.turns = self._of_steps(tree.TURN) != 0.0
        self.winds = np.flatnonzero(self.turns & (self._of_steps(tree.SLIDE) != 0.0))
        self.strewn = sum(
            int(turns) if kind == tree.SCREW else tree.UNKNOWNS[kind]
            for kind, turns in zip(self.kinds, self.turns, strict=True)
        )
        self.turning = [False] * (FRAME * self.links)
        newton.load_known(state, rows, geometry, memory, 0, 0, self.sizes, self.places)
        self.present = memory[:numbers].copy()

    def _of_steps(self, part: int) -> Floats:
        return self.G[self.steps : self.steps + tree.STEP * self.count].reshape(-1, tree.STEP)[:, part]

    def at(self, solution: Floats) -> tuple[Floats, Floats]:
        own = slice(self.trial, self.trial + len(solution))
        self.M[own] = solution
        newton.evaluate(self.G, self.M, self.sizes, self.places, self.constants, self.jacobian, False)
        solution[self.counted] = self.M[own][self.counted]  # each nearest to what it was
        slopes = self.M[self.jacobian : self.jacobian + self.height * self.n].reshape(self.height, self.n).copy()
        return self.M[self.right : self.right + self.height] / self.size, slopes

    def moved(self, solution: Floats, step: Floats) -> Floats:
        own = slice(self.trial, self.trial + len(solution))
        self.M[own], self.M[self.step : self.step + self.n] = solution, step * self.size
        tree.move_by(self.G, self.M, self.steps, self.count, self.trial, self.step, self.size)
        return self.M[own].copy()

    def start(self, strewn: Floats) -> Floats:
        solution, used = self.present.copy(), 0
        numbers, columns = self._of_steps(tree.NUMBER).astype(int), self._of_steps(tree.COLUMN).astype(int)
        slides: list[int] = []
        for kind, turns, number, column in zip(self.kinds, self.turns, numbers, columns, strict=True):
            own = strewn[used : used + (int(turns) if kind == tree.SCREW else tree.UNKNOWNS[kind])]
            used += len(own)
            if kind == tree.SCREW and turns:
                solution[number] += own[0]
            elif kind == tree.SCREW:
                slides.append(column)
            else:
                axes = number + (3 if kind == tree.FREE else 0)
                solution[axes : axes + 9] = any_turn(own[:3]).ravel()
                solution[number:axes] += FAR * self.size * own[3:]
        residual, jacobian = self.at(solution)
        step = np.zeros(self.n)
        if slides:
            step[slides] = np.linalg.lstsq(jacobian[:, slides], residual, rcond=1e-10)[0]
        return self.moved(solution, step)

    def settled(self, solution: Floats) -> Floats:
        if not len(self.winds):
            return solution
        numbers = self._of_steps(tree.NUMBER).astype(int)[self.winds]
        nearest = solution.copy()
        away = (solution - self.present)[numbers] / WHOLE_TURN
        nearest[numbers] -= WHOLE_TURN * np.ceil(away - 0.5 - SAME)  # up to half a turn on, and less than that back
        closed = close(self, nearest)
        return solution if closed is None else closed

    def frames_of(self, solution: Floats) -> Floats:
        """Origins and axes (links, 12)."""
        self.at(solution.copy())
        ends = self.G[self.constants[2] : self.constants[2] + self.links].astype(int)
        all_frames = self.M[self.frames : self.frames + FRAME * (self.sizes[0] + self.count)].reshape(-1, FRAME)
        return np.asarray(all_frames[ends])

    def compared(self, solution: Floats) -> Floats:
        return by_size(self.frames_of(solution), self.size)

    def order(self, compared: Floats) -> list[float]:
        return turns_first(compared)


class BodyOnSix:
    """A body on six conditions: solutions are its origin and axes."""

    strewn, rounds = 6, ROUNDS

    def __init__(self, state: Floats, rows: Integers, geometry: Floats, memory: Floats) -> None:
        self.S, self.R, self.G, self.M = state, rows, geometry, memory
        self.size, self.present = float(geometry[0]), memory[:FRAME].copy()
        self.turning = [False] * FRAME

    def at(self, solution: Floats) -> tuple[Floats, Floats]:
        self.M[platform.TRIAL : platform.TRIAL + FRAME] = solution
        platform.evaluate(self.S, self.R, self.G, self.M, 0, platform.FIRST)
        slopes = self.M[platform.FIRST : platform.FIRST + SIX * SIX].reshape(SIX, SIX).copy()
        return self.M[platform.RIGHT : platform.RIGHT + SIX] / self.size, slopes

    def moved(self, solution: Floats, step: Floats) -> Floats:
        own = slice(platform.TRIAL, platform.TRIAL + FRAME)
        self.M[own] = solution
        self.M[platform.TRIAL : platform.TRIAL + 3] -= step[:3] * self.size
        tree.turn_by(self.M, platform.TRIAL, *(-step[3:]))
        return self.M[own].copy()

    def start(self, strewn: Floats) -> Floats:
        return np.concatenate([self.present[:3] + FAR * self.size * strewn[3:], any_turn(strewn[:3]).ravel()])

    def settled(self, solution: Floats) -> Floats:
        return solution

    def frames_of(self, solution: Floats) -> Floats:
        """Origin and axes (1, 12)."""
        return solution[None]

    def compared(self, solution: Floats) -> Floats:
        return by_size(self.frames_of(solution), self.size)

    def order(self, compared: Floats) -> list[float]:
        return turns_first(compared)


def by_size(frames: Floats, size: float) -> Floats:
    """All numbers of frames (n, 12), their places in parts of a size."""
    return np.asarray((frames / np.repeat([size, 1.0], [3, 9])).ravel())


def turns_first(compared: Floats) -> list[float]:
    """Rounded numbers of frames, the axes of each before its place."""
    return [float(each) for each in np.roll(np.round(compared.reshape(-1, FRAME), ROUNDED), -3, axis=1).ravel()]


def any_turn(angles: Floats) -> Floats:
    """The axes (3, 3), one after the other, of a frame turned by three angles between −π and π, such that even angles
    are turns that are spread evenly.

    K. Shoemake, Uniform random rotations, 1992.
    """
    share = (angles[0] + np.pi) / (2.0 * np.pi)
    one, other = np.sqrt(1.0 - share), np.sqrt(share)
    w, z = other * np.cos(angles[2]), other * np.sin(angles[2])
    x, y = one * np.sin(angles[1]), one * np.cos(angles[1])
    columns: tuple[Vector, Vector, Vector] = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)),
        (2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)),
        (2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
    return np.array(columns)
