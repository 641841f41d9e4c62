"""The RRR dyad: two links joined by a pin, each pinned to an earlier link."""

from __future__ import annotations

from sgkin.groups.declaration import Declaration, GroupTask, Values
from sgkin.groups.element import Element, Feature
from sgkin.groups.example import dyad_example
from sgkin.groups.plan_builder import PlanBuilder, square_distance
from sgkin.groups.refusal import is_one_place, singular_everywhere
from sgkin.kernels import rrr
from sgkin.mathematics import hypot, inf, sqrt

UNLIKE = 100.0
"""Links whose lengths differ by more are judged by their product; by the longer alone they would seem to be in line."""
KERNEL = rrr.RRR


def build(task: GroupTask, builder: PlanBuilder) -> Element:
    inner = task.inner[0]
    (joint1, first), (joint2, second) = task.outer
    pins = [builder.outer_pin(joint1, task.links), builder.outer_pin(joint2, task.links)]
    place1, place2 = builder.pin(joint1, first), builder.pin(joint2, second)
    inner1, inner2 = builder.pin(inner, first), builder.pin(inner, second)
    if is_one_place(place1, inner1) and is_one_place(place2, inner2):
        raise singular_everywhere(task, builder, "both its links have length zero")
    s1, s2 = square_distance(place1, inner1), square_distance(place2, inner2)
    pin = Feature("point", first, inner1)
    element = builder.add(KERNEL, pins, [pin], geometry_of(s1, s2), task.number)
    builder.place(first, [(pins[0], place1), (pin, inner1)])
    builder.place(second, [(pins[1], place2), (pin, inner2)])
    return element


def geometry_of(s1: float, s2: float) -> list[float]:
    """What the kernel needs of two links, from the squares of their lengths."""
    together = s1 + s2
    return [s1, s2, 1.0 / min(together * together, UNLIKE * UNLIKE * s1 * s2 or inf)]


def branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """+1 where the inner pin lies left of the line from the first outer pin to the second."""
    (px, py), (qx, qy), (cx, cy) = (*inputs, *outputs)
    return 1 if (qx - px) * (cy - py) - (qy - py) * (cx - px) >= 0.0 else -1


def gap(inputs: Values, geometry: list[float]) -> float:
    (px, py), (qx, qy) = inputs
    s1, s2, _ = geometry
    d, l1, l2 = hypot(qx - px, qy - py), sqrt(s1), sqrt(s2)
    return max(d - (l1 + l2), abs(l1 - l2) - d)


RRR = Declaration(
    signature="RRR",
    build=build,
    example=dyad_example("RRR"),
    branches=(1, -1),
    branch=branch,
    gap=gap,
    singular_when="its two links are in line",
)
