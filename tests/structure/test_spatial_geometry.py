"""Special geometry in space told apart from singular positions; joints that do not close."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import numpy as np
import pytest

from sgkin import ConstantSpeed, DistanceDriver, JointDriver, Link, Mechanism, Revolute, decompose, solve
from sgkin.model.initial import InitialConfiguration
from sgkin.model.spatial_joint import Rod, Spherical
from sgkin.space import about, turned, turned_back, unit
from sgkin.structure.configuration import neighbour
from sgkin.structure.decomposition import examine
from tests.structure.spatial_reference import entries, mechanism_of

LAW = ConstantSpeed(1.0)
HEXAGON = (0.0, 20.0, 120.0, 140.0, 240.0, 260.0)


def platform(top: tuple[float, ...], turn: tuple[float, float, float]) -> Mechanism:
    """Six driven lengths from a hexagon to another, of which angles of the corners are given."""
    axis = np.array(turn) / np.linalg.norm(turn)
    rotation = about(tuple(axis.tolist()), float(np.linalg.norm(turn)))
    base = {f"B{leg}": (2.0 * cos(radians(a)), 2.0 * sin(radians(a)), 0.0) for leg, a in enumerate(HEXAGON)}
    corners = [(1.1 * cos(radians(a)), 1.1 * sin(radians(a)), 0.0) for a in top]
    places = {f"P{leg}": tuple(np.add(turned(rotation, each), (0.1, -0.05, 1.6))) for leg, each in enumerate(corners)}
    drivers = [DistanceDriver(f"leg{leg}", (f"ground.B{leg}", f"platform.P{leg}"), LAW) for leg in range(6)]
    return Mechanism("platform", [Link("ground", base), Link("platform", places)], [], drivers, space="spatial")


@pytest.mark.parametrize("turn", [(0.1, 0.2, 0.3), (-0.3, 0.1, 0.5)])
def test_similar_hexagons(turn: tuple[float, float, float]) -> None:
    """Lengths of legs between similar hexagons do not determine the platform anywhere; between others they do."""
    structure = decompose(platform(HEXAGON, turn))
    assert structure.geometry is not None
    assert structure.geometry.verdict == "permanent redundancy"
    assert structure.mobility == 6
    assert structure.undetermined == ("platform",)
    assert [entry.kind for entry in structure.redundant] == ["input"]
    assert not structure.is_determined
    other = decompose(platform(tuple(angle + 15.0 * (leg % 2) for leg, angle in enumerate(HEXAGON)), turn))
    assert other.geometry is not None
    assert other.geometry.verdict == "agrees"
    assert other.is_determined


def rssr(turn: float = 0.0, **coupler: float) -> Mechanism:
    """Crank about z, rocker about y, and a rod between their balls, the crank turned from where it is drawn."""
    ground = Link("ground", {"A": (0.0, 0.0, 0.0), "D": (1.5, 0.0, 0.4)})
    crank = Link("crank", {"A": (0.0, 0.0, 0.0), "B": (0.3 * cos(turn), 0.3 * sin(turn), 0.0)})
    rocker = Link("rocker", {"D": (1.5, 0.0, 0.4), "C": (1.5, 0.0, 1.4)})
    joints = [
        Revolute("A", ("ground", "crank"), at=("A", "A"), axis=(0.0, 0.0, 1.0)),
        Revolute("D", ("ground", "rocker"), at=("D", "D"), axis=(0.0, 1.0, 0.0)),
        Rod("coupler", ("crank", "rocker"), at=("B", "C"), **coupler),
    ]
    return Mechanism("rssr", [ground, crank, rocker], joints, [JointDriver("motor", "A", LAW)], space="spatial")


def test_a_singular_position() -> None:
    """The rod in one line with the rocker: it cannot say where the rocker goes, there and nowhere else."""
    mechanism = rssr()
    ground, crank, rocker = mechanism.links
    along = (np.array((1.5, 0.0, 0.4)) - (0.3, 0.0, 0.0)) * 1.5 + (0.3, 0.0, 0.0)
    dead = replace(
        mechanism,
        links=(ground, crank, replace(rocker, points={"D": (1.5, 0.0, 0.4), "C": tuple(along.tolist())})),
    )
    structure = decompose(dead)
    assert structure.geometry is not None
    assert structure.geometry.verdict == "singular position"
    assert [structure.groups[number].signature for number in structure.geometry.groups] == ["R-(SS)"]
    assert structure.mobility == 1
    assert decompose(mechanism).geometry.verdict == "agrees"  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["bennett_4R", "bricard_6R_threefold", "planar_four_bar_in_3D", "cardan_joint_as_4R"])
def test_overconstrained_loops_move_on(name: str) -> None:
    """A configuration further along the motion closes, with redundant conditions, and is another one."""
    placed = examine(mechanism_of(entries()[name]))[1]
    assert placed.geometry is not None
    assert placed.start is not None
    found = neighbour(placed.geometry, placed.start)
    assert found is not None
    assert found.is_closed
    assert np.abs(found.poses - placed.start.poses).max() > 1e-3


def test_other_twists_of_a_bennett_loop_are_rigid() -> None:
    """A general loop of four pins has no freedom; its input is in conflict."""
    entry = entries()["bennett_4R"]
    joints = [dict(joint) for joint in entry["joints"]]
    joints[1]["axis"] = [0.45, -0.15, 0.82]
    structure = decompose(mechanism_of({**entry, "joints": joints}))
    assert structure.mobility == 0
    assert [redundancy.kind for redundancy in structure.redundant] == ["joint", "input"]


def test_a_rod_that_is_too_short() -> None:
    """The rocker comes as near as it can; what is missing is told."""
    structure = decompose(rssr(length=0.2))
    angles = np.linspace(0.0, 2.0 * np.pi, 200_001)
    ball = np.stack([1.5 + np.sin(angles), 0.0 * angles, 0.4 + np.cos(angles)], axis=1)
    gap = np.linalg.norm(ball - (0.3, 0.0, 0.0), axis=1).min() - 0.2
    assert structure.geometry is not None
    assert structure.geometry.verdict == "not checked"
    (told,) = examine(rssr(length=0.2))[1].gaps
    assert (told.joint, told.group, told.angle) == ("coupler", "R-(SS)(rocker)", 0.0)
    assert told.length == pytest.approx(gap, abs=1e-6)
    assert "do not close near the design position" in structure.geometry.reason
    assert f"coupler is open by {gap:.3g} m" in structure.geometry.reason


def test_a_rod_of_another_length() -> None:
    """Joints close near the design position, not only in it."""
    placed = examine(rssr(length=1.5))[1]
    assert not placed.gaps
    crank, rocker = placed.poses["crank"], placed.poses["rocker"]
    ends = crank.moved((0.3, 0.0, 0.0)), rocker.moved((1.5, 0.0, 1.4))
    assert np.linalg.norm(np.subtract(*ends)) == pytest.approx(1.5, abs=1e-9)


def test_an_overconstrained_loop_that_does_not_close() -> None:
    """A planar four-bar whose frame was made too long: at its initial angle only three of its pins can be put together,
    and it is said by how much the other misses."""
    entry = entries()["planar_four_bar_in_3D"]
    mechanism = mechanism_of(entry)
    apart = replace(
        mechanism, initial=InitialConfiguration(poses={"rocker": (3.0, 0.0, 0.0, 0.0, 0.0, 0.0)}, inputs={"z_A": 3.0})
    )
    long = [
        replace(link, points={**link.points, "D": (17.0, 0.0, 0.0)}) if link.name == "ground" else link
        for link in apart.links
    ]
    placed = examine(replace(apart, links=long))[1]
    assert placed.gaps
    assert placed.gaps[0].length > 0.1


def test_order_of_links_and_joints_has_no_effect() -> None:
    entry = entries()["double_wishbone"]
    one = decompose(mechanism_of(entry))
    other = decompose(mechanism_of({**entry, "bodies": entry["bodies"][::-1], "joints": entry["joints"][::-1]}))
    assert {frozenset(group.links): group.signature for group in one.groups} == {
        frozenset(group.links): group.signature for group in other.groups
    }
    assert [step.points for step in one.groups[1].points] != []
    assert len(other.groups[1].points) == len(one.groups[1].points) == 2


def test_a_leg_on_a_ball_of_many() -> None:
    """It is held by a cross of its own, and the others stay on the ball."""
    links = [
        Link("ground", {"A": (0.0, 0.0, 0.0), "E": (1.0, 0.0, 0.0), "G": (0.0, 1.0, 0.0), "H": (0.0, 0.2, 1.5)}),
        Link("crank", {"A": (0.0, 0.0, 0.0), "B": (0.3, 0.0, 0.1)}),
        Link("leg", {"B": (0.3, 0.0, 0.1), "C": (0.4, 0.5, 0.9)}),
        Link("strut", {"B": (0.3, 0.0, 0.1), "F": (0.9, 0.9, 0.2)}),
        Link("rocker", {"G": (0.0, 1.0, 0.0), "C": (0.4, 0.5, 0.9)}),
        Link("swing", {"E": (1.0, 0.0, 0.0), "F": (0.9, 0.9, 0.2)}),
    ]
    joints = [
        Revolute("A", ("ground", "crank"), at=("A", "A"), axis=(0.0, 0.0, 1.0)),
        Spherical("B", ("crank", "leg", "strut"), at=("B", "B", "B")),
        Spherical("C", ("leg", "rocker"), at=("C", "C")),
        Revolute("G", ("ground", "rocker"), at=("G", "G"), axis=(1.0, 0.0, 0.1)),
        Spherical("F", ("strut", "swing"), at=("F", "F")),
        Revolute("E", ("ground", "swing"), at=("E", "E"), axis=(1.0, 0.3, 0.1)),
    ]
    mechanism = Mechanism("two_loops", links, joints, [JointDriver("motor", "A", LAW)], space="spatial")
    structure, placed = examine(mechanism)
    assert structure.mobility == 3
    assert [spin.links for spin in structure.spins] == [("leg",), ("strut",)]
    assert structure.is_determined
    assert {group.signature for group in structure.groups} == {"R*", "RSU"}
    letters = [joint.letter for joint in placed.mechanism.joints]
    assert letters.count("U") == 2


def test_a_flap_on_two_balls() -> None:
    """It hangs on one link alone: without other points it is a bolt that spins, with others a joint was forgotten."""
    links = [
        Link("ground", {"A": (0.0, 0.0, 0.0)}),
        Link("crank", {"A": (0.0, 0.0, 0.0), "B": (0.3, 0.0, 0.1), "C": (0.4, 0.5, 0.9)}),
        Link("bolt", {"B": (0.3, 0.0, 0.1), "C": (0.4, 0.5, 0.9)}),
    ]
    joints = [
        Revolute("A", ("ground", "crank"), at=("A", "A"), axis=(0.0, 0.0, 1.0)),
        Spherical("B", ("crank", "bolt"), at=("B", "B")),
        Spherical("C", ("crank", "bolt"), at=("C", "C")),
    ]
    mechanism = Mechanism("flap", links, joints, [JointDriver("motor", "A", LAW)], space="spatial")
    assert [spin.links for spin in decompose(mechanism).spins] == [("bolt",)]
    flap = replace(links[2], points={**links[2].points, "tip": (1.0, 0.0, 0.0)})
    structure = decompose(replace(mechanism, links=[*links[:2], flap]))
    assert not structure.spins
    assert structure.still_moving == ("bolt",)


def test_a_spherical_loop_known_by_its_centre_alone() -> None:
    """All pins at one point, whose places in the links' own frames are off by rounding: no length of the mechanism."""
    centre, axes = (0.61, 0.62, 0.03), ((1.0, 0.2, 0.1), (0.3, 1.0, -0.4), (-0.5, 0.8, 0.9), (0.2, -0.4, 1.0))
    names = ("ground", "crank", "coupler", "rocker")
    turns = {name: about(unit((1.0, 0.3 * n, 0.7)), 0.9 * n) for n, name in enumerate(names)}
    places = {name: (-0.7 * n, 0.9 * n, 0.31 * n) for n, name in enumerate(names)}
    links = [Link(name, {"O": turned_back(turns[name], np.subtract(centre, places[name]))}) for name in names]
    links = [replace(each, points={"O": each.points["O"], "P": each.points["O"]}) for each in links]
    links[1] = replace(
        links[1], points={"O": links[1].points["O"], "P": tuple(x + 1e-16 for x in links[1].points["O"])}
    )
    joints = [
        Revolute(f"J{n}", (one, names[(n + 1) % 4]), at=("P", "O"), axis=turned_back(turns[one], axes[n]))
        for n, one in enumerate(names)
    ]
    poses = {
        name: (*places[name], *(0.9 * n * part for part in unit((1.0, 0.3 * n, 0.7)))) for n, name in enumerate(names)
    }
    del poses["ground"]
    mechanism = Mechanism(
        "spherical",
        links,
        joints,
        [JointDriver("motor", "J0", LAW)],
        initial=InitialConfiguration(poses=poses),
        space="spatial",
    )
    assert mechanism.size > 0.1
    structure = decompose(mechanism)
    assert structure.geometry is not None
    assert (structure.geometry.verdict, structure.mobility) == ("permanent redundancy", 1)
    assert [group.signature for group in structure.groups] == ["R*", "RRR"]
    solve(mechanism, inputs=[[0.0], [0.1], [0.2]], input_rates=[[1.0]] * 3, check="global")
