"""A structure as formula, matrix, graph, coordinates, table and sentences."""

from __future__ import annotations

import networkx
import numpy as np
import pytest

from sgkin import Structure, decompose, decompose_adjacency, load_mechanism, mechanism_names, scalable_four_bar
from tests.structure.large_groups import ring
from tests.structure.sketch import GROUND, Sketch, adjacency, mechanism


def test_formula() -> None:
    assert decompose(load_mechanism("four_bar_crank_rocker")).formula == "I(crank) → RRR(coupler, rocker)"
    assert decompose(load_mechanism("scissor_lift_1_stage")).formula == "I(foot) → RRR(a1, b1) → RPR(deck, top_block)"
    four_bar = [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]
    assert decompose_adjacency(four_bar, inputs=[(0, 1)]).formula == "I(1) → RRR(2, 3)"
    assert decompose_adjacency(four_bar, inputs=[(2, 1)], ground=2).formula == "I(1) → RRR(0, 3)"


def test_matrix() -> None:
    """A row for each group and a column for each link: 1 its own links, −1 those that it hangs on."""
    structure = decompose(load_mechanism("jansen_leg"))
    assert structure.links == ("ground", "crank", "j", "k", "upper_triangle", "c", "foot_triangle", "f")
    assert structure.matrix.toarray().tolist() == [
        [-1, 1, 0, 0, 0, 0, 0, 0],
        [-1, -1, 1, 0, 1, 0, 0, 0],
        [-1, -1, 0, 1, 0, 1, 0, 0],
        [0, 0, 0, -1, -1, 0, 1, 1],
    ]


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_matrix_of_every_mechanism(name: str) -> None:
    structure = decompose(load_mechanism(name))
    table = structure.matrix.toarray()
    assert table.shape == (len(structure.groups), len(structure.links))
    for row, group in zip(table, structure.groups, strict=True):
        assert {structure.links[column] for column in np.flatnonzero(row == 1)} == set(group.links)
        assert {structure.links[column] for column in np.flatnonzero(row == -1)} == set(group.hangs_on)
    moving = [link != structure.ground for link in structure.links]
    assert ((table == 1).sum(axis=0) == moving).all()
    for column in range(len(structure.links)):
        own = np.flatnonzero(table[:, column] == 1)
        assert (np.flatnonzero(table[:, column] == -1) > (own[0] if len(own) else -1)).all()


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_graph_of_every_mechanism(name: str) -> None:
    structure = decompose(load_mechanism(name))
    graph = structure.graph()
    assert networkx.is_directed_acyclic_graph(graph)
    assert list(graph.nodes) == list(range(len(structure.groups)))
    assert set(graph.edges) == {
        (earlier, number) for number, group in enumerate(structure.groups) for earlier in group.depends_on
    }
    for number, group in enumerate(structure.groups):
        assert graph.nodes[number]["label"] == group.label
        assert graph.nodes[number]["signature"] == group.signature
        assert graph.nodes[number]["links"] == group.links


def test_graph() -> None:
    structure = decompose(load_mechanism("jansen_leg"))
    assert set(structure.graph().edges) == {(0, 1), (0, 2), (1, 3), (2, 3)}
    assert structure.graph().name == "jansen_leg"


def test_coordinates() -> None:
    """The paper's φ and h: a group is given its inputs and the poses of earlier links, and finds those of its own."""
    crank, dyad = decompose(load_mechanism("slider_crank")).groups
    assert crank.independent == ("motor",)
    assert crank.dependent == ("crank.x", "crank.y", "crank.theta")
    assert dyad.independent == ("crank.x", "crank.y", "crank.theta")
    assert dyad.dependent == ("rod.x", "rod.y", "rod.theta", "piston.x", "piston.y", "piston.theta")


def test_coordinates_of_a_structure_without_names() -> None:
    structure = decompose_adjacency(**adjacency(Sketch(1, (("R", (GROUND, 0)),), (("joint", 0, (GROUND, 0)),))))
    assert structure.groups[0].dependent == ("1.x", "1.y", "1.theta")
    assert structure.groups[0].independent == ("0-1",)


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_every_coordinate_is_found_before_it_is_needed(name: str) -> None:
    structure = decompose(load_mechanism(name))
    found: set[str] = set()
    for group in structure.groups:
        assert set(group.independent) <= found | set(structure.inputs)
        assert not found & set(group.dependent)
        found |= set(group.dependent)
    assert len(found) == 3 * (len(structure.links) - 1)


def test_text_of_a_small_structure() -> None:
    assert str(decompose(load_mechanism("crank_shaper"))).splitlines() == [
        "crank_shaper: mobility 1, inputs 1, groups 3, class II",
        "",
        "   group  class  order  links         inputs  hangs on       after",
        "1  R*     I      1      crank         motor   ground         –",
        "2  RPR    II     2      block, lever  –       ground, crank  1",
        "3  RRP    II     2      link, ram     –       ground, lever  2",
    ]


def test_text_of_a_large_structure() -> None:
    """The first and the last groups, and how many are left out."""
    lines = str(decompose(scalable_four_bar(100))).splitlines()
    assert lines[0] == "scalable_four_bar_100: mobility 1, inputs 1, groups 101, class II"
    assert len(lines) == 3 + 40 + 1
    assert lines[3].startswith("1    R*")
    assert lines[23] == "… 61 more groups …"
    assert lines[24].startswith("82   RRR")
    assert lines[-1].startswith("101  RRR")


def test_text_of_large_groups() -> None:
    """A group of hundreds of links does not make lines of thousands of characters."""
    text = str(decompose_adjacency(**adjacency(ring(200))))
    assert max(map(len, text.splitlines())) < 200
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, … 400 in all" in text


def test_text_without_groups() -> None:
    structure = decompose(mechanism(Sketch(0, ())))
    assert str(structure).splitlines()[0] == "sketch: mobility 0, inputs 0, groups 0"
    assert (structure.formula, structure.mechanism_class, structure.undetermined) == ("", None, ())
    assert structure.matrix.shape == (0, 1)
    assert len(structure.graph()) == 0


def test_mechanism_class_is_that_of_its_highest_group() -> None:
    assert decompose(load_mechanism("stephenson_link_motion_fixed_cutoff")).mechanism_class == "III"
    assert decompose(load_mechanism("five_bar_2dof")).mechanism_class == "II"
    assert decompose_adjacency([[0, 1], [1, 0]], inputs=[(0, 1)]).mechanism_class == "I"
    assert decompose_adjacency([[0, 1], [1, 0]], inputs=[]).mechanism_class is None


@pytest.mark.parametrize("name", ["four_bar_crank_rocker", "jansen_leg", "hydraulic_excavator_front"])
def test_a_sound_mechanism_is_worth_no_remark(name: str) -> None:
    structure = decompose(load_mechanism(name))
    assert structure.findings == ()
    assert structure.is_determined


def findings(name: str) -> tuple[str, ...]:
    return decompose(load_mechanism(name)).findings


def test_findings() -> None:
    assert findings("cam_roller_follower") == ("roller spins idly about C and moves nothing else",)
    assert findings("coupled_wheels_three_parallel_cranks") == (
        "1 condition of joint B3 is redundant: implied by A1, A2, A3, B1 and B2",
        "special geometry: the generic count gives mobility 0, the actual rank 1 all along the motion",
    )
    assert findings("parallelogram_at_change_point") == (
        "mobility is 1 but 0 inputs are given; crank, coupler and rocker still move with all inputs locked",
        "the initial configuration is a singular position of RRR(coupler, rocker): "
        "mobility 2 there, 1 elsewhere; start from another one",
    )


def test_findings_stand_below_the_table() -> None:
    structure = decompose(load_mechanism("coupled_wheels_three_parallel_cranks"))
    assert str(structure).splitlines()[-2:] == [f"! {sentence}" for sentence in structure.findings]


def test_a_free_link() -> None:
    """A link that no joint holds is a group of its own."""
    structure: Structure = decompose_adjacency(np.zeros((2, 2)), inputs=[])
    assert structure.mobility == 3
    (group,) = structure.groups
    assert (group.signature, group.order, group.hangs_on, group.loose) == ("free", 0, (), 3)
    assert structure.findings == ("mobility is 3 but 0 inputs are given; 1 still moves with all inputs locked",)
