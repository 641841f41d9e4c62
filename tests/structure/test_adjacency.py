"""A structure from a matrix alone."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from sgkin import decompose, decompose_adjacency
from tests.structure.gluing import LOWER_PAIRED, driven, glue
from tests.structure.sketch import adjacency, mechanism

FOUR_BAR = np.array([[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]])


def test_dense_and_sparse_matrices() -> None:
    expected = decompose_adjacency(FOUR_BAR, inputs=[(0, 1)])
    for matrix in (FOUR_BAR.tolist(), FOUR_BAR.astype(float), csr_array(FOUR_BAR), csr_array(FOUR_BAR).tocoo()):
        assert decompose_adjacency(matrix, inputs=[(0, 1)]) == expected


@pytest.mark.parametrize("ground", range(4))
def test_any_link_can_be_ground(ground: int) -> None:
    """Every inversion of a four-bar chain is a crank and a dyad."""
    crank = (ground + 1) % 4
    structure = decompose_adjacency(FOUR_BAR, inputs=[(ground, crank)], ground=ground)
    assert structure.ground == ground
    assert [group.signature for group in structure.groups] == ["R*", "RRR"]
    assert structure.groups[0].links == (crank,)
    assert structure.groups[0].hangs_on == (ground,)


def test_inputs_name_two_links_in_any_order() -> None:
    one, other = (decompose_adjacency(FOUR_BAR, inputs=[pair]) for pair in ((0, 1), (1, 0)))
    assert [group.links for group in one.groups] == [group.links for group in other.groups]


def test_kinds_of_joints() -> None:
    """1 revolute, 2 prismatic, 3 higher pair: a slider-crank, and a cam with a sliding follower."""
    slider_crank = [[0, 1, 0, 2], [1, 0, 1, 0], [0, 1, 0, 1], [2, 0, 1, 0]]
    assert decompose_adjacency(slider_crank, inputs=[(0, 1)]).formula == "I(1) → RRP(2, 3)"
    assert decompose_adjacency(slider_crank, inputs=[(0, 3)]).formula == "I(3) → RRR(1, 2)"
    cam = [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
    assert decompose_adjacency(cam, inputs=[(0, 1)]).formula == "I(1) → P-HP(2)"


def test_pins_of_several_links() -> None:
    """A crank and two dyads that share its pin; entries of the matrix among them do not count."""
    matrix = np.zeros((6, 6), dtype=int)
    for a, b in ((0, 1), (2, 3), (3, 0), (4, 5), (5, 0), (1, 2), (2, 4)):
        matrix[a, b] = matrix[b, a] = 1
    for pin in ((1, 2, 4), (4, 1, 2)):
        structure = decompose_adjacency(matrix, inputs=[(0, 1)], pins=[pin])
        assert structure.formula == "I(1) → RRR(2, 3) → RRR(4, 5)"
        assert structure.groups[2].depends_on == (0,)
    chain = decompose_adjacency(matrix, inputs=[(0, 1)])
    assert chain.groups[2].depends_on == (1,)


def test_a_pin_on_ground() -> None:
    structure = decompose_adjacency(np.zeros((3, 3)), inputs=[(0, 1), (1, 2)], pins=[(0, 1, 2)])
    assert [group.signature for group in structure.groups] == ["R*", "R*"]
    assert structure.groups[1].hangs_on == (0, 1)


@given(st.integers(0, 2**32 - 1), st.integers(0, 6))
def test_the_matrix_says_what_the_mechanism_says(seed: int, groups: int) -> None:
    random = Random(seed)
    templates = [random.choice([*LOWER_PAIRED, driven("R"), driven("P")]) for _ in range(groups)]
    sketch = glue(templates, random, many_pins=True).sketch
    pairs = [frozenset(links) for letter, links in sketch.joints if letter == "P"]
    pinned = {frozenset((a, b)) for letter, links in sketch.joints if letter == "R" for a in links for b in links}
    if len(set(pairs)) < len(pairs) or pinned & set(pairs):
        return  # two joints between the same links, which a matrix cannot say
    matrix, drawn = decompose_adjacency(**adjacency(sketch)), decompose(mechanism(sketch))
    assert matrix.mobility == drawn.mobility
    assert [group.signature for group in matrix.groups] == [group.signature for group in drawn.groups]
    assert [[f"L{int(link) - 1}" for link in group.links] for group in matrix.groups] == [
        list(group.links) for group in drawn.groups
    ]
    assert [group.depends_on for group in matrix.groups] == [group.depends_on for group in drawn.groups]


def test_joints_of_space() -> None:
    """Every code, between ground, a driven link and another."""
    names = {4: "C", 5: "S", 6: "U", 7: "E", 8: "H", 9: "SS", 3: "F"}
    for code, name in names.items():
        matrix = [[0, 1, code], [1, 0, 9], [code, 9, 0]]
        (group,) = decompose_adjacency(matrix, inputs=[(0, 1)], space="spatial").groups[1:]
        assert group.signature == ("2-SS" if code == 9 else f"{name}-(SS)")
    assert decompose_adjacency([[0, 4], [4, 0]], [(0, 1), (0, 1)], space="spatial").formula == "C*(1)"
    assert decompose_adjacency([[0, 6], [6, 0]], [(0, 1), (0, 1)], space="spatial").formula == "U*(1)"
    assert decompose_adjacency([[0, 8], [8, 0]], [(0, 1)], space="spatial").formula == "H*(1)"


def test_loops_in_space() -> None:
    """RCCC, RSSR with a coupler that is a link and spins, and a loop of seven pins."""
    rccc = [[0, 1, 0, 4], [1, 0, 4, 0], [0, 4, 0, 4], [4, 0, 4, 0]]
    assert decompose_adjacency(rccc, inputs=[(0, 1)], space="spatial").formula == "R*(1) → CCC(2, 3)"
    rssr = [[0, 1, 0, 1], [1, 0, 5, 0], [0, 5, 0, 5], [1, 0, 5, 0]]
    structure = decompose_adjacency(rssr, inputs=[(0, 1)], space="spatial")
    assert (structure.mobility, structure.undetermined, structure.idle) == (2, (2,), {2: 1})
    ring = np.zeros((7, 7), dtype=int)
    for link in range(7):
        ring[link, link - 1] = ring[link - 1, link] = 1
    assert decompose_adjacency(ring, [(0, 1)], space="spatial").formula == "R*(1) → RRRRRR(2, 3, 4, 5, 6)"
    assert decompose_adjacency(FOUR_BAR, [(0, 1)], space="spatial").mobility == 0


def test_pins_and_balls_of_several_links_in_space() -> None:
    """A joint of several links is an axle, unless the matrix has a ball between two of them."""
    matrix = np.zeros((4, 4), dtype=int)
    matrix[0, 1] = matrix[1, 0] = 2
    inputs = [(0, 1), (1, 2), (2, 3)]
    assert decompose_adjacency(matrix, inputs, pins=[(1, 2, 3)], space="spatial").formula == "P*(1) → R*(2) → R*(3)"
    matrix[1, 2] = matrix[2, 1] = 5
    ball = decompose_adjacency(matrix, [(0, 1)], pins=[(1, 2, 3)], space="spatial")
    assert ball.mobility == 1 + 3 + 3
