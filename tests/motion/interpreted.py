"""Solve an example of every registered group, driven in every way, and of every kind of iteration; print all numbers.

Run as a program, with the JIT on or off: `python -m tests.motion.interpreted` prints a table in JSON.
"""

from __future__ import annotations

import json

import numpy as np

from sgkin import load_mechanism, make_plan, solve
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.coefficients import coefficients
from tests.motion.coordinates import accelerations, positions, velocities
from tests.motion.drives import initial_inputs, way
from tests.motion.groups import CASES, good_plan

ITERATED = ("four_bar_input_at_coupler", "gear_pair", "coupled_wheels_three_parallel_cranks")


def numbers(plan: KinematicPlan) -> list[list[float]]:
    """Positions, velocities and accelerations of a short motion, and K and L at its start."""
    start = initial_inputs(plan.mechanism)
    drive = way(start, start + np.resize([4e-3, -2e-3], len(start)), 4)
    motion = solve(plan, inputs=drive.inputs, input_rates=drive.rates, input_accelerations=drive.accelerations)
    rows = [positions(motion), velocities(motion), accelerations(motion), *coefficients(plan, start)[1:]]
    return [np.ravel(row).tolist() for row in rows]


def table() -> dict[str, list[list[float]]]:
    examples = [(signature, number) for signature, number in CASES if number == 0 or signature.endswith("*")]
    plans = {f"{signature} {number}": good_plan(signature, number) for signature, number in examples}
    plans |= {name: make_plan(load_mechanism(name)) for name in ITERATED}
    return {name: numbers(plan) for name, plan in plans.items()}


if __name__ == "__main__":
    print(json.dumps(table()))
