"""A mechanism with every kind of joint and driver of space, at numbers of no meaning."""

from __future__ import annotations

from typing import Any

from sgkin import ConstantSpeed, CoordinateDriver, DistanceDriver, JointDriver, Link, Mechanism, SpatialPoseDriver
from sgkin.model.joint import Joint
from sgkin.model.spatial_joint import SPATIAL_KINDS

POINTS = {"P": (1.0, 2.0, 0.5), "Q": (0.3, -0.2, 0.7)}
FIELDS: dict[str, dict[str, Any]] = {
    "revolute": {"axis": (1.0, 2.0, 3.0), "zero": 0.3},
    "prismatic": {"axis": {"a": (1.0, 0.0, 1.0), "b": (1.0, 0.0, 1.0)}, "zero": -0.2},
    "cylindrical": {"at": ("P", "Q"), "axis": ("P", "Q"), "zero": 0.1, "zero_stroke": 0.4},
    "screw": {"at": ("P", "Q"), "axis": ("P", "Q"), "pitch": -0.1},
    "universal": {"axes": ((1.0, 0.0, 0.0), (0.0, 1.0, 1.0))},
    "planar": {"axis": (1.0, 0.0, 1.0)},
    "gear": {"carrier": "c", "teeth": (10.0, 20.0), "axes": ((1.0, 0.0, 1.0), (0.0, 1.0, 0.0))},
    "point-on-line": {"axis": (0.0, 1.0, 1.0)},
    "point-on-plane": {"axis": (0.0, 1.0, 1.0)},
    "rod": {"at": ("P", "Q")},
}
LAW = ConstantSpeed(1.0)


def joint_of(kind: str) -> Joint:
    """A joint of a kind between the links a and b."""
    at = {} if kind == "gear" else {"at": ("P", "P")}
    return SPATIAL_KINDS[kind](kind, ("a", "b"), **(at | FIELDS.get(kind, {})))


def every_kind() -> Mechanism:
    """All of them in one mechanism, which could not move."""
    drivers = [
        JointDriver("turn", "revolute", LAW),
        JointDriver("slide", "cylindrical", LAW, of="stroke"),
        DistanceDriver("cylinder", ("a.P", "c.Q"), LAW),
        CoordinateDriver("height", "a.P", "z", LAW),
        SpatialPoseDriver("robot", "b", LAW, LAW, LAW, LAW, LAW, LAW),
    ]
    links = [Link(name, POINTS) for name in ("ground", "a", "b", "c")]
    return Mechanism("every_kind", links, [joint_of(kind) for kind in SPATIAL_KINDS], drivers, space="spatial")
