"""The two number systems in which independence is decided.

`Exact`: integers modulo a large prime, for random geometry; zero is zero. `Measured`: floats, for given geometry;
zero is what lies below a tolerance, relative to rows of length one.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sgkin.structure.rows import PRIME

Numbers = NDArray[Any]


class Arithmetic(Protocol):
    """What elimination needs of numbers."""

    def reduce(self, numbers: Numbers) -> Numbers:
        """Bring sums and products back into range."""

    def nonzero(self, numbers: Numbers) -> NDArray[np.bool_]:
        """Which numbers are not zero."""

    def pivot(self, numbers: Numbers) -> int:
        """The place of the best number to divide by, −1 if all are zero."""

    def reciprocal(self, number: Any) -> Any:
        """1 / number."""

    def product(self, left: Numbers, right: Numbers) -> Numbers:
        """Vector times matrix, or matrix times vector."""

    def random(self, count: int, seed: int) -> Numbers:
        """Random numbers other than zero."""

    def regular(self, matrices: Numbers) -> NDArray[np.bool_]:
        """Which of the square matrices (n, k, k) have full rank."""

    def inverse(self, matrices: Numbers) -> Numbers:
        """The inverses of regular matrices (n, k, k)."""


class Exact:
    """Integers modulo PRIME."""

    def reduce(self, numbers: Numbers) -> Numbers:
        return numbers % PRIME

    def nonzero(self, numbers: Numbers) -> NDArray[np.bool_]:
        return np.not_equal(numbers, 0)

    def pivot(self, numbers: Numbers) -> int:
        place = int((numbers != 0).argmax())
        return place if numbers[place] else -1

    def reciprocal(self, number: Any) -> int:
        return pow(int(number), PRIME - 2, PRIME)

    def product(self, left: Numbers, right: Numbers) -> Numbers:
        terms, axis = (left[:, None] * right, 0) if left.ndim == 1 else (left * right[None, :], 1)
        return np.asarray((terms % PRIME).sum(axis=axis) % PRIME)

    def random(self, count: int, seed: int) -> Numbers:
        return np.random.default_rng(seed).integers(1, PRIME, size=count)

    def regular(self, matrices: Numbers) -> NDArray[np.bool_]:
        """Elimination of all matrices side by side, by cross multiplication."""
        work = matrices % PRIME
        count, size, _ = work.shape
        good, every = np.ones(count, dtype=bool), np.arange(count)
        for step in range(size):
            candidates = work[:, step:, step] != 0
            good &= candidates.any(axis=1)
            chosen = candidates.argmax(axis=1) + step
            top = work[every, chosen].copy()
            work[every, chosen] = work[:, step]
            work[:, step] = top
            factor = work[:, step + 1 :, step].copy()
            scaled = work[:, step + 1 :, step:] * top[:, step, None, None] % PRIME
            work[:, step + 1 :, step:] = (scaled - factor[:, :, None] * top[:, None, step:] % PRIME) % PRIME
        return good

    def inverse(self, matrices: Numbers) -> Numbers:
        """Elimination of all matrices side by side, next to the identity."""
        count, size, _ = matrices.shape
        identity = np.broadcast_to(np.eye(size, dtype=np.int64), matrices.shape)
        work, every = np.concatenate([matrices % PRIME, identity], axis=2), np.arange(count)
        for step in range(size):
            chosen = (work[:, step:, step] != 0).argmax(axis=1) + step
            top = work[every, chosen].copy()
            work[every, chosen] = work[:, step]
            top = top * _reciprocals(top[:, step])[:, None] % PRIME
            work[:, step] = 0
            work = (work - work[:, :, step, None] * top[:, None, :] % PRIME) % PRIME
            work[:, step] = top
        return work[:, :, size:]


class Measured:
    """Floats with a tolerance relative to rows of length one."""

    def __init__(self, tolerance: float = 1e-7) -> None:
        self.tolerance = tolerance

    def reduce(self, numbers: Numbers) -> Numbers:
        return numbers

    def nonzero(self, numbers: Numbers) -> NDArray[np.bool_]:
        return np.abs(numbers) > self.tolerance

    def pivot(self, numbers: Numbers) -> int:
        place = int(np.abs(numbers).argmax())
        return place if abs(numbers[place]) > self.tolerance else -1

    def reciprocal(self, number: Any) -> float:
        return 1.0 / float(number)

    def product(self, left: Numbers, right: Numbers) -> Numbers:
        return left @ right

    def random(self, count: int, seed: int) -> Numbers:
        return np.random.default_rng(seed).normal(size=count)

    def regular(self, matrices: Numbers) -> NDArray[np.bool_]:
        length = np.linalg.norm(matrices, axis=2, keepdims=True)
        values = np.linalg.svd(matrices / np.where(length == 0.0, 1.0, length), compute_uv=False)
        return values[:, -1] > self.tolerance * values[:, 0]

    def inverse(self, matrices: Numbers) -> Numbers:
        return np.linalg.inv(matrices)


def _reciprocals(numbers: Numbers) -> Numbers:
    """numbers^(PRIME − 2) modulo PRIME, by repeated squaring."""
    result, power, exponent = np.ones_like(numbers), numbers % PRIME, PRIME - 2
    while exponent:
        if exponent & 1:
            result = result * power % PRIME
        power = power * power % PRIME
        exponent >>= 1
    return result


class Elimination:
    """Rows taken in one by one; each is found independent of those before it, or a combination of them."""

    def __init__(self, size: int, arithmetic: Arithmetic) -> None:
        self.arithmetic = arithmetic
        self.size = size
        self.labels: list[int] = []
        self._reduced: list[tuple[Numbers, int, dict[int, Any]]] = []

    def add(self, row: Numbers, label: int) -> dict[int, Any] | None:
        """None if the row is independent; otherwise the vanishing combination, label to factor."""
        arithmetic = self.arithmetic
        work = row.copy()
        factors: dict[int, Any] = {label: 1}
        for earlier, column, combination in self._reduced:
            factor = work[column]
            if factor:
                work = arithmetic.reduce(work - arithmetic.reduce(factor * earlier))
                for name, value in combination.items():
                    factors[name] = arithmetic.reduce(factors.get(name, 0) - arithmetic.reduce(factor * value))
        column = arithmetic.pivot(work)
        if column < 0:
            return {name: value for name, value in factors.items() if arithmetic.nonzero(np.asarray(value))}
        scale = arithmetic.reciprocal(work[column])
        work = arithmetic.reduce(work * scale)
        factors = {name: arithmetic.reduce(value * scale) for name, value in factors.items()}
        self._reduced.append((work, column, factors))
        self.labels.append(label)
        return None
