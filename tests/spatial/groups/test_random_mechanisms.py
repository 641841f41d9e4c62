"""Thirty random mechanisms in space; a thousand with `make fuzz-spatial`."""

from __future__ import annotations

from itertools import islice

import pytest

from sgkin import Mechanism
from tests.spatial.groups.comparison import differences
from tests.spatial.groups.random_mechanisms import random_mechanisms

CASES = list(islice(random_mechanisms(range(1000)), 30))


@pytest.mark.parametrize(("seed", "mechanism"), CASES, ids=[mechanism.name for _, mechanism in CASES])
def test_nothing_differs(seed: int, mechanism: Mechanism) -> None:
    assert differences(mechanism, seed)[0] == []


def test_most_of_them_are_iterated() -> None:
    sorts = [differences(mechanism, seed)[1] for seed, mechanism in CASES]
    assert sum("iterated" in each for each in sorts) > 15
    assert any("in closed form" in each for each in sorts)
