"""How the equations of a whole mechanism are described: the tables that stay the same, and where everything stands in
the workspace.

A plan has the header of `equations_block`, whose sizes are 0 here, and then the address of the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from sgkin.kernels.block_triangular import Blocks
from sgkin.kernels.compiled import JIT
from sgkin.kernels.equations import Equations, Slots
from sgkin.kernels.pointer_struct import WORD, Tables

(
    UNKNOWNS,
    INPUTS,
    CONDITIONS,
    USED,
    ORDER,
    IS_FULL,
    IS_AUGMENTED,
    ENTRIES,
    ACTIONS,
    GIVEN,
    VARIABLES,
    ANGLES,
    STORED,
    SIZES,
) = range(14)
"""Sizes: unknowns, inputs, conditions, those that are used, rows of the linear equations, how these are solved, entries
of the Jacobian, actions, given inputs, variables, angles, numbers of the matrix."""
(
    AT_VARIABLES,
    AT_RATES,
    AT_INPUT_ACCELERATIONS,
    AT_COSINE,
    AT_SINE,
    AT_VALUES,
    AT_RESIDUAL,
    AT_RATE,
    AT_GAMMA,
    AT_FORCES,
    AT_MULTIPLIERS,
    AT_RIGHT,
    AT_SOLUTION,
    AT_FOUND,
    AT_MATRIX,
    AT_PIVOTS,
    AT_SHORT,
    AT_MEASURED,
    AT_SIGN,
    AT_WORK,
    AT_MISS,
    AT_START,
    PLACES,
) = range(23)
"""Where everything stands in the workspace."""
ENDS = 8
"""Numbers of an action: places of both points, the direction, 1 where that turns the coordinate with it, and 0 where
there is a rate alone."""


@dataclass(eq=False)
class WholeTables(Tables):
    """All that stays the same; `equations` states the conditions, `slots` number their derivatives one after the other.

    entry_row, entry_variable (k,): of each derivative; used (m,): number of a condition among those used, or −1.
    place, mirrored (k,): where a derivative stands in the matrix of the first form, −1 if nowhere; pair_* : of the
    second form, which products of derivatives are added where. diagonal (n,): where M stands. given (g, 3): number of
    an input, code of its law and where that begins in `laws`. action_frames (a, 3): first links, second links and those
    of directions, −1 for ground.
    """

    equations: Equations
    slots: Slots
    blocks: Blocks
    sizes: Any
    places: Any
    entry_row: Any
    entry_variable: Any
    used: Any
    place: Any
    mirrored: Any
    pair_one: Any
    pair_other: Any
    pair_place: Any
    diagonal: Any
    inertia: Any
    weight: Any
    given: Any
    input_scale: Any
    laws: Any
    action_kind: Any
    action_frames: Any
    action_numbers: Any
    action_codes: Any
    action_laws: Any
    action_scale: Any
    constants: Any  # σ, α, typical length
    addresses: Any
    letter: Any


def _nothing(kind: Any, two: Any = ()) -> Any:
    return np.zeros((0, two) if two else 0, dtype=kind)


WHOLE, REAL, YES_NO = np.int64, np.float64, np.bool_
FLOATS = {
    Equations: "constant linear_weight turn_cos turn_sin projection_cos projection_sin distance_scale bar_square "
    "bar_scale",
    Slots: "",
    Blocks: "",
    WholeTables: "inertia weight input_scale laws action_numbers action_scale constants",
}
"""Which tables hold numbers; the others hold integers."""
TABLES = {"bar_index": 4, "bar": 4, "given": 3, "action_frames": 3, "action_numbers": ENDS}
"""Which of them have so many columns."""


def _empty(kind: Any) -> Any:
    """Tables without anything in them, for their type."""
    made: dict[str, Any] = {}
    for name in kind.__dataclass_fields__:
        inside = {"equations": Equations, "slots": Slots, "blocks": Blocks}.get(name)
        if inside is not None:
            made[name] = _empty(inside)
        else:
            number = REAL if name in FLOATS[kind].split() else WHOLE
            dtype = {"sparse": YES_NO, "letter": np.uint8}.get(name, number)
            made[name] = _nothing(dtype, TABLES.get(name, ()))
    return kind(**made)


KIND = _empty(WholeTables)._numba_type_


@intrinsic
def tables_by_address(typing_context, address):
    """The tables at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], WORD.as_pointer())

    return KIND(types.int64), generate


def itself(tables):
    """The tables, which stand in the place of their address."""
    return tables


tables_at: Any = tables_by_address if JIT else itself
