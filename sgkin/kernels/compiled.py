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

from collections.abc import Callable, Hashable
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import types

from sgkin.kernels.fingerprint import fingerprint
from sgkin.kernels.numba_hooks import CALLED_FROM_PYTHON, INLINED, INNER, NO_MEMORY, compile_for_c, jit

Function = TypeVar("Function", bound=Callable[..., Any])

# no `nnan` and `ninf`: a kernel must be able to see that it has failed
FLAGS = {"contract", "nsz", "arcp"}
OPTIONS: dict[str, Any] = {"error_model": "numpy", "fastmath": FLAGS, **NO_MEMORY}
JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]

NUMBERS, INTEGERS = types.CPointer(types.float64), types.CPointer(types.int64)
SIGNATURE = types.void(NUMBERS, INTEGERS, NUMBERS, NUMBERS, types.int64)
ROOM = Path(__file__).parent
SOURCES = tuple((str(file.relative_to(ROOM)), file.stat().st_mtime_ns) for file in sorted(ROOM.rglob("*.py")))
"""All kernels as they are now. They are compiled into each other, so a change of one is a change of all."""


def made_of(function: Callable[..., Any]) -> Hashable:
    """What the machine code of a function depends on besides its own file."""
    return SOURCES, fingerprint(function)


def compiled(function: Function) -> Function:
    """Compile a function at its first call, and keep the machine code in the cache."""
    return jit(function, OPTIONS | CALLED_FROM_PYTHON | {"nogil": True}, made_of)  # type: ignore[no-any-return]


def compiled_holding(function: Function) -> Function:
    """The same for a function that is over before another thread could make use of the interpreter.

    Others wait while it runs. To hand the interpreter over and get it back takes several microseconds.
    """
    return jit(function, OPTIONS | CALLED_FROM_PYTHON, made_of)  # type: ignore[no-any-return]


def inner(function: Function) -> Function:
    """The same for a function that only compiled code calls.

    Where it takes many tables, what Python needs to call it takes longer to compile than the function itself.
    """
    return jit(function, OPTIONS | INNER | {"nogil": True}, made_of)  # type: ignore[no-any-return]


def lane(function: Function) -> Function:
    """The same for a function of points and numbers that is to stand wherever it is called: a loop over lanes works on
    several of them at once only if nothing in it is called."""
    return jit(function, OPTIONS | INLINED | {"nogil": True}, made_of)  # type: ignore[no-any-return]


def find_by_name(module: str, name: str) -> Any:
    """What a module calls by a name."""
    return attrgetter(name)(import_module(module))


class CFunction:
    """A function that is called by its address: compiled when that is first asked for, and kept as long as it is."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        self.function, self.signature = function, signature
        self.__doc__ = function.__doc__
        self._library: Any = None

    @property
    def library(self) -> Any:
        """The compiled function."""
        if self._library is None:
            self._library = compile_for_c(self.function, self.signature, OPTIONS, made_of)
        return self._library

    @property
    def address(self) -> Any:
        """Where the machine code starts; with the JIT off the function itself."""
        return int(self.library.address) if JIT else self.function


def called_by_address(signature: Any) -> Callable[[Callable[..., Any]], CFunction]:
    """The decorator of a function that C, or other compiled code, calls by its address."""
    return lambda function: CFunction(function, signature)


class Operation(CFunction):
    """A kernel that a tape calls by address."""

    signature = SIGNATURE

    def __init__(self, function: Callable[[Any, Any, Any, Any, int], None]) -> None:
        super().__init__(function, self.signature)

    def __reduce__(self) -> tuple[Any, ...]:
        """An operation travels by its name, and is found by it where it arrives."""
        return find_by_name, (self.function.__module__, self.function.__qualname__)

    @property
    def name(self) -> str:
        """Module and function."""
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}"
