"""Spatial mechanisms are written and read back; what is wrong with one says what and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sgkin import (
    CoordinateDriver,
    Cylindrical,
    InitialConfiguration,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mass,
    Mechanism,
    PinInSlot,
    Prismatic,
    Revolute,
    Rod,
    Spherical,
    Universal,
)
from sgkin.errors import DriverError, FormError, JointError, MechanismError, UnknownNameError
from sgkin.model.mechanism_file import parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism
from tests.spatial.every_kind import LAW, POINTS, every_kind

GROUND = Link("ground", POINTS)
TEXT = """
space = "spatial"
[points]
A = [0, 0, 0]
B = [1, 0, 0]
[links]
ground = ["A"]
crank = ["A", "B"]
[joints]
A = { kind = "revolute", links = ["ground", "crank"], axis = [0, 0, 1] }
"""


def test_every_kind_is_written_and_read_back() -> None:
    mechanism = every_kind()
    assert parse_mechanism(format_mechanism(mechanism), Path("every_kind.toml")) == mechanism


def test_frames_of_their_own_are_written_and_read_back() -> None:
    links = [GROUND, Link("arm", {"P": (0.0, 0.0, 0.0), "R": (0.0, 0.0, 2.0)})]
    joint = Revolute("P", ("ground", "arm"), axis={"ground": (0, 0, 1), "arm": (-1, 0, 0)})
    initial = InitialConfiguration(poses={"arm": (1.0, 2.0, 0.5, 0.1, 1.5, 0.2)})
    mechanism = Mechanism("arm", links, [joint], initial=initial, space="spatial")
    again = parse_mechanism(format_mechanism(mechanism), Path("arm.toml"))
    assert again.initial.poses["arm"] == pytest.approx(initial.poses["arm"], abs=1e-15)
    assert (again.links, again.joints) == (mechanism.links, mechanism.joints)


def test_numbers_have_addresses_and_can_be_set() -> None:
    mechanism = every_kind()
    assert mechanism.numbers["a.P.z"].value == 0.5
    assert mechanism.numbers["revolute.axis.y"].value == 2.0
    assert mechanism.numbers["universal.axes.2.z"].value == 1.0
    assert mechanism.numbers["prismatic.axis.b.x"].value == 1.0
    changed = mechanism.with_parameters({"screw.pitch": 0.2})
    assert changed.numbers["screw.pitch"].value == 0.2


def test_parameters_stand_in_places_and_axes() -> None:
    text = TEXT.replace("[1, 0, 0]", '["= r", 0, "= r/2"]').replace("[0, 0, 1]", '["= t", 0, 1]')
    text = text.replace("[points]", "[parameters]\nr = 2\nt = 0.5\n[points]")
    mechanism = parse_mechanism(text, Path("crank.toml"))
    assert mechanism.with_parameters(r=3.0).link("crank").points["B"] == (3.0, 0.0, 1.5)
    assert parse_mechanism(format_mechanism(mechanism), Path("crank.toml")) == mechanism


def made(joints: list[Any], drivers: list[Any] | None = None, **others: Any) -> Mechanism:
    links = others.pop("links", [GROUND, Link("a", POINTS)])
    return Mechanism("wrong", links, joints, drivers or [], space="spatial", **others)


PIN = Revolute("P", ("ground", "a"), axis=(0, 0, 1))
WRONG: dict[str, tuple[Any, type[MechanismError], str]] = {
    "no axis": (lambda: made([Revolute("P", ("ground", "a"))]), FormError, "expected a direction in 'ground'"),
    "axis zero": (lambda: made([Revolute("P", ("ground", "a"), axis=(0, 0, 0))]), FormError, "a direction that is not"),
    "axis of two numbers": (
        lambda: made([Revolute("P", ("ground", "a"), axis=(0, 1))]),
        FormError,
        "a direction [x, y, z]",
    ),
    "axis through no point": (
        lambda: made([Revolute("P", ("ground", "a"), axis=("P", "T"))]),
        UnknownNameError,
        "there is no point of link 'ground' named 'T'",
    ),
    "axis of another link": (
        lambda: made([Revolute("P", ("ground", "a"), axis={"b": (0, 0, 1)})]),
        UnknownNameError,
        "there is no link of this joint named 'b'",
    ),
    "crossed axes that are parallel": (
        lambda: made([Universal("P", ("ground", "a"), axes=((0, 0, 1), (0, 0, -2)))]),
        JointError,
        "its two axes are parallel",
    ),
    "one crossed axis": (lambda: made([Universal("P", ("ground", "a"), axes=((0, 0, 1),))]), FormError, "and one in a"),
    "axis of no length": (
        lambda: made([Revolute("P", ("ground", "a"), axis=(0, 0, 1e-200))]),
        FormError,
        "a direction that is not zero",
    ),
    "axis through one point": (
        lambda: made(
            [Revolute("P", ("ground", "a"), axis=("P", "T"))],
            links=[Link("ground", POINTS | {"T": (1.0, 2.0, 0.5 + 1e-13)}), Link("a", POINTS)],
        ),
        JointError,
        "its axis runs through P and T, which are one point",
    ),
    "axes at right angles": (
        lambda: made([Revolute("P", ("ground", "a"), axis={"ground": (0, 0, 1), "a": (1, 0, 0)})]),
        JointError,
        "are 1.5708 rad apart in the design position; let them point the same way, or say with [initial]",
    ),
    "axes that point against each other": (
        lambda: made([Cylindrical("P", ("ground", "a"), axis={"ground": (0, 0, 1), "a": (0, 0, -1)})]),
        JointError,
        "its axes in ground and a are 3.14159 rad apart",
    ),
    "axes that a rough pose does not bring together": (
        lambda: made(
            [Revolute("P", ("ground", "a"), axis={"ground": (0, 0, 1), "a": (1, 0, 0)})],
            initial=InitialConfiguration(poses={"a": (0.0, 0.0, 0.0, 0.1, 0.0, 0.0)}),
        ),
        JointError,
        "or say better with [initial] how the frame of a link is turned",
    ),
    "points apart": (
        lambda: made([Spherical("S", ("ground", "a"), at=("P", "Q"))]),
        JointError,
        "do not fit the design position, by 2.31",
    ),
    "points beside a guide": (
        lambda: made([Prismatic("S", ("ground", "a"), at=("P", "Q"), axis=(0, 0, 1))]),
        JointError,
        "let the axis run through both",
    ),
    "a rod of no length": (lambda: made([PIN, Rod("r", ("ground", "a"), at=("Q", "Q"))]), JointError, "length is zero"),
    "a planar joint": (lambda: made([PinInSlot("P", ("ground", "a"))]), FormError, "a kind of joint of spatial"),
    "an angle of the plane": (
        lambda: made([Prismatic("P", ("ground", "a"), axis=(0, 0, 1), angle=(1, 0))]),
        FormError,
        "nothing, since the mechanism is spatial",
    ),
    "a planar driver": (
        lambda: made([PIN], [LinkAngleDriver("m", "a", LAW)]),
        FormError,
        "a kind of driver of spatial",
    ),
    "no angle to drive": (
        lambda: made([Spherical("P", ("ground", "a"))], [JointDriver("m", "P", LAW)]),
        DriverError,
        "is a spherical",
    ),
    "a stroke of a hinge": (
        lambda: made([PIN], [JointDriver("m", "P", LAW, of="stroke")]),
        DriverError,
        "which has no stroke",
    ),
    "a point of the plane": (lambda: made([], links=[Link("ground", {"P": (0, 0)})]), FormError, "three coordinates"),
    "masses": (
        lambda: made([PIN], masses={"a": Mass(1.0, centre=(0, 0), inertia=1.0)}),
        FormError,
        "dynamics is planar",
    ),
    "places to start from": (
        lambda: made([PIN], initial=InitialConfiguration(points={"a.P": (0, 0)})),
        FormError,
        "a link with its place",
    ),
    "another space": (lambda: Mechanism("m", [GROUND], [], space="flat"), FormError, "'planar' or 'spatial'"),
    "an axis in the plane": (
        lambda: Mechanism("m", [Link("ground", {"P": (0, 0)}), Link("a", {"P": (0, 0)})], [PIN]),
        FormError,
        "nothing, since the mechanism is planar",
    ),
    "z in the plane": (
        lambda: Mechanism(
            "m", [Link("ground", {"P": (0, 0)}), Link("a", {"P": (0, 0)})], [], [CoordinateDriver("y", "a.P", "z", LAW)]
        ),
        FormError,
        "'x' or 'y'",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(name: str) -> None:
    make, error, sentence = WRONG[name]
    with pytest.raises(error) as caught:
        make()
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('["A", "B"]', '["A", "C"]', "links: crank: there is no point named 'C'"),
        ("B = [1, 0, 0]", "B = [1, 0]", "points: B: found [1, 0], expected three coordinates"),
        ('space = "spatial"', "", 'expected nothing, or space = "spatial" above it'),
        ("[joints]", '[rods]\nr = { from = "ground", to = "crank.B" }\n[joints]', "expected a point written as"),
        ("[joints]", "[initial]\ncrank = { place = [0, 0] }\n[joints]", "initial: crank: place"),
        ("[joints]", "[initial]\nground = { place = [0, 0, 0] }\n[joints]", "ground is where it is"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(old: str, new: str, sentence: str) -> None:
    with pytest.raises(MechanismError) as caught:
        parse_mechanism(TEXT.replace(old, new), Path("crank.toml"))
    assert sentence in str(caught.value)
