"""The RPP dyad: a link pinned to an earlier link that slides on a second one, which slides on an earlier link."""

from __future__ import annotations

from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Entity
from sgkin.groups.example import dyad_example
from sgkin.groups.refusal import ZERO, singular_everywhere
from sgkin.groups.site import Site, along_guide
from sgkin.kernels import rpp
from sgkin.mathematics import cos, sin, tan
from sgkin.model.joint import Revolute

KERNEL = rpp.RPP


def build(task: GroupTask, site: Site) -> Element:
    (hinge, first), (slide, second) = sorted(task.outer, key=lambda outer: not isinstance(outer[0], Revolute))
    base = site.earlier_link(slide, task.links)
    fixed, moving = site.guide(slide, base), site.guide(slide, second)
    carried, carrying = site.guide(task.inner[0], first), site.guide(task.inner[0], second)
    beta = carrying.angle - moving.angle
    if abs(sin(beta)) <= ZERO:
        raise singular_everywhere(task, site, RPP.singular_when)
    h = fixed.offset - moving.offset
    # the outer pin lies so far left of the second link's inner guide point, across the inner guide
    hinge_place = site.pin(hinge, first)
    across = along_guide(carried, hinge_place)[1] + carrying.offset - carried.offset
    gx, gy = along_guide(moving, carrying.point)
    # n_in·(P − G) = across + n_in·(inner guide point − G), with n_in = −sin β u + cos β n
    needed = across - sin(beta) * gx + cos(beta) * gy + cos(beta) * h
    inputs = [site.outer_pin(hinge, task.links), site.point(base, fixed.point), site.direction(base)]
    point = Entity("point", second, moving.point)
    geometry = [cos(fixed.angle), sin(fixed.angle), h, -1.0 / tan(beta), needed / sin(beta)]
    element = site.add(KERNEL, inputs, [point], geometry, task.number)
    site.place(second, [(point, moving.point)], site.turned(base, fixed.angle - moving.angle, second))
    turn = fixed.angle - moving.angle + carrying.angle - carried.angle
    site.place(first, [(inputs[0], hinge_place)], site.turned(base, turn, first))
    return element


RPP = Declaration(
    signature="RPP", build=build, example=dyad_example("RPP"), singular_when="its two guides are parallel"
)
