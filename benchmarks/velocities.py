"""Velocity and acceleration from the K and L of method III: K ż and K z̈ + L ż², compiled, into room that is there.

For one input. They are given for every point that was kept, as method II keeps them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from benchmarks.chain import OneByOne, Swept, rows_of

Floats = NDArray[np.float64]


@numba.njit
def by_rows(state: Any, places: Any, rate: Any, acceleration: Any, out: Any) -> None:
    """From rows of lanes, of which K begins at places (n, 0) of the state and L at (n, 1), to out (n, 2, lanes)."""
    for number in range(places.shape[0]):
        first, second = places[number, 0], places[number, 1]
        for k in range(rate.shape[0]):
            K, L = state[first + k], state[second + k]
            out[number, 0, k] = K * rate[k]
            out[number, 1, k] = K * acceleration[k] + L * rate[k] * rate[k]


@numba.njit
def by_steps(kept: Any, rate: Any, acceleration: Any, out: Any) -> None:
    """From what was kept in each step (steps, points, 6) to out (steps, points, 4)."""
    for k in range(kept.shape[0]):
        for point in range(kept.shape[1]):
            for part in range(2):
                K, L = kept[k, point, 2 + part], kept[k, point, 4 + part]
                out[k, point, part] = K * rate[k]
                out[k, point, 2 + part] = K * acceleration[k] + L * rate[k] * rate[k]


class Velocities:
    """The velocities and accelerations of a run of method III; inputs (3, steps): value, rate and acceleration."""

    def __init__(self, solved: Any, inputs: Floats) -> None:
        self.solved, (_, self.rate, self.acceleration) = solved, inputs
        assert isinstance(solved, Swept | OneByOne)
        if isinstance(solved, OneByOne):
            self.kept = solved.kept.reshape(len(solved.kept), -1, 6)
            self.out = np.empty((*self.kept.shape[:2], 4))
        else:
            layout, tape = solved.sweep.layout, solved.sweep.tape
            rows = np.array([rows_of(tape, feature)[2:] for feature in solved.features])
            self.places = layout.offset[rows.reshape(-1, 2, 2).transpose(0, 2, 1).reshape(-1, 2)]
            self.out = np.empty((len(self.places), 2, len(self.rate)))

    def run(self) -> None:
        """All steps."""
        if isinstance(self.solved, OneByOne):
            by_steps(self.kept, self.rate, self.acceleration, self.out)
        else:
            layout = self.solved.sweep.layout
            by_rows(layout.state, self.places, self.rate, self.acceleration, self.out)

    def found_at(self, points: Sequence[int]) -> Floats:
        """Velocity and acceleration (points, 4, steps) of some points, by their numbers."""
        if isinstance(self.solved, OneByOne):
            return self.out.transpose(1, 2, 0)[list(points)]
        return self.out.reshape(-1, 2, 2, len(self.rate)).transpose(0, 2, 1, 3).reshape(-1, 4, len(self.rate))[points]
