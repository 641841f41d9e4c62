"""On a change point position, velocity and acceleration are limits; of four-bars that lie flat they are known exactly.

Where crank + coupler = rocker + ground, all links lie on the x axis at θ = 0. With a, b, c the lengths of crank,
coupler and rocker, and φ, ψ the angles of rocker and coupler by θ, the conditions of the loop begin there with

    a + b ψ' = c φ',   a + b ψ'² = c φ'²,   so (c² − b c) φ'² − 2 a c φ' + a (a + b) = 0:

a root for each of the two modes that meet. Mirrored, each mode is itself, so φ'' = ψ'' = 0.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Motion, Outcome, solve
from tests.motion.four_bars import four_bar

FLAT = [(1.0, 3.0, 1.0, 3.0), (1.0, 2.0, 1.0, 2.0), (1.0, 4.0, 2.0, 3.0), (1.0, 5.0, 3.0, 3.0)]
"""Crank, coupler, rocker and ground; the modes of none of them bend so much that limits lose digits."""
ACCELERATION = 0.8
MIDDLE = 6


def through(lengths: tuple[float, float, float, float], side: int, unit: bool) -> Motion:
    """From one side of the change point to the other, faster and faster, with a step on it at speed 1."""
    t = np.linspace(-0.6, 0.6, 2 * MIDDLE + 1)
    z = t + 0.5 * ACCELERATION * t**2
    return solve(
        four_bar(*lengths, angle=float(z[0]), side=side),
        inputs=z,
        input_rates=1.0 + ACCELERATION * t,
        input_accelerations=np.full_like(t, ACCELERATION),
        coefficients=unit,
    )


def slopes(lengths: tuple[float, float, float, float]) -> NDArray[np.float64]:
    """φ' in the mode that keeps C left of the way from B to D before the change point, and in the other."""
    a, b, c, _ = lengths
    return np.sort(np.roots([c * c - b * c, -2.0 * a * c, a * (a + b)]))


@pytest.mark.parametrize("unit", [False, True])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("lengths", FLAT)
def test_all_orders_are_exact(lengths: tuple[float, float, float, float], side: int, unit: bool) -> None:
    """To digits that an interpolation of lower order does not reach."""
    motion = through(lengths, side, unit)
    assert motion.status[MIDDLE, 1] == Outcome.CHANGE_POINT
    a, b, c, _ = lengths
    phi = slopes(lengths)[0 if side == 1 else 1]
    for link, slope in (("rocker", phi), ("coupler", (c * phi - a) / b)):
        assert motion.pose(link)[MIDDLE, 2] == pytest.approx(0.0, abs=1e-8)
        assert motion.velocity(link)[MIDDLE, 2] == pytest.approx(slope, abs=1e-8)
        assert motion.acceleration(link)[MIDDLE, 2] == pytest.approx(ACCELERATION * slope, abs=1e-7)
    if unit:
        K, L = motion.velocity_coefficients("rocker"), motion.coefficient_gradients("rocker")
        assert K[MIDDLE, 2, 0] == pytest.approx(phi, abs=1e-8)
        assert L[MIDDLE, 2, 0, 0] == pytest.approx(0.0, abs=1e-7)
