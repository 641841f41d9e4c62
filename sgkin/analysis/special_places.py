"""What is found on the path of a point."""

from __future__ import annotations

from dataclasses import dataclass

from sgkin.analysis.extremes import ExtremeValue
from sgkin.arrays import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Extreme(ExtremeValue):
    """A place of the path that is a `maximum` or `minimum` of x, y, a direction or a distance, beside its neighbours.

    `point` (2,): where it is; the rest as with any other value, `at` being the part of the line where several inputs
    move.
    """

    point: Floats


@dataclass(frozen=True, slots=True)
class Cusp:
    """A place at which the point stops and goes back: on its own path, or (`is_cusp`) beside it.

    `tangent` (2,): in which it comes in and leaves, a unit vector away from the tip.
    """

    at: float
    point: Floats
    tangent: Floats
    is_cusp: bool = True


@dataclass(frozen=True, slots=True)
class DoublePoint:
    """A place through which the path goes twice, at both values of the input, with unit tangents (2, 2).

    `touches`: the tangents are the same line.
    """

    at: tuple[float, float]
    point: Floats
    tangents: Floats
    touches: bool = False
