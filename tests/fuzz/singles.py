"""Configurations that are evaluated one at a time: small steps from the start, each near the one before.

Where all conditions are linear, as in a train of gears, one large step besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.fuzz.case import Case, Drive
from tests.fuzz.comparison import Answer
from tests.witness.witness import Witness, Witnessed

Array = NDArray[np.float64]

STEP, LEAP = 0.01, 0.17
"""A small step of the fastest link, and a large one of an input, in radians or sizes."""
CLEAR = 0.05
"""Distance to singular positions from which on small steps cannot be misunderstood."""


def single_drives(case: Case, witness: Witness) -> Iterator[tuple[Drive, Witnessed]]:
    """Inputs at which configurations are to be evaluated, and what the witness says of them."""
    start, way = witness.scales.given_inputs(witness.start.z), _way(case, witness)
    steps = [np.arange(4.0) * STEP / _speed(witness, way)]
    if witness.follow([start + way]).nearest == np.inf:
        steps.append(np.array([LEAP]))
    for places in steps:
        inputs = start + places[:, None] * way
        said = witness.follow(inputs)
        if said.nearest > CLEAR and said.steps:
            rates = case.drives[0].rates
            zd = np.ones_like(inputs) if rates is None else np.tile(rates[0], (len(inputs), 1))
            yield Drive({}, inputs[: said.steps], zd[: said.steps], np.zeros_like(inputs)[: said.steps]), said


def _way(case: Case, witness: Witness) -> Array:
    """The way of the inputs of the first drive, one radian or size long."""
    inputs, scale = case.drives[0].inputs, witness.scales.input_scale
    way = inputs[-1] - inputs[0]
    return np.asarray(way / max(float(np.abs(way / scale).max()), 1e-300))


def _speed(witness: Witness, way: Array) -> float:
    """How fast the fastest link moves along a way of the inputs, or the inputs themselves."""
    start = witness.follow([witness.scales.given_inputs(witness.start.z)])
    change = np.abs(start.K[0] @ way) / np.array([witness.scales.size, witness.scales.size, 1.0])
    return max(1.0, float(change.max()))


def evaluated(plan: Any, drive: Drive) -> Answer:
    """What `plan.coefficients` and `plan.evaluate` say, each near the configuration before."""
    assert drive.rates is not None
    near, configurations, K, L = None, [], [], []
    links, f = len(plan.links), len(plan.input_names)
    for z, zd in zip(drive.inputs, drive.rates, strict=True):
        found = plan.coefficients(z, near=near)
        configurations.append(plan.evaluate(z, zd, near=near))
        near = found.configuration
        K.append(found.K[: 3 * links].reshape(links, 3, f))
        L.append(found.L[: 3 * links].reshape(links, 3, f, f))
    derivatives = {
        "K": np.array(K),
        "L": np.array(L),
        "velocity": np.array([each.velocities for each in configurations]),
        "acceleration": np.array([each.accelerations for each in configurations]),
    }
    return Answer(np.array([each.poses for each in configurations]), derivatives, "")
