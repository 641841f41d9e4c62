"""The motion of a wheel: signs by hand, published places and angles of suspensions, and bad input."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InputError,
    Link,
    Mechanism,
    SpatialPoseDriver,
    load_mechanism,
    solve,
    wheel_motion,
)
from sgkin.analysis.wheel import WheelMotion
from sgkin.space import Vector, about, bryant

LAW = ConstantSpeed(0.0)
ROWS = [  # angle of the lower arm in degrees, rack in mm, then x, y, z of the wheel centre, and toe, camber and pitch
    (-20, 0, -0.938, 615.047, 202.842, -0.2975, -1.1141, 4.5349),
    (-10, -40, 14.604, 627.512, 246.532, -15.7951, -0.0052, 6.548),
    (0, 40, -15.742, 632.68, 287.772, 16.5724, -2.8066, -4.2013),
    (10, 0, 0.466, 631.252, 335.762, 0.174, 1.3308, -2.3627),
    (20, 0, 0.812, 618.369, 380.025, 0.3891, 3.1336, -4.7405),
]
"""T. K. Uchida, PhD thesis, Waterloo 2011, table A.6, front left; computed from its hardpoints."""


def turned(axis: Vector, angle: float, side: str = "left", radius: float = 0.3) -> WheelMotion:
    """A wheel that is only turned about an axis through its centre."""
    carrier = Link("carrier", {"G": (0.0, 0.0, 0.0), "W": (0.0, 0.1, 0.0)})
    driver = SpatialPoseDriver("robot", "carrier", LAW, LAW, LAW, LAW, LAW, LAW)
    mechanism = Mechanism("wheel", [Link("ground"), carrier], [], [driver], space="spatial", floating=True)
    pose = [[0.0, 0.0, 0.0, *bryant(about(axis, angle))]]
    return wheel_motion(solve(mechanism, inputs=pose), "carrier.G", side=side, radius=radius)


def test_signs_on_the_left_and_on_the_right() -> None:
    leaning = turned((1.0, 0.0, 0.0), -0.1)  # the top goes to the left
    assert leaning.camber == pytest.approx([0.1])
    assert leaning.track == pytest.approx([-0.3 * math.sin(0.1)])
    assert turned((1.0, 0.0, 0.0), -0.1, "right").camber == pytest.approx([-0.1])
    steered = turned((0.0, 0.0, 1.0), -0.2)  # the front goes to the right
    assert steered.toe == pytest.approx([0.2])
    assert steered.track == pytest.approx([0.0])
    assert turned((0.0, 0.0, 1.0), -0.2, "right").toe == pytest.approx([-0.2])
    rolled = turned((0.0, 1.0, 0.0), 0.3)
    assert (rolled.camber, rolled.toe, rolled.base) == (
        pytest.approx([0.0]),
        pytest.approx([0.0]),
        pytest.approx([0.0]),
    )


def test_published_places_and_angles_of_a_double_wishbone() -> None:
    inputs = [[math.radians(arm), 1e-3 * rack] for arm, rack, *_ in ROWS]
    motion: Any = solve(load_mechanism("double_wishbone"), inputs=inputs)
    expected = np.array(ROWS)
    np.testing.assert_allclose(1e3 * motion.position("carrier.G"), expected[:, 2:5], atol=6e-4)
    turn = motion.orientation("carrier")
    angles = [
        np.arctan2(turn[:, 1, 0], turn[:, 0, 0]),
        np.arctan2(turn[:, 2, 1], turn[:, 2, 2]),
        -np.arcsin(turn[:, 2, 0]),
    ]
    np.testing.assert_allclose(np.degrees(angles).T, expected[:, 5:], atol=6e-5)
    wheel = wheel_motion(motion, "carrier.G")
    np.testing.assert_allclose(1e3 * wheel.travel, expected[:, 4] - 290.5, atol=6e-4)
    np.testing.assert_allclose(1e3 * wheel.track, expected[:, 3] - 635.0, atol=6e-4)
    np.testing.assert_allclose(np.sin(wheel.camber), -turn[:, 2, 1])
    np.testing.assert_allclose(np.tan(wheel.toe), turn[:, 0, 1] / turn[:, 1, 1])


@pytest.mark.parametrize(
    ("centre", "others", "sentence"),
    [
        ("carrier.Q", {}, "there is no point of link 'carrier' named 'Q'"),
        ("carrier.G", {"side": "front"}, "side is 'front'"),
        ("carrier.G", {"axis": (0, 0, 0)}, "axis is zero"),
        ("carrier.G", {"axis": (0, 1)}, "three components"),
        ("carrier.G", {"radius": -0.3}, "expected zero or a number above it"),
    ],
)
def test_what_is_wrong_is_said(centre: str, others: dict[str, Any], sentence: str) -> None:
    motion = solve(load_mechanism("double_wishbone"), inputs=[[0.0, 0.0]])
    with pytest.raises(ValueError, match=sentence):
        wheel_motion(motion, centre, **others)


def test_it_is_for_motions_in_space() -> None:
    with pytest.raises(InputError, match="motion of a mechanism in space"):
        wheel_motion(solve(load_mechanism("slider_crank"), [0.0]), "rod.C")
