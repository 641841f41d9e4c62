"""Configurations that are evaluated one at a time: small steps from the start, each near the one before.

Where all conditions are linear, as in a train of gears, one large step besides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.fuzz.case import Case, Drive
from tests.fuzz.comparison import Answer, Comparison, Difference
from tests.witness.witness import Witness

Array = NDArray[np.float64]

STEP, LEAP = 0.01, 0.17
"""A small step of the fastest link, and a large one of an input, in radians or sizes."""
CLEAR = 0.05
"""Distance to singular positions from which on small steps cannot be misunderstood."""


def single_differences(case: Case, plan: Any, witness: Witness) -> list[Difference]:
    """What `plan.coefficients` and `plan.evaluate` say wrong."""
    way = _way(case, witness)
    start = witness.scales.given_inputs(witness.start.z)
    found = _compared(case, plan, witness, start + np.arange(4)[:, None] * STEP / _speed(witness, way) * way)
    if witness.follow([start + way]).nearest == np.inf:
        leapt = _compared(case, plan, witness, (start + LEAP * way)[None])
        found += [(kind, detail) for kind, detail in leapt if kind != "turns"]  # nobody says how many it turned
    return [("evaluate", f"{kind} {detail}") for kind, detail in found]


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


def _compared(case: Case, plan: Any, witness: Witness, inputs: Array) -> list[Difference]:
    said = witness.follow(inputs)
    if said.nearest < CLEAR:
        return []
    inputs = inputs[: said.steps]
    rates = case.drives[0].rates
    zd = np.ones(witness.f) if rates is None else rates[0]
    drive = Drive({}, inputs, np.tile(zd, (len(inputs), 1)), np.zeros_like(inputs))
    return Comparison(witness, drive, said, _answered(plan, inputs, zd), case.turns_stated).differences()


def _answered(plan: Any, inputs: Array, zd: Array) -> Answer:
    """Each configuration near the one before."""
    near, configurations, K, L = None, [], [], []
    links = len(plan.links)
    for z in inputs:
        found = plan.coefficients(z, near=near)
        configurations.append(plan.evaluate(z, zd, near=near))
        near = found.configuration
        K.append(found.K[: 3 * links].reshape(links, 3, -1))
        L.append(found.L[: 3 * links].reshape(links, 3, len(zd), len(zd)))
    derivatives = {
        "K": np.array(K),
        "L": np.array(L),
        "velocity": np.array([each.velocities for each in configurations]),
        "acceleration": np.array([each.accelerations for each in configurations]),
    }
    return Answer(np.array([each.poses for each in configurations]), derivatives, "")
