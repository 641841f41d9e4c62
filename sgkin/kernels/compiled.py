"""How kernels are compiled, and how they are called.

`compiled` is the one decorator of lane functions (numbers in, numbers out) and of loops over them. An `Operation` is
a kernel `op(state, rows, geometry, lanes)` on raw pointers that a tape calls by its address:

- state: all rows, one after the other; a row holds one number for each lane;
- rows: where in the state the rows start that the operation reads and writes;
- geometry: its own constants, and what it remembers from call to call (branch, starting values);
- lanes: how many lanes to work on.

Nothing is compiled before it is needed; with the JIT off the same functions run on arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import types

Function = TypeVar("Function", bound=Callable[..., Any])

# no `nnan` and `ninf`: a kernel must be able to see that it has failed
FLAGS = {"contract", "nsz", "arcp"}
OPTIONS: dict[str, Any] = {"error_model": "numpy", "fastmath": FLAGS}
JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]

NUMBERS, INTEGERS = types.CPointer(types.float64), types.CPointer(types.int64)
SIGNATURE = types.void(NUMBERS, INTEGERS, NUMBERS, types.int64)


def compiled(function: Function) -> Function:
    """Compile a function at its first call, and keep the machine code in the cache."""
    result: Function = numba.njit(nogil=True, cache=_can_be_cached(function), **OPTIONS)(function)
    return result


def _can_be_cached(function: Callable[..., Any]) -> bool:
    """Machine code is kept beside its source; what was typed into an interactive session has none."""
    return Path(function.__code__.co_filename).is_file()


class Operation:
    """A kernel that a tape calls by address; compiled when its address is first asked for."""

    def __init__(self, function: Callable[[Any, Any, Any, int], None]) -> None:
        self.function = function
        self.__doc__ = function.__doc__
        self._library: Any = None

    @property
    def name(self) -> str:
        """Module and function."""
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}"

    @property
    def library(self) -> Any:
        """The compiled function."""
        if self._library is None:
            cache = _can_be_cached(self.function)
            self._library = numba.cfunc(SIGNATURE, cache=cache, **OPTIONS)(self.function)
        return self._library

    @property
    def address(self) -> int:
        """Where the machine code starts; 0 with the JIT off."""
        return int(self.library.address) if JIT else 0
