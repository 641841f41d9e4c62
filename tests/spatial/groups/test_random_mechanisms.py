"""Thirty random mechanisms in space; a thousand with `make fuzz`."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from tests.spatial.groups.comparison import differences
from tests.spatial.groups.random_mechanisms import random_mechanisms

CASES = list(islice(random_mechanisms(range(1000)), 30))


@cache
def compared(number: int) -> tuple[list[str], set[str]]:
    seed, mechanism = CASES[number]
    return differences(mechanism, seed)


@pytest.mark.parametrize("number", range(len(CASES)), ids=[mechanism.name for _, mechanism in CASES])
def test_nothing_differs(number: int) -> None:
    assert compared(number)[0] == []


def test_most_of_them_are_iterated() -> None:
    sorts = [compared(number)[1] for number in range(len(CASES))]
    assert sum("iterated" in each for each in sorts) > 15
    assert any("in closed form" in each for each in sorts)
