"""The RRP dyad: a link pinned to an earlier link, and a slider on a guide of an earlier link."""

from __future__ import annotations

from sgkin.groups.declaration import Declaration, GroupTask, Values
from sgkin.groups.element import Element, Entity
from sgkin.groups.example import dyad_example
from sgkin.groups.site import Site, along_guide, distance
from sgkin.kernels import rrp
from sgkin.mathematics import cos, sin, sqrt, turned
from sgkin.model.joint import Revolute

KERNEL = rrp.RRP


def build(task: GroupTask, site: Site) -> Element:
    (hinge, rod), (slide, slider) = sorted(task.outer, key=lambda outer: not isinstance(outer[0], Revolute))
    base = site.earlier_link(slide, task.links)
    outer, inner = site.guide(slide, base), site.guide(slide, slider)
    hinge_place, rod_place, slider_place = (
        site.pin(hinge, rod),
        site.pin(task.inner[0], rod),
        site.pin(task.inner[0], slider),
    )
    h = outer.offset - inner.offset + along_guide(inner, slider_place)[1]
    pin = Entity("point", rod, rod_place)
    inputs = [site.outer_pin(hinge, task.links), site.point(base, outer.point), site.direction(base)]
    geometry = [distance(hinge_place, rod_place) ** 2, h, cos(outer.angle), sin(outer.angle)]
    element = site.add(KERNEL, inputs, [pin], geometry, task.number)
    site.place(rod, [(inputs[0], hinge_place), (pin, rod_place)])
    site.place(slider, [(pin, slider_place)], site.turned(base, outer.angle - inner.angle, slider))
    return element


def branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """+1 where the inner pin lies ahead, along the guide, of the foot of the outer pin."""
    (px, py), _, v, (cx, cy) = (*inputs, *outputs)
    _, _, *incline = geometry
    ux, uy = turned(v, incline)
    return 1 if (cx - px) * ux + (cy - py) * uy >= 0.0 else -1


def gap(inputs: Values, geometry: list[float]) -> float:
    (px, py), (qx, qy), v = inputs
    square, h, *incline = geometry
    ux, uy = turned(v, incline)
    return abs(ux * (qy - py) - uy * (qx - px) + h) - sqrt(square)


RRP = Declaration(
    signature="RRP",
    build=build,
    example=dyad_example("RRP"),
    branches=(1, -1),
    branch=branch,
    gap=gap,
    singular_when="the rod stands at right angles to the guide",
)
