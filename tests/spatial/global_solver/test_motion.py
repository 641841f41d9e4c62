"""Turns, coefficients, and where motions in space end."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from pathlib import Path

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InputError,
    JointDriver,
    Link,
    Mechanism,
    MotionError,
    Prismatic,
    SpatialPoseDriver,
    load_mechanism,
    solve,
)
from sgkin.errors import Outcome
from sgkin.model.mechanism_file import parse_mechanism
from sgkin.space import X, Y, Z, about
from tests.spatial.global_solver.running import drive, solved
from tests.spatial.witness.euler_parameters import Witness

METHODS = ("global-sparse", "global-dense")


def driven_at_rocker() -> Mechanism:
    mechanism = load_mechanism("rssr")
    driver = JointDriver("rock", "D", ConstantSpeed(1.0))
    return replace(mechanism, drivers=[driver], expected=type(mechanism.expected)())


def test_whole_turns_are_counted_at_long_steps() -> None:
    ten = np.linspace(0.0, 20.0 * pi, 7)
    bevel = solved(load_mechanism("bevel_gears"), ten).angles
    assert np.allclose(bevel["A", "pinion"], ten, atol=1e-12)
    assert np.allclose(bevel["B", "wheel"], -0.5 * ten, atol=1e-12)
    shaft = solved(load_mechanism("cardan_shaft"), ten[::6]).angles
    assert np.allclose(shaft["B", "driven"], ten[::6], atol=1e-12)
    jack = load_mechanism("screw_jack")
    found = solved(jack, ten)
    nut = found.frames[:, [link.name for link in jack.links].index("nut"), 2, 3]
    assert np.allclose(nut, -0.006 * ten / (2.0 * pi), atol=1e-14)


def test_overconstrained_loop_over_many_turns() -> None:
    """The conditions of Bennett's loop depend on each other in ways that change all along."""
    found = solved(load_mechanism("bennett"), np.linspace(0.0, 4.0 * pi, 37))
    assert len(found.frames) == 37
    assert found.residuals.max() < 1e-11
    assert np.abs(found.frames[0] - found.frames[18]).max() < 1e-10
    assert abs(found.angles["J4", "ground"][-1] - 4.0 * pi) < 1e-10


@pytest.mark.parametrize("name", ["double_wishbone", "rccc", "swash_plate", "bennett", "gough_stewart"])
def test_coefficients_give_velocities_and_accelerations_of_the_witness(name: str) -> None:
    mechanism = load_mechanism(name)
    z, rates, accelerations = drive(mechanism, 2, 0.4)
    found = solved(mechanism, z, rates, accelerations, coefficients=2)
    witness = Witness(mechanism).solve(z, rates, accelerations)
    assert found.motions is not None
    assert found.accelerations is not None
    assert np.array_equal(found.gradients, found.gradients.swapaxes(-1, -2))
    assert np.abs(found.motions - witness.motions).max() < 1e-10 * np.abs(witness.motions).max()
    assert np.abs(found.accelerations - witness.accelerations).max() < 1e-9 * np.abs(witness.accelerations).max()


@pytest.mark.parametrize("method", METHODS)
def test_dead_point(method: str) -> None:
    """The rocker turns as far as the crank, followed backwards, turns it."""
    with pytest.raises(MotionError, match="dead point") as caught:
        solve(driven_at_rocker(), inputs=np.linspace(0.0, 1.0, 11), method=method)
    turned = solved(load_mechanism("rssr"), np.linspace(-0.5, 0.5, 20001)).angles["D", "rocker"]
    assert caught.value.outcome == Outcome.CANNOT_ASSEMBLE
    assert abs(caught.value.inputs["rock"] - turned.max()) < 1e-8
    assert caught.value.gap > 0.0
    assert "coupler" in caught.value.joints


@pytest.mark.parametrize("method", METHODS)
def test_change_point_is_passed(method: str) -> None:
    """A parallelogram in space: where all links are in line it goes on as one."""
    mechanism = parallelogram()
    steps = np.linspace(0.3, 0.3 + 2.0 * pi, 41)
    motion = solve(mechanism, inputs=steps, method=method)
    turns = motion.orientation("rocker")  # type: ignore[attr-defined]
    angle = np.unwrap(np.arctan2(turns[:, 1, 0], turns[:, 0, 0]))
    assert np.abs(angle - angle[0] - (steps - steps[0])).max() < 1e-8


def parallelogram() -> Mechanism:
    c, s = np.cos(0.3), np.sin(0.3)
    text = f"""
    space = "spatial"
    units = {{ length = "m", angle = "rad" }}
    [points]
    A = [0, 0, 0]
    B = [{c}, {s}, 0.1]
    C = [{c + 3.0}, {s}, 0.2]
    D = [3, 0, 0.3]
    [links]
    ground = ["A", "D"]
    crank = ["A", "B"]
    coupler = ["B", "C"]
    rocker = ["D", "C"]
    [joints]
    A = {{ kind = "revolute", links = ["ground", "crank"], axis = [0, 0, 1], zero = 0.3 }}
    B = {{ kind = "revolute", links = ["crank", "coupler"], axis = [0, 0, 1] }}
    C = {{ kind = "revolute", links = ["coupler", "rocker"], axis = [0, 0, 1] }}
    D = {{ kind = "revolute", links = ["rocker", "ground"], axis = [0, 0, 1] }}
    [drivers]
    motor = {{ joint = "A", law = "constant-speed", speed = 1, start = 0.3 }}
    """
    return parse_mechanism(text, Path("parallelogram.toml"))


def test_a_pose_beyond_a_quarter_turn() -> None:
    """Groups take all angles of Bryant; the whole mechanism says which of them it cannot take."""
    laws = [ConstantSpeed(speed) for speed in (0.0, 0.0, 0.0, 0.3, 2.0 * pi, 0.2)]
    driver = SpatialPoseDriver("robot", "arm", *laws)
    links = [Link("ground"), Link("arm", {"Q": (1.0, 0.0, 0.0)})]
    mechanism = Mechanism("robot", links, [], [driver], space="spatial", floating=True)
    times = np.linspace(0.0, 1.0, 41)
    motion = solve(mechanism, times)
    assert motion.is_complete
    angles = np.outer(times, [0.3, 2.0 * pi, 0.2])
    expected = [np.array(about(X, a)).T @ np.array(about(Y, b)).T @ np.array(about(Z, c)).T for a, b, c in angles]
    assert np.abs(motion.orientation("arm") - expected).max() < 1e-14  # type: ignore[attr-defined]
    for options in ({"method": "global-sparse"}, {"check": "global"}):
        with pytest.raises(InputError, match=r"input 'arm.beta' passes a quarter turn"):
            solve(mechanism, times, **options)  # type: ignore[arg-type]
    solve(mechanism, times[:10], check="global")


def test_links_that_are_held_at_one_place_have_no_length_by_rounding() -> None:
    """The mean of a place with itself may be off by rounding, which is no length to count in."""
    places = {"P": (0.899562834, -0.825521883, 0.1), "Q": (0.1, 0.2, 0.7)}
    links = [Link(name, places) for name in ("ground", "sledge", "slider")]
    joints = [
        Prismatic("A", ("ground", "sledge"), at=("P", "P"), axis=(1.0, 0.3, 0.2)),
        Prismatic("B", ("sledge", "slider"), at=("P", "P"), axis=(0.1, 1.0, 0.2)),
    ]
    drivers = [JointDriver(f"push_{name}", name, ConstantSpeed(1.0)) for name in "AB"]
    mechanism = Mechanism("cross slide", links, joints, drivers, space="spatial")
    inputs = np.outer(np.linspace(0.0, 0.5, 4), [1.0, -0.5])
    motion = solve(mechanism, inputs=inputs, input_rates=np.ones((4, 2)), coefficients=True, check="global")
    assert motion.is_complete
