"""Class III groups: a platform on three legs, with any mixture of revolute and prismatic joints."""

from __future__ import annotations

from sgkin.conditions.welding import Place
from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Entity
from sgkin.groups.example import triad_example
from sgkin.groups.platform_modes import platform_modes
from sgkin.groups.site import Site, along_guide, distance
from sgkin.kernels import platform, prp
from sgkin.mathematics import cos, hypot, sin
from sgkin.model.joint import Joint, Prismatic

Leg = tuple[tuple[Entity, Entity], list[float]]
"""Point and direction of the earlier link, and the numbers of the leg."""
SIGNATURES = (
    "RR-RR-RR RR-RR-RP RR-RR-PR RR-RP-PR RR-RP-RP RR-PR-PR RP-RP-PR RP-PR-PR RR-RR-PP RR-RP-PP RR-PR-PP RP-RP-RP "
    "PR-PR-PR RP-RP-PP RP-PR-PP PR-PR-PP"
).split()


def build(task: GroupTask, site: Site) -> Element:
    legs = [link for _, link in task.outer]
    top = next(link for link in task.links if link not in legs)
    inner = {leg: next(joint for joint in task.inner if leg in site.roots(joint)) for leg in legs}
    hung = []
    for joint, leg in task.outer:
        base = site.earlier_link(joint, task.links)
        foot = (site.point(base, site.pin(joint, base)), site.direction(base))
        hung.append((foot, leg_numbers(joint, inner[leg], base, leg, top, site)))
    element = add_platform(task, site, top, [site.pin(inner[leg], top) for leg in legs], hung)
    for joint, leg in task.outer:
        place_leg(joint, inner[leg], site.earlier_link(joint, task.links), leg, top, site)
    return element


def add_platform(task: GroupTask, site: Site, top: str, places: list[Place], legs: list[Leg]) -> Element:
    """Add the platform itself, with the places of its legs on it. Legs sorted by kind need fewer kernels."""
    legs = sorted(legs, key=lambda leg: leg[1][0])
    inputs = [entity for foot, _ in legs for entity in foot]
    geometry = [number for _, numbers in legs for number in numbers]
    kernel = platform.platform_kernel(tuple(int(numbers[0]) for _, numbers in legs))
    length = max((distance(one, other) for one in places for other in places), default=0.0)
    lever = max(hypot(*place) for place in places)
    size = length or lever or 1.0
    geometry = [*geometry, size, 1.0 / size]
    origin, direction = Entity("point", top), Entity("direction", top)
    element = site.add(kernel, inputs, [origin, direction], geometry, task.number, platform.MEMORY)
    element.remember_pose(platform.POSE, top, platform.SIGN)
    site.place(top, [(origin, (0.0, 0.0))], direction)
    return element


def leg_numbers(outer: Joint, inner: Joint, base: str, leg: str, top: str, site: Site) -> list[float]:
    """The numbers of a leg in the kernel's geometry: code, B, p, v, h or l²."""
    place = site.pin(inner, top)
    if not isinstance(outer, Prismatic) and not isinstance(inner, Prismatic):
        length = distance(site.pin(outer, leg), site.pin(inner, leg))
        return [platform.RR, *place, 1.0, 0.0, 1.0, 0.0, length**2]
    if not isinstance(outer, Prismatic):
        on_leg, on_top = site.guide(inner, leg), site.guide(inner, top)
        h = along_guide(on_leg, site.pin(outer, leg))[1] + on_top.offset - on_leg.offset
        return [platform.RP, *place, cos(on_top.angle), sin(on_top.angle), 1.0, 0.0, h]
    fixed, moving = site.guide(outer, base), site.guide(outer, leg)
    if not isinstance(inner, Prismatic):
        h = fixed.offset - moving.offset + along_guide(moving, site.pin(inner, leg))[1]
        return [platform.PR, *place, 1.0, 0.0, cos(fixed.angle), sin(fixed.angle), h]
    on_leg, on_top = site.guide(inner, leg), site.guide(inner, top)
    turn = fixed.angle - moving.angle + on_leg.angle
    return [platform.PP, *place, cos(on_top.angle), sin(on_top.angle), cos(turn), sin(turn), 0.0]


def place_leg(outer: Joint, inner: Joint, base: str, leg: str, top: str, site: Site) -> None:
    """Say what determines a leg, now that both the base and the platform are placed."""
    top_point = site.point(top, site.pin(inner, top))
    if not isinstance(outer, Prismatic):
        foot = (site.point(base, site.pin(outer, base)), site.pin(outer, leg))
        if not isinstance(inner, Prismatic):
            site.place(leg, [foot, (top_point, site.pin(inner, leg))])
        else:
            turn = site.guide(inner, top).angle - site.guide(inner, leg).angle
            site.place(leg, [foot], site.turned(top, turn, leg))
        return
    fixed, moving = site.guide(outer, base), site.guide(outer, leg)
    direction = site.turned(base, fixed.angle - moving.angle, leg)
    if not isinstance(inner, Prismatic):
        site.place(leg, [(top_point, site.pin(inner, leg))], direction)
        return
    on_leg, on_top = site.guide(inner, leg), site.guide(inner, top)
    h1 = fixed.offset - moving.offset
    h2 = on_top.offset - on_leg.offset + along_guide(on_leg, moving.point)[1]
    point = Entity("point", leg, moving.point)
    inputs = [site.point(base, fixed.point), top_point, site.direction(base), site.direction(top)]
    turns = [h1, cos(fixed.angle), sin(fixed.angle), h2, cos(on_top.angle), sin(on_top.angle)]
    site.add(prp.SLIDING_LEG, inputs, [point], turns)
    site.place(leg, [(point, moving.point)], direction)


PLATFORMS = tuple(
    Declaration(
        signature=signature,
        build=build,
        example=triad_example(signature),
        singular_when="its legs meet in a point or are all parallel",
        modes=platform_modes,
    )
    for signature in SIGNATURES
)
