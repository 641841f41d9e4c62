"""Numbers that carry their first and second derivatives, so that a condition is written once and differentiated twice.

For f = f(g): f' = f_g g' and f'' = f_g g'' + f_gg g' g'ᵀ; for a product likewise.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin, sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Jet:
    """A value with its gradient (n,) and its matrix of second derivatives (n, n)."""

    value: float
    gradient: Floats
    second: Floats

    def __add__(self, other: Jet) -> Jet:
        return Jet(self.value + other.value, self.gradient + other.gradient, self.second + other.second)

    def __sub__(self, other: Jet) -> Jet:
        return self + (-1.0) * other

    def __rmul__(self, factor: float) -> Jet:
        return Jet(factor * self.value, factor * self.gradient, factor * self.second)

    def __mul__(self, other: Jet) -> Jet:
        mixed = np.outer(self.gradient, other.gradient)
        return Jet(
            self.value * other.value,
            self.value * other.gradient + other.value * self.gradient,
            self.value * other.second + other.value * self.second + mixed + mixed.T,
        )

    def _function(self, value: float, first: float, second: float) -> Jet:
        bent = second * np.outer(self.gradient, self.gradient)
        return Jet(value, first * self.gradient, first * self.second + bent)

    def cosine(self) -> Jet:
        """Of an angle."""
        return self._function(cos(self.value), -sin(self.value), -cos(self.value))

    def sine(self) -> Jet:
        """Of an angle."""
        return self._function(sin(self.value), cos(self.value), -sin(self.value))

    def root(self) -> Jet:
        """The square root of a positive number."""
        value = sqrt(self.value)
        return self._function(value, 0.5 / value, -0.25 / (value * self.value))


def variables(values: list[float]) -> list[Jet]:
    """Independent variables with the given values."""
    n = len(values)
    return [Jet(value, unit, np.zeros((n, n))) for value, unit in zip(values, np.eye(n), strict=True)]


def constant(value: float, n: int) -> Jet:
    """A number that depends on none of n variables."""
    return Jet(value, np.zeros(n), np.zeros((n, n)))
