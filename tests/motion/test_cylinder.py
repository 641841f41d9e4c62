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
    Prismatic,
    Revolute,
    load_mechanism,
    make_plan,
    solve,
)
from sgkin.groups.registry import REGISTRY
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.groups import good_plan


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


def reach(mechanism: Mechanism, stroke: float) -> tuple[float, float, float]:
    """Lengths of cylinder and arm at a stroke, and the distance to be bridged, from the initial configuration."""
    places, driver = mechanism.initial.points, mechanism.drivers[-1]
    more = stroke - mechanism.initial_inputs["drive"]
    if isinstance(driver, DistanceDriver):
        ends = {point.split(".")[0]: np.array(places[point]) for point in driver.points}
        foot = np.array(places["part.J3"])
        length = float(np.hypot(*(ends["part"] - ends["far"]))) + more
        return length, float(np.hypot(*(ends["part"] - foot))), float(np.hypot(*(ends["far"] - foot)))
    slide = mechanism.joint("J4")
    assert isinstance(slide, Prismatic)
    angle = mechanism.initial.angles["part"] + slide.angle[0]
    way = np.array([np.cos(angle), np.sin(angle)]) * (more if mechanism.driven_links(driver)[0] == "part" else -more)
    foot, tip, far = (np.array(places[point]) for point in ("1.J3", "2.J5", "3.J6"))
    return float(np.hypot(*(tip + way - foot))), float(np.hypot(*(tip - far))), float(np.hypot(*(far - foot)))


@pytest.mark.parametrize("number", range(8))
def test_a_stroke_out_of_reach_says_by_how_much(number: int) -> None:
    plan = good_plan("RRR*", number)
    z = plan.initial_inputs
    failed = 0
    for stroke in z[2] + np.arange(-12.0, 13.0):
        if stroke <= 0.0 and isinstance(plan.mechanism.drivers[-1], DistanceDriver):
            continue
        length, arm, apart = reach(plan.mechanism, stroke)
        gap = max(apart - length - arm, abs(length - arm) - apart, 0.0)
        if gap == 0.0:
            plan.evaluate([*z[:2], stroke])
            continue
        failed += 1
        with pytest.raises(MotionError) as caught:
            plan.evaluate([*z[:2], stroke])
        assert caught.value.gap == pytest.approx(gap, abs=1e-12)
    assert failed > 3


def test_every_cylinder_of_the_excavator_is_in_closed_form() -> None:
    plan = make_plan(load_mechanism("hydraulic_excavator_front"))
    assert kernels(plan) == ["cylinder", "cylinder", "cylinder", "RRR"]
