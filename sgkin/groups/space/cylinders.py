"""Two links on three cylindrical joints: how they are turned, then how far they slide."""

from __future__ import annotations

from sgkin.groups.element import Element, Feature
from sgkin.groups.space.builder import SpatialBuilder
from sgkin.groups.space.concurrent import Joints, find_inner_axis
from sgkin.groups.space.vectors import minus
from sgkin.kernels.space.along_axis import ALONG_AXIS
from sgkin.kernels.space.carried import CARRIED_POINT
from sgkin.kernels.space.three_slides import THREE_SLIDES


def build_cylinders(builder: SpatialBuilder, bases: Joints, owns: Joints, inner: Joints, group: int) -> Element:
    """Joints are given as in `build_spherical`; the element is that of the inner axis, whose margin is the group's."""
    element, frames = find_inner_axis(builder, bases, owns, inner, group)
    ends = []
    for base, own, each, frame in zip(bases, owns, inner, frames, strict=True):
        end = Feature("point3")
        builder.add(CARRIED_POINT, [builder.foot(base), frame], [end], [*minus(each.point, own.point)])
        ends.append(end)
    u, v = (builder.along(base) for base in bases)
    slides = [Feature("scalar") for _ in range(3)]
    builder.add(THREE_SLIDES, [*ends, u, element.outputs[0], v], slides, [])
    for base, own, frame, slide in zip(bases, owns, frames, (slides[0], slides[2]), strict=True):
        point = Feature("point3", own.link, place=own.point)
        builder.add(ALONG_AXIS, [builder.foot(base), builder.along(base), slide], [point], [1.0, 0.0])
        builder.place(own.link, [(point, own.point)], frame)
    return element
