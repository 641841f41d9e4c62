"""A user's own force law as a function that compiled code calls by its address.

The function is compiled by numba, or plain Python; either way it is called as a function of C:

of one coordinate       double force(double t, double value, double rate)
of several              void forces(double t, double *values, double *rates, double *forces)

Where it raises, the force is NaN, and the exception is kept: nobody can raise it through compiled code.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic

from sgkin.kernels.compiled import JIT, NUMBERS

NUMBER, POINTER = ctypes.c_double, ctypes.POINTER(ctypes.c_double)
OF_ONE = ctypes.CFUNCTYPE(NUMBER, NUMBER, NUMBER, NUMBER)
OF_SEVERAL = ctypes.CFUNCTYPE(None, NUMBER, POINTER, POINTER, POINTER)


class OwnFunction:
    """A function with an address, as long as this object is kept.

    `count`: of how many coordinates, 0 for a function of one number. `error`: what it raised last, None if nothing;
    what a compiled function raised is not known.
    """

    def __init__(self, function: Callable[..., Any], count: int = 0) -> None:
        self.function, self.count = function, count
        self.error: BaseException | None = None
        if hasattr(function, "py_func"):
            self._entry = _for_several(function, count) if count else _for_one(function)
            self.address = int(self._entry.address)
        else:
            self._entry = OF_SEVERAL(self._several) if count else OF_ONE(self._one)
            self.address = int(ctypes.cast(self._entry, ctypes.c_void_p).value or 0)

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels as the function, and has another address where it arrives."""
        return OwnFunction, (self.function, self.count)

    def _one(self, t: float, value: float, rate: float) -> float:
        try:
            return float(self.function(t, value, rate))
        except BaseException as error:  # kept for whoever asked for the force
            self.error = error
            return np.nan

    def _several(self, t: float, values: Any, rates: Any, forces: Any) -> None:
        found = np.ctypeslib.as_array(forces, (self.count,))
        given = (np.ctypeslib.as_array(each, (self.count,)).copy() for each in (values, rates))
        try:
            answer = np.array(self.function(t, *given), dtype=np.float64)
            if answer.shape != found.shape:
                raise ValueError(f"it returned {answer.size} forces for {self.count} coordinates")
            found[:] = answer
        except BaseException as error:
            self.error = error
            found[:] = np.nan


def _for_one(function: Any) -> Any:
    def force(t, value, rate):
        try:
            return function(t, value, rate)
        except Exception:
            return np.nan

    return numba.cfunc("float64(float64, float64, float64)")(force)


def _for_several(function: Any, count: int) -> Any:
    def forces(t, values, rates, found):
        try:
            answer = function(t, carray(values, count).copy(), carray(rates, count).copy())
            length = len(answer)
            for i in range(count):
                found[i] = answer[i] if length == count else np.nan
        except Exception:
            for i in range(count):
                found[i] = np.nan

    return numba.cfunc(types.void(types.float64, NUMBERS, NUMBERS, NUMBERS))(forces)


@intrinsic
def call_own(typing_context, address, t, value, rate):
    """Call the function of one coordinate at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        double = ir.DoubleType()
        kind = ir.FunctionType(double, [double] * 3)
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return types.float64(types.int64, types.float64, types.float64, types.float64), generate


@intrinsic
def call_own_of_several(typing_context, address, t, values, rates, forces):
    """Call the function of several coordinates at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        double = ir.DoubleType()
        numbers = double.as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [double, numbers, numbers, numbers])
        builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])
        return context.get_dummy_value()

    return types.void(types.int64, types.float64, NUMBERS, NUMBERS, NUMBERS), generate


def call_without_jit(address, t, value, rate):
    """The same, called from Python."""
    return OF_ONE(int(address))(t, value, rate)


def call_several_without_jit(address, t, values, rates, forces):
    """The same, called from Python with arrays."""
    OF_SEVERAL(int(address))(t, *(each.ctypes.data_as(POINTER) for each in (values, rates, forces)))


if not JIT:
    call_own, call_own_of_several = call_without_jit, call_several_without_jit  # type: ignore[assignment]
