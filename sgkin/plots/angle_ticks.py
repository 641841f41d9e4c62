"""Ticks of axes of angles: multiples of a quarter turn, or of fractions that fit into one."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, pi
from typing import Any

DEGREES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3, 5, 15, 30, 45, 90, 180, 360, 720, 1800, 3600)
"""Steps that divide 90°, or are multiples of it; below 15° and below 1° those that divide it and are easily read."""
MOST = 9
"""So many ticks at most."""
PER_TURN = {"deg": 360.0, "rad": 2.0 * pi, "turn": 1.0}


def angle_step(low: float, high: float) -> float:
    """The least step of ticks, in degrees, that does not give too many between two angles in degrees.

    >>> [angle_step(0.0, high) for high in (4.0, 50.0, 360.0, 720.0)]
    [0.5, 15, 45, 90]
    """
    fitting = [step for step in DEGREES if floor(high / step) - ceil(low / step) < MOST]
    return fitting[0] if fitting else 3600.0 * ceil((high - low) / (3600.0 * MOST))


def set_angle_ticks(axis: Any, low: float, high: float, unit: str) -> None:
    """Let an axis of matplotlib that holds angles between two limits, in their unit, have such ticks."""
    per_degree = PER_TURN[unit] / 360.0
    step = angle_step(low / per_degree, high / per_degree)
    numbers = range(ceil(low / per_degree / step - 1e-9), floor(high / per_degree / step + 1e-9) + 1)
    places = [number * step * per_degree for number in numbers]
    if unit == "rad" and step >= 15:
        axis.set_ticks(places, [_part_of_pi(number * Fraction(step) / 180) for number in numbers])
    else:
        axis.set_ticks(places, [f"{round(place, 9):g}".replace("-", "\N{MINUS SIGN}") for place in places])


def _part_of_pi(part: Fraction) -> str:
    """A multiple of π as it is written.

    >>> [_part_of_pi(Fraction(n, 4)) for n in (-4, 0, 1, 6)]
    ['−π', '0', 'π/4', '3π/2']
    """
    if part == 0:
        return "0"
    over = "" if part.denominator == 1 else f"/{part.denominator}"
    times = "" if abs(part.numerator) == 1 else str(abs(part.numerator))
    return f"{'−' if part < 0 else ''}{times}π{over}"
