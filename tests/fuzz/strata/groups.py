"""Groups of class III, of class IV and of six links or more, strewn in the plane, on one or two cranks."""

from __future__ import annotations

from math import pi

import numpy as np

from sgkin import decompose
from tests.fuzz.case import Case, driven
from tests.fuzz.drawing import Drawing, UnsuitableError

Template = list[tuple[str, str, str]]
"""Joints as letter, link, link."""


def class_three(random: np.random.Generator) -> Case:
    """A platform on three legs."""
    drawing, bases = with_cranks(random, 3)
    template = []
    for number, base in enumerate(bases):
        outer, inner = random.choice(["RR", "RP", "PR"], p=[0.7, 0.15, 0.15])
        template += [(outer, base, f"leg{number}"), (inner, f"leg{number}", "platform")]
    return strewn(drawing, template)


def class_four(random: np.random.Generator) -> Case:
    """Two links with an outer joint, joined by two connectors."""
    drawing, bases = with_cranks(random, 2)
    letters = random.choice(["R", "P"], size=6, p=[0.9, 0.1])
    places = [
        (bases[0], "one"),
        ("one", "left"),
        ("left", "two"),
        ("one", "right"),
        ("right", "two"),
        ("two", bases[1]),
    ]
    return strewn(drawing, [(str(letter), *place) for letter, place in zip(letters, places, strict=True)])


def six_links(random: np.random.Generator) -> Case:
    """A ring of links, every second of them with an outer joint, or a class III group made larger."""
    if random.random() < 0.5:
        corners = int(random.choice([3, 4], p=[0.8, 0.2]))
        drawing, bases = with_cranks(random, corners)
        ring = [f"link{number}" for number in range(2 * corners)]
        joints = [(link, ring[number - 1]) for number, link in enumerate(ring)]
        joints += list(zip(bases, ring[::2], strict=True))
    else:
        drawing, bases = with_cranks(random, 3)
        joints = [pair for k, base in enumerate(bases) for pair in ((base, f"leg{k}"), (f"leg{k}", "platform"))]
        for number in range(int(random.integers(1, 2, endpoint=True))):
            joints = enlarged(random, joints, str(number), list(drawing.poses))
    letters = random.choice(["R", "P"], size=len(joints), p=[0.95, 0.05])
    case = strewn(drawing, [(str(letter), *pair) for letter, pair in zip(letters, joints, strict=True)])
    if max(len(group.links) for group in decompose(case.mechanism).groups) < 6:
        raise UnsuitableError
    return case


def enlarged(
    random: np.random.Generator, joints: list[tuple[str, str]], name: str, bases: list[str]
) -> list[tuple[str, str]]:
    """A joint replaced by a bar, and another bar from one of its links to a third: two links and three joints more."""
    number = int(random.integers(len(joints)))
    first, second = joints[number] if random.random() < 0.5 else joints[number][::-1]
    if first in bases:
        first, second = second, first
    links = list(dict.fromkeys(link for pair in joints for link in pair if link not in (first, second)))
    third = str(random.choice(links))
    rest = joints[:number] + joints[number + 1 :]
    bar, other = f"bar{name}", f"other{name}"
    return [*rest, (first, bar), (bar, second), (first, other), (other, third)]


def with_cranks(random: np.random.Generator, count: int) -> tuple[Drawing, list[str]]:
    """A drawing with one or two driven links, and the links on which the outer joints of a group hang."""
    drawing = Drawing(random)
    cranks = ["crank", "other_crank"][: int(random.choice([1, 2], p=[0.7, 0.3]))]
    for number, name in enumerate(cranks):
        place = drawing.anywhere()
        turns = int(random.integers(-1, 2)) if random.random() < 0.2 else 0
        drawing.link(name, (*place, float(random.uniform(-pi, pi))), turns)
        if random.random() < 0.85:
            pin = drawing.pin(f"O{number}", ("ground", name), place)
            if random.random() < 0.8:
                drawing.drive_turn(f"motor{number}", pin, "ground", name)
            else:
                drawing.drive_angle(f"motor{number}", name)
        else:
            guide = drawing.slide(f"G{number}", "ground", name, place, float(random.uniform(-pi, pi)))
            drawing.drive_stroke(f"motor{number}", guide)
    bases = [*cranks, *["ground"] * count][:count]
    random.shuffle(bases)
    return drawing, bases


def strewn(drawing: Drawing, template: Template) -> Case:
    """The case of joints at places anywhere."""
    for name in dict.fromkeys(link for _, *pair in template for link in pair):
        if name not in drawing.poses:
            drawing.link(name)
    for number, (letter, first, second) in enumerate(template):
        if letter == "R":
            drawing.pin(f"J{number}", (first, second), drawing.anywhere())
        else:
            inclination = float(drawing.random.uniform(-pi, pi))
            drawing.slide(f"J{number}", first, second, drawing.anywhere(), inclination)
    return driven(drawing, close=0.5)
