"""Kernels that were typed into an interactive session have no file: they are compiled, and not cached."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

SOURCE = """
from sgkin.kernels.compiled import Operation, compiled

@compiled
def triple(x):
    return 3.0 * x

@Operation
def tripled(S, R, G, M, m):
    \"\"\"y = 3 x + c. inputs x · outputs y · geometry c\"\"\"
    for k in range(m):
        S[R[1] + k] = triple(S[R[0] + k]) + G[0]
"""


def session() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(SOURCE, "<stdin>", "exec"), names)
    return names


def test_function() -> None:
    assert session()["triple"](2.0) == 6.0


def test_operation_called_by_its_address() -> None:
    operation = session()["tripled"]
    assert operation.name == "__main__.tripled"
    numbers, integers = ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_int64)
    call = ctypes.CFUNCTYPE(None, numbers, integers, numbers, numbers, ctypes.c_int64)(operation.address)
    state, rows, geometry = np.arange(8.0), np.array([0, 4]), np.array([0.5])
    given = (array.ctypes.data_as(kind) for array, kind in ((state, numbers), (rows, integers), (geometry, numbers)))
    call(*given, None, 4)
    np.testing.assert_array_equal(state, [0.0, 1.0, 2.0, 3.0, 0.5, 3.5, 6.5, 9.5])
