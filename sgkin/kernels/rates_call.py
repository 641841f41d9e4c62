"""Right-hand sides that can be integrated, called by their address."""

from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import intrinsic

from sgkin.kernels.compiled import INTEGERS, JIT, NUMBERS, compiled
from sgkin.kernels.executor import element_pointer

SIGNATURE = types.int64(INTEGERS, NUMBERS, types.float64, NUMBERS, NUMBERS)
"""Of every right-hand side that can be integrated: plan, workspace, time, state, its rates."""


@intrinsic
def call_rates(typing_context, address, plan, workspace, t, y, rates):
    """Call the right-hand side at an address."""

    def generate(context, builder, signature, arguments):
        from llvmlite import ir

        double, integer = ir.DoubleType(), ir.IntType(64)
        numbers, integers = double.as_pointer(), integer.as_pointer()
        kind = ir.FunctionType(integer, [integers, numbers, double, numbers, numbers])
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return types.int64(types.int64, INTEGERS, NUMBERS, types.float64, NUMBERS, NUMBERS), generate


def call_function(function, plan, workspace, t, y, rates):
    """Call a right-hand side, which stands in the place of its address."""
    with np.errstate(all="ignore"):
        return function(plan, workspace, t, y, rates)


if not JIT:
    call_rates = call_function  # type: ignore[assignment]


@compiled
def rates_at(address, plan, workspace, t, y, rates):
    """The same on contiguous arrays."""
    return call_rates(  # type: ignore[call-arg]
        address,
        element_pointer(plan, 0),  # type: ignore[call-arg]
        element_pointer(workspace, 0),  # type: ignore[call-arg]
        t,
        element_pointer(y, 0),  # type: ignore[call-arg]
        element_pointer(rates, 0),  # type: ignore[call-arg]
    )
