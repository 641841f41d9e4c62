"""A dyad with a driven length in closed form against the iteration that solves any group."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    DistanceDriver,
    InitialConfiguration,
    Link,
    Mechanism,
    MotionError,
    Revolute,
    load_mechanism,
    make_plan,
    solve,
)
from sgkin.groups.registry import REGISTRY
from sgkin.plan.plan import KinematicPlan


def boom(cylinder_first: bool = False) -> Mechanism:
    """A boom of 4 m, raised by a cylinder between the ground and a point 2 m along it."""
    points = ("ground.base", "boom.tip") if cylinder_first else ("boom.tip", "ground.base")
    return Mechanism(
        "boom",
        links=[
            Link("ground", {"O": (0.0, 0.0), "base": (1.0, -0.5)}),
            Link("boom", {"O": (0.0, 0.0), "tip": (2.0, 0.1), "end": (4.0, 0.0)}),
        ],
        joints=[Revolute("O", ("ground", "boom"))],
        drivers=[DistanceDriver("cylinder", points, ConstantSpeed(0.1, start=1.2))],
        initial=InitialConfiguration(angles={"boom": 0.3}),
    )


def both_ways(mechanism: Mechanism, monkeypatch: pytest.MonkeyPatch) -> tuple[KinematicPlan, KinematicPlan]:
    closed = make_plan(mechanism)
    monkeypatch.delitem(REGISTRY, "RRR*")
    iterated = make_plan(mechanism)
    monkeypatch.undo()
    return closed, iterated


def kernels(plan: KinematicPlan) -> list[str]:
    return [element.kernel.name for element in plan.solvers if element is not None]


@pytest.mark.parametrize("seed", range(10))
def test_random_cylinders_agree_with_the_iteration(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    mechanism = REGISTRY["RRR*"].example(np.random.default_rng(seed))
    closed, iterated = both_ways(mechanism, monkeypatch)
    assert kernels(closed) == ["cylinder"]
    assert kernels(iterated) == ["Newton"]
    z = np.array([mechanism.initial_inputs[name] for name in mechanism.input_names])
    rates, accelerations = np.array([0.3, 0.4, 0.2]), np.array([0.1, -0.2, 0.3])
    one, other = closed.evaluate(z, rates, accelerations), iterated.evaluate(z, rates, accelerations)
    for mine, its in (
        (one.poses, other.poses),
        (one.velocities, other.velocities),
        (one.accelerations, other.accelerations),
    ):
        assert mine is not None
        assert its is not None
        np.testing.assert_allclose(mine, its, rtol=0.0, atol=1e-10 * max(1.0, np.abs(its).max()))


@pytest.mark.parametrize("cylinder_first", [False, True])
def test_driven_distance_agrees_with_the_iteration(cylinder_first: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    closed, iterated = both_ways(boom(cylinder_first), monkeypatch)
    assert kernels(closed) == ["cylinder"]
    times = np.linspace(0.0, 3.0, 31)
    one, other = solve(closed, times), solve(iterated, times)
    base = np.array([1.0, -0.5])
    reach = np.hypot(*(one.position("boom.tip") - base).T)
    np.testing.assert_allclose(reach, 1.2 + 0.1 * times, rtol=0.0, atol=1e-13)
    np.testing.assert_allclose(one.acceleration("boom"), other.acceleration("boom"), rtol=0.0, atol=1e-10)


def test_a_cylinder_that_is_too_long_says_by_how_much() -> None:
    with pytest.raises(MotionError) as caught:
        solve(boom(), inputs=np.linspace(1.2, 5.0, 50))
    longest = np.hypot(1.0, -0.5) + np.hypot(2.0, 0.1)
    assert caught.value.inputs["cylinder"] == pytest.approx(longest, abs=1e-8)
    assert caught.value.gap > 0.0
    assert caught.value.motion.steps == caught.value.step


def test_every_cylinder_of_the_excavator_is_in_closed_form() -> None:
    plan = make_plan(load_mechanism("hydraulic_excavator_front"))
    assert kernels(plan) == ["cylinder", "cylinder", "cylinder", "RRR"]
