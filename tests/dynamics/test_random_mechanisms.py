"""The same laws on random mechanisms; `python -m tests.fuzz.forces` draws more."""

from __future__ import annotations

import pytest

from tests.fuzz.forces import judged


@pytest.mark.parametrize("seed", range(30))
def test_laws_of_mechanics(seed: int) -> None:
    kind, wrong = judged(seed)
    assert not wrong
    assert kind == "determined"
