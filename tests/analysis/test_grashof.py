"""Ranges of random four-bars against Grashof's law and the law of cosines, in all four inversions."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import motion_range
from tests.analysis.four_bars import four_bar, four_bars_of, inversions, refuted


@pytest.mark.parametrize("seed", [*range(100), 750, 842, 3680, 5211])
def test_random_four_bars(seed: int) -> None:
    for lengths, turned in four_bars_of(seed):
        assert refuted(lengths, turned) == "", (lengths, turned)


@pytest.mark.parametrize("distance", [1e-3, 1e-6, 1e-9, 1e-11, 1.5e-12])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_next_to_the_limit_of_the_law(distance: float, sign: float) -> None:
    rng = np.random.default_rng(7)
    for _ in range(3):
        s, p, q = np.sort(rng.uniform(0.2, 1.0, 3)).tolist()
        longest = p + q - s + sign * distance * 2.0 * (p + q)
        for lengths in inversions((s, p, longest, q)) if longest >= q else ():
            assert refuted(lengths) == "", lengths


def test_at_the_limit_of_the_law_modes_meet() -> None:
    found = motion_range(four_bar((2.0, 1.0, 3.0, 4.0)))  # 1 + 4 = 2 + 3: all links in line at once
    assert {limit.kind for mode in found for limit in mode.limits} == {"change point"}
