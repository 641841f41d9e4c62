"""Taking a system of rows apart into its ordered blocks, and finding the rows that are too many or too few.

1. Match rows to unknowns in the order of the rows (`matching`); locks fill what joints and inputs leave open.
2. The blocks are the strongly connected components of "the owner of an unknown needs the other bodies of its row".
3. Order them so that each comes after those it needs, by the smallest body among those that are ready.
4. Test every diagonal block for full rank. A matching alone is not enough: four links pinned pairwise and floating
   match perfectly, and have rank 9 of 12.
5. A dependent row is a member of a circuit of rows; drop the last member and start again.

Dulmage and Mendelsohn's decomposition with a rank test; see docs/theory for the sources.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sgkin.kernels.components import label_components
from sgkin.structure.arithmetic import Arithmetic, Elimination, Numbers
from sgkin.structure.blocks import BlockTriangular
from sgkin.structure.interpret_or_compile import run_loop
from sgkin.structure.matching import match_rows
from sgkin.structure.rows import RowPattern


@dataclass(frozen=True)
class Partition:
    """A regular system of rows in ordered blocks; `slot_of` (m,) is −1 for the rows that are left out."""

    blocks: BlockTriangular
    slot_of: NDArray[np.int64]

    @property
    def left_out(self) -> list[int]:
        """The rows of joints and inputs that depend on those before them."""
        return np.flatnonzero(self.slot_of[: self.blocks.pattern.given_rows] < 0).tolist()

    @property
    def locks(self) -> list[int]:
        """The locks that are needed: as many as there are freedoms left with all inputs locked."""
        given = self.blocks.pattern.given_rows
        return (np.flatnonzero(self.slot_of[given:] >= 0) + given).tolist()

    @cached_property
    def loose_nodes(self) -> set[int]:
        """The bodies and pins that move with all inputs locked."""
        return self.blocks.moved(self.locks)

    @property
    def joint_rank(self) -> int:
        """The number of independent rows among the joints'."""
        return int((self.slot_of[: self.blocks.pattern.joint_rows] >= 0).sum())


def partition(
    pattern: RowPattern, coefficients: Numbers, arithmetic: Arithmetic, without: Sequence[int] = ()
) -> Partition:
    """Ordered blocks of a regular system made of as many of the first rows as possible, some rows left out."""
    banned = np.zeros(len(pattern.nodes), dtype=bool)
    banned[list(without)] = True
    while True:
        owner, slot_of = match_rows(pattern, banned)
        blocks = BlockTriangular(pattern, coefficients, arithmetic, owner, ordered_blocks(pattern, owner))
        dropped = dependent_rows(blocks, slot_of, banned) if blocks.singular else []
        if not dropped:
            return Partition(blocks, slot_of)
        banned[dropped] = True


def ordered_blocks(pattern: RowPattern, owner: NDArray[np.int64]) -> NDArray[np.int64]:
    """The block of each node, numbered in solving order."""
    nodes = len(pattern.capacity)
    source = np.repeat(np.repeat(np.arange(nodes), pattern.capacity), pattern.width)
    target = pattern.nodes[owner].ravel()
    keep = (target >= 0) & (target != source)
    source, target = source[keep], target[keep]
    label = _component_labels(nodes, source, target)
    count = int(label.max(initial=-1)) + 1
    smallest = np.full(count, nodes, dtype=np.int64)
    np.minimum.at(smallest, label[: pattern.bodies], np.arange(pattern.bodies))
    smallest[smallest == nodes] = -1  # blocks that hold only pins come at once
    needed, needs = label[target], label[source]
    between = needed != needs
    pairs = np.unique(needed[between].astype(np.int64) * count + needs[between])
    place = np.empty(count, dtype=np.int64)
    place[topological_order(pairs // count, pairs % count, smallest)] = np.arange(count)
    return np.asarray(place[label])


def _component_labels(nodes: int, source: NDArray[np.int64], target: NDArray[np.int64]) -> NDArray[np.int64]:
    """The strongly connected component of each node, by number."""
    start = np.searchsorted(source, np.arange(nodes + 1))
    label, *work = (np.full(nodes, -1, dtype=np.int64) for _ in range(5))
    run_loop(label_components, nodes, start, target.astype(np.int64), label, *work)
    return label


def topological_order(
    needed: NDArray[np.int64], needs: NDArray[np.int64], smallest: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Blocks in an order that respects `needed` before `needs`, the smallest of the ready ones first."""
    count = len(smallest)
    open_needs = np.bincount(needs, minlength=count).tolist()
    start = np.searchsorted(needed, np.arange(count + 1)).tolist()
    dependents, key = needs.tolist(), smallest.tolist()
    ready = [(key[block], block) for block in range(count) if open_needs[block] == 0]
    heapq.heapify(ready)
    order = []
    while ready:
        _, block = heapq.heappop(ready)
        order.append(block)
        for dependent in dependents[start[block] : start[block + 1]]:
            open_needs[dependent] -= 1
            if open_needs[dependent] == 0:
                heapq.heappush(ready, (key[dependent], dependent))
    return np.array(order, dtype=np.int64)


def dependent_rows(blocks: BlockTriangular, slot_of: NDArray[np.int64], banned: NDArray[np.bool_]) -> list[int]:
    """The last row of every circuit found in the singular blocks, and among the rows waiting outside.

    None where elimination finds enough pivots in a block that is singular by a hair.

    A singular block is completed by locks of its bodies, so that later blocks can be examined in the same pass; a
    circuit that ends in such a lock is left for the next pass.
    """
    pattern = blocks.pattern
    dropped: set[int] = set()
    helping: set[int] = set()
    for block in blocks.singular:
        rows = sorted(blocks.rows(block))
        elimination = Elimination(int(blocks.size[block]), blocks.arithmetic)
        for row in rows:
            combination = elimination.add(blocks.within(row, block), row)
            if combination is None:
                continue
            last = max({*combination, *blocks.express(blocks.combine(combination, below=block))})
            if last not in helping:
                dropped.add(last)
        locks = [
            pattern.given_rows + pattern.freedoms * body + freedom
            for body in sorted(set(blocks.node_of[blocks.slots(block)].tolist()))
            if body < pattern.bodies
            for freedom in range(pattern.freedoms)
        ]
        for lock in locks:
            complete = len(elimination.labels) == elimination.size
            if not complete and lock not in rows and elimination.add(blocks.within(lock, block), lock) is None:
                helping.add(lock)
        blocks.replaced[block] = elimination.labels
    waiting = (slot_of[: pattern.given_rows] < 0) & ~banned[: pattern.given_rows]
    for row in np.flatnonzero(waiting).tolist():
        last = max(blocks.circuit(row))
        if last not in helping:
            dropped.add(last)
    return sorted(dropped)
