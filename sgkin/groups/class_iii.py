"""Class III groups: a platform on three legs, with any mixture of revolute and prismatic joints."""

from __future__ import annotations

from sgkin.groups.declaration import Declaration, GroupTask
from sgkin.groups.element import Element, Feature
from sgkin.groups.example import triad_example
from sgkin.groups.plan_builder import PlanBuilder, along_guide, distance, square_distance
from sgkin.kernels import class_iii, prp
from sgkin.mathematics import Place, cos, hypot, sin
from sgkin.model.joint import Joint, Prismatic

Leg = tuple[tuple[Feature, Feature], list[float]]
"""Point and direction of the earlier link, and the numbers of the leg."""
SIGNATURES = (
    "RR-RR-RR RR-RR-RP RR-RR-PR RR-RP-PR RR-RP-RP RR-PR-PR RP-RP-PR RP-PR-PR RR-RR-PP RR-RP-PP RR-PR-PP RP-RP-RP "
    "PR-PR-PR RP-RP-PP RP-PR-PP PR-PR-PP"
).split()


def build(task: GroupTask, builder: PlanBuilder) -> Element:
    legs = [link for _, link in task.outer]
    top = next(link for link in task.links if link not in legs)
    inner = {leg: next(joint for joint in task.inner if leg in builder.roots(joint)) for leg in legs}
    hung = []
    for joint, leg in task.outer:
        base = builder.earlier_link(joint, task.links)
        foot = (builder.point(base, builder.pin(joint, base)), builder.direction(base))
        hung.append((foot, leg_numbers(joint, inner[leg], base, leg, top, builder)))
    element = add_platform(task, builder, top, [builder.pin(inner[leg], top) for leg in legs], hung)
    for joint, leg in task.outer:
        place_leg(joint, inner[leg], builder.earlier_link(joint, task.links), leg, top, builder)
    return element


def add_platform(task: GroupTask, builder: PlanBuilder, top: str, places: list[Place], legs: list[Leg]) -> Element:
    """Add the platform itself, with the places of its legs on it. Legs sorted by kind need fewer kernels."""
    legs = sorted(legs, key=lambda leg: leg[1][0])
    inputs = [feature for foot, _ in legs for feature in foot]
    geometry = [number for _, numbers in legs for number in numbers]
    kernel = class_iii.platform_kernel(tuple(int(numbers[0]) for _, numbers in legs))
    length = max((distance(one, other) for one in places for other in places), default=0.0)
    lever = max(hypot(*place) for place in places)
    size = length or lever or 1.0
    geometry = [*geometry, size, 1.0 / size]
    origin, direction = Feature("point", top), Feature("direction", top)
    element = builder.add(kernel, inputs, [origin, direction], geometry, task.number, class_iii.MEMORY)
    element.remember_pose(class_iii.POSE, top, class_iii.SIGN)
    builder.place(top, [(origin, (0.0, 0.0))], direction)
    return element


def leg_numbers(outer: Joint, inner: Joint, base: str, leg: str, top: str, builder: PlanBuilder) -> list[float]:
    """The numbers of a leg in the kernel's geometry: code, B, p, v, h or l²."""
    place = builder.pin(inner, top)
    if not isinstance(outer, Prismatic) and not isinstance(inner, Prismatic):
        square = square_distance(builder.pin(outer, leg), builder.pin(inner, leg))
        return [class_iii.RR, *place, 1.0, 0.0, 1.0, 0.0, square]
    if not isinstance(outer, Prismatic):
        on_leg, on_top = builder.guide(inner, leg), builder.guide(inner, top)
        h = along_guide(on_leg, builder.pin(outer, leg))[1] + on_top.offset - on_leg.offset
        return [class_iii.RP, *place, cos(on_top.angle), sin(on_top.angle), 1.0, 0.0, h]
    fixed, moving = builder.guide(outer, base), builder.guide(outer, leg)
    if not isinstance(inner, Prismatic):
        h = fixed.offset - moving.offset + along_guide(moving, builder.pin(inner, leg))[1]
        return [class_iii.PR, *place, 1.0, 0.0, cos(fixed.angle), sin(fixed.angle), h]
    on_leg, on_top = builder.guide(inner, leg), builder.guide(inner, top)
    turn = fixed.angle - moving.angle + on_leg.angle
    return [class_iii.PP, *place, cos(on_top.angle), sin(on_top.angle), cos(turn), sin(turn), 0.0]


def place_leg(outer: Joint, inner: Joint, base: str, leg: str, top: str, builder: PlanBuilder) -> None:
    """Say what determines a leg, now that both the base and the platform are placed."""
    top_point = builder.point(top, builder.pin(inner, top))
    if not isinstance(outer, Prismatic):
        foot = (builder.point(base, builder.pin(outer, base)), builder.pin(outer, leg))
        if not isinstance(inner, Prismatic):
            builder.place(leg, [foot, (top_point, builder.pin(inner, leg))])
        else:
            turn = builder.guide(inner, top).angle - builder.guide(inner, leg).angle
            builder.place(leg, [foot], builder.turned(top, turn, leg))
        return
    fixed, moving = builder.guide(outer, base), builder.guide(outer, leg)
    direction = builder.turned(base, fixed.angle - moving.angle, leg)
    if not isinstance(inner, Prismatic):
        builder.place(leg, [(top_point, builder.pin(inner, leg))], direction)
        return
    on_leg, on_top = builder.guide(inner, leg), builder.guide(inner, top)
    h1 = fixed.offset - moving.offset
    h2 = on_top.offset - on_leg.offset + along_guide(on_leg, moving.point)[1]
    point = Feature("point", leg, moving.point)
    inputs = [builder.point(base, fixed.point), top_point, builder.direction(base), builder.direction(top)]
    turns = [h1, cos(fixed.angle), sin(fixed.angle), h2, cos(on_top.angle), sin(on_top.angle)]
    builder.add(prp.SLIDING_LEG, inputs, [point], turns)
    builder.place(leg, [(point, moving.point)], direction)


PLATFORMS = tuple(
    Declaration(
        signature=signature,
        build=build,
        example=triad_example(signature),
        singular_when="its legs meet in a point or are all parallel",
    )
    for signature in SIGNATURES
)
