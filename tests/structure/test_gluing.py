"""What was glued together comes apart again: exactly the same groups, however it is written down."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sgkin import decompose
from tests.structure.gluing import Glued, random_mechanism
from tests.structure.sketch import Sketch, input_name, mechanism, shuffled

SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.integers(0, 12)


@given(SEEDS, SIZES)
def test_groups_are_recovered(seed: int, groups: int) -> None:
    random = Random(seed)
    check(random_mechanism(random, groups), random)


@given(SEEDS, SIZES)
def test_groups_are_recovered_from_pins_of_many_links(seed: int, groups: int) -> None:
    random = Random(seed)
    check(random_mechanism(random, groups, many_pins=True), random)


def test_a_large_mechanism() -> None:
    random = Random(3)
    check(random_mechanism(random, 400, many_pins=True), random)


def check(glued: Glued, random: Random) -> None:
    """Shuffle links, joints, the links of every pin and the names; then take it apart."""
    sketch, number = shuffled(glued.sketch, random)
    names = [f"{random.randrange(1000)}_{link}" for link in range(sketch.links)]
    structure = decompose(mechanism(sketch, names))
    names.append("ground")
    name = [names[new] for new in number]  # of the links as they were glued
    groups = [frozenset(name[link] for link in links) for links in glued.groups]

    found = {frozenset(group.links): group for group in structure.groups}
    assert found.keys() == set(groups)
    assert not structure.redundant
    assert not structure.undetermined
    assert not structure.idle
    assert structure.mobility == len(structure.inputs) == len(sketch.inputs)
    for links, signature, inputs, needs in zip(groups, glued.signatures, glued.inputs, glued.needs, strict=True):
        group = found[links]
        assert signature in (group.signature, "")
        assert {between(sketch, each, names) for each in group.inputs} == {
            frozenset(name[link] for link in glued.sketch.inputs[each][2]) for each in inputs
        }
        needed = {frozenset(structure.groups[earlier].links) for earlier in group.depends_on}
        assert needed == {groups[earlier] for earlier in needs}
        assert all(structure.groups.index(found[links]) < structure.groups.index(group) for links in needed)
        assert set(group.hangs_on) - {"ground"} <= set().union(*needed)


def between(sketch: Sketch, name: str, names: list[str]) -> frozenset[str]:
    """The two links between which an input acts."""
    number = [input_name(each) for each in range(len(sketch.inputs))].index(name)
    return frozenset(names[link] for link in sketch.inputs[number][2])
