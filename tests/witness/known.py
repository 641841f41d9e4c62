"""Mechanisms with the poses at which they start."""

from __future__ import annotations

from collections.abc import Mapping
from math import asin, atan2, cos, sin

from sgkin.model.driver import JointDriver
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import GearPair, Prismatic, RackAndPinion, Revolute
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed
from sgkin.model.sketch import Drive, Sketch

Pose = tuple[float, float, float]
Posed = tuple[Mechanism, dict[str, Pose]]


def slider_crank(crank: float, rod: float, angle: float) -> Posed:
    mechanism = Mechanism(
        "slider_crank",
        links=[
            Link("ground", {"A": (0, 0), "D": (0, 0)}),
            Link("crank", {"A": (0, 0), "B": (crank, 0)}),
            Link("rod", {"B": (0, 0), "C": (rod, 0)}),
            Link("piston", {"C": (0, 0), "D": (0, 0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "rod")),
            Revolute("C", ("rod", "piston")),
            Prismatic("D", ("ground", "piston")),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0, start=angle))],
    )
    lean = -asin(crank * sin(angle) / rod)
    return mechanism, {
        "crank": (0.0, 0.0, angle),
        "rod": (crank * cos(angle), crank * sin(angle), lean),
        "piston": (crank * cos(angle) + rod * cos(lean), 0.0, 0.0),
    }


def compound_train() -> Posed:
    """A driven wheel, a pinion that turns twenty times as fast, and a third that turns 3/2 times as fast as that."""
    names = ("wheel", "pinion", "third")
    mechanism = Mechanism(
        "train",
        links=[
            Link("ground", {name: (float(number), 0.0) for number, name in enumerate(names)}),
            *(Link(name, {name: (0.0, 0.0)}) for name in names),
        ],
        joints=[
            *(Revolute(name, ("ground", name)) for name in names),
            GearPair("first", ("pinion", "wheel"), carrier="ground", teeth=(1, 20)),
            GearPair("second", ("third", "pinion"), carrier="ground", teeth=(2, 3)),
        ],
        drivers=[JointDriver("motor", "wheel", ConstantSpeed(1.0))],
    )
    return mechanism, {name: (float(number), 0.0, 0.0) for number, name in enumerate(names)}


def rack_by_stroke(radius: float) -> Posed:
    """A rack that moves to the right below a pinion."""
    mechanism = Mechanism(
        "rack",
        links=[
            Link("ground", {"O": (0.0, 0.0), "G": (0.0, -radius)}),
            Link("pinion", {"O": (0.0, 0.0)}),
            Link("rack", {"G": (0.0, 0.0)}),
        ],
        joints=[
            Revolute("O", ("ground", "pinion")),
            Prismatic("G", ("ground", "rack")),
            RackAndPinion("rolling", ("pinion", "rack"), radius=radius, at=("O", "G")),
        ],
        drivers=[JointDriver("motor", "G", ConstantSpeed(1.0))],
        initial=InitialConfiguration(angles={"pinion": 0.0, "rack": 0.0}),
    )
    return mechanism, {"pinion": (0.0, 0.0, 0.0), "rack": (0.0, -radius, 0.0)}


def sketched(links: Mapping[str, str], points: str) -> Posed:
    """A sketch of pins, with a motor at O; points as names and places in one text."""
    words = points.split()
    places = {name: (float(x), float(y)) for name, x, y in zip(words[::3], words[1::3], words[2::3], strict=True)}
    mechanism = Sketch("sketch", places, links, drives={"motor": Drive("O", speed=1.0)}).mechanism()
    poses = {}
    for name in mechanism.moving_links:
        (x, y), (to_x, to_y) = (places[point] for point in links[name].split()[:2])
        poses[name] = (x, y, atan2(to_y - y, to_x - x))
    return mechanism, poses
