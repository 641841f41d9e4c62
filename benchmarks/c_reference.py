"""The reference in C: a crank and a row of RRR dyads, built with the compiler of the system."""

from __future__ import annotations

import ctypes
import re
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from benchmarks.c_library import Library, find_compiler
from sgkin.plan.reused_memory import aligned

Floats = NDArray[np.float64]

PACKED_ROOT = re.compile(r"sqrtpd\s.*[xyz]mm|fsqrt\s+v\d+\.2d")
"""The square root of several numbers at once, in the assembly of x86 and ARM: only vectorised loops have it."""
CRANK, LINK = 2.0, 6.0
"""Lengths of the scalable four-bar."""


class Reference(Library):
    """The compiled reference."""

    def __init__(self, compiler: str) -> None:
        super().__init__(compiler, "rrr_chain.c")
        count, number, array = ctypes.c_long, ctypes.c_double, ctypes.c_void_p
        self.by_step, self.by_rows = self.functions.chain_by_step, self.functions.chain_by_rows
        self.by_step.argtypes = [count, count, array, number, array, array, array]
        self.by_rows.argtypes = [count, count, array, number, array, array, array, count, count, array]
        self.by_step.restype = self.by_rows.restype = None

    @cached_property
    def packed_roots(self) -> int:
        """How many square roots of several numbers at once its machine code has."""
        return len(PACKED_ROOT.findall(self.assembly))


@cache
def built_reference() -> Reference | None:
    """The reference, built once in a process; None without a compiler."""
    compiler = find_compiler()
    if compiler is None:
        return None
    reference = Reference(compiler)
    if reference.packed_roots < 2:
        raise AssertionError(f"{reference.version} did not vectorise the loops over steps")
    return reference


class Chain:
    """The scalable four-bar in C at given inputs (3, steps): angle, rate and acceleration of the crank."""

    def __init__(self, reference: Reference, dyads: int, inputs: Floats, block: int = 512) -> None:
        self.reference, self.dyads, self.inputs, self.block = reference, dyads, np.ascontiguousarray(inputs), block
        self.steps = inputs.shape[1]
        self.pivots = np.zeros((dyads, 6))
        self.pivots[:, 0] = LINK * np.arange(1, dyads + 1)
        self.pivot_rows = aligned(self.pivots.size * block).reshape(dyads, 6, block)
        self.pivot_rows[:] = self.pivots[:, :, None]
        self.geometry = np.tile([LINK**2, LINK**2, 1.0], (dyads, 1))
        self.stride = self.steps + 8 + (self.steps % 8 and 8 - self.steps % 8)
        self.pins_by_step = np.zeros((self.steps, dyads + 1, 6))
        self.pins_by_rows = aligned((dyads + 1) * 6 * self.stride).reshape(dyads + 1, 6, self.stride)
        given = (self.steps, dyads, self.inputs.ctypes.data, CRANK, self.pivots.ctypes.data, self.geometry.ctypes.data)
        self._by_step = (*given, self.pins_by_step.ctypes.data)
        self._by_rows = (*given, self.pins_by_rows.ctypes.data, self.stride, block, self.pivot_rows.ctypes.data)

    def run_by_step(self) -> None:
        """One step after the other."""
        self.reference.by_step(*self._by_step)

    def run_by_rows(self) -> None:
        """Vectorised over steps, dyads between pins that both may move."""
        self.reference.by_rows(*self._by_rows)

    def run_by_rows_fixed(self) -> None:
        """Vectorised over steps, with the ground pivots as constants."""
        self.reference.by_rows(*self._by_rows[:-1], None)

    @property
    def found_by_step(self) -> Floats:
        """x, y, their rates and accelerations (pins, 6, steps) of the last run by step."""
        return self.pins_by_step.transpose(1, 2, 0)

    @property
    def found_by_rows(self) -> Floats:
        """The same of the last run by rows."""
        return self.pins_by_rows[:, :, : self.steps]
