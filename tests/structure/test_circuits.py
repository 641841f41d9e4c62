"""A condition too many is named with its circuit: the joints and inputs any one of which could be given up instead."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgkin import Structure, decompose, decompose_adjacency
from tests.structure.gluing import random_mechanism
from tests.structure.sketch import GROUND, Sketch, input_name, joint_name, mechanism, shuffled

SEEDS = st.integers(0, 2**32 - 1)


def redundant_rows(sketch: Sketch) -> int:
    return sum(entry.rows for entry in decompose(mechanism(sketch)).redundant)


def check_circuits(sketch: Sketch) -> Structure:
    """The members of the circuits, and no others, lower the number of dependent rows when they are taken out."""
    structure = decompose(mechanism(sketch))
    count = sum(entry.rows for entry in structure.redundant)
    members = {name for entry in structure.redundant for name in entry.circuit}
    driven = {joint: input_name(number) for number, (_, joint, _) in enumerate(sketch.inputs)}
    for number in range(len(sketch.joints)):
        left = redundant_rows(sketch.without_joint(number))
        goes_with_it = {joint_name(number), driven.get(number)}
        assert (left < count) == bool(goes_with_it & members)
    for number in range(len(sketch.inputs)):
        left = redundant_rows(sketch.without_input(number))
        assert (left < count) == (input_name(number) in members)
    return structure


@settings(max_examples=15)
@given(SEEDS, st.integers(1, 4))
def test_a_bar_too_many(seed: int, groups: int) -> None:
    """A bar between two links locks what moved; if nothing there could move it is redundant itself."""
    random = Random(seed)
    sketch = random_mechanism(random, groups, many_pins=True).sketch
    bar, ends = sketch.links, random.sample(range(GROUND, sketch.links), 2)
    braced = replace(sketch, links=sketch.links + 1).with_joint("R", ends[0], bar).with_joint("R", bar, ends[1])
    structure = check_circuits(shuffled(braced, random)[0])
    (entry,) = structure.redundant
    assert entry.rows == 1
    assert entry.name in entry.circuit
    assert not structure.undetermined


@settings(max_examples=15)
@given(SEEDS, st.integers(1, 4), st.sampled_from([("R", 2), ("P", 2), ("slot", 1), ("rack", 1)]))
def test_a_joint_too_many(seed: int, groups: int, joint: tuple[str, int]) -> None:
    random = Random(seed)
    sketch = random_mechanism(random, groups, many_pins=True).sketch
    letter, rows = joint
    more = sketch.with_joint(letter, *random.sample(range(GROUND, sketch.links), 2))
    structure = check_circuits(shuffled(more, random)[0])
    assert sum(entry.rows for entry in structure.redundant) == rows
    assert not structure.undetermined


@settings(max_examples=15)
@given(SEEDS, st.integers(1, 4), st.sampled_from(["link", "point", "distance"]))
def test_an_input_too_many(seed: int, groups: int, kind: str) -> None:
    random = Random(seed)
    sketch = random_mechanism(random, groups, many_pins=True).sketch
    pair = (GROUND, random.randrange(sketch.links))
    structure = check_circuits(replace(sketch, inputs=(*sketch.inputs, (kind, -1, pair))))
    (entry,) = structure.redundant
    assert (entry.kind, entry.rows) == ("input", 1)
    assert entry.name == input_name(len(sketch.inputs))
    assert not structure.is_determined


def test_joints_are_kept_in_the_order_of_the_file() -> None:
    """Three links pinned pairwise are rigid; whichever joint comes last is the one too many."""
    triangle = [("R", (GROUND, 0)), ("R", (0, 1)), ("R", (1, GROUND))]
    for joints in ([*triangle, ("slot", (0, GROUND))], [("slot", (0, GROUND)), *triangle]):
        (entry,) = decompose(mechanism(Sketch(2, tuple(joints)))).redundant
        assert (entry.name, entry.rows, entry.circuit) == ("J3", 1, ("J0", "J1", "J2", "J3"))


@pytest.mark.parametrize("links", [3, 4, 5])
def test_a_floating_cage(links: int) -> None:
    """Links pinned pairwise that nothing holds: however they are matched, the whole floats with three freedoms."""
    matrix = [[int(a != b and 0 not in (a, b)) for a in range(links + 1)] for b in range(links + 1)]
    structure = decompose_adjacency(matrix, inputs=[])
    assert structure.mobility == max(3, 3 * links - links * (links - 1))
    assert structure.undetermined == tuple(range(1, links + 1))
    assert sum(entry.rows for entry in structure.redundant) == links * (links - 1) - 3 * links + structure.mobility
