"""Drivers that move a link together, or one after the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    DistanceDriver,
    Driver,
    Harmonic,
    InitialConfiguration,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    Revolute,
    solve,
)
from tests.motion.differences import first_difference, inner, second_difference

TIMES = np.linspace(0.0, 2.0, 401)
H = float(TIMES[1])


def swing(mean: float, amplitude: float) -> Harmonic:
    return Harmonic(amplitude=amplitude, frequency=0.5, mean=mean)


def close(found: NDArray[np.float64], expected: NDArray[np.float64]) -> None:
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-12)


def plate(drivers: list[Driver], initial: InitialConfiguration) -> Mechanism:
    """A plate that no joint holds."""
    links = [Link("ground", {"O": (0.0, 0.0)}), Link("plate", {"P": (1.0, 0.5), "Q": (2.0, 0.0)})]
    return Mechanism("plate", links, [], drivers, initial=initial, floating=True)


def test_a_point_and_an_angle() -> None:
    x, y = CoordinateDriver("x", "plate.P", "x", swing(1.0, 0.2)), CoordinateDriver("y", "plate.P", "y", swing(0, 0.2))
    angle = LinkAngleDriver("angle", "plate", swing(0.2, 1.0))
    motion = solve(plate([x, y, angle], InitialConfiguration({"plate.P": (1.0, 0.0)}, {"plate": 0.2})), TIMES)
    close(motion.position("plate.P"), motion.inputs[:, :2])
    close(motion.pose("plate")[:, 2], motion.inputs[:, 2])
    assert motion.input_accelerations is not None
    close(motion.acceleration("plate.P"), motion.input_accelerations[:, :2])


def test_three_coordinates() -> None:
    drivers: list[Driver] = [
        CoordinateDriver("x", "plate.P", "x", swing(1.0, 0.2)),
        CoordinateDriver("y", "plate.P", "y", swing(0.0, 0.2)),
        CoordinateDriver("height", "plate.Q", "y", swing(0.3, 0.1)),
    ]
    motion = solve(plate(drivers, InitialConfiguration({"plate.P": (1.0, 0.0), "plate.Q": (2.0, 0.3)})), TIMES)
    close(motion.position("plate.P"), motion.inputs[:, :2])
    close(motion.position("plate.Q")[:, 1], motion.inputs[:, 2])
    assert motion.input_rates is not None
    close(motion.velocity("plate.Q")[:, 1], motion.input_rates[:, 2])


def test_a_cylinder_between_links_that_move() -> None:
    """The stick of an excavator, moved from its boom while the boom swings."""
    arm = Mechanism(
        "arm",
        [
            Link("ground", {"A": (0.0, 0.0)}),
            Link("boom", {"A": (0.0, 0.0), "B": (3.0, 0.0), "eye": (1.5, 0.5)}),
            Link("stick", {"B": (0.0, 0.0), "eye": (-0.6, 0.1), "tip": (2.0, 0.0)}),
        ],
        [Revolute("A", ("ground", "boom")), Revolute("B", ("boom", "stick"))],
        [
            LinkAngleDriver("swing", "boom", swing(0.5, 0.6)),
            DistanceDriver("cylinder", ("boom.eye", "stick.eye"), swing(1.2, 0.2)),
        ],
        initial=InitialConfiguration(angles={"stick": -0.5}),
    )
    motion = solve(arm, TIMES)
    across = motion.position("boom.eye") - motion.position("stick.eye")
    close(np.hypot(across[:, 0], across[:, 1]), motion.inputs[:, 1])
    tip = motion.position("stick.tip").T
    np.testing.assert_allclose(inner(motion.velocity("stick.tip").T), first_difference(tip, H), rtol=0.0, atol=1e-6)
    np.testing.assert_allclose(
        inner(motion.acceleration("stick.tip").T), second_difference(tip, H), rtol=0.0, atol=1e-4
    )


def test_two_motors_at_one_pin() -> None:
    """One turns `a` against ground, the other `a` against `b`."""
    links = [Link(name, {"A": (0.0, 0.0)}) for name in ("ground", "a", "b")]
    motors = [
        JointDriver("first", "A", ConstantSpeed(1.0), links=("ground", "a")),
        JointDriver("second", "A", ConstantSpeed(2.0), links=("b", "a")),
    ]
    motion = solve(Mechanism("pin", links, [Revolute("A", ("ground", "a", "b"))], motors), TIMES)
    close(motion.pose("a")[:, 2], TIMES)
    close(motion.pose("b")[:, 2], -TIMES)
