"""Roberts and Chebyshev: three four-bars draw one curve; its double points lie on the circle of their pivots."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from sgkin import CouplerCurve, coupler_curve
from tests.analysis.coupler_points import FourBar, crank_rockers

FOUR_BARS = list(islice(crank_rockers(7), 12))


def curves(four_bar: FourBar) -> list[CouplerCurve]:
    return [coupler_curve(each.mechanism(), "coupler.P") for each in (four_bar, *four_bar.cognates())]


@pytest.mark.parametrize("number", range(len(FOUR_BARS)))
def test_cognates_have_the_same_curve(number: int) -> None:
    first, *others = curves(FOUR_BARS[number])
    turned = np.linspace(0.0, 2.0 * np.pi, 37)
    for other in others:
        assert other.is_closed
        np.testing.assert_allclose(
            other.position(other.begin + turned), first.position(first.begin + turned), atol=1e-10
        )
        np.testing.assert_allclose(
            other.curvature(other.begin + turned), first.curvature(first.begin + turned), rtol=1e-10, atol=1e-10
        )
        np.testing.assert_allclose([other.length, other.area], [first.length, first.area], rtol=1e-11)
        for direction in ("x", "y", (0.6, -0.8)):
            found = [(each.value, each.kind) for each in other.extremes(direction)]
            wanted = [(each.value, each.kind) for each in first.extremes(direction)]
            assert [kind for _, kind in found] == [kind for _, kind in wanted]
            np.testing.assert_allclose([value for value, _ in found], [value for value, _ in wanted], atol=1e-10)


def test_double_points_lie_on_the_circle_of_the_three_pivots() -> None:
    count = 0
    for four_bar in islice(crank_rockers(3), 80):
        curve = coupler_curve(four_bar.mechanism(), "coupler.P")
        centre, radius = circle(four_bar.a0, four_bar.b0, four_bar.third_pivot)
        for each in curve.double_points:
            assert abs(abs(complex(*each.point) - centre) - radius) < 1e-10 * max(radius, 1.0)
            first, second = curve.position(each.at)
            np.testing.assert_allclose(first, second, atol=1e-12)
            np.testing.assert_allclose(each.tangents, curve.tangent(each.at), atol=1e-9)
            count += 1
    assert count >= 10


def test_double_points_are_those_of_a_fine_polygon() -> None:
    for four_bar in islice(crank_rockers(11), 25):
        curve = coupler_curve(four_bar.mechanism(), "coupler.P")
        assert len(curve.double_points) == polygon_crossings(
            curve.path(np.linspace(curve.begin, curve.end, 1501))[:-1, :2]
        )


def circle(a: complex, b: complex, c: complex) -> tuple[complex, float]:
    """The circle through three places."""
    w = (c - a) / (b - a)
    centre = a + (b - a) * (w - abs(w) ** 2) / (w - w.conjugate())
    return centre, abs(centre - a)


def polygon_crossings(places: np.ndarray) -> int:
    """How many pairs of sides of a closed polygon cross."""
    begin, side = places, np.roll(places, -1, axis=0) - places
    gap = begin[None] - begin[:, None]
    cross = side[:, None, 0] * side[None, :, 1] - side[:, None, 1] * side[None, :, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        one = (gap[..., 0] * side[None, :, 1] - gap[..., 1] * side[None, :, 0]) / cross
        other = (gap[..., 0] * side[:, None, 1] - gap[..., 1] * side[:, None, 0]) / cross
    hit = (one >= 0.0) & (one < 1.0) & (other >= 0.0) & (other < 1.0)
    first, second = np.nonzero(hit)
    away = np.minimum((second - first) % len(places), (first - second) % len(places))
    return int(((first < second) & (away > 1)).sum())
