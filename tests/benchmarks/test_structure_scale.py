"""The benchmarks run; what they measure is not judged here."""

from __future__ import annotations

import numpy as np

from benchmarks import structure_scale
from benchmarks.structure_scale import glue_dyads, measure, measure_apart


def test_every_case_at_a_small_size() -> None:
    for case in structure_scale.cases(smoke=True):
        cpu, _, before, peak = (figure.value for figure in case.run())
        assert cpu > 0.0
        assert peak >= before > 0.0


def test_a_case_in_a_process_of_its_own() -> None:
    found = measure_apart("scissor_lift", 4)
    assert (found.family, found.size, found.links, found.groups) == ("scissor_lift", 4, 12, 6)


def test_random_mechanism_comes_apart_into_the_dyads_it_was_made_of() -> None:
    assert measure("random_glued", 200).groups == 100


def test_random_mechanism_joins_different_links() -> None:
    rows, columns, _ = glue_dyads(1000)
    pairs = np.sort(np.stack([rows, columns]), axis=0)
    assert len(rows) == 3 * 499 + 1
    assert (pairs[0] < pairs[1]).all()
    assert np.unique(pairs, axis=1).shape == pairs.shape
    assert set(pairs.ravel().tolist()) == set(range(1000))
