"""A four-bar linkage that is sound, as a file and in Python; every test of bad input spoils one thing of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sgkin import ConstantSpeed, Driver, InitialConfiguration, Joint, JointDriver, Link, Mechanism, Revolute

TEXT = """\
title  = "Four-bar"
source = "own geometry"
units  = { length = "mm", angle = "deg" }

[links]
ground  = { O = [0, 0], C = [100, 0] }
crank   = { O = [0, 0], A = [40, 0] }
coupler = { A = [0, 0], B = [120, 0], P = [60, 30] }
rocker  = { C = [0, 0], B = [80, 0] }

[joints]
O = { kind = "revolute", links = ["ground", "crank"] }
A = { kind = "revolute", links = ["crank", "coupler"] }
B = { kind = "revolute", links = ["coupler", "rocker"] }
C = { kind = "revolute", links = ["ground", "rocker"] }

[drivers]
motor = { joint = "O", law = "constant-speed", speed = 360, start = 30 }

[initial]
B = [130, 75]
"""

LINKS = (
    Link("ground", {"O": (0, 0), "C": (0.1, 0)}),
    Link("crank", {"O": (0, 0), "A": (0.04, 0)}),
    Link("coupler", {"A": (0, 0), "B": (0.12, 0), "P": (0.06, 0.03)}),
    Link("rocker", {"C": (0, 0), "B": (0.08, 0)}),
)

JOINTS = (
    Revolute("O", ("ground", "crank")),
    Revolute("A", ("crank", "coupler")),
    Revolute("B", ("coupler", "rocker")),
    Revolute("C", ("ground", "rocker")),
)

DRIVERS = (JointDriver("motor", "O", ConstantSpeed(6.0, start=0.5)),)


def four_bar(*spoiled: Link | Joint | Driver, also: Sequence[Link | Joint | Driver] = (), **others: Any) -> Mechanism:
    """The four-bar, with the things of the same name replaced, others added, and other arguments as given."""

    def things(kind: type, given: Sequence[Any]) -> list[Any]:
        changed = {thing.name: thing for thing in spoiled if isinstance(thing, kind)}
        kept = [changed.pop(thing.name, thing) for thing in given]
        return kept + list(changed.values()) + [thing for thing in also if isinstance(thing, kind)]

    parts: dict[str, Any] = {
        "links": things(Link, LINKS),
        "joints": things(Joint, JOINTS),
        "drivers": things(Driver, DRIVERS),
        "initial": InitialConfiguration(points={"B": (0.13, 0.075)}),
    }
    return Mechanism("four_bar", **(parts | others))
