"""A fingerprint of a function and of all that is compiled into it: functions that it calls, numbers that it reads.

numba knows whether the file of a function has changed. It does not know about functions and constants that were
imported into that file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

OWN = "sgkin.kernels"
"""Functions of this package are not followed: their files are compared instead, see `compiled.SOURCES`."""


def fingerprint(function: Callable[..., Any]) -> str:
    """The same as long as the function, and everything that it can reach, is the same."""
    texts, waiting, seen = list[str](), [plain(function)], set[int]()
    while waiting:
        source = waiting.pop()
        if id(source) in seen:
            continue
        seen.add(id(source))
        texts.append(f"{source.__module__}.{source.__qualname__}")
        if str(source.__module__).startswith(OWN):
            continue
        for code in codes_of(source.__code__):
            texts += [code.co_code.hex(), *(repr(each) for each in code.co_consts if not isinstance(each, CodeType))]
            for name, value in _values(source, code):
                if isinstance(plain(value), FunctionType):
                    waiting.append(plain(value))
                    texts.append(name)
                else:
                    texts.append(f"{name} = {_told(value)}")
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def plain(function: Any) -> Any:
    """The Python function from which another one was compiled."""
    return getattr(function, "py_func", function)


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """A piece of code with those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_of(constant)


def _values(function: FunctionType, code: CodeType) -> Iterator[tuple[str, Any]]:
    """What is known by the names that a piece of code uses, in modules too, and in the function around it."""
    for name in code.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            for part in code.co_names:
                if hasattr(value, part):
                    yield f"{name}.{part}", getattr(value, part)
        elif value is not None:
            yield name, value
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def _told(value: Any) -> str:
    """A constant by its value; whatever is not compiled from Python by what it is called."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, bool | int | float | complex | str | tuple | np.generic):
        return repr(value)
    if isinstance(value, BuiltinFunctionType | type | np.ufunc):
        return value.__name__
    return type(value).__name__
