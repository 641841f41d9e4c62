"""A rhombus whose crank pin passes over the other fixed pin: the mode goes on, whatever is kept of the motion."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sgkin import ConstantSpeed, InitialConfiguration, JointDriver, Link, Mechanism, Revolute, make_plan, solve
from sgkin.sweep.one_configuration import followed_memory

RHOMBUS = Mechanism(
    "rhombus",
    links=[
        Link("ground", {"A": (0, 0), "D": (1, 0)}),
        Link("crank", {"A": (0, 0), "B": (1, 0)}),
        Link("bar", {"B": (0, 0), "C": (1, 0)}),
        Link("rocker", {"D": (0, 0), "C": (1, 0)}),
    ],
    joints=[
        Revolute("A", ("ground", "crank")),
        Revolute("B", ("crank", "bar")),
        Revolute("C", ("bar", "rocker")),
        Revolute("D", ("ground", "rocker")),
    ],
    drivers=[JointDriver("motor", "A", ConstantSpeed(1.0, 0.5 * np.pi))],
    initial=InitialConfiguration(points={"B": (0, 1), "C": (1, 1)}),
)


@pytest.mark.parametrize("outputs", [None, ["bar.C"]])
def test_coarse_steps_keep_the_mode(outputs: list[str] | None) -> None:
    """Without links among the outputs no angle is counted, and the margin alone tells that two modes meet."""
    plan, random = make_plan(RHOMBUS), np.random.default_rng(0)
    for _ in range(60):
        z = np.linspace(0.5 * np.pi, random.uniform(-3.0, -0.1), random.integers(2, 12))
        motion = solve(plan, inputs=z, outputs=outputs)
        assert_allclose(motion.position("bar.C"), np.stack([1 + np.cos(z), np.sin(z)], axis=1), rtol=0, atol=1e-9)


def test_the_branch_is_followed_to_other_inputs() -> None:
    plan = make_plan(RHOMBUS)
    start = plan.start.copy()
    for z, passed in ((1.0, 0), (-1.0, 1), (-0.5 * np.pi, 1), (-4.0, 2), (4.0, 1)):
        memory = followed_memory(plan, plan.initial_inputs, start.copy(), np.array([z]))
        assert_allclose(memory, start * (-1.0) ** passed)
