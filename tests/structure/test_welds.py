"""Welded links are one body."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import pytest

from sgkin import (
    ConstantSpeed,
    GearPair,
    InitialConfiguration,
    Joint,
    JointDriver,
    Link,
    Mechanism,
    PinInSlot,
    Prismatic,
    Revolute,
    Weld,
    decompose,
)
from tests.structure.drawing import Place, draw, pins

FOUR_BAR = {
    "A": (("ground", "crank"), (0.0, 0.0)),
    "B": (("crank", "coupler"), (0.0, 1.0)),
    "C": (("coupler", "rocker"), (4.0, 2.0)),
    "D": (("ground", "rocker"), (4.0, 0.0)),
}
MOTOR = JointDriver("motor", "A", ConstantSpeed(1.0))


def four_bar(*more: tuple[Joint, Place], drivers: tuple[JointDriver, ...] = (MOTOR,)) -> Mechanism:
    return draw([*pins(**FOUR_BAR), *more], drivers)


ARM = (Weld("weld", ("coupler", "arm")), (1.0, 3.0))


def test_welded_links_share_a_group() -> None:
    structure = decompose(four_bar(ARM))
    assert structure.mobility == 1
    assert [group.links for group in structure.groups] == [("crank",), ("coupler", "arm", "rocker")]
    assert structure.formula == "I(crank) → RRR(coupler, arm, rocker)"
    assert structure.geometry is not None
    assert structure.geometry.verdict == "agrees"


def test_a_dyad_on_a_welded_arm() -> None:
    """What hangs on the arm hangs on the body of the coupler, which its first link stands for."""
    dyad = pins(E=(("arm", "bar"), (2.0, 4.0)), F=(("bar", "lever"), (4.0, 5.0)), G=(("lever", "ground"), (6.0, 4.0)))
    structure = decompose(four_bar(ARM, *dyad))
    last = structure.groups[-1]
    assert (last.links, last.signature) == (("bar", "lever"), "RRR")
    assert last.depends_on == (1,)
    assert last.hangs_on == ("ground", "coupler")


def test_weld_to_ground() -> None:
    """A welded bracket is ground: it is in no group, and what hangs on it hangs on ground."""
    bracket = (Weld("weld", ("bracket", "ground")), (6.0, 0.0))
    joints = [*pins(**FOUR_BAR | {"D": (("bracket", "rocker"), (4.0, 0.0))}), bracket]
    structure = decompose(draw(joints, [MOTOR]))
    assert structure.mobility == 1
    assert [group.links for group in structure.groups] == [("crank",), ("coupler", "rocker")]
    assert structure.groups[1].hangs_on == ("ground", "crank")
    assert "bracket" in structure.links


def test_everything_welded() -> None:
    structure = decompose(draw([(Weld("weld", ("ground", "bracket")), (0.0, 0.0))]))
    assert (structure.mobility, structure.groups, structure.redundant) == (0, (), ())
    assert structure.formula == ""


def test_a_circle_of_welds() -> None:
    """All three conditions of the weld that closes it are redundant, and only the welds of the circle are to blame."""
    welds = [Weld("one", ("coupler", "a")), Weld("two", ("a", "b")), Weld("three", ("b", "coupler"))]
    apart = Weld("apart", ("rocker", "flag"))
    structure = decompose(four_bar(*((weld, (1.0, 3.0)) for weld in [*welds, apart])))
    assert structure.mobility == 1
    (entry,) = structure.redundant
    assert (entry.name, entry.kind, entry.rows) == ("three", "joint", 3)
    assert set(entry.circuit) == {"one", "two", "three"}
    assert structure.findings == ("3 conditions of joint three are redundant: implied by one and two",)


@pytest.mark.parametrize(
    ("joint", "rows"),
    [
        (Revolute("more", ("coupler", "arm")), 2),
        (Prismatic("more", ("coupler", "arm")), 2),
        (PinInSlot("more", ("coupler", "arm")), 1),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_a_joint_between_welded_links(joint: Joint, rows: int) -> None:
    structure = decompose(four_bar(ARM, (joint, (2.0, 3.0))))
    assert structure.mobility == 1
    assert [(entry.name, entry.rows, set(entry.circuit)) for entry in structure.redundant] == [
        ("more", rows, {"more", "weld"})
    ]
    assert [group.signature for group in structure.groups] == ["R*", "RRR"]


def test_a_pin_of_three_links_of_which_two_are_welded() -> None:
    """The pin counts once for the welded pair; its conditions between the two are redundant."""
    joints = pins(**FOUR_BAR | {"C": (("coupler", "arm", "rocker"), (4.0, 2.0))})
    structure = decompose(draw([*joints, ARM], [MOTOR]))
    assert structure.mobility == 1
    assert [group.signature for group in structure.groups] == ["R*", "RRR"]
    assert [(entry.name, entry.rows, set(entry.circuit)) for entry in structure.redundant] == [("C", 2, {"C", "weld"})]


def test_an_input_between_welded_links() -> None:
    """It is in conflict with the weld, and nothing else."""
    pin = (Revolute("more", ("coupler", "arm")), (2.0, 3.0))
    conflict = JointDriver("servo", "more", ConstantSpeed(1.0))
    structure = decompose(four_bar(ARM, pin, drivers=(MOTOR, conflict)))
    entry = next(entry for entry in structure.redundant if entry.kind == "input")
    assert (entry.name, set(entry.circuit)) == ("servo", {"servo", "weld"})
    assert not structure.is_determined
    assert "1 condition of input servo is in conflict with weld" in structure.findings


def test_a_circuit_through_a_welded_body_names_the_weld() -> None:
    """A brace on the welded arm locks the linkage; giving up the weld would set it free again."""
    brace = pins(E=(("arm", "brace"), (2.0, 4.0)), F=(("brace", "ground"), (6.0, 4.0)))
    mechanism = four_bar(ARM, *brace)
    structure = decompose(mechanism)
    assert structure.mobility == 0
    (entry,) = structure.redundant
    assert entry.name == "motor"
    assert set(entry.circuit) == {"motor", "A", "B", "C", "D", "E", "F", "weld"}
    loose = replace(mechanism, joints=[joint for joint in mechanism.joints if joint.name != "weld"])
    assert not decompose(loose).redundant


def test_a_gear_welded_to_its_carrier() -> None:
    """Its mesh then turns the other gear with the carrier: two of the three bodies of the ratio are one."""
    joints = [
        *pins(A=(("ground", "arm"), (0.0, 0.0)), B=(("arm", "planet"), (2.0, 0.0)), C=(("ground", "sun"), (0.0, 0.0))),
        (Weld("weld", ("arm", "planet_shaft")), (2.0, 0.0)),
        (GearPair("mesh", ("sun", "planet_shaft"), carrier="arm", teeth=(20, 20)), (1.0, 0.0)),
        (GearPair("idler", ("planet", "sun"), carrier="arm", teeth=(20, 20)), (1.0, 0.0)),
    ]
    structure = decompose(draw(joints, [MOTOR]))
    assert structure.mobility == 1
    assert [group.links for group in structure.groups] == [("arm", "planet_shaft"), ("sun",), ("planet",)]
    assert not structure.redundant


def test_names_of_bodies_do_not_depend_on_the_order_of_welds() -> None:
    chain = [Weld(f"w{i}", (f"p{i + 1}", f"p{i}")) for i in range(30)]
    places: list[tuple[Joint, Place]] = [(weld, (1.0, 3.0)) for weld in chain]
    base = Weld("base", ("coupler", "p0"))
    forwards = decompose(four_bar((base, (1.0, 3.0)), *places))
    backwards = decompose(four_bar(*reversed(places), (base, (1.0, 3.0))))
    assert set(forwards.groups[1].links) == set(backwards.groups[1].links)
    assert len(forwards.groups[1].links) == 33


@pytest.mark.parametrize("error", [0.0, 1e-3, 0.02])
def test_the_initial_configuration_of_welded_links_is_approximate(error: float) -> None:
    """A coupling rod welded from two halves: however they are placed, the weld says how they lie."""
    ground = Link("ground", {"A0": (0, 0), "A1": (2, 0), "A2": (4, 0)})
    wheels = [Link(f"wheel{i}", {f"A{i}": (0, 0), f"B{i}": (0.5, 0)}) for i in range(3)]
    halves = [
        Link("half1", {"B0": (0, 0), "B1": (2, 0), "W": (2.5, 0)}),
        Link("half2", {"W": (0, 0), "B2": (0, 1.5), "end": (0, 3)}),
    ]
    mechanism = Mechanism(
        "coupled wheels",
        [ground, *wheels, *halves],
        [
            *(Revolute(f"A{i}", ("ground", f"wheel{i}")) for i in range(3)),
            *(Revolute(f"B{i}", (f"wheel{i}", "half2" if i == 2 else "half1")) for i in range(3)),
            Weld("W", ("half1", "half2"), angle=-pi / 2),
        ],
        [JointDriver("motor", "A0", ConstantSpeed(1.0, start=pi / 2))],
        InitialConfiguration({"B0": (0, 0.5), "B1": (2, 0.5 + error), "B2": (4, 0.5), "half2.end": (5.5, 0.5 + error)}),
    )
    structure = decompose(mechanism)
    assert structure.geometry is not None
    assert (structure.geometry.verdict, structure.mobility) == ("permanent redundancy", 1)
    assert "W" in structure.redundant[0].circuit
