"""Mechanisms that hold a registered group, at random geometry, and ways to move them."""

from __future__ import annotations

from functools import cache
from itertools import count, islice

import numpy as np
from numpy.typing import NDArray

from sgkin import Mechanism, make_plan
from sgkin.groups.cylinder import CYLINDER
from sgkin.groups.registry import REGISTRY
from sgkin.plan.plan import KinematicPlan
from tests.motion.dense_newton import DenseMechanism
from tests.motion.drives import initial_inputs

Array = NDArray[np.float64]

DECLARATIONS = {**REGISTRY, "RRR with a cylinder": CYLINDER}
SIGNATURES = tuple(DECLARATIONS)
WELL_CONDITIONED = 150.0
"""Condition number up to which an example is far enough from a singular position to take differences."""


@cache
def example(signature: str, seed: int) -> Mechanism:
    return DECLARATIONS[signature].example(np.random.default_rng(seed))


@cache
def plan(signature: str, seed: int) -> KinematicPlan:
    return make_plan(example(signature, seed))


def initial_coordinates(mechanism: Mechanism) -> Array:
    """q of an example, which states all its points and angles, closed by Newton's method on the whole mechanism."""
    poses = []
    for link in mechanism.moving_links:
        theta = mechanism.initial.angles[link]
        name, (px, py) = next(iter(mechanism.link(link).points.items()))
        x, y = mechanism.initial.points[f"{link}.{name}"]
        poses += [x - np.cos(theta) * px + np.sin(theta) * py, y - np.sin(theta) * px - np.cos(theta) * py, theta]
    return DenseMechanism(mechanism).close(poses, initial_inputs(mechanism))


def condition(mechanism: Mechanism) -> float:
    """Condition number of an example at its initial configuration."""
    dense = DenseMechanism(mechanism)
    jacobian, _ = dense.jacobians(initial_coordinates(mechanism), initial_inputs(mechanism))
    return float(np.linalg.cond(jacobian * dense.scales))


@cache
def good_seeds(signature: str, most: int) -> tuple[int, ...]:
    """The first seeds with well conditioned examples."""
    good = (seed for seed in count() if condition(example(signature, seed)) < WELL_CONDITIONED)
    return tuple(islice(good, most))


CASES = [(signature, seed) for signature in SIGNATURES for seed in range(2)]
"""Every registered group with the numbers of two well conditioned examples."""


def good_plan(signature: str, number: int) -> KinematicPlan:
    """The plan of a well conditioned example."""
    return plan(signature, good_seeds(signature, number + 1)[number])
