"""How far an output is spread by dimensions that are not exact."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats


class Spread(NamedTuple):
    """Of an output over m steps: what it is nominally; its mean and standard deviation, if they are known; what it is
    at least and at most (m, parts) each. `due` (p, m, parts): how much of the `whole` (m, parts), its variance or the
    width of its worst case, is due to each dimension."""

    nominal: Floats
    mean: Floats | None
    deviation: Floats | None
    least: Floats
    greatest: Floats
    due: Floats
    whole: Floats

    @property
    def shares(self) -> Floats:
        """The part of each dimension (p, m, parts); zero where nothing is spread."""
        return divided(self.due, self.whole)

    @property
    def importance(self) -> Floats:
        """The same of the sum over all steps (p, parts)."""
        return divided(self.due.sum(axis=1), self.whole.sum(axis=0))


def divided(parts: Floats, whole: Floats) -> Floats:
    """Parts of a whole, zero where there is nothing."""
    return np.divide(parts, whole, out=np.zeros_like(parts), where=whole > 0.0)


class Spreads(NamedTuple):
    """Those of all outputs; how many designs were solved for them, and how many of these do not run through."""

    outputs: dict[str, Spread]
    designs: int
    lost: int
