"""Whole turns in the initial configuration displace neither a rack nor a wheel that meshes with another, whichever way
they are solved."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    GearPair,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    Prismatic,
    RackAndPinion,
    Revolute,
    solve,
)

METHODS = ["groups", "global-sparse", "global-dense"]
RADIUS, ANGLE, PLACE = 0.35, 0.3, 1.2


def rack(turns: int, scale: float) -> Mechanism:
    """A driven pinion on ground moves a rack along the x axis; the pinion starts some turns ahead of its phase."""
    start = ANGLE + 2.0 * np.pi * turns
    return Mechanism(
        "rack",
        links=[
            Link("ground", {"O": (0.0, 0.0), "G": (0.0, -RADIUS * scale), "far": (5.0 * scale, 0.0)}),
            Link("pinion", {"O": (0.0, 0.0)}),
            Link("rack", {"G": (0.0, 0.0)}),
        ],
        joints=[
            Revolute("O", ("ground", "pinion")),
            Prismatic("G", ("ground", "rack")),
            RackAndPinion(
                "mesh", ("pinion", "rack"), radius=RADIUS * scale, at=("O", "G"), phase=(RADIUS * ANGLE - PLACE) * scale
            ),
        ],
        drivers=[JointDriver("motor", "O", ConstantSpeed(1.0, start=start))],
        initial=InitialConfiguration(points={"rack.G": (PLACE * scale, -RADIUS * scale)}, angles={"pinion": start}),
    )


@pytest.mark.parametrize("scale", [1.0, 1e-3, 50.0])
@pytest.mark.parametrize("turns", [-3, -1, 0, 1, 4])
@pytest.mark.parametrize("method", METHODS)
def test_a_rack_goes_on_from_where_it_is(method: str, turns: int, scale: float) -> None:
    times = np.linspace(0.0, 9.0, 91)
    motion = solve(rack(turns, scale), times, method=method)
    np.testing.assert_allclose(motion.pose("pinion")[:, 2], ANGLE + 2.0 * np.pi * turns + times, atol=1e-12)
    np.testing.assert_allclose(motion.pose("rack")[:, 0], (PLACE + RADIUS * times) * scale, atol=1e-11 * scale)


def gears(teeth: int, turns: int) -> Mechanism:
    """A driven pinion and a wheel with so many times its teeth, which starts some turns ahead of its phase."""
    wheel = -(ANGLE - 0.1) / teeth + 2.0 * np.pi * turns
    return Mechanism(
        "gears",
        links=[Link("ground", {"O": (0, 0), "P": (3, 0)}), Link("pinion", {"O": (0, 0)}), Link("wheel", {"P": (0, 0)})],
        joints=[
            Revolute("O", ("ground", "pinion")),
            Revolute("P", ("ground", "wheel")),
            GearPair("mesh", ("pinion", "wheel"), carrier="ground", teeth=(1, teeth), phase=0.1),
        ],
        drivers=[JointDriver("motor", "O", ConstantSpeed(1.0, start=ANGLE))],
        initial=InitialConfiguration(angles={"wheel": wheel}),
    )


@pytest.mark.parametrize("coordinates", ["mixed", "reference-point"])
@pytest.mark.parametrize("teeth", [1, 2, 3])
@pytest.mark.parametrize("turns", [-3, -1, 0, 1, 4])
@pytest.mark.parametrize("method", METHODS)
def test_a_wheel_goes_on_from_where_it_is(method: str, turns: int, teeth: int, coordinates: str) -> None:
    times = np.linspace(0.0, 9.0, 91)
    motion = solve(gears(teeth, turns), times, method=method, coordinates=coordinates)
    expected = -(ANGLE - 0.1 + times) / teeth + 2.0 * np.pi * turns
    np.testing.assert_allclose(motion.pose("wheel")[:, 2], expected, rtol=0.0, atol=1e-11)
