"""On small mechanisms of every sort, sound or not, the structure agrees with the rank of one dense matrix."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sgkin import Structure, decompose
from tests.structure import brute_force
from tests.structure.brute_force import Element
from tests.structure.sketch import GROUND, Sketch, input_name, joint_name, mechanism

LETTERS = ["R", "R", "R", "P", "P", "HP", "slot", "rack", "G"]


@st.composite
def sketches(draw: st.DrawFn) -> Sketch:
    """Any joints and inputs between a few links. The last link has a place that does not follow from the inputs."""
    links = draw(st.integers(1, 6))
    everyone = range(GROUND, links)

    def some(least: int, most: int) -> tuple[int, ...]:
        return tuple(draw(st.lists(st.sampled_from(everyone), min_size=least, max_size=most, unique=True)))

    joints = []
    for letter in draw(st.lists(st.sampled_from(LETTERS), max_size=2 * links)):
        if letter != "G" or links > 1:
            joints.append((letter, some(2, 4) if letter == "R" else some(3, 3) if letter == "G" else some(2, 2)))
    inputs = []
    for kind in draw(st.lists(st.sampled_from(["joint", "joint", "distance", "link", "point"]), max_size=3)):
        drivable = [number for number, (letter, _) in enumerate(joints) if letter in ("R", "P")]
        if kind == "joint" and drivable:
            joint = draw(st.sampled_from(drivable))
            a, b = draw(st.permutations(joints[joint][1]))[:2]
            inputs.append((kind, joint, (a, b)))
        elif kind == "distance":
            a, b = some(2, 2)
            inputs.append((kind, -1, (a, b)))
        elif kind in ("link", "point"):
            inputs.append((kind, -1, (GROUND, draw(st.integers(0, links - 1)))))
    spare = [("R", (GROUND, links)), ("slot", (links, GROUND))]
    return Sketch(links + 1, (*joints, *spare), tuple(inputs))


def redundant_of(structure: Structure) -> dict[str, tuple[int, set[str]]]:
    return {entry.name: (entry.rows, set(entry.circuit)) for entry in structure.redundant}


def name(element: Element) -> str:
    kind, number = element
    return joint_name(number) if kind == "joint" else input_name(number)


@given(sketches())
def test_structure_agrees_with_dense_rank(sketch: Sketch) -> None:
    structure = decompose(mechanism(sketch))
    assert structure.geometry is not None
    assert structure.geometry.verdict == "not checked"
    assert structure.mobility == brute_force.mobility(sketch)
    assert set(structure.undetermined) == {f"L{link}" for link in brute_force.loose_links(sketch)}
    assert structure.idle == {f"L{link}": freedoms for link, freedoms in brute_force.idle_links(sketch).items()}
    expected = brute_force.redundant_rows(sketch)
    assert redundant_of(structure) == {
        name(element): (rows, {name(member) for member in circuit}) for element, (rows, circuit) in expected.items()
    }


@given(sketches())
def test_groups_account_for_every_freedom(sketch: Sketch) -> None:
    """Links fall into groups once each, in an order that can be solved; what is loose is loose in some group."""
    structure = decompose(mechanism(sketch))
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
    redundant = sum(entry.rows for entry in structure.redundant if entry.kind == "joint")
    assert sum(group.redundant for group in structure.groups) == redundant
