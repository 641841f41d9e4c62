"""The spatial reference structures as mechanisms: every joint by its place and axis in one assembled position."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from sgkin import ConstantSpeed, JointDriver, Link, Mechanism
from sgkin.model.joint import Joint, Prismatic, Revolute
from sgkin.model.spatial_joint import Cylindrical, Spherical, Universal

FILE = Path(__file__).parents[1] / "reference" / "structures_spatial.yaml"
KINDS = {"R": Revolute, "P": Prismatic, "C": Cylindrical, "U": Universal, "S": Spherical}
ROWS = {"R": 5, "P": 5, "C": 4, "U": 4, "S": 3}


@cache
def entries() -> dict[str, dict[str, Any]]:
    """The mechanisms, by name."""
    return {entry["name"]: entry for entry in yaml.safe_load(FILE.read_text(encoding="utf-8"))["spatial"]}


def mechanism_of(entry: dict[str, Any]) -> Mechanism:
    """An entry as a mechanism; its points are named after its joints."""
    points: dict[str, dict[str, Any]] = {body: {} for body in entry["bodies"]}
    for joint in entry["joints"]:
        for body in joint["bodies"]:
            points[body][joint["id"]] = tuple(joint["at"])
    return Mechanism(
        entry["name"],
        [Link(body, places) for body, places in points.items()],
        [joint_of(joint) for joint in entry["joints"]],
        [JointDriver(f"z_{joint}", joint, ConstantSpeed(1.0)) for joint in entry["inputs"]],
        space="spatial",
    )


def joint_of(entry: dict[str, Any]) -> Joint:
    """A joint of an entry."""
    directions: dict[str, Any] = {}
    if entry["type"] == "U":
        directions = {"axes": (tuple(entry["axis"]), tuple(entry["axis2"]))}
    elif "axis" in entry:
        directions = {"axis": tuple(entry["axis"])}
    return KINDS[entry["type"]](entry["id"], tuple(entry["bodies"]), at=(entry["id"],) * 2, **directions)
