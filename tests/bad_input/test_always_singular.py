"""Drivers that move nothing and groups that are singular wherever they stand.

Where all links are placed, the structure says so. Where the initial configuration places nothing, and only names
branches, it cannot; then it is said when the group is built.
"""

from __future__ import annotations

from math import pi
from typing import Any

import pytest

from sgkin import (
    ConstantSpeed,
    DistanceDriver,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    MobilityError,
    Prismatic,
    Revolute,
    UnsolvableError,
    Weld,
    assembly_modes,
    make_plan,
    solve,
)
from sgkin.errors import DriverError
from tests.bad_input.four_bar import four_bar

LAW = ConstantSpeed(1.0, start=0.1)
MOTOR = JointDriver("motor", "O", LAW)
NAMED = InitialConfiguration(branches={"rocker": 1})


def mechanism(links: dict[str, Any], *joints: Any, drivers: Any = (MOTOR,), branches: Any = ()) -> Mechanism:
    given = [Link(name, points) for name, points in links.items()]
    return Mechanism("test", given, joints, drivers, initial=InitialConfiguration(branches=dict(branches)))


def refused(mechanism: Mechanism, error: type[Exception], sentence: str) -> None:
    for attempt in (make_plan, assembly_modes, lambda given: solve(given, [0.0], method="global-sparse")):
        with pytest.raises(error, match=sentence):
            attempt(mechanism)


@pytest.mark.parametrize(
    ("points", "lies"),
    [
        (("ground.O", "crank.O"), "ground.O"),
        (("crank.O", "ground.O"), "crank.O"),
        (("ground.C", "crank.O"), "crank.O"),
        (("ground.O", "crank.A"), "ground.O"),
        (("crank.A", "ground.O"), "ground.O"),
    ],
)
def test_a_distance_from_the_pin_of_both_links(points: tuple[str, str], lies: str) -> None:
    driven = DistanceDriver("motor", points, LAW)
    sentence = f"driver 'motor': {lies} lies on joint 'O', about which 'crank' turns, .* choose another point"
    refused(four_bar(drivers=[driven], initial=NAMED), DriverError, sentence)


def test_a_distance_from_a_hinge_to_a_link_that_moves() -> None:
    """The distance changes, but not by turning the lever."""
    lever, hinge = Link("lever", {"H": (0.0, 0.0), "L": (0.1, 0.0)}), Revolute("H", ("ground", "lever"))
    ground = Link("ground", {"O": (0.0, 0.0), "C": (0.1, 0.0), "H": (0.0, 0.2)})
    driven = DistanceDriver("second", ("crank.A", "lever.H"), LAW)
    moving = four_bar(
        ground, lever, hinge, also=[driven], initial=InitialConfiguration(branches={"rocker": 1, "lever": 1})
    )
    refused(moving, DriverError, "driver 'second': lever.H lies on joint 'H', about which 'lever' turns")


def test_a_distance_between_two_points_of_one_pin_when_all_is_placed() -> None:
    placed = InitialConfiguration({"A": (0.0351, 0.0192), "B": (0.13, 0.075)})
    driven = DistanceDriver("motor", ("ground.O", "crank.O"), ConstantSpeed(1.0))
    with pytest.raises(MobilityError, match="input motor is in conflict with O") as caught:
        make_plan(four_bar(drivers=[driven], initial=placed))
    assert caught.value.inputs == ("motor",)


def test_a_distance_from_a_pin_on_a_welded_part() -> None:
    ground = Link("ground", {"O": (0.0, 0.0), "C": (0.1, 0.0), "W": (0.05, 0.02)})
    base, weld = Link("base", {"W": (0.0, 0.0), "Q": (0.02, -0.05)}), Weld("W", ("ground", "base"), angle=-pi / 2)
    driven = DistanceDriver("motor", ("base.Q", "crank.A"), LAW)
    refused(four_bar(ground, base, weld, drivers=[driven], initial=NAMED), DriverError, "base.Q lies on joint 'O'")


def test_a_cylinder_on_the_hinge_of_its_arm() -> None:
    cylinder = mechanism(
        {
            "ground": {"O": (0, 0), "B": (1, 0)},
            "arm": {"O": (0, 0), "T": (0, 0), "E": (2, 0)},
            "barrel": {"B": (0, 0), "S": (0, 0)},
            "rod": {"T": (0, 0), "S": (0, 0)},
            "load": {"E": (0, 0), "G": (1, 0)},
        },
        Revolute("O", ("ground", "arm")),
        Revolute("B", ("ground", "barrel")),
        Prismatic("S", ("barrel", "rod")),
        Revolute("T", ("rod", "arm")),
        Weld("E", ("arm", "load")),
        drivers=[JointDriver("cylinder", "S", LAW)],
        branches={"arm": 1},
    )
    refused(cylinder, DriverError, "driver 'cylinder': joint 'T' lies on joint 'O', about which 'arm' turns")


@pytest.mark.parametrize("angle", [0.0, pi, -pi, 1e-14])
def test_parallel_guides(angle: float) -> None:
    yoke = mechanism(
        {"ground": {"O": (0, 0), "Y": (0, 0)}, "crank": {"O": (0, 0), "A": (1, 0)}, "block": {"A": (0, 0)},
         "yoke": {"Y": (0, 0), "S": (0, 0)}},
        Revolute("O", ("ground", "crank")),
        Revolute("A", ("crank", "block")),
        Prismatic("S", ("yoke", "block"), at=("S", "A"), angle=(angle, 0.0)),
        Prismatic("Y", ("ground", "yoke")),
    )  # fmt: skip
    refused(yoke, UnsolvableError, r"RPP\(block, yoke\) is singular in every position: its two guides are parallel")


def test_two_links_without_length() -> None:
    dyads = mechanism(
        {
            "ground": {"O": (0, 0), "C": (1, 0), "G": (3, 0)},
            "crank": {"O": (0, 0), "A": (1, 0)},
            "one": {"A": (0, 0), "B": (0, 0), "E": (1, 0)},
            "two": {"C": (0, 0), "B": (0, 0), "F": (1, 0)},
            "three": {"E": (0, 0), "H": (2, 0)},
            "four": {"F": (0, 0), "H": (2, 0)},
        },
        Revolute("O", ("ground", "crank")),
        Revolute("A", ("crank", "one")),
        Revolute("B", ("one", "two")),
        Revolute("C", ("ground", "two")),
        Revolute("E", ("one", "three")),
        Revolute("F", ("two", "four")),
        Revolute("H", ("three", "four")),
        branches={"one": 1, "three": 1},
    )
    refused(dyads, UnsolvableError, r"RRR\(one, two\) is singular in every position: both its links have length zero")
