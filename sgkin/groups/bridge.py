"""Class IV groups: two end links joined by two connectors, with any mixture of revolute and prismatic joints."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from sgkin.conditions.welding import Place, moved
from sgkin.groups.bridge_modes import bridge_modes
from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Entity, Pose
from sgkin.groups.example import tetrad_example
from sgkin.groups.platform import leg_numbers, place_leg
from sgkin.groups.site import Guide, Site, distance
from sgkin.kernels import bridge
from sgkin.kernels.platform import LEG
from sgkin.mathematics import cos, sin
from sgkin.model.joint import Joint, Prismatic

SIGNATURES = (
    "R|RR|RR|R R|RR|RP|R R|RP|PR|R R|RP|RP|R R|RR|PP|R R|RP|PP|R R|RR|RR|P R|RR|PR|P R|RR|RP|P R|RP|PR|P R|PR|PR|P "
    "R|RR|PP|P R|RP|RP|P R|RP|PP|P R|PR|PP|P P|RR|RR|P P|RR|RP|P P|RP|RP|P P|RP|PR|P"
).split()


def build(task: GroupTask, site: Site) -> Element:
    end1, end2 = (end for _, end in task.outer)
    connectors = [link for link in task.links if link not in (end1, end2)]
    joints = [[_between(task, site, end, link) for end in (end1, end2)] for link in connectors]
    points = [site.pin(joint, end) for joint, end in task.outer]
    inputs: list[Entity] = []
    for joint, _ in task.outer:
        base = site.earlier_link(joint, task.links)
        inputs += [site.point(base, site.pin(joint, base)), site.direction(base)]
    outputs: list[Entity] = []
    for (_, end), place in zip(task.outer, points, strict=True):
        outputs += [Entity("point", end, place), Entity("direction", end)]
    geometry: list[float] = []
    arms: list[float] = []
    for link, (first, second) in zip(connectors, joints, strict=True):
        numbers = leg_numbers(first, second, end1, link, end2, site)
        numbers[1:3] = _from(points[1], site.pin(second, end2))
        geometry += numbers
        arms += _from(points[0], site.pin(first, end1))
    for joint, end in task.outer:
        arms += _end_numbers(joint, end, site.earlier_link(joint, task.links), site)
    reach = [distance(points[0], site.pin(joint, end1)) for joint, _ in joints]
    reach += [distance(points[1], site.pin(joint, end2)) for _, joint in joints]
    geometry += [*arms, max(reach) or 1.0]
    kinds = tuple(int(geometry[LEG * number]) for number in range(len(connectors)))
    slides = tuple(geometry[bridge.END + bridge.END_NUMBERS * number] for number in range(2))
    kernel = bridge.bridge_kernel(kinds, slides)
    element = site.add(kernel, inputs, outputs, geometry, task.number, bridge.MEMORY)
    element.begin, element.remembered = partial(_begin, _sides(task, site, points)), task.links
    element.sign, element.unknowns = bridge.SIGN, 2
    for number, end in enumerate((end1, end2)):
        site.place(end, [(outputs[2 * number], points[number])], outputs[2 * number + 1])
    for link, (first, second) in zip(connectors, joints, strict=True):
        place_leg(first, second, end1, link, end2, site)
    return element


def _between(task: GroupTask, site: Site, end: str, link: str) -> Joint:
    return next(joint for joint in task.inner if {end, link} <= set(site.roots(joint)))


def _from(origin: Place, place: Place) -> list[float]:
    return [place[0] - origin[0], place[1] - origin[1]]


def _end_numbers(joint: Joint, end: str, base: str, site: Site) -> list[float]:
    if not isinstance(joint, Prismatic):
        return [0.0, 1.0, 0.0, 0.0, 1.0, 0.0]
    fixed, moving = site.guide(joint, base), site.guide(joint, end)
    turn = fixed.angle - moving.angle
    return [bridge.SLIDING, cos(fixed.angle), sin(fixed.angle), fixed.offset - moving.offset, cos(turn), sin(turn)]


def _sides(task: GroupTask, site: Site, points: list[Place]) -> list[Side]:
    sides = []
    for number, (joint, end) in enumerate(task.outer):
        base = site.earlier_link(joint, task.links)
        guide = site.guide(joint, base) if isinstance(joint, Prismatic) else None
        sides.append(Side(end, base, guide, points[number], site.pin(joint, base)))
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
        values.append((bridge.FREEDOM + number, value))
    return values


BRIDGES = tuple(
    Declaration(
        signature=signature,
        build=build,
        example=tetrad_example(signature),
        singular_when="its two connectors hold the same freedom",
        modes=bridge_modes,
    )
    for signature in SIGNATURES
)
