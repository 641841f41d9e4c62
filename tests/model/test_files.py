"""Mechanism files: every key means what it says, and everything a model holds can be written."""

from __future__ import annotations

from dataclasses import replace
from math import pi, radians
from pathlib import Path

import pytest

from sgkin import (
    ConstantSpeed,
    Expectation,
    GearPair,
    HigherPair,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    PinInSlot,
    Prismatic,
    RackAndPinion,
    Revolute,
    Units,
    Weld,
    load_mechanism,
    save_mechanism,
)
from sgkin.model.mechanism_file import parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism

EVERYTHING = """
title  = "Every joint"
source = "own geometry"
notes  = "not a machine, only its parts"
space  = "planar"
units  = { length = "mm", angle = "deg" }
ground = "frame"
floating = true

[links]
frame = { R = [0, 0], P = [1, 2], K = [0, 5] }
a     = { R = [0, 0], pin = [10, 0], W = [3, 4] }
b     = { P = [0, 0], S = [7, 0], H = [1, 1] }
c     = { W = [0, 0], K = [2, 0], H = [0, 0] }
d     = {}

[joints]
R = { kind = "revolute", links = ["frame", "a"] }
P = { kind = "prismatic", links = ["frame", "b"], angle = { frame = 30 }, offset = { b = 5 } }
S = { kind = "pin-in-slot", links = ["a", "b"], at = { a = "pin" }, angle = 45, offset = 2 }
G = { kind = "gear", links = ["a", "d"], carrier = "frame", teeth = [20, 30], mesh = "internal", phase = 10 }
K = { kind = "rack-and-pinion", links = ["c", "frame"], radius = 12, angle = 90, phase = 3 }
W = { kind = "weld", links = ["a", "c"], angle = 180 }
H = { kind = "higher-pair", links = ["b", "c"], angle = -20 }

[drivers]
turn = { joint = "R", links = ["a", "frame"], law = "constant-speed", speed = 360, start = 90 }
push = { joint = "P", law = "constant-speed", speed = 100 }

[initial]
R        = [0.5, 0]
"b.S"    = [20, 30]
c        = 90
inputs   = { push = 12, turn = 45 }
branches = { b = -1 }

[expected]
mobility        = 2
groups          = ["R*", "P*"]
mechanism_class = "I"
redundant       = 3
undetermined    = ["d"]
structure_only  = true
range           = { turn = [0, 90], push = [-10, 10] }
"""

MODEL = Mechanism(
    "everything",
    title="Every joint",
    source="own geometry",
    notes="not a machine, only its parts",
    units=Units("mm", "deg"),
    ground="frame",
    floating=True,
    links=[
        Link("frame", {"R": (0, 0), "P": (0.001, 0.002), "K": (0, 0.005)}),
        Link("a", {"R": (0, 0), "pin": (0.01, 0), "W": (0.003, 0.004)}),
        Link("b", {"P": (0, 0), "S": (0.007, 0), "H": (0.001, 0.001)}),
        Link("c", {"W": (0, 0), "K": (0.002, 0), "H": (0, 0)}),
        Link("d"),
    ],
    joints=[
        Revolute("R", ("frame", "a")),
        Prismatic("P", ("frame", "b"), angle=(radians(30), 0.0), offset=(0.0, 0.005)),
        PinInSlot("S", ("a", "b"), at=("pin", "S"), angle=radians(45), offset=0.002),
        GearPair("G", ("a", "d"), carrier="frame", teeth=(20, 30), mesh="internal", phase=radians(10)),
        RackAndPinion("K", ("c", "frame"), radius=0.012, angle=radians(90), phase=0.003),
        Weld("W", ("a", "c"), angle=pi),
        HigherPair("H", ("b", "c"), angle=radians(-20)),
    ],
    drivers=[
        JointDriver("turn", "R", ConstantSpeed(2 * pi, pi / 2), links=("a", "frame")),
        JointDriver("push", "P", ConstantSpeed(0.1)),
    ],
    initial=InitialConfiguration(
        points={"R": (0.0005, 0), "b.S": (0.02, 0.03)},
        angles={"c": pi / 2},
        inputs={"push": 0.012, "turn": pi / 4},
        branches={"b": -1},
    ),
    expected=Expectation(
        mobility=2,
        groups=("R*", "P*"),
        mechanism_class="I",
        redundant=3,
        undetermined=("d",),
        structure_only=True,
        range={"turn": (0.0, pi / 2), "push": (-0.01, 0.01)},
    ),
)


def written_and_read(mechanism: Mechanism) -> Mechanism:
    return parse_mechanism(format_mechanism(mechanism), Path(f"{mechanism.name}.toml"))


def test_every_key_means_what_it_says() -> None:
    assert parse_mechanism(EVERYTHING, Path("everything.toml")) == MODEL


def test_everything_can_be_written() -> None:
    assert written_and_read(MODEL) == MODEL


@pytest.mark.parametrize("units", [Units("in", "turn"), Units("ft", "deg"), Units("km", "rad"), Units()])
def test_any_unit_gives_the_same_mechanism_to_the_last_digit(units: Units) -> None:
    mechanism = replace(MODEL, units=units)
    back = written_and_read(mechanism)
    assert back.units == units
    for one, other in zip(back.links, MODEL.links, strict=True):
        assert one.points.keys() == other.points.keys()
        assert [*one.points.values()] == [pytest.approx(place, rel=3e-16) for place in other.points.values()]


def test_numbers_are_written_as_an_engineer_writes_them() -> None:
    text = format_mechanism(MODEL)
    assert "a = {R = [0, 0], pin = [10, 0], W = [3, 4]}" in text
    assert "speed = 360, start = 90" in text


def test_a_range_of_the_only_input_needs_no_name() -> None:
    text = format_mechanism(load_mechanism("four_bar_crank_rocker")).split("[expected]")[0]
    named = parse_mechanism(text + "[expected]\nrange = { motor = [30, 60] }", Path("a.toml"))
    assert parse_mechanism(text + "[expected]\nrange = [30, 60]", Path("a.toml")) == named
    assert named.expected.range["motor"] == pytest.approx((radians(30), radians(60)))


def test_a_pin_and_a_link_of_the_same_name_can_both_be_placed() -> None:
    mechanism = Mechanism(
        "same",
        [Link("ground", {"O": (0, 0)}), Link("A", {"O": (0, 0), "A": (1, 0)}), Link("rod", {"A": (0, 0), "P": (2, 0)})],
        [Revolute("O", ("ground", "A")), Revolute("A", ("A", "rod"))],
        initial=InitialConfiguration(points={"A": (0.0, 1.0)}, angles={"A": pi / 2, "rod": 0.0}),
    )
    back = written_and_read(mechanism)
    assert back.initial.angles == mechanism.initial.angles
    assert back.initial.points == {"A.A": (0.0, 1.0)}


def test_names_may_be_any_words(tmp_path: Path) -> None:
    names = ("bâti", "link 2", 'the "rod"', "A-1", "θ", "\\")
    links = [Link(name, {"O": (0, 0), "P": (n + 1.0, 0)}) for n, name in enumerate(names)]
    joints = [Revolute(f"pin {name}", (names[0], name), at=("O", "O")) for name in names[1:]]
    initial = InitialConfiguration(points={f"{name}.P": (0.0, 1.0) for name in names[1:]})
    mechanism = Mechanism("words", links, joints, ground="bâti", initial=initial, notes='"""\nquoted\n"""')
    save_mechanism(mechanism, tmp_path / "words.toml")
    assert load_mechanism(tmp_path / "words.toml") == mechanism


def test_a_mechanism_may_have_no_joints(tmp_path: Path) -> None:
    mechanism = Mechanism("frame", [Link("ground")], [])
    save_mechanism(mechanism, tmp_path / "frame.toml")
    assert load_mechanism(tmp_path / "frame.toml") == mechanism
