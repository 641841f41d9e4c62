"""Ranges of random four-bars against Grashof's law and the law of cosines, in all four inversions."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np
import pytest

from sgkin import motion_range
from sgkin.analysis.range_text import range_as_json
from tests.analysis.four_bars import Lengths, four_bar, four_bars_of, inversions, refuted


@pytest.mark.parametrize("seed", [*range(100), 750, 842, 3680, 5211])
def test_random_four_bars(seed: int) -> None:
    for lengths, turned in four_bars_of(seed):
        assert refuted(lengths, turned) == "", (lengths, turned)


@pytest.mark.parametrize("distance", [1e-3, 1e-6, 1e-9, 1e-10, 1e-11, 1e-12, 3e-13, 1e-13, 3e-14, 1e-14, 3e-15, 1e-15])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_next_to_the_limit_of_the_law(distance: float, sign: float) -> None:
    """Decided, and right, from 1e-12 on; below that right or undecided, and never wrong in silence."""
    for lengths, turned in beside_the_limit(sign * distance):
        assert refuted(lengths, turned) == "", lengths


@pytest.mark.parametrize("distance", [1e-14, -1e-14, 2e-15, -2e-15])
def test_what_is_undecided_is_told(distance: float) -> None:
    for lengths, turned in beside_the_limit(distance):
        found = motion_range(four_bar(lengths, turned))
        assert found.undecided, lengths
        assert all(limit.kind == "change point" and not limit.decided for limit in found.undecided)
        assert "undecided at" in str(found)
        told = [each["decided"] for mode in range_as_json(found)["modes"] for each in mode["change_points"]]
        assert not all(told)


def beside_the_limit(distance: float) -> Iterator[tuple[Lengths, float]]:
    """Some chains at a distance from the limit of the law, in parts of all lengths, in all inversions."""
    random = np.random.default_rng(7)
    for _ in range(4):
        s, p, q = np.sort(random.uniform(0.2, 1.0, 3)).tolist()
        longest = p + q - s + distance * 2.0 * (p + q)
        assert longest >= q
        for lengths in inversions((s, p, longest, q)):
            yield lengths, float(random.uniform(-pi, pi))


def test_at_the_limit_of_the_law_modes_meet() -> None:
    found = motion_range(four_bar((2.0, 1.0, 3.0, 4.0)))  # 1 + 4 = 2 + 3: all links in line at once
    assert {limit.kind for mode in found for limit in mode.limits} == {"change point"}
    assert not found.undecided
