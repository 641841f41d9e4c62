"""Mechanisms of any joints and drivers: links and joints at random, as many as move as they should."""

from __future__ import annotations

from collections.abc import Mapping

from sgkin.model.joint import JOINT_KINDS
from tests.fuzz.case import Case, driven
from tests.fuzz.drawing import Drawing, UnsuitableError

KNOWN = ("revolute", "prismatic", "pin-in-slot", "gear", "rack-and-pinion", "weld")
"""Kinds that are drawn in a way of their own."""
OTHERS = tuple(kind for kind, joint in JOINT_KINDS.items() if kind not in KNOWN and joint.is_described)
"""All others, by their names; each takes one freedom."""
COST = {"pin": 2, "triple pin": 4, "slide": 2, "slot": 1, "gear": 1, "rack": 1, "weld": 3} | dict.fromkeys(OTHERS, 1)
"""Freedoms that a joint takes."""
HANGING = ("pin", "pin", "pin", "slide", "slot", "weld", *OTHERS)
"""How a link hangs on another."""
SLOTS = {"pin": 0.45, "triple pin": 0.05, "slide": 0.1, "slot": 0.4} | dict.fromkeys(OTHERS, 0.3)
ALL = {"pin": 0.53, "triple pin": 0.07, "slide": 0.14, "slot": 0.1, "gear": 0.05, "rack": 0.05, "weld": 0.06}
ALL |= dict.fromkeys(OTHERS, 0.1)


def slots(drawing: Drawing) -> Case:
    """Pins in slots, with two inputs."""
    mix(drawing, drawing.choose([2, 3, 4, 5]), 2, SLOTS)
    if not any(joint.letter == "HP" for joint in drawing.made_joints):
        raise UnsuitableError
    return driven(drawing, close=0.3, drives=2)


def anything(drawing: Drawing) -> Case:
    """Any joints and drivers."""
    mix(drawing, drawing.choose(range(1, 9)), drawing.choose([1, 2, 3], [0.6, 0.3, 0.1]), ALL)
    return driven(drawing, close=0.3)


def mix(drawing: Drawing, links: int, inputs: int, weights: Mapping[str, float]) -> None:
    """Links that hang on one another, closed by further joints until only the inputs are free."""
    names = [drawing.link(f"link{number}") for number in range(links)]
    posed = inputs == 3 and drawing.happens(0.3)
    free = 3 * links - inputs
    for number, name in enumerate(names[1:] if posed else names):
        kind = drawing.choose([kind for kind in HANGING if kind in weights])
        free -= join(drawing, kind, (name, drawing.choose(["ground", *names[: number + posed]])))
    while free > 0:
        kind = drawing.choose(list(weights), [weight / sum(weights.values()) for weight in weights.values()])
        if links == 1 and kind in ("gear", "triple pin"):
            raise UnsuitableError
        first, second = drawing.random.permutation(list(drawing.poses))[:2].tolist()
        free -= join(drawing, kind, (first, second))
    if free < 0:
        raise UnsuitableError
    if posed:
        drawing.drive_pose("pose", names[0])
    for number in range(0 if posed else inputs):
        drive(drawing, f"motor{number}")


def join(drawing: Drawing, kind: str, links: tuple[str, str]) -> int:
    """Join two links somewhere; the freedoms that this takes."""
    name, place, angle = f"J{len(drawing.joints)}", drawing.anywhere(), drawing.any_angle()
    others = [link for link in drawing.poses if link not in links]
    if kind == "pin":
        drawing.pin(name, links, place)
    elif kind == "triple pin":
        drawing.pin(name, (*links, drawing.choose(others)), place)
    elif kind == "slide":
        drawing.slide(name, links, place, angle)
    elif kind == "slot":
        drawing.slot(name, *links, place, angle)
    elif kind == "weld":
        drawing.weld(name, links, place)
    elif kind == "rack":
        drawing.rack(name, links, (place, drawing.anywhere()), angle, drawing.random.uniform(0.1, 1.0))
    elif kind in OTHERS:
        drawing.one_condition(kind, name, links, (place, drawing.anywhere()))
    else:
        first, second = drawing.random.integers(10, 60, 2).tolist()
        drawing.gear(name, links, drawing.choose(others), (first, second), drawing.choose(["external", "internal"]))
    return COST[kind]


def drive(drawing: Drawing, name: str) -> None:
    """Drive something by something."""
    way = drawing.choose(["joint", "angle", "distance", "coordinate"], [0.5, 0.15, 0.2, 0.15])
    joints = [joint for joint in drawing.made_joints if joint.kind in ("revolute", "prismatic")]
    if way == "joint" and joints:
        joint, forward = drawing.choose(joints), drawing.happens(0.5)
        if joint.kind == "revolute":
            first, second = drawing.random.permutation(joint.links)[:2].tolist()
            drawing.drive_turn(name, joint.name, first, second)
        else:
            drawing.drive_stroke(name, joint.name, backwards=not forward)
    elif way == "distance":
        links = drawing.random.permutation(list(drawing.poses))[:2].tolist()
        first, second = (drawing.mark(link, f"eye_{name}", drawing.anywhere()) for link in links)
        drawing.drive_distance(name, first, second)
    elif way == "coordinate":
        point = drawing.mark(drawing.choose(drawing.moving), f"eye_{name}", drawing.anywhere())
        drawing.drive_coordinate(name, point, drawing.choose("xy"))
    else:
        drawing.drive_angle(name, drawing.choose(drawing.moving))
