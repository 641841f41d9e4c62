"""LU of a full matrix by LAPACK, called by address from compiled code.

The addresses of `dgetrf` and `dgetrs` come from outside, because kernels know nothing but numbers. With the JIT off,
NumPy does the same by solving afresh.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from sgkin.kernels.compiled import JIT, NUMBERS, inner
from sgkin.kernels.executor import element_pointer

SHORT, LETTER = types.CPointer(types.int32), types.CPointer(types.uint8)


@intrinsic
def call_getrf(typing_context, address, rows, columns, matrix, leading, pivots, info):
    """dgetrf(m, n, a, lda, ipiv, info)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _call(context, builder, arguments, "iidiii")

    return types.void(types.int64, SHORT, SHORT, NUMBERS, SHORT, SHORT, SHORT), generate


@intrinsic
def call_getrs(typing_context, address, transposed, size, columns, matrix, leading, pivots, right, leading_right, info):
    """dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _call(context, builder, arguments, "ciidiidii")

    parameters = (types.int64, LETTER, SHORT, SHORT, NUMBERS, SHORT, SHORT, NUMBERS, SHORT, SHORT)
    return types.void(*parameters), generate


def _call(context: Any, builder: Any, arguments: Any, letters: str) -> Any:
    """A call by address with pointers to integers (i), numbers (d) and letters (c)."""
    from llvmlite import ir

    kinds = {"i": ir.IntType(32).as_pointer(), "d": ir.DoubleType().as_pointer(), "c": ir.IntType(8).as_pointer()}
    kind = ir.FunctionType(ir.VoidType(), [kinds[letter] for letter in letters])
    builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])
    return context.get_dummy_value()


@inner
def _factor_by_lapack(addresses, matrix, pivots, integers):
    call_getrf(  # type: ignore[call-arg]
        addresses[0],
        element_pointer(integers, 0),  # type: ignore[call-arg]
        element_pointer(integers, 0),  # type: ignore[call-arg]
        element_pointer(matrix, 0),  # type: ignore[call-arg]
        element_pointer(integers, 0),  # type: ignore[call-arg]
        element_pointer(pivots, 0),  # type: ignore[call-arg]
        element_pointer(integers, 2),  # type: ignore[call-arg]
    )


@inner
def _solve_by_lapack(addresses, matrix, pivots, integers, letter, solution):
    call_getrs(  # type: ignore[call-arg]
        addresses[1],
        element_pointer(letter, 0),  # type: ignore[call-arg]
        element_pointer(integers, 0),  # type: ignore[call-arg]
        element_pointer(integers, 1),  # type: ignore[call-arg]
        element_pointer(matrix, 0),  # type: ignore[call-arg]
        element_pointer(integers, 0),  # type: ignore[call-arg]
        element_pointer(pivots, 0),  # type: ignore[call-arg]
        element_pointer(solution, 0),  # type: ignore[call-arg]
        element_pointer(integers, 0),  # type: ignore[call-arg]
        element_pointer(integers, 2),  # type: ignore[call-arg]
    )


def _factor_interpreted(addresses, matrix, pivots, integers):
    """LU in place as `dgetrf` does it, column by column."""
    size = int(integers[0])
    square = matrix[: size * size].reshape(size, size).T
    for k in range(size):
        chosen = k + int(np.abs(square[k:, k]).argmax())
        pivots[k] = chosen + 1
        square[[k, chosen]] = square[[chosen, k]]
        if square[k, k] != 0.0:
            square[k + 1 :, k] /= square[k, k]
            square[k + 1 :, k + 1 :] -= np.outer(square[k + 1 :, k], square[k, k + 1 :])


def _solve_interpreted(addresses, matrix, pivots, integers, letter, solution):
    size = int(integers[0])
    square = matrix[: size * size].reshape(size, size).T
    for k in range(size):
        chosen = pivots[k] - 1
        solution[[k, chosen]] = solution[[chosen, k]]
    solution[:size] = np.linalg.solve(np.tril(square, -1) + np.eye(size), solution[:size])
    solution[:size] = np.linalg.solve(np.triu(square), solution[:size])


factor_by_lapack = _factor_by_lapack if JIT else _factor_interpreted
"""LU in place of the square, column by column, with which `matrix` begins; integers: its size, 1, and the answer."""
solve_by_lapack = _solve_by_lapack if JIT else _solve_interpreted
"""Solve in place with the factors; letter: (b"N",)."""


@inner
def factor_full(addresses, matrix, pivots, integers, sign, quality):
    """Factorise; sign[0] and quality[0]: of the determinant, and smallest pivot by largest."""
    size = integers[0]
    factor_by_lapack(addresses, matrix, pivots, integers)
    side, smallest, largest = 1.0, np.inf, 0.0
    for k in range(size):
        pivot = matrix[k * size + k]
        smallest, largest = min(smallest, abs(pivot)), max(largest, abs(pivot))
        if (pivot < 0.0) != (pivots[k] != k + 1):
            side = -side
        if pivot != pivot:
            largest = np.inf
    sign[0] = side
    quality[0] = smallest / largest if largest > 0.0 and largest != np.inf else 0.0


@inner
def solve_full(addresses, matrix, pivots, integers, letter, right, solution):
    """Solve for a right-hand side."""
    for k in range(integers[0]):
        solution[k] = right[k]
    solve_by_lapack(addresses, matrix, pivots, integers, letter, solution)
