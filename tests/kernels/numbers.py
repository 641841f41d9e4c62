"""Positions, velocities and accelerations of a mechanism with each kind of kernel; run by itself it prints them."""

from __future__ import annotations

import json

import numpy as np

from sgkin import load_mechanism, solve

MECHANISMS = {
    "RRR": "four_bar_crank_rocker",
    "RRP": "slider_crank",
    "RPR": "quick_return_slotted_lever",
    "PRP": "rapson_slide",
    "RPP": "scotch_yoke",
    "change points": "parallelogram",
    "class III": "uchida_stephenson_III",
    "class IV": "landing_gear_by_piston",
    "iteration": "planetary_ring_fixed",
    "pose": "robot_3RRR_by_pose",
}
ORDERS = ("position", "velocity", "acceleration")


def numbers(name: str) -> dict[str, list[float]]:
    """Of all links at seven steps, for each order."""
    motion = solve(load_mechanism(name), np.linspace(0.0, 0.9, 7))
    return {
        order: np.stack([getattr(motion, order)(link) for link in motion.outputs]).ravel().tolist() for order in ORDERS
    }


if __name__ == "__main__":
    print(json.dumps({kind: numbers(name) for kind, name in MECHANISMS.items()}))
