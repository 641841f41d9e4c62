"""The shapes: hulls, outlines and frames."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgkin.drawing.shapes import Rounded, arc, hull
from sgkin.mathematics import moved

numbers = st.integers(-20, 20).map(float)
places = st.tuples(numbers, numbers)


def distance_to_hull(corners: tuple[tuple[float, float], ...], place: tuple[float, float]) -> float:
    """Distance from a place to the border of a hull."""
    best = min(hypot(place[0] - x, place[1] - y) for x, y in corners)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = hypot(bx - ax, by - ay)
        if length:
            along = ((place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)) / length**2
            along = min(max(along, 0.0), 1.0)
            best = min(best, hypot(place[0] - ax - along * (bx - ax), place[1] - ay - along * (by - ay)))
    return best


@given(st.lists(places, min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_hull_holds_all_points_and_only_turns_left(points: list[tuple[float, float]]) -> None:
    corners = hull(points)
    assert set(corners) <= set(points)
    if len(corners) > 2:
        for number, (ax, ay) in enumerate(corners):
            (bx, by), (cx, cy) = corners[(number + 1) % len(corners)], corners[(number + 2) % len(corners)]
            assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0.0
            assert all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-9 for x, y in points)
    else:
        assert all(distance_to_hull(corners, place) < 1e-9 for place in points)


@given(st.lists(places, min_size=1, max_size=6), st.floats(0.1, 3.0))
@settings(max_examples=60, deadline=None)
def test_outline_keeps_its_distance_from_the_hull(points: list[tuple[float, float]], radius: float) -> None:
    body = Rounded("link", "body", hull(points), radius)
    outline = body.outline()
    assert all(abs(distance_to_hull(body.corners, place) - radius) < 1e-9 * (1 + radius) for place in outline)
    area = 0.5 * sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, (*outline[1:], outline[0]), strict=True))
    assert area > 0.0  # counter-clockwise
    assert sum(last - first for _, first, last in body.arcs()) == pytest.approx(2 * pi)


def test_an_arc_has_both_ends() -> None:
    points = arc((1.0, 2.0), 3.0, 0.0, pi / 2, 8)
    np.testing.assert_allclose(points, [(1 + 3 * cos(a), 2 + 3 * sin(a)) for a in (0.0, pi / 4, pi / 2)])


def test_moved() -> None:
    assert moved((5.0, 6.0, pi / 2), (1.0, 0.0)) == pytest.approx((5.0, 7.0))
