"""Links held by pins in slots: groups in which a link is left out.

A pin in a circular slot keeps its distance from the centre, as a link pinned at both would, and a pin in a straight
slot lies where the block would be that could slide there. So the kernels of the dyads and of the platform solve these
groups too; an element with the kernel of another group has its branches as well. Others are left to the iteration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sgkin.groups import class_iii, newton, rpr, rrp, rrr
from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Feature
from sgkin.groups.example import dyad_example, triad_example
from sgkin.groups.plan_builder import PlanBuilder, along_guide, square_distance
from sgkin.groups.refusal import is_one_place, singular_everywhere
from sgkin.kernels.class_iii import RR
from sgkin.kernels.frames import TURN
from sgkin.mathematics import cos, hypot, sin
from sgkin.model.joint import Joint, PinInCircularSlot, PinInSlot
from sgkin.model.mechanism import Mechanism


def slots_of(task: GroupTask) -> list[PinInCircularSlot]:
    """The circular slots at which a group hangs, if all its joints of one condition are such."""
    slots = [joint for joint, _ in task.outer if isinstance(joint, PinInCircularSlot)]
    others = [joint for joint, _ in task.outer if joint.letter == "HP" and joint not in slots]
    return [] if others or task.group.redundant else slots


def far_end(slot: Joint, task: GroupTask, builder: PlanBuilder) -> Feature:
    """The end of a slot, pin or centre, that is known."""
    base = builder.earlier_link(slot, task.links)
    return builder.point(base, builder.pin(slot, base))


def build_turned(task: GroupTask, builder: PlanBuilder) -> Element:
    """A link on a pin and in a slot: RRR without its second link."""
    slots, (link,) = slots_of(task), task.links
    if not slots:
        return build_straight(task, builder)
    hinge = next(joint for joint, _ in task.outer if joint not in slots)
    foot, place = builder.pin(hinge, link), builder.pin(slots[0], link)
    if is_one_place(foot, place):
        raise singular_everywhere(task, builder, f"joint {slots[0].name!r} lies on joint {hinge.name!r}")
    lengths = [square_distance(foot, place), slots[0].radius * slots[0].radius]
    pin, inputs = (
        Feature("point", link, place),
        [builder.outer_pin(hinge, task.links), far_end(slots[0], task, builder)],
    )
    element = builder.add(rrr.KERNEL, inputs, [pin], rrr.geometry_of(*lengths), task.number)
    builder.place(link, [(inputs[0], foot), (pin, place)])
    return element


def build_straight(task: GroupTask, builder: PlanBuilder) -> Element:
    """A link on a pin and with a straight slot, or a pin in one: RPR or RRP without the block."""
    slot = next((joint for joint, _ in task.outer if isinstance(joint, PinInSlot)), None)
    if slot is None or task.group.redundant:
        return newton.build(task, builder)
    (link,), hinge = task.links, next(joint for joint, _ in task.outer if joint is not slot)
    base, angle = builder.earlier_link(slot, task.links), slot.angle + builder.turn(slot.links[1])
    foot, mine, pivot = builder.pin(hinge, link), builder.pin(slot, link), builder.outer_pin(hinge, task.links)
    c, s = cos(angle), sin(angle)
    if builder.roots(slot)[0] == link:
        pin = Feature("point", link, mine)
        if is_one_place(foot, mine):
            raise singular_everywhere(task, builder, f"joint {slot.name!r} lies on joint {hinge.name!r}")
        inputs = [pivot, builder.point(base, builder.pin(slot, base)), builder.direction(base)]
        element = builder.add(rrp.KERNEL, inputs, [pin], [square_distance(foot, mine), slot.offset, c, s], task.number)
        builder.place(link, [(pivot, foot), (pin, mine)])
        element.declaration = rrp.RRP
        return element
    h = slot.offset + c * (mine[1] - foot[1]) - s * (mine[0] - foot[0])
    scale = max(hypot(*foot), hypot(*mine), abs(h)) or 1.0
    u, direction = Feature("direction", link, (angle, 0.0)), Feature("direction", link)
    element = builder.add(
        rpr.KERNEL, [pivot, far_end(slot, task, builder)], [u], [h, 1.0 / (scale * scale)], task.number
    )
    builder.add(TURN, [u], [direction], [c, -s])
    builder.place(link, [(pivot, foot)], direction)
    element.declaration = rpr.RPR
    return element


def build_slid(task: GroupTask, builder: PlanBuilder) -> Element:
    """A link on a guide and in a slot: RRP without its rod."""
    slots, (link,) = slots_of(task), task.links
    if not slots:
        return newton.build(task, builder)
    guide = next(joint for joint, _ in task.outer if joint not in slots)
    base = builder.earlier_link(guide, task.links)
    outer, inner, place = builder.guide(guide, base), builder.guide(guide, link), builder.pin(slots[0], link)
    h = outer.offset - inner.offset + along_guide(inner, place)[1]
    pin = Feature("point", link, place)
    inputs = [far_end(slots[0], task, builder), builder.point(base, outer.point), builder.direction(base)]
    geometry = [slots[0].radius * slots[0].radius, h, cos(outer.angle), sin(outer.angle)]
    element = builder.add(rrp.KERNEL, inputs, [pin], geometry, task.number)
    builder.place(link, [(pin, place)], builder.turned(base, outer.angle - inner.angle, link))
    return element


def build_platform(task: GroupTask, builder: PlanBuilder) -> Element:
    """A link in three slots: a platform without its legs."""
    slots, (top,) = slots_of(task), task.links
    if not slots:
        return newton.build(task, builder)
    legs = list[class_iii.Leg]()
    for slot in slots:
        foot = (far_end(slot, task, builder), builder.direction(builder.earlier_link(slot, task.links)))
        legs.append((foot, [RR, *builder.pin(slot, top), 1.0, 0.0, 1.0, 0.0, slot.radius * slot.radius]))
    return class_iii.add_platform(task, builder, top, [builder.pin(slot, top) for slot in slots], legs)


def without_links(example: Callable[[Any], Mechanism], *links: str) -> Callable[[Any], Mechanism]:
    """An example with pins in circular slots instead of some links that have two pins."""

    def made(random: Any) -> Mechanism:
        mechanism = example(random)
        joints = list(mechanism.joints)
        for link in links:
            (first, one), (second, other) = mechanism.link(link).points.items()
            ends = [next(joint for joint in joints if joint.name == point) for point in (first, second)]
            others = [(joint.links[1 - joint.links.index(link)], joint.name) for joint in ends]
            names, at = zip(*(others if random.random() < 0.5 else others[::-1]), strict=True)
            radius = hypot(other[0] - one[0], other[1] - one[1])
            joints[joints.index(ends[0])] = PinInCircularSlot(first, names, radius=radius, at=at)
            joints.remove(ends[1])
        points, angles = mechanism.initial.points.items(), mechanism.initial.angles.items()
        kept_points = {name: place for name, place in points if name.split(".")[0] not in links}
        kept_angles = {name: angle for name, angle in angles if name not in links}
        initial = replace(mechanism.initial, points=kept_points, angles=kept_angles)
        kept = [link for link in mechanism.links if link.name not in links]
        return replace(mechanism, links=kept, joints=joints, initial=initial)

    return made


SLOTS = (
    Declaration(
        signature="R-HP",
        build=build_turned,
        example=without_links(dyad_example("RRR"), "2"),
        branches=rrr.RRR.branches,
        branch=rrr.branch,
        gap=rrr.gap,
        singular_when="its pin, its slot and the centre of the slot are in line",
    ),
    Declaration(
        signature="P-HP",
        build=build_slid,
        example=without_links(dyad_example("PRR"), "2"),
        branches=rrp.RRP.branches,
        branch=rrp.branch,
        gap=rrp.gap,
        singular_when="the line from the centre of the slot stands at right angles to the guide",
    ),
    Declaration(
        signature="HP-HP-HP",
        build=build_platform,
        example=without_links(triad_example("RR-RR-RR"), "2", "3", "4"),
        singular_when="the lines from the centres of its slots meet in a point or are all parallel",
    ),
)
