"""Groups of class III, of class IV and of six links or more, strewn in the plane, on one or two cranks."""

from __future__ import annotations

from sgkin import decompose
from tests.fuzz.case import Case, driven
from tests.fuzz.drawing import Drawing, UnsuitableError

Template = list[tuple[str, str, str]]
"""Joints as letter, link, link."""


def class_three(drawing: Drawing) -> Case:
    """A platform on three legs."""
    template = []
    for number, base in enumerate(bases_of(drawing, 3)):
        outer, inner = drawing.choose(["RR", "RP", "PR"], [0.8, 0.1, 0.1])
        template += [(outer, base, f"leg{number}"), (inner, f"leg{number}", "platform")]
    return strewn(drawing, template)


def class_four(drawing: Drawing) -> Case:
    """Two links with an outer joint, joined by two connectors."""
    first, last = bases_of(drawing, 2)
    pairs = [(first, "one"), ("one", "left"), ("left", "two"), ("one", "right"), ("right", "two"), ("two", last)]
    return strewn(drawing, [(drawing.choose("RP", [0.9, 0.1]), *pair) for pair in pairs])


def six_links(drawing: Drawing) -> Case:
    """A ring of links, every second of them with an outer joint, or a class III group made larger."""
    if drawing.happens(0.5):
        ring = [f"link{number}" for number in range(drawing.choose([6, 8], [0.8, 0.2]))]
        pairs = [(link, ring[number - 1]) for number, link in enumerate(ring)]
        pairs += zip(bases_of(drawing, len(ring) // 2), ring[::2], strict=True)
    else:
        bases = bases_of(drawing, 3)
        pairs = [pair for k, base in enumerate(bases) for pair in ((base, f"leg{k}"), (f"leg{k}", "platform"))]
        for number in range(drawing.choose([1, 2])):
            pairs = enlarged(drawing, pairs, str(number))
    case = strewn(drawing, [(drawing.choose("RP", [0.95, 0.05]), *pair) for pair in pairs])
    if max(len(group.links) for group in decompose(case.mechanism).groups) < 6:
        raise UnsuitableError
    return case


def enlarged(drawing: Drawing, pairs: list[tuple[str, str]], name: str) -> list[tuple[str, str]]:
    """A joint replaced by a bar, and another bar from one of its links to a third: two links and three joints more."""
    number = drawing.choose(range(len(pairs)))
    first, second = pairs[number] if drawing.happens(0.5) else pairs[number][::-1]
    if first in drawing.poses:  # a bar from crank to crank would hold them
        first, second = second, first
    links = dict.fromkeys(link for pair in pairs for link in pair if link not in (first, second))
    third, bar, other = drawing.choose(list(links)), f"bar{name}", f"other{name}"
    return [*pairs[:number], *pairs[number + 1 :], (first, bar), (bar, second), (first, other), (other, third)]


def bases_of(drawing: Drawing, count: int) -> list[str]:
    """One or two driven links, and the links on which so many outer joints of a group hang."""
    cranks = ["crank", "other_crank"][: drawing.choose([1, 2], [0.7, 0.3])]
    for number, name in enumerate(cranks):
        place = drawing.anywhere()
        drawing.link(name, (*place, drawing.any_angle()))
        if drawing.happens(0.1):
            drawing.drive_stroke(
                f"motor{number}", drawing.slide(f"G{number}", ("ground", name), place, drawing.any_angle())
            )
            continue
        pin = drawing.pin(f"O{number}", ("ground", name), place)
        if drawing.happens(0.8):
            drawing.drive_turn(f"motor{number}", pin, "ground", name)
        else:
            drawing.drive_angle(f"motor{number}", name)
    bases = [*cranks, *["ground"] * count][:count]
    drawing.random.shuffle(bases)
    return bases


def strewn(drawing: Drawing, template: Template) -> Case:
    """The case of joints at places anywhere."""
    for name in dict.fromkeys(link for _, *pair in template for link in pair):
        if name not in drawing.poses:
            drawing.link(name)
    for number, (letter, *pair) in enumerate(template):
        if letter == "R":
            drawing.pin(f"J{number}", pair, drawing.anywhere())
        else:
            drawing.slide(f"J{number}", (pair[0], pair[1]), drawing.anywhere(), drawing.any_angle())
    return driven(drawing, close=0.5, drives=3)
