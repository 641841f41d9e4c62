"""Links whose place follows from lines, and from rolling, need no initial configuration."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    InitialConfiguration,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    PinInSlot,
    PoseDriver,
    Prismatic,
    RackAndPinion,
    Revolute,
    solve,
)
from sgkin.structure.decomposition import examine


def driven_rack(angle: float = 0.4) -> Mechanism:
    """A rack on a guide, driven by its stroke, and a pinion on ground that follows."""
    return Mechanism(
        "driven rack",
        links=[
            Link("ground", {"O": (0.3, 0.5), "S": (0.0, 0.2)}),
            Link("rack", {"S": (0.0, 0.0)}),
            Link("pinion", {"O": (0.0, 0.0), "P": (0.1, 0.0)}),
        ],
        joints=[
            Prismatic("S", ("ground", "rack"), angle=(angle, 0.1)),
            Revolute("O", ("ground", "pinion")),
            RackAndPinion("mesh", ("pinion", "rack"), radius=0.15, at=("O", "S"), angle=0.1, phase=0.07),
        ],
        drivers=[JointDriver("push", "S", ConstantSpeed(0.2, start=0.25))],
    )


def test_a_pinion_on_a_driven_rack_is_placed() -> None:
    mechanism = driven_rack()
    motion = solve(mechanism, np.linspace(0.0, 3.0, 40), check="global")
    along = np.array([np.cos(0.4), np.sin(0.4)])
    rack = motion.position("rack.S")
    np.testing.assert_allclose(rack, np.array([0.0, 0.2]) + motion.inputs * along, atol=1e-12)
    rolled = (0.07 - (np.array([0.3, 0.5]) - rack) @ along) / 0.15
    np.testing.assert_allclose(motion.pose("pinion")[:, 2], rolled + 0.3, atol=1e-12)


def test_a_link_on_two_slots_is_placed() -> None:
    """A link that only slides, with two pins in slots that cross."""
    mechanism = Mechanism(
        "cross",
        links=[
            Link("ground", {"A": (0.0, 0.0), "B": (1.0, 0.0)}),
            Link("plate", {"A": (0.1, 0.2), "B": (0.5, -0.1)}),
        ],
        joints=[
            PinInSlot("A", ("plate", "ground"), angle=0.3, offset=0.05),
            PinInSlot("B", ("plate", "ground"), angle=2.0),
        ],
        drivers=[LinkAngleDriver("turn", "plate", ConstantSpeed(1.0, start=0.2))],
    )
    found = examine(mechanism)[1]
    assert not found.unplaced
    assert not found.gaps
    motion = solve(mechanism, np.linspace(0.0, 1.0, 20), check="global")
    pin = motion.position("plate.A")
    np.testing.assert_allclose(pin @ np.array([-np.sin(0.3), np.cos(0.3)]), 0.05, atol=1e-12)


@pytest.mark.parametrize("shift", [0.0, 1e4])
def test_driven_coordinates_place_a_link(shift: float) -> None:
    law = ConstantSpeed(1.0, start=0.5 + shift)
    mechanism = Mechanism(
        "stage",
        links=[Link("ground", {"O": (shift, 0.0)}), Link("stage", {"A": (0.2, 0.1), "B": (0.0, 0.3)})],
        joints=[],
        drivers=[
            CoordinateDriver("x", "stage.A", "x", law),
            CoordinateDriver("y", "stage.B", "y", ConstantSpeed(1.0, start=0.25)),
            LinkAngleDriver("turn", "stage", ConstantSpeed(1.0, start=0.75 * pi)),
        ],
    )
    placed = examine(mechanism)[1]
    assert not placed.unplaced
    assert not placed.gaps


def test_a_driven_pose_comes_before_what_is_said_of_it() -> None:
    laws = [ConstantSpeed(1.0, start=value) for value in (0.4, 0.3, 7.0)]
    mechanism = Mechanism(
        "carried",
        links=[Link("ground", {"O": (0.0, 0.0)}), Link("plate", {"A": (0.2, 0.1)})],
        joints=[],
        drivers=[PoseDriver("pose", "plate", *laws)],
        initial=InitialConfiguration(points={"plate.A": (5.0, 5.0)}, angles={"plate": 0.0}),
    )
    assert examine(mechanism)[1].poses["plate"] == pytest.approx((0.4, 0.3, 7.0))


def test_two_lines_that_do_not_cross_place_nothing() -> None:
    mechanism = Mechanism(
        "parallel",
        links=[Link("ground", {"A": (0.0, 0.0), "B": (1.0, 0.0)}), Link("plate", {"A": (0.1, 0.2), "B": (0.5, -0.1)})],
        joints=[PinInSlot("A", ("plate", "ground")), PinInSlot("B", ("plate", "ground"))],
        drivers=[LinkAngleDriver("turn", "plate", ConstantSpeed(1.0, start=0.2))],
    )
    assert examine(mechanism)[1].unplaced == ("plate",)
