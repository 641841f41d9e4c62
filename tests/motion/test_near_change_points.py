"""On a change point, next to one, and where a mechanism only comes near to one."""

from __future__ import annotations

from math import asin, cos, pi, sin, sqrt

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    MotionError,
    Outcome,
    Prismatic,
    Revolute,
    make_plan,
    solve,
)
from tests.motion.four_bars import four_bar

DISTANCES = [1e-5, 1e-7, 1e-9, 1e-11]


@pytest.mark.parametrize("method", ["groups", "global-sparse"])
@pytest.mark.parametrize("ground", [2.0, 1.05, 1.01, 1.003])
def test_rates_on_a_change_point_that_is_passed_quickly(ground: float, method: str) -> None:
    """An antiparallelogram, whose rocker turns (g + 1) / (g − 1) times as fast as its crank where all are in line."""
    z = np.radians(np.arange(60.0, -61.0, -1.0))
    mechanism = four_bar(1.0, ground, 1.0, ground, angle=z[0], branch=-1)
    motion = solve(mechanism, inputs=z, input_rates=np.full(len(z), -1.0), method=method)
    rate = (ground + 1.0) / (ground - 1.0)
    angle = motion.pose("rocker")[:, 2]
    assert abs(abs(motion.velocity("rocker")[60, 2]) / rate - 1.0) < 1e-8
    assert abs(motion.acceleration("rocker")[60, 2]) < 1e-7 * rate**2
    np.testing.assert_allclose(angle[60], 0.0, atol=1e-9)
    np.testing.assert_allclose(angle + angle[::-1], 0.0, atol=1e-9)
    exact = 2.0 * np.arctan(np.tan(0.5 * z) * rate)
    np.testing.assert_allclose(np.abs(angle), np.abs(exact), atol=1e-9)


@pytest.mark.parametrize("step", [5.0, 7.0, 0.5])
@pytest.mark.parametrize("open_by", DISTANCES)
def test_a_dead_point_next_to_a_change_point(open_by: float, step: float) -> None:
    """The coupler is longer than the rocker: the crank cannot bring its pin to the pivot of the rocker."""
    z = np.radians(np.arange(60.0, -61.0, -step))
    motion = solve(four_bar(1.0, 2.0 + open_by, 2.0, 1.0, angle=z[0], branch=1), inputs=z, on_failure="return")
    last = 2.0 * asin(0.5 * open_by)
    assert motion.steps == int((z >= last).sum())
    assert motion.outcome(1, motion.steps) is Outcome.CANNOT_ASSEMBLE


@pytest.mark.parametrize("open_by", DISTANCES)
def test_a_single_configuration_that_is_open(open_by: float) -> None:
    plan = make_plan(four_bar(1.0, 2.0 + open_by, 2.0, 1.0, angle=1.0, branch=1))
    with pytest.raises(MotionError) as caught:
        plan.evaluate(0.1 * open_by)
    assert caught.value.outcome is Outcome.CANNOT_ASSEMBLE
    assert caught.value.gap == pytest.approx(0.9 * open_by, rel=1e-3)


@pytest.mark.parametrize("step", [5.0, 7.0, 0.5])
@pytest.mark.parametrize("apart", DISTANCES)
def test_a_change_point_that_is_missed(apart: float, step: float) -> None:
    """The pin of the crank passes the pivot of the rocker close by: coupler and rocker turn round by half a turn."""
    z = np.radians(np.arange(60.0, -61.0, -step))
    motion = solve(four_bar(1.0, 2.0, 2.0, 1.0 + apart, angle=z[0], branch=1), inputs=z)
    assert set(motion.branches[:, 1].tolist()) == {1}
    both = np.stack([motion.pose(link)[:, 2] for link in ("coupler", "rocker")])
    between = both[0] - both[1]  # the angle at the apex of the isosceles triangle
    side = np.hypot(np.cos(z) - 1.0 - apart, np.sin(z))
    np.testing.assert_allclose(np.abs(np.sin(0.5 * between)), side / 4.0, atol=1e-9)
    turned = np.abs(both[:, -1] - both[:, 0])
    assert (np.abs(turned - pi) < 1.5).all()


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize("beside", [1e-3, 1e-4, 1e-5, 3e-6, 1e-6])
def test_coefficients_next_to_a_change_point(beside: float, side: float) -> None:
    """The links of a parallelogram turn with its crank, before the change point and behind it."""
    plan = make_plan(four_bar(2.0, 6.0, 2.0, 6.0, angle=pi - side, side=int(side)))
    z, rocker = pi - side * beside, plan.links.index("rocker")
    found = plan.coefficients(z)
    place = list(found.names).index("rocker.theta")
    assert found.K[place, 0] == pytest.approx(1.0, abs=1e-9)
    assert found.L[place, 0, 0] == pytest.approx(0.0, abs=1e-6)
    rates = plan.evaluate(z, 2.0, 0.5)
    assert rates.velocities is not None
    assert rates.accelerations is not None
    assert rates.velocities[rocker, 2] == pytest.approx(2.0, abs=1e-9)
    assert rates.accelerations[rocker, 2] == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize("steps", [1, -1])
@pytest.mark.parametrize("rate", [1.0, -1.0])
@pytest.mark.parametrize("branch", [1, -1])
def test_a_start_on_a_change_point_goes_the_way_of_the_steps(steps: int, rate: float, branch: int) -> None:
    """The stated branch is that towards the next step, whatever the rates."""
    z = steps * np.radians(np.arange(0.0, 50.0, 10.0))
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=0.0, branch=branch), inputs=z, input_rates=np.full(5, rate))
    slope = np.gradient(motion.pose("rocker")[:3, 2], z[:3])[0]
    assert motion.velocity("rocker")[0, 2] == pytest.approx(rate * (1.0 if slope > 0.0 else -2.0), abs=1e-9)


@pytest.mark.parametrize("method", ["groups", "global-sparse", "global-dense"])
@pytest.mark.parametrize("branch", [1, -1])
@pytest.mark.parametrize(
    "degrees", [(60.0, -61.0, -7.0), (60.0, -61.0, -10.0), (60.0, 301.0, 11.0), (60.0, 421.0, 20.0)]
)
def test_a_rhombus_through_its_flat_positions(degrees: tuple[float, float, float], branch: int, method: str) -> None:
    """It stays a rhombus, or coupler and rocker stay on crank and ground."""
    z = np.radians(np.arange(*degrees))
    motion = solve(four_bar(1.0, 1.0, 1.0, 1.0, angle=z[0], branch=branch), inputs=z, method=method)
    crank, coupler, rocker = (motion.pose(link)[:, 2] for link in ("crank", "coupler", "rocker"))
    if branch == 1:
        np.testing.assert_allclose(rocker, crank, atol=1e-9)
        np.testing.assert_allclose(coupler, coupler[0], atol=1e-9)
    else:
        np.testing.assert_allclose(np.cos(rocker), -1.0, atol=1e-9)
        np.testing.assert_allclose(coupler - coupler[0], crank - crank[0], atol=1e-9)


def offset_slider_crank(rod: float, offset: float, angle: float) -> Mechanism:
    """A slider-crank with a crank of 1 m, its slider behind the crank pin."""
    reach = sqrt(rod**2 - (offset - sin(angle)) ** 2)
    return Mechanism(
        "offset_slider_crank",
        links=[
            Link("ground", {"A": (0.0, 0.0), "G": (0.0, offset)}),
            Link("crank", {"A": (0.0, 0.0), "B": (1.0, 0.0)}),
            Link("rod", {"B": (0.0, 0.0), "C": (rod, 0.0)}),
            Link("block", {"C": (0.0, 0.0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "rod")),
            Revolute("C", ("rod", "block")),
            Prismatic("G", ("ground", "block"), at=("G", "C")),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(-1.0, start=angle))],
        initial=InitialConfiguration(points={"C": (cos(angle) - reach, offset)}),
    )


@pytest.mark.parametrize("longer", [1e-3, 1e-6, 1e-9])
def test_a_slider_crank_whose_rod_is_hardly_long_enough(longer: float) -> None:
    """Next to the position in which the rod stands across the guide, its angle is known by a formula."""
    rod, offset, z = 1.3 * (1.0 + longer), 0.3, -0.5 * pi + 0.37 * sqrt(longer)
    phi = pi - asin((offset - sin(z)) / rod)
    motion = solve(
        offset_slider_crank(rod, offset, -0.2), inputs=[-0.2, -0.8, z, -0.5 * pi - 0.3], input_rates=np.ones(4)
    )
    assert motion.pose("rod")[2, 2] == pytest.approx(phi, abs=1e-15 / sqrt(longer) + 1e-12)
    assert motion.velocity("rod")[2, 2] == pytest.approx(-cos(z) / (rod * cos(phi)), rel=1e-16 / longer + 1e-9)
