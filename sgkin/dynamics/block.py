"""Integers and numbers that describe equations to a kernel, put one behind the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.kernels.compiled import JIT
from sgkin.kernels.equations_block import HEADER


class Block:
    """A plan and a workspace for the kernel, grown list by list."""

    def __init__(self) -> None:
        self.header = np.zeros(HEADER, dtype=np.int64)
        self._integers: list[Any] = []
        self._numbers: list[Floats] = []
        self._size, self._room = HEADER, 0

    def size(self, name: int, count: int) -> None:
        """How many of something there are."""
        self.header[name] = count

    def integers(self, name: int, values: Any) -> None:
        """Put integers into the plan; with the JIT off, functions may be among them."""
        array = np.asarray(values, dtype=np.int64 if JIT else object).ravel()
        self.header[name] = self._size
        self._integers.append(array)
        self._size += len(array)

    def numbers(self, name: int, values: Any) -> None:
        """Put numbers into the workspace."""
        array = np.asarray(values, dtype=np.float64).ravel()
        self.header[name] = self._room
        self._numbers.append(array)
        self._room += len(array)

    def plan(self) -> Any:
        """The integers."""
        return np.concatenate([self.header.astype(np.int64 if JIT else object), *self._integers])

    def workspace(self) -> Floats:
        """The numbers."""
        return np.concatenate([*self._numbers, np.zeros(1)])
