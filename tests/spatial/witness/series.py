"""Numbers as power series of a parameter, up to its square: values with exact first and second derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Series:
    """c₀ + c₁ t + c₂ t², of arrays of one shape."""

    def __init__(self, *parts: Any) -> None:
        first = np.asarray(parts[0], dtype=np.float64)
        given = [first, *(np.asarray(part, dtype=np.float64) for part in parts[1:])]
        given += [np.zeros_like(first)] * (3 - len(given))
        self.parts = tuple(np.broadcast_arrays(*given))

    def __getitem__(self, index: Any) -> Series:
        return Series(*(part[index] for part in self.parts))

    def __add__(self, other: Any) -> Series:
        return Series(*(a + b for a, b in zip(self.parts, series(other).parts, strict=True)))

    def __neg__(self) -> Series:
        return Series(*(-part for part in self.parts))

    def __sub__(self, other: Any) -> Series:
        return self + (-series(other))

    def __rsub__(self, other: Any) -> Series:
        return series(other) - self

    def __mul__(self, other: Any) -> Series:
        (a, b, c), (u, v, w) = self.parts, series(other).parts
        return Series(a * u, a * v + b * u, a * w + b * v + c * u)

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
        return Series(*(part.sum(axis=-1) for part in self.parts))


def series(value: Any) -> Series:
    return value if isinstance(value, Series) else Series(value)


def dot(one: Any, other: Any) -> Series:
    return (series(one) * other).sum()


def cross(one: Any, other: Any) -> Series:
    a, b = series(one), series(other)
    return a[..., [1, 2, 0]] * b[..., [2, 0, 1]] - a[..., [2, 0, 1]] * b[..., [1, 2, 0]]
