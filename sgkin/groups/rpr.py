"""The RPR dyad: two links that slide on each other, each pinned to an earlier link."""

from __future__ import annotations

from sgkin.groups.declaration import Declaration, GroupTask, Values
from sgkin.groups.element import Element, Feature
from sgkin.groups.example import dyad_example
from sgkin.groups.plan_builder import PlanBuilder, along_guide
from sgkin.kernels import rpr
from sgkin.kernels.frames import TURN
from sgkin.mathematics import cos, hypot, is_zero, sin

KERNEL = rpr.RPR


def build(task: GroupTask, builder: PlanBuilder) -> Element:
    slide = task.inner[0]
    joints, links = zip(*task.outer, strict=True)
    guides = [builder.guide(slide, link) for link in links]
    places = [builder.pin(joint, link) for joint, link in zip(joints, links, strict=True)]
    pins = [builder.outer_pin(joint, task.links) for joint in joints]
    across = [along_guide(guide, place)[1] for guide, place in zip(guides, places, strict=True)]
    h = across[1] - across[0] + guides[0].offset - guides[1].offset
    u = Feature("direction", links[0], (guides[0].angle, 0.0))
    scale = max(hypot(*places[0]) + hypot(*guides[0].point), hypot(*places[1]) + hypot(*guides[1].point), abs(h))
    element = builder.add(KERNEL, pins, [u], [h, 1.0 / (scale * scale or 1.0)], task.number)
    for link, pin, place, guide in zip(links, pins, places, guides, strict=True):
        direction = u
        if not is_zero(guide.angle):
            direction = Feature("direction", link)
            builder.add(TURN, [u], [direction], [cos(-guide.angle), sin(-guide.angle)])
        builder.place(link, [(pin, place)], direction)
    return element


def branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """+1 where the guide points from the first outer pin towards the second."""
    (px, py), (qx, qy), (c, s) = (*inputs, *outputs)
    return 1 if (qx - px) * c + (qy - py) * s >= 0.0 else -1


def gap(inputs: Values, geometry: list[float]) -> float:
    (px, py), (qx, qy) = inputs
    h, _ = geometry
    return abs(h) - hypot(qx - px, qy - py)


RPR = Declaration(
    signature="RPR",
    build=build,
    example=dyad_example("RPR"),
    branches=(1, -1),
    branch=branch,
    gap=gap,
    singular_when="the line between its pins is square to the guide",
)
