"""Right-hand sides written by hand in C: a row of falling four-bars, and a slider-crank."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np

from benchmarks.c_library import Library, find_compiler
from sgkin.arrays import Floats


class HandWritten(Library):
    """The compiled functions, each on states and rates (n, 2) that it reads and fills."""

    def __init__(self, compiler: str) -> None:
        super().__init__(compiler, "falling_rods.c")
        count, number, array = ctypes.c_long, ctypes.c_double, ctypes.c_void_p
        self._rods, self._slider = self.functions.falling_rods, self.functions.slider_crank_falls
        self._rods.argtypes = [count, count, number, number, number, array, array, array]
        self._slider.argtypes = [count, array, array, array]
        self._rods.restype = self._slider.restype = None

    def rods(self, loops: int, gravity: float, branch: float, states: Floats, rates: Floats) -> Callable[[], None]:
        """2 loops + 1 rods of 1 m and 1 kg, all loops on the same branch."""
        branches = np.full(loops, branch)
        return _bound(partial(self._rods, len(states), loops, 1.0, 1.0, gravity), branches, *_contiguous(states, rates))

    def slider_crank(self, numbers: Sequence[float], states: Floats, rates: Floats) -> Callable[[], None]:
        """The numbers of the struct in the file, in its order."""
        return _bound(partial(self._slider, len(states)), np.array(numbers), *_contiguous(states, rates))


def _contiguous(*arrays: Floats) -> tuple[Floats, ...]:
    if not all(array.flags.c_contiguous for array in arrays):
        raise ValueError("C reads and fills contiguous arrays only")
    return arrays


def _bound(function: Callable[..., None], *arrays: Floats) -> Callable[[], None]:
    """A call with the addresses of arrays, which live as long as it."""
    addresses = [array.ctypes.data for array in arrays]

    def call() -> None:
        function(*addresses)

    call.__dict__["arrays"] = arrays
    return call


@cache
def built_by_hand() -> HandWritten | None:
    """The functions, built once in a process; None without a compiler."""
    compiler = find_compiler()
    return None if compiler is None else HandWritten(compiler)
