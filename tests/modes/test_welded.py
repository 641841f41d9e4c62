"""Links that are welded to ground or to each other have their place in every mode."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    Revolute,
    Weld,
    assembly_modes,
    make_plan,
    solve,
)
from tests.bad_input.four_bar import four_bar

TURNED = 0.3
Z = 0.5


def seen(x: float, y: float) -> tuple[float, float]:
    """A place in the frame of a part that is turned about (0.01, 0.02)."""
    c, s, x, y = np.cos(TURNED), np.sin(TURNED), x - 0.01, y - 0.02
    return c * x + s * y, c * y - s * x


def welded_four_bar() -> Mechanism:
    """The four-bar with its pins A and C on parts that are welded to crank and ground."""
    return Mechanism(
        "welded_four_bar",
        links=[
            Link("ground", {"O": (0, 0), "W": (0.01, 0.02)}),
            Link("base", {"W": (0, 0), "C": seen(0.1, 0.0)}),
            Link("crank", {"O": (0, 0), "V": (0.01, 0.02)}),
            Link("arm", {"V": (0, 0), "A": seen(0.04, 0.0)}),
            Link("coupler", {"A": (0, 0), "B": (0.12, 0)}),
            Link("rocker", {"C": (0, 0), "B": (0.08, 0)}),
        ],
        joints=[
            Weld("W", ("ground", "base"), angle=TURNED),
            Weld("V", ("crank", "arm"), angle=TURNED),
            Revolute("O", ("ground", "crank")),
            Revolute("A", ("arm", "coupler")),
            Revolute("B", ("coupler", "rocker")),
            Revolute("C", ("base", "rocker")),
        ],
        drivers=[JointDriver("motor", "O", ConstantSpeed(6.0, start=Z))],
        initial=InitialConfiguration(points={"B": (0.13, 0.075)}),
    )


@pytest.mark.parametrize("link", ["crank", "coupler", "rocker"])
def test_modes_are_those_of_the_same_mechanism_without_welds(link: str) -> None:
    found, expected = assembly_modes(welded_four_bar(), Z), assembly_modes(four_bar(), Z)
    assert len(found) == len(expected) == 2
    for mode, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(mode.pose(link), other.pose(link), rtol=0.0, atol=1e-12)
        np.testing.assert_allclose(mode.pose("base"), (0.01, 0.02, TURNED), rtol=0.0, atol=1e-12)
        assert mode.residual < 1e-12


def test_a_motion_begins_in_every_mode() -> None:
    for mode in assembly_modes(welded_four_bar(), Z):
        motion = solve(mode.mechanism, inputs=[Z])
        for link in mode.links:
            np.testing.assert_allclose(motion.pose(link)[0], mode.pose(link), rtol=0.0, atol=1e-12)


def test_modes_of_a_group_on_welded_parts_close() -> None:
    plan = make_plan(welded_four_bar())
    modes = plan.modes(1, Z)
    assert len(modes) == 2
    assert max(mode.residual for mode in modes) < 1e-12
    assert [mode.residual < 1e-12 for mode in plan.assembly_modes(Z)] == [True, True]


def test_nothing_but_welds() -> None:
    welded = Mechanism(
        "post",
        [Link("ground", {"W": (1, 2)}), Link("post", {"W": (0, 0), "P": (1, 0)})],
        [Weld("W", ("ground", "post"), angle=TURNED)],
    )
    (mode,) = assembly_modes(welded)
    np.testing.assert_allclose(mode.poses, [(1.0, 2.0, TURNED)], rtol=0.0, atol=1e-12)
