"""Ranges of some random mechanisms against their motions and modes. `make fuzz-ranges` draws more."""

from __future__ import annotations

import pytest

from tests.fuzz.ranges import judged

CLOSED = (10, 11, 14, 16)
"""Seeds of mechanisms whose groups all have a closed form."""
SMALL_PIECE = 2170
"""Over a change point the mode goes on for less than 1e-4 rad, with margins next to nothing."""
ITERATED = (18, 56)
"""Seeds of mechanisms with groups that are searched for their modes."""
WRONG_FOLD = 20
"""Extrapolated from afar, its dead point lay 4e-4 rad from where the motion ends."""
TWICE = 183
"""The present mode goes further than a turn, and has the initial input twice."""
MISSED = 34
"""No search finds the mode of its initial configuration."""


@pytest.mark.parametrize("seed", [*CLOSED, SMALL_PIECE, *ITERATED, WRONG_FOLD, TWICE, MISSED])
def test_range_fits_motions_and_modes(seed: int) -> None:
    kind, wrong = judged(seed)
    assert wrong == ""
    assert kind in ("closed", "iterated")
