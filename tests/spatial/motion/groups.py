"""Mechanisms that hold a registered group of space, at random geometry, and ways to move them."""

from __future__ import annotations

from functools import cache
from itertools import count, islice

import numpy as np
from numpy.typing import NDArray

from sgkin import make_plan
from sgkin.groups.registry import registry_of
from sgkin.kinematic_plan import KinematicPlan

Array = NDArray[np.float64]

WELL_CONDITIONED = 12.0
"""The largest velocity coefficient, for differences to be taken."""


@cache
def plan(signature: str, seed: int) -> KinematicPlan:
    return make_plan(registry_of("spatial")[signature].example(np.random.default_rng(seed)))


def is_good(signature: str, seed: int) -> bool:
    made = plan(signature, seed)
    return bool(np.abs(made.coefficients(made.initial_inputs).K).max() < WELL_CONDITIONED)


@cache
def good_seeds(signature: str) -> tuple[int, ...]:
    return tuple(islice((seed for seed in count() if is_good(signature, seed)), 2))


def good_plan(signature: str, number: int) -> KinematicPlan:
    return plan(signature, good_seeds(signature)[number])


CASES = [(signature, number) for signature in registry_of("spatial") for number in range(2)]


def drive(made: KinematicPlan, steps: int, reach: float = 0.02) -> tuple[Array, Array, Array]:
    """Inputs that go from where they are, at any rates."""
    random = np.random.default_rng(steps)
    z = made.initial_inputs + np.outer(np.linspace(0.0, reach, steps), random.normal(size=len(made.input_names)))
    rates, accelerations = random.normal(size=(2, *z.shape))
    return z, rates, accelerations
