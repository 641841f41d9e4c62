"""The PRP dyad: two sliders on guides of earlier links, pinned to each other."""

from __future__ import annotations

from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Entity
from sgkin.groups.example import dyad_example
from sgkin.groups.site import Site, along_guide
from sgkin.kernels import prp
from sgkin.mathematics import cos, sin

KERNEL = prp.PRP


def build(task: GroupTask, site: Site) -> Element:
    joints, links = zip(*task.outer, strict=True)
    bases = [site.earlier_link(joint, task.links) for joint in joints]
    outer = [site.guide(joint, base) for joint, base in zip(joints, bases, strict=True)]
    inner = [site.guide(joint, link) for joint, link in zip(joints, links, strict=True)]
    places = [site.pin(task.inner[0], link) for link in links]
    geometry = []
    for fixed, moving, place in zip(outer, inner, places, strict=True):
        h = fixed.offset - moving.offset + along_guide(moving, place)[1]
        geometry += [h, cos(fixed.angle), sin(fixed.angle)]
    pin = Entity("point", links[0], places[0])
    points = [site.point(base, guide.point) for base, guide in zip(bases, outer, strict=True)]
    element = site.add(KERNEL, points + [site.direction(base) for base in bases], [pin], geometry, task.number)
    for link, base, fixed, moving, place in zip(links, bases, outer, inner, places, strict=True):
        site.place(link, [(pin, place)], site.turned(base, fixed.angle - moving.angle, link))
    return element


PRP = Declaration(
    signature="PRP", build=build, example=dyad_example("PRP"), singular_when="its two guides are parallel"
)
