"""What of numba is used that it does not promise to keep. All of it stands here, and a test names each piece.

options of the compiler     `_nrt` (no counting of references: kernels own no memory, and compile faster), `forceinline`
                            (a function stands wherever it is called), `no_cpython_wrapper` and `no_cfunc_wrapper` (what
                            Python or C would need to call it is not compiled)
the cache of machine code   what its files are stamped with, and how code is taken from it
functions for C             compiled with the same options, and cached in the same way
types of our own            what a member of one is, and how an array is put together
what cannot be compiled     the exception that says why
the lock of the compiler    what it tells when it is taken and given back, so that users know that something is compiled
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import numba
from numba.core import event
from numba.core.caching import FunctionCache
from numba.core.ccallback import CFunc
from numba.core.errors import NumbaError as CompilingError
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import AttributeTemplate

from sgkin.progress import TICKER

__all__ = [
    "CALLED_FROM_PYTHON",
    "INLINED",
    "INNER",
    "NO_MEMORY",
    "AttributeTemplate",
    "CompilingError",
    "compile_for_c",
    "jit",
]

NO_MEMORY = {"_nrt": False}
CALLED_FROM_PYTHON = {"no_cfunc_wrapper": True}
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INLINED = INNER | {"forceinline": True}

Stamp = Callable[[Callable[..., Any]], Hashable]
"""What a function is made of besides its own file; asked for when all that it calls is there."""


def jit(function: Callable[..., Any], options: dict[str, Any], stamp: Stamp) -> Any:
    """numba's own decorator, with a cache that asks for more."""
    result: Any = numba.njit(**options)(function)
    if hasattr(result, "py_func") and _has_file(function):
        result._cache = StampedCache(function, stamp)
    return result


def compile_for_c(function: Callable[..., Any], signature: Any, options: dict[str, Any], stamp: Stamp) -> Any:
    """A function compiled at once, to be called by its address; keep it as long as its address is used."""
    result: Any = CFunc(function, normalize_signature(signature), locals={}, options=options)
    if _has_file(function):
        result._cache = StampedCache(function, stamp)
    result.compile()
    return result


class CompilerWatch(event.Listener):
    """Tells that something is compiled, as long as the compiler is locked; code from the cache is not worth telling."""

    def __init__(self) -> None:
        self._locked, self._told = 0, False

    def compiles(self) -> None:
        """What is asked for is not in the cache."""
        if self._locked and not self._told:
            self._told = True
            TICKER.begin(COMPILING)

    def on_start(self, _: Any) -> None:
        """The compiler is locked once more."""
        self._locked += 1

    def on_end(self, _: Any) -> None:
        """The compiler is locked once less."""
        self._locked -= 1
        if not self._locked and self._told:
            self._told = False
            TICKER.end(COMPILING)


COMPILING = "compiling, once"
COMPILER = CompilerWatch()
event.register("numba:compiler_lock", COMPILER)


def _has_file(function: Callable[..., Any]) -> bool:
    """Machine code is kept beside its source; what was typed into an interactive session has none."""
    return Path(function.__code__.co_filename).is_file()


class StampedCache(FunctionCache):
    """numba's cache of machine code, with two differences.

    Code is taken only if its stamp is the same. And taking it does not import what numba needs to compile: that takes
    as long as all the rest of a first solve, and kernels call nothing of it.
    """

    def __init__(self, function: Callable[..., Any], stamp: Stamp) -> None:
        super().__init__(function)
        self._stamp: Stamp | None = stamp

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for a signature, if there is any."""
        self._set_stamp()
        found = None
        with self._guard_against_spurious_io_errors():
            try:
                found = self._load_overload(sig, target_context)
            except (ImportError, AttributeError):  # written by a version that called things by other names
                self._cache_file.flush()
        if found is None:
            COMPILER.compiles()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the machine code for a signature."""
        self._set_stamp()
        super().save_overload(sig, data)

    def _set_stamp(self) -> None:
        if self._stamp is not None:
            file, made_of = self._cache_file, self._stamp(self._py_func)
            file._source_stamp, self._stamp = (file._source_stamp, made_of), None


def array_at(context: Any, builder: Any, kind: Any, **parts: Any) -> Any:
    """An array put together from its parts: data, shape, strides, itemsize, meminfo."""
    from numba.np.arrayobj import populate_array  # imports what only compiling needs

    array = context.make_array(kind)(context, builder)
    populate_array(array, **parts)
    return array._getvalue()


def data_of(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """Where the numbers of an array begin."""
    return context.make_array(kind)(context, builder, array).data
