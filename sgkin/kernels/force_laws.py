"""Force laws in compiled code: the same formulas as `sgkin.model.force_law`, on the numbers that `law_codes` lists.

G is an array of all numbers, or a pointer to it. No law owns memory or raises; what a user's function cannot give is
NaN.
"""

from __future__ import annotations

from math import tanh
from typing import Any

from numba import types
from numba.extending import intrinsic

from sgkin.kernels.compiled import JIT, compiled
from sgkin.kernels.law_codes import (
    ELASTIC,
    ELASTIC_TABLE,
    FRICTION,
    OVER_TIME,
    OWN,
    PULL,
    PUSH,
    SPEED_TABLE,
    STATE,
    TIME_TABLE,
)
from sgkin.kernels.motion_laws import input_law, interval_of
from sgkin.kernels.numba_hooks import data_of
from sgkin.kernels.own_function import call_own, call_own_of_several

__all__ = ["fill_forces", "force_of", "input_law"]


@compiled
def straight(G, at, count, x):
    """The table at `at`, `count` places and as many forces, at x: straight between them and beyond."""
    if count == 1:
        return G[at + 1]
    low = at + interval_of(G, at, count, x)
    return G[low + count] + (G[low + count + 1] - G[low + count]) / (G[low + 1] - G[low]) * (x - G[low])


@compiled
def held(G, at, count, x):
    """The same, with its end values beyond."""
    if x <= G[at]:
        return G[at + count]
    if x >= G[at + count - 1]:
        return G[at + 2 * count - 1]
    return straight(G, at, count, x)


@compiled
def one_sided(force, sign, way):
    """A force that never acts the other way, and only where `sign` has the sign of its way."""
    if way == PULL:
        return min(force, 0.0) if sign < 0.0 else 0.0
    if way == PUSH:
        return max(force, 0.0) if sign > 0.0 else 0.0
    return force


@compiled
def force_of(code, G, at, t, value, rate):
    """The force of the law whose numbers begin at `at` in G; a law of several coordinates gives NaN."""
    if code == ELASTIC:
        behind = G[at + 1] - value
        return one_sided(G[at] * behind - G[at + 2] * rate, behind, G[at + 3])
    if code == OVER_TIME:
        return input_law(int(G[at]), G, at + 1, t)[0]
    if code == FRICTION:
        return -G[at] * rate - G[at + 1] * tanh(rate / G[at + 2])
    if code == ELASTIC_TABLE:
        elastic = straight(G, at + 3, int(G[at]), value)
        return one_sided(elastic - G[at + 1] * rate, elastic, G[at + 2])
    if code == SPEED_TABLE:
        return held(G, at + 1, int(G[at]), rate)
    if code == TIME_TABLE:
        return held(G, at + 1, int(G[at]), t)
    if code == OWN:
        return call_own(int(G[at]), t, value, rate)  # type: ignore[call-arg]
    return float("nan")


@intrinsic
def numbers_from(typing_context, numbers, index):
    """Pointer to an element of an array, or of what a pointer points to."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = arguments[0]
        if isinstance(numbers, types.Array):
            start = data_of(context, builder, signature.args[0], start)
        return builder.gep(start, [arguments[1]])

    return types.CPointer(numbers.dtype)(numbers, types.intp), generate


def rest_of(numbers, index):
    """The same on arrays."""
    return numbers[index:]


if not JIT:
    numbers_from = rest_of  # type: ignore[assignment]


@compiled
def fill_forces(count, codes, starts, G, t, values, rates, forces):
    """The forces of `count` laws, of which the numbers begin at `starts` in G, from all values and rates.

    Laws of several coordinates stand one after the other, and are evaluated together.
    """
    for i in range(count):
        if codes[i] != STATE:
            forces[i] = force_of(codes[i], G, starts[i], t, values[i], rates[i])
        elif G[starts[i] + 2] == 0.0:
            call_own_of_several(  # type: ignore[call-arg]
                int(G[starts[i]]),
                t,
                numbers_from(values, i),  # type: ignore[call-arg]
                numbers_from(rates, i),  # type: ignore[call-arg]
                numbers_from(forces, i),  # type: ignore[call-arg]
            )
