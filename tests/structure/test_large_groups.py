"""Groups with many links: found whole, named alike however they are numbered, and judged like small ones."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgkin import Group, Structure, decompose, decompose_adjacency
from sgkin.structure.blocks import LARGE
from tests.structure import brute_force
from tests.structure.large_groups import cage, drawn_ring, random_group, ring, tree
from tests.structure.sketch import GROUND, Sketch, adjacency, mechanism, shuffled

CORNERS = [12, 36]


def only_group(sketch: Sketch, seed: int = 1) -> Group:
    structure = decompose_adjacency(**adjacency(shuffled(sketch, Random(seed))[0]))
    assert structure.mobility == 0
    assert not structure.redundant
    assert not structure.undetermined
    (group,) = structure.groups
    return group


@pytest.mark.parametrize("corners", CORNERS)
def test_a_ring_is_one_group(corners: int) -> None:
    """Its class is the number of links in the loop, as long as it is small enough to look for loops."""
    assert 6 * corners > LARGE
    group = only_group(ring(corners))
    assert len(group.links) == 2 * corners
    assert group.order == corners
    assert group.assur_class == (corners if corners <= 32 else None)
    assert group.signature == only_group(ring(corners), seed=2).signature


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_a_symmetric_tree_is_one_group(depth: int) -> None:
    """Class III however large it is. It has thousands of symmetries, which must not make its name hard to find."""
    group = only_group(tree(depth))
    assert (group.assur_class, group.order) == (3, 3 * 2 ** (depth - 1))
    assert group.signature == only_group(tree(depth), seed=2).signature


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(1, 45))
def test_a_group_grown_at_random_is_one_group(seed: int, pairs: int) -> None:
    sketch = random_group(2 * pairs, Random(seed))
    group = only_group(sketch, seed=1)
    assert len(group.links) == 2 * pairs
    assert group.signature == only_group(sketch, seed=2).signature


def check(sketch: Sketch) -> Structure:
    """What is redundant and what is loose, against the dense matrix."""
    structure = decompose(mechanism(sketch))
    expected = brute_force.redundant_rows(sketch)
    assert {entry.name: entry.rows for entry in structure.redundant} == {
        f"J{number}": rows for (_, number), (rows, _) in expected.items()
    }
    for (_, number), (_, circuit) in expected.items():
        entry = next(entry for entry in structure.redundant if entry.name == f"J{number}")
        assert set(entry.circuit) == {f"J{member}" for _, member in circuit}
    assert set(structure.undetermined) == {f"L{link}" for link in brute_force.loose_links(sketch)}
    assert structure.mobility == brute_force.mobility(sketch)
    return structure


@pytest.mark.parametrize("corners", CORNERS)
def test_a_floating_cage(corners: int) -> None:
    """Matching finds a row for each of the unknowns of one large block; its rank is three less."""
    structure = check(shuffled(cage(corners), Random(1))[0])
    assert structure.mobility == 3
    assert sum(entry.rows for entry in structure.redundant) == 3


@pytest.mark.parametrize("corners", CORNERS)
def test_a_ring_with_a_pin_too_many_and_one_too_few(corners: int) -> None:
    """A leg taken off the ground, and a pin too many elsewhere."""
    sketch = ring(corners).without_joint(3 * corners - 1).with_joint("R", 0, 1)
    structure = check(shuffled(sketch, Random(1))[0])
    assert structure.undetermined
    assert structure.redundant


def test_a_cage_on_a_ring() -> None:
    """Large blocks of either sort, one after the other."""
    ground_ring, hung = ring(12), cage(11)
    shifted = [("R", (a + 24, b + 24)) for _, (a, b) in hung.joints]
    sketch = Sketch(24 + 22, (*ground_ring.joints, *shifted, ("R", (3, 24)), ("R", (5, 30)), ("slot", (GROUND, 40))))
    check(shuffled(sketch, Random(1))[0])


def test_a_regular_large_block_at_its_geometry() -> None:
    structure = decompose(drawn_ring(14, slant=0.0, error=0.05, random=Random(1)))
    assert structure.geometry is not None
    assert (structure.geometry.verdict, structure.geometry.mobility) == ("agrees", 0)


def test_a_large_block_in_a_singular_position() -> None:
    """All legs point to one centre, about which the ring can turn a little."""
    structure = decompose(drawn_ring(14, slant=0.0, error=0.0, random=Random(1)))
    assert structure.geometry is not None
    assert structure.geometry.verdict == "singular position"
    assert structure.geometry.mobility >= 1
    assert structure.geometry.groups == (0,)
    assert len(structure.groups) == 1
