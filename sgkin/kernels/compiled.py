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
from numba.core.ccallback import CFunc
from numba.core.sigutils import normalize_signature

Function = TypeVar("Function", bound=Callable[..., Any])

# no `nnan` and `ninf`: a kernel must be able to see that it has failed
FLAGS = {"contract", "nsz", "arcp"}
# `_nrt`: kernels own no memory. Without counting of references they compile faster; one that allocates does not compile
OPTIONS: dict[str, Any] = {"error_model": "numpy", "fastmath": FLAGS, "_nrt": False}
JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]

NUMBERS, INTEGERS = types.CPointer(types.float64), types.CPointer(types.int64)
SIGNATURE = types.void(NUMBERS, INTEGERS, NUMBERS, types.int64)
SOURCES = tuple((file.name, file.stat().st_mtime_ns) for file in sorted(Path(__file__).parent.glob("*.py")))
"""All kernels as they are now. They are compiled into each other, so a change of one is a change of all."""


def compiled(function: Function) -> Function:
    """Compile a function at its first call, and keep the machine code in the cache."""
    return _compiled(function, {"no_cfunc_wrapper": True})


def inner(function: Function) -> Function:
    """The same for a function that only compiled code calls.

    Where it takes many tables, what Python needs to call it takes longer to compile than the function itself.
    """
    return _compiled(function, {"no_cpython_wrapper": True, "no_cfunc_wrapper": True})


def _compiled(function: Function, more: dict[str, Any]) -> Function:
    result: Any = numba.njit(nogil=True, cache=_can_be_cached(function), **OPTIONS, **more)(function)
    if JIT and _can_be_cached(function):
        _refuse_old_code(result)
    return result  # type: ignore[no-any-return]


def _can_be_cached(function: Callable[..., Any]) -> bool:
    """Machine code is kept beside its source; what was typed into an interactive session has none."""
    return Path(function.__code__.co_filename).is_file()


def _refuse_old_code(function: Any) -> None:
    """Take machine code from the cache only if it was made from the kernels as they are now."""
    file = function._cache._cache_file
    file._source_stamp = (file._source_stamp, SOURCES)


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
            library = CFunc(self.function, normalize_signature(SIGNATURE), locals={}, options=OPTIONS)
            if _can_be_cached(self.function):
                library.enable_caching()
                _refuse_old_code(library)
            library.compile()
            self._library = library
        return self._library

    @property
    def address(self) -> int:
        """Where the machine code starts; 0 with the JIT off."""
        return int(self.library.address) if JIT else 0
