"""Arrays that stand in a workspace, of numbers or of integers: all are handed on by one pointer."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from sgkin.kernels.compiled import JIT
from sgkin.kernels.numba_hooks import array_at
from sgkin.kernels.pointer_struct import WORD


def _room(kind: Any) -> Any:
    """An array of some type in a workspace."""
    array = types.Array(kind, 1, "C")

    @intrinsic
    def room(typing_context, pointer, start, count):
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.get_data_type(kind)
            size = WORD(context.get_abi_sizeof(data))
            place = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), data.as_pointer())
            parts = {"data": place, "shape": [arguments[2]], "strides": [size], "itemsize": size, "meminfo": None}
            return array_at(context, builder, array, **parts)

        return array(pointer, types.int64, types.int64), generate

    return room


numbers_at: Any = _room(types.float64)
integers_at: Any = _room(types.int64)
short_at: Any = _room(types.int32)


def numbers_from(W, start, count):
    """The same on an array."""
    return W[start : start + count]


def integers_from(W, start, count):
    """The same on an array."""
    return W[start : start + count].view(np.int64)


def short_from(W, start, count):
    """The same on an array."""
    return W[start:].view(np.int32)[:count]


if not JIT:
    numbers_at, integers_at, short_at = numbers_from, integers_from, short_from
