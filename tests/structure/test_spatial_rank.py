"""On small spatial mechanisms of every sort, sound or not, the structure agrees with the rank of one dense matrix."""

from __future__ import annotations

from random import Random

import pytest

from tests.structure.spatial_comparison import differences
from tests.structure.spatial_sketch import SpatialSketch, random_sketch, taken_apart

SEEDS = range(30)


@pytest.mark.parametrize("seed", SEEDS)
def test_structure_agrees_with_dense_rank(seed: int) -> None:
    assert not differences(random_sketch(Random(seed)))


@pytest.mark.parametrize("seed", SEEDS)
def test_groups_account_for_every_freedom(seed: int) -> None:
    """Links fall into groups once each, in an order that can be solved; what is loose is loose in some group."""
    structure, _ = taken_apart(random_sketch(Random(seed)).topology())
    solved = {structure.ground}
    for number, group in enumerate(structure.groups):
        assert not solved & set(group.links)
        assert set(group.hangs_on) <= solved
        assert all(earlier < number for earlier in group.depends_on)
        solved |= set(group.links)
    assert solved == set(structure.links)
    conflicts = sum(entry.rows for entry in structure.redundant if entry.kind == "input")
    loose = structure.mobility - (len(structure.inputs) - conflicts)
    assert sum(group.loose for group in structure.groups) == loose


@pytest.mark.parametrize("seed", SEEDS)
def test_order_of_links_has_no_effect(seed: int) -> None:
    random = Random(seed)
    sketch = random_sketch(random)
    other, order = sketch.shuffled(random)
    one, two = taken_apart(sketch.topology())[0], taken_apart(other.topology())[0]
    assert one.mobility == two.mobility
    renamed = {f"L{body}": f"L{order[body]}" for body in range(sketch.bodies)}
    assert {renamed[str(link)] for link in one.undetermined} == set(two.undetermined)
    if not one.redundant and not one.undetermined:
        found = {frozenset(renamed[str(link)] for link in group.links): group.signature for group in one.groups}
        assert found == {frozenset(group.links): group.signature for group in two.groups}


def test_four_rods_at_one_ball() -> None:
    """They hold three freedoms only: six random lines would hold six."""
    rods = tuple(("SS", (-1, 0), (site, 10 if site < 4 else 10 + site)) for site in range(6))
    structure, parts = taken_apart(SpatialSketch(1, rods).topology())
    assert parts.joint_rank == 5
    assert structure.mobility == 1
    assert sum(entry.rows for entry in structure.redundant) == 1
    assert structure.redundant[0].circuit == ("J0", "J1", "J2", "J3")
    apart = tuple(("SS", (-1, 0), (site, 10 + site)) for site in range(6))
    structure, parts = taken_apart(SpatialSketch(1, apart).topology())
    assert parts.joint_rank == 6
    assert [group.signature for group in structure.groups] == ["6-SS"]


def test_a_ball_of_four_bodies() -> None:
    """It is a place of its own with three velocities: three conditions for every body, none of them redundant."""
    joints = [("S", (0, 1, 2, 3), (0,)), *(("R", (-1, body), (body + 1,)) for body in range(4))]
    structure, parts = taken_apart(SpatialSketch(4, tuple(joints)).topology())
    assert parts.blocks.pattern.capacity.tolist() == [6, 6, 6, 6, 3]
    assert parts.blocks.pattern.angles.tolist() == [3, 3, 3, 3, 0]
    assert structure.mobility == 0
    assert sum(entry.rows for entry in structure.redundant) == 4 * 3 + 4 * 5 - 24 - 3


def test_an_axle_of_three_bodies() -> None:
    """It has five velocities; every body turns about it by itself."""
    joints = (("R", (0, 1, 2), (0,)), ("P", (-1, 0), (1,)))
    inputs = (("stroke", (-1, 0), 1, (1,)), ("angle", (0, 1), 0, (0,)), ("angle", (1, 2), 0, (0,)))
    structure, parts = taken_apart(SpatialSketch(3, joints, inputs).topology())
    assert parts.blocks.pattern.capacity.tolist() == [6, 6, 6, 5]
    assert structure.mobility == 3
    assert [group.signature for group in structure.groups] == ["P*", "R*", "R*"]
    assert not structure.redundant
    assert not structure.undetermined
