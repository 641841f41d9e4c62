"""Mechanisms that hold a given group at random geometry: the ground on which every group is tested.

Joints are strewn in the plane, links get random frames, and their local geometry is read off; so the configuration
closes by construction. The group hangs on two driven cranks, so that guides and pins of earlier links move.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin
from typing import Any

from sgkin.mathematics import moved
from sgkin.model.driver import JointDriver
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import Joint, Prismatic, Revolute, Weld
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed

Template = list[tuple[str, str, str]]
"""Joints as letter, link, link: R, P, or W for a weld; "1", "2" … are links of the group or on the way to it, "a" and
"b" the cranks it hangs on."""


def dyad_template(signature: str) -> Template:
    """Outer, inner and outer joint of a dyad."""
    return [(signature[0], "a", "1"), (signature[1], "1", "2"), (signature[2], "2", "b")]


def triad_template(signature: str) -> Template:
    """A platform on three legs, each written outer and inner joint."""
    joints: Template = []
    for number, leg in enumerate(signature.split("-")):
        joints += [
            (leg[0], "ab"[number % 2] if number < 2 else "ground", str(number + 2)),
            (leg[1], str(number + 2), "1"),
        ]
    return joints


def tetrad_template(signature: str) -> Template:
    """Two links with an outer joint, joined by two connectors: end, connectors, end."""
    end, one, other, last = signature.split("|")
    return [
        (end, "a", "1"),
        (one[0], "1", "3"),
        (one[1], "3", "2"),
        (other[0], "1", "4"),
        (other[1], "4", "2"),
        (last, "2", "b"),
    ]


def dyad_example(signature: str) -> Callable[[Any], Mechanism]:
    """The example of a dyad."""
    return lambda random: strewn_mechanism(dyad_template(signature), random)


def triad_example(signature: str) -> Callable[[Any], Mechanism]:
    """The example of a class III group."""
    return lambda random: strewn_mechanism(triad_template(signature), random)


def tetrad_example(signature: str) -> Callable[[Any], Mechanism]:
    """The example of a class IV group."""
    return lambda random: strewn_mechanism(tetrad_template(signature), random)


def strewn_mechanism(template: Template, random: Any, floating: bool = False) -> Mechanism:
    """The group of a template on two cranks, at random geometry; `random` is a `numpy.random.Generator`."""
    joints = [("R", "ground", "a"), ("R", "ground", "b"), *template]
    names = dict.fromkeys(["ground", "a", "b", *(link for _, first, second in template for link in (first, second))])
    poses = {name: (*random.uniform(-1.0, 1.0, 2), random.uniform(-3.0, 3.0)) for name in names}
    poses["ground"] = (0.0, 0.0, 0.0)
    points: dict[str, dict[str, tuple[float, float]]] = {name: {} for name in names}
    made: list[Joint] = []
    for number, (letter, first, second) in enumerate(joints):
        name = f"J{number}"
        x, y = (-2.0 + 4.0 * number, 0.0) if number < 2 else random.uniform(-3.0, 3.0, 2)
        if letter != "P":
            for link in (first, second):
                points[link][name] = _local(poses[link], x, y)
            turn = poses[second][2] - poses[first][2]
            made.append(Revolute(name, (first, second)) if letter == "R" else Weld(name, (first, second), angle=turn))
            continue
        inclination = random.uniform(-3.0, 3.0)
        offsets = []
        for link in (first, second):
            along, offset = random.uniform(-0.5, 0.5, 2)
            px = x + along * cos(inclination) + offset * sin(inclination)
            py = y + along * sin(inclination) - offset * cos(inclination)
            points[link][name] = _local(poses[link], px, py)
            offsets.append(float(offset))
        angles = (inclination - poses[first][2], inclination - poses[second][2])
        made.append(Prismatic(name, (first, second), angle=angles, offset=tuple(offsets)))
    speeds = random.uniform(0.3, 1.0, 2)
    return Mechanism(
        "example",
        links=[Link(name, points[name]) for name in names],
        joints=made,
        drivers=[
            JointDriver(f"motor_{crank}", f"J{number}", ConstantSpeed(float(speeds[number]), start=poses[crank][2]))
            for number, crank in enumerate("ab")
        ],
        initial=InitialConfiguration(
            points={
                f"{link}.{point}": moved(poses[link], place)
                for link in names
                if link != "ground"
                for point, place in points[link].items()
            },
            angles={name: poses[name][2] for name in names if name != "ground"},
        ),
        floating=floating,
    )


def _local(pose: tuple[float, float, float], x: float, y: float) -> tuple[float, float]:
    dx, dy, c, s = x - pose[0], y - pose[1], cos(pose[2]), sin(pose[2])
    return c * dx + s * dy, c * dy - s * dx
