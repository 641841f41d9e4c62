"""Every Assur group with up to six links comes back as one group, with its name, however its links are numbered."""

from __future__ import annotations

from random import Random

import pytest

from sgkin import Group, decompose_adjacency
from tests.structure.gluing import (
    DYADS,
    SEVEN_LINK_STRUCTURES,
    TETRADS,
    TRIADS,
    Template,
    dyad,
    glue,
    six_link,
    tetrad,
    triad,
)
from tests.structure.sketch import GROUND, Sketch, adjacency, shuffled

TYPED = [*map(dyad, DYADS), *map(triad, TRIADS), *map(tetrad, TETRADS)]
SIX_LINK = [six_link(edges, ground) for edges in SEVEN_LINK_STRUCTURES for ground in range(7)]


def on_ground(template: Template) -> Sketch:
    """The group with all its outer joints on ground."""
    joints = [(letter, (a, b)) for letter, a, b in template.inner]
    joints += [(letter, (GROUND, link)) for letter, link in template.outer]
    return Sketch(template.links, tuple(joints))


def only_group(sketch: Sketch) -> Group:
    structure = decompose_adjacency(**adjacency(sketch))
    assert structure.mobility == 0
    assert not structure.redundant
    assert not structure.undetermined
    (group,) = structure.groups
    assert len(group.links) == sketch.links
    return group


@pytest.mark.parametrize("template", TYPED, ids=lambda template: template.signature)
def test_dyads_triads_and_tetrads(template: Template) -> None:
    group = only_group(on_ground(template))
    assert group.signature == template.signature
    assert group.assur_class == {2: 2, 4: 3 if len(template.outer) == 3 else 4}[template.links]
    assert group.order == len(template.outer)
    assert group.hangs_on == (0,)


@pytest.mark.parametrize("template", TYPED + SIX_LINK, ids=lambda template: template.signature)
def test_numbering_does_not_matter(template: Template) -> None:
    sketch, random = on_ground(template), Random(1)
    group = only_group(sketch)
    for _ in range(5):
        other = only_group(shuffled(sketch, random)[0])
        assert (other.signature, other.assur_class, other.order) == (group.signature, group.assur_class, group.order)


@pytest.mark.parametrize("template", TYPED, ids=lambda template: template.signature)
def test_hung_on_a_crank(template: Template) -> None:
    """The signature does not depend on what the group hangs on."""
    structure = decompose_adjacency(**adjacency(glue([template], Random(2)).sketch))
    assert [group.signature for group in structure.groups] == ["R*", template.signature]


def test_numbers_of_groups_with_revolute_joints() -> None:
    """One group of two links, two of four, ten of six."""
    revolute = [template for template in TYPED if "P" not in template.signature]
    assert [template.signature for template in revolute] == ["RRR", "RR-RR-RR", "R|RR|RR|R"]
    assert len({only_group(on_ground(template)).signature for template in SIX_LINK}) == 10


def test_orders_and_classes_of_the_groups_of_six_links() -> None:
    groups = {group.signature: group for group in map(only_group, map(on_ground, SIX_LINK))}
    expected = [(2, 4), (2, 4), (2, 5), (2, 5), (3, 4), (3, 4), (3, 4), (3, 5), (3, 6), (4, 3)]
    assert sorted((group.order, group.assur_class or 0) for group in groups.values()) == expected


@pytest.mark.parametrize("signature", ["PPP", "PPR"])
def test_what_is_no_group(signature: str) -> None:
    """Three guides in a row leave a freedom and waste a condition; PPR is RPP read from the other end."""
    structure = decompose_adjacency(**adjacency(on_ground(dyad(signature))))
    if signature == "PPR":
        assert [group.signature for group in structure.groups] == ["RPP"]
    else:
        assert structure.mobility == 1
        assert sum(entry.rows for entry in structure.redundant) == 1
        assert structure.undetermined == (1, 2)
