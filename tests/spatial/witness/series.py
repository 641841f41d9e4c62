"""Numbers as power series of a parameter, up to its square: values with exact first and second derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

NEXT, LAST = [1, 2, 0], [2, 0, 1]


class Series:
    """c₀ + c₁ t + c₂ t², of arrays of one shape: `parts` (3, …). An index begins with an ellipsis."""

    __array_ufunc__ = None  # arrays leave products with a series to it
    __slots__ = ("parts",)

    def __init__(self, *parts: Any) -> None:
        shape = np.broadcast_shapes(*(np.shape(part) for part in parts))
        self.parts = np.zeros((3, *shape))
        for number, part in enumerate(parts):
            self.parts[number] = part

    def __getitem__(self, index: Any) -> Series:
        return _of(self.parts[index])

    def __add__(self, other: Any) -> Series:
        one, two = _aligned(self.parts, series(other).parts)
        return _of(one + two)

    def __neg__(self) -> Series:
        return _of(-self.parts)

    def __sub__(self, other: Any) -> Series:
        return self + (-other)

    def __rsub__(self, other: Any) -> Series:
        return -self + other

    def __mul__(self, other: Any) -> Series:
        if not isinstance(other, Series) and np.ndim(other) < self.parts.ndim:
            return _of(self.parts * other)
        one, two = _aligned(self.parts, series(other).parts)
        found = one[0] * two
        found[1:] += one[1] * two[:2]
        found[2] += one[2] * two[0]
        return _of(found)

    __radd__, __rmul__ = __add__, __mul__

    def root(self) -> Series:
        a, b, c = self.parts
        value = np.sqrt(a)
        first = b / (2.0 * value)
        return Series(value, first, (c - first * first) / (2.0 * value))

    def sine_and_cosine(self) -> tuple[Series, Series]:
        a, b, c = self.parts
        s, k = np.sin(a), np.cos(a)
        return Series(s, k * b, k * c - 0.5 * s * b * b), Series(k, -s * b, -s * c - 0.5 * k * b * b)

    def sum(self) -> Series:
        return _of(self.parts.sum(axis=-1))


def _of(parts: Array) -> Series:
    found = Series.__new__(Series)
    found.parts = parts
    return found


def _aligned(one: Array, two: Array) -> tuple[Array, Array]:
    """Parts of as many axes."""
    missing = one.ndim - two.ndim
    if missing < 0:
        return one.reshape(3, *(1,) * -missing, *one.shape[1:]), two
    return (one, two.reshape(3, *(1,) * missing, *two.shape[1:])) if missing else (one, two)


def series(value: Any) -> Series:
    return value if isinstance(value, Series) else Series(value)


def dot(one: Any, other: Any) -> Series:
    return (series(one) * other).sum()


def cross(one: Any, other: Any) -> Series:
    a, b = series(one), series(other)
    return a[..., NEXT] * b[..., LAST] - a[..., LAST] * b[..., NEXT]
