"""Where two circles or lines of the plane meet: κ (x² + y²) + a x + b y + c = 0, κ = 0 for a line."""

from __future__ import annotations

from math import hypot, sqrt

from sgkin.mathematics import Place

Curve = tuple[float, float, float, float]
"""κ, a, b, c."""


def meeting_points(one: Curve, other: Curve) -> list[Place]:
    """The points that two curves share; where they only just miss each other, the point between them.

    Nothing for curves that coincide or are parallel.
    """
    if one[0]:
        return _line_and_circle(radical_line(one, other), one)
    if other[0]:
        return _line_and_circle(one, other)
    det = one[1] * other[2] - one[2] * other[1]
    if det == 0.0:
        return []
    return [((one[2] * other[3] - one[3] * other[2]) / det, (one[3] * other[1] - one[1] * other[3]) / det)]


def radical_line(circle: Curve, other: Curve) -> Curve:
    """The line on which another curve meets a circle; a line itself, or where there is no circle, the other curve."""
    if not circle[0] or not other[0]:
        return other
    factor = other[0] / circle[0]
    a, b, c = (mine - factor * its for its, mine in zip(circle[1:], other[1:], strict=True))
    return 0.0, a, b, c


def _line_and_circle(line: Curve, circle: Curve) -> list[Place]:
    _, a, b, c = line
    length = hypot(a, b)
    if length == 0.0:
        return []
    a, b, c = a / length, b / length, c / length
    x0, y0 = -0.5 * circle[1] / circle[0], -0.5 * circle[2] / circle[0]
    away = a * x0 + b * y0 + c
    half = sqrt(max(x0 * x0 + y0 * y0 - circle[3] / circle[0] - away * away, 0.0))
    x, y = x0 - away * a, y0 - away * b
    return [(x - half * b, y + half * a), (x + half * b, y - half * a)] if half else [(x, y)]
