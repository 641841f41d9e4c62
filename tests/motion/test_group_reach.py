"""At any inputs a group either closes or says how far it is open; it never gives what is no number."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Link, MotionError, Outcome, Revolute, make_plan, solve
from sgkin.coefficients import Configuration
from sgkin.groups.registry import REGISTRY
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.dense_newton import DenseMechanism
from tests.motion.drives import initial_inputs
from tests.motion.four_bars import four_bar
from tests.motion.groups import CASES, good_plan


def evaluated(plan: KinematicPlan, z: NDArray[np.float64]) -> Configuration | MotionError:
    try:
        return plan.evaluate(z, np.ones_like(z))
    except MotionError as error:
        return error


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_single_configurations(signature: str, number: int) -> None:
    plan = good_plan(signature, number)
    dense = DenseMechanism(plan.mechanism)
    start = initial_inputs(plan.mechanism)
    for offset in np.random.default_rng(number).normal(size=(20, len(start))):
        now = evaluated(plan, start + offset)
        if isinstance(now, MotionError):
            assert now.outcome in (Outcome.CANNOT_ASSEMBLE, Outcome.NOT_CONVERGED)
            assert now.gap > 0.0 or REGISTRY[signature].gap is None
            continue
        assert now.velocities is not None
        assert np.isfinite(now.velocities).all()
        q = now.poses.ravel()
        far = max(np.abs(q / dense.scales).max(), 1.0)
        assert np.abs(dense.conditions(q, start + offset)).max() < 1e-11 * far


@pytest.mark.parametrize("steps", [1, 2, 50])
def test_lengths_that_cannot_close_at_the_first_step(steps: int) -> None:
    mechanism = four_bar(1.0, 2.0, 2.0, 8.0, angle=0.0, branch=1)
    z = np.zeros((steps, 1))
    with pytest.raises(MotionError, match=r"cannot be assembled .* at the first step, open by 3 m") as caught:
        solve(mechanism, inputs=z)
    error = caught.value
    assert (error.outcome, error.step, error.motion.steps) == (Outcome.CANNOT_ASSEMBLE, 0, 0)
    assert error.group == "RRR(coupler, rocker)"
    assert error.joints == ("B", "C", "D")
    assert error.gap == pytest.approx(3.0)
    assert error.inputs == {"motor": 0.0}
    assert error.motion.status[0].tolist() == [Outcome.NOT_REACHED, Outcome.CANNOT_ASSEMBLE]
    assert (error.motion.status[1:] == Outcome.NOT_REACHED).all()
    with pytest.raises(MotionError, match="open by 3 m"):
        make_plan(mechanism).evaluate(0.0)


def test_all_groups_of_a_single_configuration_are_looked_at() -> None:
    """The first dyad is on its change point, which is no failure; the second does not reach."""
    base = four_bar(2.0, 6.0, 2.0, 6.0, angle=1.0)
    mechanism = replace(
        base,
        links=[
            Link("ground", {"A": (0.0, 0.0), "D": (6.0, 0.0), "E": (8.0, 2.0)}),
            *base.links[1:],
            Link("far", {"C": (0.0, 0.0), "F": (1.0, 0.0)}),
            Link("near", {"E": (0.0, 0.0), "F": (0.5, 0.0)}),
        ],
        joints=[
            *base.joints[:2],
            Revolute("C", ("coupler", "rocker", "far")),
            *base.joints[3:],
            Revolute("E", ("ground", "near")),
            Revolute("F", ("far", "near")),
        ],
        initial=replace(base.initial, branches={"far": 1}),
    )
    plan = make_plan(mechanism)
    assert plan.evaluate(np.pi / 3).poses.shape == (5, 3)
    with pytest.raises(MotionError, match=r"RRR\(far, near\)"):
        plan.evaluate(0.0)
