"""Every registered group elsewhere, in a mirror and in another size moves as it did."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Mechanism, Motion, solve
from tests.motion.dense_newton import DenseMechanism
from tests.motion.groups import CASES, good_plan
from tests.motion.transformed import mirrored, moved, scaled

TIMES = np.linspace(0.0, 0.02, 5)


def both(signature: str, number: int, changed: Mechanism) -> tuple[Motion, Motion]:
    return solve(good_plan(signature, number), TIMES), solve(changed, TIMES)


def compare(found: Motion, link: str, expected: list[NDArray[np.float64]]) -> None:
    scale = DenseMechanism(found.mechanism).size
    for read, wanted in zip((found.pose, found.velocity, found.acceleration), expected, strict=True):
        apart = (read(link) - wanted) / [scale, scale, 1.0]
        assert np.abs(apart).max() < 1e-9 * max(np.abs(wanted / [scale, scale, 1.0]).max(), 1.0)


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_moved_and_turned(signature: str, number: int) -> None:
    x, y, angle = 3.0, -2.0, 0.7
    motion, found = both(signature, number, moved(good_plan(signature, number).mechanism, x, y, angle))
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    for link in motion.mechanism.moving_links:
        expected = [read(link) @ turn for read in (motion.pose, motion.velocity, motion.acceleration)]
        compare(found, link, [expected[0] + [x, y, angle], *expected[1:]])
    assert np.array_equal(motion.branches, found.branches)


@pytest.mark.parametrize(("signature", "number"), CASES)
def test_in_a_mirror(signature: str, number: int) -> None:
    motion, found = both(signature, number, mirrored(good_plan(signature, number).mechanism))
    for link in motion.mechanism.moving_links:
        seen = [read(link) * [1.0, -1.0, -1.0] for read in (motion.pose, motion.velocity, motion.acceleration)]
        compare(found, link, seen)
    assert np.array_equal(np.abs(motion.branches), np.abs(found.branches))
    if signature.startswith("RRR"):  # its branch is told by left and right; those of other groups by fore and aft
        assert np.array_equal(motion.branches, -found.branches)


@pytest.mark.parametrize("factor", [1e-9, 1e-3, 1e3, 1e6])
@pytest.mark.parametrize(("signature", "number"), CASES)
def test_in_another_size(signature: str, number: int, factor: float) -> None:
    motion, found = both(signature, number, scaled(good_plan(signature, number).mechanism, factor))
    for link in motion.mechanism.moving_links:
        seen = [read(link) * [factor, factor, 1.0] for read in (motion.pose, motion.velocity, motion.acceleration)]
        compare(found, link, seen)
    assert np.array_equal(motion.branches, found.branches)
