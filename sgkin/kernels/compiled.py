"""How kernels are compiled, and how they are called.

`compiled` is the one decorator of lane functions (numbers in, numbers out) and of loops over them. An `Operation` is
a kernel `op(state, rows, geometry, memory, lanes)` on raw pointers that a tape calls by its address:

- state: all rows, one after the other; a row holds one number for each lane;
- rows: where in the state the rows start that the operation reads and writes;
- geometry: its own constants;
- memory: what it remembers from call to call (branch, starting values), and room to work in;
- lanes: how many lanes to work on.

Nothing is compiled before it is needed; with the JIT off the same functions run on arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import types
from numba.core.caching import FunctionCache
from numba.core.ccallback import CFunc
from numba.core.sigutils import normalize_signature

from sgkin.kernels.fingerprint import fingerprint

Function = TypeVar("Function", bound=Callable[..., Any])

# no `nnan` and `ninf`: a kernel must be able to see that it has failed
FLAGS = {"contract", "nsz", "arcp"}
# `_nrt`: kernels own no memory. Without counting of references they compile faster; one that allocates does not compile
OPTIONS: dict[str, Any] = {"error_model": "numpy", "fastmath": FLAGS, "_nrt": False}
JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]

NUMBERS, INTEGERS = types.CPointer(types.float64), types.CPointer(types.int64)
SIGNATURE = types.void(NUMBERS, INTEGERS, NUMBERS, NUMBERS, types.int64)
SOURCES = tuple((file.name, file.stat().st_mtime_ns) for file in sorted(Path(__file__).parent.glob("*.py")))
"""All kernels as they are now. They are compiled into each other, so a change of one is a change of all."""


def compiled(function: Function) -> Function:
    """Compile a function at its first call, and keep the machine code in the cache."""
    return _compiled(function, {"no_cfunc_wrapper": True})


def compiled_holding(function: Function) -> Function:
    """The same for a function that is over before another thread could make use of the interpreter.

    Others wait while it runs. To hand the interpreter over and get it back takes several microseconds.
    """
    return _compiled(function, {"no_cfunc_wrapper": True}, nogil=False)


def inner(function: Function) -> Function:
    """The same for a function that only compiled code calls.

    Where it takes many tables, what Python needs to call it takes longer to compile than the function itself.
    """
    return _compiled(function, {"no_cpython_wrapper": True, "no_cfunc_wrapper": True})


def lane(function: Function) -> Function:
    """The same for a function of points and numbers that is to stand wherever it is called: a loop over lanes works on
    several of them at once only if nothing in it is called."""
    return _compiled(function, {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True})


def _compiled(function: Function, more: dict[str, Any], nogil: bool = True) -> Function:
    result: Any = numba.njit(nogil=nogil, **OPTIONS, **more)(function)
    if JIT and _can_be_cached(function):
        result._cache = KernelCache(function)
    return result  # type: ignore[no-any-return]


def compiled_for_c(function: Callable[..., Any], signature: Any) -> Any:
    """A function compiled at once, to be called by its address; keep it as long as its address is used."""
    result: Any = CFunc(function, normalize_signature(signature), locals={}, options=OPTIONS)
    if _can_be_cached(function):
        result._cache = KernelCache(function)
    result.compile()
    return result


def _can_be_cached(function: Callable[..., Any]) -> bool:
    """Machine code is kept beside its source; what was typed into an interactive session has none."""
    return Path(function.__code__.co_filename).is_file()


class KernelCache(FunctionCache):
    """numba's cache of machine code, with two differences.

    Code is taken only if it was made from all kernels, and from all else that it calls or reads, as they are now. And
    taking it does not import what numba needs to compile: that takes as long as all the rest of a first solve, and
    kernels call nothing of it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._is_stamped = False

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for a signature, if there is any."""
        self._stamp()
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the machine code for a signature."""
        self._stamp()
        super().save_overload(sig, data)

    def _stamp(self) -> None:
        """Only now, when all that the function calls is there."""
        if not self._is_stamped:
            self._is_stamped = True
            file = self._cache_file
            file._source_stamp = (file._source_stamp, SOURCES, fingerprint(self._py_func))


def find_by_name(module: str, name: str) -> Any:
    """What a module calls by a name."""
    return attrgetter(name)(import_module(module))


class Operation:
    """A kernel that a tape calls by address; compiled when its address is first asked for."""

    def __init__(self, function: Callable[[Any, Any, Any, Any, int], None]) -> None:
        self.function = function
        self.__doc__ = function.__doc__
        self._library: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        """An operation travels by its name, and is found by it where it arrives."""
        return find_by_name, (self.function.__module__, self.function.__qualname__)

    @property
    def name(self) -> str:
        """Module and function."""
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}"

    @property
    def library(self) -> Any:
        """The compiled function."""
        if self._library is None:
            self._library = compiled_for_c(self.function, SIGNATURE)
        return self._library

    @property
    def address(self) -> int:
        """Where the machine code starts; 0 with the JIT off."""
        return int(self.library.address) if JIT else 0
