"""Every motion law of every driver is the same after it was written to a file in other units and read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgkin import (
    CoordinateDriver,
    DistanceDriver,
    Driver,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    MotionLaw,
    PoseDriver,
    Prismatic,
    Revolute,
    Units,
)
from sgkin.model.mechanism_file import parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism
from tests.model.laws import LAWS, in_si, laws

UNITS = [Units("mm", "deg"), Units("in", "turn"), Units()]


def slider(driver: Driver, units: Units) -> Mechanism:
    """A crank, and a block that slides on it."""
    return Mechanism(
        "slider",
        [
            Link("ground", {"O": (0, 0), "Q": (1, 1)}),
            Link("crank", {"O": (0, 0), "S": (0.5, 0)}),
            Link("block", {"S": (0, 0), "P": (0, 0.1)}),
        ],
        [Revolute("O", ("ground", "crank")), Prismatic("S", ("crank", "block"))],
        [driver],
        units=units,
    )


def driver(kind: str, law: MotionLaw) -> Driver:
    match kind:
        case "pin":
            return JointDriver("motor", "O", law)
        case "stroke":
            return JointDriver("motor", "S", law)
        case "link":
            return LinkAngleDriver("motor", "block", law)
        case "distance":
            return DistanceDriver("motor", ("ground.Q", "block.P"), law)
    return CoordinateDriver("motor", "block.P", "y", law)


@pytest.mark.parametrize("kind", LAWS)
@given(data=st.data(), what=st.sampled_from(["pin", "stroke", "link", "distance", "point"]))
def test_same_law_after_writing_and_reading(kind: str, data: st.DataObject, what: str) -> None:
    units = data.draw(st.sampled_from(UNITS))
    law = in_si(data.draw(LAWS[kind]), units, "angle" if what in ("pin", "link") else "length")
    mechanism = slider(driver(what, law), units)
    assert parse_mechanism(format_mechanism(mechanism), Path("slider.toml")) == mechanism


@given(x=laws, y=laws, theta=laws, units=st.sampled_from(UNITS))
def test_same_pose_after_writing_and_reading(x: MotionLaw, y: MotionLaw, theta: MotionLaw, units: Units) -> None:
    law = {"x": in_si(x, units, "length"), "y": in_si(y, units, "length"), "theta": in_si(theta, units, "angle")}
    mechanism = slider(PoseDriver("robot", "block", **law), units)
    assert parse_mechanism(format_mechanism(mechanism), Path("slider.toml")) == mechanism


def test_units_of_a_law_in_a_file() -> None:
    text = """
        units = { length = "mm", angle = "deg" }
        [links]
        ground = { O = [0, 0] }
        crank  = { O = [0, 0] }
        [joints]
        O = { kind = "revolute", links = ["ground", "crank"] }
        [drivers]
        motor = { joint = "O", law = "harmonic", amplitude = 180, frequency = 2, phase = 90 }
    """
    (law,) = parse_mechanism(text, Path("crank.toml")).driver("motor").laws
    assert law(0.0)[0] == pytest.approx(3.141592653589793)
