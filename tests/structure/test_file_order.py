"""The order in which a mechanism is written down changes the order of the listing, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sgkin import (
    Joint,
    JointDriver,
    Mechanism,
    Revolute,
    Structure,
    decompose,
    decompose_adjacency,
    load_mechanism,
    mechanism_names,
)
from tests.structure.sketch import GROUND, Sketch, adjacency


def rewritten(mechanism: Mechanism, seed: int) -> Mechanism:
    """The same mechanism with links, joints, drivers and the links of every pin in another order."""
    random = Random(seed)
    joints: list[Joint] = []
    for joint in mechanism.joints:
        if isinstance(joint, Revolute):
            order = random.sample(range(len(joint.links)), len(joint.links))
            pins, points = (tuple(field[place] for place in order) for field in (joint.links, joint.at))
            joints.append(replace(joint, links=pins, at=points))
        else:
            joints.append(joint)
    drivers = [
        replace(driver, links=mechanism.driven_links(driver)) if isinstance(driver, JointDriver) else driver
        for driver in mechanism.drivers
    ]
    links = list(mechanism.links)
    random.shuffle(links)
    random.shuffle(joints)
    random.shuffle(drivers)
    return replace(mechanism, links=links, joints=joints, drivers=drivers)


def content(structure: Structure) -> dict[str, Any]:
    """All that must not depend on the order.

    Where joints are redundant the groups depend on which is left out. Of the links of a group that share a pin, the
    first stands for it in `hangs_on`.
    """
    assert structure.geometry is not None
    members = [frozenset(group.links) for group in structure.groups]
    groups = {
        members[number]: (
            group.signature,
            group.assur_class,
            group.order,
            frozenset(group.joints),
            frozenset(group.inputs),
            frozenset(members[earlier] for earlier in group.depends_on),
            structure.ground in group.hangs_on,
        )
        for number, group in enumerate(structure.groups)
    }
    return {
        "mobility": structure.mobility,
        "groups": groups if not structure.redundant and not structure.undetermined else None,
        "redundant rows": sum(entry.rows for entry in structure.redundant),
        "circuits": {name for entry in structure.redundant for name in entry.circuit},
        "undetermined": set(structure.undetermined),
        "idle": structure.idle,
        "verdict": structure.geometry.verdict,
        "mobility here": structure.geometry.mobility,
    }


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_same_structure_in_any_order(name: str) -> None:
    mechanism = load_mechanism(name)
    expected = content(decompose(mechanism))
    for seed in range(4):
        assert content(decompose(rewritten(mechanism, seed))) == expected


def test_groups_are_listed_by_their_first_link() -> None:
    """Of the groups that could come next, the one that holds the earliest link of the file does."""
    mechanism = load_mechanism("v_twin_engine")
    assert [group.links for group in decompose(mechanism).groups][1:] == [("rod1", "piston1"), ("rod2", "piston2")]
    swapped = replace(mechanism, links=[*reversed(mechanism.links)])
    assert [group.links for group in decompose(swapped).groups][1:] == [("piston2", "rod2"), ("piston1", "rod1")]


def test_a_pin_of_many_links_does_not_hold_up_what_hangs_on_it() -> None:
    """Two dyads on one pin of the crank come before a third that hangs on another, if their links do in the file."""
    on_pin = [("R", (0, 1, 3)), ("R", (1, 2)), ("R", (2, GROUND)), ("R", (3, 4)), ("R", (4, GROUND))]
    elsewhere = [("R", (0, 5)), ("R", (5, 6)), ("R", (6, GROUND))]
    sketch = Sketch(7, (("R", (GROUND, 0)), *elsewhere, *on_pin), (("joint", 0, (GROUND, 0)),))
    groups = decompose_adjacency(**adjacency(sketch)).groups
    assert [group.links for group in groups] == [(1,), (2, 3), (4, 5), (6, 7)]
