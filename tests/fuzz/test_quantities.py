"""Curves, transmission angles, qualities and strokes of some random mechanisms, by samples of the whole mechanism.

`make fuzz-ranges` draws more.
"""

from __future__ import annotations

import pytest

from tests.fuzz.quantities import judged

STRATA = (1, 4, 6, 8, 9, 10, 12, 13, 14, 15, 16, 18)
"""Seeds of all strata."""
FLAT_EXTREMES = (71, 151)
"""Seeds at which a block all but rests."""


@pytest.mark.parametrize("seed", [*STRATA, *FLAT_EXTREMES])
def test_extremes_places_and_lengths(seed: int) -> None:
    assert judged(seed)[1] == ""
