"""Compound gears, planets and racks, driven by every kind of input."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from tests.fuzz.case import Case, driven
from tests.fuzz.drawing import Drawing


def gears(random: np.random.Generator) -> Case:
    return random.choice([compound_train, planets, racks, geared_five_bar, wheel_of_a_linkage])(random)


def ratio(random: np.random.Generator) -> tuple[float, float]:
    return random.choice([(20, 1), (1, 20), (2, 3), (20, 40), (17, 31), (60, 20), (1, 7)])


def wheel(drawing: Drawing, name: str, base: str, place: tuple[float, float]) -> str:
    turns = int(drawing.random.integers(-1, 2))
    drawing.link(name, (*place, float(drawing.random.uniform(-3.0, 3.0))), turns)
    return drawing.pin(f"pin_{name}", (base, name), place)


def drive_wheel(drawing: Drawing, name: str, base: str, place: tuple[float, float]) -> None:
    """A wheel driven by its angle, or as a crank by a rod or along an axis."""
    random = drawing.random
    way = random.choice(["turn", "angle", "distance", "coordinate"], p=[0.45, 0.25, 0.15, 0.15])
    if way == "turn":
        drawing.drive_turn("motor", f"pin_{name}", base, name)
    elif way == "angle":
        drawing.drive_angle("motor", name)
    else:
        angle = random.uniform(-pi, pi)
        point = drawing.mark(name, "crank_pin", (place[0] + 0.5 * cos(angle), place[1] + 0.5 * sin(angle)))
        if way == "distance":
            drawing.drive_distance("motor", drawing.mark(base, "eye", drawing.anywhere()), point)
        else:
            drawing.drive_coordinate("motor", point, str(random.choice(["x", "y"])))


def compound_train(random: np.random.Generator) -> Case:
    """Wheels in a row on ground, or on a driven arm."""
    drawing = Drawing(random)
    arm = "ground"
    if random.random() < 0.3:
        arm = drawing.link("arm", (0.0, 0.0, float(random.uniform(-3.0, 3.0))), int(random.integers(-1, 2)))
        drawing.pin("pin_arm", ("ground", arm), (0.0, 0.0))
        drawing.drive_turn("arm_motor", "pin_arm", "ground", arm)
    count = int(random.integers(2, 4, endpoint=True))
    for number in range(count):
        wheel(drawing, f"wheel{number}", arm, (1.0 * number, 0.3 * number))
        if number:
            pair = [f"wheel{number - 1}", f"wheel{number}"]
            random.shuffle(pair)
            drawing.gear(f"mesh{number}", *pair, arm, ratio(random), str(random.choice(["external", "internal"])))
    driving = int(random.integers(count))
    drive_wheel(drawing, f"wheel{driving}", arm, (1.0 * driving, 0.3 * driving))
    return driven(drawing, turns=float(random.choice([1.0, 2.0])), say="all")


def planets(random: np.random.Generator) -> Case:
    """Sun, planet and ring, two of the three of sun, arm and ring driven or fixed."""
    drawing = Drawing(random)
    wheel(drawing, "sun", "ground", (0.0, 0.0))
    wheel(drawing, "arm", "ground", (0.0, 0.0))
    wheel(drawing, "planet", "arm", (2.0, 0.5))
    drawing.gear("sun_planet", "sun", "planet", "arm", (20, int(random.integers(10, 40))))
    fixed = random.random() < 0.6
    ring = "ground" if fixed else "ring"
    if not fixed:
        wheel(drawing, "ring", "ground", (0.0, 0.0))
    drawing.gear("planet_ring", "planet", ring, "arm", (int(random.integers(10, 40)), 60), "internal")
    wheels = ["sun", "arm", "planet"] if fixed else ["sun", "arm", "ring"]
    first = str(random.choice(wheels))
    if first == "planet":
        drawing.drive_angle("motor", "planet")
    else:
        drive_wheel(drawing, first, "ground", (0.0, 0.0))
    if not fixed:
        other = str(random.choice([name for name in wheels if name != first]))
        drawing.drive_angle("second", other)
    return driven(drawing, turns=float(random.choice([1.0, 2.0])), say="all")


def racks(random: np.random.Generator) -> Case:
    """A rack on a guide with one or two pinions, one of them with a train; driven by the stroke, a point or a wheel."""
    drawing = Drawing(random)
    inclination = float(random.uniform(-pi, pi))
    drawing.link("rack")
    drawing.slide("guide", "ground", "rack", (0.0, 0.0), inclination)
    radius = float(np.exp(random.uniform(np.log(0.02), np.log(0.8))))
    centre = (-sin(inclination) * radius, cos(inclination) * radius)
    wheel(drawing, "pinion", "ground", centre)
    drawing.rack("rolling", "pinion", "rack", centre, (0.0, 0.0), inclination, radius)
    if random.random() < 0.5:
        wheel(drawing, "follower", "ground", (1.0, 1.0))
        drawing.gear("mesh", "pinion", "follower", "ground", ratio(random))
    way = random.choice(["stroke", "coordinate", "distance", "wheel"], p=[0.45, 0.2, 0.15, 0.2])
    if way == "stroke":
        drawing.drive_stroke("motor", "guide")
    elif way == "coordinate":
        axis = "x" if abs(cos(inclination)) > 0.5 else "y"
        drawing.drive_coordinate("motor", drawing.mark("rack", "end", drawing.anywhere()), axis)
    elif way == "distance":
        c, s = cos(inclination), sin(inclination)
        eye = drawing.mark("ground", "eye", (-3.0 * c - s, -3.0 * s + c))
        drawing.drive_distance("motor", eye, drawing.mark("rack", "end", (0.0, 0.0)))
    else:
        drive_wheel(drawing, "pinion", "ground", centre)
    return driven(drawing, say="all")


def geared_five_bar(random: np.random.Generator) -> Case:
    """Two cranks that mesh, and two couplers between them."""
    drawing = Drawing(random)
    wheel(drawing, "first", "ground", (0.0, 0.0))
    wheel(drawing, "second", "ground", (2.0, 0.0))
    teeth = random.choice([(1, 1), (1, 2), (2, 1), (20, 30)])
    drawing.gear("mesh", "first", "second", "ground", tuple(teeth), str(random.choice(["external", "internal"])))
    ends = [drawing.anywhere(1.0), (2.0 + random.uniform(-1.0, 1.0), float(random.uniform(-1.0, 1.0)))]
    apex = (float(random.uniform(0.0, 2.0)), float(random.choice([-1.0, 1.0]) * random.uniform(1.5, 4.0)))
    for name, end in zip(("left", "right"), ends, strict=True):
        drawing.link(name)
        drawing.pin(f"end_{name}", ("first" if name == "left" else "second", name), end)
    drawing.pin("apex", ("left", "right"), apex)
    drive_wheel(drawing, "first", "ground", (0.0, 0.0))
    return driven(drawing, say="all")


def wheel_of_a_linkage(random: np.random.Generator) -> Case:
    """A wheel on the coupler of a four-bar that meshes with a wheel about a pin of it."""
    drawing = Drawing(random)
    a, b, c, d = (0.0, 0.0), drawing.anywhere(0.8), (2.0 + random.uniform(-0.5, 0.5), 1.5), (2.5, 0.0)
    drawing.bar("crank", a, b)
    drawing.bar("coupler", b, c)
    drawing.bar("rocker", d, c)
    drawing.pin("pin_crank", ("ground", "crank"), a)
    drawing.pin("B", ("crank", "coupler"), b)
    drawing.pin("C", ("coupler", "rocker"), c)
    drawing.pin("D", ("ground", "rocker"), d)
    wheel(drawing, "outer", "rocker", c)
    drawing.gear("mesh", "outer", "coupler", "rocker", ratio(random))
    wheel(drawing, "last", "rocker", d)
    drawing.gear("mesh2", "last", "outer", "rocker", ratio(random), str(random.choice(["external", "internal"])))
    drive_wheel(drawing, "crank", "ground", a)
    return driven(drawing, say="all")
