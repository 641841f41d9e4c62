"""Whole turns of a pinion in the initial configuration are no displacement of its rack, whichever way it is solved."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
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
