"""Sums of variables and of cosines and sines of variables: what the conditions of a mechanism are made of.

Variables are written as whole numbers while their count is not yet known: unknowns from 0 on, inputs from INPUT on,
constants from CONSTANT on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats

Values = Callable[[int], Floats]
"""The values (n, …) of a variable."""

INPUT, CONSTANT = 1 << 40, 1 << 41


@dataclass(frozen=True, slots=True)
class Expression:
    """constant + Σ weight · w_i + Σ (a cos w_k + b sin w_k); linear: (i, weight), turns: (k, a, b)."""

    constant: float = 0.0
    linear: tuple[tuple[int, float], ...] = ()
    turns: tuple[tuple[int, float, float], ...] = ()

    def __add__(self, other: Expression) -> Expression:
        return Expression(self.constant + other.constant, self.linear + other.linear, self.turns + other.turns)

    def __sub__(self, other: Expression) -> Expression:
        return self + other.times(-1.0)

    def times(self, factor: float) -> Expression:
        """The expression multiplied by a number."""
        return Expression(
            factor * self.constant,
            tuple((i, factor * weight) for i, weight in self.linear),
            tuple((k, factor * a, factor * b) for k, a, b in self.turns),
        )

    @property
    def variables(self) -> tuple[int, ...]:
        """Every variable in it."""
        return tuple(dict.fromkeys([i for i, _ in self.linear] + [k for k, _, _ in self.turns]))

    def value(self, w: Values) -> Floats:
        """Its value."""
        total = np.asarray(self.constant)
        for i, weight in self.linear:
            total = total + weight * w(i)
        for k, a, b in self.turns:
            total = total + a * np.cos(w(k)) + b * np.sin(w(k))
        return total

    def rate(self, w: Values, v: Values) -> Floats:
        """Its derivative along v."""
        total = np.asarray(0.0)
        for i, weight in self.linear:
            total = total + weight * v(i)
        for k, a, b in self.turns:
            total = total + (b * np.cos(w(k)) - a * np.sin(w(k))) * v(k)
        return total

    def bend(self, w: Values, u: Values, v: Values) -> Floats:
        """Its second derivative along u and v."""
        total = np.asarray(0.0)
        for k, a, b in self.turns:
            total = total - (a * np.cos(w(k)) + b * np.sin(w(k))) * u(k) * v(k)
        return total


Point = tuple[Expression, Expression]


def variable(number: int) -> Expression:
    """A variable by itself."""
    return Expression(0.0, ((number, 1.0),))


def difference(one: Point, other: Point) -> Point:
    """From the other point to the one."""
    return one[0] - other[0], one[1] - other[1]


def arm(angle: int, x: float, y: float) -> Point:
    """The vector (x, y) turned by an angle."""
    return Expression(turns=((angle, x, -y),)), Expression(turns=((angle, y, x),))
