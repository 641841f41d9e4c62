"""The PRP dyad: two sliders on guides of earlier links, pinned to each other."""

from __future__ import annotations

from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Feature
from sgkin.groups.example import dyad_example
from sgkin.groups.plan_builder import PlanBuilder, along_guide
from sgkin.kernels import prp
from sgkin.mathematics import cos, sin

KERNEL = prp.PRP


def build(task: GroupTask, builder: PlanBuilder) -> Element:
    joints, links = zip(*task.outer, strict=True)
    bases = [builder.earlier_link(joint, task.links) for joint in joints]
    outer = [builder.guide(joint, base) for joint, base in zip(joints, bases, strict=True)]
    inner = [builder.guide(joint, link) for joint, link in zip(joints, links, strict=True)]
    places = [builder.pin(task.inner[0], link) for link in links]
    geometry = []
    for fixed, moving, place in zip(outer, inner, places, strict=True):
        h = fixed.offset - moving.offset + along_guide(moving, place)[1]
        geometry += [h, cos(fixed.angle), sin(fixed.angle)]
    pin = Feature("point", links[0], places[0])
    points = [builder.point(base, guide.point) for base, guide in zip(bases, outer, strict=True)]
    element = builder.add(KERNEL, points + [builder.direction(base) for base in bases], [pin], geometry, task.number)
    for link, base, fixed, moving, place in zip(links, bases, outer, inner, places, strict=True):
        builder.place(link, [(pin, place)], builder.turned(base, fixed.angle - moving.angle, link))
    return element


PRP = Declaration(
    signature="PRP", build=build, example=dyad_example("PRP"), singular_when="its two guides are parallel"
)
