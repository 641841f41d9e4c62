"""Thirty random mechanisms in space, and some overconstrained loops; a thousand with `make fuzz`."""

from __future__ import annotations

from itertools import islice

import pytest

from sgkin import Mechanism, make_plan
from tests.spatial.groups.comparison import differences
from tests.spatial.groups.random_loops import random_loops
from tests.spatial.groups.random_mechanisms import random_mechanisms

CASES = list(islice(random_mechanisms(range(1000)), 30))
LOOPS = list(islice(random_loops(range(100)), 6))


@pytest.mark.parametrize(
    ("seed", "mechanism"), [*CASES, *LOOPS], ids=[mechanism.name for _, mechanism in (*CASES, *LOOPS)]
)
def test_nothing_differs(seed: int, mechanism: Mechanism) -> None:
    assert differences(mechanism, seed)[0] == []


def test_most_of_them_are_iterated() -> None:
    iterated = [bool(make_plan(mechanism).iterated.any()) for _, mechanism in CASES]
    assert 15 < sum(iterated) < len(CASES)
