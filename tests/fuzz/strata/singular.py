"""Linkages next to change points and dead points, with steps on, near and over them."""

from __future__ import annotations

from dataclasses import replace
from math import acos, cos, pi, sin, sqrt

import numpy as np

from sgkin.model.motion_law import ConstantSpeed
from tests.fuzz.case import Case, given_as, suitable
from tests.fuzz.drawing import Drawing, Place, UnsuitableError


def singular(drawing: Drawing) -> Case:
    """A linkage that differs from one with a change point by 1e-10 … 1e-2, at times by nothing."""
    detuning = float(drawing.choose([-1.0, 1.0]) * 10.0 ** drawing.random.uniform(-10.0, -2.0))
    linkage = drawing.choose([near_four_bar, near_slider_crank, near_quick_return], [0.5, 0.3, 0.2])
    exact = drawing.happens(0.15)
    return replace(linkage(drawing, 0.0 if exact else detuning), exact=exact)


def near_four_bar(drawing: Drawing, detuning: float) -> Case:
    """A parallelogram, a kite or a linkage at Grashof's limit, with one length changed."""
    g, (a, b) = drawing.choose([1.003, 1.01, 1.05, 1.5, 2.0, 3.0]), drawing.random.uniform(0.5, 2.0, 2).tolist()
    limit = drawing.random.permutation([a, b, a + b - 0.4, 0.4]).tolist()
    lengths = drawing.choose([[1.0, g, 1.0, g], [1.0, g, g, 1.0], [1.0, 1.0, g, g], limit])
    lengths[drawing.choose(range(4))] *= 1.0 + detuning
    crank, coupler, rocker, ground = lengths
    special = flat_angle(drawing, crank, coupler, rocker, ground)
    start = before(drawing, special)
    b, d = (crank * cos(start), crank * sin(start)), (ground, 0.0)
    c = meeting(b, d, coupler, rocker, drawing.choose([-1.0, 1.0]))
    driven_crank(drawing, crank, start)
    exact_bar(drawing, "coupler", "BC", (b, c), coupler)
    exact_bar(drawing, "rocker", "DC", (d, c), rocker)
    drawing.points["ground"]["D"] = d
    at_c = ["coupler", "rocker"]
    if drawing.happens(0.2):
        add_parallelogram(drawing, c, rocker, ground)
        at_c.append("long_coupler")
    for name, links in (("B", ("crank", "coupler")), ("C", at_c), ("D", ("ground", "rocker"))):
        drawing.pin_marked(name, links)
    return past(drawing, start, special)


def add_parallelogram(drawing: Drawing, c: Place, crank: float, length: float) -> None:
    """A parallelogram, or its mirror image, whose crank is the rocker of a four-bar."""
    other = (2.0 * length, 0.0)
    end = meeting(c, other, length, crank, drawing.choose([-1.0, 1.0]))
    exact_bar(drawing, "long_coupler", "CE", (c, end), length)
    exact_bar(drawing, "last_rocker", "GE", (other, end), crank)
    drawing.points["ground"]["G"] = other
    drawing.pin_marked("E", ("long_coupler", "last_rocker"))
    drawing.pin_marked("G", ("ground", "last_rocker"))


def near_slider_crank(drawing: Drawing, detuning: float) -> Case:
    """A slider-crank whose rod nearly reaches from the crank to the guide, or does so with ease."""
    offset = drawing.choose([0.0, 0.0, 0.3, 1.2])
    rod = (1.0 + offset) * (1.0 + detuning) if drawing.happens(0.7) else 1.3 + detuning
    special = -pi / 2.0 if offset > 0.0 or drawing.happens(0.5) else pi / 2.0
    start = before(drawing, special)
    b = (cos(start), sin(start))
    square = rod**2 - (offset - b[1]) ** 2
    if square <= 1e-6:
        raise UnsuitableError
    c = (b[0] + drawing.choose([-1.0, 1.0]) * sqrt(square), offset)
    driven_crank(drawing, 1.0, start)
    exact_bar(drawing, "rod", "BC", (b, c), rod)
    drawing.link("block", (*c, 0.0))
    drawing.mark("block", "C", c)
    for name, links in (("B", ("crank", "rod")), ("C", ("rod", "block"))):
        drawing.pin_marked(name, links)
    drawing.slide_between("G", ("ground", "block"), ((0.0, offset), c), 0.0)
    return past(drawing, start, special)


def near_quick_return(drawing: Drawing, detuning: float) -> Case:
    """A crank whose pin slides on a lever and passes the lever's pivot, by a slot or by a block."""
    crank = 1.0 + detuning
    start = before(drawing, 0.0)
    b, d = (crank * cos(start), crank * sin(start)), (1.0, 0.0)
    driven_crank(drawing, crank, start)
    drawing.bar("lever", d, b)
    drawing.points["lever"] = {"D": (0.0, 0.0)}
    drawing.points["ground"]["D"] = d
    drawing.pin_marked("D", ("ground", "lever"))
    if drawing.happens(0.5):
        drawing.slot_marked("B", "crank", "lever", "D")
    else:
        drawing.link("block", (*b, drawing.poses["lever"][2]))
        drawing.points["block"] = {"B": (0.0, 0.0)}
        drawing.pin_marked("B", ("crank", "block"))
        drawing.slide_between("S", ("lever", "block"), (d, b), drawing.poses["lever"][2])
    return past(drawing, start, 0.0)


def before(drawing: Drawing, special: float) -> float:
    """A crank angle from which a special one is reached."""
    return special + drawing.choose([-1.0, 1.0]) * drawing.random.uniform(0.2, 1.5)


def driven_crank(drawing: Drawing, length: float, angle: float) -> None:
    exact_bar(drawing, "crank", "AB", ((0.0, 0.0), (length * cos(angle), length * sin(angle))), length)
    drawing.poses["crank"] = (0.0, 0.0, angle)
    drawing.points["ground"]["A"] = (0.0, 0.0)
    drawing.pin_marked("A", ("ground", "crank"))
    drawing.drive_turn("motor", "A", "ground", "crank")


def exact_bar(drawing: Drawing, name: str, points: str, places: tuple[Place, Place], length: float) -> None:
    """A bar with two points that has its length to the last digit."""
    drawing.bar(name, *places)
    drawing.points[name] = dict(zip(points, ((0.0, 0.0), (length, 0.0)), strict=True))


def flat_angle(drawing: Drawing, crank: float, coupler: float, rocker: float, ground: float) -> float:
    """A crank angle at which coupler and rocker are in line, or crank and ground."""
    found = [0.0, pi]
    for reach in (coupler + rocker, abs(coupler - rocker)):
        cosine = (crank**2 + ground**2 - reach**2) / (2.0 * crank * ground)
        if abs(cosine) < 1.0:
            found += [acos(cosine), -acos(cosine)] * 2
    return drawing.choose(found)


def meeting(b: Place, d: Place, first: float, second: float, side: float) -> Place:
    """The point at given distances from two others."""
    x, y = d[0] - b[0], d[1] - b[1]
    square = x * x + y * y
    if square < 1e-6:
        raise UnsuitableError
    u = (square + first**2 - second**2) / (2.0 * square)
    height = first**2 / square - u * u
    if height <= 1e-6:
        raise UnsuitableError
    h = side * sqrt(height)
    return b[0] + u * x - h * y, b[1] + u * y + h * x


def past(drawing: Drawing, start: float, special: float) -> Case:
    """Steps from the start past a special angle and on, that fall on it, near it, or anywhere."""
    sense = 1.0 if special > start else -1.0
    mechanism, poses = drawing.finish(lambda number, value: ConstantSpeed(sense, value))
    before, after = drawing.random.integers(1, 25, 2).tolist()
    step = abs(special - start) / before
    fall = drawing.choose(["on", "near", "anywhere"])
    times = np.arange(before + after + 1) * step
    if fall == "on":
        times[before] = (special - start) * sense
    elif fall == "near":
        times += drawing.choose([-1.0, 1.0]) * 10.0 ** drawing.random.uniform(-9.0, -3.0)
    else:
        times += drawing.random.uniform(-0.5, 0.5) * step
    return suitable(Case(mechanism, poses, [given_as(drawing.random, mechanism, times)]))
