"""Small mechanisms for every kind of driver and for welded links, which the library has few of."""

from __future__ import annotations

from math import pi

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    DistanceDriver,
    Driver,
    GearPair,
    InitialConfiguration,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    PoseDriver,
    Prismatic,
    RackAndPinion,
    Revolute,
    Weld,
)

PLATE = [Link("ground", {"O": (0.0, 0.0)}), Link("plate", {"P": (1.0, 0.5), "Q": (2.0, 0.0)})]


def at(start: float) -> ConstantSpeed:
    return ConstantSpeed(1.0, start=start)


def plate(*drivers: Driver, **places: tuple[float, float]) -> Mechanism:
    """A plate that no joint holds."""
    initial = InitialConfiguration({f"plate.{name}": place for name, place in places.items()}, {"plate": 0.2})
    return Mechanism("plate", PLATE, [], drivers, initial=initial, floating=True)


def excavator(last: Driver) -> Mechanism:
    """A boom and a stick; the boom is turned, the stick moved as is said."""
    return Mechanism(
        "arm",
        [
            Link("ground", {"A": (0.0, 0.0), "base": (0.2, -0.5)}),
            Link("boom", {"A": (0.0, 0.0), "B": (3.0, 0.0), "eye": (1.5, 0.5)}),
            Link("stick", {"B": (0.0, 0.0), "eye": (-0.6, 0.1), "tip": (2.0, 0.0)}),
        ],
        [Revolute("A", ("ground", "boom")), Revolute("B", ("boom", "stick"))],
        [LinkAngleDriver("swing", "boom", at(0.5)), last],
        initial=InitialConfiguration(angles={"stick": -0.5}),
    )


def four_bar(*drivers: Driver) -> Mechanism:
    """A four-bar with an arm welded to its coupler, a dyad on that arm, and a lever on a column welded to ground."""
    return Mechanism(
        "welded",
        [
            Link("ground", {"O": (0.0, 0.0), "C": (5.0, 0.0), "foot": (-2.0, 1.0), "G": (6.0, 4.5)}),
            Link("column", {"foot": (0.3, 0.1), "H": (1.0, 0.0)}),
            Link("lever", {"H": (0.0, 0.0), "end": (1.0, 0.0)}),
            Link("crank", {"O": (0.0, 0.0), "A": (1.5, 0.0)}),
            Link("coupler", {"A": (0.0, 0.0), "B": (5.0, 0.0), "W": (2.0, 1.0)}),
            Link("arm", {"W": (0.2, 0.1), "E": (1.5, 0.0)}),
            Link("rocker", {"C": (0.0, 0.0), "B": (4.0, 0.0)}),
            Link("bar", {"E": (0.0, 0.0), "F": (3.0, 0.0)}),
            Link("swing", {"F": (0.0, 0.0), "G": (2.0, 0.0)}),
        ],
        [
            Weld("foot", ("ground", "column"), angle=pi / 2.0),
            Revolute("H", ("column", "lever")),
            Revolute("O", ("ground", "crank")),
            Revolute("A", ("crank", "coupler")),
            Revolute("B", ("coupler", "rocker")),
            Revolute("C", ("ground", "rocker")),
            Weld("W", ("arm", "coupler"), angle=-pi / 2.0),
            Revolute("E", ("arm", "bar")),
            Revolute("F", ("bar", "swing")),
            Revolute("G", ("ground", "swing")),
        ],
        [JointDriver("motor", "O", at(0.7)), JointDriver("winch", "H", at(0.3), links=("lever", "column")), *drivers],
        initial=InitialConfiguration(points={"B": (4.9, 4.0), "F": (4.3, 5.5)}),
    )


def telescope(*links: str) -> Mechanism:
    """A slide on a turning arm, its stroke taken from one link to the other or back; a block is welded to it."""
    return Mechanism(
        "telescope",
        [
            Link("ground", {"O": (0.3, 0.2)}),
            Link("block", {"K": (0.1, 0.2), "tip": (0.5, 0.5)}),
            Link("arm", {"O": (0.0, 0.1), "guide": (0.5, 0.0)}),
            Link("slide", {"guide": (-0.2, 0.1), "K": (1.0, 0.0)}),
        ],
        [
            Revolute("O", ("ground", "arm")),
            Prismatic("guide", ("slide", "arm"), angle=(0.4, -0.2), offset=(0.1, 0.3)),
            Weld("K", ("slide", "block"), angle=0.6),
        ],
        [JointDriver("motor", "O", at(0.4)), JointDriver("piston", "guide", at(0.8), links=links)],
    )


def rolling() -> Mechanism:
    """A rack that turns, with a pinion on a carriage that slides along it; beside it two gears on the rack."""
    return Mechanism(
        "rolling",
        [
            Link("ground", {"O": (0.1, 0.2)}),
            Link("rack", {"O": (0.0, 0.0), "line": (0.5, 0.0), "guide": (0.5, 0.4), "N": (-1.0, 0.5)}),
            Link("carriage", {"guide": (0.0, 0.0), "A": (0.0, 0.0)}),
            Link("pinion", {"A": (0.0, 0.0)}),
            Link("wheel", {"N": (0.0, 0.0)}),
        ],
        [
            Revolute("O", ("ground", "rack")),
            Prismatic("guide", ("rack", "carriage")),
            Revolute("A", ("carriage", "pinion")),
            RackAndPinion("mesh", ("pinion", "rack"), radius=0.4, at=("A", "line")),
            Revolute("N", ("rack", "wheel")),
            GearPair("teeth", ("pinion", "wheel"), carrier="rack", teeth=(20, 31)),
        ],
        [JointDriver("tilt", "O", at(0.3)), JointDriver("drive", "guide", at(0.5))],
        initial=InitialConfiguration(angles={"pinion": 0.0, "wheel": 0.0}),
    )


DRIVEN = {
    "pose": plate(PoseDriver("hand", "plate", at(1.0), at(-1.0), at(0.3))),
    "point and angle": plate(
        CoordinateDriver("x", "plate.P", "x", at(1.0)),
        CoordinateDriver("y", "plate.P", "y", at(0.0)),
        LinkAngleDriver("angle", "plate", at(0.2)),
        P=(1.0, 0.0),
    ),
    "coordinates of two points and an angle": plate(
        CoordinateDriver("x", "plate.P", "x", at(1.0)),
        CoordinateDriver("y", "plate.Q", "y", at(0.4)),
        LinkAngleDriver("angle", "plate", at(0.2)),
        P=(1.0, 0.7),
    ),
    "three coordinates": plate(
        CoordinateDriver("x", "plate.P", "x", at(1.0)),
        CoordinateDriver("y", "plate.P", "y", at(0.0)),
        CoordinateDriver("height", "plate.Q", "y", at(0.3)),
        P=(1.0, 0.0),
        Q=(2.0, 0.3),
    ),
    "distance between moving links": excavator(DistanceDriver("cylinder", ("boom.eye", "stick.eye"), at(1.2))),
    "distance from ground": excavator(DistanceDriver("rope", ("stick.tip", "ground.base"), at(4.6))),
    "height of a point": excavator(CoordinateDriver("lift", "stick.tip", "y", at(0.5))),
    "angle of a link": excavator(LinkAngleDriver("level", "stick", at(-0.4))),
    "two motors at one pin": Mechanism(
        "pin",
        [Link(name, {"A": (0.0, 0.0), "P": (1.0, 0.0)}) for name in ("ground", "a", "b")],
        [Revolute("A", ("ground", "a", "b"))],
        [
            JointDriver("first", "A", at(0.1), links=("ground", "a")),
            JointDriver("second", "A", at(0.2), links=("b", "a")),
        ],
    ),
    "welded links": four_bar(),
    "stroke": telescope("slide", "arm"),
    "stroke taken back": telescope("arm", "slide"),
    "rack and gears that are carried": rolling(),
}
"""Mechanisms by what is special of them."""
