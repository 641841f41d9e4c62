"""Which unknown each row determines: a matching of rows to slots, in the order of the rows.

Rows that only turn bodies may own only an angular slot, which are the last of each node.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgkin.kernels.matching import FREE, match_in_order
from sgkin.structure.interpret_or_compile import run_loop
from sgkin.structure.rows import ANGULAR, RATIO, RowPattern


def match_rows(pattern: RowPattern, banned: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The row that owns each slot, and the slot of each row (−1: none), by augmenting paths.

    Earlier rows are matched first, and stay matched. Complexity is near-linear on mechanisms, O(rows · slots) at worst.
    """
    first, nodes = pattern.first, len(pattern.capacity)
    rows, slots = len(pattern.nodes), int(first[-1])
    turning = np.isin(pattern.form, (ANGULAR, RATIO))
    work = [np.full(size, FREE, dtype=np.int64) for size in (slots, rows, slots, slots, rows + 1)]
    tables = (
        _least_joined_first(pattern),
        np.append(first[:-1], first[1:] - pattern.angles),
        first[1:],
        turning * nodes,
    )
    run_loop(match_in_order, rows, pattern.width, *tables, banned, pattern.given_rows, *work)
    return work[0], work[1]


def _least_joined_first(pattern: RowPattern) -> NDArray[np.int64]:
    """The nodes (w m) of the rows, those with the fewest rows first: often right, which keeps searches short."""
    nodes = pattern.nodes[: pattern.given_rows]
    rows_at = np.bincount(nodes[nodes >= 0], minlength=len(pattern.capacity) + 1)
    order = np.argsort(np.where(nodes >= 0, rows_at[nodes], len(nodes) + 1), axis=1, kind="stable")
    found = pattern.nodes.astype(np.int64)
    found[: len(nodes)] = np.take_along_axis(nodes, order, axis=1)
    return found.ravel()
