"""Smooth ways from one set of inputs to another, with their rates, over a time from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin import Mechanism, Motion, make_plan, solve

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Drive:
    """Inputs (steps, f) at equally spaced times, with rates and accelerations."""

    inputs: Array
    rates: Array
    accelerations: Array

    @property
    def interval(self) -> float:
        """The time between two steps."""
        return 1.0 / (len(self.inputs) - 1)

    def solve(self, mechanism: Mechanism) -> Motion:
        return solve(
            make_plan(mechanism),
            inputs=self.inputs,
            input_rates=self.rates,
            input_accelerations=self.accelerations,
        )


def way(start: ArrayLike, end: ArrayLike, steps: int) -> Drive:
    """From start to end in a straight line, slowing down on the way: z = start + (end − start) (1.3 t − 0.3 t²)."""
    begin, change = np.asarray(start, dtype=float), np.subtract(end, start)
    t = np.linspace(0.0, 1.0, steps + 1)
    return Drive(
        begin + np.outer(1.3 * t - 0.3 * t**2, change),
        np.outer(1.3 - 0.6 * t, change),
        np.outer(np.full_like(t, -0.6), change),
    )


def initial_inputs(mechanism: Mechanism) -> Array:
    """The inputs of the initial configuration, in the order of the drivers."""
    return np.array([mechanism.initial_inputs[name] for name in mechanism.input_names])


def ways(mechanism: Mechanism, steps: int) -> list[Drive]:
    """A full turn, or from the initial inputs to both ends of the range that the file states."""
    start = initial_inputs(mechanism)
    if mechanism.expected.full_turn:
        return [way(start, start + 2.0 * np.pi, steps)]
    ends = [np.array([mechanism.expected.range[name][end] for name in mechanism.input_names]) for end in range(2)]
    return [way(start, end, steps) for end in ends if not np.allclose(start, end, rtol=0.0, atol=1e-12)]
