"""What every sort of driver does to the structure: enough of them, too many, too few."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

import pytest

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    DistanceDriver,
    Driver,
    InputError,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    PoseDriver,
    Prismatic,
    Revolute,
    Sketch,
    Structure,
    decompose,
    load_mechanism,
    make_plan,
)
from tests.structure.drawing import draw, pins

FOUR_BAR = pins(
    A=(("ground", "crank"), (0.0, 0.0)),
    B=(("crank", "coupler"), (0.5, 1.0)),
    C=(("coupler", "rocker"), (4.0, 2.0)),
    D=(("ground", "rocker"), (4.0, 0.0)),
)
FIVE_BAR = pins(
    A=(("ground", "crank1"), (0.0, 0.0)),
    B=(("crank1", "rod1"), (-0.5, 1.2)),
    C=(("rod1", "rod2"), (1.0, 2.6)),
    D=(("rod2", "crank2"), (2.6, 1.1)),
    E=(("ground", "crank2"), (2.0, 0.0)),
)


def law(start: float = 0.0) -> ConstantSpeed:
    return ConstantSpeed(1.0, start=start)


def sound(mechanism: Mechanism) -> Structure:
    structure = decompose(mechanism)
    assert structure.is_determined
    assert structure.findings == ()
    assert structure.mobility == len(structure.inputs)
    return structure


def groups(structure: Structure) -> list[tuple[tuple[object, ...], str, tuple[str, ...]]]:
    return [(group.links, group.signature, group.inputs) for group in structure.groups]


@pytest.mark.parametrize("driver", [JointDriver("motor", "A", law()), LinkAngleDriver("motor", "crank", law())])
def test_a_driven_crank(driver: Driver) -> None:
    """The angle at its pin or the angle of the link itself: on ground they are the same."""
    structure = sound(draw(FOUR_BAR, [driver]))
    assert groups(structure) == [(("crank",), "R*", ("motor",)), (("coupler", "rocker"), "RRR", ())]
    assert structure.groups[0].assur_class == 1


def test_the_angle_between_moving_links() -> None:
    """The driven pair is one link of the reduced group."""
    structure = sound(draw(FOUR_BAR, [JointDriver("servo", "C", law())]))
    assert groups(structure) == [(("crank", "coupler", "rocker"), "RRR", ("servo",))]


def test_the_angle_of_a_coupler() -> None:
    """The whole four-bar is one group, in which the input counts as a gear mesh with ground."""
    structure = sound(draw(FOUR_BAR, [LinkAngleDriver("tilt", "coupler", law())]))
    assert groups(structure) == [(("crank", "coupler", "rocker"), "R-R-R-R-G", ("tilt",))]


def test_the_absolute_angle_of_a_link_on_a_moving_pin() -> None:
    """As a camera that is kept level: driven at its pin, but against ground."""
    structure = sound(
        draw(
            [*FOUR_BAR, *pins(P=(("coupler", "camera"), (2.0, 3.0)))],
            [JointDriver("motor", "A", law()), LinkAngleDriver("level", "camera", law())],
        )
    )
    camera = structure.groups[-1]
    assert (camera.signature, camera.inputs, camera.hangs_on) == ("R*", ("level",), ("ground", "coupler"))


def test_a_pin_of_three_links_driven_between_two_of_them() -> None:
    joints = pins(A=(("ground", "a", "b"), (0.0, 0.0)), B=(("a", "c"), (1.0, 1.0)), C=(("b", "d"), (2.0, 0.5)))
    joints += pins(D=(("c", "d"), (2.0, 2.0)))
    drivers = [
        JointDriver("shoulder", "A", law(), links=("ground", "a")),
        JointDriver("spread", "A", law(), links=("a", "b")),
    ]
    structure = sound(draw(joints, drivers))
    assert groups(structure) == [
        (("a",), "R*", ("shoulder",)),
        (("b",), "R*", ("spread",)),
        (("c", "d"), "RRR", ()),
    ]
    assert structure.groups[1].hangs_on == ("ground", "a")


def test_a_cylinder_as_a_distance_counts_as_a_binary_link() -> None:
    cylinder = DistanceDriver("cylinder", ("ground.base", "boom.tip"), law(hypot(1.0, 2.0)))
    boom = draw(
        pins(A=(("ground", "boom"), (0.0, 0.0))), [cylinder], {"ground.base": (1.0, -1.0), "boom.tip": (2.0, 1.0)}
    )
    (group,) = sound(boom).groups
    assert (group.links, group.signature, group.assur_class, group.order) == (("boom",), "RRR", 2, 2)
    assert group.inputs == ("cylinder",)
    assert group.hangs_on == ("ground",)


def test_distances_inside_a_group() -> None:
    """Two cylinders between two links on pins: with the cylinders as bars, a group of class IV."""
    structure = sound(
        draw(
            pins(A=(("ground", "left"), (0.0, 0.0)), B=(("ground", "right"), (3.0, 0.0))),
            [
                DistanceDriver("upper", ("left.U", "right.U"), law(1.0)),
                DistanceDriver("lower", ("left.L", "right.L"), law(hypot(1.0, 0.5))),
            ],
            {"left.U": (1.0, 4.0), "right.U": (2.0, 4.0), "left.L": (1.0, 2.0), "right.L": (2.0, 2.5)},
        )
    )
    assert groups(structure) == [(("left", "right"), "R|RR|RR|R", ("upper", "lower"))]


def test_a_coordinate_of_a_coupler_point() -> None:
    driver = CoordinateDriver("feed", "coupler.P", "x", law(2.0))
    structure = sound(draw(FOUR_BAR, [driver], {"coupler.P": (2.0, 3.0)}))
    assert groups(structure) == [(("crank", "coupler", "rocker"), "R-R-R-R-HP", ("feed",))]


def test_both_coordinates_of_a_point() -> None:
    """A five-bar led by its tip: each arm is found by itself."""
    drivers = [CoordinateDriver(axis, "rod1.C", axis, law(start)) for axis, start in (("x", 1.0), ("y", 2.6))]
    structure = sound(draw(FIVE_BAR, drivers))
    assert groups(structure) == [
        (("crank1", "rod1"), "R-R-HP-HP", ("x", "y")),
        (("rod2", "crank2"), "RRR", ()),
    ]


def test_a_slider_driven_by_its_coordinate() -> None:
    guide = [(Prismatic("guide", ("ground", "slide")), (0.0, 0.0))]
    structure = sound(draw(guide, [CoordinateDriver("feed", "slide.guide", "x", law())]))
    assert groups(structure) == [(("slide",), "P-HP", ("feed",))]


def test_a_driven_pose() -> None:
    structure = sound(load_mechanism("robot_3RRR_by_pose"))
    platform, *legs = structure.groups
    assert platform.signature == "pose*"
    assert platform.assur_class == 1
    assert platform.inputs == ("platform.x", "platform.y", "platform.theta")
    assert [leg.signature for leg in legs] == ["RRR"] * 3


@pytest.mark.parametrize(
    ("pin", "conflicts"),
    [((1.0, 0.5), ["link.y", "link.theta"]), ((0.0, 0.0), ["link.x", "link.y"])],
    ids=["anywhere", "at-the-origin"],
)
def test_a_driven_pose_and_a_pin(pin: tuple[float, float], conflicts: list[str]) -> None:
    """The pose of a link that hangs on a pin is two inputs too many; which two is a matter of geometry."""
    pose = PoseDriver("pose", "link", law(), law(), law())
    structure = decompose(draw(pins(A=(("ground", "link"), pin)), [pose]))
    assert structure.mobility == 1
    assert [entry.name for entry in structure.redundant] == conflicts
    assert all(entry.kind == "input" and "A" in entry.circuit for entry in structure.redundant)


def test_an_input_too_many() -> None:
    structure = decompose(draw(FOUR_BAR, [JointDriver("left", "A", law()), JointDriver("right", "D", law())]))
    assert structure.mobility == 1
    assert not structure.is_determined
    (entry,) = structure.redundant
    assert (entry.name, entry.kind, entry.rows) == ("right", "input", 1)
    assert set(entry.circuit) == {"left", "right", "A", "B", "C", "D"}
    assert structure.findings == (
        "mobility is 1 but 2 inputs are given",
        "1 condition of input right is in conflict with A, B, C, D and left",
    )
    assert groups(structure) == [(("crank",), "R*", ("left",)), (("coupler", "rocker"), "RRR", ())]


def test_the_same_freedom_driven_twice() -> None:
    """One input conflicts with the other alone; with it a freedom is left."""
    drivers = [JointDriver("motor", "A", law()), LinkAngleDriver("again", "crank1", law())]
    structure = decompose(draw(FIVE_BAR, drivers))
    assert [(entry.name, entry.circuit) for entry in structure.redundant] == [("again", ("motor", "again"))]
    assert structure.findings == (
        "mobility is 2 and 2 inputs are given, with conflicts; rod1, rod2 and crank2 still move with all inputs locked",
        "1 condition of input again is in conflict with motor",
    )


def test_a_stroke_driven_twice() -> None:
    guide = [(Prismatic("guide", ("ground", "slide")), (0.0, 0.0))]
    structure = decompose(draw(guide, [JointDriver(name, "guide", law()) for name in ("one", "two")]))
    assert [(entry.name, entry.circuit) for entry in structure.redundant] == [("two", ("one", "two"))]


def test_three_points_of_a_link_cannot_all_have_an_x_of_their_own() -> None:
    points = {"a": (0.0, 0.0), "b": (0.0, 1.0), "c": (1.0, 2.0)}
    drivers = [CoordinateDriver(name, f"plate.{name}", "x", law()) for name in points]
    structure = decompose(Mechanism("plate", [Link("ground"), Link("plate", points)], [], drivers, floating=True))
    assert structure.mobility == 3
    assert structure.undetermined == ("plate",)
    assert [(entry.name, entry.circuit) for entry in structure.redundant] == [("c", ("a", "b", "c"))]


def test_an_input_too_few() -> None:
    structure = decompose(draw(FIVE_BAR, [JointDriver("motor", "A", law())]))
    assert structure.mobility == 2
    assert structure.undetermined == ("rod1", "rod2", "crank2")
    assert structure.findings == (
        "mobility is 2 but 1 input is given; rod1, rod2 and crank2 still move with all inputs locked",
    )


def test_an_input_for_what_cannot_move() -> None:
    """A driver on a rigid triangle is in conflict with its pins."""
    triangle = [("A", ("ground", "a")), ("B", ("a", "b")), ("C", ("b", "ground"))]
    places = {"A": (0.0, 0.0), "B": (1.0, 2.0), "C": (3.0, 0.0)}
    joints = [(Revolute(name, links), places[name]) for name, links in triangle]
    structure = decompose(draw(joints, [JointDriver("motor", "B", law())]))
    assert structure.mobility == 0
    (entry,) = structure.redundant
    assert (entry.name, set(entry.circuit)) == ("motor", {"motor", "A", "B", "C"})


@pytest.mark.parametrize(
    "thing", ["four_bar_crank_rocker", Sketch("drawn", {"O": (0, 0), "A": (1, 0)}, {"ground": "O", "arm": "O A"})]
)
@pytest.mark.parametrize("function", [decompose, make_plan])
def test_what_is_no_mechanism_is_refused(function: Callable[[Any], Any], thing: Any) -> None:
    with pytest.raises(InputError, match=r"a mechanism is needed, found .*load_mechanism\(name\)"):
        function(thing)
