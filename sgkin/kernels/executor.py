"""Running a tape: the operations one after the other, by address, on a block of lanes.

These functions may be called from a user's own compiled code. With the JIT off they run as they are, on the operations
themselves instead of their addresses: nobody else need know which it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from sgkin.kernels.compiled import INTEGERS, JIT, NUMBERS, compiled
from sgkin.kernels.numba_hooks import data_of


@intrinsic
def element_pointer(typing_context, array, index):
    """Pointer to an element of a contiguous array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(data_of(context, builder, signature.args[0], arguments[0]), [arguments[1]])

    return types.CPointer(array.dtype)(array, types.intp), generate


@intrinsic
def shifted(typing_context, pointer, count):
    """A pointer moved on by a number of elements."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return pointer(pointer, types.intp), generate


@intrinsic
def call_operation(typing_context, address, state, rows, geometry, memory, lanes):
    """Call the operation at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        double, integer = ir.DoubleType(), ir.IntType(64)
        numbers, integers = double.as_pointer(), integer.as_pointer()
        parameters = [numbers, integers, numbers, numbers, integer]
        kind = ir.FunctionType(ir.VoidType(), parameters)
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        builder.call(function, arguments[1:])
        return context.get_dummy_value()

    return types.void(types.int64, NUMBERS, INTEGERS, NUMBERS, NUMBERS, types.int64), generate


def rest_of(array, index):
    """What of an array comes from an element on."""
    return array[index:]


def call_function(function, state, rows, geometry, memory, lanes):
    """Call an operation, which stands in the place of its address."""
    with np.errstate(all="ignore"):
        function(state, rows, geometry, memory, lanes)


if not JIT:
    element_pointer, shifted, call_operation = rest_of, rest_of, call_function  # type: ignore[assignment]


@compiled
def run_tape(addresses, rows, row_start, geometry, geometry_start, memory, memory_start, state, lanes):
    """Run every operation on lanes 0 … lanes − 1 of its rows."""
    for g in range(addresses.shape[0]):
        call_operation(  # type: ignore[call-arg]
            addresses[g],
            element_pointer(state, 0),  # type: ignore[call-arg]
            element_pointer(rows, row_start[g]),  # type: ignore[call-arg]
            element_pointer(geometry, geometry_start[g]),  # type: ignore[call-arg]
            element_pointer(memory, memory_start[g]),  # type: ignore[call-arg]
            lanes,
        )


@compiled
def advance_rows(rows, advance, here, lane):
    """Where the rows start for a block that begins at a lane; rows of the work area stay."""
    for j in range(rows.shape[0]):
        here[j] = rows[j] + advance[j] * lane


@compiled
def run_blocks(
    addresses,
    rows,
    advance,
    here,
    row_start,
    geometry,
    geometry_start,
    memory,
    memory_start,
    state,
    lane,
    stop,
    block,
    alarm,
    before,
):
    """Run lanes up to `stop`, a block at a time, until one is in doubt.

    The first lane of the block that is in doubt and the place of the lane in it, or `stop` and −1; `before` is then the
    memory as it was before the last block.
    """
    while lane < stop:
        count = min(block, stop - lane)
        for j in range(before.shape[0]):
            before[j] = memory[j]
        advance_rows(rows, advance, here, lane)
        state[alarm], state[alarm + 1], state[alarm + 2] = count, -1.0, lane
        run_tape(addresses, here, row_start, geometry, geometry_start, memory, memory_start, state, count)
        if state[alarm] < count:
            return lane, int(state[alarm])
        lane += count
    return lane, -1


@compiled
def run_cells(
    addresses,
    rows,
    advance,
    here,
    row_start,
    geometry,
    geometry_start,
    memory,
    memory_start,
    state,
    block,
    edges,
    cells,
    at,
    branches,
):
    """Run lanes from each of the edges (k + 1,) to the next with the branches of a cell (k,), which are numbers
    branches[cell] (b,) at places `at` (b,) of the memory."""
    for piece in range(cells.shape[0]):
        for j in range(at.shape[0]):
            memory[at[j]] = branches[cells[piece], j]
        for lane in range(edges[piece], edges[piece + 1], block):
            advance_rows(rows, advance, here, lane)
            count = min(block, edges[piece + 1] - lane)
            run_tape(addresses, here, row_start, geometry, geometry_start, memory, memory_start, state, count)


def run_operation(operation, state, rows, geometry, memory, lanes):
    """Run a single operation."""
    start = np.zeros(1, dtype=np.int64)
    run_tape(addresses_of([operation]), rows, start, geometry, start, memory, start, state, lanes)


def addresses_of(operations):
    """Where operations (n,) are, compiled now if they are not yet; with the JIT off the operations themselves."""
    known = {operation: operation.address for operation in dict.fromkeys(operations)}
    return np.array([known[operation] for operation in operations], dtype=np.int64 if JIT else object)


__all__ = [
    "addresses_of",
    "advance_rows",
    "call_operation",
    "element_pointer",
    "run_blocks",
    "run_cells",
    "run_operation",
    "run_tape",
    "shifted",
]
