"""The reference in C: a crank and a row of RRR dyads, built with the compiler of the system."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from sgkin.plan.reused_memory import aligned

Floats = NDArray[np.float64]

SOURCE = Path(__file__).with_name("rrr_chain.c")
FLAGS = ("-O3", "-march=native", "-fno-math-errno")
PACKED_ROOT = re.compile(r"sqrtpd\s.*[xyz]mm|fsqrt\s+v\d+\.2d")
"""The square root of several numbers at once, in the assembly of x86 and ARM: only vectorised loops have it."""
CRANK, LINK = 2.0, 6.0
"""Lengths of the scalable four-bar."""


def find_compiler() -> str | None:
    """The C compiler of the system, if there is one."""
    return shutil.which("gcc") or shutil.which("cc")


class Reference:
    """The compiled reference; built in a folder, where its library stays."""

    def __init__(self, compiler: str, folder: Path) -> None:
        self.compiler = compiler
        library = folder / "rrr_chain.so"
        subprocess.run(
            [compiler, *FLAGS, "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-lm"],
            check=True,
            capture_output=True,
        )
        self._library = ctypes.CDLL(str(library))
        count, number, array = ctypes.c_long, ctypes.c_double, ctypes.c_void_p
        self.by_step, self.by_rows = self._library.chain_by_step, self._library.chain_by_rows
        self.by_step.argtypes = [count, count, array, number, array, array, array]
        self.by_rows.argtypes = [count, count, array, number, array, array, array, count, count, array]
        self.by_step.restype = self.by_rows.restype = None

    @cached_property
    def version(self) -> str:
        """What the compiler says it is."""
        answer = subprocess.run([self.compiler, "--version"], capture_output=True, text=True, check=True)
        return answer.stdout.splitlines()[0]

    @cached_property
    def packed_roots(self) -> int:
        """How many square roots of several numbers at once its machine code has."""
        command = [self.compiler, *FLAGS, "-S", "-o", "-", str(SOURCE)]
        assembly = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return len(PACKED_ROOT.findall(assembly))


@cache
def built_reference() -> Reference | None:
    """The reference, built once in a process; None without a compiler."""
    compiler = find_compiler()
    if compiler is None:
        return None
    with TemporaryDirectory() as folder:  # a library that is loaded needs its file no longer
        reference = Reference(compiler, Path(folder))
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
