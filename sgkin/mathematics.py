"""The mathematics with which dimensions of a mechanism become numbers of a plan.

All `build` functions take it from here, and nothing of it from elsewhere. A plan is laid out once, and what it is laid
out for may have other dimensions one day: so its layout may depend on numbers that are what they are, such as an angle
that nobody has inclined, and never on dimensions that happen to be equal. Whoever wants to know asks `is_zero` and
`is_same`; nobody else compares dimensions. Dimensions may be traced numbers; then what is built of them is, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import inf, pi

from sgkin.traced_number import traced

__all__ = [
    "Place", "Pose", "acos", "asin", "atan", "atan2", "cos", "exp", "hypot", "inf", "is_same", "is_zero", "larger",
    "log", "moved", "pi", "sin", "smaller", "sqrt", "tan", "turned",
]  # fmt: skip

sqrt, exp, log = (traced(name, getattr(math, name)) for name in ("sqrt", "exp", "log"))
cos, sin, tan = (traced(name, getattr(math, name)) for name in ("cos", "sin", "tan"))
acos, asin, atan, atan2 = (traced(name, getattr(math, name)) for name in ("acos", "asin", "atan", "atan2"))
smaller, larger = traced("smaller", min), traced("larger", max)

Place = tuple[float, float]
Pose = tuple[float, float, float]
"""A point of a link in its own frame; where a link is, x and y of its origin and its angle."""


def hypot(x: float, y: float) -> float:
    """√(x² + y²), as compiled code has it."""
    return sqrt(x * x + y * y)


def is_zero(number: float) -> bool:
    """Whether a number is zero and stays so."""
    return number == 0.0


def is_same(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two places of a link, or two directions, are one and stay so."""
    return one == other


def moved(pose: Pose, place: Place) -> Place:
    """A place of a link, seen from the frame in which the link has the given pose."""
    x, y, angle = pose
    if is_zero(angle):
        return x + place[0], y + place[1]
    return x + cos(angle) * place[0] - sin(angle) * place[1], y + sin(angle) * place[0] + cos(angle) * place[1]


def turned(place: Sequence[float], direction: Sequence[float]) -> Place:
    """A place, or a direction, turned as far as a direction is turned from the x axis."""
    (x, y), (c, s) = place, direction
    return c * x - s * y, s * x + c * y
