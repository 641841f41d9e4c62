"""The RPR dyad: two links that slide on each other, each pinned to an earlier link."""

from __future__ import annotations

from math import cos, hypot, sin

from sgkin.groups.carrying import TURN
from sgkin.groups.declaration import Declaration, GroupTask, Values
from sgkin.groups.element import Element, Entity, Kernel
from sgkin.groups.example import dyad_example
from sgkin.groups.site import Site, along_guide
from sgkin.kernels import rpr

KERNEL = Kernel("RPR", rpr.position, rpr.tangent, rpr.pair, scratch=1, margin=True, branch=True)


def build(task: GroupTask, site: Site) -> Element:
    slide = task.inner[0]
    joints, links = zip(*task.outer, strict=True)
    guides = [site.guide(slide, link) for link in links]
    places = [site.pin(joint, link) for joint, link in zip(joints, links, strict=True)]
    pins = [site.outer_pin(joint, task.links) for joint in joints]
    across = [along_guide(guide, place)[1] for guide, place in zip(guides, places, strict=True)]
    h = across[1] - across[0] + guides[0].offset - guides[1].offset
    u = Entity("direction", links[0], (guides[0].angle, 0.0))
    scale = max(hypot(*places[0]) + hypot(*guides[0].point), hypot(*places[1]) + hypot(*guides[1].point), abs(h))
    element = site.add(KERNEL, pins, [u], [h, (scale or 1.0) ** -2], task.number)
    for link, pin, place, guide in zip(links, pins, places, guides, strict=True):
        direction = u
        if guide.angle != 0.0:
            direction = Entity("direction", link)
            site.add(TURN, [u], [direction], [cos(-guide.angle), sin(-guide.angle)])
        site.place(link, [(pin, place)], direction)
    return element


def branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """+1 where the guide points from the first outer pin towards the second."""
    (px, py), (qx, qy), (c, s) = (*inputs, *outputs)
    return 1 if (qx - px) * c + (qy - py) * s >= 0.0 else -1


def gap(inputs: Values, geometry: list[float]) -> float:
    (px, py), (qx, qy) = inputs
    return abs(geometry[0]) - hypot(qx - px, qy - py)


RPR = Declaration(
    "RPR", build, dyad_example("RPR"), (1, -1), branch, gap, "the line between its pins is square to the guide"
)
