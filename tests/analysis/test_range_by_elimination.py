"""The range of a class III group against a polynomial in one unknown, found by elimination.

With t = tan(θ/2) of the platform and c₁ = 0 the differences of the three conditions |p + R c − a|² = l² are linear in
p. What the first then states is a polynomial of degree 8 in t, with the factor 1 + t². An end of a mode is where the
number of its real roots changes.
"""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest
from numpy.polynomial import Polynomial

from sgkin import load_mechanism, motion_range
from tests.analysis.four_bars import within_turn

LENGTHS = (0.295, 0.26, 0.51)
JOINTS = ((0.0, 0.0), (0.25, -0.125), (0.5, 0.0))
FEET = ((0.25, 0.125), (0.5, 0.0))
"""Of Uchida's Stephenson III: its legs, their joints on the coupler, and the feet of the second and third."""


def real_roots(s: float) -> int:
    """In how many ways the coupler can be put together at the angle s of the driven link."""
    d, c, n = Polynomial([1.0, 0.0, 1.0]), Polynomial([1.0, 0.0, -1.0]), Polynomial([0.0, 2.0])
    ax, ay = 0.295 * cos(s), 0.295 * sin(s)
    rows = []
    for (cx, cy), (bx, by), length in zip(JOINTS[1:], FEET, LENGTHS[1:], strict=True):
        rx, ry = c * cx - n * cy, n * cx + c * cy
        k = (cx * cx + cy * cy + bx * bx + by * by - ax * ax - ay * ay - length**2 + LENGTHS[0] ** 2) * d
        rows.append((2.0 * (rx + (ax - bx) * d), 2.0 * (ry + (ay - by) * d), k - 2.0 * (bx * rx + by * ry)))
    (a2, b2, c2), (a3, b3, c3) = rows
    w, x, y = a2 * b3 - a3 * b2, b2 * c3 - b3 * c2, c2 * a3 - c3 * a2
    left = (x - ax * w) ** 2 + (y - ay * w) ** 2 - LENGTHS[0] ** 2 * w**2
    return int((np.abs(left.roots().imag) < 1e-6).sum())


def change(low: float, high: float) -> float:
    """Where between two angles the number of real roots changes."""
    number = real_roots(low)
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if real_roots(middle) == number else (low, middle)
    return 0.5 * (low + high)


def test_ends_are_where_real_roots_come_and_go() -> None:
    angles = np.linspace(-pi + 0.01, pi + 0.01, 1441)
    counts = np.array([real_roots(s) for s in angles.tolist()])
    places = np.flatnonzero(np.diff(counts))
    wanted = sorted(within_turn(change(angles[k], angles[k + 1])) for k in places.tolist())
    found = motion_range(load_mechanism("uchida_stephenson_III"))
    ends = sorted({round(within_turn(limit.value), 7) for limit in found.dead_points})
    assert len(wanted) == len(ends) == 6
    assert ends == pytest.approx(wanted, abs=2e-7)
    assert any(abs(end - 1.9628) < 5e-5 for end in ends)
