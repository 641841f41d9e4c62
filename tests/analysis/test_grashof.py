"""Ranges of random four-bars against Grashof's law and the law of cosines, in all four inversions."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sgkin import NeverAssembledError, motion_range
from tests.analysis.four_bars import Lengths, circuits, crank_turns, excess, four_bar, limit_angles, within_turn

NEAR = 1e-12
"""Distance from the limit of the law, in parts of all lengths, from which on it must be decided."""


def inversions(lengths: Lengths) -> list[Lengths]:
    """The same chain on each of its links, driven at the next."""
    return [(*lengths[k:], *lengths[:k]) for k in range(4)]  # type: ignore[list-item]


def check_four_bar(lengths: Lengths, turned: float = 0.0) -> None:
    """Compare what is found of a four-bar with the laws; raises where they differ."""
    if max(lengths) > 0.5 * sum(lengths):
        with pytest.raises(NeverAssembledError):
            motion_range(four_bar(lengths, turned))
        return
    found = motion_range(four_bar(lengths, turned))
    assert found.complete
    if abs(excess(lengths)) < NEAR:
        return
    assert found.full_turn == crank_turns(lengths), lengths
    assert len(found.circuits) == circuits(lengths), lengths
    expected = [] if crank_turns(lengths) else limit_angles(lengths)
    wanted = sorted({within_turn(sign * angle + turned) for angle in expected for sign in (1.0, -1.0)})
    values = sorted({within_turn(limit.value) for limit in found.dead_points})
    distinct = [value for value, after in pairwise([*values, np.inf]) if after - value > 1e-9]
    assert len(distinct) == len(wanted), (lengths, distinct, wanted)
    g, a, *_ = lengths
    for value, angle in zip(distinct, wanted, strict=True):
        assert abs(value - angle) < 1e-10 + 1e-15 / abs(np.sin(angle - turned)) * max(1.0, a / g, g / a), lengths


@pytest.mark.parametrize("seed", range(10))
def test_random_four_bars(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(10):
        for lengths in inversions(tuple(rng.uniform(0.2, 1.0, 4))):  # type: ignore[arg-type]
            check_four_bar(lengths, rng.uniform(-np.pi, np.pi))


@pytest.mark.parametrize("distance", [1e-3, 1e-6, 1e-9, 1e-11, 3e-12])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_next_to_the_limit_of_the_law(distance: float, sign: float) -> None:
    rng = np.random.default_rng(7)
    for _ in range(3):
        s, p, q = np.sort(rng.uniform(0.2, 1.0, 3))
        total = 2.0 * (p + q)
        longest = p + q - s + sign * distance * total
        if longest < q:
            continue
        for lengths in inversions((s, p, longest, q)):
            check_four_bar(lengths)


def test_at_the_limit_of_the_law_modes_meet() -> None:
    found = motion_range(four_bar((2.0, 1.0, 3.0, 4.0)))  # 1 + 4 = 2 + 3: all links in line at once
    assert {limit.kind for mode in found for limit in mode.limits} == {"change point"}
