"""Mechanisms of other shapes come apart into what they were made of, and move."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from benchmarks.shape_speed import SHAPES
from benchmarks.shapes import HANGING, dyad_mixture, dyad_tree, triad_chain
from sgkin import decompose, solve


@pytest.mark.parametrize("seed", range(4))
def test_mixture_has_all_dyads(seed: int) -> None:
    structure = decompose(dyad_mixture(40, seed))
    signatures = Counter(group.signature for group in structure.groups)
    assert structure.mobility == 1
    assert not structure.redundant
    assert set(signatures) == {"R*", *HANGING}
    assert sum(signatures.values()) == 41


def test_tree_and_triads() -> None:
    assert [group.signature for group in decompose(dyad_tree(9)).groups] == ["R*"] + ["RRR"] * 9
    tree = decompose(dyad_tree(9))
    assert max(len([g for g in tree.groups if number in g.depends_on]) for number in range(1, 10)) == 2
    assert [group.signature for group in decompose(triad_chain(3)).groups] == ["R*"] + ["RR-RR-RR"] * 3


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_move_over_their_whole_range(name: str) -> None:
    shape = SHAPES[name]
    mechanism = shape.make(6)
    inputs = np.linspace(shape.start, shape.stop, 181)
    motion = solve(mechanism, inputs=np.repeat(inputs[:, None], len(mechanism.input_names), axis=1))
    assert len(motion.inputs) == 181
    last = mechanism.moving_links[-1]
    assert np.isfinite(motion.pose(last)).all()
    assert np.ptp(motion.pose(mechanism.moving_links[1]), axis=0).max() > 1e-2


def test_motion_does_not_die_away_along_triads() -> None:
    motion = solve(triad_chain(8), inputs=np.linspace(0.0, 2.0 * np.pi, 121))
    first, last = (np.ptp(motion.pose(f"leg2_{number}")[:, 2]) for number in (0, 7))
    assert 0.3 < last / first < 3.0
