"""The RPP dyad: a link pinned to an earlier link that slides on a second one, which slides on an earlier link."""

from __future__ import annotations

from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Feature
from sgkin.groups.example import dyad_example
from sgkin.groups.plan_builder import PlanBuilder, along_guide
from sgkin.groups.refusal import ALMOST_ZERO, singular_everywhere
from sgkin.kernels import rpp
from sgkin.mathematics import cos, sin, tan
from sgkin.model.joint import Revolute

KERNEL = rpp.RPP


def build(task: GroupTask, builder: PlanBuilder) -> Element:
    (hinge, first), (slide, second) = sorted(task.outer, key=lambda outer: not isinstance(outer[0], Revolute))
    base = builder.earlier_link(slide, task.links)
    fixed, moving = builder.guide(slide, base), builder.guide(slide, second)
    carried, carrying = builder.guide(task.inner[0], first), builder.guide(task.inner[0], second)
    beta = carrying.angle - moving.angle
    if abs(sin(beta)) <= ALMOST_ZERO:
        raise singular_everywhere(task, builder, RPP.singular_when)
    h = fixed.offset - moving.offset
    # the outer pin lies so far left of the second link's inner guide point, across the inner guide
    hinge_place = builder.pin(hinge, first)
    across = along_guide(carried, hinge_place)[1] + carrying.offset - carried.offset
    gx, gy = along_guide(moving, carrying.point)
    # n_in·(P − G) = across + n_in·(inner guide point − G), with n_in = −sin β u + cos β n
    needed = across - sin(beta) * gx + cos(beta) * gy + cos(beta) * h
    inputs = [builder.outer_pin(hinge, task.links), builder.point(base, fixed.point), builder.direction(base)]
    point = Feature("point", second, moving.point)
    geometry = [cos(fixed.angle), sin(fixed.angle), h, -1.0 / tan(beta), needed / sin(beta)]
    element = builder.add(KERNEL, inputs, [point], geometry, task.number)
    builder.place(second, [(point, moving.point)], builder.turned(base, fixed.angle - moving.angle, second))
    turn = fixed.angle - moving.angle + carrying.angle - carried.angle
    builder.place(first, [(inputs[0], hinge_place)], builder.turned(base, turn, first))
    return element


RPP = Declaration(
    signature="RPP", build=build, example=dyad_example("RPP"), singular_when="its two guides are parallel"
)
