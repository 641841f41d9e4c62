"""Change points in space: of a parallelogram in a tilted plane, and of its like on a sphere."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np
import pytest

from sgkin import ConstantSpeed, JointDriver, Link, Mechanism, Revolute, load_mechanism, make_plan, motion_range, solve
from sgkin.errors import Outcome
from tests.spatial.motion.lifted import TURN, lifted

SHORT, LONG, START = 0.5, 1.0, 0.4
"""Angles between the axes of crank and rocker, and of coupler and ground; the angle of the crank at the start."""


def spherical(side: int) -> Mechanism:
    """Opposite links have equal angles between their axes: all axes lie in a plane where the crank does in that of the
    ground, half a turn from there too."""
    first, last = np.array([0.0, 0.0, 1.0]), np.array([sin(LONG), 0.0, cos(LONG)])
    second = np.array([sin(SHORT) * cos(START), sin(SHORT) * sin(START), cos(SHORT)])
    g = float(second @ last)
    a, b = (cos(LONG) - g * cos(SHORT)) / (1.0 - g * g), (cos(SHORT) - g * cos(LONG)) / (1.0 - g * g)
    out = sqrt((1.0 - a * cos(LONG) - b * cos(SHORT)) / (1.0 - g * g))
    third = a * second + b * last + side * out * np.cross(second, last)
    axes = [tuple(axis.tolist()) for axis in (first, second, third, last)]
    names = ("ground", "crank", "coupler", "rocker")
    links = [Link(name, {"A": axes[number], "B": axes[number - 1]}) for number, name in enumerate(names)]
    joints = [
        Revolute(f"J{number}", (name, names[(number + 1) % 4]), at=("A", "B"), axis=axes[number])
        for number, name in enumerate(names)
    ]
    return Mechanism("spherical", links, joints, [JointDriver("motor", "J0", ConstantSpeed(1.0))], space="spatial")


@pytest.mark.parametrize("side", [1, -1])
def test_of_a_loop_on_a_sphere(side: int) -> None:
    mechanism = spherical(side)
    steps = np.linspace(0.0, 2.0 * pi, 74)
    motion = solve(mechanism, inputs=steps, input_rates=np.ones((74, 1)), check="global")
    events = [event for event in motion.events if event.outcome == Outcome.CHANGE_POINT]
    assert np.abs(np.array([event.inputs[0] for event in events]) - [pi - START, 2.0 * pi - START]).max() < 1e-10
    rocker = motion.joint("J3").value
    assert abs(rocker[-1] - rocker[0]) == pytest.approx(2.0 * pi, abs=1e-11)
    assert np.abs(motion.orientation("coupler")[-1] - motion.orientation("coupler")[0]).max() < 1e-11  # type: ignore[attr-defined]
    modes = motion_range(mechanism).modes
    assert len(modes) == 2
    for mode in modes:
        values = sorted(each.value % (2.0 * pi) for each in mode.change_points)
        assert values == pytest.approx([pi - START, 2.0 * pi - START], abs=1e-10)


def test_of_a_parallelogram_in_a_tilted_plane() -> None:
    flat = load_mechanism("parallelogram")
    z = make_plan(flat).initial_inputs + np.linspace(0.0, 2.0 * pi, 73)[:, None]
    given = {"inputs": z, "input_rates": np.ones_like(z)}
    expected, motion = solve(flat, **given), solve(lifted(flat), **given)
    assert [(event.step, event.outcome) for event in motion.events] == [
        (event.step, event.outcome) for event in expected.events
    ]
    assert len(motion.events) == 2
    for event in motion.events:
        assert abs(event.inputs[0] / pi - round(event.inputs[0] / pi)) < 1e-10
    for link in flat.moving_links:
        rate = motion.angular_velocity(link) @ TURN[:, 2]  # type: ignore[attr-defined]
        assert np.abs(rate - expected.velocity(link)[:, 2]).max() < 1e-9
