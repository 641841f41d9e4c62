"""Every spatial reference mechanism, and every one of the library, comes apart as is known of it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from sgkin import Structure, decompose, load_mechanism, mechanism_names
from sgkin.structure.decomposition import examine
from tests.structure.spatial_reference import ROWS, entries, mechanism_of

EVERY = pytest.mark.parametrize("name", entries())
LIBRARY = mechanism_names("spatial")


@cache
def structure_of(name: str) -> Structure:
    return decompose(mechanism_of(entries()[name]))


def test_the_reference_is_complete() -> None:
    assert len(entries()) == 12
    assert len(LIBRARY) > 15


@EVERY
def test_mobility(name: str) -> None:
    assert structure_of(name).mobility == entries()[name]["mobility"]


@EVERY
def test_groups(name: str) -> None:
    structure = structure_of(name)
    for expected in entries()[name]["groups"]:
        (group,) = [group for group in structure.groups if set(group.links) == set(expected["links"])]
        assert group.signature == expected["signature"]
        assert group.inputs == tuple(f"z_{joint}" for joint in expected.get("inputs", ()))
        assert group.redundant == expected.get("redundant", 0)
        assert group.assur_class is None
        assert group.dependent[:6] == tuple(f"{group.links[0]}.{part}" for part in ("x", "y", "z", "wx", "wy", "wz"))


@EVERY
def test_undetermined_links_and_idle_spins(name: str) -> None:
    """Legs that spin are left at rest, but still said to be undetermined."""
    structure, entry = structure_of(name), entries()[name]
    assert set(structure.undetermined) == set(entry.get("underconstrained", ()))
    if name == "stewart_6SPS":
        assert [spin.links for spin in structure.spins] == [(f"lo{leg}", f"up{leg}") for leg in range(1, 7)]
        assert {spin.carrier for spin in structure.spins} == {"ground"}
        assert [group.signature for group in structure.groups] == ["6-UPS"]
        assert structure.is_determined
    else:
        hinge = {"b": 1} if name == "two_bodies_two_ball_joints" else {}  # it turns about its two balls
        assert structure.idle == entry.get("local_mobility", hinge)


@EVERY
def test_redundant_rows(name: str) -> None:
    """Mobility exceeds the count of Grübler by the number of dependent conditions of the joints."""
    structure, entry = structure_of(name), entries()[name]
    count = 6 * (len(entry["bodies"]) - 1) - sum(ROWS[joint["type"]] for joint in entry["joints"])
    assert count == entry["gruebler"]
    assert sum(found.rows for found in structure.redundant) == structure.mobility - count
    assert all(found.kind == "joint" and found.name in found.circuit for found in structure.redundant)


@EVERY
def test_geometry_verdict(name: str) -> None:
    check = structure_of(name).geometry
    assert check is not None
    assert (check.verdict == "permanent redundancy") == entries()[name].get("special_geometry", False)
    assert check.verdict in ("permanent redundancy", "agrees")


def test_idle_coupler_of_rssr() -> None:
    """Held, it is a leg R–S–U; its spin is one of the two freedoms."""
    structure = structure_of("RSSR")
    assert structure.formula == "R*(crank) → RSU(coupler, rocker)"
    (spin,) = structure.spins
    assert (spin.links, spin.joint, spin.carrier) == (("coupler",), "B", "crank")
    assert structure.is_determined


@EVERY
def test_rank_rows_agree_with_the_statements_of_joints(name: str) -> None:
    """The rows of which the structure is told, and the derivatives of what joints state, have the same rank, joint by
    joint."""
    placed = examine(mechanism_of(entries()[name]))[1]
    geometry, start = placed.geometry, placed.start
    assert geometry is not None
    assert start is not None
    told = dense(geometry.rank_rows(start.poses, start.pins), geometry._rows.pattern.nodes, geometry)  # type: ignore[union-attr]
    stated = dense(geometry.coefficients(geometry.rows(start.poses, start.pins)), geometry.pattern.nodes, geometry)
    of_told = geometry._rows.pattern.element[: len(told)]  # type: ignore[union-attr]
    for element in np.unique(of_told):
        one, other = told[of_told <= element], stated[geometry.pattern.element <= element]
        assert rank(one) == rank(other) == rank(np.concatenate([one, other]))


def dense(coefficients: np.ndarray, nodes: np.ndarray, geometry: object) -> np.ndarray:
    bodies = len(geometry.topology.bodies)  # type: ignore[attr-defined]
    found = np.zeros((len(coefficients), 6 * bodies + 6))
    for row, members in enumerate(nodes[: len(coefficients)].tolist()):
        for place, body in enumerate(members):
            if body >= 0:
                found[row, 6 * body : 6 * body + 6] += coefficients[row, place]
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def rank(matrix: np.ndarray) -> int:
    return int((np.linalg.svd(matrix, compute_uv=False) > 1e-8).sum())


@pytest.mark.parametrize("name", LIBRARY)
def test_library(name: str) -> None:
    mechanism = load_mechanism(name)
    structure, expected = decompose(mechanism), mechanism.expected
    assert structure.mobility == expected.mobility
    assert sum(entry.rows for entry in structure.redundant) == (expected.redundant or 0)
    assert structure.is_determined
    if expected.groups:
        assert [group.signature for group in structure.groups] == list(expected.groups)


LIBRARY_GROUPS = {
    "bennett": ["R*", "RRR"],
    "bricard": ["R*", "RRRRR"],
    "cardan_shaft": ["R*", "R-U"],
    "delta_robot": ["R*", "R*", "R*", "6-SS"],
    "double_wishbone": ["R*", "P*", "S-(RS)-(SS)"],
    "five_link": ["F-(SS)-(SS)-(SS)-(SS)-(SS)"],
    "gough_stewart": ["6-SPS"],
    "rssp": ["R*", "P-(SS)"],
    "rssr": ["R*", "R-(SS)"],
    "seven_revolutes": ["R*", "RRRRRR"],
    "spatial_four_bar": ["R*", "RUS"],
    "swash_plate": ["R*", "P-F", "P-F", "P-F", "P-F", "P-F"],
}


@pytest.mark.parametrize("name", LIBRARY_GROUPS)
def test_names_of_groups_in_the_library(name: str) -> None:
    assert [group.signature for group in decompose(load_mechanism(name)).groups] == LIBRARY_GROUPS[name]
