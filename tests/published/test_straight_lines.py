"""The straight-line linkages draw their lines, as straight as they are known to be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgkin import load_mechanism, solve
from tests.published.reference import PUBLISHED


def curve(name: str, point: str, start: float, end: float) -> NDArray[np.float64]:
    """The curve of a point while the input goes from start to end, in degrees; the mechanisms are in metres."""
    inputs = np.radians(np.linspace(start, end, 2001))
    return solve(load_mechanism(name), inputs=inputs, outputs=[point]).position(point)


def whole_curve(name: str, point: str) -> NDArray[np.float64]:
    """The curve of a point over the range that the file states."""
    low, high = load_mechanism(name).expected.range["motor"]
    return curve(name, point, np.degrees(low), np.degrees(high))


def test_peaucellier_is_exact() -> None:
    known = PUBLISHED["peaucellier_lipkin"]
    line = (known["L"] ** 2 - known["l"] ** 2) / (2.0 * known["r"])
    drawn = whole_curve("peaucellier_lipkin", "CP.P")
    np.testing.assert_allclose(drawn[:, 0], line, rtol=0.0, atol=1e-11)
    assert np.ptp(drawn[:, 1]) > 8.0


def test_hoeken_stays_within_the_known_height() -> None:
    known = PUBLISHED["hoeken"]
    height = curve("hoeken", "coupler.T", *known["crank_deg"])[:, 1]
    np.testing.assert_allclose([height.min(), height.max()], known["height"], rtol=0.0, atol=5e-5)


def test_chebyshev_stays_within_the_known_height() -> None:
    known = PUBLISHED["chebyshev_straight_line"]
    x, height = whole_curve("chebyshev_straight_line", "coupler.T").T
    low, high = known["x"]
    part = height[(x >= low) & (x <= high)]
    assert known["height"][0] - 1e-12 < part.min() < known["height"][0] + 1e-6
    assert known["height"][1] - 1e-4 < part.max() < known["height"][1]


def test_chebyshev_passes_exactly_through_its_middle() -> None:
    """With both arms equally inclined the coupler is level, x = 2; cos of the first arm is 3/5."""
    middle = solve(load_mechanism("chebyshev_straight_line"), inputs=[np.arccos(0.6)]).position("coupler.T")[0]
    np.testing.assert_allclose(middle, (2.0, 4.0), rtol=0.0, atol=1e-13)


def test_watt_is_as_thin_as_known() -> None:
    known = PUBLISHED["watt_straight_line"]
    x, y = whole_curve("watt_straight_line", "coupler.T").T
    part = x[np.abs(y - known["centre"]) < known["half_length"]]
    width = np.abs(part - known["line"]).max()
    assert 0.9 * known["width"] < width < known["width"]
