"""Each piece of numba that is used although it is not promised: a new version that lacks one is named here."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import numba
import pytest
from numba.core import caching, ccallback, event, options, sigutils, typing
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj

import sgkin
from sgkin.kernels import numba_hooks

HOOKS = {
    "FunctionCache._load_overload": lambda: inspect.signature(caching.FunctionCache._load_overload).parameters["sig"],
    "FunctionCache.save_overload": lambda: inspect.signature(caching.FunctionCache.save_overload).parameters["sig"],
    "FunctionCache._guard_against_spurious_io_errors": lambda: caching.FunctionCache._guard_against_spurious_io_errors,
    "FunctionCache._py_func": lambda: caching.FunctionCache(inspect.unwrap(test_hook))._py_func,
    "FunctionCache._cache_file._source_stamp": lambda: caching.FunctionCache(test_hook)._cache_file._source_stamp,
    "FunctionCache._cache_file.flush": lambda: caching.IndexDataCacheFile.flush,
    "Dispatcher._cache": lambda: numba.njit(test_hook)._cache,
    "CFunc(locals, options)": lambda: inspect.signature(ccallback.CFunc).bind(test_hook, (), locals={}, options={}),
    "CFunc.compile": lambda: ccallback.CFunc.compile,
    "CFunc.address": lambda: ccallback.CFunc.address,
    "CFunc._cache": lambda: "self._cache" in inspect.getsource(ccallback.CFunc) or pytest.fail("no _cache"),
    "normalize_signature": lambda: sigutils.normalize_signature,
    "AttributeTemplate.generic_resolve": lambda: typing.templates.AttributeTemplate,
    "populate_array": lambda: inspect.signature(arrayobj.populate_array).bind(
        None, data=0, shape=(), strides=(), itemsize=0, meminfo=None
    ),
    "compiler lock": lambda: global_compiler_lock.acquire() or global_compiler_lock.release(),
    "event.Listener": lambda: (event.Listener.on_start, event.Listener.on_end, event.register),
    "option _nrt": lambda: options.DefaultOptions._nrt,
    "option forceinline": lambda: options.DefaultOptions.forceinline,
    "option no_cpython_wrapper": lambda: options.DefaultOptions.no_cpython_wrapper,
    "exception of what cannot be compiled": lambda: numba_hooks.CompilingError.__mro__,
    "option no_cfunc_wrapper": lambda: options.DefaultOptions.no_cfunc_wrapper,
}


@pytest.mark.parametrize("name", HOOKS)
def test_hook(name: str) -> None:
    HOOKS[name]()


def test_they_are_used_in_one_file_only() -> None:
    """Of numba itself and of what it documents for extensions anybody may import."""
    for path in Path(sgkin.__path__[0]).rglob("*.py"):
        if path.name == Path(numba_hooks.__file__).name:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("numba"):
                assert node.module in ("numba", "numba.extending"), path.name
