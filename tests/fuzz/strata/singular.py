"""Four-bars and slider-cranks next to change points and dead points, with steps on, near and over them."""

from __future__ import annotations

from math import acos, cos, pi, sin, sqrt

import numpy as np

from sgkin.model.motion_law import ConstantSpeed
from tests.fuzz.case import Case, given_as, refuse_unsuitable
from tests.fuzz.drawing import Drawing, Place, UnsuitableError


def singular(random: np.random.Generator) -> Case:
    """A linkage that differs from one with a change point by 1e-10 … 1e-2, at times by nothing."""
    detuning = 0.0 if random.random() < 0.15 else float(10.0 ** random.uniform(-10.0, -2.0) * random.choice([-1, 1]))
    return random.choice([near_four_bar, near_slider_crank])(random, detuning)


def near_four_bar(random: np.random.Generator, detuning: float) -> Case:
    """A parallelogram, a kite or a linkage at Grashof's limit, with one length changed."""
    kind = random.choice(["parallelogram", "kite", "limit"])
    g = float(random.choice([1.003, 1.01, 1.05, 1.5, 2.0, 3.0]))
    if kind == "parallelogram":
        lengths = [1.0, g, 1.0, g]
    elif kind == "kite":
        lengths = [1.0, g, g, 1.0] if random.random() < 0.5 else [1.0, 1.0, g, g]
    else:
        a, b = random.uniform(0.5, 2.0, 2)
        lengths = [a, b, a + b - 0.4, 0.4]
        random.shuffle(lengths)
    changed = int(random.integers(4))
    lengths[changed] *= 1.0 + detuning
    crank, coupler, rocker, ground = (float(length) for length in lengths)
    special = flat_angle(crank, coupler, rocker, ground, random)
    start = special + float(random.choice([-1.0, 1.0]) * random.uniform(0.2, 1.5))
    drawing = Drawing(random)
    b, d = (crank * cos(start), crank * sin(start)), (ground, 0.0)
    c = meeting(b, d, coupler, rocker, float(random.choice([-1.0, 1.0])))
    drawing.bar("crank", (0.0, 0.0), b)
    drawing.bar("coupler", b, c)
    drawing.bar("rocker", d, c)
    drawing.points["ground"] = {"A": (0.0, 0.0), "D": d}
    drawing.poses["crank"] = (0.0, 0.0, start)
    for name, links, place in (("A", "ground crank", (0.0, 0.0)), ("B", "crank coupler", b)):
        drawing.pin(name, links.split(), place)
    for name, links, place in (("C", "coupler rocker", c), ("D", "ground rocker", d)):
        drawing.pin(name, links.split(), place)
    # to the last digit
    drawing.points["crank"] = {"A": (0.0, 0.0), "B": (crank, 0.0)}
    drawing.points["coupler"] = {"B": (0.0, 0.0), "C": (coupler, 0.0)}
    drawing.points["rocker"] = {"D": (0.0, 0.0), "C": (rocker, 0.0)}
    drawing.drive_turn("motor", "A", "ground", "crank")
    return past(drawing, start, special)


def flat_angle(crank: float, coupler: float, rocker: float, ground: float, random: np.random.Generator) -> float:
    """A crank angle at which coupler and rocker are nearly in line."""
    found = [0.0, pi]
    for reach in (coupler + rocker, abs(coupler - rocker)):
        cosine = (crank**2 + ground**2 - reach**2) / (2.0 * crank * ground)
        if abs(cosine) < 1.0:
            found += [acos(cosine), -acos(cosine)] * 2
    return float(random.choice(found))


def meeting(b: Place, d: Place, first: float, second: float, side: float) -> Place:
    """The point at given distances from two others."""
    x, y = d[0] - b[0], d[1] - b[1]
    square = x * x + y * y
    if square == 0.0:
        raise UnsuitableError
    u = (square + first**2 - second**2) / (2.0 * square)
    height = first**2 / square - u * u
    if height <= 1e-6:
        raise UnsuitableError
    h = side * sqrt(height)
    return b[0] + u * x - h * y, b[1] + u * y + h * x


def near_slider_crank(random: np.random.Generator, detuning: float) -> Case:
    """A slider-crank whose rod is nearly as long as its crank, or that nearly reaches its guide."""
    crank = 1.0
    offset = float(random.choice([0.0, 0.0, 0.3, 1.2]))
    # the guide is reached at the latest when the crank points away from it: rod = crank + offset
    rod = (crank + offset) * (1.0 + detuning) if random.random() < 0.7 else crank * (1.3 + detuning)
    special = -pi / 2.0 if offset > 0.0 or random.random() < 0.5 else pi / 2.0
    start = special + float(random.choice([-1.0, 1.0]) * random.uniform(0.2, 1.5))
    b = (crank * cos(start), crank * sin(start))
    height = rod**2 - (offset - b[1]) ** 2
    if height <= 1e-6:
        raise UnsuitableError
    c = (b[0] + float(random.choice([-1.0, 1.0])) * sqrt(height), offset)
    drawing = Drawing(random)
    drawing.bar("crank", (0.0, 0.0), b)
    drawing.bar("rod", b, c)
    drawing.link("block", (*c, 0.0))
    drawing.poses["crank"] = (0.0, 0.0, start)
    drawing.pin("A", ("ground", "crank"), (0.0, 0.0))
    drawing.pin("B", ("crank", "rod"), b)
    drawing.pin("C", ("rod", "block"), c)
    drawing.guide("G", "ground", "block", (0.0, offset), c, 0.0)
    drawing.points["crank"] = {"A": (0.0, 0.0), "B": (crank, 0.0)}
    drawing.points["rod"] = {"B": (0.0, 0.0), "C": (rod, 0.0)}
    drawing.drive_turn("motor", "A", "ground", "crank")
    return past(drawing, start, special)


def past(drawing: Drawing, start: float, special: float) -> Case:
    """Steps from the start past a special angle and on, that fall on it, near it, or anywhere."""
    random = drawing.random
    mechanism, poses = drawing.finish(lambda number, value: ConstantSpeed(1.0 if special > start else -1.0, value))
    way = abs(special - start)
    before = int(random.integers(1, 25))
    step = way / before
    fall = random.choice(["on", "near", "anywhere"])
    shift = 0.0
    if fall == "near":
        shift = float(10.0 ** random.uniform(-9.0, -3.0) * random.choice([-1.0, 1.0]))
    elif fall == "anywhere":
        shift = float(random.uniform(-0.5, 0.5) * step)
    after = int(random.integers(1, 25))
    times = np.arange(before + after + 1) * step + shift
    if fall == "on":
        times[before] = way
    case = given_as(random, mechanism, poses, times, True)
    refuse_unsuitable(case)
    return case
