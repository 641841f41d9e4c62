"""Small mechanisms of every sort, drawn on a coarse grid: most are special in some way, and the check must say so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sgkin import InitialConfiguration, MechanismError, decompose
from sgkin.structure.configuration import Placed
from sgkin.structure.decomposition import examine
from tests.structure.sketch import Sketch, mechanism
from tests.structure.test_brute_force import sketches


def dense(placed: Placed) -> NDArray[np.float64]:
    """All rows of joints and inputs as one matrix."""
    geometry, start = placed.geometry, placed.start
    assert geometry is not None
    assert start is not None
    pattern = geometry.pattern
    coefficients = geometry.coefficients(geometry.rows(start.poses, start.pins))
    matrix = np.zeros((pattern.given_rows, int(pattern.first[-1])))
    for row, nodes in enumerate(pattern.nodes[: pattern.given_rows]):
        for place, node in enumerate(nodes):
            if node >= 0:
                size = pattern.capacity[node]
                columns = slice(pattern.first[node], pattern.first[node] + size)
                matrix[row, columns] += coefficients[row, place, :size]
    return matrix


def freedoms(matrix: NDArray[np.float64]) -> int:
    rank = int((np.linalg.svd(matrix, compute_uv=False) > 1e-7).sum()) if matrix.size else 0
    return int(matrix.shape[1]) - rank


@given(sketches(), st.integers(0, 1000), st.sampled_from([2, 3, 5]))
def test_verdict_and_mobility_agree_with_the_rank(sketch: Sketch, seed: int, grid: int) -> None:
    try:
        drawn = mechanism(sketch, placed=True, seed=seed, grid=grid)
    except MechanismError:  # a link of length zero
        assume(False)
    structure, placed = examine(drawn)
    check, counted = structure.geometry, decompose(replace(placed.mechanism, initial=InitialConfiguration()))
    idle = sum(bool(spin.carrier) for spin in structure.spins)  # of links that are at rest in what is counted
    assert idle or counted.mobility == decompose(mechanism(sketch)).mobility
    assert check is not None
    assert check.verdict != "not checked"
    assert placed.geometry is not None
    matrix = dense(placed)
    here = freedoms(matrix[: placed.geometry.pattern.joint_rows])
    special = (here, freedoms(matrix)) != (counted.mobility, sum(group.loose for group in counted.groups))
    assert (check.verdict != "agrees") == special
    assert check.generic_mobility == counted.mobility + idle
    if check.verdict == "permanent redundancy":
        assert counted.mobility + idle <= check.mobility <= here + idle
        assert structure.mobility == check.mobility
    else:
        assert check.mobility == here + idle
        assert structure.mobility == counted.mobility + idle
