"""Mechanisms that hold a registered group, at random geometry, and ways to move them."""

from __future__ import annotations

from functools import cache
from itertools import count, islice

import numpy as np
from numpy.typing import NDArray

from sgkin import Mechanism, make_plan
from sgkin.groups.registry import REGISTRY
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.dense_newton import DenseMechanism
from tests.motion.drives import initial_inputs
from tests.motion.transformed import carried

Array = NDArray[np.float64]

SIGNATURES = tuple(REGISTRY)
WELL_CONDITIONED = 150.0
"""Condition number up to which an example is far enough from a singular position to take differences."""


@cache
def example(signature: str, seed: int) -> Mechanism:
    return REGISTRY[signature].example(np.random.default_rng(seed))


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


def way_to_drive(mechanism: Mechanism) -> tuple[object, ...]:
    """What is driven of an example, and which way round; joints too can be written either way round."""
    drives = [(driver.kind, *mechanism.driven_links(driver)) for driver in mechanism.drivers]
    return (*drives, *(joint.links for joint in mechanism.joints))


@cache
def good_seeds(signature: str) -> tuple[int, ...]:
    """Seeds of well conditioned examples: the first two or, with inputs, the first for each way to drive the group."""
    good = (seed for seed in count() if condition(example(signature, seed)) < WELL_CONDITIONED)
    if not signature.endswith("*"):
        return tuple(islice(good, 2))
    ways: dict[tuple[object, ...], int] = {}
    for seed in islice(good, 40):
        ways.setdefault(way_to_drive(example(signature, seed)), seed)
    return tuple(ways.values())


CASES = [(signature, number) for signature in SIGNATURES for number in range(len(good_seeds(signature)))]
"""Every registered group with the numbers of its well conditioned examples."""


def good_plan(signature: str, number: int) -> KinematicPlan:
    """The plan of a well conditioned example."""
    return plan(signature, good_seeds(signature)[number])


@cache
def carried_plan(signature: str, number: int) -> KinematicPlan:
    """The same on a link that moves."""
    return make_plan(carried(good_plan(signature, number).mechanism))
