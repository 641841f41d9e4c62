"""Loads and stores that tell the compiler that a row which an operation writes is no other row of it.

Rows are places in one state, so the compiler must suppose that what is stored in one of them changes all the others:
before it works on several lanes at once it checks each row against each, and gives up where there are many. Every store
of an operation has an alias scope of its own here. That is right because no row that an operation writes is read by it,
or written twice, under another name.
"""

from __future__ import annotations

from functools import cache

from numba import types
from numba.extending import intrinsic

MOST_STORES = 64
"""Rows that an operation can write."""


def _scopes(module):
    domain = module.add_metadata(["sgkin rows"])
    return [module.add_metadata([f"sgkin row {number}", domain]) for number in range(MOST_STORES)]


@intrinsic
def load(typing_context, state, place):
    """The number at a place of the state that no store of the operation writes."""

    def generate(context, builder, signature, arguments):
        value = builder.load(builder.gep(arguments[0], [arguments[1]]))
        value.set_metadata("noalias", builder.module.add_metadata(_scopes(builder.module)))
        return value

    return types.float64(state, types.int64), generate


@cache
def numbered_store(number):
    """The store of an operation with this number: (state, place, value)."""

    @intrinsic
    def store(typing_context, state, place, value):
        def generate(context, builder, signature, arguments):
            stored = builder.store(arguments[2], builder.gep(arguments[0], [arguments[1]]))
            scopes = _scopes(builder.module)
            others = scopes[:number] + scopes[number + 1 :]
            stored.set_metadata("alias.scope", builder.module.add_metadata([scopes[number]]))
            stored.set_metadata("noalias", builder.module.add_metadata(others))
            return context.get_dummy_value()

        return types.void(state, types.int64, types.float64), generate

    return store


@intrinsic
def summed(typing_context, total, value):
    """A sum over lanes with one more of them; in which order they are added does not matter, so several are at once."""

    def generate(context, builder, signature, arguments):
        return builder.fadd(*arguments, flags=("reassoc", "nsz", "contract"))

    return types.float64(types.float64, types.float64), generate
