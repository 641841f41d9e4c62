"""Links held by pins in slots: groups in which a link is left out.

A pin in a circular slot keeps its distance from the centre, as a link pinned at both would, and a pin in a straight
slot lies where the block would be that could slide there. So the kernels of the dyads and of the platform solve these
groups too; an element with the kernel of another group has its branches as well. Others are left to the iteration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sgkin.groups import newton, platform, rpr, rrp, rrr
from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Entity
from sgkin.groups.example import dyad_example, triad_example
from sgkin.groups.platform_modes import platform_modes
from sgkin.groups.refusal import is_one_place, singular_everywhere
from sgkin.groups.site import Site, along_guide, distance
from sgkin.kernels.frames import TURN
from sgkin.kernels.platform import RR
from sgkin.mathematics import cos, hypot, sin
from sgkin.model.joint import Joint, PinInCircularSlot, PinInSlot
from sgkin.model.mechanism import Mechanism


def slots_of(task: GroupTask) -> list[PinInCircularSlot]:
    """The circular slots at which a group hangs, if all its joints of one condition are such."""
    slots = [joint for joint, _ in task.outer if isinstance(joint, PinInCircularSlot)]
    others = [joint for joint, _ in task.outer if joint.letter == "HP" and joint not in slots]
    return [] if others or task.group.redundant else slots


def far_end(slot: Joint, task: GroupTask, site: Site) -> Entity:
    """The end of a slot, pin or centre, that is known."""
    base = site.earlier_link(slot, task.links)
    return site.point(base, site.pin(slot, base))


def build_turned(task: GroupTask, site: Site) -> Element:
    """A link on a pin and in a slot: RRR without its second link."""
    slots, (link,) = slots_of(task), task.links
    if not slots:
        return build_straight(task, site)
    hinge = next(joint for joint, _ in task.outer if joint not in slots)
    foot, place = site.pin(hinge, link), site.pin(slots[0], link)
    if is_one_place(foot, place):
        raise singular_everywhere(task, site, f"joint {slots[0].name!r} lies on joint {hinge.name!r}")
    lengths = [distance(foot, place) ** 2, slots[0].radius ** 2]
    pin, inputs = Entity("point", link, place), [site.outer_pin(hinge, task.links), far_end(slots[0], task, site)]
    element = site.add(rrr.KERNEL, inputs, [pin], rrr.geometry_of(*lengths), task.number)
    site.place(link, [(inputs[0], foot), (pin, place)])
    return element


def build_straight(task: GroupTask, site: Site) -> Element:
    """A link on a pin and with a straight slot, or a pin in one: RPR or RRP without the block."""
    slot = next((joint for joint, _ in task.outer if isinstance(joint, PinInSlot)), None)
    if slot is None or task.group.redundant:
        return newton.build(task, site)
    (link,), hinge = task.links, next(joint for joint, _ in task.outer if joint is not slot)
    base, angle = site.earlier_link(slot, task.links), slot.angle + site.turn(slot.links[1])
    foot, mine, pivot = site.pin(hinge, link), site.pin(slot, link), site.outer_pin(hinge, task.links)
    c, s = cos(angle), sin(angle)
    if site.roots(slot)[0] == link:
        pin = Entity("point", link, mine)
        if is_one_place(foot, mine):
            raise singular_everywhere(task, site, f"joint {slot.name!r} lies on joint {hinge.name!r}")
        inputs = [pivot, site.point(base, site.pin(slot, base)), site.direction(base)]
        element = site.add(rrp.KERNEL, inputs, [pin], [distance(foot, mine) ** 2, slot.offset, c, s], task.number)
        site.place(link, [(pivot, foot), (pin, mine)])
        element.declaration = rrp.RRP
        return element
    h = slot.offset + c * (mine[1] - foot[1]) - s * (mine[0] - foot[0])
    scale = max(hypot(*foot), hypot(*mine), abs(h)) or 1.0
    u, direction = Entity("direction", link, (angle, 0.0)), Entity("direction", link)
    element = site.add(rpr.KERNEL, [pivot, far_end(slot, task, site)], [u], [h, scale**-2], task.number)
    site.add(TURN, [u], [direction], [c, -s])
    site.place(link, [(pivot, foot)], direction)
    element.declaration = rpr.RPR
    return element


def build_slid(task: GroupTask, site: Site) -> Element:
    """A link on a guide and in a slot: RRP without its rod."""
    slots, (link,) = slots_of(task), task.links
    if not slots:
        return newton.build(task, site)
    guide = next(joint for joint, _ in task.outer if joint not in slots)
    base = site.earlier_link(guide, task.links)
    outer, inner, place = site.guide(guide, base), site.guide(guide, link), site.pin(slots[0], link)
    h = outer.offset - inner.offset + along_guide(inner, place)[1]
    pin = Entity("point", link, place)
    inputs = [far_end(slots[0], task, site), site.point(base, outer.point), site.direction(base)]
    geometry = [slots[0].radius ** 2, h, cos(outer.angle), sin(outer.angle)]
    element = site.add(rrp.KERNEL, inputs, [pin], geometry, task.number)
    site.place(link, [(pin, place)], site.turned(base, outer.angle - inner.angle, link))
    return element


def build_platform(task: GroupTask, site: Site) -> Element:
    """A link in three slots: a platform without its legs."""
    slots, (top,) = slots_of(task), task.links
    if not slots:
        return newton.build(task, site)
    legs = list[platform.Leg]()
    for slot in slots:
        foot = (far_end(slot, task, site), site.direction(site.earlier_link(slot, task.links)))
        legs.append((foot, [RR, *site.pin(slot, top), 1.0, 0.0, 1.0, 0.0, slot.radius**2]))
    return platform.add_platform(task, site, top, [site.pin(slot, top) for slot in slots], legs)


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
        modes=platform_modes,
    ),
)
