"""Mechanisms of any joints and drivers: links and joints at random, as many as move as they should."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi

import numpy as np

from tests.fuzz.case import Case, driven
from tests.fuzz.drawing import Drawing, UnsuitableError

COST = {"pin": 2, "slide": 2, "slot": 1, "gear": 1, "rack": 1, "weld": 3}
"""Freedoms that a joint takes."""


def slots(random: np.random.Generator) -> Case:
    """Pins in slots, with two inputs."""
    weights = {"pin": 0.5, "slide": 0.1, "slot": 0.4}
    return driven(mixture(random, int(random.integers(2, 5, endpoint=True)), 2, weights, must="slot"), close=0.3)


def anything(random: np.random.Generator) -> Case:
    """Any joints and drivers."""
    weights = {"pin": 0.6, "slide": 0.14, "slot": 0.1, "gear": 0.05, "rack": 0.05, "weld": 0.06}
    links, inputs = int(random.integers(1, 8, endpoint=True)), int(random.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))
    return driven(mixture(random, links, min(inputs, 3 * links), weights), close=0.3)


def mixture(
    random: np.random.Generator, links: int, inputs: int, weights: Mapping[str, float], must: str = ""
) -> Drawing:
    """Links that hang on one another, closed by further joints until only the inputs are free."""
    drawing = Drawing(random)
    names = [f"link{number}" for number in range(links)]
    for name in names:
        drawing.link(name, turns=int(random.integers(-1, 2)) if random.random() < 0.1 else 0)
    free = 3 * links - inputs
    posed = inputs == 3 and random.random() < 0.3
    kinds, chances = list(weights), np.array(list(weights.values()))
    used: list[str] = []
    count = 0
    for number, name in enumerate(names):
        if posed and number == 0:
            continue
        kind = str(random.choice([k for k in kinds if k in ("pin", "slide", "slot", "weld")]))
        kind = "pin" if random.random() < 0.5 else kind
        free -= join(drawing, kind, f"J{count}", name, str(random.choice(["ground", *names[:number]])))
        used.append(kind)
        count += 1
    while free > 0:
        kind = str(random.choice(kinds, p=chances / chances.sum()))
        if COST[kind] > free or (links < 2 and kind in ("gear", "weld")):
            if free == 1 and not any(COST[kind] == 1 for kind in kinds):
                raise UnsuitableError
            continue
        first, second = (str(name) for name in random.choice(["ground", *names], size=2, replace=False))
        free -= join(drawing, kind, f"J{count}", first, second)
        used.append(kind)
        count += 1
    if free < 0 or (must and must not in used):
        raise UnsuitableError
    if posed:
        drawing.drive_pose("pose", names[0])
    else:
        for number in range(inputs):
            drive(drawing, f"motor{number}")
    return drawing


def join(drawing: Drawing, kind: str, name: str, first: str, second: str) -> int:
    """Join two links; the freedoms that this takes."""
    random = drawing.random
    inclination = float(random.uniform(-pi, pi))
    place = drawing.anywhere()
    if kind == "pin":
        drawing.pin(name, (first, second), place)
    elif kind == "slide":
        drawing.slide(name, first, second, place, inclination)
    elif kind == "slot":
        drawing.slot(name, first, second, place, inclination)
    elif kind == "weld":
        drawing.weld(name, first, second, place)
    elif kind == "rack":
        drawing.rack(name, first, second, place, drawing.anywhere(), inclination, float(random.uniform(0.1, 1.0)))
    else:
        others = [link for link in drawing.poses if link not in (first, second)]
        teeth = (float(random.integers(10, 60)), float(random.integers(10, 60)))
        mesh = str(random.choice(["external", "internal"]))
        drawing.gear(name, first, second, str(random.choice(others)), teeth, mesh)
    return COST[kind]


def drive(drawing: Drawing, name: str) -> None:
    """Drive something by something."""
    random = drawing.random
    made = [make(1.0) for make in drawing.joints]
    way = random.choice(["joint", "angle", "distance", "coordinate"], p=[0.5, 0.15, 0.2, 0.15])
    joints = [joint for joint in made if joint.kind in ("revolute", "prismatic")]
    if way == "joint" and joints:
        joint = joints[int(random.integers(len(joints)))]
        first, second = joint.links if random.random() < 0.5 else joint.links[::-1]
        if joint.kind == "revolute":
            drawing.drive_turn(name, joint.name, first, second)
        else:
            drawing.drive_stroke(name, joint.name)
    elif way == "distance":
        first, second = (str(link) for link in random.choice(list(drawing.poses), size=2, replace=False))
        ends = [drawing.mark(link, f"eye_{name}", drawing.anywhere()) for link in (first, second)]
        drawing.drive_distance(name, *ends)
    elif way == "coordinate":
        point = drawing.mark(str(random.choice(drawing.moving)), f"eye_{name}", drawing.anywhere())
        drawing.drive_coordinate(name, point, str(random.choice(["x", "y"])))
    else:
        drawing.drive_angle(name, str(random.choice(drawing.moving)))
