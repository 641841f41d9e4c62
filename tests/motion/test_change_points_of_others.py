"""Change points of other groups than a single RRR dyad: several at once, sliders, and iterations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    GearPair,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    MotionError,
    Outcome,
    Prismatic,
    Revolute,
    solve,
)
from sgkin.model.joint import Joint
from tests.motion.four_bars import four_bar

TURN = 2.0 * np.pi


def coupled_cranks(angle: float, rods: int) -> Mechanism:
    """Cranks of 2 m in a row, each driven by the one before through a rod of its own, 6 m long."""
    links = [Link("ground", {f"D{i}": (6.0 * i, 0.0) for i in range(rods + 1)})]
    links.append(Link("crank0", {"D0": (0.0, 0.0), "B": (2.0, 0.0)}))
    joints: list[Joint] = [Revolute("D0", ("ground", "crank0"))]
    for i in range(1, rods + 1):
        links += [
            Link(f"rod{i}", {"p": (0.0, 0.0), "q": (6.0, 0.0)}),
            Link(f"crank{i}", {f"D{i}": (0.0, 0.0), "B": (2.0, 0.0)}),
        ]
        joints += [
            Revolute(f"P{i}", (f"crank{i - 1}", f"rod{i}"), at=("B", "p")),
            Revolute(f"D{i}", ("ground", f"crank{i}")),
            Revolute(f"Q{i}", (f"rod{i}", f"crank{i}"), at=("q", "B")),
        ]
    places = {f"Q{i}": (6.0 * i + 2.0 * np.cos(angle), 2.0 * np.sin(angle)) for i in range(1, rods + 1)}
    return Mechanism(
        "coupled_cranks",
        links=links,
        joints=joints,
        drivers=[JointDriver("motor", "D0", ConstantSpeed(1.0, start=angle))],
        initial=InitialConfiguration(points=places),
    )


@pytest.mark.parametrize("start", [1.0, np.radians(10.0)])
@pytest.mark.parametrize("steps", [12, 36, 360])
@pytest.mark.parametrize("rods", [2, 3, 4])
def test_cranks_that_change_together(rods: int, steps: int, start: float) -> None:
    motion = solve(coupled_cranks(start, rods), np.arange(2 * steps + 1) * TURN / steps)
    for number in range(1, rods + 1):
        np.testing.assert_allclose(motion.pose(f"crank{number}")[:, 2], motion.inputs[:, 0], atol=1e-8)
        np.testing.assert_allclose(motion.velocity(f"crank{number}")[:, 2], 1.0, atol=1e-6)


def folding_slider_crank(angle: float) -> Mechanism:
    """Crank and rod of the same length: the piston passes over the crank's pivot and goes on."""
    return Mechanism(
        "folding_slider_crank",
        links=[
            Link("ground", {"A": (0.0, 0.0), "D": (0.0, 0.0)}),
            Link("crank", {"A": (0.0, 0.0), "B": (1.0, 0.0)}),
            Link("rod", {"B": (0.0, 0.0), "C": (1.0, 0.0)}),
            Link("piston", {"C": (0.0, 0.0), "D": (0.0, 0.0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "rod")),
            Revolute("C", ("rod", "piston")),
            Prismatic("D", ("ground", "piston")),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0, start=angle))],
        initial=InitialConfiguration(points={"C": (2.0 * np.cos(angle), 0.0)}),
    )


@pytest.mark.parametrize("start", [0.4, np.radians(30.0)])
@pytest.mark.parametrize("steps", [36, 360])
def test_slider_crank_with_equal_crank_and_rod(steps: int, start: float) -> None:
    motion = solve(folding_slider_crank(start), np.arange(3 * steps + 1) * TURN / steps)
    angle = motion.inputs[:, 0]
    stroke = motion.joint("D")
    assert stroke.rate is not None
    assert stroke.acceleration is not None
    np.testing.assert_allclose(stroke.value, 2.0 * np.cos(angle), atol=1e-9)
    np.testing.assert_allclose(stroke.rate, -2.0 * np.sin(angle), atol=1e-8)
    np.testing.assert_allclose(stroke.acceleration, -2.0 * np.cos(angle), atol=1e-6)
    np.testing.assert_allclose(motion.pose("rod")[:, 2], -angle, atol=1e-9)
    touched = np.flatnonzero((motion.status == Outcome.CHANGE_POINT).any(axis=1))
    assert len(touched) == (6 if start == np.radians(30.0) else 0)


def test_a_motion_through_a_change_point_with_gears_behind_it() -> None:
    """What hangs on a parallelogram by gears goes on with it, also at steps on the change point."""
    base = coupled_cranks(np.radians(10.0), 1)
    mechanism = Mechanism(
        "geared",
        links=[*base.links, Link("wheel", {"W": (0.0, 0.0)})],
        joints=[
            *base.joints,
            Revolute("W", ("crank1", "wheel"), at=("B", "W")),
            GearPair("mesh", ("wheel", "crank0"), carrier="crank1", teeth=(20.0, 30.0)),
        ],
        drivers=base.drivers,
        initial=InitialConfiguration(points=base.initial.points, angles={"wheel": np.radians(10.0)}),
    )
    motion = solve(mechanism, np.arange(73) * TURN / 36)
    np.testing.assert_allclose(motion.pose("wheel")[:, 2], motion.inputs[:, 0], atol=1e-8)
    np.testing.assert_allclose(motion.velocity("wheel")[:, 2], 1.0, atol=1e-7)


@pytest.mark.parametrize("start", [1.0, np.radians(10.0), np.radians(10.0) + 1e-7])
@pytest.mark.parametrize("steps", [12, 36, 360])
def test_a_parallelogram_that_is_found_by_iteration(steps: int, start: float) -> None:
    """It is driven between crank and coupler, so that no link is placed before the others."""
    base = four_bar(2.0, 6.0, 2.0, 6.0, angle=start)
    places = {"B": (2.0 * np.cos(start), 2.0 * np.sin(start)), **base.initial.points}
    mechanism = replace(
        base,
        drivers=[JointDriver("motor", "B", ConstantSpeed(-1.0, start=-start))],
        initial=InitialConfiguration(points=places),
    )
    motion = solve(mechanism, np.arange(2 * steps + 1) * TURN / steps)
    assert len(motion.structure.groups) == 1
    np.testing.assert_allclose(motion.pose("crank")[:, 2], -motion.inputs[:, 0], atol=1e-9)
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], -motion.inputs[:, 0], atol=1e-9)
    np.testing.assert_allclose(motion.velocity("rocker")[:, 2], 1.0, atol=1e-7)
    touched = np.flatnonzero((motion.status == Outcome.CHANGE_POINT).any(axis=1))
    assert len(touched) == (4 if start < 1.0 and steps > 12 else 0)


def test_parallel_guides_end_a_motion() -> None:
    """A tiller that turns until it is parallel to the guide of its carriage."""
    mechanism = Mechanism(
        "tiller",
        links=[
            Link("ground", {"A": (0.0, 0.0), "D": (1.2, 0.0)}),
            Link("tiller", {"A": (0.0, 0.0), "B": (0.0, 0.0)}),
            Link("block", {"C": (0.0, 0.0), "B": (0.0, 0.0)}),
            Link("carriage", {"C": (0.0, 0.0), "D": (0.0, 0.0)}),
        ],
        joints=[
            Revolute("A", ("ground", "tiller")),
            Prismatic("B", ("tiller", "block")),
            Revolute("C", ("block", "carriage")),
            Prismatic("D", ("ground", "carriage"), angle=(np.pi / 2.0, np.pi / 2.0)),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0))],
        initial=InitialConfiguration(points={"C": (1.2, 0.0)}, angles={"tiller": 0.0, "block": 0.0, "carriage": 0.0}),
    )
    with pytest.raises(MotionError, match=r"is singular at motor = 1\.5708 rad") as caught:
        solve(mechanism, np.linspace(0.0, 3.0, 100))
    assert caught.value.outcome is Outcome.SINGULAR
    assert caught.value.motion.steps == 52
    reached = caught.value.motion
    np.testing.assert_allclose(reached.joint("D").value, 1.2 * np.tan(reached.inputs[:, 0]), rtol=1e-9)
