"""The library draws the reference mechanisms as the reference does: same joints, same places, same directions."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import GearPair, HigherPair, Joint, Prismatic, Revolute, load_mechanism
from sgkin.structure.configuration import Placed
from sgkin.structure.decomposition import examine
from tests.structure.reference import entries

ENTRIES = entries()
EVERY = pytest.mark.parametrize("name", ENTRIES)
# The reference draws this cylinder 2.2° off the line through its pins; in the library it lies on the line.
OWN_GUIDES = {("hydraulic_excavator_front", "kc_stroke")}
TYPES = {Revolute: "R", Prismatic: "P", HigherPair: "HP", GearPair: "RATIO"}


@cache
def placed(name: str) -> Placed:
    """The library's mechanism in its initial configuration."""
    return examine(load_mechanism(name))[1]


def place(name: str, point: str) -> NDArray[np.float64]:
    """World position of a point written `link.point`, in the unit of the file."""
    mechanism = load_mechanism(name)
    link, (x, y) = mechanism.point(point)
    origin_x, origin_y, theta = placed(name).poses[link]
    cosine, sine = np.cos(theta), np.sin(theta)
    world = np.array([origin_x + cosine * x - sine * y, origin_y + sine * x + cosine * y])
    return world / mechanism.units.factor("length")


def angle(name: str, link: str) -> float:
    return placed(name).poses[link][2]


def joints(name: str, kind: type[Joint]) -> list[tuple[Any, dict[str, Any]]]:
    mechanism = load_mechanism(name)
    entry = {joint["id"]: joint for joint in ENTRIES[name]["joints"]}
    return [(joint, entry[joint.name]) for joint in mechanism.joints if isinstance(joint, kind)]


@EVERY
def test_joints(name: str) -> None:
    mechanism, start = load_mechanism(name), placed(name).start
    drawn = {joint.name: (TYPES[type(joint)], set(joint.all_links)) for joint in mechanism.joints}
    assert drawn == {joint["id"]: (joint["type"], set(joint["bodies"])) for joint in ENTRIES[name]["joints"]}
    assert start is not None
    assert start.is_closed


@EVERY
def test_pins(name: str) -> None:
    for joint, expected in joints(name, Revolute):
        for point in joint.points:
            assert place(name, point) == pytest.approx(expected["at"], rel=1e-9, abs=1e-9)


@EVERY
def test_guides(name: str) -> None:
    """Both guide lines lie on the line of the reference."""
    for joint, expected in joints(name, Prismatic):
        if (name, joint.name) in OWN_GUIDES:
            continue
        along = np.array(expected["dir"]) / np.hypot(*expected["dir"])
        for number, (link, point) in enumerate(zip(joint.links, joint.points, strict=True)):
            theta = angle(name, link) + joint.angle[number]
            normal = np.array([-np.sin(theta), np.cos(theta)])
            assert normal @ along == pytest.approx(0.0, abs=1e-9)
            offset = joint.offset[number] / load_mechanism(name).units.factor("length")
            assert normal @ (expected["at"] - place(name, point)) == pytest.approx(offset, abs=1e-9)


@EVERY
def test_contacts(name: str) -> None:
    for joint, expected in joints(name, HigherPair):
        for point in joint.points:
            assert place(name, point) == pytest.approx(expected["at"], abs=1e-9)
        theta = angle(name, joint.links[0]) + joint.angle
        normal = np.array(expected["dir"]) / np.hypot(*expected["dir"])
        assert abs(normal @ [np.cos(theta), np.sin(theta)]) == pytest.approx(1.0, abs=1e-12)


@EVERY
def test_gears(name: str) -> None:
    for joint, expected in joints(name, GearPair):
        assert list(joint.all_links) == expected["bodies"]
        assert joint.ratio == pytest.approx(expected["ratio"])
