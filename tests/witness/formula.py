"""The condition of a joint, read from the formula that its class states.

θ₁ is the angle of its first link, r₁ the place of its point there, u₁ the direction inclined by the joint's angle to
that link, n₁ the left normal of it; other names are fields of the joint, with a number where each link has its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Any

VECTOR = re.compile(r"([un])([₁₂])·\(r([₁₂]) − r([₁₂])\)|\|r([₁₂]) − r([₁₂])\|")
NUMBERS = {"₁": 0, "₂": 1, "₃": 2}
COINCIDE = "r₁ = r₂"


@dataclass(frozen=True)
class Formula:
    """length of w, or w projected, + Σ weight θ + constant = 0, with w from one point to another, by their numbers.

    `direction`: the number of a link and an inclination to it, None for a length; `between`: None where there is no w.
    """

    between: tuple[int, int] | None
    direction: tuple[int, float] | None
    weights: tuple[float, float, float]
    constant: float

    def value(self, angles: Sequence[float], places: Sequence[tuple[float, float]]) -> float:
        """By how much it is not met at angles of the links and places of the joint's points."""
        total = self.constant + sum(weight * angle for weight, angle in zip(self.weights, angles, strict=False))
        if self.between is None:
            return total
        (x1, y1), (x2, y2) = (places[number] for number in self.between)
        if self.direction is None:
            return total + hypot(x2 - x1, y2 - y1)
        angle = angles[self.direction[0]] + self.direction[1]
        return total + cos(angle) * (x2 - x1) + sin(angle) * (y2 - y1)


def read(text: str, names: Mapping[str, Any]) -> Formula:
    """A formula with the numbers of a joint's fields."""
    found = VECTOR.search(text)
    between = direction = None
    if found:
        letter, link, *ends = (part for part in found.groups()[:4]) if found[1] else (None, None, *found.groups()[4:])
        between = NUMBERS[ends[1]], NUMBERS[ends[0]]
        if letter:
            angle = names["angle"]
            inclination = angle[NUMBERS[link]] if isinstance(angle, tuple) else angle
            direction = NUMBERS[link], inclination + (pi / 2.0 if letter == "n" else 0.0)
    left, right = VECTOR.sub("0", text).split("=")
    rest = f"({left}) - ({right})".replace("−", "-")
    rest = re.sub(r"(\w)([₁₂₃])", lambda part: f"{part[1]}[{NUMBERS[part[2]]}]", rest)
    rest = re.sub(r"(\w) \(", r"\1 * (", rest)

    def linear(*angles: float) -> float:
        return float(eval(rest, {"__builtins__": {}}, {**names, "θ": angles}))

    constant = linear(0.0, 0.0, 0.0)
    weights = (linear(*(float(k == j) for j in range(3))) - constant for k in range(3))
    one, two, three = (float(round(c)) if abs(c - round(c)) < 1e-12 else c for c in weights)
    return Formula(between, direction, (one, two, three), constant)
