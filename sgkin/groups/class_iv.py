"""Class IV groups: two end links joined by two connectors, with any mixture of revolute and prismatic joints."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from sgkin.groups.class_iii import leg_numbers, place_leg
from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Feature
from sgkin.groups.example import tetrad_example
from sgkin.groups.plan_builder import Guide, PlanBuilder, distance
from sgkin.kernels import class_iv
from sgkin.kernels.class_iii import LEG
from sgkin.mathematics import Place, Pose, cos, moved, sin
from sgkin.model.joint import Joint, Prismatic

SIGNATURES = (
    "R|RR|RR|R R|RR|RP|R R|RP|PR|R R|RP|RP|R R|RR|PP|R R|RP|PP|R R|RR|RR|P R|RR|PR|P R|RR|RP|P R|RP|PR|P R|PR|PR|P "
    "R|RR|PP|P R|RP|RP|P R|RP|PP|P R|PR|PP|P P|RR|RR|P P|RR|RP|P P|RP|RP|P P|RP|PR|P"
).split()


def build(task: GroupTask, builder: PlanBuilder) -> Element:
    end1, end2 = (end for _, end in task.outer)
    connectors = [link for link in task.links if link not in (end1, end2)]
    joints = [[_between(task, builder, end, link) for end in (end1, end2)] for link in connectors]
    points = [builder.pin(joint, end) for joint, end in task.outer]
    inputs: list[Feature] = []
    for joint, _ in task.outer:
        base = builder.earlier_link(joint, task.links)
        inputs += [builder.point(base, builder.pin(joint, base)), builder.direction(base)]
    outputs: list[Feature] = []
    for (_, end), place in zip(task.outer, points, strict=True):
        outputs += [Feature("point", end, place), Feature("direction", end)]
    geometry: list[float] = []
    arms: list[float] = []
    for link, (first, second) in zip(connectors, joints, strict=True):
        numbers = leg_numbers(first, second, end1, link, end2, builder)
        numbers[1:3] = _from(points[1], builder.pin(second, end2))
        geometry += numbers
        arms += _from(points[0], builder.pin(first, end1))
    for joint, end in task.outer:
        arms += _end_numbers(joint, end, builder.earlier_link(joint, task.links), builder)
    reach = [distance(points[0], builder.pin(joint, end1)) for joint, _ in joints]
    reach += [distance(points[1], builder.pin(joint, end2)) for _, joint in joints]
    geometry += [*arms, max(reach) or 1.0]
    kinds = tuple(int(geometry[LEG * number]) for number in range(len(connectors)))
    slides = tuple(geometry[class_iv.END + class_iv.END_NUMBERS * number] for number in range(2))
    kernel = class_iv.bridge_kernel(kinds, slides)
    element = builder.add(kernel, inputs, outputs, geometry, task.number, class_iv.MEMORY)
    element.begin, element.remembered = partial(_begin, _sides(task, builder, points)), task.links
    element.sign, element.unknowns = class_iv.SIGN, 2
    for number, end in enumerate((end1, end2)):
        builder.place(end, [(outputs[2 * number], points[number])], outputs[2 * number + 1])
    for link, (first, second) in zip(connectors, joints, strict=True):
        place_leg(first, second, end1, link, end2, builder)
    return element


def _between(task: GroupTask, builder: PlanBuilder, end: str, link: str) -> Joint:
    return next(joint for joint in task.inner if {end, link} <= set(builder.roots(joint)))


def _from(origin: Place, place: Place) -> list[float]:
    return [place[0] - origin[0], place[1] - origin[1]]


def _end_numbers(joint: Joint, end: str, base: str, builder: PlanBuilder) -> list[float]:
    if not isinstance(joint, Prismatic):
        return [0.0, 1.0, 0.0, 0.0, 1.0, 0.0]
    fixed, moving = builder.guide(joint, base), builder.guide(joint, end)
    turn = fixed.angle - moving.angle
    return [class_iv.SLIDING, cos(fixed.angle), sin(fixed.angle), fixed.offset - moving.offset, cos(turn), sin(turn)]


def _sides(task: GroupTask, builder: PlanBuilder, points: list[Place]) -> list[Side]:
    sides = []
    for number, (joint, end) in enumerate(task.outer):
        base = builder.earlier_link(joint, task.links)
        guide = builder.guide(joint, base) if isinstance(joint, Prismatic) else None
        sides.append(Side(end, base, guide, points[number], builder.pin(joint, base)))
    return sides


class Side(NamedTuple):
    """An end link, what it hangs on, the guide if it slides there, and the place of the joint in both."""

    end: str
    base: str
    guide: Guide | None
    place: Place
    foot: Place


def _begin(sides: list[Side], poses: Mapping[str, Pose]) -> list[tuple[int, float]]:
    """Angle or slide of both ends at given poses."""
    values = []
    for number, (end, base, guide, place, foot) in enumerate(sides):
        value = poses[end][2]
        if guide is not None:
            (x, y), (fx, fy) = moved(poses[end], place), moved(poses[base], foot)
            angle = poses[base][2] + guide.angle
            value = cos(angle) * (x - fx) + sin(angle) * (y - fy)
        values.append((class_iv.FREEDOM + number, value))
    return values


BRIDGES = tuple(
    Declaration(
        signature=signature,
        build=build,
        example=tetrad_example(signature),
        singular_when="its two connectors hold the same freedom",
    )
    for signature in SIGNATURES
)
