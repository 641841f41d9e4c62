"""Names of groups in space: one grammar, and what has a name in the literature by that name."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from sgkin.structure.signature import GroupInput, GroupJoint
from sgkin.structure.spatial_signature import describe_spatial_group

Edges = list[tuple[str, tuple[int, ...], bool]]


def leg(letters: str, links: list[int], hub: int) -> Edges:
    """A leg from an earlier link through some links to the hub."""
    way = [*links, hub]
    edges: Edges = [(letters[0], (way[0],), True)]
    return edges + [(letter, pair, False) for letter, pair in zip(letters[1:], pairwise(way), strict=True)]


def legs(letters: str, count: int) -> Edges:
    """So many legs on hub 0."""
    size = len(letters) - 1
    return [edge for n in range(count) for edge in leg(letters, list(range(1 + n * size, 1 + (n + 1) * size)), 0)]


ROD = ("SS", (0,), True)
GROUPS: dict[str, Edges] = {
    "R-(SS)": [("R", (0,), True), ROD],  # RSSR
    "P-(SS)": [("P", (0,), True), ROD],  # RSSP
    "C-L": [("L", (0,), True), ("C", (0,), True)],
    "S-(SS)-(SS)-(SS)": [("S", (0,), True), ROD, ROD, ROD],  # wheel carrier on an arm and three rods
    "6-SS": [ROD] * 6,  # Delta robot, platform of six rods
    "CCC": [*leg("CC", [1], 0), ("C", (0,), True)],  # RCCC
    "RSU": [("R", (0,), True), ("S", (0, 1), False), ("U", (1,), True)],
    "RRRRRR": [("R", (0,), True), *[("R", (n, n + 1), False) for n in range(4)], ("R", (4,), True)],  # 7R
    "6-UPS": legs("UPS", 6),  # Stewart and Gough's platform
    "3-RPS": legs("RPS", 3),
    "3-PRS": legs("PRS", 3),
    "3-UPU": legs("UPU", 3),
    "S-(RS)-(US)": [("S", (0,), True), *leg("US", [1], 0), *leg("RS", [2], 0)],  # double wishbone
    "(RS)-(SS)-(SS)-(SS)-(SS)": [*leg("RS", [1], 0), ROD, ROD, ROD, ROD],
}


@pytest.mark.parametrize("name", GROUPS)
def test_names(name: str) -> None:
    edges = [GroupJoint(*edge) for edge in GROUPS[name]]
    links = sorted({link for edge in edges for link in edge.links})
    assert describe_spatial_group(links, edges, [])[0] == name
    assert describe_spatial_group(links, edges, [])[1] == sum(edge.outer for edge in edges)


@pytest.mark.parametrize("name", [*GROUPS, "edges"])
def test_numbers_of_links_and_order_of_joints_have_no_effect(name: str) -> None:
    random = Random(name)
    ring: Edges = [("S", (0, 1), False), ("R", (1, 2), False), ("C", (2, 0), False)]
    ring += [("SS", (link,), True) for link in (0, 1, 1, 2, 2, 2)]
    given = GROUPS.get(name, ring)
    links = sorted({link for _, members, _ in given for link in members})
    found = set()
    for _ in range(8):
        order = random.sample(range(50), len(links))
        edges = [GroupJoint(x, tuple(order[link] for link in random.sample(ls, len(ls))), o) for x, ls, o in given]
        random.shuffle(edges)
        found.add(describe_spatial_group(sorted(order), edges, [])[0])
    assert len(found) == 1
    assert found == {name} or name == "edges"


def test_driven_links() -> None:
    def name(letter: str, *kinds: str) -> str:
        joints = [GroupJoint(letter, (0,), True)] if letter else []
        return describe_spatial_group([0], joints, [GroupInput(kind, (0,), bool(letter)) for kind in kinds])[0]

    assert name("R", "angle") == "R*"
    assert name("P", "stroke") == "P*"
    assert name("H", "angle") == "H*"
    assert name("C", "stroke", "angle") == "C*"
    assert name("U", "angle", "second angle") == "U*"
    assert name("", "x", "y", "z", "wx", "wy", "wz") == "pose*"
    assert name("C", "angle") == "C"


def test_driven_distances_and_coordinates() -> None:
    """A driven distance is a leg whose slide is driven; a driven height keeps a point on a plane."""
    lengths = [GroupInput("distance", (0,), False)] * 6
    assert describe_spatial_group([0], [], lengths) == ("6-SPS", 6)
    rods = [GroupJoint("SS", (0,), True)] * 5
    assert describe_spatial_group([0], rods, [GroupInput("z", (0,), False)])[0] == "F-(SS)-(SS)-(SS)-(SS)-(SS)"


def test_a_driven_slide_stays_in_the_name() -> None:
    edges = [GroupJoint(*edge) for edge in legs("UPS", 6)]
    inputs = [GroupInput("stroke", edge.links, True) for edge in edges if edge.letter == "P"]
    assert describe_spatial_group(range(13), edges, inputs) == ("6-UPS", 6)


def test_joints_of_many_links() -> None:
    """A ball of two own links on an earlier one holds each of them there; among own links only, it is an edge."""
    held = [GroupJoint("S", (0, 1), True), GroupJoint("R", (0, 1), False)]
    assert describe_spatial_group([0, 1], held, [])[0] == "SRS"
    loose = [GroupJoint("S", (0, 1, 2), False), *[GroupJoint("R", (link,), True) for link in range(3)]]
    assert describe_spatial_group([0, 1, 2], loose, [])[0] == "R0 R1 R2 S0.1.2"
