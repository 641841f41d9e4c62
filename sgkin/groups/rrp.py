"""The RRP dyad: a link pinned to an earlier link, and a slider on a guide of an earlier link."""

from __future__ import annotations

from sgkin.groups.declaration import Declaration, GroupTask, Values
from sgkin.groups.element import Element, Feature
from sgkin.groups.example import dyad_example
from sgkin.groups.plan_builder import PlanBuilder, along_guide, square_distance
from sgkin.kernels import rrp
from sgkin.mathematics import cos, sin, sqrt, turned
from sgkin.model.joint import Revolute

KERNEL = rrp.RRP


def build(task: GroupTask, builder: PlanBuilder) -> Element:
    (hinge, rod), (slide, slider) = sorted(task.outer, key=lambda outer: not isinstance(outer[0], Revolute))
    base = builder.earlier_link(slide, task.links)
    outer, inner = builder.guide(slide, base), builder.guide(slide, slider)
    hinge_place, rod_place, slider_place = (
        builder.pin(hinge, rod),
        builder.pin(task.inner[0], rod),
        builder.pin(task.inner[0], slider),
    )
    h = outer.offset - inner.offset + along_guide(inner, slider_place)[1]
    pin = Feature("point", rod, rod_place)
    inputs = [builder.outer_pin(hinge, task.links), builder.point(base, outer.point), builder.direction(base)]
    geometry = [square_distance(hinge_place, rod_place), h, cos(outer.angle), sin(outer.angle)]
    element = builder.add(KERNEL, inputs, [pin], geometry, task.number)
    builder.place(rod, [(inputs[0], hinge_place), (pin, rod_place)])
    builder.place(slider, [(pin, slider_place)], builder.turned(base, outer.angle - inner.angle, slider))
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
