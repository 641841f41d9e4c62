"""The two six-bar chains with every input: what is left beside the driven link."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sgkin import decompose_adjacency
from sgkin.structure.structure import roman
from tests.structure.reference import reference

ROWS = [(chain, row) for chain in reference()["six_bar_table"] for row in chain["inputs"]]


@pytest.mark.parametrize("end", [0, 1], ids=["first-fixed", "second-fixed"])
@pytest.mark.parametrize(("chain", "row"), ROWS, ids=[f"{chain['chain']}-{row['input']}" for chain, row in ROWS])
def test_six_bar(chain: dict[str, Any], row: dict[str, Any], end: int) -> None:
    matrix = np.zeros((6, 6), dtype=int)
    for a, b in chain["edges"]:
        matrix[a, b] = matrix[b, a] = 1
    ground, driven = row["input"][end], row["input"][1 - end]
    structure = decompose_adjacency(matrix, inputs=[tuple(row["input"])], ground=ground)
    assert structure.mobility == 1
    assert not structure.redundant
    assert not structure.undetermined
    assert structure.groups[0].links == (driven,)
    assert structure.groups[0].signature == "R*"
    found = [[len(group.links), roman(group.assur_class or 0), group.order] for group in structure.groups[1:]]
    assert sorted(found) == sorted(row["groups"])
