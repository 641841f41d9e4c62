"""Designs one after the other: what compiled code finds of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats, Integers


class Fates(NamedTuple):
    """What became of n designs: `status`, the first step that was not reached, and the group that ends the motion, −1
    for none; (n,) each."""

    status: NDArray[np.int8]
    ended_at: Integers
    ended_by: Integers

    @classmethod
    def unknown(cls, designs: int) -> Fates:
        """Room for those of designs."""
        return cls(
            np.empty(designs, dtype=np.int8), np.empty(designs, dtype=np.int64), np.empty(designs, dtype=np.int64)
        )

    def part(self, begin: int, end: int) -> Fates:
        """Those of some of the designs, as a view."""
        return Fates(self.status[begin:end], self.ended_at[begin:end], self.ended_by[begin:end])

    def copy_from(self, other: Fates) -> None:
        """Take over what became of as many designs."""
        self.status[:], self.ended_at[:], self.ended_by[:] = other


class Block(NamedTuple):
    """Kept rows (n, rows, m) of n designs over m steps, and the angles (n, headings, m) of headings. Steps that were
    not reached are no numbers."""

    found: Floats
    angles: Floats

    @classmethod
    def empty(cls, designs: int, rows: int, headings: int, steps: int) -> Block:
        """Room for designs."""
        return cls(np.empty((designs, rows, steps)), np.empty((designs, headings, steps)))

    def part(self, begin: int, end: int) -> Block:
        """Some of the designs, as a view."""
        return Block(self.found[begin:end], self.angles[begin:end])

    def copy_from(self, other: Block) -> None:
        """Take over what was kept of as many designs."""
        self.found[:], self.angles[:] = other
