"""The generic count against the geometry: what holds all along a motion, and what only in one position."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

from sgkin import ConstantSpeed, Driver, GearPair, JointDriver, Mechanism, Prismatic, Structure, decompose
from tests.structure.drawing import draw, pins

TURNING = ConstantSpeed(1.0)


def check(mechanism: Mechanism) -> tuple[str, int, int]:
    """Verdict, generic mobility, mobility here."""
    found = decompose(mechanism).geometry
    assert found is not None
    return found.verdict, found.generic_mobility, found.mobility


def wheels(count: int, angle: float, drivers: tuple[Driver, ...] = (JointDriver("motor", "A0", TURNING),)) -> Mechanism:
    """Equal parallel cranks on one coupling rod."""
    places = {}
    for i in range(count):
        places[f"A{i}"] = (("ground", f"wheel{i}"), (2.0 * i, 0.0))
        places[f"B{i}"] = ((f"wheel{i}", "rod"), (2.0 * i + 0.5 * cos(angle), 0.5 * sin(angle)))
    return draw(pins(**places), drivers)


@pytest.mark.parametrize("angle", [0.3, pi / 2, 2.0, 0.0, pi])
@pytest.mark.parametrize("count", [3, 4, 6])
def test_coupled_wheels_are_redundant_in_every_position(count: int, angle: float) -> None:
    """Also where they start at a dead centre, at which they have a freedom more."""
    structure = decompose(wheels(count, angle))
    assert structure.geometry is not None
    assert structure.geometry.verdict == "permanent redundancy"
    assert (structure.geometry.generic_mobility, structure.mobility) == (0, 1)
    assert sum(entry.rows for entry in structure.redundant) == count - 2
    assert structure.is_determined


@pytest.mark.parametrize("angle", [0.0, pi])
def test_parallelogram_at_its_change_point(angle: float) -> None:
    assert check(wheels(2, angle)) == ("singular position", 1, 2)
    assert check(wheels(2, angle, drivers=())) == ("singular position", 1, 2)


@pytest.mark.parametrize("digits", [number / 4 for number in range(12, 48)])
def test_close_to_a_change_point(digits: float) -> None:
    """There is an answer at any distance: sound if far enough, singular if close enough."""
    distance = 10.0**-digits
    verdict, generic, here = check(wheels(2, distance))
    assert generic == 1
    assert (verdict, here) in (("agrees", 1), ("singular position", 2))
    assert verdict == "agrees" or distance < 1e-4
    assert verdict == "singular position" or distance > 1e-9


@pytest.mark.parametrize("middle", [1.0, 5.0], ids=["stretched", "folded"])
def test_infinitesimal_motion(middle: float) -> None:
    """Two bars in one line between two fixed pins: shaky, but it does not move."""
    bars = pins(A=(("ground", "a"), (0, 0)), B=(("a", "b"), (middle, 0)), C=(("b", "ground"), (3, 0)))
    assert check(draw(bars)) == ("singular position", 0, 1)


def slider_crank(driven: str) -> Mechanism:
    """With crank and rod in one line."""
    joints = pins(A=(("ground", "crank"), (0, 0)), B=(("crank", "rod"), (1, 0)), C=(("rod", "piston"), (4, 0)))
    guide = Prismatic("D", ("ground", "piston"))
    return draw([*joints, (guide, (4.0, 0.0))], [JointDriver("motor", driven, TURNING)])


def test_dead_point_of_the_input() -> None:
    """At a dead centre the crank moves a slider-crank, and the piston does not."""
    assert check(slider_crank("A")) == ("agrees", 1, 1)
    assert check(slider_crank("D")) == ("singular position", 1, 1)
    (sentence,) = decompose(slider_crank("D")).findings
    assert sentence == (
        "the initial configuration is a singular position of RRR(crank, rod): "
        "the inputs do not move every link there; start from another one"
    )


def test_two_groups_in_singular_positions() -> None:
    """Two stretched dyads on one rocker, behind a sound dyad of the same size."""
    joints = pins(
        A=(("ground", "crank"), (0, 0)),
        B=(("crank", "coupler"), (0, 1)),
        C=(("coupler", "rocker"), (4, 2)),
        D=(("ground", "rocker"), (4, 0)),
        E=(("rocker", "a1", "b1"), (4, 2)),
        F=(("a1", "a2"), (6, 2)),
        G=(("a2", "ground"), (8, 2)),
        H=(("b1", "b2"), (2, 4)),
        K=(("b2", "ground"), (0, 6)),
    )
    structure = decompose(draw(joints, [JointDriver("motor", "A", TURNING)]))
    assert structure.geometry is not None
    assert structure.geometry.verdict == "singular position"
    assert [structure.groups[number].links for number in structure.geometry.groups] == [("a1", "a2"), ("b1", "b2")]


def test_parallel_guides() -> None:
    """Counting says that a table on two guides cannot move."""
    guides = [(Prismatic(name, ("ground", "table")), place) for name, place in (("D", (4.0, 0.0)), ("E", (4.0, 2.0)))]
    structure = decompose(draw(guides, [JointDriver("motor", "D", TURNING)]))
    assert structure.geometry is not None
    assert structure.geometry.verdict == "permanent redundancy"
    assert (structure.mobility, structure.geometry.generic_mobility) == (1, 0)
    (entry,) = structure.redundant
    assert (entry.name, entry.rows, entry.circuit) == ("E", 2, ("D", "E"))


def test_wedge() -> None:
    """Three guides in a loop: one angle is redundant whatever their directions, so that the geometry adds nothing."""
    guides = [
        (Prismatic("D", ("ground", "wedge")), (4.0, 0.0)),
        (Prismatic("E", ("wedge", "follower"), angle=(0.3, 0.3)), (4.0, 2.0)),
        (Prismatic("F", ("ground", "follower"), angle=(1.5, 1.5)), (4.0, 3.0)),
    ]
    structure = decompose(draw(guides, [JointDriver("motor", "D", TURNING)]))
    assert structure.geometry is not None
    assert (structure.geometry.verdict, structure.mobility) == ("agrees", 1)
    assert [(entry.name, entry.rows) for entry in structure.redundant] == [("F", 1)]


def gear_loop(teeth: int) -> Structure:
    """Three gears on fixed centres, each in mesh with the two others."""
    places = {"A": (0.0, 0.0), "B": (2.0, 0.0), "C": (5.0, 0.0)}
    joints = [*pins(**{name: (("ground", f"gear{name}"), place) for name, place in places.items()})]
    meshes = [
        GearPair("AB", ("gearA", "gearB"), carrier="ground", teeth=(20, 20)),
        GearPair("BC", ("gearB", "gearC"), carrier="ground", teeth=(20, 40)),
        GearPair("AC", ("gearA", "gearC"), carrier="ground", teeth=(20, teeth), mesh="internal"),
    ]
    return decompose(draw([*joints, *((mesh, (0.0, 0.0)) for mesh in meshes)], [JointDriver("motor", "A", TURNING)]))


def test_gears_that_fit() -> None:
    """A loop of gears turns if the ratios around it multiply to one."""
    structure = gear_loop(teeth=40)
    assert structure.geometry is not None
    assert structure.geometry.verdict == "permanent redundancy"
    assert (structure.mobility, structure.geometry.generic_mobility) == (1, 0)
    assert set(structure.redundant[0].circuit) == {"AB", "BC", "AC"}


def test_gears_that_do_not_fit() -> None:
    structure = gear_loop(teeth=41)
    assert structure.geometry is not None
    assert (structure.geometry.verdict, structure.mobility) == ("agrees", 0)


def test_not_checked_without_an_initial_configuration() -> None:
    mechanism = wheels(2, 0.3)
    bare = Mechanism("bare", mechanism.links, mechanism.joints, mechanism.drivers)
    structure = decompose(bare)
    assert structure.geometry is not None
    assert structure.geometry.verdict == "not checked"
    assert structure.findings == ("geometry not checked: the initial configuration does not place rod and wheel1",)


def test_not_checked_where_the_joints_do_not_close() -> None:
    bars = pins(A=(("ground", "a"), (0, 0)), B=(("a", "b"), (1, 0)), C=(("b", "ground"), (3, 1)))
    mechanism = draw(bars)
    far = [
        link if link.name != "ground" else type(link)("ground", {"A": (0, 0), "C": (30, 0)}) for link in mechanism.links
    ]
    structure = decompose(Mechanism("far", far, mechanism.joints, initial=mechanism.initial))
    assert structure.geometry is not None
    assert structure.geometry.verdict == "not checked"
    assert "the joints of RRR(a, b) do not close" in structure.findings[0]
    assert structure.findings[0].endswith("B is open by 26.8 m")
