"""Every reference mechanism comes apart as its reference says."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sgkin import Group, JointDriver, Structure, decompose, load_mechanism
from sgkin.structure.structure import roman
from tests.structure.reference import entries, rows_of

ENTRIES = entries()
EVERY = pytest.mark.parametrize("name", ENTRIES)


@cache
def structure_of(name: str) -> Structure:
    return decompose(load_mechanism(name))


def drivers_of(name: str) -> dict[str, str]:
    """The input that drives each driven joint."""
    return {driver.joint: driver.name for driver in load_mechanism(name).drivers if isinstance(driver, JointDriver)}


def group_of(structure: Structure, links: list[str]) -> Group:
    """The group of exactly these links."""
    found = [group for group in structure.groups if set(group.links) == set(links)]
    assert found, f"no group of {links}: {structure.formula}"
    return found[0]


def test_the_reference_is_complete() -> None:
    assert len(ENTRIES) == 42


@EVERY
def test_mobility(name: str) -> None:
    """The reference counts at its snapshot, which for one mechanism is a singular position."""
    structure = structure_of(name)
    assert structure.geometry is not None
    assert structure.geometry.mobility == ENTRIES[name]["mobility"]
    if structure.geometry.verdict != "singular position":
        assert structure.mobility == ENTRIES[name]["mobility"]


@EVERY
def test_groups(name: str) -> None:
    structure = structure_of(name)
    drivers = drivers_of(name)
    for expected in ENTRIES[name]["groups"]:
        group = group_of(structure, expected["links"])
        assert group.signature == expected.get("reduces_to", expected["signature"])
        assert set(group.inputs) == {drivers[joint] for joint in expected.get("inputs", ())}
        if "order" in expected:
            assert group.order == expected["order"]
        if "class" in expected:
            assert class_of(group) == expected["class"]
        assert group.redundant == expected.get("redundant", 0)
        assert group.loose == 0


def class_of(group: Group) -> str:
    if group.assur_class is not None:
        return roman(group.assur_class)
    return "redundant" if group.redundant else "none"


@EVERY
def test_every_moving_link_is_in_one_group(name: str) -> None:
    structure = structure_of(name)
    links = [link for group in structure.groups for link in group.links]
    assert sorted(links) == sorted(set(ENTRIES[name]["bodies"]) - {"ground"})


@EVERY
def test_no_other_groups(name: str) -> None:
    """Groups are not asserted where the partition is not unique."""
    expected = ENTRIES[name]["groups"]
    if expected and "underconstrained" not in ENTRIES[name]:
        assert len(structure_of(name).groups) == len(expected)


@EVERY
def test_solving_order(name: str) -> None:
    """A group comes after everything it hangs on, in the result and in the reference."""
    structure = structure_of(name)
    solved = {structure.ground}
    for number, group in enumerate(structure.groups):
        assert set(group.hangs_on) <= solved
        assert all(earlier < number for earlier in group.depends_on)
        solved |= set(group.links)
    place = {frozenset(entry["links"]): number for number, entry in enumerate(ENTRIES[name]["groups"])}
    if len(place) == len(structure.groups):
        for group in structure.groups:
            for earlier in group.depends_on:
                assert place[frozenset(structure.groups[earlier].links)] < place[frozenset(group.links)]


@EVERY
def test_mechanism_class(name: str) -> None:
    if "mechanism_class" in ENTRIES[name]:
        assert structure_of(name).mechanism_class == ENTRIES[name]["mechanism_class"]


@EVERY
def test_undetermined_links(name: str) -> None:
    structure = structure_of(name)
    assert set(structure.undetermined) == set(ENTRIES[name].get("underconstrained", ()))
    assert structure.idle == ENTRIES[name].get("local_mobility", {})


@EVERY
def test_redundant_rows(name: str) -> None:
    """Mobility exceeds the count of Grübler by the number of dependent conditions of the joints."""
    structure, entry = structure_of(name), ENTRIES[name]
    count = 3 * (len(entry["bodies"]) - 1) - sum(rows_of(joint) for joint in entry["joints"])
    assert count == entry["gruebler"]
    assert sum(found.rows for found in structure.redundant) == structure.mobility - count
    assert all(found.kind == "joint" and found.name in found.circuit for found in structure.redundant)


@EVERY
def test_geometry_verdict(name: str) -> None:
    verdicts = {
        "coupled_wheels_three_parallel_cranks": "permanent redundancy",
        "parallelogram_at_change_point": "singular position",
    }
    structure = structure_of(name)
    assert structure.geometry is not None
    assert structure.geometry.verdict == verdicts.get(name, "agrees")
    assert (structure.geometry.verdict != "agrees") == ENTRIES[name].get("special_geometry", False)


def test_coupled_wheels() -> None:
    """Any of the six pins could be left out: together they are the circuit."""
    structure = structure_of("coupled_wheels_three_parallel_cranks")
    assert structure.geometry is not None
    assert (structure.geometry.generic_mobility, structure.mobility) == (0, 1)
    (redundancy,) = structure.redundant
    assert redundancy.rows == 1
    assert redundancy.circuit == ("A1", "A2", "A3", "B1", "B2", "B3")


def test_parallelogram_at_its_change_point() -> None:
    structure = structure_of("parallelogram_at_change_point")
    assert structure.geometry is not None
    assert (structure.geometry.generic_mobility, structure.mobility, structure.geometry.mobility) == (1, 1, 2)
    assert not structure.redundant


def test_four_links_pinned_pairwise_and_floating() -> None:
    """A matching exists, but the rank is 9 of 12: three conditions too many, and the whole floats."""
    structure = structure_of("k4_overbraced_floating")
    assert sum(entry.rows for entry in structure.redundant) == 3
    assert {name for entry in structure.redundant for name in entry.circuit} == joint_names("k4_overbraced_floating")


def joint_names(name: str) -> set[str]:
    joints: list[dict[str, Any]] = ENTRIES[name]["joints"]
    return {joint["id"] for joint in joints}
