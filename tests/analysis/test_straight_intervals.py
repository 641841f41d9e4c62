"""Straight-line linkages are as straight as they are known to be, and intervals are the longest there are."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import CouplerCurve, coupler_curve, load_mechanism
from tests.published.reference import PUBLISHED


def sampled_width(curve: CouplerCurve, begin: float, end: float) -> float:
    """The width of the narrowest strip, by trying directions near that of its ends on 400 places."""
    at = np.linspace(begin, end, 400)
    places = curve.position(curve.begin + (at - curve.begin) % (curve.end - curve.begin) if curve.is_closed else at)
    chord = places[-1] - places[0]
    bulge = np.ptp(places @ [-chord[1], chord[0]]) / (chord @ chord)
    angles = np.arctan2(chord[1], chord[0]) + np.linspace(-2.0, 2.0, 4001) * bulge
    heights = places @ np.stack([-np.sin(angles), np.cos(angles)])
    return float(np.ptp(heights, axis=0).min())


def test_hoeken_is_straight_over_half_a_turn() -> None:
    """Its height stays between 4 and 4.0098 from 90 to 270 degrees, so within half of that of a line."""
    known = PUBLISHED["hoeken"]
    curve = coupler_curve(load_mechanism("hoeken"), "coupler.T")
    tolerance = 0.5 * (known["height"][1] - known["height"][0])
    longest = curve.straight_intervals(tolerance, most=1)[0]
    low, high = np.radians(known["crank_deg"])
    assert longest.begin < low
    assert longest.end > high
    assert longest.begin + longest.end == pytest.approx(
        2.0 * np.pi, abs=1e-6
    )  # the curve is symmetric, and a longest length flat
    np.testing.assert_allclose(np.abs(longest.direction), [1.0, 0.0], atol=1e-7)
    assert longest.deviation == pytest.approx(tolerance, rel=1e-11)


def test_chebyshev_is_straight_between_its_known_places() -> None:
    known = PUBLISHED["chebyshev_straight_line"]
    curve = coupler_curve(load_mechanism("chebyshev_straight_line"), "coupler.T")
    longest = curve.straight_intervals(0.5 * (known["height"][1] - known["height"][0]), most=1)[0]
    x = curve.position([longest.begin, longest.end])[:, 0]
    assert np.abs(np.diff(x))[0] > np.ptp(known["x"])
    assert longest.point[1] == pytest.approx(np.mean(known["height"]), abs=1e-3)


def test_watt_is_straight_in_its_middle() -> None:
    known = PUBLISHED["watt_straight_line"]
    curve = coupler_curve(load_mechanism("watt_straight_line"), "coupler.T")
    longest = curve.straight_intervals(known["width"], most=1)[0]
    assert longest.distance > 2.0 * known["half_length"]


def test_peaucellier_is_straight_throughout() -> None:
    curve = coupler_curve(load_mechanism("peaucellier_lipkin"), "CP.P")
    (whole,) = curve.straight_intervals(1e-11)
    assert (whole.begin, whole.end) == (curve.begin, curve.end)
    np.testing.assert_allclose(np.abs(whole.direction), [0.0, 1.0], atol=1e-12)


@pytest.mark.parametrize("tolerance", [0.1, 0.01, 1e-4])
def test_intervals_fill_their_strips_and_none_beside_is_longer(tolerance: float) -> None:
    curve = coupler_curve(load_mechanism("four_bar_crank_rocker"), "coupler.P")
    found = curve.straight_intervals(tolerance)
    lengths = [each.end - each.begin for each in found]
    assert lengths == sorted(lengths, reverse=True)
    for each, length in zip(found, lengths, strict=True):
        assert each.deviation == pytest.approx(tolerance, rel=1e-9)
        assert sampled_width(curve, each.begin, each.end) == pytest.approx(2.0 * tolerance, rel=2e-2)
        for aside in (-0.02, -0.003, 0.003, 0.02):
            shift = aside * length
            assert sampled_width(curve, each.begin + shift, each.end + shift + 1e-4 * length) > 2.0 * tolerance * (
                1.0 - 1e-3
            )
        at = curve.begin + (np.linspace(each.begin, each.end, 200) - curve.begin) % (2.0 * np.pi)
        normal = np.array([-each.direction[1], each.direction[0]])
        assert np.abs((curve.position(at) - each.point) @ normal).max() <= tolerance * (1.0 + 1e-9)


def test_a_circle_is_straight_as_far_as_its_sagitta() -> None:
    """2 × the tolerance = r (1 − cos(half the angle))."""
    curve = coupler_curve(load_mechanism("four_bar_crank_rocker"), "crank.B", (0.0, 3.0))
    longest = curve.straight_intervals(0.01, most=1)[0]
    assert longest.end - longest.begin == pytest.approx(2.0 * np.arccos(1.0 - 0.02 / 2.0), rel=1e-9)
