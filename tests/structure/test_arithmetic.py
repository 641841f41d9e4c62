"""Elimination in both number systems: exact modulo a prime, and in floats with a tolerance."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin.structure.arithmetic import Arithmetic, Elimination, Exact, Measured, Numbers
from sgkin.structure.rows import PRIME

BOTH = pytest.mark.parametrize("arithmetic", [Exact(), Measured()], ids=["exact", "measured"])


def numbers(arithmetic: Arithmetic, *shape: int) -> Numbers:
    return arithmetic.random(int(np.prod(shape)), seed=7).reshape(shape)


@BOTH
def test_inverse(arithmetic: Arithmetic) -> None:
    matrices = numbers(arithmetic, 5, 6, 6)
    matrices[0, 0, 0] = 0  # a pivot that has to be looked for
    assert arithmetic.regular(matrices).all()
    for matrix, inverse in zip(matrices, arithmetic.inverse(matrices), strict=True):
        product = np.array([arithmetic.product(row, inverse) for row in matrix])
        assert np.allclose(product, np.eye(6))


def test_product_from_either_side() -> None:
    matrix, vector = numbers(Exact(), 4, 4), numbers(Exact(), 4)
    expected = [sum(int(a) * int(b) for a, b in zip(vector, matrix[:, place], strict=True)) for place in range(4)]
    assert Exact().product(vector, matrix).tolist() == [number % PRIME for number in expected]
    assert Exact().product(matrix.T, vector).tolist() == [number % PRIME for number in expected]


@BOTH
def test_singular_matrices_are_found_among_regular_ones(arithmetic: Arithmetic) -> None:
    matrices = numbers(arithmetic, 4, 5, 5)
    matrices[1, 3] = arithmetic.reduce(matrices[1, 0] + arithmetic.reduce(3 * matrices[1, 2]))
    matrices[2, :, 4] = 0
    assert arithmetic.regular(matrices).tolist() == [True, False, False, True]


@BOTH
def test_elimination_gives_the_vanishing_combination(arithmetic: Arithmetic) -> None:
    rows = numbers(arithmetic, 4, 6)
    elimination = Elimination(6, arithmetic)
    assert all(elimination.add(row, label) is None for label, row in enumerate(rows[:3]))
    dependent = arithmetic.reduce(arithmetic.reduce(2 * rows[0]) - rows[2])
    combination = elimination.add(dependent, 3)
    assert combination is not None
    assert combination.keys() == {0, 2, 3}
    total = np.zeros_like(dependent)
    for label, factor in combination.items():
        total = arithmetic.reduce(total + arithmetic.reduce(factor * (dependent if label == 3 else rows[label])))
    assert not arithmetic.nonzero(total).any()
    assert elimination.add(rows[3], 4) is None
    assert elimination.labels == [0, 1, 2, 4]


@BOTH
def test_a_row_of_zeros_depends_on_nothing_else(arithmetic: Arithmetic) -> None:
    elimination = Elimination(3, arithmetic)
    zeros = np.zeros_like(numbers(arithmetic, 3))
    assert elimination.add(zeros, 8) == {8: 1}


def test_exact_numbers_stay_in_range() -> None:
    """Products of two numbers below the prime fit into 64 bits."""
    exact, largest = Exact(), np.full((1, 8, 8), PRIME - 1, dtype=np.int64) - np.eye(8, dtype=np.int64)
    inverse = exact.inverse(largest)[0]
    assert ((inverse >= 0) & (inverse < PRIME)).all()
    assert [exact.product(row, inverse).tolist() for row in largest[0]] == np.eye(8, dtype=int).tolist()
