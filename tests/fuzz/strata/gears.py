"""Compound gears, planets and racks, driven by every kind of input."""

from __future__ import annotations

from itertools import pairwise
from math import cos, exp, log, sin

from tests.fuzz.case import Case, driven
from tests.fuzz.drawing import Drawing, Place


def gears(drawing: Drawing) -> Case:
    return drawing.choose([compound_train, planets, racks, geared_five_bar, wheel_of_a_linkage])(drawing)


def some_teeth(drawing: Drawing) -> tuple[float, float]:
    return drawing.choose([(20, 1), (1, 20), (2, 3), (20, 40), (17, 31), (60, 20), (1, 7)])


def some_mesh(drawing: Drawing) -> str:
    return drawing.choose(["external", "internal"])


def wheel(drawing: Drawing, name: str, base: str, place: Place) -> str:
    """A wheel on a pin that has its name."""
    drawing.link(name, (*place, drawing.any_angle()))
    return drawing.pin(f"pin_{name}", (base, name), place)


def drive_wheel(drawing: Drawing, name: str, base: str) -> None:
    """Drive a wheel by its angle, or as a crank by a rod or along an axis."""
    way = drawing.choose(["turn", "angle", "distance", "coordinate"], [0.45, 0.25, 0.15, 0.15])
    if way == "turn":
        drawing.drive_turn("motor", f"pin_{name}", base, name)
    elif way == "angle":
        drawing.drive_angle("motor", name)
    else:
        (x, y), angle = drawing.place(f"{name}.pin_{name}"), drawing.any_angle()
        point = drawing.mark(name, "crank_pin", (x + 0.5 * cos(angle), y + 0.5 * sin(angle)))
        if way == "distance":
            drawing.drive_distance("motor", drawing.mark(base, "eye", drawing.anywhere()), point)
        else:
            drawing.drive_coordinate("motor", point, drawing.choose("xy"))


def compound_train(drawing: Drawing) -> Case:
    """Wheels in a row on ground, or on a driven arm."""
    arm = "ground"
    if drawing.happens(0.3):
        arm = "arm"
        drawing.drive_turn("arm_motor", wheel(drawing, arm, "ground", (0.0, 0.0)), "ground", arm)
    wheels = [f"wheel{number}" for number in range(drawing.choose([2, 3, 4]))]
    for number, name in enumerate(wheels):
        wheel(drawing, name, arm, (1.0 * number, 0.3 * number))
    for first, second in pairwise(wheels):
        links = (first, second) if drawing.happens(0.5) else (second, first)
        drawing.gear(f"mesh_{second}", links, arm, some_teeth(drawing), some_mesh(drawing))
    drive_wheel(drawing, drawing.choose(wheels), arm)
    return driven(drawing, turns=drawing.choose([1.0, 2.0]))


def planets(drawing: Drawing) -> Case:
    """Sun, planet and ring, the ring fixed or a second wheel driven."""
    wheel(drawing, "sun", "ground", (0.0, 0.0))
    wheel(drawing, "arm", "ground", (0.0, 0.0))
    wheel(drawing, "planet", "arm", (2.0, 0.5))
    fixed = drawing.happens(0.6)
    if not fixed:
        wheel(drawing, "ring", "ground", (0.0, 0.0))
    small, large = drawing.choose(range(10, 40)), drawing.choose(range(50, 90))
    drawing.gear("sun_planet", ("sun", "planet"), "arm", (20, small))
    drawing.gear("planet_ring", ("planet", "ground" if fixed else "ring"), "arm", (small, large), "internal")
    if fixed:
        first = drawing.choose(["sun", "arm"])
        drive_wheel(drawing, first, "ground")
    else:
        first, second = drawing.random.permutation(["sun", "arm", "ring"])[:2].tolist()
        drive_wheel(drawing, first, "ground")
        drawing.drive_angle("second", second)
    return driven(drawing, turns=drawing.choose([1.0, 2.0]))


def racks(drawing: Drawing) -> Case:
    """A rack with a pinion, at times with a train; driven by the stroke, a point, a wheel or the rack's whole pose."""
    angle, radius = drawing.any_angle(), exp(drawing.random.uniform(log(0.02), log(0.8)))
    c, s = cos(angle), sin(angle)
    way = drawing.choose(["stroke", "coordinate", "distance", "wheel", "pose"], [0.4, 0.2, 0.15, 0.15, 0.1])
    drawing.link("rack")
    if way != "pose":
        drawing.slide("guide", ("ground", "rack"), (0.0, 0.0), angle)
    wheel(drawing, "pinion", "ground", (-s * radius, c * radius))
    drawing.rack("rolling", ("pinion", "rack"), ((-s * radius, c * radius), (0.0, 0.0)), angle, radius)
    if drawing.happens(0.5):
        wheel(drawing, "follower", "ground", (1.0, 1.0))
        drawing.gear("mesh", ("pinion", "follower"), "ground", some_teeth(drawing))
    if way == "pose":
        drawing.drive_pose("motor", "rack")
    elif way == "stroke":
        drawing.drive_stroke("motor", "guide", backwards=drawing.happens(0.3))
    elif way == "coordinate":
        drawing.drive_coordinate("motor", drawing.mark("rack", "end", drawing.anywhere()), "x" if abs(c) > 0.5 else "y")
    elif way == "distance":
        eye = drawing.mark("ground", "eye", (-3.0 * c - s, -3.0 * s + c))
        drawing.drive_distance("motor", eye, drawing.mark("rack", "end", (0.0, 0.0)))
    else:
        drive_wheel(drawing, "pinion", "ground")
    return driven(drawing)


def geared_five_bar(drawing: Drawing) -> Case:
    """Two cranks that mesh, and two couplers between them."""
    wheel(drawing, "first", "ground", (0.0, 0.0))
    wheel(drawing, "second", "ground", (2.0, 0.0))
    teeth = drawing.choose([(1, 1), (1, 2), (2, 1), (20, 30)])
    drawing.gear("mesh", ("first", "second"), "ground", teeth, some_mesh(drawing))
    (x, y), height = drawing.anywhere(1.0), drawing.choose([-1.0, 1.0]) * drawing.random.uniform(1.5, 4.0)
    drawing.link("left")
    drawing.link("right")
    drawing.pin("end_left", ("first", "left"), drawing.anywhere(1.0))
    drawing.pin("end_right", ("second", "right"), (2.0 + x, y))
    drawing.pin("apex", ("left", "right"), (1.0 + x, height))
    drive_wheel(drawing, "first", "ground")
    return driven(drawing)


def wheel_of_a_linkage(drawing: Drawing) -> Case:
    """Wheels on the rocker of a four-bar, turned by its coupler."""
    b, c, d = drawing.anywhere(0.8), (2.0 + drawing.random.uniform(-0.5, 0.5), 1.5), (2.5, 0.0)
    wheel(drawing, "crank", "ground", (0.0, 0.0))
    drawing.bar("coupler", b, c)
    drawing.bar("rocker", d, c)
    for name, links, place in (("B", "crank coupler", b), ("C", "coupler rocker", c), ("D", "ground rocker", d)):
        drawing.pin(name, links.split(), place)
    wheel(drawing, "outer", "rocker", c)
    wheel(drawing, "last", "rocker", d)
    drawing.gear("mesh", ("outer", "coupler"), "rocker", some_teeth(drawing))
    drawing.gear("second_mesh", ("last", "outer"), "rocker", some_teeth(drawing), some_mesh(drawing))
    drive_wheel(drawing, "crank", "ground")
    return driven(drawing)
