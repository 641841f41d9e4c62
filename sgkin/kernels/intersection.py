"""Where two circles or lines of the plane meet: κ (x² + y²) + a x + b y + c = 0, κ = 0 for a line.

Curves are (κ, a, b, c), places (x, y).
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled


@compiled
def meeting_points(one, other):
    """How many points two curves share, and two places of which so many are these points.

    Where the curves only just miss each other, the point between them; none for curves that coincide or are parallel.
    """
    if one[0] != 0.0:
        return line_and_circle(radical_line(one, other), one)
    if other[0] != 0.0:
        return line_and_circle(one, other)
    det = one[1] * other[2] - one[2] * other[1]
    if det == 0.0:
        return 0, (0.0, 0.0), (0.0, 0.0)
    place = (one[2] * other[3] - one[3] * other[2]) / det, (one[3] * other[1] - one[1] * other[3]) / det
    return 1, place, place


@compiled
def radical_line(circle, other):
    """The line on which another curve meets a circle; a line itself, or where there is no circle, the other curve."""
    if circle[0] == 0.0 or other[0] == 0.0:
        return other
    factor = other[0] / circle[0]
    return 0.0, other[1] - factor * circle[1], other[2] - factor * circle[2], other[3] - factor * circle[3]


@compiled
def line_and_circle(line, circle):
    """The points of a circle on a line, as `meeting_points` gives them."""
    _, a, b, c = line
    length = math.hypot(a, b)
    if length == 0.0:
        return 0, (0.0, 0.0), (0.0, 0.0)
    a, b, c = a / length, b / length, c / length
    x0, y0 = -0.5 * circle[1] / circle[0], -0.5 * circle[2] / circle[0]
    away = a * x0 + b * y0 + c
    half = math.sqrt(max(x0 * x0 + y0 * y0 - circle[3] / circle[0] - away * away, 0.0))
    x, y = x0 - away * a, y0 - away * b
    return 2 if half > 0.0 else 1, (x - half * b, y + half * a), (x + half * b, y - half * a)
