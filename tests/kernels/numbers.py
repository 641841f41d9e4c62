"""Positions, velocities and accelerations with each kind of kernel; run by itself it prints them."""

from __future__ import annotations

import json

import numpy as np

from sgkin import Mechanism, load_mechanism, solve
from sgkin.groups.registry import REGISTRY

MECHANISMS = {
    "RRR": "four_bar_crank_rocker",
    "RRP": "slider_crank",
    "RPR": "quick_return_slotted_lever",
    "PRP": "rapson_slide",
    "RPP": "scotch_yoke",
    "change points": "parallelogram",
    "cylinders": "hydraulic_excavator_front",
    "class III": "uchida_stephenson_III",
    "class IV": "landing_gear_by_piston",
    "iteration": "planetary_ring_fixed",
    "pose": "robot_3RRR_by_pose",
}
ORDERS = ("position", "velocity", "acceleration")
Numbers = dict[str, list[float]]


def of_library(kind: str) -> Numbers:
    return numbers(load_mechanism(MECHANISMS[kind]), np.linspace(0.0, 0.9, 7))


def of_example(signature: str) -> Numbers:
    """The group at random geometry, which moves freely for a short time."""
    return numbers(REGISTRY[signature].example(np.random.default_rng(8)), np.linspace(0.0, 0.02, 3))


def numbers(mechanism: Mechanism, times: np.ndarray) -> Numbers:
    """Of all links at all steps, for each order."""
    motion = solve(mechanism, times)
    return {
        order: np.stack([getattr(motion, order)(link) for link in motion.outputs]).ravel().tolist() for order in ORDERS
    }


if __name__ == "__main__":
    library = {kind: of_library(kind) for kind in MECHANISMS}
    examples = {signature: of_example(signature) for signature in REGISTRY}
    print(json.dumps({"library": library, "examples": examples}))
